"""`from` … `forbid`: parts or symbols that may not use others, directly or, with `through = "chain"`, at all."""

# For maintainers. A chain is one of imports (files) when imports are among the edges, else one of calls and inheritance (symbols). In the
# latter every relation counts, overrides and callbacks too: the question is what runs in the end, not what the code names.

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.model.graph import Relation
from nexus_diff.model.words import listed
from nexus_diff.rules.chains import as_edges, in_words, reached
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Place, Selector
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View

MOST_VISITED = 20_000
"""Symbols that one walk looks at."""


class Forbid(Kind):
    """One pair of selectors."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._sources, self._targets = Selector(rule.sources), Selector(rule.targets)

    def forbids(self, source: Place, target: Place) -> str:
        if not self._sources.some(source) or not self._targets.some(target):
            return ""
        return "" if self._targets.whole(source) and not self._sources.symbols else f"{self._from(source)} may not use {self._to(target)}"

    def concerns(self, source: Place) -> bool:
        return self._sources.some(source)

    def means(self, view: View, edge: Edge) -> bool:
        source, target = view.place(view.path_of(edge.source)), view.place(view.path_of(edge.target))
        return self._sources.has(source, view.symbol_name(edge.source)) and self._targets.has(target, view.symbol_name(edge.target))

    def whole(self, view: View) -> Iterator[Finding]:
        if self.rule.through == "chain":
            yield from self._imports(view) if "IMPORTS" in view.types(self.rule) else self._calls(view)

    def _imports(self, view: View) -> Iterator[Finding]:
        imports = view.imports(self.rule.id)
        for label, files in _grouped(view, self._sources).items():
            found = reached(imports, files, lambda path: self._group(view.place(path)), lambda path: True)
            for target, chain in sorted(found.items()):
                if len(chain) > 2:
                    message = f"{label} may not reach {target}" + in_words(view, chain)
                    yield self.found_chain(label, target, message, as_edges(view, chain))

    def _group(self, place: Place) -> str:
        return self._to(place) if self._targets.whole(place) else ""

    def _calls(self, view: View) -> Iterator[Finding]:
        """For each target, the shortest chain of calls from each group of sources: a walk backwards."""
        types = view.types(self.rule)
        for target in _symbols(view, self._targets):
            for label, chain in sorted(self._callers(view, target, types).items()):
                if len(chain) > 1:
                    between = [view.symbol_name(edge.target) for edge in chain[:-1]]
                    through = listed(between, 3)
                    message = f"{label} may not reach {view.symbol_name(target)} through {through}"
                    yield self.found_chain(label, target, message, tuple(chain))

    def _callers(self, view: View, target: str, types: frozenset[str]) -> dict[str, list[Edge]]:
        after: dict[str, Edge | None] = {target: None}
        frontier = [target]
        found: dict[str, list[Edge]] = {}
        while frontier and len(after) < MOST_VISITED:
            following = []
            for node in frontier:
                for r in view.code.incoming(node, types, view.settings.min_confidence):
                    if r.source in after:
                        continue
                    after[r.source] = _edge(view, r)
                    place = view.place(view.path_of(r.source))
                    if self._sources.has(place, view.symbol_name(r.source)) and not place.unchecked:
                        found.setdefault(self._from(place), _forward(after, r.source))
                    following.append(r.source)
            frontier = sorted(following)
        return found

    def _from(self, place: Place) -> str:
        return place.label if place.part in self._sources.parts else self._sources.text

    def _to(self, place: Place) -> str:
        return place.label if place.part in self._targets.parts else self._targets.text


def _edge(view: View, r: Relation) -> Edge:
    return Edge(r.source, r.target, r.type, view.path_of(r.source), r.line, r.confidence, r.reason)


def _forward(after: dict[str, Edge | None], start: str) -> list[Edge]:
    chain: list[Edge] = []
    edge = after[start]
    while edge is not None:
        chain.append(edge)
        edge = after[edge.target]
    return chain


def _grouped(view: View, selector: Selector) -> dict[str, list[str]]:
    """Files that are meant as a whole, by label."""
    found: dict[str, list[str]] = {}
    for path in view.files():
        place = view.place(path)
        if selector.whole(place) and not place.unchecked:
            found.setdefault(place.label if place.part in selector.parts else selector.text, []).append(path)
    return dict(sorted(found.items()))


def _symbols(view: View, selector: Selector) -> Iterable[str]:
    """Ids of the symbols that are meant, sorted."""
    found = []
    for path in view.files():
        place = view.place(path)
        if selector.some(place):
            found += [node.id for node in view.code.nodes_in(path) if selector.has(place, view.symbol_name(node.id))]
    return sorted(found)
