"""Edits without meaning on real files must reach nothing: comments, empty lines, docstrings, and what formatters do.

    python benchmarks/harmless.py REPOSITORY… [--edits 600] [--seed 1] [--black PROGRAM] [--prettier PROGRAM] [--ruff PROGRAM]
        [--gofmt PROGRAM] [--clang-format PROGRAM]

Each edit changes one file; both versions are compared as `nexus-diff` does. An edit fails when a walk would start from it.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

import tree_sitter

from nexus_diff.extract import extract
from nexus_diff.impact import FileSymbols, compare, file_symbols
from nexus_diff.index.content import unreadable
from nexus_diff.languages import by_suffix
from nexus_diff.link.nodes import file_node, nodes_of
from nexus_diff.model.changes import FileChange, Hunk
from nexus_diff.model.graph import FileEntry

Edit = Callable[[str, Path, random.Random], "str | None"]
LARGEST = 120_000


def main() -> int:
    arguments = _arguments()
    chance = random.Random(arguments.seed)
    files = [path for folder in arguments.repositories for path in _sources(Path(folder))]
    edits = _edits(arguments)
    tried: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    while sum(tried.values()) < arguments.edits:
        path = chance.choice(files)
        suitable = [name for name, (suffixes, _) in edits.items() if path.suffix in suffixes]
        name = chance.choice(suitable)
        old = path.read_text(encoding="utf-8", errors="surrogateescape")
        new = edits[name][1](old, path, chance)
        if new is None or new == old:
            continue
        tried[name] += 1
        wrong = reached(path, old, new)
        if wrong:
            failed[name] += 1
            print(f"{name}: {path}: {'; '.join(wrong[:3])}")
            if arguments.keep:
                _keep(Path(arguments.keep), path, failed.total(), old, new)
    for name in sorted(tried):
        print(f"{name:<24} {tried[name]:>5} edits  {failed[name]:>3} with a blast radius")
    print(f"{'all':<24} {tried.total():>5} edits  {failed.total():>3} with a blast radius")
    return 1 if failed else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--edits", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="", help="folder for the two versions of each failure")
    for tool in ("black", "prettier", "ruff", "gofmt", "clang-format"):
        parser.add_argument(f"--{tool}", default="", help=f"program to run for {tool}; left out without it")
    return parser.parse_args()


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        usable = by_suffix(path.name) is not None and path.is_file() and not path.is_symlink()
        usable = usable and ".git/" not in path.as_posix() and 200 < path.stat().st_size < LARGEST
        if usable and not unreadable(path.read_bytes()):
            yield path


def _keep(folder: Path, path: Path, number: int, old: str, new: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("old", old), ("new", new)):
        (folder / f"{number}-{name}{path.suffix}").write_text(text, encoding="utf-8", errors="surrogateescape")


# What is compared


def reached(path: Path, old: str, new: str) -> list[str]:
    """The changes from which a walk would start."""
    lines = SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).get_opcodes()
    hunks = tuple(Hunk(i + 1, j - i, k + 1, m - k) for tag, i, j, k, m in lines if tag != "equal")
    change = FileChange("modified", path.name, path.name, "1" * 40, "2" * 40, hunks)
    found = compare({path.name: symbols(path.name, old)}, {path.name: symbols(path.name, new)}, [change])
    starts = {seed.via for seed in found.seeds}
    return [f"{symbol.change} {symbol.qualified_name} ({', '.join(symbol.details)})" for symbol in found.symbols if symbol.id in starts]


def symbols(name: str, text: str) -> FileSymbols:
    language = by_suffix(name)
    assert language is not None
    facts = extract(text.encode("utf-8", "surrogateescape"), language)
    entry = FileEntry(name, "0" * 40, language.name)
    return file_symbols(file_node(entry, facts.line_count), nodes_of(entry, facts, language), facts)


# Edits

PYTHON = (".py", ".pyi")
SCRIPT = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs")
BRACES = (".java", ".go", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".rs")
CLANG = (".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs")


def _edits(arguments: argparse.Namespace) -> dict[str, tuple[tuple[str, ...], Edit]]:
    found: dict[str, tuple[tuple[str, ...], Edit]] = {
        "python comments": (PYTHON, python_comments),
        "python docstrings": (PYTHON, docstrings),
        "python empty lines": (PYTHON, python_empty_lines),
        "script comments": (SCRIPT, script_comments),
        "script empty lines": (SCRIPT, script_empty_lines),
        **{f"{suffix} comments": ((suffix,), script_comments) for suffix in BRACES},
        **{f"{suffix} empty lines": ((suffix,), script_empty_lines) for suffix in BRACES},
        **{f"{suffix} indentation": ((suffix,), indentation) for suffix in BRACES},
    }
    if arguments.gofmt:
        found["gofmt"] = ((".go",), _then(indentation, _tool([arguments.gofmt, "-w"])))
    if arguments.clang_format:
        style = (
            "{{BasedOnStyle: {style}, ColumnLimit: {width}, SortIncludes: Never, BreakStringLiterals: false, FixNamespaceComments: false}}"
        )
        for suffix in CLANG:
            found[f"clang-format {suffix}"] = ((suffix,), _tool([arguments.clang_format, "-i", f"--style={style}"]))
    if arguments.black:
        found["black"] = (PYTHON, _tool([arguments.black, "-q", "-l", "{width}"]))
    if arguments.ruff:
        found["ruff format"] = (PYTHON, _tool([arguments.ruff, "format", "-q", "--line-length", "{width}", "--isolated"]))
    if arguments.prettier:
        found["prettier"] = (
            SCRIPT,
            _tool(
                [
                    *arguments.prettier.split(),
                    "--write",
                    "--print-width",
                    "{width}",
                    "--log-level",
                    "silent",
                    "--embedded-language-formatting",
                    "off",
                ]
            ),
        )
    return found


def _tool(command: list[str]) -> Edit:
    def run(text: str, path: Path, chance: random.Random) -> str | None:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / path.name
            copy.write_text(text, encoding="utf-8", errors="surrogateescape")
            width = str(chance.choice([60, 88, 100, 120]))
            style = chance.choice(["LLVM", "Google", "WebKit", "Microsoft"])
            filled = [part.replace("{width}", width).replace("{style}", style).replace("{{", "{").replace("}}", "}") for part in command]
            done = subprocess.run([*filled, str(copy)], capture_output=True, check=False)
            return copy.read_text(encoding="utf-8", errors="surrogateescape") if done.returncode == 0 else None

    return run


def _python_free_lines(text: str) -> list[int]:
    """Indexes of the lines before which a line may be put: no string and no continued line begins earlier and reaches there."""
    closed: set[int] = set()
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            closed.update(range(token.start[0], token.end[0]))
    except (tokenize.TokenError, SyntaxError):
        return []
    lines = text.splitlines()
    return [at for at in range(len(lines)) if at not in closed and not (at and lines[at - 1].endswith("\\"))]


def python_comments(text: str, path: Path, chance: random.Random) -> str | None:
    lines, free = text.splitlines(keepends=True), _python_free_lines(text)
    if not free or "\r" in text or "\f" in text:
        return None
    for at in sorted(chance.sample(free, min(len(free), chance.randint(1, 12))), reverse=True):
        indent = len(lines[at]) - len(lines[at].lstrip()) if chance.random() < 0.6 else chance.choice([0, 2, 4, 8, 12])
        lines.insert(at, " " * indent + chance.choice(["# a note\n", "#: x = 1\n", "# def f(): pass\n", "# noqa\n"]))
    return "".join(lines)


def python_empty_lines(text: str, path: Path, chance: random.Random) -> str | None:
    lines, free = text.splitlines(keepends=True), _python_free_lines(text)
    if not free or "\r" in text or "\f" in text:
        return None
    for at in sorted(chance.sample(free, min(len(free), chance.randint(1, 12))), reverse=True):
        lines.insert(at, chance.choice(["\n", "    \n", "\n\n"]))
    return "".join(lines)


def docstrings(text: str, path: Path, chance: random.Random) -> str | None:
    """Another text in one docstring, or a docstring where there was none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    lines = text.splitlines(keepends=True)
    places = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef))]
    places = [node for node in places if node.body[0].lineno > node.lineno and not getattr(node.body[0], "decorator_list", None)]
    if not places or "\r" in text or "\f" in text:
        return None
    node = chance.choice(places)
    first = node.body[0]
    indent = " " * first.col_offset
    if ast.get_docstring(node) is not None:
        if lines[first.end_lineno - 1].rstrip()[-1:] not in "\"'" or lines[first.lineno - 1][: first.col_offset].strip():
            return None
        lines[first.lineno - 1 : first.end_lineno] = [indent + chance.choice(['"""Other words."""\n', '"""\n' + indent + 'Two.\n"""\n'])]
    elif not lines[first.lineno - 1][: first.col_offset].strip():
        lines.insert(first.lineno - 1, indent + '"""Some words."""\n')
    return "".join(lines)


