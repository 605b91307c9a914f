"""The evaluator: an expression in its scope → the values it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nexus_diff.languages.builder_protocol import END
from nexus_diff.link.attributes import Attributes, leaves_open
from nexus_diff.link.blankets import unknown
from nexus_diff.link.calls import Calls
from nexus_diff.link.elements import Elements
from nexus_diff.link.file_index import MEMBER_SCOPES, FileIndex
from nexus_diff.link.held import held
from nexus_diff.link.names import joined
from nexus_diff.link.paths import MACRO
from nexus_diff.link.session import MAX_NESTED, UNTOUCHED, Frame
from nexus_diff.link.values import (
    NOTHING,
    Alias,
    Box,
    Def,
    Ext,
    Func,
    Inst,
    Mod,
    Param,
    Shape,
    Slot,
    Space,
    Super,
    TypeParam,
    Value,
    Values,
    bounded,
    foreign,
    typed,
    union,
)  # fmt: skip
from nexus_diff.model import expr as x
from nexus_diff.model import facts
from nexus_diff.model.facts import NONE, Binding, Point

if TYPE_CHECKING:
    from collections.abc import Callable

    from nexus_diff.link.context import Context
_TYPE_FORMS = (x.Index, x.Op)
CLASS_OF = "class"
"""TypeOf.op for the class of a value, where it is constructed."""
TYPE_OBJECT = "type"
"""TypeOf.op for the object that stands for a type (C#)."""
_PASSING = ("class", "comprehension", "block")
"""Scopes that run where they stand, so that their reads see the scope around them as it is then."""


class Evaluator(Attributes, Elements):
    """Names, attributes, elements and calls."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.session = context.world.session
        self.calls = Calls(context, self)
        self._by_form: dict[type, Callable[[FileIndex, Any], Values]] = {
            x.Name: self._name,
            x.Attr: self._attr,
            x.Call: self.calls.value,
            x.New: self.calls.new,
            x.Func: self._func,
            x.Index: self._index,
            x.Item: self._item,
            x.Iter: lambda i, e: self.iterate(self.value(i, e.value), e.awaited),
            x.Enter: lambda i, e: self.enter(self.value(i, e.value), e.awaited),
            x.Await: lambda i, e: self.awaited(self.value(i, e.value)),
            x.Cast: lambda i, e: typed(self.context.types.instances(i, e.type), self.value(i, e.value)),
            x.Apply: lambda i, e: self.context.types.of_arity(i, self.value(i, e.type), len(e.args)),
            x.Op: self._op,
            x.AddressOf: self._address_of,
            x.Deref: self._deref,
            x.Literal: self._literal,
            x.Display: self._display,
            x.Union: lambda i, e: union(*(self.value(i, item) for item in e.items)),
            x.ObjectType: lambda i, e: NOTHING,
            x.FuncType: lambda i, e: NOTHING,
            x.TypeOf: self._class_of_value,
            x.Held: lambda i, e: held(self.value(i, e.value), e.how),
            x.Unknown: lambda i, e: NOTHING,
        }

    def value(self, index: FileIndex, expr: int) -> Values:
        """Values of the expression at `expr` in this file; empty when nothing is known."""
        frame = self.session.frame
        key = (index.path, expr)
        found = frame.memo.get(key)
        return self._evaluate(frame, key, index, expr) if found is None else found  # type: ignore[return-value]

    def callee(self, index: FileIndex, expr: int) -> Values:
        """Values of an expression that is called: a method rather than the field of its name, where these are apart."""
        e = index.facts.exprs[expr]
        if not index.language.fields_apart or not isinstance(e, x.Attr):
            return self.value(index, expr)
        found: list[Values] = []
        for value in self.value(index, e.value):
            blocks = self.context.blocks
            beside = blocks.method(index, value, e.name) if isinstance(value, (Ext, Box)) else blocks.by_itself(index, value, e.name)
            found.append(beside or self.method(value, e.name))
        known = union(*found) or self.value(index, expr)
        return (unknown(known) and self.context.blankets.methods(index, self.value(index, e.value), e.name)) or known

    def _evaluate(self, frame: Frame, key: tuple[str, int], index: FileIndex, expr: int) -> Values:
        """Evaluate an expression that may lead back to itself. What rests on an expression still being evaluated is kept until that is done
        only, so that no value is remembered that knows half of it."""
        evaluating = frame.evaluating
        depth = evaluating.get(key)
        if depth is not None:
            frame.low = min(frame.low, depth)
            return NOTHING
        pending = frame.pending.get(key)
        if pending is not None:
            frame.low = min(frame.low, pending[1])
            return pending[0]  # type: ignore[return-value]
        depth = len(evaluating)
        if depth >= MAX_NESTED:
            frame.cut += 1
            return NOTHING
        evaluating[key] = depth
        before, frame.low = frame.low, UNTOUCHED
        self.session.nested += 1
        found = self._of_form(index, expr)
        self.session.nested -= 1
        del evaluating[key]
        if found:
            found = bounded(found)
        if frame.low >= depth:
            frame.memo[key] = found
            if frame.pending:
                frame.pending = {k: kept for k, kept in frame.pending.items() if kept[1] < depth}
            frame.low = before
        else:
            frame.pending[key] = (found, frame.low)
            frame.low = min(before, frame.low)
        return found

    def _of_form(self, index: FileIndex, expr: int) -> Values:
        e = index.facts.exprs[expr]
        is_object = type(e) is x.Display and (e.type == "object" or (e.type == "dict" and self._is_record(index, e)))
        found = (Shape(index.path, expr),) if is_object else self._by_form[type(e)](index, e)
        if type(e) is x.Index and index.stores:
            found = self._stored(index, expr) or found
        if type(e) in _TYPE_FORMS and any(self._names_type(index, e, v) for v in found):
            found = (Alias(index.path, expr),)
        return found

    def _name(self, index: FileIndex, e: x.Name) -> Values:
        point = index.facts.points[e.point]
        if e.name in ("this", "super"):
            return self._receiver(index, e.name, point.scope)
        language = index.language
        if not language.path_roots:
            return self.context.types.of_arity(index, self.lookup(index, e.name, point), 0)
        if e.name in language.path_roots:
            return self.context.paths.root(index, e.name, point.scope)
        owner = self.class_of_scope(index, point.scope) if e.name == language.own_type else None
        if owner is not None:
            return (owner,)
        return self.lookup(index, e.name, point) or tuple(v for v in self.context.types.parameter(index, e) if isinstance(v, TypeParam))

    def lookup(self, index: FileIndex, name: str, point: Point) -> Values:
        """What `name` means at a program point: through the scopes from inside out, then stars, then built-ins."""
        scopes = index.facts.scopes
        scope, at = point.scope, point
        moment: Point | None = at
        first = True
        outside: Values = NOTHING
        if scope > 0 and not index.language.hoisting and at.at == END:
            scope, moment, first = scopes[scope].parent, None, False
        while scope > 0:
            here = scopes[scope]
            if name in here.globals:
                scope = 0
                moment = None
                break
            if here.kind not in MEMBER_SCOPES or (first and index.language.bare_members):
                found, certain = index.visible(scope, name, moment)
                position = index.parameter(scope, name) if not certain else NONE
                if found or position != NONE:
                    before = self.parameter(index, scope, position) if position != NONE else NOTHING
                    now = union(*(self.binding(index, b) for b in found))
                    return union(now if not before else self._reassigned(index, before, now), before)
            if index.language.implicit_members and index.type_parameter(scope, name):
                return NOTHING
            if index.language.implicit_members:
                member = self.context.members.implicit(index, scope, name, point.scope)
                if any(not isinstance(v, Ext) for v in member):
                    return member
                outside = outside or member
            if index.language.path_roots:
                if here.kind == "namespace":
                    self.world.part(index.path, index.qualified(here.definition), name)
                brought = self.context.paths.star(index, scope, name)
                if brought:
                    return brought
            if here.at != NONE:
                moment = Point(here.parent, here.at, here.at_block)
            else:
                moment = Point(here.parent, at.outer_at, at.block) if first and here.kind in _PASSING and at.outer_at != NONE else None
            first = False
            if here.kind == "namespace" and index.language.path_roots and not name.endswith(MACRO):
                return self._beyond(index, name, at.scope)
            scope = here.parent
        values = self.global_name(index, name, moment, at.scope)
        return values or outside

    def _reassigned(self, index: FileIndex, before: Values, now: Values) -> Values:
        """What is assigned to a parameter of a declared type."""
        return self.context.signatures.alternative(index, before, now)

    def global_name(self, index: FileIndex, name: str, moment: Point | None = None, scope: int = 0) -> Values:
        """A name of the module scope, or of the package around (as seen from `scope`)."""
        self.world.part(index.path, "", name)
        found = index.visible(0, name, moment)[0]
        if found:
            values = union(*(self.binding(index, b) for b in found))
            if any(self.holds(v) for v in values):
                return union(values, (Slot(index.path, NONE, name),))
            if index.language.includes and self.context.includes.macros(values):
                return union(values, self.context.packages.ambient(index, name, scope))
            if values or not index.language.path_roots:  # an import of a macro leaves its name to others
                return values
        if index.language.path_roots:
            return self.context.paths.star(index, 0, name) or self._beyond(index, name, scope)
        self.world.part(index.path, "", "*")
        if index.star_imports:
            for position in reversed(index.star_imports):
                imp = index.facts.imports[position]
                if imp.kind == "reexport" or self.context.packages.by_name(index, imp):
                    continue
                for module in self.context.modules.target(index, imp.source):
                    values = self.context.modules.star_member(module.path, name) if isinstance(module, Mod) else NOTHING
                    if isinstance(module, Space):
                        values = self.context.packages.value(module.group, joined(module.name, name))
                    if values:
                        return values
        ambient = self.context.packages.ambient(index, name, scope)
        if ambient:
            return ambient
        if name in index.language.builtin_names:
            return (Ext(name),)
        return self.context.packages.starred(index, name)

    def _beyond(self, index: FileIndex, name: str, scope: int) -> Values:
        """A name that no module around binds, where modules are reached by paths: of the prelude, of a macro, of a crate."""
        if name in index.language.builtin_names:
            return (Ext(name),)
        if name.endswith(MACRO):
            return self.context.paths.macro(index, name, scope)
        return self.context.paths.crate(index, name) if name.isidentifier() and name.islower() else NOTHING

    def binding(self, index: FileIndex, binding: Binding) -> Values:
        """What a binding gives its target."""
        if binding.imported != NONE:
            return self.context.modules.imported(index, index.facts.imports[binding.imported])
        if binding.definition != NONE and index.facts.definitions[binding.definition].kind not in ("variable", "field"):
            own = Def(index.path, binding.definition)
            if binding.value != NONE:
                made = self.value(index, binding.value)
                return (own, *(v for v in made if isinstance(v, (Inst, Box, Shape)) and not _is_callable(v)))
            if not index.facts.definitions[binding.definition].decorators:
                return (own,)
            return (own, *(v for v in self.calls.decorated(own) if isinstance(v, Inst)))
        if binding.type != NONE:
            found = self.context.types.instances(index, binding.type)
            value = self.value(index, binding.value) if binding.value != NONE else NOTHING
            if all(isinstance(v, Ext) for v in found) and not (found and index.language.overloads):
                return value or found
            if any(isinstance(v, Box) and any(leaves_open(inner) for values in v.args for inner in values) for v in found):
                return union(tuple(v for v in value if not isinstance(v, Ext)), found)
            return typed(found, value)
        return self.value(index, binding.value) if binding.value != NONE else NOTHING

    def named_instances(self, index: FileIndex, name: str) -> Values:
        """Instances of the class that a module-level name stands for."""
        return tuple(Inst(v.path, v.index) for v in self.global_name(index, name) if isinstance(v, Def))

    def class_of_scope(self, index: FileIndex, scope: int) -> Def | None:
        """The class whose body or method `scope` stands in."""
        scopes = index.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                return self.context.members.home(index, here.definition)
            if here.definition in index.attached and index.language.outside_members:
                owner = self.context.members.owner_of(index, here.definition)
                if owner is not None:
                    return owner
            scope = here.parent
        return None

    def _receiver(self, index: FileIndex, name: str, scope: int) -> Values:
        """`this` and `super` where they are keywords."""
        if index.language.receiver == "this":
            return self.context.receivers.value(index, name, scope)
        owner = self.class_of_scope(index, scope)
        if owner is None:
            return NOTHING
        if name == "super":
            return (Super(owner.path, owner.index),)
        if self._static_around(index, scope):
            return (owner,)
        return (Inst(owner.path, owner.index),)

    def _static_around(self, index: FileIndex, scope: int) -> bool:
        scopes = index.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "function" and index.class_around(here) != NONE:
                return "static" in index.facts.definitions[here.definition].modifiers if here.definition != NONE else False
            scope = here.parent
        return False

    def parameter(self, index: FileIndex, scope: int, position: int) -> Values:
        """What a parameter may hold: the receiver, its declared type, its default."""
        here = index.facts.scopes[scope]
        param = index.params(scope)[position]
        if position == 0 and here.definition != NONE and index.language.receiver == "first-param":
            receiver = self._first_param(index, scope)
            if receiver:
                return receiver
        if param.type == NONE and index.language.contextual:
            found = self.context.contexts.parameter(index, scope, position)
            if found:
                return found
        found = self._declared(index, param, here.definition)
        if "test" in index.entry.marks and all(isinstance(v, (Param, Ext)) for v in found) and here.definition != NONE:
            return self.context.fixtures.value(index, scope, param.name) or found
        return found

    def _first_param(self, index: FileIndex, scope: int) -> Values:
        here = index.facts.scopes[scope]
        owner = index.class_around(here)
        if owner == NONE:
            return NOTHING
        definition = index.facts.definitions[here.definition]
        if "static" in definition.modifiers:
            return NOTHING
        if "classmethod" in definition.modifiers or definition.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return (Def(index.path, owner),)
        if index.facts.definitions[owner].kind == "extension":
            return self.context.types.extended(index, owner)
        trait = Def(index.path, owner)
        if self.context.instances.is_trait(trait):
            return self.context.instances.own(index, here.definition, trait)
        return (Inst(index.path, owner),)

    def _declared(self, index: FileIndex, param: facts.Param, function: int) -> Values:
        found = self.context.types.instances(index, param.type) if param.type != NONE else NOTHING
        if param.kind == "*" and index.language.rest_as_written and found:
            return found
        if param.kind == "*":
            return (Box("tuple" if found else "list", (found, found)) if found else Ext("tuple"),)
        if param.kind == "**":
            return (Box("dict", (NOTHING, found)),)
        hidden = index.language.duck_typed and bool(found) and all(foreign(v) for v in found)
        if found and not hidden and not any(leaves_open(v) for v in found):
            return found
        if found and all(isinstance(v, TypeParam) and v.origin and all(isinstance(b, Inst) for b in v.bound) for v in found):
            return found
        given: Values = (Param(index.path, function, param.name),) if function != NONE and param.name else NOTHING
        known = union(*(v.bound if isinstance(v, TypeParam) else (v,) for v in found if not isinstance(v, Ext)))
        if param.default != NONE and type(index.facts.exprs[param.default]) is not x.Literal:
            default = self.value(index, param.default)
            return union(known, self.context.signatures.alternative(index, known, default), given)
        return union(known, given)

    def _literal(self, index: FileIndex, e: x.Literal) -> Values:
        found = (Ext(index.language.literal_types.get(e.type, e.type)),)
        return held(found, "const") if e.type.endswith("*") else found

    def _address_of(self, index: FileIndex, e: x.AddressOf) -> Values:
        """`&x`: a pointer, where these are told from what they lead to."""
        found = self.value(index, e.value)
        return held(found, "*") if index.language.indexed_pointers else found

    def _deref(self, index: FileIndex, e: x.Deref) -> Values:
        """`*x` is `x` without a reference; a second star follows what stands behind it."""
        if index.language.indexed_pointers:
            return self.through_pointers(index, self.value(index, e.value))
        found = self.context.blocks.followed(self.value(index, e.value))
        inner = index.facts.exprs[e.value]
        return self.context.blocks.behind(found) if isinstance(inner, x.Deref) else found

    def _class_of_value(self, index: FileIndex, e: x.TypeOf) -> Values:
        """The classes of a member that a constructor makes; the object that stands for a type."""
        if e.op == TYPE_OBJECT:
            return (Ext("Type"),)
        if e.op != CLASS_OF:
            return NOTHING
        return tuple(Def(v.path, v.index) if isinstance(v, Inst) else v for v in self.value(index, e.value) if isinstance(v, (Inst, Ext)))

    def _func(self, index: FileIndex, e: x.Func) -> Values:
        scope = index.facts.scopes[e.scope]
        if scope.kind == "object":
            return (Shape(index.path, NONE, e.scope),)
        if scope.definition != NONE:
            return (Def(index.path, scope.definition),)
        return (Func(index.path, e.scope),)


def _is_callable(value: Value) -> bool:
    return isinstance(value, Box) and value.name == "Callable"
