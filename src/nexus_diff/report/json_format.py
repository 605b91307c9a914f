"""The Answer itself, as JSON (docs/json.md)."""

# For maintainers. Characters that a terminal would obey or hide (C1 controls, bidi marks …) are written as \u escapes: the same JSON value,
# harmless to look at. Bytes of a path that are no UTF-8 cannot stand in JSON text; they are written as the four characters \xff.

from __future__ import annotations

import re
from typing import Any

import msgspec

from nexus_diff.model.answer import Answer
from nexus_diff.report.value import Options, Report

_BEYOND_ASCII = re.compile("[^\x00-\x7e]")
_COMMAND = re.compile(r"(##\w{0,20})\[")
_SURROGATE = re.compile("[\ud800-\udfff]")


def render(report: Report, options: Options) -> str:
    """The answer field for field (docs/json.md); what is cut for display is not cut here."""
    text = printable_json(msgspec.json.format(_encode(report.answer), indent=2).decode())
    return text if options.unicode else _BEYOND_ASCII.sub(_escaped, text)


def printable_json(text: str) -> str:
    """JSON that can be looked at: the same value, nothing in it that a terminal or a CI log obeys."""
    return _COMMAND.sub(r"\1\\u005b", _BEYOND_ASCII.sub(_harmless, text)) + "\n"


def _encode(answer: Answer) -> bytes:
    try:
        return msgspec.json.encode(answer, order="deterministic")
    except UnicodeEncodeError:
        return msgspec.json.encode(decodable(msgspec.to_builtins(answer)), order="deterministic")


def decodable(value: Any) -> Any:
    """The value with bytes that are no UTF-8 written as `\\xff`."""
    if isinstance(value, str):
        return _SURROGATE.sub(_byte, value)
    if isinstance(value, dict):
        return {decodable(key): decodable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [decodable(item) for item in value]
    return value


def _byte(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"\\u{code:04x}"


def _harmless(match: re.Match[str]) -> str:
    char = match.group()
    return char if char.isprintable() else _escaped(match)


def _escaped(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\n":
        return char
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
