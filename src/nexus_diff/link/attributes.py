"""Attributes: members of instances, classes, modules and objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST, constant
from nexus_diff.link.lookups import OBJECTS
from nexus_diff.link.names import joined
from nexus_diff.link.paths import ABOVE
from nexus_diff.link.shapes import LITERALS
from nexus_diff.link.values import (
    NOTHING,
    Bound,
    Box,
    Def,
    Ext,
    Inst,
    Mod,
    Pack,
    Partial,
    Shape,
    Slot,
    Space,
    Super,
    TypeParam,
    Value,
    Values,
    typed,
    union,
)  # fmt: skip
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition

if TYPE_CHECKING:
    from nexus_diff.link.calls import Calls
    from nexus_diff.link.context import Context
    from nexus_diff.link.session import Session
    from nexus_diff.link.world import World

_PAIR = {"first": 0, "second": 1}
"""Names of the parts of a pair."""
_RECORDS = frozenset({"Record"})
"""Containers whose elements are their attributes."""
_ANY = frozenset({"Callable", "Any", "object", "typing.Any", "any", "unknown", "Function"})
"""Types that leave open which function or object it is."""


class Attributes:
    """What `value.name` gives."""

    context: Context
    world: World
    session: Session
    calls: Calls

    if TYPE_CHECKING:

        def value(self, index: FileIndex, expr: int) -> Values: ...

        def binding(self, index: FileIndex, binding: Binding) -> Values: ...

        def holds(self, value: Value) -> bool: ...

    def _attr(self, index: FileIndex, e: x.Attr) -> Values:
        if index.objects or index.language.contextual:
            found = self._assigned_attribute(index, e)
            if found:
                return found
        elif len(self.session.stack) > 1:
            self.world.part(index.path, "", OBJECTS)
        receivers = self.value(index, e.value)
        position = index.language.element_members.get(e.name)
        if position is not None and any(isinstance(v, Box) for v in receivers):
            return union(*(v.args[position] if isinstance(v, Box) and v.args else self.attribute(v, e.name) for v in receivers))
        found = union(*(self._constant_of(index, value, e.name) or self.attribute(value, e.name) for value in receivers))
        if index.language.extension_methods and all(isinstance(v, Ext) for v in found):
            return self.context.extensions.methods(index, receivers, e.name) or found
        return found

    def _constant_of(self, index: FileIndex, value: Value, name: str) -> Values:
        """A constant of a library's class, where its type is known."""
        if index.language.library is not None:
            return self.context.library_members.attribute(index, value, name)
        table = index.language.constant_types
        if not table or not isinstance(value, (Ext, Box)):
            return NOTHING
        owner = value.name.rpartition(".")[2]
        known = table.get(f"{owner}.{name}") or (table.get(f"{owner}.*") if name.isupper() else None)
        return (Ext(known),) if known else NOTHING

    def _assigned_attribute(self, index: FileIndex, e: x.Attr) -> Values:
        """An attribute given to an object by assignment elsewhere in the file: `app.use = function …`."""
        dotted = index.dotted(e.value)
        if dotted is None:
            return NOTHING
        root: x.Expr = e
        while isinstance(root, x.Attr):
            root = index.facts.exprs[root.value]
        scope = index.facts.points[root.point].scope if isinstance(root, x.Name) else 0
        first, _, rest = dotted.partition(".")
        around = index.object_of_this(scope) if first == "this" else None
        if around is not None:
            scope, dotted = around[0], f"{around[1]}.{rest}" if rest else around[1]
        else:
            scope = index.scope_of_name(scope, first)
        if scope == 0:
            self.world.part(index.path, "", f"{dotted}.{e.name}")
        elif index.language.contextual:
            self.world.part(index.path, "", LITERALS)
        assigned = index.objects.get((scope, dotted), {}).get(e.name, ())
        return union(*(self.binding(index, b) for b in assigned if b.definition != NONE or around is not None))

    def attribute(self, value: Value, name: str) -> Values:
        """What `value.name` gives."""
        if isinstance(value, Inst):
            found = self.context.classes.member(value, name) or self.context.classes.injected(value, name)
            found = found or union(*(self.attribute(v, name) for v in self.context.types.underlying(value)))
            return found or self.context.library_members.of_any(value, name)
        if name == ABOVE and isinstance(value, (Mod, Def)):
            return self.context.paths.above(value)
        if isinstance(value, Def):
            return self._definition_attribute(value, name)
        if isinstance(value, Mod):
            return self.context.modules.member(value.path, name)
        if isinstance(value, Pack):
            return self.context.modules.submodule(value, name)
        if isinstance(value, Space):
            full = joined(value.name, name)
            return self.context.packages.value(value.group, full) or (Ext(full),)
        if isinstance(value, Super):
            here = Def(value.path, value.index)
            return self._super_attribute(here, value, name)
        if isinstance(value, Ext):
            return (Ext(f"{value.name}.{name}"),)
        if isinstance(value, Box) and value.name == "tuple" and name in _PAIR:
            return value.args[_PAIR[name]] if _PAIR[name] < len(value.args) else NOTHING
        if isinstance(value, Box):
            return value.args[-1] if value.name in _RECORDS and len(value.args) == 2 else (Ext(f"{value.name}.{name}"),)
        if isinstance(value, Shape):
            return self.context.shapes.attribute(value, name)
        if isinstance(value, Partial):
            return (Ext(f"partial.{name}"),)
        if isinstance(value, TypeParam):
            return _through(value, union(*(self.attribute(v, name) for v in value.bound)))
        return NOTHING

    def method(self, value: Value, name: str) -> Values:
        """The method `name` of a value, fields of that name left out."""
        if isinstance(value, (Inst, Def)) and (not isinstance(value, Def) or self.context.classes.has_members(value)):
            return self.context.classes.member(value, name, methods=True)
        if isinstance(value, TypeParam):
            return _through(value, union(*(self.method(v, name) for v in value.bound)))
        return self.attribute(value, name)

    def _super_attribute(self, here: Def, value: Super, name: str) -> Values:
        receiver: Inst | Def = Inst(here.path, here.index, exact=True) if value.bound else here
        return self.context.classes.member(receiver, name, after=here)

    def _definition_attribute(self, value: Def, name: str) -> Values:
        index = self.world.index(value.path)
        if index is None:
            return NOTHING
        definition = index.facts.definitions[value.index]
        if definition.kind in CLASS_KINDS or definition.kind == "extension":
            return self.context.classes.member(value, name)
        if definition.kind == "type" and (index.language.includes or index.language.path_roots):
            classes = self.context.types.of_alias(value)
            return union(*(self.attribute(v, name) for v in classes))
        if definition.kind == "namespace" and definition.body != NONE:
            self.world.part(value.path, index.qualified(value.index), name)
            found = union(*(self.binding(index, b) for b in index.visible(definition.body, name, None)[0]))
            return found or self._elsewhere(index, definition, name) or self.context.paths.star(index, definition.body, name)
        self.world.part(value.path, "", f"{definition.name}.{name}")
        assigned = index.objects.get((definition.scope, definition.name), {}).get(name, ())
        found = union(*(self.binding(index, b) for b in assigned))
        if not found and index.language.module_objects:
            found = self.context.modules.of_whole(value, name)
        return found or ((Ext(f"function.{name}"),) if name in index.language.builtin_methods or name.startswith("__") else NOTHING)

    def _elsewhere(self, index: FileIndex, namespace: Definition, name: str) -> Values:
        """A member that another file gives to a namespace."""
        prefix = self.context.packages.prefix(index)
        if "open" not in namespace.modifiers or prefix is None:
            return NOTHING
        full = joined(prefix, f"{namespace.qualified}.{name}")
        return self.context.packages.held(self.context.packages.meant(index, full)) or self.context.packages.outside(
            index.language.group, full
        )

    def member_values(
        self, index: FileIndex, own: list[Binding], assigned: list[Binding], receiver: Inst | Def, owner: Def, name: str = ""
    ) -> Values:
        """Values of a member found in class `owner`, as got through `receiver`."""
        found: list[Values] = []
        for binding in own:
            if binding.definition != NONE and index.facts.definitions[binding.definition].kind not in (
                "variable",
                "field",
                "class",
                "interface",
                "enum",
                "type",
            ):
                found.append(self._method(index, binding.definition, receiver))
            else:
                found.append(self.binding(index, binding))
        values = union(*found)
        given_later = union(*(self.binding(index, b) for b in assigned[:8])) if assigned else NOTHING
        values = union(values, given_later) if all(isinstance(v, Ext) for v in values) else typed(values, given_later)
        if isinstance(receiver, Inst) and name and any(self.holds(v) or (own and leaves_open(v)) for v in values):
            values = union(values, (Slot(owner.path, owner.index, name),))
        given = self.context.substitution.arguments(receiver, owner) if isinstance(receiver, Inst) else {}
        values = self.context.substitution.substitute(values, given) if given else values
        if isinstance(receiver, Inst) and receiver.held & CONST and not self._changes(index, own):
            return tuple(constant(v) for v in values)
        return values

    def _changes(self, index: FileIndex, own: list[Binding]) -> bool:
        """Whether a member may change in a constant object too (`mutable`)."""
        return any(b.definition != NONE and "mutable" in index.facts.definitions[b.definition].modifiers for b in own)

    def _method(self, index: FileIndex, definition: int, receiver: Inst | Def) -> Values:
        modifiers = index.facts.definitions[definition].modifiers
        method = Def(index.path, definition)
        if "property" in modifiers and (isinstance(receiver, Inst) or "static" in modifiers):
            return self.calls.result(method, receiver)
        if "static" in modifiers:
            return (method,)
        if isinstance(receiver, Def) and "classmethod" not in modifiers and index.language.receiver == "first-param":
            return (method,)
        if "classmethod" in modifiers and isinstance(receiver, Inst):
            receiver = Def(receiver.path, receiver.index)
        return (Bound(index.path, definition, receiver),)


def leaves_open(value: Value) -> bool:
    """Whether a declared type leaves open which function or object it is."""
    return (
        isinstance(value, TypeParam)
        or (isinstance(value, Ext) and value.name in _ANY)
        or (isinstance(value, Box) and value.name == "Callable")
    )


def _through(value: TypeParam, found: Values) -> Values:
    """Methods got through a type parameter whose types are followed: it stays their receiver."""
    return tuple(Bound(v.path, v.index, value) if isinstance(v, Bound) else v for v in found) if value.origin else found
