"""Elements: containers, iteration, context managers, awaiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import pointed_to
from nexus_diff.link.values import (
    CALLABLE,
    NOTHING,
    Box,
    Def,
    Ext,
    Inst,
    Mod,
    Param,
    Shape,
    Slot,
    TypeParam,
    Value,
    Values,
    union,
)  # fmt: skip
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.calls import Calls
    from nexus_diff.link.context import Context
    from nexus_diff.link.session import Session
    from nexus_diff.link.world import World

_PAIRED = frozenset({"Map", "ReadonlyMap"})
"""Containers that give pairs of key and value when iterated."""


class Elements:
    """What stands in containers, and what implicit protocols give."""

    context: Context
    world: World
    session: Session
    calls: Calls

    if TYPE_CHECKING:

        def value(self, index: FileIndex, expr: int) -> Values: ...

        def attribute(self, value: Value, name: str) -> Values: ...

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

    def unwrapped(self, index: FileIndex, values: Values, position: int) -> Values:
        """What is inside of a result or an optional value: what it holds (0), or the error (1). What can be neither stands for what it
        holds: results of holders that are seen through (`lock()`, `upgrade()`) stand without what is around them."""
        language = index.language
        around = {name for name, _ in language.wrappers.values()}
        found: list[Values] = []
        for value in values:
            whole = isinstance(value, Box) and value.name not in around and value.name in language.generics
            if position == 0 and (whole or isinstance(value, (Inst, TypeParam))):
                found.append((value,))
            elif isinstance(value, Box) and position < len(value.args):
                found.append(value.args[position])
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}[]"),))
        return union(*found)

    def _index(self, index: FileIndex, e: x.Index) -> Values:
        found: list[Values] = []
        key_form = index.facts.exprs[e.key] if e.key != NONE else None
        if isinstance(key_form, x.Display) and key_form.type == "range":
            outside = tuple(_range_of(index, v) for v in self._sliced(index, self.value(index, e.value)) if isinstance(v, (Ext, Box)))
            if outside:
                return outside
        for value in self._plain(self.value(index, e.value)):
            behind = pointed_to(value) if index.language.indexed_pointers else None
            if behind is not None:
                found.append((behind,))
            elif isinstance(value, Box) and value.args:
                found.append(self._boxed_item(index, value, e.key))
            elif isinstance(value, Inst):
                for name in index.language.protocols.get("getitem", ()):
                    method = self.context.classes.method(Def(value.path, value.index), name)
                    if method is not None:
                        found.append(self.calls.result(method, value))
                if index.language.indexed_pointers:
                    found.append((value,))
            elif isinstance(value, Shape):
                key = self._constant(index, e.key)
                found.append(self.context.shapes.attribute(value, key) if key else self.context.shapes.items(value))
            elif isinstance(value, (Def, Slot, Param)):
                found.append((value,))
            elif isinstance(value, Ext):
                found.append((Ext(f"{value.name}[]"),))
        return union(*found)

    def _sliced(self, index: FileIndex, values: Values) -> Values:
        """What a range is taken of: where a type has no such operator, what it is followed to."""
        names = index.language.protocols.get("getitem", ())
        if not index.language.trait_blocks or not any(isinstance(v, Inst) for v in values):
            return values
        own = {v for v in values if isinstance(v, Inst) and any(self.context.classes.method(Def(v.path, v.index), n) for n in names)}
        return union(*((v,) if v in own else self.context.blocks.behind((v,)) for v in values))

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
        module = next(iter(self.context.modules.source(index, imp)), None) if imp.name not in ("", "*", "=", "default") else None
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
        for value in self.value(index, e.value) if e.key else self._plain(self.value(index, e.value)):
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

    def through_pointers(self, index: FileIndex, values: Values) -> Values:
        """What pointers lead to; of iterators, elements."""
        found: list[Values] = []
        for value in values:
            behind = pointed_to(value)
            if behind is not None:
                found.append((behind,))
                continue
            if isinstance(value, Box) and value.args and value.name != "Callable":
                found.append(self.iterate((value,), False))
                continue
            found.append((value,))
            for name in index.language.protocols.get("deref", ()) if isinstance(value, Inst) else ():
                method = self.context.classes.method(Def(value.path, value.index), name) if isinstance(value, Inst) else None
                if method is not None:
                    found.append(self.calls.result(method, value))
        return union(*found)

    def _plain(self, values: Values) -> Values:
        """Values, with instances of types made from a container as that container."""
        if not any(isinstance(value, Inst) for value in values):
            return values
        return union(*((isinstance(value, Inst) and self.context.types.underlying(value)) or (value,) for value in values))

    def iterate(self, values: Values, awaited: bool) -> Values:
        """An element of each value."""
        found: list[Values] = []
        for value in self._plain(values):
            if isinstance(value, Box) and value.name in _PAIRED and len(value.args) == 2:
                found.append((Box("tuple", value.args),))
            elif isinstance(value, Box) and value.args:
                mapping = value.name in ("dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "OrderedDict")
                found.append(union(*value.args) if value.name in ("tuple", "Tuple") else value.args[0] if mapping else value.args[-1])
            elif isinstance(value, Inst):
                inherited = self.context.classes.container(value)
                own = self._protocol(value, "aiter" if awaited else "iter")
                found.append(own or (self.iterate((inherited,), awaited) if inherited is not None else NOTHING))
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
        index = self.world.index(cls.path)
        named = index.language.protocols.get("next", ()) if index is not None else ()
        for name in ("__next__", "__anext__", *named):
            method = self.context.classes.method(cls, name)
            if method is not None:
                result = self.calls.result(method, value)
                return result if name.startswith("__") else self.iterate(tuple(v for v in result if isinstance(v, Box)), False)
        return NOTHING

    def enter(self, values: Values, entering: str) -> Values:
        """What `with value as x` binds. `entering`: the method that is asked for it."""
        found: list[Values] = []
        for value in values:
            if isinstance(value, Inst):
                method = self.context.classes.method(Def(value.path, value.index), entering)
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
                and value.name in ("Promise", "PromiseLike", "Awaitable", "Coroutine", "Future", "Task", "ValueTask")
                and value.args
            ):
                found.append(value.args[-1])
            else:
                found.append((value,))
        return union(*found)


def _range_of(index: FileIndex, value: Ext | Box) -> Value:
    """A range of a library's sequence."""
    ranges = index.language.ranges
    if isinstance(value, Box):
        return Box(ranges.get("", value.name), value.args[-1:])
    found = ranges.get(value.name.rpartition(".")[2])
    return Ext(found) if found is not None else value
