"""Service messages: what TeamCity takes from our output."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nexus_diff.publish.value import Annotation
from nexus_diff.report.escape import lines_visible

MOST_MESSAGES = 250
_TYPE = "nexus-diff"
_SEVERITIES = {"failure": "ERROR", "warning": "WARNING", "notice": "INFO"}
_ESCAPES = {"|": "||", "'": "|'", "[": "|[", "]": "|]", "\n": "|n", "\r": "|r"}


def message(name: str, values: Mapping[str, str]) -> str:
    """One message; nothing in it can end it."""
    return f"##teamcity[{name} {' '.join(f'{key}={_quoted(value)}' for key, value in values.items())}]"


def inspections(annotations: Iterable[Annotation]) -> list[str]:
    """The first annotations as inspections, in the order given, with the declaration that these need, and a line that counts the others."""
    given = list(annotations)
    rows, left = given[:MOST_MESSAGES], len(given[MOST_MESSAGES:])
    if not rows:
        return []
    kind = {"id": _TYPE, "name": "What the change breaks", "category": "nexus-diff", "description": "Breaking call sites and rules"}
    more = [message("message", {"text": f"{left} more findings are in the report", "status": "WARNING"})] if left else []
    return [message("inspectionType", kind), *map(_inspection, rows), *more]


def _inspection(one: Annotation) -> str:
    text = f"{one.title}: {one.message[:4000]}"
    where = {"typeId": _TYPE, "message": text, "file": one.path, "line": str(one.start_line), "SEVERITY": _SEVERITIES[one.level]}
    return message("inspection", where)


def _quoted(text: str) -> str:
    return f"'{''.join(map(_char, lines_visible(text)))}'"


def _char(char: str) -> str:
    if char.isascii():
        return _ESCAPES.get(char, char)
    return f"|0x{ord(char):04X}" if ord(char) <= 0xFFFF else char
