"""What a value of a rule may be: names of parts, symbols, layers and path patterns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from difflib import get_close_matches

from nexus_diff.config.accept import day
from nexus_diff.config.architecture import EDGES, Layer
from nexus_diff.config.values import Checker, Fault, described, shown

MAX_ITEMS = 1_000
MOST_HINTS = 50
MAX_TEXT = 500
MAX_ANY_FOLDERS = 3
MAX_PER_NAME = 2
MOST_SAID = f"at most {MAX_PER_NAME} in a name, and {MAX_ANY_FOLDERS} times **"
SYMBOL = "symbol:"
"""How a selector begins that names symbols instead of a part."""

PART_NAME = re.compile(r"[A-Za-z_][\w.\-]{0,99}")
RULE_ID = re.compile(r"[A-Za-z0-9_][\w.\-]{0,99}")
_SYMBOL_PATTERN = re.compile(r"[\w*$#]+(\.[\w*$#]+)*")
_MODULE = re.compile(r"[@\w*$][\w@./*:+\-]*")
_CAPTURE = re.compile(r"\{([^{}/]*)\}")

Result = tuple[object, list[Fault]]


def text(value: object) -> Result:
    """One line of prose."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > MAX_TEXT:
        return value, [((), f"must be one line of text of at most {MAX_TEXT} characters, not {described(value)}; put it in quotes")]
    return value.strip(), []


def flag(value: object) -> Result:
    """True or false."""
    if isinstance(value, bool):
        return value, []
    return value, [((), f"must be true or false, not {described(value)}; write it without quotes")]


def rule_id(value: object) -> Result:
    """The name of a rule."""
    if isinstance(value, str) and RULE_ID.fullmatch(value):
        return value, []
    hint = "use letters, digits, - and _, for example app-layers"
    return value, [((), f"must be a short name, not {described(value)}; {hint}")]


def until(value: object) -> Result:
    """The last day an exception holds."""
    if isinstance(value, datetime):
        return value.date(), []
    found = value if isinstance(value, date) else day(value) if isinstance(value, str) else None
    return (value, [((), f"must be a date, not {described(value)}; write for example 2027-06-30")]) if found is None else (found, [])


def several(one: Checker, what: str) -> Checker:
    """One value, or a list of them."""

    def check(value: object) -> Result:
        items = value if isinstance(value, list) else [value]
        if not items or len(items) > MAX_ITEMS:
            return value, [((), f"must hold 1 to {MAX_ITEMS} {what}, not {len(items)}; name at least one")]
        results = [one(item) for item in items]
        where = (lambda number: (number,)) if isinstance(value, list) else (lambda number: ())
        faults: list[Fault] = [((*where(number), *at), fault) for number, (_, found) in enumerate(results) for at, fault in found]
        return tuple(result for result, _ in results), faults

    return check


def path_pattern(value: object) -> Result:
    """A pattern of paths from the top of the repository: `*` within a name, `**` any folders, `{name}` captures one name."""
    fault = _pattern_fault(value)
    return value, [((), fault)] if fault else []


def _pattern_fault(value: object) -> str:
    if not isinstance(value, str) or not value.strip("/ "):
        return f'must hold path patterns, not {described(value)}; write for example "src/web/**"'
    if len(value) > MAX_TEXT or not value.isprintable():
        return f"has a pattern that is too long or holds invisible characters; write for example {shown('src/web/**')}"
    if "\\" in value or value.startswith(("/", "!")) or {".", ".."} & set(value.split("/")):
        return f"has the pattern {shown(value)}; write plain paths from the top of the repository, folders separated by /"
    if any("**" in name and name != "**" for name in value.split("/")):
        return f"has the pattern {shown(value)}; write ** as a folder of its own, for example src/**/models.py"
    if _too_wild(value.split("/")):
        return f"has the pattern {shown(value)} with too many wildcards ({MOST_SAID}); use several simpler patterns"
    names = _CAPTURE.findall(value)
    if any(not name.isidentifier() for name in names) or len(set(names)) < len(names) or "{" in _CAPTURE.sub("", value):
        return f"has the pattern {shown(value)}; captures read {{name}}, each name once"
    return ""


