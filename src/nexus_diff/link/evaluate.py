"""The evaluator: an expression in its scope → the values it may have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nexus_diff.link.calls import Calls
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import MEMBER_SCOPES, FileIndex
from nexus_diff.link.session import UNTOUCHED, Frame
from nexus_diff.link.shapes import LITERALS
from nexus_diff.link.values import (
    CALLABLE,
    NOTHING,
    Alias,
    Bound,
    Box,
    Def,
    Ext,
    Func,
    Inst,
    Mod,
    Pack,
    Param,
    Partial,
    Shape,
    Slot,
    Super,
    TypeParam,
    Value,
    Values,
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

_ANY = frozenset({"Callable", "Any", "object", "typing.Any", "any", "unknown", "Function"})
"""Types that leave open which function or object it is."""
_TYPE_FORMS = (x.Index, x.Op)
_RECORDS = frozenset({"Record"})
"""Containers whose elements are their attributes."""
_PAIRED = frozenset({"Map", "ReadonlyMap"})
"""Containers that give pairs of key and value when iterated."""
_PASSING = ("class", "comprehension", "block")
"""Scopes that run where they stand, so that their reads see the scope around them as it is then."""


class Evaluator:
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
            x.Apply: lambda i, e: self.value(i, e.type),
            x.Op: self._op,
            x.AddressOf: lambda i, e: self.value(i, e.value),
            x.Deref: lambda i, e: self.value(i, e.value),
            x.Literal: lambda i, e: (Ext(e.type),),
            x.Display: self._display,
            x.Union: lambda i, e: union(*(self.value(i, item) for item in e.items)),
            x.ObjectType: lambda i, e: NOTHING,
            x.FuncType: lambda i, e: NOTHING,
            x.TypeOf: lambda i, e: NOTHING,
            x.Unknown: lambda i, e: NOTHING,
        }

    def value(self, index: FileIndex, expr: int) -> Values:
        """Values of the expression at `expr` in this file; empty when nothing is known."""
        frame = self.session.frame
        key = (index.path, expr)
        found = frame.memo.get(key)
        return self._evaluate(frame, key, index, expr) if found is None else found  # type: ignore[return-value]

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
        depth = evaluating[key] = len(evaluating)
        before, frame.low = frame.low, UNTOUCHED
        found = self._of_form(index, expr)
        del evaluating[key]
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

    # Names

    def _name(self, index: FileIndex, e: x.Name) -> Values:
        point = index.facts.points[e.point]
        if e.name in ("this", "super"):
            return self._receiver(index, e.name, point.scope)
        return self.lookup(index, e.name, point)

    def lookup(self, index: FileIndex, name: str, point: Point) -> Values:
        """What `name` means at a program point: through the scopes from inside out, then stars, then built-ins."""
        scopes = index.facts.scopes
        scope, at = point.scope, point
        moment: Point | None = at
        first = True
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
            moment = Point(here.parent, at.outer_at, at.block) if first and here.kind in _PASSING and at.outer_at != NONE else None
            first = False
            scope = here.parent
        return self.global_name(index, name, moment)

    def _reassigned(self, index: FileIndex, before: Values, now: Values) -> Values:
        """What is assigned to a parameter of a declared type."""
        return self.context.signatures.alternative(index, before, now)

    def global_name(self, index: FileIndex, name: str, moment: Point | None = None) -> Values:
        """A name of the module scope."""
        self.world.part(index.path, "", name)
        found = index.visible(0, name, moment)[0]
        if found:
            values = union(*(self.binding(index, b) for b in found))
            if any(self.holds(v) for v in values):
                return union(values, (Slot(index.path, NONE, name),))
            return values
        if index.star_imports:
            self.world.part(index.path, "", "*")
            for position in reversed(index.star_imports):
                imp = index.facts.imports[position]
                if imp.kind == "reexport":
                    continue
                for module in self.context.modules.target(index, imp.source):
                    values = self.context.modules.star_member(module.path, name) if isinstance(module, Mod) else NOTHING
                    if values:
                        return values
        if name in index.language.builtin_names:
            return (Ext(name),)
        return NOTHING

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
            if all(isinstance(v, Ext) for v in found):
                return value or found
            if any(isinstance(v, Box) and any(_open(inner) for values in v.args for inner in values) for v in found):
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
                return Def(index.path, here.definition)
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
        if found and not hidden and not any(_open(v) for v in found):
            return found
        given: Values = (Param(index.path, function, param.name),) if function != NONE and param.name else NOTHING
        known = union(*(v.bound if isinstance(v, TypeParam) else (v,) for v in found if not isinstance(v, Ext)))
        if param.default != NONE and type(index.facts.exprs[param.default]) is not x.Literal:
            default = self.value(index, param.default)
            return union(known, self.context.signatures.alternative(index, known, default), given)
        return union(known, given)

    # Attributes

    def _attr(self, index: FileIndex, e: x.Attr) -> Values:
        if index.objects or index.language.contextual:
            found = self._assigned_attribute(index, e)
            if found:
                return found
        return union(*(self.attribute(value, e.name) for value in self.value(index, e.value)))

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
            return self.context.classes.member(value, name)
        if isinstance(value, Def):
            return self._definition_attribute(value, name)
        if isinstance(value, Mod):
            return self.context.modules.member(value.path, name)
        if isinstance(value, Pack):
            return self.context.modules.submodule(value, name)
        if isinstance(value, Super):
            here = Def(value.path, value.index)
            return self._super_attribute(here, value, name)
        if isinstance(value, Ext):
            return (Ext(f"{value.name}.{name}"),)
        if isinstance(value, Box):
            return value.args[-1] if value.name in _RECORDS and len(value.args) == 2 else (Ext(f"{value.name}.{name}"),)
        if isinstance(value, Shape):
            return self.context.shapes.attribute(value, name)
        if isinstance(value, Partial):
            return (Ext(f"partial.{name}"),)
        if isinstance(value, TypeParam):
            return union(*(self.attribute(v, name) for v in value.bound))
        return NOTHING

    def _super_attribute(self, here: Def, value: Super, name: str) -> Values:
        receiver: Inst | Def = Inst(here.path, here.index, exact=True) if value.bound else here
        return self.context.classes.member(receiver, name, after=here)

    def _definition_attribute(self, value: Def, name: str) -> Values:
        index = self.world.index(value.path)
        if index is None:
            return NOTHING
        definition = index.facts.definitions[value.index]
        if definition.kind in CLASS_KINDS:
            return self.context.classes.member(value, name)
        if definition.kind == "namespace" and definition.body != NONE:
            self.world.part(value.path, index.qualified(value.index), name)
            return union(*(self.binding(index, b) for b in index.visible(definition.body, name, None)[0]))
        self.world.part(value.path, "", f"{definition.name}.{name}")
        assigned = index.objects.get((definition.scope, definition.name), {}).get(name, ())
        found = union(*(self.binding(index, b) for b in assigned))
        if not found and index.language.module_objects:
            found = self.context.modules.of_whole(value, name)
        return found or ((Ext(f"function.{name}"),) if name in index.language.builtin_methods or name.startswith("__") else NOTHING)

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
                "enum",
            ):
                found.append(self._method(index, binding.definition, receiver, owner))
            else:
                found.append(self.binding(index, binding))
        values = union(*found)
        given_later = union(*(self.binding(index, b) for b in assigned[:8])) if assigned else NOTHING
        values = union(values, given_later) if all(isinstance(v, Ext) for v in values) else typed(values, given_later)
        if isinstance(receiver, Inst) and name and any(self.holds(v) or (own and _open(v)) for v in values):
            values = union(values, (Slot(owner.path, owner.index, name),))
        given = self.context.types.arguments(receiver, owner) if isinstance(receiver, Inst) else {}
        return self.context.types.substitute(values, given) if given else values

    def _method(self, index: FileIndex, definition: int, receiver: Inst | Def, owner: Def) -> Values:
        modifiers = index.facts.definitions[definition].modifiers
        method = Def(index.path, definition)
        if "property" in modifiers and isinstance(receiver, Inst):
            return self.calls.result(method, receiver)
        if "static" in modifiers:
            return (method,)
        if isinstance(receiver, Def) and "classmethod" not in modifiers and index.language.receiver == "first-param":
            return (method,)
        if "classmethod" in modifiers and isinstance(receiver, Inst):
            receiver = Def(receiver.path, receiver.index)
        return (Bound(index.path, definition, receiver),)

    # Functions, objects and containers

    def _func(self, index: FileIndex, e: x.Func) -> Values:
        scope = index.facts.scopes[e.scope]
        if scope.kind == "object":
            return (Shape(index.path, NONE, e.scope),)
        if scope.definition != NONE:
            return (Def(index.path, scope.definition),)
        return (Func(index.path, e.scope),)

    def _display(self, index: FileIndex, e: x.Display) -> Values:
        if e.type in ("dict", "object"):
            return (Box("dict", (NOTHING, union(*(self.value(index, item) for item in e.items[:40])))),)
        items = tuple(self.value(index, item) for item in e.items[:40])
        if e.type == "tuple":
            return (Box("tuple", items[:12]),)
        if e.type in ("list", "array") and len(items) <= 8 and any(isinstance(v, (*CALLABLE, Box)) for values in items for v in values):
            return (Box("tuple", items),)
        return (Box(e.type, (union(*(self.value(index, item) for item in e.items[:40])),)),)

    def holds(self, value: Value) -> bool:
        """Whether a value is a container that things can be put into later."""
        if isinstance(value, Shape):
            return value.expr != NONE and value.scope == NONE
        return isinstance(value, Box) and value.name != "Callable"

    def _is_record(self, index: FileIndex, e: x.Display) -> bool:
        """A dictionary of functions under literal names, such as a dispatch table: its entries are told apart."""
        if not 0 < len(e.keys) <= 40 or any(index.key(key) is None for key in e.keys):
            return False
        return any(isinstance(v, (*CALLABLE, Shape)) for item in e.items for v in self.value(index, item))

    def _names_type(self, index: FileIndex, e: x.Expr, value: Value) -> bool:
        """Whether an index or `|` expression is a type: `Callable[…]`, `A | B`."""
        if isinstance(e, x.Index):
            return isinstance(value, Ext) and value.name.endswith("[]") and value.name[:-2].rpartition(".")[2] in index.language.generics
        return isinstance(e, x.Op) and e.op == "|" and isinstance(value, Def)

    def _op(self, index: FileIndex, e: x.Op) -> Values:
        if e.op in ("and", "or", "??", "||", "&&"):
            left = self.value(index, e.left) if e.op not in ("and", "&&") else NOTHING
            right = self.value(index, e.right)
            return union(left, self.context.signatures.alternative(index, left, right))
        if e.op in ("==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not", "not", "!", "instanceof", "===", "!=="):
            return (Ext("bool"),)
        left = self.value(index, e.left)
        for name in index.language.operators.get(e.op, ()):
            for value in left:
                if isinstance(value, Inst) and not name.startswith("r:"):
                    method = self.context.classes.method(Def(value.path, value.index), name)
                    if method is not None:
                        return self.calls.result(method, value)
        return tuple(v for v in left if isinstance(v, (Ext, Box)) or (e.op == "|" and isinstance(v, Def)))

    def _index(self, index: FileIndex, e: x.Index) -> Values:
        found: list[Values] = []
        for value in self.value(index, e.value):
            if isinstance(value, Box) and value.args:
                found.append(self._boxed_item(index, value, e.key))
            elif isinstance(value, Inst):
                for name in index.language.protocols.get("getitem", ()):
                    method = self.context.classes.method(Def(value.path, value.index), name)
                    if method is not None:
                        found.append(self.calls.result(method, value))
            elif isinstance(value, Shape):
                key = self._constant(index, e.key)
                found.append(self.context.shapes.attribute(value, key) if key else self.context.shapes.items(value))
            elif isinstance(value, (Def, Slot, Param)):
                found.append((value,))
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}[]"),))
        return union(*found)

    def _stored(self, index: FileIndex, expr: int) -> Values:
        """What was last stored at the same literal place before, in straight module or function code."""
        place = index.place(expr)
        root: x.Expr = index.facts.exprs[expr]
        while isinstance(root, (x.Index, x.Attr)):
            root = index.facts.exprs[root.value]
        if place is None or not isinstance(root, x.Name):
            return NOTHING
        point = index.facts.points[root.point]
        earlier = [store for store in index.stores.get(place, ()) if store[0] < expr and store[2] == point.scope]
        return self.value(index, earlier[-1][1]) if earlier and point.block == 0 else NOTHING

    def _constant(self, index: FileIndex, expr: int) -> str | None:
        """The key that an expression stands for: a literal, or a module's name for one."""
        e = index.facts.exprs[expr] if expr != NONE else None
        if not isinstance(e, x.Name):
            return index.key(expr)
        if index.scope_of_name(index.facts.points[e.point].scope, e.name) != 0:
            return None
        return self._constant_name(index, e.name, 0)

    def _constant_name(self, index: FileIndex, name: str, depth: int) -> str | None:
        self.world.part(index.path, "", name)
        found = index.visible(0, name, None)[0]
        if len(found) != 1 or depth > 3:
            return None
        if found[0].imported == NONE:
            return index.key(found[0].value)
        imp = index.facts.imports[found[0].imported]
        module = next(iter(self.context.modules.target(index, imp.source)), None) if imp.name not in ("", "*", "=", "default") else None
        there = self.world.index(module.path) if isinstance(module, Mod) else None
        return self._constant_name(there, imp.name, depth + 1) if there is not None else None

    def _boxed_item(self, index: FileIndex, value: Box, key: int) -> Values:
        e = index.facts.exprs[key] if key != NONE else None
        constant = self._constant(index, key) if value.name == "tuple" else None
        if type(e) is x.Display and e.type == "slice":
            return (self._slice(index, value, e),)
        if constant is not None and constant[0] == "#" and int(constant[1:]) < len(value.args):
            return value.args[int(constant[1:])]
        return union(*value.args) if value.name in ("tuple", "Tuple") else value.args[-1]

    def _slice(self, index: FileIndex, value: Box, e: x.Display) -> Box:
        """`items[1:3]` of a sequence whose elements are told apart; anything less plain gives all of it."""
        bounds = [index.facts.exprs[i] for i in e.items]
        if value.name != "tuple" or len(bounds) != 2:
            return value
        ends = [int(b.value) for b in bounds if isinstance(b, x.Literal) and b.value.isdigit()]
        return Box("tuple", value.args[ends[0] : ends[1]]) if len(ends) == 2 else value

    def _item(self, index: FileIndex, e: x.Item) -> Values:
        found: list[Values] = []
        for value in self.value(index, e.value):
            if e.key:
                found.append(self.attribute(value, e.key))
            elif isinstance(value, Box):
                if e.position <= -1000:
                    found.append((Box("list", (union(*value.args),)),))
                elif value.name in ("tuple", "Tuple") and len(value.args) > 1:
                    found.append(value.args[e.position] if -len(value.args) <= e.position < len(value.args) else NOTHING)
                elif value.args:
                    found.append(
                        value.args[0] if index.language.generics.get(value.name) == "mapping" or value.name == "dict" else value.args[-1]
                    )
            elif isinstance(value, (Slot, Param)):
                found.append((value,))
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}[]"),))
            elif isinstance(value, Inst):
                found.append(self._tuple_field(value, e.position) or self.iterate((value,), False))
        return union(*found)

    def _tuple_field(self, value: Inst, position: int) -> Values:
        """Element of a named tuple: the field at that position."""
        cls = Def(value.path, value.index)
        index = self.world.index(value.path)
        outside = [c.name for c in self.context.classes.mro(cls) if isinstance(c, Ext)]
        if index is None or position < 0 or not any(name.endswith("NamedTuple") for name in outside):
            return NOTHING
        self.world.part(value.path, index.qualified(value.index), "")
        body = index.facts.definitions[value.index].body
        fields = [d.name for d in index.facts.definitions if d.kind == "field" and d.scope == body]
        return self.context.classes.member(value, fields[position]) if position < len(fields) else NOTHING

    def iterate(self, values: Values, awaited: bool) -> Values:
        """An element of each value."""
        found: list[Values] = []
        for value in values:
            if isinstance(value, Box) and value.name in _PAIRED and len(value.args) == 2:
                found.append((Box("tuple", value.args),))
            elif isinstance(value, Box) and value.args:
                mapping = value.name in ("dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict")
                found.append(union(*value.args) if value.name in ("tuple", "Tuple") else value.args[0] if mapping else value.args[-1])
            elif isinstance(value, Inst):
                found.append(self._protocol(value, "aiter" if awaited else "iter"))
            elif isinstance(value, (Slot, Param)):
                found.append((value,))
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}[]"),))
        return union(*found)

    def _protocol(self, value: Inst, protocol: str) -> Values:
        cls = Def(value.path, value.index)
        index = self.world.index(value.path)
        for name in index.language.protocols.get(protocol, ()) if index is not None else ():
            method = self.context.classes.method(cls, name)
            if method is None:
                continue
            result = self.calls.result(method, value)
            if name in ("__next__", "__anext__"):
                return result
            return self.iterate(tuple(v for v in result if isinstance(v, Box)), False) or union(
                *(self._next(v) for v in result if isinstance(v, Inst))
            )
        return NOTHING

    def _next(self, value: Inst) -> Values:
        cls = Def(value.path, value.index)
        for name in ("__next__", "__anext__"):
            method = self.context.classes.method(cls, name)
            if method is not None:
                return self.calls.result(method, value)
        return NOTHING

    def enter(self, values: Values, awaited: bool) -> Values:
        """What `with value as x` binds."""
        found: list[Values] = []
        for value in values:
            if isinstance(value, Inst):
                method = self.context.classes.method(Def(value.path, value.index), "__aenter__" if awaited else "__enter__")
                result = self.calls.result(method, value) if method is not None else NOTHING
                found.append(result or ((value,) if method is None else NOTHING))
            elif isinstance(value, Box) and value.args:
                found.append(value.args[0])
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}()"),))
        return union(*found)

    def awaited(self, values: Values) -> Values:
        """What awaiting gives; async functions' results stand unwrapped already."""
        found: list[Values] = []
        for value in values:
            if (
                isinstance(value, Box)
                and value.name in ("Promise", "PromiseLike", "Awaitable", "Coroutine", "Future", "Task")
                and value.args
            ):
                found.append(value.args[-1])
            else:
                found.append((value,))
        return union(*found)


def _open(value: Value) -> bool:
    """Whether a declared type leaves open which function or object it is."""
    return (
        isinstance(value, TypeParam)
        or (isinstance(value, Ext) and value.name in _ANY)
        or (isinstance(value, Box) and value.name == "Callable")
    )


def _is_callable(value: Value) -> bool:
    return isinstance(value, Box) and value.name == "Callable"
