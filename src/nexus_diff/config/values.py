"""What a value in the configuration may be: one small checker per kind of value."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection, Iterator

from nexus_diff.config.lines import Path

MAX_GLOBS = 1_000
MAX_GLOB_LENGTH = 500
MAX_WILDCARDS = 8
"""In one glob: matching takes time that grows with a power of their number."""
MAX_NAME_LENGTH = 200
MAX_NAME_WILDCARDS = 4

Fault = tuple[Path, str]
"""Where below the key something is wrong, and what: "must be …; how to mend it"."""

Checker = Callable[[object], "tuple[object, list[Fault]]"]
"""Turns a TOML value into the value of the Config, or says what is wrong with it."""

_TYPE_NAMES = {str: "text", bool: "true or false", int: "a whole number", float: "a number", list: "a list", dict: "a table"}
_WILDCARD = re.compile(r"\*+")
_BAD_IN_REF = re.compile(r"[\s~^:?*\[\\\x00-\x1f\x7f]|\.\.|@\{|//")


def shown(value: object, limit: int = 60) -> str:
    """A value of the user's file, harmless in one line of a message."""
    text = "…" if isinstance(value, (dict, list)) else repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def described(value: object) -> str:
    """What the user wrote, for "not …": its kind and, if short, the value itself."""
    kind = _TYPE_NAMES.get(type(value), "a date or time")
    return kind if isinstance(value, (dict, list)) else f"{kind} ({shown(value)})"


def nearest(word: str, known: Collection[str], otherwise: str) -> str:
    """The remedy for an unknown word: the known one that is most like it, else all of them."""
    near = difflib.get_close_matches(word[:100], known, n=1)
    return f"did you mean {near[0]}?" if near else f"{otherwise} {', '.join(known)}"


def whole_number(low: int, high: int, unit: str, example: int) -> Checker:
    """A whole number from `low` to `high`."""

    def check(value: object) -> tuple[object, list[Fault]]:
        if isinstance(value, bool) or not isinstance(value, int):
            return value, [
                ((), f"must be a whole number of {unit}, not {described(value)}; write it without quotes, for example {example}")
            ]
        if not low <= value <= high:
            return value, [((), f"must be from {low} to {high} {unit}, not {_number(value)}; choose a value in that range")]
        return value, []

    return check


def _number(value: int) -> str:
    return str(value) if abs(value) < 10**20 else "a number of more than 20 digits"


def fraction(value: object) -> tuple[object, list[Fault]]:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value, [((), f"must be a number from 0 to 1, not {described(value)}; write it without quotes, for example 0.5")]
    if math.isnan(value) or not 0 <= value <= 1:
        number = _number(value) if isinstance(value, int) else str(value)
        return value, [((), f"must be from 0 to 1, not {number}; choose a value in that range, for example 0.5")]
    return float(value), []


def number(low: float, high: float) -> Checker:
    """A number from `low` to `high`."""

    def check(value: object) -> tuple[object, list[Fault]]:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return value, [((), f"must be a number from {low:g} to {high:g}, not {described(value)}; write it without quotes")]
        if math.isnan(value) or not low <= value <= high:
            text = _number(value) if isinstance(value, int) else str(value)
            return value, [((), f"must be from {low:g} to {high:g}, not {text}; choose a value in that range")]
        return float(value), []

    return check


def one_of(*choices: str) -> Checker:
    """One of a few words."""
    listed = " or ".join(f'"{choice}"' for choice in choices)

    def check(value: object) -> tuple[object, list[Fault]]:
        if isinstance(value, str) and value in choices:
            return value, []
        return value, [((), f"must be {listed}, not {described(value)}; choose one of them")]

    return check


def branch(value: object) -> tuple[object, list[Fault]]:
    """The name of a git branch."""
    if not isinstance(value, str):
        return value, [((), f"must be the name of a branch, not {described(value)}; put it in quotes")]
    bad = not value or len(value) > 255 or value[0] in "-/." or value[-1] in "/." or value.endswith(".lock") or _BAD_IN_REF.search(value)
    if bad or not value.isprintable():
        return value, [((), f'{shown(value)} cannot be the name of a branch; write for example "main" or "origin/main"')]
    return value, []


