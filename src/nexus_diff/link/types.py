"""Type expressions → the instances that a value of such a type may be."""

from __future__ import annotations

from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.contexts import WANTED
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import constant, held
from nexus_diff.link.names import joined
from nexus_diff.link.type_parameters import TypeParameters
from nexus_diff.link.values import (
    NOTHING,
    Alias,
    Box,
    Def,
    Ext,
    Inst,
    Shape,
    TypeParam,
    Value,
    Values,
    behind,
    bounded,
    union,
)  # fmt: skip
from nexus_diff.model.expr import Apply, Attr, Cast, Display, FuncType, Held, Index, Literal, Name, ObjectType, Op, TypeOf, Union
from nexus_diff.model.facts import NONE, Definition

_GENERIC = frozenset({"class", "interface", "type"})
"""Kinds of definitions that may have type parameters."""
_TYPES = (Alias, Def, Ext, Shape, TypeParam)
"""Values that a name of a type may have."""


class Types(TypeParameters):
    """Annotations and type arguments."""

    def instances(self, index: FileIndex, expr: int) -> Values:
        """Values that have the type written at `expr`."""
        e = index.facts.exprs[expr]
        if isinstance(e, (Name, Attr)):
            found = self._named(index, expr, ())
            if isinstance(e, Attr) and e.name in index.language.member_types and all(isinstance(v, Ext) for v in found):
                return self._type_of_container(index, e) or found
            return found
        if isinstance(e, Index) and index.language.indexed_types:
            return self._member_type(index, e)
        if isinstance(e, Index):
            key = index.facts.exprs[e.key]
            return self._named(index, e.value, key.items if isinstance(key, Display) and key.type == "tuple" else (e.key,))
        if isinstance(e, Apply):
            return self._named(index, e.type, e.args)
        if isinstance(e, Held):
            found = self.instances(index, e.value)
            return held(found, e.how) if index.language.indexed_pointers else found
        if isinstance(e, Union):
            return union(*(self.instances(index, item) for item in e.items))
        if isinstance(e, Op):
            return union(self.instances(index, e.left), self.instances(index, e.right)) if e.right != NONE else NOTHING
        if isinstance(e, ObjectType):
            return (Shape(index.path, expr),)
        if isinstance(e, FuncType):
            params = tuple(self.instances(index, p) for p in e.params)
            return (Box("Callable", (*params, self.instances(index, e.returns) if e.returns != NONE else NOTHING)),)
        if isinstance(e, Display):
            if e.type == "rest":
                return (Box("rest", (self.instances(index, e.items[0]),)),)
            return (Box("tuple", tuple(self.instances(index, item) for item in e.items)),)
        if isinstance(e, TypeOf):
            return self._type_of_value(self.context.evaluator.value(index, e.value)) if e.op == "typeof" else NOTHING
        if isinstance(e, Cast):
            return self.instances(index, e.type)
        if isinstance(e, Literal) and e.type == "str" and e.value.isidentifier():
            return self.context.scoping.named_instances(index, e.value) or (Ext(e.type),)
        if isinstance(e, Literal) and e.type not in ("none", "null", "undefined"):
            return (Ext(e.type),)
        return NOTHING

    def meant(self, index: FileIndex, expr: int) -> Values:
        """What the expression of a type means: a name means a type, even where a member or a variable of that name is nearer."""
        found = self.context.evaluator.value(index, expr)
        e = index.facts.exprs[expr] if expr != NONE else None
        if isinstance(e, Apply):
            return self.of_arity(index, self.meant(index, e.type), len(e.args))
        if isinstance(e, TypeOf) and e.op == WANTED:
            return tuple(Def(v.path, v.index) if isinstance(v, Inst) else v for v in self.context.contexts.unwritten(index, expr))
        plain = index.language.implicit_members and isinstance(e, Name) and bool(found)
        if not plain or not isinstance(e, Name) or any(isinstance(v, _TYPES) and not self._is_method(v) for v in found):
            return found
        return self.context.members.type_named(index, index.facts.points[e.point].scope, e.name) or found

    def _is_method(self, value: Value) -> bool:
        there = self.world.index(value.path) if isinstance(value, Def) else None
        return there is not None and isinstance(value, Def) and there.facts.definitions[value.index].kind in ("method", "signature")

    def of_arity(self, index: FileIndex, values: Values, count: int) -> Values:
        """Values with each type replaced by the one of its name that has so many type parameters, where such are types of their own."""
        if not index.language.arities or not any(isinstance(v, Def) for v in values):
            return values
        return union(*((self._of_arity(v, count),) if isinstance(v, Def) else (v,) for v in values))

    def _of_arity(self, value: Def, count: int) -> Def:
        there = self.world.index(value.path)
        d = there.facts.definitions[value.index] if there is not None else None
        if there is None or d is None or d.kind not in _GENERIC:
            return value
        return self.world.session.ask(("arity", value, count), lambda: self._with_arity(there, value, count), value)

    def _with_arity(self, there: FileIndex, value: Def, count: int) -> Def:
        if self.arity(value) == count:
            return value
        full = joined(self.context.packages.prefix(there) or "", there.facts.definitions[value.index].qualified)
        return next((d for d in self.context.packages.all_named(there.language.group, full) if self.arity(d) == count), value)

    def arity(self, value: Def) -> int:
        """How many type parameters a type or function has."""
        there = self.world.index(value.path)
        if there is None:
            return 0
        d = there.facts.definitions[value.index]
        self.world.part(value.path, there.qualified(value.index), "()" if d.kind == "type" else "")
        return len(d.type_params)

    def _type_of_container(self, index: FileIndex, e: Attr) -> Values:
        """A type that a container of the library has as a member: of its iterators, which count as the container, or of its elements."""
        how = index.language.member_types[e.name]
        boxes = [v for v in self.instances(index, e.value) if isinstance(v, Box) and v.args]
        if how == "element":
            return union(*(v.args[-1] for v in boxes))
        if how == "key":
            return union(*(v.args[0] for v in boxes))
        return tuple(constant(v) for v in boxes) if how == "constant" else tuple(boxes)

    def underlying(self, value: Inst) -> Values:
        """What an instance of a type made from another one (`type Flags []*Flag`) is; nothing for any other class."""
        there = self.world.index(value.path)
        definition = there.facts.definitions[value.index] if there is not None else None
        if there is None or definition is None or definition.kind != "class" or definition.value == NONE:
            return NOTHING
        self.world.part(there.path, there.qualified(value.index), "")
        found = self._asked(there, definition.value)
        return self.context.substitution.substitute(found, dict(zip((p.name for p in definition.type_params), value.args, strict=False)))

    def _type_of_value(self, values: Values) -> Values:
        """`typeof f`: a function with a declared type is of that type."""
        found: list[Values] = []
        for value in values:
            there = self.world.index(value.path) if isinstance(value, Def) else None
            if there is not None and isinstance(value, Def):
                self.world.part(there.path, there.qualified(value.index), "()")
            declared = there.facts.definitions[value.index].type if there is not None and isinstance(value, Def) else NONE
            types = self.instances(there, declared) if there is not None and declared != NONE else NOTHING
            found.append(union(types, behind((value,))) if types else (value,))
        return union(*found)

    def _member_type(self, index: FileIndex, e: Index) -> Values:
        """`T["name"]`, `T[number]`."""
        key = index.facts.exprs[e.key]
        around = self.instances(index, e.value)
        if isinstance(key, Literal):
            return union(*(self.context.evaluator.attribute(value, key.value) for value in around))
        if isinstance(key, Name) and key.name == "number":
            return self.context.evaluator.iterate(around, False)
        return NOTHING

    def _named(self, index: FileIndex, expr: int, args: tuple[int, ...]) -> Values:
        e = index.facts.exprs[expr]
        name = e.name if isinstance(e, (Name, Attr)) else ""
        if name == "Self" or (name == "this" and type(e) is Name):
            scope = index.facts.points[e.point].scope if type(e) is Name else NONE
            block = self._extension_around(index, scope) if index.language.trait_blocks else NONE
            if block != NONE:
                return self.extended(index, block)
            owner = self.context.receivers.owner(index, scope) if scope != NONE else None
            if owner is not None and self.context.instances.is_trait(owner):
                return self.context.instances.own(index, self.context.instances.method_around(index, scope), owner)
            if owner is not None:
                return (Inst(owner.path, owner.index),)
        if type(e) is Name and not index.language.hoisting and (own := self.parameter(index, e)):
            return own
        found = self.of_arity(index, self.meant(index, expr), len(args))
        values: list[Values] = []
        for value in found:
            if isinstance(value, Def):
                values.append(self._definition(value, index, args))
            elif isinstance(value, Alias):
                there = self.world.index(value.path)
                values.append(self._asked(there, value.expr) if there is not None else NOTHING)
            elif isinstance(value, (TypeParam, Shape, Inst)):
                named_shape = isinstance(value, Shape) and self._is_literal(value)
                values.append((value,) if not isinstance(value, Inst) and not named_shape else NOTHING)
            elif isinstance(value, Ext):
                value = _primitive(index, value, name)
                variable = value.name.rpartition(".")[2] in ("TypeVar()", "ParamSpec()") and type(e) is Name
                values.append(self._variable(index, e) if variable and type(e) is Name else self._external(index, value, args))
        if not found and type(e) is Name:
            values.append(self._external(index, Ext(name), args) if name in index.language.generics else self.parameter(index, e))
        return union(*values)

    def _external(self, index: FileIndex, value: Ext, args: tuple[int, ...]) -> Values:
        return self.context.library_types.external(index, value, args)

    def _extension_around(self, index: FileIndex, scope: int) -> int:
        """The block of members, written outside of their type, around a scope; -1 for none."""
        scopes = index.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                return here.definition if index.facts.definitions[here.definition].kind == "extension" else NONE
            scope = here.parent
        return NONE

    def extended(self, index: FileIndex, block: int) -> Values:
        """Instances of the type that a block of members is for; of the block itself where that is no class of the repository."""
        self.world.part(index.path, index.qualified(block), "")
        found = self._asked(index, index.facts.definitions[block].type)
        return found if any(isinstance(v, Inst) for v in found) else (Inst(index.path, block),)

    def _definition(self, value: Def, index: FileIndex, args: tuple[int, ...]) -> Values:
        there = self.world.index(value.path)
        if there is None:
            return NOTHING
        definition = there.facts.definitions[value.index]
        if definition.kind in CLASS_KINDS or definition.kind in ("function", "extension"):
            return (Inst(value.path, value.index, self.filled(there, value, tuple(self.instances(index, a) for a in args))),)
        if definition.kind == "type":
            return self._alias(there, value, definition, index, args)
        return NOTHING

    def of_alias(self, value: Def) -> Values:
        """The classes that an alias stands for, as themselves."""
        there = self.world.index(value.path)
        if there is None:
            return NOTHING
        found = self._alias(there, value, there.facts.definitions[value.index], there, ())
        return tuple(Def(v.path, v.index) if isinstance(v, Inst) else v for v in found if isinstance(v, (Inst, Ext)))

    def _alias(self, there: FileIndex, value: Def, definition: Definition, index: FileIndex, args: tuple[int, ...]) -> Values:
        self.world.part(value.path, there.qualified(value.index), "()")
        if definition.value == NONE:
            return NOTHING
        found = self.world.session.ask(("alias", value), lambda: bounded(self.instances(there, definition.value)), NOTHING)
        values = self.filled(there, value, tuple(self.instances(index, a) for a in args))
        if not values or not definition.type_params:
            return found
        return self.context.substitution.substitute(found, {p.name: v for p, v in zip(definition.type_params, values, strict=False)})

    def filled(self, there: FileIndex, value: Def, args: tuple[Values, ...]) -> tuple[Values, ...]:
        """Type arguments of a class or alias, defaults in place of those left out."""
        params = there.facts.definitions[value.index].type_params
        rest = params[len(args) :]
        if all(p.default == NONE for p in rest):
            return args
        self.world.part(there.path, there.qualified(value.index), "()" if there.facts.definitions[value.index].kind == "type" else "")
        return (*args, *(self._asked(there, p.default) for p in rest))

    def _asked(self, index: FileIndex, expr: int) -> Values:
        """`instances` of a bound or default, which may lead back to its own parameter."""
        if expr == NONE:
            return NOTHING
        return self.world.session.ask(("type", index.path, expr), lambda: bounded(self.instances(index, expr)), NOTHING)

    def _is_literal(self, value: Shape) -> bool:
        """Whether a shape is an object of values rather than a type."""
        index = self.world.index(value.path)
        return value.scope != NONE or (index is not None and not isinstance(index.facts.exprs[value.expr], ObjectType))

    def base(self, index: FileIndex, expr: int) -> Values:
        """Instances of the class that a base expression names; calls in that place (mixins, metaclass helpers) give what they return."""
        e = index.facts.exprs[expr]
        if isinstance(e, (Name, Attr, Index, Apply)):
            found = self.instances(index, expr)
            return found or (() if self.context.evaluator.value(index, expr) else (Ext(index.dotted(expr) or "?"),))
        values = self.context.evaluator.value(index, expr)
        return tuple(Inst(v.path, v.index) if isinstance(v, Def) else v for v in values if isinstance(v, (Def, Ext)))


def _primitive(index: FileIndex, value: Ext, name: str) -> Ext:
    """A plain type rather than the library's module of its name (`use std::str`): where a type is written, the module is not meant."""
    around = value.name.partition(".")[0]
    plain = index.language.path_roots and name in index.language.conversions and around in index.language.standard_modules
    return Ext(name) if plain and value.name == f"{around}.{name}" else value