_MULTI_LINE = """template_string template_literal_type string regex comment jsx_text jsx_element hash_bang_line preproc_def preproc_call
preproc_function_def preproc_include raw_string_literal token_tree macro_definition"""
MULTI_LINE = frozenset(_MULTI_LINE.split())
"""Node types in which a line break or an empty line may mean something."""


def _then(first: Edit, second: Edit) -> Edit:
    def run(text: str, path: Path, chance: random.Random) -> str | None:
        between = first(text, path, chance)
        return second(between, path, chance) if between is not None else None

    return run


def _script_free_lines(text: str, path: Path) -> list[int]:
    language = by_suffix(path.name)
    assert language is not None
    root = tree_sitter.Parser(tree_sitter.Language(language.grammar())).parse(text.encode("utf-8", "surrogateescape")).root_node
    if root.has_error:
        return []
    closed: set[int] = set()
    kept = language.strings | language.comments
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type in kept or node.type in MULTI_LINE:
            closed.update(range(node.start_point[0] + 1, node.end_point[0] + 1))
        todo.extend(node.children)
    first = 1 if text.startswith("#!") else 0
    return [at for at in range(first, text.count("\n")) if at not in closed]


def script_comments(text: str, path: Path, chance: random.Random) -> str | None:
    lines, free = text.split("\n"), _script_free_lines(text, path)
    if not free or "\r" in text:
        return None
    for at in sorted(chance.sample(free, min(len(free), chance.randint(1, 12))), reverse=True):
        indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
        lines.insert(at, indent + chance.choice(["// a note", "/* x = 1 */", "/** Says what. */", "// eslint-disable-next-line"]))
    return "\n".join(lines)


def indentation(text: str, path: Path, chance: random.Random) -> str | None:
    """Other white space before the lines."""
    lines, free = text.split("\n"), _script_free_lines(text, path)
    if not free or "\r" in text:
        return None
    for at in chance.sample(free, max(1, len(free) // 2)):
        if lines[at].strip() and not lines[at].lstrip().startswith("#"):
            lines[at] = chance.choice(["", " ", "\t", "      "]) + lines[at].lstrip()
    return "\n".join(lines)


def script_empty_lines(text: str, path: Path, chance: random.Random) -> str | None:
    lines, free = text.split("\n"), _script_free_lines(text, path)
    if not free or "\r" in text:
        return None
    for at in sorted(chance.sample(free, min(len(free), chance.randint(1, 12))), reverse=True):
        lines.insert(at, chance.choice(["", "  "]))
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