def name_globs(value: object) -> tuple[object, list[Fault]]:
    """A list of globs over dotted names."""
    if not isinstance(value, list):
        return value, [((), f'must be a list of names, not {described(value)}; for example ["main", "*.handle_*"]')]
    if len(value) > MAX_GLOBS:
        return value, [((), f"has {len(value)} names, more than {MAX_GLOBS}; use fewer, broader globs")]
    faults: list[Fault] = [((number,), fault) for number, glob in enumerate(value) if (fault := _name_fault(glob))]
    return (value if faults else tuple(value)), faults


def _name_fault(glob: object) -> str:
    """What is wrong with a glob over names, "" if nothing is."""
    if not isinstance(glob, str):
        return f"must hold names in quotes, not {described(glob)}; put it in quotes"
    if not glob.strip() or not glob.isprintable() or len(glob) > MAX_NAME_LENGTH:
        return f"has the name {shown(glob)}, which no function can have; write one of 1 to {MAX_NAME_LENGTH} visible characters"
    if len(_WILDCARD.findall(glob)) > MAX_NAME_WILDCARDS:
        return f"has the name {shown(glob)} with more than {MAX_NAME_WILDCARDS} wildcards; use several simpler ones"
    if any(char.isspace() or char in "/\\!" for char in glob):
        return f'has the name {shown(glob)}; write a dotted name such as "Shop.handle_*", and paths below paths or not_paths'
    return ""


def globs(value: object) -> tuple[object, list[Fault]]:
    """A list of gitignore-style globs."""
    if not isinstance(value, list):
        hint = f"write [{shown(value)}]" if isinstance(value, str) and len(value) < 40 else 'for example ["generated/", "*.min.js"]'
        return value, [((), f"must be a list of globs, not {described(value)}; {hint}")]
    if len(value) > MAX_GLOBS:
        return value, [((), f"has {len(value)} globs, more than {MAX_GLOBS}; use fewer, broader globs")]
    faults: list[Fault] = [((number,), fault) for number, glob in enumerate(value) for fault in _glob_faults(glob)]
    return (value if faults else tuple(value)), faults


def _glob_faults(glob: object) -> Iterator[str]:
    if not isinstance(glob, str):
        yield f"must hold globs in quotes, not {described(glob)}; put it in quotes"
    elif len(glob) > MAX_GLOB_LENGTH:
        yield f"has a glob of {len(glob)} characters, more than {MAX_GLOB_LENGTH}; shorten it"
    elif fault := _glob_fault(glob):
        yield f"has the glob {shown(glob)}, {fault}"


def _glob_fault(glob: str) -> str:
    """What is wrong with the glob and how to mend it, "" if nothing is."""
    body = glob.removeprefix("!")
    if not glob.strip():
        return "which is empty and matches nothing; remove it"
    if not glob.isprintable():
        return "which holds control or invisible characters; remove them"
    if glob.startswith("#"):
        return 'which gitignore reads as a comment; write "\\\\#…" for a name that begins with #'
    if not body.strip("/ "):
        return "which matches nothing; name a file or folder"
    if "\\" in body and re.search(r"\\[A-Za-z0-9]", body):
        return "with a backslash; separate folders with /"
    if ".." in body.split("/") or "." in body.split("/"):
        return 'with a "." or ".." part, which never matches; write paths from the top of the repository'
    if len(_WILDCARD.findall(body)) > MAX_WILDCARDS:
        return f"with more than {MAX_WILDCARDS} wildcards; use several simpler globs"
    if _unclosed_bracket(body):
        return 'with a [ that is never closed; close it or write "[[]"'
    return _compile_fault(glob)


def _unclosed_bracket(glob: str) -> bool:
    start = glob.find("[")
    while start >= 0:
        skip = 2 if glob[start + 1 : start + 2] in ("!", "^") else 1
        end = glob.find("]", start + skip + 1)  # a ] that comes first is meant literally
        if end < 0:
            return True
        start = glob.find("[", end)
    return False


def _compile_fault(glob: str) -> str:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([glob])
    except (ValueError, re.error):
        return "which is no gitignore-style glob; see https://git-scm.com/docs/gitignore"
    return ""
