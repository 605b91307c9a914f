"""Breaking uses in compiled languages against their compilers: mutants of real repositories.

    python benchmarks/breaking_compiled.py REPOSITORY java|go|c|cpp|csharp|rust [--sources FOLDER,…] [--mutants 40] [--libraries …]

A mutant renames or deletes a function, type, field or constant, adds or drops a parameter, or hides what was public. The compiler says what
that breaks; errors inside the mutated definition, and errors on lines that do not have its name, are left out. Where a function is declared
in a header, all its declarations change alike. Compilers: javac, go, gcc, g++, mcs, rustc (`--libraries`: jars, folders of headers).
REPOSITORY is cloned; it is not changed.
"""

from __future__ import annotations

import argparse
import difflib
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from nexus_diff.extract import extract
from nexus_diff.languages import by_suffix
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import Definition, FileFacts, Span
from nexus_diff.run.analyse import analyse
from nexus_diff.run.request import Place, Request

NEAR = 15
SUFFIXES = {"java": ".java", "go": ".go", "c": ".c .h", "cpp": ".cc .cpp .h .hpp", "csharp": ".cs", "rust": ".rs"}
ADDED = {
    "java": "int addedOne",
    "go": "addedOne int",
    "c": "int addedOne",
    "cpp": "int addedOne",
    "csharp": "int addedOne",
    "rust": "added_one: i32",
}
FUNCTIONS = ("function", "method", "signature")
TYPES = ("class", "interface", "enum", "type")
FIELDS = ("field", "variable")


class Found(NamedTuple):
    """A definition in a file: its facts and where it stands."""

    file: str
    definition: Definition
    span: Span


class Mutant(NamedTuple):
    kind: str
    name: str
    texts: dict[str, str]
    inside: dict[str, list[tuple[int, int]]]


class Error(NamedTuple):
    file: str
    line: int
    message: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("language", choices=sorted(SUFFIXES))
    parser.add_argument("--sources", default="", help="folders and files whose definitions are mutated, comma separated")
    parser.add_argument("--mutants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--libraries", default="", help="jars or include folders, separated by ':'")
    parser.add_argument("--options", default="", help="further options of the compiler, separated by spaces")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="breaking-") as folder:
        copy = Path(folder) / "repository"
        subprocess.run(["git", "clone", "-q", arguments.repository, str(copy)], check=True)
        return measure(arguments, copy, Path(folder) / "out")


def measure(arguments: argparse.Namespace, copy: Path, out: Path) -> int:
    out.mkdir()
    oracle = ORACLES[arguments.language]
    made = list(mutants(copy, arguments.language, arguments.sources))
    random.Random(arguments.seed).shuffle(made)
    most = arguments.mutants // len({mutant.kind for mutant in made}) + 1
    counts: dict[str, Counter[str]] = {}
    before: dict[str, set[tuple[str, str]]] = {}
    for mutant in made:
        count = counts.setdefault(mutant.kind, Counter())
        if count["mutants"] >= most or sum(c["mutants"] for c in counts.values()) >= arguments.mutants:
            continue
        asked = mutant.name if arguments.language in ("c", "cpp") else ""  # only files with the name are compiled there
        if asked not in before:
            before[asked] = {(e.file, e.message) for e in oracle(copy, out, arguments, asked)}
        known = before[asked]
        write(copy, mutant)
        errors = [e for e in oracle(copy, out, arguments, mutant.name) if (e.file, e.message) not in known and counts_for(copy, mutant, e)]
        subprocess.run(["git", "-C", str(copy), "checkout", "-q", "."], check=True)
        errors = list({(e.file, e.line): e for e in errors}.values())
        if errors:
            tell(copy, mutant, errors, count)
    total: Counter[str] = Counter()
    for kind, count in sorted(counts.items()):
        total.update(count)
        summary(kind, count)
    summary("all", total)
    return 0


def tell(copy: Path, mutant: Mutant, errors: list[Error], count: Counter[str]) -> None:
    sites = ours(copy, mutant)
    missed = [e for e in errors if not any(same(e, site, mutant) for site in sites)]
    extra = [s for s in sites if not any(same(e, s, mutant) for e in errors)]
    count.update(mutants=1, errors=len(errors), missed=len(missed), found=len(sites), extra=len(extra))
    where = f"{mutant.kind} {mutant.name} ({', '.join(sorted(mutant.texts))})"
    for error in missed:
        print(f"MISSED {where}: {error.file}:{error.line} {error.message[:150]}", flush=True)
    for site in extra:
        print(f"ONLY OURS {where}: {site.file}:{site.line} {site.message[:150]}", flush=True)