def _too_wild(names: Sequence[str]) -> bool:
    """Whether matching could take long: its time grows with a power of the number of wildcards."""
    within = (len(re.findall(r"\*+|\{", name)) for name in names if name != "**")
    return names.count("**") > MAX_ANY_FOLDERS or any(number > MAX_PER_NAME for number in within)


def end_of_edge(value: object) -> Result:
    """One end of an exception: a dotted name, or a path pattern if it holds a `/`."""
    if isinstance(value, str) and "/" in value:
        return path_pattern(value)
    if not isinstance(value, str) or not value.strip("* .") or len(value) > MAX_TEXT or not value.isprintable():
        return value, [((), f'must be a dotted name or a path, not {described(value)}; write for example "core.mail.send"')]
    if _too_wild(value.split(".")):
        return value, [((), f"has {shown(value)} with too many wildcards ({MOST_SAID}); write several exceptions")]
    return value, []


def captures(pattern: str) -> tuple[str, ...]:
    """Names that a path pattern captures."""
    return tuple(_CAPTURE.findall(pattern))


class PartNames:
    """Names of all parts, sound or not. Looking for a name that is spelt alike takes time, so only the first unknown ones get that hint."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._hints = MOST_HINTS

    def add(self, name: str) -> None:
        self._names.add(name)

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def unknown(self, name: str) -> str:
        """What to say about a name that is no part."""
        self._hints -= 1
        near = get_close_matches(name[:100], sorted(self._names), n=1) if self._hints >= 0 else []
        remedy = f"did you mean {near[0]}?" if near else 'define it below [parts], for example name = "src/name/**"'
        return f"names the part {shown(name)}, which is not defined; {remedy}"


def selector(parts: PartNames, symbols: bool = True) -> Checker:
    """The name of a part, or `symbol:` and a dotted pattern."""

    def check(value: object) -> Result:
        if not isinstance(value, str):
            return value, [((), f"must name parts, not {described(value)}; put the name in quotes")]
        if value.startswith(SYMBOL):
            if not symbols:
                return value, [((), f"must name parts; {shown(value)} names symbols, which this rule cannot judge")]
            names = value.removeprefix(SYMBOL).split(".")
            if len(value) > MAX_TEXT or _too_wild(names):
                return value, [((), f"has {shown(value)} with too many wildcards ({MOST_SAID}); use several simpler patterns")]
            if _SYMBOL_PATTERN.fullmatch(value.removeprefix(SYMBOL)) is None:
                return value, [((), f'has {shown(value)}, which is no dotted name; write for example "symbol:store.db.*"')]
            return value, []
        if value not in parts:
            return value, [((), parts.unknown(value))]
        return value, []

    return check


def module(value: object) -> Result:
    """The name of a library, as it is imported."""
    if isinstance(value, str) and len(value) <= MAX_TEXT and _MODULE.fullmatch(value):
        return value, []
    return value, [((), f'must name libraries as they are imported, not {described(value)}; write for example "attrs" or "@scope/name"')]


def edge(value: object) -> Result:
    """A kind of dependency."""
    if isinstance(value, str) and value in EDGES:
        return value, []
    return value, [((), f"must hold {', '.join(EDGES)}, not {described(value)}; choose among them")]


def layer(parts: PartNames) -> Checker:
    """One layer: parts joined by `|` (independent) or `:` (may mix), in `( )` when it may be empty, with `!` when it is closed."""

    def check(value: object) -> Result:
        if not isinstance(value, str) or not value.strip():
            return value, [((), f'must be a list of layers, not {described(value)}; write for example ["web | jobs", "core", "(store)"]')]
        body = value.strip()
        closed = body.endswith("!")
        body = body.removesuffix("!").strip()
        optional = body.startswith("(") and body.endswith(")")
        body = body[1:-1].strip() if optional else body
        closed, body = closed or body.endswith("!"), body.removesuffix("!").strip()
        if "|" in body and ":" in body:
            return value, [((), f"has the layer {shown(value)} with both | and :; use one of them")]
        names = tuple(name.strip() for name in re.split(r"[|:]", body))
        wrong = next((name for name in names if name not in parts), None)
        if wrong is not None:
            return value, [((), f"has the layer {shown(value)}, which {parts.unknown(wrong)}")]
        return Layer(parts=names, independent=":" not in body, closed=closed, optional=optional), []

    return check
