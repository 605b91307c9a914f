"""Composite literals of Go: `T{A: 1}`, `[]T{{1}, {2}}`, `map[K]V{k: {…}}`."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.go_nodes import field, first, parts
from nexus_diff.model.expr import NONE, Apply, Arg, Cast, Display, New, ObjectType


def _composite(b: Builder, node: Node) -> int:
    type_node = field(node, "type")
    return _filled(b, field(node, "body"), b.type(type_node))


def _filled(b: Builder, body: Node | None, type: int) -> int:
    """A value of the type at `type` (NONE: not known) with what stands in `body`."""
    if body is None or not b.enter(body):
        return type
    made = b.get(type) if type >= 0 else None
    if isinstance(made, Apply) and b.get(made.type) == b.get(b.name("[]")):
        found = b.add(Cast(_items(b, body, made.args[0]), type))
    elif isinstance(made, Apply) and b.get(made.type) == b.get(b.name("map")):
        found = b.add(Cast(_entries(b, body, made.args), type))
    elif isinstance(made, ObjectType):
        _fields(b, body, made)
        found = b.add(Cast(b.literal("nil"), type))
    else:
        args = _fields(b, body, None)
        found = b.add(New(type, args)) if type >= 0 else b.add(Display("list", tuple(arg.value for arg in args)))
        if type >= 0:
            b.site("new", found, body)
    b.leave()
    return found


def _element(b: Builder, node: Node | None, type: int) -> int:
    """What stands in a `literal_element`; one without a type of its own is of `type`."""
    inner = first(node) if node is not None and node.type == "literal_element" else node
    if inner is not None and inner.type == "literal_value":
        return _filled(b, inner, type)
    return b.passed(inner)


def _items(b: Builder, body: Node, type: int) -> int:
    items = []
    for part in parts(body):
        keyed = part.type == "keyed_element"
        if keyed:
            b.expr(first(field(part, "key")))
        items.append(_element(b, field(part, "value") if keyed else part, type))
    return b.add(Display("list", tuple(items)))


def _entries(b: Builder, body: Node, types: tuple[int, ...]) -> int:
    keys, items = [], []
    for part in parts(body):
        if part.type == "keyed_element":
            keys.append(_element(b, field(part, "key"), types[0]))
            items.append(_element(b, field(part, "value"), types[-1]))
    return b.add(Display("dict", tuple(items), tuple(keys)))


def _fields(b: Builder, body: Node, shape: ObjectType | None) -> tuple[Arg, ...]:
    """Fields by name, or in order. A key that is no plain name is one of a map or slice type that has a name."""
    args = []
    for position, part in enumerate(parts(body)):
        key = first(field(part, "key")) if part.type == "keyed_element" else None
        value = field(part, "value") if part.type == "keyed_element" else part
        name = b.text(key) if key is not None and key.type == "identifier" else ""
        if key is not None and not name:
            _element(b, field(part, "key"), NONE)
        args.append(Arg(_element(b, value, _type_of(shape, name, position)), name))
    return tuple(args)


def _type_of(shape: ObjectType | None, name: str, position: int) -> int:
    if shape is None:
        return NONE
    if name:
        return shape.types[shape.names.index(name)] if name in shape.names else NONE
    return shape.types[position] if position < len(shape.types) else NONE


LITERALS: dict[str, Expression] = {"composite_literal": _composite}