def summary(kind: str, count: Counter[str]) -> None:
    found = count["errors"] - count["missed"]
    share = 100 * found / count["errors"] if count["errors"] else 100
    what = f"{count['mutants']:>4} mutants  {found:>4} of {count['errors']:>4} errors found ({share:.1f} %)"
    print(f"{kind:<16} {what}  {count['extra']:>4} only ours")


def same(error: Error, site: BreakingCallSite, mutant: Mutant) -> bool:
    return error.file == site.file and 0 <= error.line - site.line <= (NEAR if mutant.name in site.message else 0)


def counts_for(copy: Path, mutant: Mutant, error: Error) -> bool:
    if any(first <= error.line <= last for first, last in mutant.inside.get(error.file, ())):
        return False
    if not (copy / error.file).is_file():  # in a header of the library
        return False
    lines = (copy / error.file).read_text(encoding="utf-8", errors="replace").splitlines()
    around = " ".join(lines[max(0, error.line - 1) : error.line])
    return re.search(rf"\b{re.escape(mutant.name)}\b", around) is not None


def write(copy: Path, mutant: Mutant) -> None:
    for file, text in mutant.texts.items():
        (copy / file).write_text(text, encoding="utf-8")


def ours(copy: Path, mutant: Mutant) -> tuple[BreakingCallSite, ...]:
    patch = ""
    for file, text in sorted(mutant.texts.items()):
        old = subprocess.run(["git", "-C", str(copy), "show", f"HEAD:{file}"], capture_output=True, check=True).stdout.decode()
        lines = difflib.unified_diff(old.splitlines(keepends=True), text.splitlines(keepends=True), f"a/{file}", f"b/{file}")
        patch += "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)
    return analyse(Request(place=Place(repo=str(copy)), patch=patch.encode())).answer.breaking_call_sites


# Mutants


def mutants(copy: Path, language: str, sources: str) -> Iterator[Mutant]:
    """All mutants of the definitions below the folders."""
    facts, texts = {}, {}
    for path in sorted(copy.rglob("*")):
        file = path.relative_to(copy).as_posix()
        if path.suffix in SUFFIXES[language].split() and not file.startswith(".git/"):
            data = path.read_bytes()
            if b"\r" in data or b"\0" in data:
                continue
            try:
                texts[file] = data.decode()
            except UnicodeDecodeError:
                continue
            known = by_suffix(path.name)
            assert known is not None
            facts[file] = extract(data, known)
    wanted = tuple(sources.split(",")) if sources else ("",)
    by_name = declared(facts) if language in ("c", "cpp") else {}
    for file, one in facts.items():
        if file.startswith(wanted) and not re.search(
            r"(^|/)(tests?|testing|examples?|benchmarks?|third_party)/|_test\.|Test\w*\.java$", file
        ):
            for definition, span in zip(one.definitions, one.spans, strict=True):
                if not in_function(one, definition):
                    here = Found(file, definition, span)
                    same_thing = by_name.get((definition.qualified, len(definition.params))) or [here]
                    if same_thing[0] == here:
                        yield from of_definition(language, texts, same_thing)


def declared(facts: dict[str, FileFacts]) -> dict[tuple[str, int], list[Found]]:
    found: dict[tuple[str, int], list[Found]] = {}
    for file, one in facts.items():
        for definition, span in zip(one.definitions, one.spans, strict=True):
            if definition.kind in (*FUNCTIONS, "constructor") and "macro" not in definition.modifiers:
                found.setdefault((definition.qualified, len(definition.params)), []).append(Found(file, definition, span))
    return found


def in_function(facts: FileFacts, definition: Definition) -> bool:
    scope = definition.scope
    while scope > 0:
        if facts.scopes[scope].kind in ("function", "lambda", "block"):
            return True
        scope = facts.scopes[scope].parent
    return False


def of_definition(language: str, texts: dict[str, str], every: list[Found]) -> Iterator[Mutant]:
    definition = every[0].definition
    if not re.fullmatch(r"[A-Za-z_]\w*", definition.name) or definition.name in ("main", "init") or "macro" in definition.modifiers:
        return
    if "override" in definition.modifiers or definition.name.startswith(("Test", "operator")):
        return
    group = (
        "function" if definition.kind in FUNCTIONS else "type" if definition.kind in TYPES else "field" if definition.kind in FIELDS else ""
    )
    if group and "constructor" not in definition.modifiers:
        yield from filter(None, [edited(f"rename {group}", texts, every, lambda t, f: renamed(t, f))])
        yield from filter(None, [edited(f"delete {group}", texts, every, deleted)])
    if group == "function":
        yield from filter(None, [edited("add", texts, every, lambda t, f: added(t, f, ADDED[language]))])
        if definition.params:
            yield from filter(None, [edited("drop", texts, every, dropped)])
    if language in ("java", "csharp", "rust") and group:
        yield from filter(None, [edited("hide", texts, every, lambda t, f: hidden(t, f, language))])


