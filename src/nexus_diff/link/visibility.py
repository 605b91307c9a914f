"""Which bindings of a name a read may see, by where both stand."""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.link.written import Written
from nexus_diff.model.facts import Binding, FileFacts, Point

Entry = tuple[int, Binding]
"""(ordinal among the bindings of its scope, binding)"""


class Visibility(Written):
    """The bindings of one file by scope and name."""

    __slots__ = ("_merged", "_names")

    def __init__(self, facts: FileFacts, language: Language) -> None:
        super().__init__(facts, language)
        self._names: list[dict[str, list[Entry]]] = []
        self._merged: set[tuple[int, str]] = set()
        """(scope, name) of declarations that are one thing together: interfaces and namespaces with their namesakes"""

    def visible(self, scope: int, name: str, point: Point | None) -> tuple[list[Binding], bool]:
        """Bindings of `name` in `scope` that a read at `point` may see, newest first, and whether one of them surely holds (else what
        the name was before may be meant); without a point: as at the scope's end.

        A binding in an enclosing (or the same) branch block hides the earlier ones; one in a block that excludes the reader's is left out;
        narrowings count only within their own block."""
        entries = self._names[scope].get(name)
        if not entries:
            return [], False
        if (scope, name) in self._merged:
            return [b for _, b in reversed(entries) if not b.narrow], True
        around = self._blocks_around(point.block) if point is not None else {0}
        at = point.at if point is not None else None
        found: list[Binding] = []
        certain = False
        for ordinal, binding in reversed(entries):
            if at is not None and ordinal >= at:
                continue
            inside = binding.block in around
            if binding.narrow and not inside:
                continue
            if not inside and point is not None and self._excluded(binding.block, around):
                continue
            found.append(binding)
            if inside:
                certain = True
                break
        if not found and (scope == 0 or point is None or self.language.hoisting):
            found = [b for _, b in reversed(entries) if not b.narrow]
        return found, certain

    def _blocks_around(self, block: int) -> set[int]:
        around = {block}
        blocks = self.facts.blocks
        while block > 0:
            block = blocks[block]
            around.add(block)
        return around

    def _excluded(self, block: int, around: set[int]) -> bool:
        """Whether `block` stands in an arm that excludes the reader's arm."""
        groups = self.facts.block_groups
        blocks = self.facts.blocks
        reader = {groups[b] for b in around if groups[b]}
        while block > 0 and block not in around:
            if groups[block] in reader:
                return True
            block = blocks[block]
        return False
