"""Java's types as expressions."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.java_nodes import field, first, parts
from nexus_diff.model.expr import Apply, Union, Unknown
from nexus_diff.model.facts import NONE, Param

PRIMITIVES = frozenset({"integral_type", "floating_point_type", "boolean_type", "void_type"})
ARRAY = "[]"
"""Name of the built-in generic type that arrays are."""
_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_INFERRED = frozenset({"var", "val"})
"""What stands for the type of the value."""


def type_of(b: Builder, node: Node | None, dimensions: Node | None = None) -> int:
    """The type of a declaration, with one "type" site unless it is primitive; NONE for `var`. `dimensions`: the brackets behind a name."""
    if node is None or (node.type == "type_identifier" and b.text(node) in _INFERRED):
        return NONE
    index = _deferred(b, node, b.expr if node.type in PRIMITIVES else b.type)
    return arrays(b, index, dimensions)


def base_type(b: Builder, node: Node) -> int:
    """A type in `extends` or `implements`: no "type" site."""
    before, b.in_type = b.in_type, True
    index = _deferred(b, node, b.expr)
    b.in_type = before
    return index


def plain_type(b: Builder, node: Node) -> int:
    """A type in an expression: of a cast, a construction, `instanceof`, with its site."""
    return _deferred(b, node, b.type)


def _deferred(b: Builder, node: Node, evaluate: Callable[[Node], int]) -> int:
    """Types see the whole scope: their names need no order."""
    before, b.deferred = b.deferred, True
    index = evaluate(node)
    b.deferred = before
    return index


def arrays(b: Builder, index: int, dimensions: Node | None) -> int:
    """`index` with as many array dimensions around it as there are brackets."""
    count = sum(child.type == "[" for child in dimensions.children) if dimensions is not None else 0
    for _ in range(count):
        index = array_of(b, index)
    return index


def array_of(b: Builder, element: int) -> int:
    """An array of that element type."""
    return b.add(Apply(b.name(ARRAY), (element,)))


def type_parameters(b: Builder, node: Node | None) -> tuple[Param, ...]:
    """Type parameters with their bounds."""
    found = []
    for parameter in parts(node):
        name = next((part for part in parts(parameter) if part.type in ("type_identifier", "identifier")), None)
        bounds = next((part for part in parts(parameter) if part.type == "type_bound"), None)
        if name is not None:
            types = tuple(plain_type(b, bound) for bound in parts(bounds))
            bound = NONE if not types else types[0] if len(types) == 1 else b.add(Union(types, intersection=True))
            found.append(Param(b.text(name), type=bound))
    return tuple(found)


def type_arguments(b: Builder, node: Node | None) -> tuple[int, ...]:
    """Type arguments as written; none for `<>`."""
    return tuple(_deferred(b, part, b.expr) for part in parts(node))


def _generic(b: Builder, node: Node) -> int:
    name, arguments = first(node), parts(node)[1:]
    index = b.expr(name)
    return b.add(Apply(index, type_arguments(b, arguments[0]))) if arguments else index


def _scoped(b: Builder, node: Node) -> int:
    inside = [part for part in parts(node) if part.type not in _ANNOTATIONS]
    if len(inside) < 2:
        return b.expr(inside[0]) if inside else b.add(Unknown())
    return b.attr(b.expr(inside[0]), b.text(inside[-1]))


def _array(b: Builder, node: Node) -> int:
    return arrays(b, b.expr(field(node, "element")), field(node, "dimensions"))


def _annotated(b: Builder, node: Node) -> int:
    inside = [part for part in parts(node) if part.type not in _ANNOTATIONS]
    return b.expr(inside[-1]) if inside else b.add(Unknown())


def _wildcard(b: Builder, node: Node) -> int:
    """`? extends T` is a T, and so is `? super T`: what is handed to a `Consumer<? super T>` is one. `?` may be anything."""
    inside = [part for part in parts(node) if part.type not in _ANNOTATIONS and part.type != "super"]
    return b.expr(inside[-1]) if inside else b.name("Object")


def union_type(b: Builder, node: Node) -> int:
    """`A | B` of a catch clause."""
    types = tuple(b.expr(part) for part in parts(node))
    return types[0] if len(types) == 1 else b.add(Union(types))


TYPES: dict[str, Expression] = {
    "generic_type": _generic,
    "scoped_type_identifier": _scoped,
    "array_type": _array,
    "annotated_type": _annotated,
    "wildcard": _wildcard,
    "catch_type": union_type,
}
"""Handlers of type nodes."""