Edit = Callable[[str, Found], "str | None"]


def edited(kind: str, texts: dict[str, str], every: list[Found], edit: Edit) -> Mutant | None:
    """The texts with every declaration edited; None when one of them cannot be."""
    made: dict[str, str] = {}
    inside: dict[str, list[tuple[int, int]]] = {}
    for found in sorted(every, key=lambda f: (f.file, -f.span.start)):
        new = edit(made.get(found.file, texts[found.file]), found)
        if new is None:
            return None
        made[found.file] = new
        inside.setdefault(found.file, []).append((found.span.start, found.span.end))
    return Mutant(kind, every[0].definition.name, made, inside)


def place(text: str, found: Found) -> int | None:
    """Where the name of a definition stands."""
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: found.span.line - 1]))
    follows = r"(?=\s*[(<\[])" if found.definition.kind in FUNCTIONS else ""
    match = re.compile(rf"\b{re.escape(found.definition.name)}\b{follows}").search(text, start, start + len(lines[found.span.line - 1]))
    return match.start() if match else None


def renamed(text: str, found: Found) -> str | None:
    at = place(text, found)
    end = (at or 0) + len(found.definition.name)
    return None if at is None else f"{text[:end]}New1{text[end:]}"


def deleted(text: str, found: Found) -> str | None:
    lines = text.splitlines(keepends=True)
    first, last = found.span.start - 1, found.span.end
    whole = "".join(lines[first:last])
    if (not re.search(r"[;}]\s*$", whole) and found.definition.kind != "variable") or (
        found.span.start > 1 and lines[first - 1].rstrip().endswith((",", "\\", "("))
    ):
        return None
    if whole.count("{") != whole.count("}") or whole.count("(") != whole.count(")"):
        return None
    return "".join(lines[:first]) + "\n" * (last - first) + "".join(lines[last:])


def arguments_of(text: str, found: Found) -> tuple[int, int] | None:
    """Where the parameters of a function stand, without the parentheses."""
    at = place(text, found)
    start = text.find("(", at) if at is not None else -1
    depth = 0
    for end in range(start, min(len(text), start + 2000)) if start >= 0 else ():
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            return start + 1, end
    return None


def added(text: str, found: Found, param: str) -> str | None:
    where = arguments_of(text, found)
    if where is None or "..." in text[slice(*where)]:
        return None
    inner = text[slice(*where)].strip()
    receiver = re.match(r"\s*((&\s*)?('\w+\s+)?(mut\s+)?self(\s*:[^,]+)?|this\s)", text[slice(*where)])
    if receiver and receiver[0].strip() == "this":
        return None
    if receiver:
        at = where[0] + receiver.end()
        return f"{text[:at]}, {param}{text[at:]}"
    if inner in ("", "void"):
        return f"{text[: where[0]]}{param}{text[where[1] :]}"
    return f"{text[: where[0]]}{param}, {text[where[0] :]}"


def dropped(text: str, found: Found) -> str | None:
    where = arguments_of(text, found)
    if where is None:
        return None
    inner, depth, cut = text[slice(*where)], 0, 0
    if "=" in inner or "..." in inner or inner.strip() in ("", "void") or re.match(r"[^,]*self\s*$", inner):
        return None
    for position, letter in enumerate(inner):
        depth += 1 if letter in "([{<" else -1 if letter in ")]}>" else 0
        if letter == "," and depth == 0:
            cut = position
    return text[: where[0] + cut] + text[where[1] :]


def hidden(text: str, found: Found, language: str) -> str | None:
    lines = text.splitlines(keepends=True)
    line = lines[found.span.line - 1]
    new = (
        re.sub(r"\bpub (?=(const |unsafe |async )*(fn|struct|enum|trait|const|static|type)\b)", "", line)
        if language == "rust"
        else re.sub(r"\bpublic ", "private ", line, count=1)
    )
    if new == line or (language != "rust" and "." not in found.definition.qualified):
        return None
    return "".join([*lines[: found.span.line - 1], new, *lines[found.span.line :]])


# Oracles


def run(command: list[str], cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, errors="replace")
    return done.stdout + done.stderr


