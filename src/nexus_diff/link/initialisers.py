"""Initialisers of fields and properties: in which functions they run."""

from __future__ import annotations

from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_STATIC = frozenset({"static", "const"})
_HOLDERS = frozenset({"field", "variable", "property"})


class Initialisers:
    """Which constructors of a class run what stands outside of its methods; of one file."""

    def __init__(self, index: FileIndex) -> None:
        self._index = index
        facts = index.facts
        self._delegating = {
            facts.scopes[site.scope].definition
            for site in facts.sites
            if site.kind == "call" and isinstance(e := facts.exprs[site.expr], x.Call) and _is_this(facts.exprs[e.func])
        }
        self._of_class: dict[tuple[int, bool], tuple[str, ...]] = {}

    def run_in(self, cls: int, line: int) -> tuple[str, ...]:
        """Ids of the constructors, written in this part of a class, that run the initialiser on a line of it: those that hand over to no
        other one of the class, or the static one. Nothing where there are none, or no initialiser stands there."""
        facts = self._index.facts
        body = facts.definitions[cls].body
        for d, span in zip(facts.definitions, facts.spans, strict=True):
            if d.scope == body and d.kind in _HOLDERS and span.start <= line <= span.end:
                return self._constructors(cls, not _STATIC.isdisjoint(d.modifiers))
        return ()

    def _constructors(self, cls: int, static: bool) -> tuple[str, ...]:
        found = self._of_class.get((cls, static))
        if found is None:
            facts, nodes = self._index.facts, self._index.nodes
            body = facts.definitions[cls].body
            made = [
                node.id
                for position, (d, node) in enumerate(zip(facts.definitions, nodes, strict=True))
                if d.scope == body and d.kind == "constructor" and node is not None and ("static" in d.modifiers) == static
                and position not in self._delegating
            ]  # fmt: skip
            found = self._of_class[cls, static] = tuple(made)
        return found


def _is_this(e: x.Expr) -> bool:
    return isinstance(e, x.Name) and e.name == "this" and e.point != NONE
