"""Initialisers of fields and properties: in which functions they run."""

from __future__ import annotations

from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site

_NOT_RUN = frozenset({"decorator", "type", "base", "del", "forward"})
"""Kinds of sites that run nothing where they stand."""
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
        self._static: dict[tuple[int, int], bool] = {}
        """Body of a class and a line of it that an initialiser stands on → whether that is of something static."""
        for d, span in zip(facts.definitions, facts.spans, strict=True):
            for line in range(span.start, span.end + 1) if d.kind in _HOLDERS and facts.scopes[d.scope].kind == "class" else ():
                self._static.setdefault((d.scope, line), not _STATIC.isdisjoint(d.modifiers))
        self._of_class: dict[tuple[int, bool], tuple[str, ...]] = {}

    def run_in(self, site: Site) -> tuple[str, ...]:
        """Ids of the constructors, written in the same part of the class, that run the initialiser which a site stands in: those that hand
        over to no other one of the class, or the static one. Nothing where there are none, or the site stands in no initialiser."""
        cls = self._class_around(site.scope) if site.kind not in _NOT_RUN else NONE
        static = self._static.get((self._index.facts.definitions[cls].body, site.line)) if cls != NONE else None
        return self._constructors(cls, static) if static is not None else ()

    def _class_around(self, scope: int) -> int:
        """The class in whose body, and in no function of it, a scope stands; NONE for none."""
        scopes = self._index.facts.scopes
        while scope > 0 and scopes[scope].kind not in ("class", "function"):
            scope = scopes[scope].parent
        return scopes[scope].definition if scope > 0 and scopes[scope].kind == "class" else NONE

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
