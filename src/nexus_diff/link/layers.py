"""How often an expression is borrowed, layer by layer: `&mut T` is not `T`.

Values do not keep references (`&T` has the members of `T`), so the layers around one are read off its expression and the types that it is
declared with.
"""

# For maintainers. Layers stand outermost first: `&mut &T` is ("ref mut", "ref"), `Box<T>` ("Box",), a value itself (). OPEN as the last
# layer says that what follows is not known: it may be a reference again.

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.nodes import unheld
from nexus_diff.link.values import Bound, Def, Inst, TypeParam
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition, Point

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

Borrowed = tuple[str, ...]
SHARED, MUTABLE, OPEN = x.REFERENCE, x.REFERENCE_MUT, "?"
UNKNOWN: Borrowed = (OPEN,)
DEEPEST = 12
"""Most steps from an expression or a type to what it is declared with."""


class Layers:
    """Layers of expressions and types."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def of_type(self, index: FileIndex, expr: int, inside: bool = False, depth: int = 0) -> Borrowed:
        """Layers of a type; `inside`: as code under its type parameters sees it."""
        e = index.facts.exprs[expr] if expr != NONE and depth < DEEPEST else None
        if isinstance(e, x.Held):
            return (e.how, *self.of_type(index, e.value, inside, depth + 1))
        if isinstance(e, x.Apply) and index.language.generics.get(index.last_name(e.type)) == "wrapper" and e.args:
            return (index.last_name(e.type), *self.of_type(index, e.args[0], inside, depth + 1))
        if isinstance(e, (x.Name, x.Attr)):
            return self._of_named(index, expr, inside, depth)
        return () if isinstance(e, (x.Apply, x.Display, x.Literal, x.FuncType)) else UNKNOWN

    def _of_named(self, index: FileIndex, expr: int, inside: bool, depth: int) -> Borrowed:
        e = index.facts.exprs[expr]
        if isinstance(e, x.Name) and e.name.removeprefix("$") == index.language.own_type:
            return self.own(index, index.facts.points[e.point].scope, depth)
        if isinstance(e, x.Name) and any(isinstance(v, TypeParam) for v in self.context.types.parameter(index, e)):
            return () if inside else UNKNOWN
        for value in self.context.evaluator.value(index, expr):
            there = self.world.index(value.path) if isinstance(value, Def) else None
            d = there.facts.definitions[value.index] if there is not None and isinstance(value, Def) else None
            if there is not None and isinstance(value, Def) and d is not None and d.kind == "type":
                self.world.part(value.path, there.qualified(value.index), "()")
                return self.of_type(there, d.value, False, depth + 1) if d.value != NONE else UNKNOWN
        return () if isinstance(e, x.Name) else UNKNOWN

    def own(self, index: FileIndex, scope: int, depth: int) -> Borrowed:
        """Layers of `Self`: of the type that a block is for."""
        scopes = index.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                d = index.facts.definitions[here.definition]
                self.world.part(index.path, index.qualified(here.definition), "")
                return self.of_type(index, d.type, True, depth + 1) if d.kind == "extension" else ()
            scope = here.parent
        return UNKNOWN

    def of(self, index: FileIndex, expr: int, depth: int = 0) -> Borrowed:
        """Layers of an expression."""
        e = index.facts.exprs[expr] if expr != NONE and depth < DEEPEST else None
        if isinstance(e, x.AddressOf):
            return (MUTABLE if e.how else SHARED, *self.of(index, e.value, depth + 1))
        if isinstance(e, x.Deref):
            inner = self.of(index, e.value, depth + 1)
            return inner[1:] if inner and inner[0] != OPEN else UNKNOWN
        if isinstance(e, x.Name):
            return self._of_name(index, e, depth)
        if isinstance(e, x.Call):
            key = ("layers", index.path, expr)
            return self.world.session.ask(key, lambda: self._of_call(index, e), UNKNOWN)
        if isinstance(e, x.Attr):
            return self._of_field(index, e, depth)
        if isinstance(e, x.Cast):
            return self.of_type(index, e.type, True, depth + 1)
        if isinstance(e, x.Literal):
            return (SHARED,) if e.type in ("str", "bytes") else ()
        if isinstance(e, x.Index):
            inside = index.facts.exprs[e.key] if e.key != NONE else None
            return () if isinstance(inside, x.Display) and inside.type == "range" else UNKNOWN
        return () if isinstance(e, (x.New, x.Display, x.Func)) else UNKNOWN

    def _of_name(self, index: FileIndex, e: x.Name, depth: int) -> Borrowed:
        """Layers of a variable or parameter, as it is declared, or of the one value that it is given."""
        scopes = index.facts.scopes
        moment: Point | None = index.facts.points[e.point]
        scope = index.facts.points[e.point].scope
        while scope > 0:
            found, certain = index.visible(scope, e.name, moment)
            position = index.parameter(scope, e.name) if not certain else NONE
            if len(found) == 1 and certain:
                return self._of_binding(index, found[0], depth)
            if found or position != NONE:
                return self._of_parameter(index, scope, position, depth) if not found else UNKNOWN
            here = scopes[scope]
            moment = Point(here.parent, here.at, here.at_block) if here.at != NONE else None
            scope = here.parent
        return UNKNOWN

    def _of_binding(self, index: FileIndex, binding: Binding, depth: int) -> Borrowed:
        if binding.type != NONE:
            return self.of_type(index, binding.type, True, depth + 1)
        return self.of(index, binding.value, depth + 1) if binding.value != NONE else UNKNOWN

    def _of_parameter(self, index: FileIndex, scope: int, position: int, depth: int) -> Borrowed:
        param = index.params(scope)[position]
        if param.type != NONE:
            return self.of_type(index, param.type, True, depth + 1)
        return self.own(index, scope, depth) if param.name == "self" and position == 0 else UNKNOWN

    def _of_call(self, index: FileIndex, e: x.Call) -> Borrowed:
        """Layers of a result, as it is declared, or as the call itself says (`collect::<T>()`)."""
        func = index.facts.exprs[e.func]
        if len(e.type_args) == 1 and isinstance(func, x.Attr) and index.language.named_results.get(func.name) == "":
            return self.of_type(index, e.type_args[0], True)
        values = self.context.overloads.callees(index, e.func, e.args, len(e.type_args))
        if len(values) != 1 or not isinstance(values[0], (Def, Bound)):
            return UNKNOWN
        there = self.world.index(values[0].path)
        d = there.facts.definitions[values[0].index] if there is not None else None
        if there is None or d is None or d.returns == NONE:
            return () if d is not None and d.kind in ("class", "variant") else UNKNOWN
        self.world.part(there.path, there.qualified(values[0].index), "()")
        e_type = there.facts.exprs[unheld(there.facts, d.returns)]
        if isinstance(e_type, x.Name) and e_type.name.removeprefix("$") == there.language.own_type:
            plain = isinstance(there.facts.exprs[d.returns], x.Name)
            return () if plain and self._is_of_class(there, d) else (*self.of_type(there, d.returns)[:1], OPEN) if not plain else UNKNOWN
        return self.of_type(there, d.returns)

    def _is_of_class(self, there: FileIndex, d: Definition) -> bool:
        """Whether a function is a member of a type of the repository."""
        owner = self.context.receivers.owner(there, d.scope)
        return owner is not None and self.context.classes.is_class(owner) and not self.context.instances.is_trait(owner)

    def _of_field(self, index: FileIndex, e: x.Attr, depth: int) -> Borrowed:
        """Layers of a field, as it is declared."""
        for value in self.context.evaluator.value(index, e.value):
            found = self.context.classes.find(Def(value.path, value.index), e.name) if isinstance(value, Inst) else None
            there = self.world.index(found.path) if found is not None and found.path else None
            own = found.own if found is not None else []
            if there is None or len(own) != 1 or own[0].type == NONE:
                return UNKNOWN
            inner = index.facts.exprs[e.value]
            inside = isinstance(inner, x.Name) and inner.name == "self"
            return self.of_type(there, own[0].type, inside, depth + 1)
        return UNKNOWN


def starts(layers: Borrowed, own: Borrowed) -> bool:
    """Whether layers may be just those of a type that is borrowed itself."""
    if not own:
        return False
    known = layers[:-1] if layers[-1:] == UNKNOWN else layers
    return own[: len(known)] == known if known != layers else own == layers


def alike(given: Borrowed, wanted: Borrowed) -> bool:
    """Whether a value with some layers can be one with others."""
    for one, other in zip(given, wanted, strict=False):
        if OPEN in (one, other):
            return True
        if one != other and not {one, other} <= {SHARED, MUTABLE}:
            return False
    longer = given if len(given) > len(wanted) else wanted
    shorter = min(len(given), len(wanted))
    return len(given) == len(wanted) or longer[shorter] == OPEN
