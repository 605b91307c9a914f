"""Objects, arrays, tuples and their initialisers in C#."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_calls import arguments, outs
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.languages.csharp_types import type_of
from nexus_diff.model.expr import NONE, Arg, Call, Cast, Display, New, TypeOf


def _new(b: Builder, node: Node) -> int:
    """`new T(…) { … }`."""
    type_node = field(node, "type")
    before, b.in_type = b.in_type, True
    type = b.expr(type_node)
    b.in_type = before
    return creation(b, node, type)


def _new_of_context(b: Builder, node: Node) -> int:
    """`new(…)`: the type is the one that is wanted here."""
    return creation(b, node, b.add(TypeOf(NONE, "wanted")))


def creation(b: Builder, node: Node, type: int) -> int:
    """An object of a type, with its initialiser."""
    listed = field(node, "arguments") or first_of(node, "argument_list")
    made = b.add(New(type, arguments(b, listed) if listed is not None else ()))
    b.site("call", made, field(node, "type") or node, node)
    if listed is not None:
        outs(b, listed, made)
    _fill(b, made, field(node, "initializer") or first_of(node, "initializer_expression"))
    return made


def _fill(b: Builder, made: int, node: Node | None) -> None:
    """`{ A = 1, B = { C = 2 } }` sets members, `{ a, b }` adds elements."""
    for part in parts(node):
        if part.type != "assignment_expression":
            _added(b, made, part)
            continue
        left, right = field(part, "left"), field(part, "right")
        if left is None or left.type != "identifier":
            b.visit_children(part)
            continue
        member = b.attr(made, b.text(left))
        b.site("attr_set", member, left)
        if right is not None and right.type == "initializer_expression":
            _fill(b, member, right)
        else:
            b.passed(right)


def _added(b: Builder, made: int, node: Node) -> None:
    """An element of `{ a, { k, v } }`: a call of `Add`."""
    given = parts(node) if node.type == "initializer_expression" else [node]
    args = tuple(Arg(b.passed(part)) for part in given)
    b.site("call", b.add(Call(b.attr(made, "Add"), args)), node, node)


def elements(b: Builder, node: Node | None) -> int:
    """`{ a, b }` and `[a, b]` as an array."""
    return b.add(Display("array", tuple(b.passed(part) for part in parts(node))))


def initial(b: Builder, node: Node | None, type: int) -> int:
    """The value that a variable starts with; `new()` and `{ … }` take the declared type."""
    if node is None:
        return NONE
    if node.type == "implicit_object_creation_expression" and type >= 0:
        return creation(b, node, type)
    return elements(b, node) if node.type == "initializer_expression" else b.passed(node)


def assigned(b: Builder, node: Node | None, target: int) -> int:
    """What is assigned; `new()` is of the class of what it is assigned to."""
    if node is not None and node.type == "implicit_object_creation_expression" and target >= 0:
        return creation(b, node, b.add(TypeOf(target, "class")))
    return b.passed(node)


def _elements(b: Builder, node: Node) -> int:
    return elements(b, node)


def _array(b: Builder, node: Node) -> int:
    """`new T[n]`, `new T[] { … }`."""
    type = type_of(b, field(node, "type"))
    listed = first_of(node, "initializer_expression")
    value = elements(b, listed) if listed is not None else NONE
    for rank in of_type(field(node, "type"), "array_rank_specifier"):
        for size in parts(rank):
            b.read(size)
    return b.add(Cast(value, type)) if type >= 0 else value


def _implicit_array(b: Builder, node: Node) -> int:
    return elements(b, first_of(node, "initializer_expression"))


def _anonymous_object(b: Builder, node: Node) -> int:
    for part in parts(node):
        b.passed(part)
    return b.add(Display("anonymous"))


def _tuple(b: Builder, node: Node) -> int:
    return b.add(Display("tuple", tuple(a.value for a in arguments(b, node))))


CREATION: dict[str, Expression] = {
    "object_creation_expression": _new,
    "implicit_object_creation_expression": _new_of_context,
    "initializer_expression": _elements,
    "collection_expression": _elements,
    "array_creation_expression": _array,
    "implicit_array_creation_expression": _implicit_array,
    "anonymous_object_creation_expression": _anonymous_object,
    "tuple_expression": _tuple,
}
"""Handlers of these."""