def listed(text: str, pattern: str) -> list[Error]:
    return [Error(m[1].removeprefix("./"), int(m[2]), m[3]) for m in re.finditer(pattern, text, re.M)]


def java(copy: Path, out: Path, arguments: argparse.Namespace, name: str) -> list[Error]:
    files = [p.relative_to(copy).as_posix() for p in copy.rglob("*.java") if p.name not in ("package-info.java", "module-info.java")]
    command = [
        "javac",
        "-proc:none",
        "-Xmaxerrs",
        "5000",
        "-XDshould-stop.ifError=FLOW",
        "-nowarn",
        "-d",
        str(out),
        "-cp",
        arguments.libraries or ".",
    ]
    return listed(run([*command, *arguments.options.split(), *files], copy), r"^(\S+\.java):(\d+): error: (.*)$")


def go(copy: Path, out: Path, arguments: argparse.Namespace, name: str) -> list[Error]:
    return listed(run(["go", "test", "-vet=off", "-gcflags=-e", "-run", "^$", "./..."], copy), r"^(\S+\.go):(\d+):\d+: (.*)$")


def gcc(copy: Path, out: Path, arguments: argparse.Namespace, name: str) -> list[Error]:
    strict = ["-Werror=implicit-function-declaration"] if arguments.language == "c" else []
    program = ["gcc", "-std=gnu11"] if arguments.language == "c" else ["g++", "-std=c++17"]
    includes = [f"-I{folder}" for folder in arguments.libraries.split(":") if folder]
    options = ["-fsyntax-only", "-w", "-fmax-errors=0", *strict, *includes, *arguments.options.split()]
    suffixes = SUFFIXES[arguments.language].split()
    files = [p for p in copy.rglob("*") if p.suffix in suffixes and ".git" not in p.parts]
    texts = {p: p.read_text(encoding="utf-8", errors="replace") for p in files}
    word = re.compile(rf"\b{re.escape(name)}\b")
    using = {p for p, text in texts.items() if word.search(text)}
    headers = [p for p in using if p.suffix.startswith(".h")]
    for header in headers:  # a header is read with whatever includes it first
        using |= set([p for p, text in texts.items() if f'/{header.name}"' in text or f'"{header.name}"' in text][:3])
    units = [p.relative_to(copy).as_posix() for p in sorted(using) if not p.suffix.startswith(".h")]
    with ThreadPoolExecutor(2) as pool:
        outputs = list(pool.map(lambda unit: run([*program, *options, unit], copy), units))
    return [Error(normal(e.file), e.line, e.message) for text in outputs for e in listed(text, r"^([^\s:]+):(\d+):\d+: error: (.*)$")]


def normal(file: str) -> str:
    parts: list[str] = []
    for part in file.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in (".", ""):
            parts.append(part)
    return "/".join(parts)


def csharp(copy: Path, out: Path, arguments: argparse.Namespace, name: str) -> list[Error]:
    files = [p.relative_to(copy).as_posix() for folder in arguments.sources.split(",") for p in sorted((copy / folder).rglob("*.cs"))]
    command = ["mcs", "-target:library", f"-out:{out}/x.dll", "-nowarn:0-9999", *arguments.options.split(), *files]
    return listed(run(command, copy), r"^(\S+\.cs)\((\d+),\d+\): error (.*)$")


def rust(copy: Path, out: Path, arguments: argparse.Namespace, name: str) -> list[Error]:
    options = [
        "--edition=2021",
        f"--out-dir={out}",
        "--error-format=short",
        "--emit=metadata",
        "--cap-lints=allow",
        *arguments.options.split(),
    ]
    crate = re.search(r'^name = "([\w-]+)"', (copy / "Cargo.toml").read_text(), re.M)
    assert crate is not None
    lib = crate[1].replace("-", "_")
    text = run(["rustc", *options, "--test", f"--crate-name={lib}", "src/lib.rs"], copy)
    made = out / f"lib{lib}.rmeta"
    made.unlink(missing_ok=True)
    text += run(["rustc", *options, "--crate-type=lib", f"--crate-name={lib}", "src/lib.rs"], copy)
    for test in sorted((copy / "tests").glob("*.rs")) if made.exists() else ():
        text += run(["rustc", *options, "--test", f"--extern={lib}={made}", test.relative_to(copy).as_posix()], copy)
    return listed(text, r"^(\S+\.rs):(\d+):\d+: error\S*: (.*)$")


ORACLES = {"java": java, "go": go, "c": gcc, "cpp": gcc, "csharp": csharp, "rust": rust}

if __name__ == "__main__":
    sys.exit(main())
