"""The evaluator: an expression in its scope → the values it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nexus_diff.link.attributes import Attributes, leaves_open
from nexus_diff.link.blankets import unknown
from nexus_diff.link.calls import Calls
from nexus_diff.link.elements import Elements
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import held
from nexus_diff.link.operations import Operations
from nexus_diff.link.session import MAX_NESTED, UNTOUCHED, Frame
from nexus_diff.link.values import (
    NOTHING,
    Alias,
    Box,
    Def,
    Ext,
    Func,
    Inst,
    Shape,
    TypeParam,
    Value,
    Values,
    bounded,
    typed,
    union,
)  # fmt: skip
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding

if TYPE_CHECKING:
    from collections.abc import Callable

    from nexus_diff.link.context import Context
_TYPE_FORMS = (x.Index, x.Op)
CLASS_OF = "class"
"""TypeOf.op for the class of a value, where it is constructed."""
TYPE_OBJECT = "type"
"""TypeOf.op for the object that stands for a type (C#)."""


class Evaluator(Attributes, Elements, Operations):
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
            x.Enter: self._enter,
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
            x.Held: lambda i, e: held(self.value(i, e.value), e.how) if i.language.indexed_pointers else self.value(i, e.value),
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
        known = self.context.borrows.called(index, e.value, union(*found)) or self.value(index, expr)
        if not unknown(known):
            return known
        beside = self.context.paths.beside_variable(index, e) if index.language.path_roots else NOTHING
        return beside or self.context.blankets.methods(index, self.value(index, e.value), e.name) or known

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
            return self.context.receivers.value(index, e.name, point.scope)
        language = index.language
        if not language.path_roots:
            return self.context.types.of_arity(index, self.context.scoping.lookup(index, e.name, point), 0)
        if e.name in language.path_roots:
            return self.context.paths.root(index, e.name, point.scope)
        owner = self.context.receivers.owner(index, point.scope) if e.name == language.own_type else None
        if owner is not None:
            return (owner,)
        return self.context.scoping.lookup(index, e.name, point) or tuple(
            v for v in self.context.types.parameter(index, e) if isinstance(v, TypeParam)
        )

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

    def _enter(self, index: FileIndex, e: x.Enter) -> Values:
        """What is entered is held itself, but where one method is asked for it and another one leaves it."""
        found = self.value(index, e.value)
        methods = index.language.protocols.get("awith" if e.awaited else "with", ())
        return self.enter(found, methods[0]) if len(methods) > 1 else found

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
