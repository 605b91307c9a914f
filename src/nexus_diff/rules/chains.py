"""Shortest chains of imports between groups of files; of equally short ones, the one whose files come first by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import pairwise

from nexus_diff.model.words import listed
from nexus_diff.rules.values import Edge
from nexus_diff.rules.view import Imports, View


def reached(imports: Imports, starts: Collection[str], ends: Callable[[str], str], through: Callable[[str], bool]) -> dict[str, list[str]]:
    """From the files `starts`, the shortest chain to each group of files. `ends`: the group that a file belongs to, "" for none: a chain
    stops there. `through`: whether a chain may pass a file. Chains hold both ends."""
    before: dict[str, str] = dict.fromkeys(starts, "")
    frontier = sorted(starts)
    found: dict[str, list[str]] = {}
    while frontier:
        following: list[str] = []
        for path in frontier:
            for target in imports.get(path, ()):
                if target in before:
                    continue
                before[target] = path
                group = ends(target)
                if group:
                    found.setdefault(group, _back(before, target))
                elif through(target):
                    following.append(target)
        frontier = sorted(following)
    return found


def _back(before: dict[str, str], end: str) -> list[str]:
    chain = [end]
    while before[chain[-1]]:
        chain.append(before[chain[-1]])
    return chain[::-1]


def as_edges(view: View, chain: Iterable[str]) -> tuple[Edge, ...]:
    """A chain of files as evidence."""
    files = list(chain)
    return tuple(view.import_edge(source, target) for source, target in pairwise(files))


def in_words(view: View, chain: Iterable[str]) -> str:
    """The files between the ends, for a message."""
    between = [view.place(path).name for path in list(chain)[1:-1]]
    shown = listed(between, 3)
    return f" through {shown}" if shown else ""
