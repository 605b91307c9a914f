"""Blocks of members for types of the library, for type parameters, and of the traits of the library (`impl Trait for Vec<T>`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Inst, Value, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_NONE: tuple[Def, ...] = ()


class Blocks:
    """Members of types that are no classes of the repository."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def of_type(self, index: FileIndex, name: str) -> tuple[Def, ...]:
        """The blocks for a type of the library, by its last name."""
        group = index.language.group
        return self.world.session.ask(("blocks", group, name), lambda: self._of_type(group, name), _NONE)

    def _of_type(self, group: str, name: str) -> tuple[Def, ...]:
        found: list[Def] = []
        for candidate in self.world.candidates(f"{group}.x", name):
            here = self.context.packages.named(candidate)
            there = self.world.index(here.path) if here is not None else None
            if here is None or there is None or there.facts.definitions[here.index].kind != "extension":
                continue
            if self.context.members.home(there, here.index) == here and not self.context.members.inactive(here):
                found.append(here)
        return tuple(found)

    def method(self, index: FileIndex, value: Ext | Box, name: str) -> Values:
        """The method that a block of the repository gives a value of a library's type."""
        if not index.language.outside_members or value.name == "Callable":
            return NOTHING
        last = value.name.rpartition(".")[2]
        for kind in (last, *index.language.conversions.get(last, ())):
            if name in index.language.own_methods.get(kind, ()):
                return NOTHING
            for block in self.of_type(index, kind):
                found = self._member(block, name)
                if found:
                    return found
        return NOTHING

    def by_itself(self, index: FileIndex, value: Value, name: str) -> Values:
        """The method that the library's type behind a block of members has by itself."""
        there = self.world.index(value.path) if isinstance(value, Inst) else None
        d = there.facts.definitions[value.index] if there is not None and isinstance(value, Inst) else None
        if there is None or d is None or d.kind != "extension":
            return NOTHING
        self.world.part(there.path, there.qualified(value.index if isinstance(value, Inst) else 0), "")
        types = self.context.types.instances(there, d.type)
        found = [v for v in types if isinstance(v, (Ext, Box)) and name in index.language.own_methods.get(v.name.rpartition(".")[2], ())]
        return tuple(Ext(f"{v.name}.{name}") for v in found)

    def of_value(self, index: FileIndex, value: Ext | Box) -> list[Def]:
        """The blocks for a value of a library's type, and for what it is taken for."""
        last = value.name.rpartition(".")[2]
        return [block for kind in (last, *index.language.conversions.get(last, ())) for block in self.of_type(index, kind)]

    def _member(self, block: Def, name: str) -> Values:
        method = self.context.classes.method(block, name)
        return (Bound(method.path, method.index, Inst(block.path, block.index)),) if method is not None else NOTHING

    def of_library_trait(self, method: Def) -> bool:
        """Whether a method implements a trait of the library that the library may implement for other types too (`From<T>`)."""
        there = self.world.index(method.path)
        if there is None:
            return False
        scope = there.facts.scopes[there.facts.definitions[method.index].scope]
        block = there.facts.definitions[scope.definition] if scope.definition != NONE else None
        if block is None or block.kind != "extension":
            return False
        self.world.part(method.path, there.qualified(scope.definition), "")
        bases = [there.facts.exprs[b.expr] for b in block.bases]
        return any(isinstance(e, x.Apply) and any(isinstance(v, Ext) for v in self._trait(there, e)) for e in bases)

    def _trait(self, there: FileIndex, e: x.Apply) -> Values:
        return self.context.evaluator.value(there, e.type)

    def implemented(self, index: FileIndex, value: Value, first: int) -> Values:
        """`Trait::method(x)`: the method by which `x` has the trait."""
        there = self.world.index(value.path) if isinstance(value, Def) else None
        if there is None or not isinstance(value, Def):
            return (value,)
        d = there.facts.definitions[value.index]
        scope = there.facts.scopes[d.scope]
        trait = there.facts.definitions[scope.definition] if scope.kind == "class" and scope.definition != NONE else None
        if trait is None or trait.kind != "interface" or "static" in d.modifiers:
            return (value,)
        found: dict[Value, None] = {}
        for given in self.context.evaluator.value(index, first):
            method = self.of_trait(given, trait.name, d.name)
            if isinstance(given, (Ext, Box)):
                blocks = self.of_value(index, given)
                method = next((m for block in blocks if (m := self.of_block(block, trait.name, d.name)) is not None), None)
            if method is not None:
                found[method] = None
        return tuple(found) or (value,)

    def called(self, index: FileIndex, expr: int, target: x.Expr, args: Sequence[x.Arg]) -> Values:
        """`Trait::method(x)`: how `x`, or the type that the call at `expr` is to give, implements a trait of the library."""
        if not isinstance(target, x.Attr) or not index.language.outside_members:
            return NOTHING
        made = self._of_outside_type(index, target, args)
        if made:
            return made
        of = index.facts.exprs[target.value]
        if isinstance(of, x.Apply) and all(isinstance(v, (Ext, Box)) for a in of.args for v in self.context.types.instances(index, a)):
            return NOTHING  # a trait of the library, with types of the library: no block of the repository can give that
        traits = [v.name.rpartition(".")[2] for v in self.context.evaluator.value(index, target.value) if isinstance(v, Ext)]
        if not traits or not traits[0][:1].isupper():
            return NOTHING
        for value in self.context.evaluator.value(index, args[0].value) if args else ():
            method = self.of_trait(value, traits[0], target.name)
            if method is not None and not self.context.alike.is_static(method):
                return (method,)
            outside = self.of_value(index, value) if isinstance(value, (Ext, Box)) else ()
            given = next((m for block in outside if (m := self.of_block(block, traits[0], target.name)) is not None), None)
            if given is not None and not self.context.alike.is_static(given):
                return self.context.overloads.chosen(index, (given,), args)
        wanted = self.context.contexts.wanted(index, expr)
        inside = [v for value in wanted if isinstance(value, Box) and value.args for v in value.args[0]]
        for value in (*wanted, *inside):
            method = self.of_trait(value, traits[0], target.name)
            if method is not None:
                return self.context.overloads.chosen(index, (method,), args)
        return NOTHING

    def _of_outside_type(self, index: FileIndex, target: x.Attr, args: Sequence[x.Arg]) -> Values:
        """`u16::from(x)`: what a block gives a type of the library for a type of the repository."""
        evaluator = self.context.evaluator
        ours = any(isinstance(v, Inst) for v in evaluator.value(index, args[0].value)) if args else False
        for value in evaluator.value(index, target.value) if ours else ():
            for block in self.of_type(index, value.name.rpartition(".")[2]) if isinstance(value, Ext) else ():
                own = [b.definition for b in self.context.classes.own(block, target.name) if b.definition != NONE]
                method = Def(block.path, own[0]) if own else None
                found = self.context.overloads.chosen(index, (method,), args) if method is not None else ()
                if method is not None and self.context.alike.is_static(method) and found:
                    return found
        return NOTHING

    def followed(self, values: Values) -> Values:
        """What following a reference or pointer gives: of the own instance of a block for `&T` or `Box<T>`, a `T`."""
        found: list[Values] = []
        for value in values:
            there = self.world.index(value.path) if isinstance(value, Inst) else None
            d = there.facts.definitions[value.index] if there is not None and isinstance(value, Inst) else None
            if there is None or d is None or d.kind != "extension":
                found.append((value,))
                continue
            self.world.part(there.path, there.qualified(value.index if isinstance(value, Inst) else 0), "")
            found.append(self.context.types.instances(there, d.type))
        return union(*found)

    def behind(self, values: Values) -> Values:
        """What instances give when they are followed (`Deref`), the rest as it is."""
        found: list[Values] = []
        for value in values:
            there = self.world.index(value.path) if isinstance(value, Inst) else None
            for name in there.language.protocols.get("deref", ())[:1] if there is not None else ():
                method = self.context.classes.method(Def(value.path, value.index), name) if isinstance(value, Inst) else None
                found.append(self.context.evaluator.calls.result(method, value) if method is not None else (value,))
            if there is None or not there.language.protocols.get("deref"):
                found.append((value,))
        return union(*found)

    def of_trait(self, value: Value, trait: str, name: str) -> Def | None:
        """The method by which an instance implements a trait, by the trait's last name."""
        if not isinstance(value, Inst):
            return None
        parts = self.context.members.parts(Def(value.path, value.index))
        return next((m for part in parts if (m := self.of_block(part, trait, name)) is not None), None)

    def of_block(self, block: Def, trait: str, name: str) -> Def | None:
        """The method of a block, if that is of the trait."""
        there = self.world.index(block.path)
        if there is None:
            return None
        self.world.part(block.path, there.qualified(block.index), "")
        if all(there.last_name(base.expr) != trait for base in there.facts.definitions[block.index].bases):
            return None
        own = self.context.classes.own(block, name)
        return Def(block.path, own[0].definition) if own and own[0].definition >= 0 else None
