"""Versions: the interpreter, git, the libraries as they were asked for, and whether every grammar parses."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module, metadata
from pathlib import Path

import nexus_diff
from nexus_diff import __version__
from nexus_diff.programs import finished
from nexus_diff.run.doctor import OK, PROBLEM, WARNING, Finding, Look, Patient

AREA = "versions"
DISTRIBUTION = "nexus-diff-impact"
OLDEST, NEWEST = (3, 10), (3, 13)
"""Versions of Python that are tested."""
LIBRARIES = (
    "igraph", "jinja2", "kuzu", "markdown-it-py", "msgspec", "pathspec", "pygit2", "rich", "tomli", "tree-sitter", "tree-sitter-c",
    "tree-sitter-c-sharp", "tree-sitter-cpp", "tree-sitter-go", "tree-sitter-java", "tree-sitter-javascript", "tree-sitter-python",
    "tree-sitter-rust", "tree-sitter-typescript", "unidiff",
)  # fmt: skip
"""Written down, as the list that was installed with us may be what is broken."""
_MODULES = {"markdown-it-py": "markdown_it"}
_ALWAYS = ("kuzu", "pygit2", "tree-sitter", "msgspec")
"""Libraries with a line of their own; the rest stands in one line as long as it is in order."""
_AGAIN = f"pip install --force-reinstall {DISTRIBUTION}"
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+)\s*(?P<versions>[^;\[]*)")
_CONDITION = re.compile(r"(==|>=|<=|<|>)\s*([0-9.]+)")


def tool(patient: Patient) -> Iterator[Finding]:
    """nexus-diff itself, and the interpreter."""
    yield Finding(AREA, "nexus-diff", OK, f"{__version__} in {Path(nexus_diff.__file__).parent}")
    version = platform.python_version()
    if platform.python_implementation() != "CPython" or not OLDEST <= sys.version_info[:2] <= NEWEST:
        asked = f"CPython {'.'.join(map(str, OLDEST))} to {'.'.join(map(str, NEWEST))} is tested"
        yield Finding(AREA, "python", WARNING, f"{platform.python_implementation()} {version}; {asked}", "use one of these")
    else:
        yield Finding(AREA, "python", OK, version)


def git(patient: Patient) -> Iterator[Finding]:
    """The program git."""
    try:
        done = finished(["git", "--version"], 10)
    except (OSError, subprocess.TimeoutExpired):
        yield Finding(AREA, "git", PROBLEM, "is not on the PATH, or does not answer", "install git")
        return
    text = done.stdout.decode("utf-8", "replace").strip().removeprefix("git version ")
    if done.returncode or not text:
        yield Finding(AREA, "git", PROBLEM, f"ends with code {done.returncode}", "see that `git --version` works")
    else:
        yield Finding(AREA, "git", OK, text)


def libraries(patient: Patient) -> Iterator[Finding]:
    """Each library that was asked for: there, of a version that fits, and one that can be loaded."""
    fine = []
    for name, wanted in _required():
        found = _library(name, wanted)
        if found.level != OK or name in _ALWAYS:
            yield found
        else:
            fine.append(f"{name} {found.said}")
    if fine:
        yield Finding(AREA, "other libraries", OK, ", ".join(fine))


def grammars(patient: Patient) -> Iterator[Finding]:
    """Every language can be parsed."""
    try:
        from nexus_diff.extract.parser import tables
        from nexus_diff.languages import REGISTRY
    except Exception as error:
        yield Finding(AREA, "grammars", PROBLEM, f"cannot be loaded ({type(error).__name__}: {error})", _AGAIN)
        return
    parsed = []
    for name in sorted(REGISTRY):
        try:
            tables(REGISTRY[name]).parser.parse(b"x\n")
            parsed.append(name)
        except Exception as error:
            yield Finding(AREA, f"grammar {name}", PROBLEM, f"does not parse ({type(error).__name__}: {error})", _AGAIN)
    if parsed:
        yield Finding(AREA, "grammars", OK, ", ".join(parsed))


def _required() -> list[tuple[str, str]]:
    """(distribution, versions) of every library that this version of Python needs; "" for versions that cannot be known."""
    try:
        asked = {
            match["name"].lower(): match["versions"]
            for text in metadata.requires(DISTRIBUTION) or []
            if (match := _REQUIREMENT.match(text))
        }
    except metadata.PackageNotFoundError:  # run from a checkout that was not installed
        asked = {}
    return [(name, asked.get(name, "").strip()) for name in LIBRARIES if name != "tomli" or sys.version_info < (3, 11)]


def _library(name: str, wanted: str) -> Finding:
    try:
        version = metadata.version(name)
        import_module(_MODULES.get(name, name.replace("-", "_")))
    except metadata.PackageNotFoundError:
        return Finding(AREA, name, PROBLEM, "is not installed", _AGAIN)
    except Exception as error:
        return Finding(AREA, name, PROBLEM, f"cannot be loaded ({type(error).__name__}: {error})", _AGAIN)
    if not fits(version, wanted):
        return Finding(AREA, name, WARNING, f"{version} is installed, {wanted} is asked for", _AGAIN)
    return Finding(AREA, name, OK, version)


def fits(version: str, wanted: str) -> bool:
    """Whether a version meets conditions such as `>=0.25,<0.27`."""
    number = _numbers(version)
    for sign, text in _CONDITION.findall(wanted):
        other = _numbers(text)
        width = max(len(number), len(other))
        one, two = (value + (0,) * (width - len(value)) for value in (number, other))
        if not {"==": one == two, ">=": one >= two, "<=": one <= two, "<": one < two, ">": one > two}[sign]:
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version, maxsplit=1)[0]))


LOOKS: dict[str, Look] = {"nexus-diff": tool, "git": git, "libraries": libraries, "grammars": grammars}
