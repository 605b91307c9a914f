"""`[[accept]]`: findings that are known and accepted, each with a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime

from nexus_diff.config.architecture import INFERRED
from nexus_diff.config.schema import Accept
from nexus_diff.config.values import Fault, described, globs, nearest, shown

BREAKING_KINDS = ("arguments", "gone", "import", "override", "unimplemented")
FINDINGS = ("breaking", *BREAKING_KINDS, "violation", "test-gap", "dead-code", "cycle")
"""What findings are called, beside the names of rules."""
MAX_ENTRIES = 300
MAX_TEXT = 500
_NAME = re.compile(r"[A-Za-z0-9][\w.:/-]{0,99}\Z")
_EXAMPLE = '[[accept]] with finding = "breaking", where = "src/legacy/**", why = "…"'

Word = Callable[[object], "tuple[object, str]"]
"""A value as the Config holds it, or what is wrong with it."""


def accepts(value: object) -> tuple[object, list[Fault]]:
    """A list of tables, one for each accepted finding."""
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        return (), [((), f"must be a list of tables, not {described(value)}; write {_EXAMPLE}")]
    if len(value) > MAX_ENTRIES:
        return (), [((), f"has {len(value)} entries, more than {MAX_ENTRIES}; mend some of the findings")]
    faults: list[Fault] = []
    found = []
    for number, entry in enumerate(value):
        good, wrong = _entry(entry)
        faults += [((number, *where), what) for where, what in wrong]
        if not wrong:
            found.append(Accept(**good))  # type: ignore[arg-type]
    return tuple(found), faults


def unknown_findings(value: object, rules: Collection[str]) -> list[Fault]:
    """Faults of the entries that name no finding, where `rules` are the ids of all rules. A slip of the pen would accept nothing,
    and nobody would know why."""
    known = (*FINDINGS, *INFERRED, *sorted(rules))
    entries = value[:MAX_ENTRIES] if isinstance(value, list) else []
    names = [entry.get("finding") if isinstance(entry, dict) else None for entry in entries]
    return [
        (
            (number, "finding"),
            f"finding {shown(name)} is neither a kind of finding nor a rule; {nearest(name, known, 'known are')}",
        )
        for number, name in enumerate(names)
        if isinstance(name, str) and _NAME.match(name) and name not in known
    ]


def _entry(entry: Mapping[str, object]) -> tuple[dict[str, object], list[Fault]]:
    faults: list[Fault] = [((key,), f"unknown key {shown(key)}; an entry has {', '.join(_KEYS)}") for key in entry if key not in _KEYS]
    missing = [key for key in _REQUIRED if key not in entry]
    if missing:
        faults.append(((), f"lacks {' and '.join(missing)}; write {_EXAMPLE}"))
    good: dict[str, object] = {}
    for key, check in _KEYS.items():
        if key in entry:
            good[key], wrong = check(entry[key])
            faults += [((key,), f"{key} {wrong}")] if wrong else []
    return good, faults


def _finding(value: object) -> tuple[object, str]:
    if isinstance(value, str) and _NAME.match(value):
        return value, ""
    what = "breaking, a kind of breaking call site, test-gap, dead-code, cycle, violation or the name of a rule"
    return value, f"must be the name of a finding, not {described(value)}; write one of {what}"


def _where(value: object) -> tuple[object, str]:
    if not isinstance(value, str):
        return value, f"must be a glob of files or the name of a symbol, not {described(value)}; put it in quotes"
    if value.startswith("!"):
        return value, f"has the glob {shown(value)}, which takes back instead of naming something; name what is accepted"
    _, faults = globs([value])
    return value, f"has {faults[0][1].removeprefix('has ')}" if faults else ""


def _why(value: object) -> tuple[object, str]:
    if not isinstance(value, str) or not any(sign.isalnum() for sign in value):
        return value, f"must be the reason in words, not {described(value)}; say why this is acceptable"
    return value, f"has {len(value)} characters, more than {MAX_TEXT}; shorten it" if len(value) > MAX_TEXT else ""


def _until(value: object) -> tuple[object, str]:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value, ""
    if isinstance(value, str) and (found := day(value)) is not None:
        return found, ""
    return value, f"must be a date, not {described(value)}; write for example until = 2026-12-31"


def day(text: str) -> date | None:
    """A date written as YYYY-MM-DD, None if it is none."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


_KEYS: Mapping[str, Word] = {"finding": _finding, "where": _where, "why": _why, "until": _until}
_REQUIRED = ("finding", "where", "why")
