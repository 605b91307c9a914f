"""What a change renames and moves, so that what was wrong before does not look new under another name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from nexus_diff.rules.values import Edge
from nexus_diff.rules.view import View


class Moves:
    """`renames`: base node id → head node id. Names that did not change map to themselves."""

    def __init__(self, renames: Mapping[str, str]) -> None:
        self._to_head = dict(renames)
        self._to_base = {new: old for old, new in renames.items()}
        self.files = {old.removeprefix("File:"): new.removeprefix("File:") for old, new in renames.items() if old.startswith("File:")}

    def head(self, node_id: str) -> str:
        """Head's id of a node of base."""
        return self._to_head.get(node_id, node_id)

    def base(self, node_id: str) -> str:
        """Base's id of a node of head."""
        return self._to_base.get(node_id, node_id)

    def symbols(self) -> Iterable[tuple[str, str]]:
        """(base id, head id) of the symbols that have another id."""
        return ((old, new) for old, new in self._to_head.items() if not old.startswith("File:"))

    def key(self, edge: Edge) -> tuple[str, str, str]:
        """An edge of base as it would be named in head."""
        return edge.type, self.head(edge.source), self.head(edge.target)

    def split(self, base: Iterable[str], head: View, old: Callable[[str], str], new: Callable[[str], str]) -> dict[str, str]:
        """Groups of head that did not exist and hold only files that were moved there (and new ones that import nothing), all from one
        group of base that still exists."""
        came_from = {after: before for before, after in self.files.items()}
        there = {group for path in base if (group := old(path))}
        alive = {group for path in head.files() if (group := new(path))}
        origins: dict[str, set[str]] = {}
        for path in head.files():
            group = new(path)
            if group and group not in there and (path in came_from or head.lines(path)):
                origins.setdefault(group, set()).add(old(came_from[path]) if path in came_from else "")
        return {group: next(iter(found)) for group, found in sorted(origins.items()) if len(found) == 1 and found <= alive}

    def groups(self, base: Iterable[str], head: Iterable[str], old: Callable[[str], str], new: Callable[[str], str]) -> dict[str, str]:
        """Groups of files that have another name in head: those that are gone, and most of whose moved files went to one group."""
        alive = {group for path in head if (group := new(path))}
        votes: dict[str, Counter[str]] = {}
        for path in base:
            before, moved = old(path), self.files.get(path)
            if before and before not in alive and moved is not None and (after := new(moved)):
                votes.setdefault(before, Counter())[after] += 1
        return {group: min(count, key=lambda name: (-count[name], name)) for group, count in sorted(votes.items())}
