"""Which of several functions of one name a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from nexus_diff.link.arity import fits, own_params
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.conversions import BOXED, NEVER, UNKNOWN, WIDEST, Conversions
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.hierarchy import same_type, type_names
from nexus_diff.link.names import joined
from nexus_diff.link.values import NOTHING, Bound, Def, Inst, Partial, Super, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition, Param

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

FUNCTIONS = frozenset({"function", "method", "constructor", "signature"})
MOST_TIED = 2
"""Most equally near candidates that are taken for what the call means; of more, each is a guess."""
CHOSEN = frozenset({"merge", "hide"})
"""Kinds of overloads of which a call means exactly one."""
CONVERTED, GATHERED = 1, 2
"""Phases after the first: with plain values turned into objects or back, with arguments gathered into a rest parameter."""


class Overloads:
    """Choice among overloads."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.conversions = Conversions(context)

    def callees(self, index: FileIndex, func: int, args: Sequence[x.Arg], types: int = 0) -> Values:
        """What a call of the expression `func` with these arguments may run. Where names are overloaded, a method and a field of one name
        are two members: a call means the method. `types`: how many type arguments the call writes."""
        values = self.context.evaluator.callee(index, func)
        if not index.language.overloads:
            return values
        e = index.facts.exprs[func]
        if isinstance(e, x.Name) and e.name == "this":
            values = tuple(Def(v.path, v.index) for v in values if isinstance(v, Inst))
        elif (isinstance(e, x.Name) and not index.language.method_values) or not any(isinstance(v, (Def, Bound)) for v in values):
            values = self.methods(index, e) or values
            if not values and isinstance(e, x.Name) and index.language.argument_lookup:
                values = self.context.packages.associated(index, e.name, args)
        return self.chosen(index, tuple(self._received(index, e, v) for v in values), args, func, types)

    def _received(self, index: FileIndex, e: x.Expr, value: Value) -> Value:
        """A static method whose name an instance's method may bear too, with the instance that the name is looked up on."""
        if not isinstance(value, Def) or not self.is_function(value) or not self.is_static(value):
            return value
        receiver: Value | None = None
        if isinstance(e, x.Attr):
            receiver = next((r for r in self.context.evaluator.value(index, e.value) if isinstance(r, Inst)), None)
        elif isinstance(e, x.Name) and index.language.implicit_members:
            receiver = self._around_of(index, index.facts.points[e.point].scope, value)
        return Bound(value.path, value.index, receiver) if receiver is not None else value

    def _around_of(self, index: FileIndex, scope: int, function: Def) -> Inst | None:
        """An instance of the innermost class around a scope that has the function as a member, own or inherited; None where no class has:
        it was imported."""
        there = self.world.index(function.path)
        owner = self.context.evaluator.class_of_scope(there, there.facts.definitions[function.index].scope) if there is not None else None
        while scope > 0:
            here = index.facts.scopes[scope]
            cls = self.context.members.home(index, here.definition) if here.kind == "class" and here.definition != NONE else None
            if cls is not None and owner in self.context.classes.mro(cls):
                return Inst(cls.path, cls.index)
            scope = here.parent
        return None

    def methods(self, index: FileIndex, e: x.Expr) -> Values:
        """The methods that a name or attribute means, where a field hides them from its value."""
        if isinstance(e, x.Attr):
            return union(*(self._methods_of(v, e.name) for v in self.context.evaluator.value(index, e.value)))
        scope = index.facts.points[e.point].scope if isinstance(e, x.Name) and index.language.implicit_members else 0
        while scope > 0 and isinstance(e, x.Name):
            here = index.facts.scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                owner = self.context.members.home(index, here.definition)
                found = self._methods_of(Inst(owner.path, owner.index), e.name)
                if found:
                    return found
            scope = here.parent
        return NOTHING

    def _methods_of(self, receiver: Value, name: str) -> Values:
        if not isinstance(receiver, (Inst, Def, Super)) or not self.context.classes.is_class(Def(receiver.path, receiver.index)):
            return NOTHING
        line = self.context.classes.mro(Def(receiver.path, receiver.index))
        for here in line[1:] if isinstance(receiver, Super) else line:
            functions = [f for f in self.of_class(here, name) if self.is_function(f)] if isinstance(here, Def) else []
            if functions:
                held = receiver if not isinstance(receiver, Super) else Inst(receiver.path, receiver.index, exact=True)
                return tuple(f if self.is_static(f) else Bound(f.path, f.index, held) for f in functions[:1])
        return NOTHING

    def accessed(self, index: FileIndex, e: x.Call) -> bool:
        """Whether a call reads a field through the accessor of its name that nobody wrote (records)."""
        func = index.facts.exprs[e.func]
        if e.args or not isinstance(func, x.Attr):
            return False
        for value in self.context.evaluator.value(index, func.value):
            found = self.context.classes.find(Def(value.path, value.index), func.name) if isinstance(value, Inst) else None
            there = self.world.index(found.path) if found is not None else None
            for binding in found.own if found is not None and there is not None else ():
                if there is not None and binding.definition != NONE and "accessor" in there.facts.definitions[binding.definition].modifiers:
                    return True
        return False

    def tied(self, values: Values) -> int:
        """How many overloads are left that a call may mean, 1 when there is no choice left. Constructors do not count: whichever it is, the
        class is the same."""
        alike = [v for v in values if isinstance(v, (Def, Bound))]
        if len(alike) < 2:
            return 1
        receivers = {v.receiver if isinstance(v, Bound) else None for v in alike}
        names: set[str] = set()
        different: set[object] = set()
        for value in alike:
            there = self.world.index(value.path)
            d = there.facts.definitions[value.index] if there is not None else None
            if there is None or d is None or there.language.overloads not in CHOSEN or d.kind not in FUNCTIONS - {"constructor"}:
                return 1
            names.add(d.name)
            if not there.language.includes:
                different.add(value)
            elif "macro" not in d.modifiers:  # a macro stands beside the function of its name; sections of #if are one function
                different.add((value.path, parameter_names(there, d)))
        return max(1, len(different)) if len(receivers) == len(names) == 1 else 1

    def chosen(self, index: FileIndex, values: Values, args: Sequence[x.Arg], func: int = NONE, types: int = 0) -> Values:
        """Values of a callee, with each function of an overloaded name replaced by those that the arguments choose, and each class by the
        constructors that they choose. `func`: the expression of the callee."""
        if not index.language.overloads:
            return values
        e = index.facts.exprs[func] if func != NONE else None
        holder = index.facts.exprs[e.value] if isinstance(e, x.Attr) else None
        above = isinstance(holder, x.Name) and holder.name == "super"
        if index.language.own_type and args:
            values = union(*(self.context.blocks.implemented(index, v, args[0].value) for v in values))
        extensions = [v for v in values if isinstance(v, Bound) and self._extends(Def(v.path, v.index))]
        if extensions:
            return self._of_extensions(index, extensions, args)
        return union(*(self._chosen(index, value, args, above, types) for value in values))

    def _of_extensions(self, index: FileIndex, values: list[Bound], args: Sequence[x.Arg]) -> Values:
        """Extension methods compete with one another, whatever class they stand in; the receiver is an argument too."""
        receivers = {Def(v.path, v.index): v.receiver for v in values}
        taking = tuple(d for d in receivers if self._takes(d, args, None)) or tuple(receivers)
        rated = [(self._rating(index, d, args, None), self._from_receiver(index, d, receivers[d]), d) for d in taking]
        rated = [(rating, own, d) for rating, own, d in rated if rating.cost + own < NEVER and self._is_sure(index, d, rating, own)]
        least = min(((rating.phase, rating.cost + own) for rating, own, _ in rated), default=None)
        found = [d for rating, own, d in rated if (rating.phase, rating.cost + own) == least]
        return tuple(Bound(d.path, d.index, receivers[d]) for d in found)

    def _is_sure(self, index: FileIndex, function: Def, rating: Rating, own: int) -> bool:
        """Whether an extension is meant rather than a method of a library's type that has the same name."""
        there = self.world.index(function.path)
        name = there.facts.definitions[function.index].name if there is not None else ""
        return name not in index.language.builtin_methods or (own < WIDEST and all(cost < WIDEST for cost in rating.costs))

    def _from_receiver(self, index: FileIndex, function: Def, receiver: Value) -> int:
        there = self.world.index(function.path)
        param = there.facts.definitions[function.index].params[0] if there is not None else None
        if there is None or param is None:
            return UNKNOWN
        return self.conversions.step(index, self.context.types.instances(there, param.type), (receiver,))

    def _extends(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and "extension" in there.facts.definitions[function.index].modifiers

    def _chosen(self, index: FileIndex, value: Value, args: Sequence[x.Arg], above: bool, types: int) -> Values:
        if isinstance(value, Super):
            bases = self.context.classes.bases(Def(value.path, value.index))
            return union(*(self._constructor(index, base, args) for base, _ in bases if isinstance(base, Def)))
        if not isinstance(value, (Def, Bound)):
            return (value,)
        function = Def(value.path, value.index)
        there = self.world.index(value.path)
        kind = there.facts.definitions[value.index].kind if there is not None else ""
        if isinstance(value, Def) and kind in CLASS_KINDS:
            return self._constructor(index, value, args) or (value,)
        if kind not in FUNCTIONS:
            return (value,)
        receiver = value.receiver if isinstance(value, Bound) else None
        alike = self.named_alike(function, None if above else receiver)
        alike = tuple(d for d in alike if self._type_params(d) == types) or alike if types else alike
        if index.language.overloads == "merge" and not any(self._takes(d, args, receiver) for d in alike):
            return NOTHING  # what takes these arguments lies outside of the repository
        if index.language.overloads == "blocks" and args and self.context.blocks.of_library_trait(function):
            alike = tuple(d for d in alike if self._takes(d, args, receiver) and self._rating(index, d, args, receiver).cost < NEVER)
            if not alike:
                return NOTHING  # the library implements the trait for these arguments
        found = self.best(index, alike, args, receiver) or (function,)
        made = tuple(Bound(d.path, d.index, receiver) if receiver is not None and not self.is_static(d) else d for d in found)
        return made if len(made) <= MOST_TIED else tuple(Partial(v, "overload") for v in made)

    def _type_params(self, function: Def) -> int:
        there = self.world.index(function.path)
        return len(there.facts.definitions[function.index].type_params) if there is not None else 0

    def _constructor(self, index: FileIndex, cls: Def, args: Sequence[x.Arg]) -> Values:
        constructors = self.context.classes.constructors(cls)
        every = [d for c in constructors for d in self.named_alike(c, None)]
        return self.best(index, tuple(every), args, None)

    def is_static(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and "static" in there.facts.definitions[function.index].modifiers

    def named_alike(self, function: Def, receiver: Value | None) -> tuple[Def, ...]:
        """All functions of the same name that compete with `function`: of its class (and of its ancestors, seen from the receiver, where
        inherited ones compete), or of its package."""
        cls = Def(receiver.path, receiver.index) if isinstance(receiver, (Inst, Super, Def)) else None
        key = ("alike", function, cls)
        return self.world.session.ask(key, lambda: self._named_alike(function, cls), (function,))

    def _named_alike(self, function: Def, cls: Def | None) -> tuple[Def, ...]:
        there = self.world.index(function.path)
        if there is None:
            return (function,)
        d = there.facts.definitions[function.index]
        scope = there.facts.scopes[d.scope]
        owner = self.context.evaluator.class_of_scope(there, d.scope) if scope.kind == "class" else None
        owner = owner or (self.context.members.owner_of(there, function.index) if function.index in there.attached else None)
        found: dict[Def, None] = {}
        if owner is not None:
            constructs = d.kind == "constructor" or "constructor" in d.modifiers
            key = there.language.constructors[0] if constructs and there.language.constructors else d.name
            merge = there.language.overloads == "merge" and not constructs
            seen = cls if cls is not None and owner in self.context.classes.mro(cls) else owner
            for here in self.context.classes.mro(seen) if merge else (owner,):
                if isinstance(here, Def):
                    found.update(dict.fromkeys(self.of_class(here, key)))
        else:
            same = there.names(d.scope).get(d.name, ())
            found.update((Def(there.path, b.definition), None) for _, b in same if b.definition != NONE)
            prefix = self.context.packages.prefix(there)
            if prefix is not None and not (there.language.includes and "local" in d.modifiers):
                named = self.context.packages.all_named(there.language.group, joined(prefix, d.qualified))
                meant = self.context.includes.meant(there, named) if there.language.includes else named
                found.update((v, None) for v in meant if isinstance(v, Def))
        return self._distinct([f for f in found if self.is_function(f)]) or (function,)

    def of_class(self, cls: Def, name: str) -> list[Def]:
        """The functions of a name that are members of a class itself, wherever they stand."""
        found = [Def(cls.path, b.definition) for b in self._own(cls, name) if b.definition != NONE]
        for part in self.context.members.parts(cls):
            found.extend(Def(part.path, b.definition) for b in self._own(part, name) if b.definition != NONE)
        for function in self.context.members.functions(cls):
            there = self.world.index(function.path)
            if there is not None and there.attached[function.index].target == name:
                found.append(function)
        return found

    def _own(self, cls: Def, name: str) -> list[Binding]:
        index = self.world.index(cls.path)
        body = index.facts.definitions[cls.index].body if index is not None else NONE
        if index is None or body == NONE:
            return []
        self.world.part(cls.path, index.qualified(cls.index), name)
        return [b for _, b in index.names(body).get(name, ())]

    def is_function(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and there.facts.definitions[function.index].kind in FUNCTIONS

    def _distinct(self, found: list[Def]) -> tuple[Def, ...]:
        """One of several that take the same: the first, as those of a class come before those of its ancestors, but one with a body before
        a declaration. Two of one class are two, even if their type parameters bear the same names."""
        kept: dict[tuple[str, ...], Def] = {}
        for function in found:
            there = self.world.index(function.path)
            if there is None:
                continue
            self.world.part(function.path, there.qualified(function.index), "()")
            d = there.facts.definitions[function.index]
            # a template outside of its class repeats the type parameters of the class
            generic = len(d.type_params) if there.language.overloads == "merge" else 0
            key: tuple[str, ...] = (str(generic), *parameter_names(there, d))
            before = self._overriding(kept, key)
            if before in kept and d.kind != "signature" and self._alternative(kept[before], function):
                before = (*key, f"#{len(kept)}")  # in other sections of an #if, or with other bounds
            known = kept.get(before)
            index = self.world.index(known.path) if known is not None else None
            declared = index is not None and known is not None and index.facts.definitions[known.index].kind == "signature"
            if known is None or (declared and d.kind != "signature"):
                kept[before] = function
        return tuple(kept.values())

    def _overriding(self, kept: dict[tuple[str, ...], Def], key: tuple[str, ...]) -> tuple[str, ...]:
        """The key of what was found before for the same parameters, type parameters standing for anything; else the key itself."""
        if key in kept:
            return key
        for other in kept:
            if len(other) == len(key) and all(same_type(a, b) for a, b in zip(other, key, strict=True)):
                return other
        return key

    def _alternative(self, before: Def | None, function: Def) -> bool:
        """Whether two functions that take the same stand in one place, both with a body."""
        there = self.world.index(function.path)
        if before is None or there is None or before.path != function.path:
            return False
        one, other = there.facts.definitions[before.index], there.facts.definitions[function.index]
        return one.kind != "signature" and one.scope == other.scope

    def best(self, index: FileIndex, candidates: tuple[Def, ...], args: Sequence[x.Arg], receiver: Value | None) -> tuple[Def, ...]:
        """The candidates that the arguments choose: those that take so many, of them those of the first phase that any is found in (without
        conversion to or from objects, with it, with arguments gathered into a rest parameter), of them those of the nearest types; several
        where these are equally near."""
        if len(candidates) < 2:
            return candidates
        rated = [(self._rating(index, c, args, receiver), c) for c in candidates if self._takes(c, args, receiver)]
        if not rated:
            return candidates[:1]
        fitting = [entry for entry in rated if entry[0].cost < NEVER] or rated
        phase = min(rating.phase for rating, _ in fitting)
        least = min(rating.cost for rating, _ in fitting if rating.phase == phase)
        tied = [(rating, c) for rating, c in fitting if rating.phase == phase and rating.cost == least]
        if len(tied) == 1:
            return (tied[0][1],)
        found = self._most_specific(index, tied)
        fewest = min((self._type_params(c) for c in found), default=0)
        return tuple(c for c in found if self._type_params(c) == fewest)

    def _most_specific(self, index: FileIndex, tied: list[tuple[Rating, Def]]) -> tuple[Def, ...]:
        """Those of equally near candidates that no other one is narrower than."""
        return tuple(c for rating, c in tied if not any(self._narrower(index, other, rating) for other, _ in tied if other is not rating))

    def _narrower(self, index: FileIndex, one: Rating, other: Rating) -> bool:
        """Whether everything that `one` takes could be handed to `other`, and not the other way round. Of arguments whose type is not known
        nothing follows."""
        if len(one.wanted) != len(other.wanted) or any(
            a != b and cost == UNKNOWN for a, b, cost in zip(one.wanted, other.wanted, one.costs, strict=True)
        ):
            return False
        there = max((self.conversions.step(index, a, b) for a, b in zip(other.wanted, one.wanted, strict=True)), default=NEVER)
        back = max((self.conversions.step(index, a, b) for a, b in zip(one.wanted, other.wanted, strict=True)), default=NEVER)
        return there < NEVER <= back

    def _takes(self, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> bool:
        there = self.world.index(function.path)
        return there is not None and fits(self.params(there, there.facts.definitions[function.index], receiver), args)

    def params(self, there: FileIndex, definition: Definition, receiver: Value | None) -> tuple[Param, ...]:
        """The parameters that arguments go to: without the receiver, where the call has one."""
        first = there.language.receiver == "first-param" and receiver is not None
        bound = first and definition.kind in ("method", "signature") and "static" not in definition.modifiers
        return own_params(definition, bound or "extension" in definition.modifiers)

    def _rating(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> Rating:
        """How near a candidate's parameters are to the arguments. A rest parameter may also be handed its whole container."""
        there = self.world.index(function.path)
        assert there is not None
        params = self.params(there, there.facts.definitions[function.index], receiver)
        last = params[-1] if params else None
        gathers = last is not None and last.kind == "*"
        if gathers and there.language.rest_as_written and len(args) == len(params):
            whole = self._rated(index, there, function, params, args, receiver, False)
            if whole.cost < NEVER and whole.costs[-1] < UNKNOWN:
                return whole
        return self._rated(index, there, function, params, args, receiver, gathers)

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
            costs.append(self.conversions.step(index, types, self.context.evaluator.value(index, arg.value)))
        left_out = sum(1 for p in params[len(args) :] if p.default != NONE or p.optional)
        phase = GATHERED if gathers else CONVERTED if any(cost >= BOXED for cost in costs) else 0
        return Rating(phase, sum(costs) + left_out, tuple(costs), tuple(wanted))

    def declared(self, there: FileIndex, function: Def, param: Param, receiver: Value | None, gathers: bool) -> Values:
        """What a parameter takes; of a rest parameter that gathers arguments, one element."""
        found = self.context.types.instances(there, param.type)
        if gathers and param.kind == "*" and there.language.rest_as_written:
            found = self.context.evaluator.iterate(found, False) or found
        if receiver is None:
            return found
        scope = there.facts.scopes[there.facts.definitions[function.index].scope]
        owner = Def(function.path, scope.definition) if scope.definition != NONE else None
        return self.context.types.substitute(found, self.context.types.arguments(receiver, owner))


class Rating(NamedTuple):
    """How near a candidate is: its phase, the sum of costs, the cost and the wanted types of each argument."""

    phase: int
    cost: int
    costs: tuple[int, ...]
    wanted: tuple[Values, ...]


def parameter_names(there: FileIndex, definition: Definition) -> tuple[str, ...]:
    """What a function takes, as text: the last names of its parameters' types, "*" for type parameters."""
    return tuple(type_names(there.language, there.facts, definition))
