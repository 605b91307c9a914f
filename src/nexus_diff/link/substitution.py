"""Type parameters and what they stand for: substitution in values, and what a receiver fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST, INDIRECT, POINTER, constant, marked
from nexus_diff.link.instances import SELF
from nexus_diff.link.values import Bound, Box, Def, Ext, Inst, Shape, Super, TypeParam, Value, Values, bounded, union
from nexus_diff.model.expr import Apply, Attr, Display, Expr, FuncType, Held, Index, Name, ObjectType, Op, TypeOf, Union
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


def children(e: Expr) -> tuple[int, ...]:
    """Parts of a type expression."""
    if isinstance(e, Apply):
        return (e.type, *e.args)
    if isinstance(e, (Union, Display)):
        return e.items
    if isinstance(e, FuncType):
        return (*e.params, e.returns)
    if isinstance(e, ObjectType):
        return e.types
    if isinstance(e, Index):
        return (e.value, e.key)
    if isinstance(e, Op):
        return (e.left, e.right)
    return (e.value,) if isinstance(e, (Attr, TypeOf, Held)) else ()


class Substitution:
    """What type parameters stand for, and values with that put in their place."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self._names: dict[tuple[str, int], frozenset[str]] = {}

    def substitute(self, values: Values, given: dict[str, Values]) -> Values:
        """Values with type parameters replaced by what is given for them; unknown ones fall away."""
        if not given:
            return values
        return bounded(union(*(self._substituted(value, given) for value in values)))

    def _substituted(self, value: Value, given: dict[str, Values]) -> Values:
        if isinstance(value, TypeParam):
            found = given.get(value.name, (value,))
            return tuple(_held_as(v, value.held) for v in found) if value.held else found
        if isinstance(value, Inst) and value.args:
            return (Inst(value.path, value.index, tuple(self.substitute(a, given) for a in value.args), value.exact, value.held),)
        if isinstance(value, Box) and value.args:
            return (Box(value.name, tuple(self.substitute(a, given) for a in value.args), value.held),)
        if isinstance(value, Shape) and value.scope == NONE:
            return (self._substituted_shape(value, given),)
        return (value,)

    def _substituted_shape(self, value: Shape, given: dict[str, Values]) -> Shape:
        """An object type remembers what the type parameters that it names stand for."""
        index = self.world.index(value.path)
        if index is None or not isinstance(index.facts.exprs[value.expr], ObjectType):
            return value
        known = {name: self.substitute(values, given) for name, values in value.given}
        names = self.names_in(index, value.expr)
        known.update((name, values) for name, values in given.items() if name in names and name not in known)
        return Shape(value.path, value.expr, NONE, tuple(sorted(known.items(), key=lambda item: item[0])))

    def names_in(self, index: FileIndex, expr: int) -> frozenset[str]:
        """Names that occur in a type."""
        found = self._names.get((index.path, expr))
        if found is None:
            names: set[str] = set()
            todo = [expr]
            while todo:
                e = index.facts.exprs[todo.pop()]
                if isinstance(e, Name):
                    names.add(e.name)
                todo.extend(c for c in children(e) if c != NONE)
            found = self._names[index.path, expr] = frozenset(names)
        return found

    def arguments(self, receiver: Value, owner: Def | None = None) -> dict[str, Values]:
        """Type parameter → values, as the receiver's type arguments and its bases' arguments fix them."""
        if isinstance(receiver, Bound):
            receiver = receiver.receiver
        if (isinstance(receiver, TypeParam) and receiver.origin) or (isinstance(receiver, (Box, Ext)) and self._in_trait(owner)):
            return {SELF: (receiver,)}
        if not isinstance(receiver, Inst) or isinstance(receiver, Super):
            return {}
        cls = Def(receiver.path, receiver.index)
        given: dict[str, Values] = {}
        if owner is not None and self.context.instances.is_trait(owner):
            given[SELF] = (receiver,)
        if receiver.args:
            given.update(zip(self.context.classes.type_params(cls), receiver.args, strict=False))
        if owner is not None and owner != cls:
            there = self.world.index(owner.path)
            block = there.facts.definitions[owner.index] if there is not None else None
            if there is not None and block is not None and block.kind == "extension":
                self.world.part(owner.path, there.qualified(owner.index), "")
                self.context.signatures.infer(self.context.types.instances(there, block.type), (receiver,), given)
            else:
                self._inherited(cls, owner, given, 0)
        return given

    def _in_trait(self, owner: Def | None) -> bool:
        return owner is not None and self.context.instances.is_trait(owner)

    def _inherited(self, cls: Def, owner: Def, given: dict[str, Values], depth: int) -> None:
        if depth > 8:
            return
        for base, instance in self.context.classes.bases(cls):
            if not isinstance(base, Def) or instance is None or owner not in self.context.classes.mro(base):
                continue
            for name, values in zip(self.context.classes.type_params(base), instance.args, strict=False):
                given.setdefault(name, self.substitute(values, given))
            self._inherited(base, owner, given, depth + 1)
            return


def _held_as(value: Value, how: int) -> Value:
    """What a type parameter stands for, held as the parameter is."""
    found = constant(value) if how & CONST else value
    if not how & INDIRECT or not isinstance(found, (Inst, Box, Ext, TypeParam)) or found.held & POINTER:
        return found
    return marked(found, (found.held & CONST) | (how & INDIRECT))
