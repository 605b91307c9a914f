"""The blast radius for display: rings of impacted code by distance, each symbol with its path in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from nexus_diff.model.answer import Answer, Hop, Impacted
from nexus_diff.report.fold import by_package, only_imports, rows_by_distance
from nexus_diff.report.ids import name_in
from nexus_diff.report.value import ImpactedRow, Ring, Step, first

VERBS = {
    "CALLS": "calls",
    "EXTENDS": "extends",
    "IMPLEMENTS": "implements",
    "OVERRIDES": "overrides",
    "REFERENCES": "uses",
    "IMPORTS": "imports",
    "DEFINES": "defines",
    "CONTAINS": "contains",
    "MEMBER_OF": "is a member of",
}
_SHARING = {
    "shared-data": ("touches the same data", "shares data with"),
    "shared-call": ("calls the same function", "calls the same function as"),
}
"""Reasons of relations that no code spells out → what the one is to the change, and to the other."""
_USES = ("uses it as a value", "uses")
_REFERENCES = {
    **_SHARING,
    "creates": ("creates it", "creates"),
    "variant": ("uses a variant of it", "uses a variant of"),
    "type": ("names it as a type", "names"),
    "import": ("imports it", "imports"),
}
"""Reason of a REFERENCES relation → what the one is to the change, and what it does to the other."""
_NEAR = 2
"""Distance beyond which the blast radius is folded."""
_EFFECTS = {
    "EXTENDS": "extends the changed class",
    "IMPLEMENTS": "implements the changed interface",
    "OVERRIDES": "overrides the changed method",
    "IMPORTS": "imports the changed module code",
}

FIRST_SCREEN_FILES = 5
"""Files that are named where the others are only counted."""


def names_of(answer: Answer) -> dict[str, str]:
    """Id → qualified name of every symbol that the answer tells of."""
    names = {symbol.id: symbol.qualified_name for symbol in (*answer.impacted, *answer.callees)}
    names.update((symbol.id, symbol.qualified_name) for symbol in answer.changed_symbols)
    return names


def rings(answer: Answer, limit: int, names: Mapping[str, str]) -> tuple[Ring, ...]:
    """The blast radius by distance, surest first; the limit is spent from the nearest ring outwards. Direct neighbours stand in two
    rings: those that call, and those that are touched otherwise. An import goes without saying where its file uses what it imports."""
    found: list[Ring] = []
    for distance, symbols in rows_by_distance(answer.impacted):
        users = {symbol.file for symbol in symbols if not only_imports(symbol)}
        code = [symbol for symbol in symbols if not (symbol.in_tests or (only_imports(symbol) and symbol.file in users))]
        aside = [symbol for symbol in symbols if symbol.in_tests and symbol.kind != "file"]
        parts = [("Direct callers", [symbol for symbol in code if not _effect(symbol)])]
        if distance == 1:
            parts.append(("Touched without a call", [symbol for symbol in code if _effect(symbol)]))
        else:
            parts = [(f"Reached at distance {distance}", code)]
        for number, (title, members) in enumerate(parts):
            if members or (aside and not number):
                ring = _ring(title, distance, members, () if number else aside, limit, names)
                limit -= sum(len(package.rows) for package in ring.packages)
                found.append(ring)
    return tuple(found)


def _ring(title: str, distance: int, code: Sequence[Impacted], aside: Sequence[Impacted], limit: int, names: Mapping[str, str]) -> Ring:
    importers = [symbol.file for symbol in code if only_imports(symbol)]
    listed = [symbol for symbol in code if not only_imports(symbol)]
    rows = [_row(symbol, names) for symbol in listed[:limit]]
    return Ring(
        title=title,
        distance=distance,
        packages=by_package(rows),
        cut=len(listed) - len(rows),
        importers=first(importers, FIRST_SCREEN_FILES),
        tests=sum(symbol.is_test for symbol in aside),
        helpers=sum(not symbol.is_test for symbol in aside),
        folded=distance > _NEAR,
    )


def possible_rings(symbols: Sequence[Impacted], limit: int, names: Mapping[str, str]) -> list[Ring]:
    """What may be impacted, by name alone or for what it has in common with the change: folded, after everything else."""
    sharing = [symbol for symbol in symbols if symbol.path and symbol.path[-1].reason in _SHARING]
    named = [symbol for symbol in symbols if not symbol.path or symbol.path[-1].reason not in _SHARING]
    parts = (("Possible users, by name only", named), ("Possibly affected through data or calls in common", sharing))
    found = [_ring(title, 0, members, (), limit, names) for title, members in parts if members]
    return [msgspec.structs.replace(ring, folded=True) for ring in found]


def _row(symbol: Impacted, names: Mapping[str, str]) -> ImpactedRow:
    return ImpactedRow(symbol=symbol, steps=_steps(symbol, names, symbol.via), effect=_effect(symbol))


def callee(symbol: Impacted, names: Mapping[str, str]) -> ImpactedRow:
    """A symbol that changed code calls: its path leads to it."""
    return ImpactedRow(symbol=symbol, steps=_steps(symbol, names, symbol.id))


def _effect(symbol: Impacted) -> str:
    """What a direct neighbour is to the change, if it does not just call it."""
    last = symbol.path[-1] if symbol.distance == 1 and symbol.path else None
    if last is None:
        return ""
    if last.type == "REFERENCES":
        return _REFERENCES.get(last.reason, _USES)[0]
    return _EFFECTS.get(last.type, "")


def _steps(symbol: Impacted, names: Mapping[str, str], end: str) -> tuple[Step, ...]:
    followers = [*((hop.id, hop.file) for hop in symbol.path[1:]), (end, "")]
    return tuple(_step(hop, names.get(node) or name_in(node, file)) for hop, (node, file) in zip(symbol.path, followers, strict=True))


def _step(hop: Hop, target: str) -> Step:
    return Step(
        file=hop.file,
        line=hop.line,
        verb=verb(hop),
        target=target,
        confidence=hop.confidence,
        reason=hop.reason,
        old=hop.side == "base",
    )


def verb(hop: Hop) -> str:
    """What a symbol does to the next one on a path."""
    return _REFERENCES.get(hop.reason, _USES)[1] if hop.type == "REFERENCES" else VERBS.get(hop.type, hop.type.lower())
