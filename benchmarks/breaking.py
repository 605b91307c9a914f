"""Breaking call sites against a compiler: mutants of real repositories, and alarms on real commits.

    python benchmarks/breaking.py mutants REPOSITORY --sources src --checks src,tests --mutants 50 --mypy PROGRAM
    python benchmarks/breaking.py mutants REPOSITORY --sources src --mutants 50 --typescript NODE_MODULES
    python benchmarks/breaking.py commits REPOSITORY --commits 50 [--skip N]

A mutant drops, adds, renames or reorders a parameter, or deletes or renames a function. The oracle (mypy or tsc) says what that breaks;
errors inside the mutated function itself are left out. REPOSITORY is cloned; it is not changed.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nexus_diff.languages import SUFFIXES
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Place, Request

HERE = Path(__file__).resolve().parent
NEAR = 15
"""Lines between the start of a call and the argument that a compiler points at."""


class Mutant(NamedTuple):
    kind: str
    file: str
    name: str
    lines: tuple[int, int]
    text: str


class Error(NamedTuple):
    file: str
    line: int
    code: str
    message: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("mutants")
    one.add_argument("repository")
    one.add_argument("--sources", default="src", help="folders whose functions are mutated, comma separated")
    one.add_argument("--checks", default="src,tests", help="what mypy is run on, comma separated")
    one.add_argument("--mutants", type=int, default=50)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--mypy", default="")
    one.add_argument("--typescript", default="", help="node_modules folder that holds typescript")
    one.add_argument("--config", default="tsconfig.json")
    one.add_argument("--javascript", action="store_true", help="mutate JavaScript; only deleted and renamed functions count")
    one.add_argument("--out", default="", help="file for every finding, as JSON lines")
    two = commands.add_parser("commits")
    two.add_argument("repository")
    two.add_argument("--commits", type=int, default=50)
    two.add_argument("--skip", type=int, default=0)
    two.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="breaking-") as folder:
        copy = Path(folder) / "repository"
        subprocess.run(["git", "clone", "-q", arguments.repository, str(copy)], check=True)
        return mutants(arguments, copy) if arguments.command == "mutants" else commits(arguments, copy)


# Mutants


def mutants(arguments: argparse.Namespace, copy: Path) -> int:
    chance = random.Random(arguments.seed)
    python = bool(arguments.mypy)
    oracle: Mypy | Tsc = Mypy(arguments, copy) if python else Tsc(arguments, copy)
    folders = [copy / name for name in arguments.sources.split(",")]
    suffixes = (".py",) if python else (".js", ".mjs", ".cjs") if arguments.javascript else (".ts", ".tsx")
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in suffixes and not _is_test(path))
    made = list(_python_mutants(copy, files) if python else _script_mutants(copy, files, arguments.javascript))
    chance.shuffle(made)
    known = oracle.errors(None)
    counts: dict[str, Counter[str]] = {}
    rows = []
    done = 0
    by_kind: Counter[str] = Counter()
    most = arguments.mutants // len({mutant.kind for mutant in made}) + 1
    for mutant in made:
        if done >= arguments.mutants:
            break
        if by_kind[mutant.kind] >= most:
            continue
        errors = [error for error in oracle.errors(mutant) if error not in known and not _inside(mutant, error)]
        errors = [error for error in errors if oracle.counts(mutant, error)]
        if not errors:
            continue
        done += 1
        by_kind[mutant.kind] += 1
        found = _ours(copy, mutant)
        missed = [error for error in errors if not any(_same(error, site) for site in found)]
        extra = [site for site in found if not any(_same(error, site) for error in errors)]
        count = counts.setdefault(mutant.kind, Counter())
        count.update(mutants=1, errors=len(errors), missed=len(missed), found=len(found), extra=len(extra))
        rows.append({"kind": mutant.kind, "file": mutant.file, "name": mutant.name, "lines": mutant.lines,
                     "missed": missed, "extra": [[s.file, s.line, s.message] for s in extra]})  # fmt: skip
        oracle.restore(mutant)
    oracle.close()
    for row in rows:
        for error in row["missed"]:
            print(
                f"MISSED {row['kind']} {row['file']}:{row['lines'][0]} {row['name']}: {error[0]}:{error[1]} [{error[2]}] {error[3][:150]}"
            )
        for file, line, message in row["extra"]:
            print(f"ONLY OURS {row['kind']} {row['file']}:{row['lines'][0]} {row['name']}: {file}:{line} {message[:150]}")
    total: Counter[str] = Counter()
    for kind, count in sorted(counts.items()):
        total.update(count)
        _told(kind, count)
    _told("all", total)
    if arguments.out:
        Path(arguments.out).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return 0


def _told(kind: str, count: Counter[str]) -> None:
    found = count["errors"] - count["missed"]
    share = 100 * found / count["errors"] if count["errors"] else 100
    what = f"{count['mutants']:>4} mutants  {found:>4} of {count['errors']:>4} errors found ({share:.1f} %)"
    print(f"{kind:<12} {what}  {count['extra']:>4} only ours")


def _is_test(path: Path) -> bool:
    return bool(re.search(r"(^|/)(tests?|examples?|benchmarks)/|\.(test|spec|bench)\.|\.d\.ts$|test_\w+\.py$", path.as_posix()))


def _inside(mutant: Mutant, error: Error) -> bool:
    return error.file == mutant.file and mutant.lines[0] <= error.line <= mutant.lines[1]


def _same(error: Error, site: BreakingCallSite) -> bool:
    if error.code == "abstract":  # told at each construction; we tell it once, at the class
        return site.kind == "unimplemented" and f'"{site.callee}"' in error.message
    if error.file != site.file:
        return False
    return error.line == site.line or (error.code in Mypy.ARGUMENTS + Tsc.ARGUMENTS and 0 <= error.line - site.line <= NEAR)


def _ours(copy: Path, mutant: Mutant) -> tuple[BreakingCallSite, ...]:
    old = subprocess.run(["git", "-C", str(copy), "show", f"HEAD:{mutant.file}"], capture_output=True, text=True, check=True).stdout
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), mutant.text.splitlines(keepends=True), f"a/{mutant.file}", f"b/{mutant.file}"
    )
    patch = "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
    return analyse(Request(place=Place(repo=str(copy)), patch=patch.encode())).answer.breaking_call_sites


def _python_mutants(copy: Path, files: list[Path]) -> Iterator[Mutant]:
    for path in files:
        text = path.read_text(encoding="utf-8")
        file = path.relative_to(copy).as_posix()
        tree = ast.parse(text)
        for node in ast.walk(tree):
            for child in ast.iter_child_nodes(node):
                plain = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) and isinstance(node, (ast.Module, ast.ClassDef))
                if plain and not child.decorator_list:
                    yield from _of_function(text, file, node, child)


def _of_function(text: str, file: str, around: ast.AST, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutant]:
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    data = text.encode()
    span = (node.lineno, node.end_lineno or node.lineno)

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def made(kind: str, *edits: tuple[int, int, bytes]) -> Mutant | None:
        out = data
        for start, end, new in sorted(edits, reverse=True):
            out = out[:start] + new + out[end:]
        try:
            ast.parse(out)
        except (SyntaxError, ValueError):
            return None
        return Mutant(kind, file, node.name, span, out.decode())

    bound = isinstance(around, ast.ClassDef)
    params = node.args.args[1:] if bound else node.args.args
    plain = params[: len(params) - len(node.args.defaults)] if node.args.defaults else params
    found: list[Mutant | None] = []
    if plain:
        first, last = plain[0], plain[-1]
        place = at(first.lineno, first.col_offset)
        found.append(made("add", (place, place, b"added_one, ")))
        end = at(last.end_lineno or 0, last.end_col_offset or 0)
        after = re.compile(rb"\s*,\s*").match(data, end)
        if after and after[0].count(b"\n") == 0:
            found.append(made("drop", (at(last.lineno, last.col_offset), after.end(), b"")))
        before = re.compile(rb",\s*$").search(data[: at(last.lineno, last.col_offset)])
        if before and b"\n" not in before[0] and not after:
            found.append(made("drop", (before.start(), end, b"")))
        uses = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == last.arg]
        edits = [(at(n.lineno, n.col_offset), at(n.end_lineno or 0, n.end_col_offset or 0), f"{last.arg}_new".encode()) for n in uses]
        place = at(last.lineno, last.col_offset)
        found.append(made("rename param", (place, place + len(last.arg.encode()), f"{last.arg}_new".encode()), *edits))
    if len(plain) > 1:
        one, two = plain[-2], plain[-1]
        a = (at(one.lineno, one.col_offset), at(one.end_lineno or 0, one.end_col_offset or 0))
        b = (at(two.lineno, two.col_offset), at(two.end_lineno or 0, two.end_col_offset or 0))
        found.append(made("reorder", (*a, data[slice(*b)]), (*b, data[slice(*a)])))
    if not (node.name.startswith("__") and node.name.endswith("__")):
        name = data.index(node.name.encode(), at(node.lineno, node.col_offset) + 4)
        found.append(made("rename", (name, name + len(node.name.encode()), f"{node.name}_new".encode())))
        start, end = at(node.lineno, 0), at(span[1], 0) + len(lines[span[1] - 1].encode())
        blank = (b" " * node.col_offset + b"pass\n") + b"\n" * (data[start:end].count(b"\n") - 1)
        found.append(made("delete", (start, end, blank)))
    yield from filter(None, found)


def _script_mutants(copy: Path, files: list[Path], javascript: bool) -> Iterator[Mutant]:
    import tree_sitter

    from nexus_diff.languages import by_suffix

    for path in files:
        language = by_suffix(path.name)
        data = path.read_bytes()
        assert language is not None
        root = tree_sitter.Parser(tree_sitter.Language(language.grammar())).parse(data).root_node
        todo = [] if root.has_error else [root]
        while todo:
            node = todo.pop()
            todo.extend(node.named_children)
            yield from _of_script_function(path.relative_to(copy).as_posix(), data, node, javascript)


def _of_script_function(file: str, data: bytes, node, javascript: bool) -> Iterator[Mutant]:  # type: ignore[no-untyped-def]
    outer, name, function = node, None, None
    if node.type in ("function_declaration", "generator_function_declaration", "method_definition"):
        name, function = node.child_by_field_name("name"), node
    elif node.type == "lexical_declaration" and len(node.named_children) == 1:
        declarator = node.named_children[0]
        value = declarator.child_by_field_name("value")
        if value is not None and value.type == "arrow_function" and declarator.child_by_field_name("type") is None:
            name, function = declarator.child_by_field_name("name"), value
    elif javascript and node.type == "expression_statement" and node.named_children[0].type == "assignment_expression":
        left, right = node.named_children[0].child_by_field_name("left"), node.named_children[0].child_by_field_name("right")
        if right.type == "function_expression" and left.type == "member_expression":
            name, function = left.child_by_field_name("property"), right
    if name is None or function is None or node.parent is None:
        return
    if node.type != "method_definition" and node.parent.type not in ("program", "export_statement"):
        return
    if node.parent.type == "export_statement":
        outer = node.parent
    span = (outer.start_point[0] + 1, outer.end_point[0] + 1)

    def made(kind: str, *edits: tuple[int, int, bytes]) -> Mutant:
        out = data
        for start, end, new in sorted(edits, reverse=True):
            out = out[:start] + new + out[end:]
        return Mutant(kind, file, name.text.decode(), span, out.decode())

    if name.text != b"constructor" and node.parent.type != "object":
        yield made("rename", (name.start_byte, name.end_byte, name.text + b"_new"))
        whole = data[outer.start_byte : outer.end_byte]
        yield made("delete", (outer.start_byte, outer.end_byte, b"\n" * whole.count(b"\n")))
    listed = function.child_by_field_name("parameters")
    params = [child for child in listed.named_children if child.type == "required_parameter"] if listed is not None else []
    params = [p for p in params if p.child_by_field_name("value") is None and p.named_children[0].type == "identifier"]
    if not params or javascript or len(params) != len(listed.named_children):
        return
    yield made("add", (params[0].start_byte, params[0].start_byte, b"added: symbol, "))
    if len(params) > 1:
        yield made("drop", (params[-2].end_byte, params[-1].end_byte, b""))
        one, two = params[-2], params[-1]
        yield made("reorder", (one.start_byte, one.end_byte, two.text), (two.start_byte, two.end_byte, one.text))
    else:
        yield made("drop", (params[0].start_byte, params[0].end_byte, b""))


# Oracles


class Mypy:
    """Errors of mypy, by its daemon."""

    ARGUMENTS = ("arg-type", "override")
    CODES = ("call-arg", "attr-defined", "name-defined", "override", "abstract", "arg-type", "misc")

    def __init__(self, arguments: argparse.Namespace, copy: Path) -> None:
        self._copy = copy
        program = Path(arguments.mypy)
        status = str(copy.parent / "dmypy.json")
        self._command = [str(program.parent / "dmypy"), "--status-file", status]
        checks = [name for name in arguments.checks.split(",") if (copy / name).exists()]
        self._run = [*self._command, "run", "--", *checks, "--check-untyped-defs", "--ignore-missing-imports", "--no-error-summary",
                     "--hide-error-context", "--show-error-codes", "--no-strict-optional"]  # fmt: skip

    def errors(self, mutant: Mutant | None) -> list[Error]:
        if mutant is not None:
            (self._copy / mutant.file).write_text(mutant.text)
        out = subprocess.run(self._run, cwd=self._copy, capture_output=True, text=True, check=False)
        if mutant is not None:
            self.restore(mutant)
        found = re.findall(r"^(\S+?):(\d+)(?::\d+)?: error: (.*?)  \[([\w-]+)\]$", out.stdout, re.M)
        return [Error(file, int(line), code, message) for file, line, message, code in found]

    def counts(self, mutant: Mutant, error: Error) -> bool:
        """Whether the error is of a kind that the product looks for."""
        if error.code == "misc":
            return "multiple values" in error.message
        if error.code not in self.CODES or (error.code == "arg-type" and mutant.kind not in ("reorder", "add", "drop")):
            return False
        return mutant.name in error.message or mutant.name in self._line(error) or (mutant.name == "__init__" and error.code == "call-arg")

    def _line(self, error: Error) -> str:
        lines = (self._copy / error.file).read_text(encoding="utf-8").splitlines()
        return lines[error.line - 1] if error.line <= len(lines) else ""

    def restore(self, mutant: Mutant) -> None:
        subprocess.run(["git", "-C", str(self._copy), "checkout", "-q", "--", mutant.file], check=True)

    def close(self) -> None:
        subprocess.run([*self._command, "stop"], cwd=self._copy, capture_output=True, check=False)


class Tsc:
    """Errors of the TypeScript compiler, kept running (breaking_oracle.cjs)."""

    NAMES = ("2304", "2339", "2551", "2552")
    ARGUMENTS = ("2345", "2554", "2555", "2769", "2322", "2305", "2614", "2724", "2459", "2552", "2304")
    CODES = (
        "2304",
        "2305",
        "2339",
        "2345",
        "2420",
        "2515",
        "2551",
        "2552",
        "2554",
        "2555",
        "2614",
        "2724",
        "2769",
        "2459",
        "2416",
        "2769",
        "2741",
        "2740",
    )

    def __init__(self, arguments: argparse.Namespace, copy: Path) -> None:
        self._copy = copy
        command = ["node", str(HERE / "breaking_oracle.cjs"), arguments.typescript, str(copy), arguments.config]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def errors(self, mutant: Mutant | None) -> list[Error]:
        asked = {"file": mutant.file, "text": mutant.text, "name": mutant.name} if mutant else {}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return [Error(file, line, str(code), message) for file, line, code, message in json.loads(self._process.stdout.readline())]

    def counts(self, mutant: Mutant, error: Error) -> bool:
        """Whether the error is of a kind that the product looks for; one about another name is not: inference was upset."""
        if error.code in self.NAMES:
            return re.search(rf"'{re.escape(mutant.name)}'", error.message) is not None
        return error.code in self.CODES

    def restore(self, mutant: Mutant) -> None:
        pass

    def close(self) -> None:
        self._process.kill()


# Commits


def commits(arguments: argparse.Namespace, copy: Path) -> int:
    log = ["git", "-C", str(copy), "log", "--no-merges", "--format=%H", f"--skip={arguments.skip}"]
    log += [f"-n{arguments.commits * arguments.every}", "--", *(f"*{suffix}" for suffix in sorted(SUFFIXES))]
    listed = subprocess.run(log, capture_output=True, text=True, check=True).stdout.split()[:: arguments.every]
    alarms = 0
    began = time.monotonic()
    for commit in listed:
        command = [sys.executable, "-m", "nexus_diff", f"{commit}~1..{commit}", "--format", "json", "--quiet"]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True)
        for site in json.loads(done.stdout)["breaking_call_sites"]:
            alarms += 1
            place = f"{site['file']}:{site['line']}{' (in diff)' if site['in_diff'] else ''}"
            print(f"{commit[:10]} {place} [{site['kind']}] {site['message']}", flush=True)
    print(f"{arguments.repository}: {len(listed)} commits, {alarms} alarms, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
