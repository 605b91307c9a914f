"""`protect`: parts or symbols that only the parts and symbols in `allow_from` may use."""

from __future__ import annotations

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.parts import Place, Selector
from nexus_diff.rules.values import Edge
from nexus_diff.rules.view import View


class Protect(Kind):
    """Files that belong to no part are judged too."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._targets, self._from = Selector(rule.targets), Selector(rule.allow_from)

    def forbids(self, source: Place, target: Place) -> str:
        if not self._targets.some(target) or self._targets.whole(source) or self._from.whole(source):
            return ""
        return f"{source.label} may not use {target.label}: only {self._from.text} may"

    def concerns(self, source: Place) -> bool:
        return not self._from.whole(source)

    def means(self, view: View, edge: Edge) -> bool:
        source, target = view.place(view.path_of(edge.source)), view.place(view.path_of(edge.target))
        if not self._targets.has(target, view.symbol_name(edge.target)) or self._targets.has(source, view.symbol_name(edge.source)):
            return False
        if edge.type == "IMPORTS":
            return not self._from.some(source)
        return not self._from.has(source, view.symbol_name(edge.source))
