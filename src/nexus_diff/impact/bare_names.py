"""What bare names mean in languages where they may name a member of the class around."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.model.expr import NONE, Attr, Call, Name, Op
from nexus_diff.model.facts import FileFacts, Site

_MEMBERS = ("attr", "attr_set")
SETTING = ("attr_set", "name_set")
"""Kinds of sites that set something."""
_NAMING = ("value", "name", "name_set", *_MEMBERS)
"""Kinds of sites at a bare name."""


class Meanings:
    """What the bare names of one file mean."""

    def __init__(self, facts: FileFacts) -> None:
        self._facts = facts
        self._bound: dict[int, dict[str, bool]] = {}
        for binding in facts.bindings:
            kind = facts.definitions[binding.definition].kind if binding.definition != NONE else ""
            if binding.attr_of == NONE:
                held = self._bound.setdefault(binding.scope, {})
                held[binding.target] = held.get(binding.target, False) or kind == "field"
        for definition in facts.definitions:
            if definition.body != NONE:
                self._bound.setdefault(definition.body, {}).update((p.name, False) for p in definition.params)
        for position, scope in enumerate(facts.scopes):
            if scope.params:
                self._bound.setdefault(position, {}).update((p.name, False) for p in scope.params)

    def is_field(self, scope: int, name: str) -> bool | None:
        """Whether a bare name in this scope is that of a field of a class around; None where nothing in the file bears it."""
        while scope >= 0:
            here = self._facts.scopes[scope]
            bound = self._bound.get(scope, {}).get(name)
            if bound is not None and (bound or here.kind != "class"):
                return bound and here.kind == "class"
            scope = here.parent
        return None


def bare_names(facts: FileFacts, site: Site) -> Iterator[str]:
    """The bare names that a site reads or sets: its own, those of operands, and what members are taken of."""
    expr = facts.exprs[site.expr]
    if isinstance(expr, Name):
        if site.kind in _NAMING:
            yield expr.name
    elif isinstance(expr, Op) and site.kind == "op":
        for operand in (expr.left, expr.right):
            inner = facts.exprs[operand] if operand != NONE else None
            if isinstance(inner, Name):
                yield inner.name
    elif isinstance(expr, Call) or (isinstance(expr, Attr) and site.kind in _MEMBERS):
        inner = facts.exprs[expr.func] if isinstance(expr, Call) else expr
        while isinstance(inner, Attr):
            inner = facts.exprs[inner.value]
            if isinstance(inner, Name):
                yield inner.name
