"""Imports that moved along with the code that needs them: the same dependency, from or to another file."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.rules.moves import Moves
from nexus_diff.rules.values import Finding
from nexus_diff.rules.view import View

Key = tuple[str, ...]


def moved_imports(base: View, head: View, moves: Moves, before: Sequence[Finding], fresh: Sequence[Finding]) -> dict[Key, Key]:
    """Key of a finding about an import that looks new → key, in head's names, of the one in base that it continues. An import continues
    another one of the same rule when a symbol moved from the one importing file to the other, or between the imported files."""
    imports = [finding for finding in fresh if finding.key[1] == "IMPORTS" and finding.edges[0].reason != "external"]
    if not imports or not before:
        return {}
    ways = _ways(base, head, moves)
    found: dict[Key, Key] = {}
    for finding in imports:
        source, target = finding.edges[0].file, head.path_of(finding.target)
        for old in before:
            if old.rule != finding.rule or old.key[1] != "IMPORTS":
                continue
            here = (_now(moves, old.edges[0].file), source)
            there = (_now(moves, base.path_of(old.target)), target)
            if (here[0] == here[1] or here in ways) and (there[0] == there[1] or there in ways) and _same_parts(base, head, old, finding):
                found[finding.key] = (old.rule, "IMPORTS", moves.head(old.source), moves.head(old.target))
                break
    return found


def _ways(base: View, head: View, moves: Moves) -> set[tuple[str, str]]:
    """(file, file) between which a symbol moved, in head's names."""
    found = set()
    for old, new in moves.symbols():
        start, end = _now(moves, base.path_of(old)), head.path_of(new)
        if start != end:
            found.add((start, end))
    return found


def _now(moves: Moves, path: str) -> str:
    return moves.files.get(path, path)


def _same_parts(base: View, head: View, old: Finding, new: Finding) -> bool:
    """Whether both connect the same parts: a move into another part is a change of its own."""
    ends = ((old.source, new.source), (old.target, new.target))
    return all(base.place(base.path_of(a)).part == head.place(head.path_of(b)).part for a, b in ends)
