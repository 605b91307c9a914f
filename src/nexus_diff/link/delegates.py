"""How far a function is from what declares one: a delegate, a function type, an interface with one method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.costs import NEVER, UNKNOWN
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.inference import mentions
from nexus_diff.link.values import Bound, Box, Def, Ext, Func, Inst, TypeParam, Value, Values

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.signatures import Signature

CHANGED, THROWN_AWAY, AWAITED_BY_NOBODY, WITHOUT = 1, 2, 3, 4
"""Costs: of a result that is converted, that nobody wants, of an asynchronous function that nobody waits for, of no result where one is
wanted."""
NO_RESULT: Values = (Ext("void"),)
"""Result of functions that give none."""


class Delegates:
    """Distances from functions to their types."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def distance(self, given: Value, wanted: Value) -> int:
        """A function can be handed to what declares a function: as many parameters as it has."""
        if not isinstance(wanted, (Inst, Ext, Box)):
            return NEVER
        signatures = self.context.signatures.of(wanted)
        if not signatures:
            there = self.world.index(wanted.path) if isinstance(wanted, Inst) else None
            known = there is not None and (there.language.functional_interfaces or there.language.exact_functions)
            plain = isinstance(wanted, Ext) and "." not in wanted.name
            return NEVER if known or plain else UNKNOWN if isinstance(wanted, Ext) else 2
        if not isinstance(given, (Func, Bound, Def)):
            return 1
        index = self.world.index(given.path)
        if not isinstance(given, Func):
            if index is not None and index.language.exact_functions:
                return 1 + self._of_group(index, given, signatures)
            return 1 + self._plainly(index, given, signatures)
        own = self.context.signatures.of(given)
        counts = {len(s.box.args) for s in own}
        any_number = any(isinstance(v, Box) and v.name == "rest" for s in own for values in s.box.args[:-1] for v in values)
        if counts and not any_number and all(len(s.box.args) not in counts for s in signatures):
            return NEVER
        if index is None or not index.language.exact_functions:
            return 1 + self._plainly(index, given, signatures)
        return 1 + min(self._of_lambda(index, given, s.box.args[-1]) for s in signatures)

    def between(self, index: FileIndex, given: Box, wanted: Box) -> int:
        """From one function type to another: as many parameters, each of which takes what it is given, and a result where one is wanted."""
        if len(given.args) != len(wanted.args):
            return NEVER
        step = self.context.conversions.step
        costs = [step(index, mine, theirs) for mine, theirs in zip(given.args[:-1], wanted.args[:-1], strict=True) if mine and theirs]
        costs.append(self._result(index, given.args[-1], wanted.args[-1]))
        return NEVER if any(cost >= NEVER for cost in costs) else 0

    def _of_group(self, index: FileIndex, given: Bound | Def, signatures: Sequence[Signature]) -> int:
        """A method that is named where a function is wanted: one of its overloads takes what the function is given."""
        own = self.context.signatures.of(given)
        fitting = [(o, w) for o in own for w in signatures if len(o.box.args) == len(w.box.args)]
        if not own or not all(s.box.args for s in signatures):
            return 0
        return min((self._result(index, o.box.args[-1], w.box.args[-1]) for o, w in fitting), default=NEVER)

    def _plainly(self, index: FileIndex | None, given: Func | Bound | Def, signatures: Sequence[Signature]) -> int:
        """Whether a function gives a result where one is wanted and none where none is: 0, else how much worse it fits."""
        if index is None or not index.language.functional_interfaces:
            return 0
        wanted = any(s.box.args[-1] != NO_RESULT for s in signatures)
        if isinstance(given, Func):
            made = bool(index.facts.scopes[given.scope].returns) and self.context.evaluator.calls.anonymous(given) != NO_RESULT
        elif own := self.context.signatures.of(given):
            made = any(s.box.args[-1] != NO_RESULT for s in own)
        else:
            return 0
        return 0 if wanted == made else THROWN_AWAY if made else WITHOUT

    def _of_lambda(self, index: FileIndex, given: Func, wanted: Values) -> int:
        scope = index.facts.scopes[given.scope]
        made = self.context.evaluator.calls.anonymous(given)
        plain = "value" in scope.modifiers or (bool(scope.returns) and "expression" not in scope.modifiers)
        if wanted == NO_RESULT:
            if plain:
                return NEVER
            return AWAITED_BY_NOBODY if "async" in scope.modifiers else 0 if made in (NO_RESULT, ()) and not scope.returns else THROWN_AWAY
        if not scope.returns and "async" not in scope.modifiers:
            return WITHOUT
        return self._result(index, made, wanted)

    def _result(self, index: FileIndex, made: Values, wanted: Values) -> int:
        """From one result to another."""
        if not made or not wanted:
            return 0
        if (made == NO_RESULT) != (wanted == NO_RESULT):
            return NEVER if wanted == NO_RESULT or not any(isinstance(w, TypeParam) for w in wanted) else WITHOUT
        if any(isinstance(w, TypeParam) for w in wanted):
            return CHANGED if any(isinstance(v, (Ext, Box)) and v.name in index.language.awaitables for v in made) else 0
        if mentions(wanted):
            names = {w.name for w in wanted if isinstance(w, Box)}
            known = all(isinstance(v, (Ext, Box, Inst)) for v in made)
            waits = not names.isdisjoint(index.language.awaitables)
            given = any(isinstance(v, Box) and v.name in index.language.awaitables for v in made)
            return NEVER if waits and known and not given and self.context.conversions.step(index, wanted, made) != UNKNOWN else 0
        cost = self.context.conversions.step(index, wanted, made)
        return NEVER if cost >= NEVER else CHANGED if cost else 0
