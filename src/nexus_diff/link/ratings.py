"""How near the parameters of competing functions are to the arguments of a call, and which of them are nearest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nexus_diff.link.arity import fits, own_params
from nexus_diff.link.costs import BOXED, NEVER, UNKNOWN
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST, POINTER, REFERENCE, held, marks
from nexus_diff.link.values import NOTHING, Def, Inst, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Definition, Param

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

CONVERTED, GATHERED = 1, 2
"""Phases after the first: with plain values turned into objects or back, with arguments gathered into a rest parameter."""


MOST_COMPARED = 64
"""Equally near parameter lists that are compared with each other."""
MOVERS = frozenset({"std.move", "move", "std.forward"})
"""Functions that give their argument away."""


class Rating(NamedTuple):
    """How near a candidate is: its phase, the sum of costs, the cost and the wanted types of each argument, and how many parameters
    are left out."""

    phase: int
    cost: int
    costs: tuple[int, ...]
    wanted: tuple[Values, ...]
    left_out: int = 0


class Ratings:
    """Candidates against arguments."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def best(self, index: FileIndex, candidates: tuple[Def, ...], args: Sequence[x.Arg], receiver: Value | None) -> tuple[Def, ...]:
        """The candidates that the arguments choose: those that take so many, of them those of the first phase that any is found in (without
        conversion to or from objects, with it, with arguments gathered into a rest parameter), of them those of the nearest types; several
        where these are equally near."""
        if len(candidates) < 2:
            return candidates
        rated = [(self.rating(index, c, args, receiver), c) for c in candidates if self.takes(c, args, receiver)]
        if not rated:
            return candidates[:1]
        return self.nearest(index, [entry for entry in rated if entry[0].cost < NEVER] or rated)

    def nearest(self, index: FileIndex, fitting: Sequence[tuple[Rating, Def]]) -> tuple[Def, ...]:
        """The nearest of rated candidates, as `best` says."""
        if not fitting:
            return ()
        phase = min(rating.phase for rating, _ in fitting)
        least = min((rating.cost, rating.left_out) for rating, _ in fitting if rating.phase == phase)
        tied = [(rating, c) for rating, c in fitting if rating.phase == phase and (rating.cost, rating.left_out) == least]
        if len(tied) == 1:
            return (tied[0][1],)
        found = self._most_specific(index, tied)
        fewest = min((self.context.alike.type_params(c) for c in found), default=0)
        return tuple(c for c in found if self.context.alike.type_params(c) == fewest)

    def _most_specific(self, index: FileIndex, tied: list[tuple[Rating, Def]]) -> tuple[Def, ...]:
        """Those of equally near candidates that no other one is narrower than; all of them where so many are equally near that it says
        nothing."""
        kinds = {(rating.wanted, rating.costs): rating for rating, _ in tied}
        if len(kinds) > MOST_COMPARED:
            return tuple(c for _, c in tied)
        wider = {kind for kind, rating in kinds.items() if any(self._narrower(index, other, rating) for other in kinds.values())}
        return tuple(c for rating, c in tied if (rating.wanted, rating.costs) not in wider)

    def _narrower(self, index: FileIndex, one: Rating, other: Rating) -> bool:
        """Whether everything that `one` takes could be handed to `other`, and not the other way round. Of arguments whose type is not known
        nothing follows."""
        if len(one.wanted) != len(other.wanted) or any(
            a != b and cost == UNKNOWN for a, b, cost in zip(one.wanted, other.wanted, one.costs, strict=True)
        ):
            return False
        there = max((self.context.conversions.step(index, a, b) for a, b in zip(other.wanted, one.wanted, strict=True)), default=NEVER)
        back = max((self.context.conversions.step(index, a, b) for a, b in zip(one.wanted, other.wanted, strict=True)), default=NEVER)
        return there < NEVER <= back

    def takes(self, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> bool:
        there = self.world.index(function.path)
        return there is not None and fits(self._params(there, function, receiver), args)

    def params(self, there: FileIndex, definition: Definition, receiver: Value | None) -> tuple[Param, ...]:
        """The parameters that arguments go to: without the receiver, where the call has one."""
        first = there.language.receiver == "first-param" and receiver is not None
        bound = first and definition.kind in ("method", "signature") and "static" not in definition.modifiers
        return own_params(definition, bound or (receiver is not None and "extension" in definition.modifiers))

    def _params(self, there: FileIndex, function: Def, receiver: Value | None) -> tuple[Param, ...]:
        if there.language.includes:
            return self.context.alike.params(function)
        return self.params(there, there.facts.definitions[function.index], receiver)

    def rating(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> Rating:
        """How near a candidate's parameters are to the arguments. A rest parameter may also be handed its whole container."""
        there = self.world.index(function.path)
        assert there is not None
        params = self._params(there, function, receiver)
        last = params[-1] if params else None
        gathers = last is not None and last.kind == "*"
        if gathers and there.language.rest_as_written and len(args) == len(params):
            whole = self._rated(index, there, function, params, args, receiver, False)
            if whole.cost < NEVER and whole.costs[-1] < UNKNOWN:
                return whole
        return self._rated(index, there, function, params, args, receiver, gathers)

    def of_extension(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value) -> Rating:
        """How near an extension method is, its receiver taken for its first argument."""
        there = self.world.index(function.path)
        assert there is not None
        found = self.rating(index, function, args, receiver)
        first = there.facts.definitions[function.index].params[:1]
        types = self.context.types.instances(there, first[0].type) if first else NOTHING
        cost = self.context.conversions.step(index, types, (receiver,))
        return Rating(found.phase, found.cost + cost, (cost, *found.costs), (types, *found.wanted), found.left_out)

    def leaves_open(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None, types: int) -> bool:
        """Whether a call may write so many type arguments for a function: all of them, or none where each is found from an argument."""
        there = self.world.index(function.path)
        params = there.facts.definitions[function.index].type_params if there is not None else ()
        if there is None or not index.language.whole_type_args or not params:
            return not types or not index.language.whole_type_args
        if types:
            return types == len(params)
        return {p.name for p in params} <= self._names_given(index, there, function, args, receiver)

    def _names_given(
        self, index: FileIndex, there: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None
    ) -> frozenset[str]:
        """The names that occur in the types of those parameters which the arguments go to, the receiver of an extension included."""
        d = there.facts.definitions[function.index]
        params = self._params(there, function, receiver)
        by_name = {a.keyword: a for a in args if a.keyword}
        handed = ((p, by_name.get(p.name) or (args[i] if i < len(args) else None)) for i, p in enumerate(params))
        names = [self._names_told(index, there, p.type, arg) for p, arg in handed if arg is not None and p.type != NONE]
        extended = d.params[:1] if len(params) < len(d.params) else ()
        return frozenset().union(*names, *(self.context.substitution.names_in(there, p.type) for p in extended if p.type != NONE))

    def _names_told(self, index: FileIndex, there: FileIndex, type: int, arg: x.Arg) -> frozenset[str]:
        """The names in a parameter's type of which its argument tells what they stand for: a function made in place tells only what it
        gives, unless it declares what it takes."""
        names_in = self.context.substitution.names_in
        e, made = there.facts.exprs[type], index.facts.exprs[arg.value]
        scope = index.facts.scopes[made.scope] if isinstance(made, x.Func) else None
        if scope is None or any(p.type != NONE for p in scope.params) or not isinstance(e, x.Apply) or not e.args:
            return names_in(there, type)
        how = index.language.generics.get(there.last_name(e.type))
        if how == "union":
            return frozenset().union(*(self._names_told(index, there, t, arg) for t in e.args))
        return frozenset() if how == "procedure" else names_in(there, e.args[-1]) if how == "function" else names_in(there, type)

    def _rated(
        self, index: FileIndex, there: FileIndex, function: Def, params: tuple[Param, ...], args: Sequence[x.Arg], receiver: Value | None,
        gathers: bool,
    ) -> Rating:  # fmt: skip
        by_name = {p.name: p for p in params}
        costs: list[int] = []
        wanted: list[Values] = []
        for position, arg in enumerate(args):
            param = by_name.get(arg.keyword) if arg.keyword else params[min(position, len(params) - 1)] if params else None
            types = self.declared(there, function, param, receiver, gathers) if param is not None and param.type != NONE else NOTHING
            wanted.append(types)
            costs.append(self.context.conversions.step(index, types, self._given(index, arg)))
        left_out = sum(1 for p in params[len(args) :] if p.default != NONE or p.optional)
        phase = GATHERED if gathers else CONVERTED if any(cost >= BOXED for cost in costs) else 0
        cost = sum(costs) + (self._on_receiver(there, function, receiver) if index.language.indexed_pointers else 0)
        return Rating(phase, cost, tuple(costs), tuple(wanted), left_out)

    def _given(self, index: FileIndex, arg: x.Arg) -> Values:
        """Values of an argument; what a call or a construction gives is given away, unless it is a reference."""
        found = self.context.evaluator.value(index, arg.value)
        e = index.facts.exprs[arg.value] if index.language.indexed_pointers else None
        if not isinstance(e, (x.Call, x.New)):
            return found
        if isinstance(e, x.Call) and index.dotted(e.func) in MOVERS:
            return held(held(found, ""), "&&")
        return union(*(held((v,), "&&") if not marks(v) & (POINTER | REFERENCE) else (v,) for v in found))

    def _on_receiver(self, there: FileIndex, function: Def, receiver: Value | None) -> int:
        """The cost of calling a method on how its receiver is held: one that may change it never takes a constant one."""
        d = there.facts.definitions[function.index]
        if not isinstance(receiver, Inst) or d.kind not in ("method", "signature") or "static" in d.modifiers:
            return 0
        constant = bool(receiver.held & CONST)
        return 0 if constant == ("const" in d.modifiers) else NEVER if constant else 1

    def declared(self, there: FileIndex, function: Def, param: Param, receiver: Value | None, gathers: bool) -> Values:
        """What a parameter takes; of a rest parameter that gathers arguments, one element."""
        found = self.context.types.instances(there, param.type)
        if gathers and param.kind == "*" and there.language.rest_as_written:
            found = self.context.evaluator.iterate(found, False) or found
        if receiver is None:
            return found
        scope = there.facts.scopes[there.facts.definitions[function.index].scope]
        owner = Def(function.path, scope.definition) if scope.definition != NONE else None
        return self.context.substitution.substitute(found, self.context.substitution.arguments(receiver, owner))
