"""`from` … `require`: every symbol (or file) of the one must depend on the other."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.model.graph import Node
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Selector
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View

MOST_STEPS = 1_000
"""Symbols that one search for a required dependency looks at."""


class Require(Kind):
    """With `through = "chain"` the dependency may be one of dependencies (a base of a base)."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._sources, self._targets = Selector(rule.sources), Selector(rule.targets)

    def local(self, view: View, path: str) -> Iterator[Finding]:
        if self.rule.through == "direct":
            yield from self._missing(view, path)

    def whole(self, view: View) -> Iterator[Finding]:
        if self.rule.through == "chain":
            for path in view.files():
                yield from self._missing(view, path)

    def _missing(self, view: View, path: str) -> Iterator[Finding]:
        place = view.place(path)
        if place.unchecked or not self._sources.some(place):
            return
        types = view.types(self.rule)
        for node in view.code.nodes_in(path):
            name = view.symbol_name(node.id)
            wanted = node.label == "File" if self._sources.whole(place) else self._sources.has(place, name)
            if wanted and not self._targets.has(place, name) and not self._depends(view, node, types):
                what = {"File": "imports or uses"}.get(node.label, "uses")
                if types <= {"EXTENDS", "IMPLEMENTS"}:
                    what = "extends"
                message = f"{name} {what.replace('uses', 'use').replace('extends', 'extend').replace('imports', 'import')}"
                yield self._found(node, path, f"{message}s no {self._targets.text}, which it must")

    def _found(self, node: Node, path: str, message: str) -> Finding:
        rule = self.rule
        edge = Edge(node.id, node.id, "REQUIRES", path, node.start_line, 1.0, "missing")
        return Finding(rule.id, rule.severity, (rule.id, "REQUIRES", node.id, self._targets.text), node.id, node.id, message, (edge,))

    def _depends(self, view: View, node: Node, types: frozenset[str]) -> bool:
        seen = {node.id}
        waiting = [node.id]
        for current in waiting:
            for target in self._next(view, current, types):
                if target in seen:
                    continue
                seen.add(target)
                if self._targets.has(view.place(view.path_of(target)), view.symbol_name(target)):
                    return True
                if self.rule.through == "chain" and len(waiting) < MOST_STEPS:
                    waiting.append(target)
        return False

    def _next(self, view: View, node_id: str, types: frozenset[str]) -> Iterator[str]:
        found = view.code.node(node_id)
        if found is not None and found.label == "File":
            if "IMPORTS" in types:
                yield from (f"File:{target}" for target in view.lines(found.file_path))
            inside = {node.id for node in view.code.nodes_in(found.file_path)}
            yield from (r.target for r in view.code.relations(found.file_path) if r.type in types and r.target not in inside)
            return
        yield from (r.target for r in view.code.outgoing(node_id, types - {"IMPORTS"}, view.settings.min_confidence))
