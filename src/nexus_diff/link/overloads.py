"""Which of several functions of one name a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.arity import fits, own_params
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Bound, Box, Def, Ext, Func, Inst, Super, TypeParam, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition, Param

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

FUNCTIONS = frozenset({"function", "method", "constructor", "signature"})
NEVER = 1 << 20
"""Cost of an argument that cannot be handed to a parameter."""
UNKNOWN, WIDEST, GENERIC, REST = 12, 10, 8, 40
"""Costs: of an argument or parameter of unknown type, of a type that takes everything, of a type parameter, of filling a rest parameter."""


class Overloads:
    """Choice among overloads."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def chosen(self, index: FileIndex, values: Values, args: Sequence[x.Arg]) -> Values:
        """Values of a callee, with each function of an overloaded name replaced by those that the arguments choose, and each class by the
        constructors that they choose."""
        if not index.language.overloads:
            return values
        return union(*(self._chosen(index, value, args) for value in values))

    def _chosen(self, index: FileIndex, value: Value, args: Sequence[x.Arg]) -> Values:
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
        found = self.best(index, self.named_alike(function, receiver), args, receiver) or (function,)
        return tuple(Bound(d.path, d.index, receiver) if receiver is not None and not self._static(d) else d for d in found)

    def _constructor(self, index: FileIndex, cls: Def, args: Sequence[x.Arg]) -> Values:
        constructors = self.context.classes.constructors(cls)
        every = [d for c in constructors for d in self.named_alike(c, None)]
        return self.best(index, tuple(every), args, None)

    def _static(self, function: Def) -> bool:
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
            key = there.language.constructors[0] if d.kind == "constructor" and there.language.constructors else d.name
            merge = there.language.overloads == "merge" and d.kind != "constructor"
            for here in self.context.classes.mro(cls or owner) if merge else (owner,):
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
        return self._distinct([f for f in found if self._is_function(f)]) or (function,)

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

    def _is_function(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and there.facts.definitions[function.index].kind in FUNCTIONS

    def _distinct(self, found: list[Def]) -> tuple[Def, ...]:
        """One of several that take the same: the first, but one with a body before a declaration."""
        kept: dict[tuple[str, ...], Def] = {}
        for function in found:
            there = self.world.index(function.path)
            if there is None:
                continue
            self.world.part(function.path, there.qualified(function.index), "()")
            d = there.facts.definitions[function.index]
            key = parameter_names(there, d)
            if there.language.includes and d.kind != "signature" and self._alternative(kept.get(key), function):
                key = (*key, f"#{len(kept)}")  # in other sections of an #if
            before = kept.get(key)
            known = self.world.index(before.path) if before is not None else None
            declared = known is not None and before is not None and known.facts.definitions[before.index].kind == "signature"
            if before is None or (declared and d.kind != "signature"):
                kept[key] = function
        return tuple(kept.values())

    def _alternative(self, before: Def | None, function: Def) -> bool:
        """Whether two functions that take the same stand in one file, both with a body."""
        if before is None or before.path != function.path:
            return False
        there = self.world.index(before.path)
        return there is not None and there.facts.definitions[before.index].kind != "signature"

    def best(self, index: FileIndex, candidates: tuple[Def, ...], args: Sequence[x.Arg], receiver: Value | None) -> tuple[Def, ...]:
        """The candidates that the arguments choose: those that take so many, then those of the nearest types; several where these are
        equally near."""
        if len(candidates) < 2:
            return candidates
        rated = [(self._cost(index, c, args, receiver), c) for c in candidates if self._takes(c, args)]
        if not rated:
            return candidates[:1]
        fitting = [entry for entry in rated if entry[0] < NEVER] or rated
        least = min(cost for cost, _ in fitting)
        return tuple(c for cost, c in fitting if cost == least)

    def _takes(self, function: Def, args: Sequence[x.Arg]) -> bool:
        there = self.world.index(function.path)
        return there is not None and fits(self._params(there, there.facts.definitions[function.index]), args)

    def _params(self, there: FileIndex, definition: Definition) -> tuple[Param, ...]:
        return own_params(definition, there.language.receiver == "first-param" and definition.kind == "method")

    def _cost(self, index: FileIndex, function: Def, args: Sequence[x.Arg], receiver: Value | None) -> int:
        there = self.world.index(function.path)
        assert there is not None
        params = self._params(there, there.facts.definitions[function.index])
        by_name = {p.name: p for p in params}
        total = 0
        for position, arg in enumerate(args):
            param = by_name.get(arg.keyword) if arg.keyword else params[min(position, len(params) - 1)] if params else None
            if param is None or param.type == NONE:
                total += UNKNOWN
                continue
            total += REST if param.kind == "*" else 0
            total += self._step(index, self._declared(there, function, param, receiver), self.context.evaluator.value(index, arg.value))
        return total + sum(1 for p in params[len(args) :] if p.default != NONE or p.optional)

    def _declared(self, there: FileIndex, function: Def, param: Param, receiver: Value | None) -> Values:
        """What a parameter takes; of a rest parameter, one element."""
        found = self.context.types.instances(there, param.type)
        if param.kind == "*" and there.language.rest_as_written:
            found = self.context.evaluator.iterate(found, False) or found
        if receiver is None:
            return found
        scope = there.facts.scopes[there.facts.definitions[function.index].scope]
        owner = Def(function.path, scope.definition) if scope.definition != NONE else None
        return self.context.types.substitute(found, self.context.types.arguments(receiver, owner))

    def _step(self, index: FileIndex, wanted: Values, given: Values) -> int:
        if not wanted or not given:
            return UNKNOWN
        return min(self.distance(index, g, w) for g in given for w in wanted)

    def distance(self, index: FileIndex, given: Value, wanted: Value) -> int:
        """How far an argument is from what a parameter takes: 0 for the same type, NEVER where it cannot be handed over."""
        if isinstance(wanted, TypeParam):
            bound = [self.distance(index, given, b) for b in wanted.bound]
            return GENERIC + min(bound) if bound and min(bound) < NEVER else NEVER if bound else GENERIC
        if isinstance(given, TypeParam):
            return min((self.distance(index, b, wanted) for b in given.bound), default=UNKNOWN)
        everything = index.language.conversions.get("*", ())
        if isinstance(wanted, (Ext, Box)) and _last(wanted.name) in everything:
            return 0 if isinstance(given, (Ext, Box)) and _last(given.name) == _last(wanted.name) else WIDEST
        if isinstance(given, Inst) and isinstance(wanted, Inst):
            line = self.context.classes.mro(Def(given.path, given.index))
            cls = Def(wanted.path, wanted.index)
            return line.index(cls) if cls in line else NEVER
        if isinstance(given, (Func, Bound)) or (isinstance(given, Def) and isinstance(wanted, (Inst, Box))):
            return 1 if isinstance(wanted, Box) and wanted.name == "Callable" else 2 if isinstance(wanted, (Inst, Ext, Box)) else NEVER
        if isinstance(given, Inst):
            outside = [c for c in self.context.classes.mro(Def(given.path, given.index)) if isinstance(c, Ext)]
            if isinstance(wanted, (Ext, Box)) and any(_last(c.name) == _last(wanted.name) for c in outside):
                return 2
            return UNKNOWN if outside and isinstance(wanted, (Ext, Box)) else NEVER
        if isinstance(given, (Ext, Box)):
            return self._outside(index, given, wanted)
        return UNKNOWN

    def _outside(self, index: FileIndex, given: Ext | Box, wanted: Value) -> int:
        """From a type that is not of the repository."""
        name = _last(given.name)
        if name in NULLS:
            return 1
        if name.endswith(("()", "[]")) or ("." in given.name and given.name[0].islower() and name[:1].islower()):
            return UNKNOWN
        if not isinstance(wanted, (Ext, Box)):
            return NEVER
        target = _last(wanted.name)
        if name == target:
            return 0
        steps = index.language.conversions.get(name)
        if steps is None:
            return UNKNOWN if target not in index.language.conversions else NEVER
        return 1 + steps.index(target) if target in steps else NEVER


NULLS = frozenset({"null", "nullptr", "none"})
"""Literals that every reference takes."""


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def parameter_names(there: FileIndex, definition: Definition) -> tuple[str, ...]:
    """What a function takes, as text: the last names of its parameters' types."""
    return tuple(there.last_name(p.type) or p.kind for p in definition.params)
