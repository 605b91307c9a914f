"""Functions that are used as values: which of several of one name is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.costs import NEVER
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Bound, Def, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.signatures import Signature


class References:
    """Choice among overloads by what the place of a reference hands over."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.overloads = context.overloads

    def value(self, index: FileIndex, expr: int) -> Values:
        """What an expression that is used as a value stands for: of an overloaded function, those that take what the place hands over."""
        values = self.context.evaluator.value(index, expr)
        if not index.language.overloads:
            return values
        e = index.facts.exprs[expr]
        inner = index.facts.exprs[e.value] if isinstance(e, x.AddressOf) else None
        if inner is None or not any(isinstance(v, (Def, Bound)) for v in values):
            values = union(self.overloads.methods(index, inner), values) if inner is not None else values
        wanted = (
            [s for v in self.context.contexts.expected(index, expr) for s in self.context.signatures.of(v)] if inner is not None else []
        )
        return union(*(self._referenced(index, value, wanted) for value in values))

    def _referenced(self, index: FileIndex, value: Value, wanted: list[Signature]) -> Values:
        if not isinstance(value, (Def, Bound)) or not self.context.alike.is_function(Def(value.path, value.index)):
            return (value,)
        receiver = value.receiver if isinstance(value, Bound) else None
        found = self.context.alike.named(Def(value.path, value.index), receiver)
        for signature in wanted if len(found) > 1 else ():
            given = [self.context.signatures.parameter(signature, i) for i in range(len(signature.box.args) - 1)]
            found = self._taking(index, found, given, receiver) or self._taking(index, found, given[1:], receiver) or found
        return tuple(Bound(f.path, f.index, receiver) if receiver is not None and not self.context.alike.is_static(f) else f for f in found)

    def _taking(self, index: FileIndex, found: tuple[Def, ...], given: list[Values], receiver: Value | None) -> tuple[Def, ...]:
        """The functions that take just these arguments, nearest first."""
        rated: list[tuple[int, Def]] = []
        for function in found:
            there = self.world.index(function.path)
            params = self.context.ratings.params(there, there.facts.definitions[function.index], receiver) if there is not None else ()
            if there is None or len(params) != len(given):
                continue
            types = [self.context.ratings.declared(there, function, p, receiver, False) if p.type != NONE else NOTHING for p in params]
            cost = sum(self.context.conversions.step(index, t, g) for t, g in zip(types, given, strict=True))
            if cost < NEVER:
                rated.append((cost, function))
        least = min((cost for cost, _ in rated), default=0)
        return tuple(f for cost, f in rated if cost == least)
