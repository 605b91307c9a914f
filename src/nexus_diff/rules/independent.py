"""`independent`: parts, or the values that one part captures, that may not use one another, directly or through other files."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.config.architecture import Rule
from nexus_diff.rules.kind import Kind
from nexus_diff.rules.layers import chains_between
from nexus_diff.rules.parts import Place
from nexus_diff.rules.values import Finding
from nexus_diff.rules.view import View


class Independent(Kind):
    """`except`: captured values (or parts) that all others may use, and that may use the others."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule)
        self._parts = frozenset(rule.targets)
        self._exempt = frozenset(rule.exempt)

    def forbids(self, source: Place, target: Place) -> str:
        if source.part not in self._parts or target.part not in self._parts or source.label == target.label:
            return ""
        if self._is_exempt(source) or self._is_exempt(target):
            return ""
        return f"{source.label} may not use {target.label}: they are independent"

    def concerns(self, source: Place) -> bool:
        return source.part in self._parts

    def _is_exempt(self, place: Place) -> bool:
        return place.part in self._exempt or any(value in self._exempt for _, value in place.values)

    def whole(self, view: View) -> Iterator[Finding]:
        if self.rule.through == "chain" and "IMPORTS" in view.types(self.rule):
            yield from chains_between(self, view, sorted(self._parts))
