"""Operators of C and C++, casts among them."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.c_family_nodes import field, first
from nexus_diff.model.expr import AddressOf, Await, Cast, Deref, Index, Iter, Op, Union
from nexus_diff.model.facts import NONE


def cast(b: Builder, node: Node) -> int:
    """`(T)x`."""
    kind = field(node, "type")
    value = b.read(field(node, "value"))
    return b.add(Cast(value, b.type(kind))) if kind is not None else value


def subscript(b: Builder, node: Node) -> int:
    """`m[i]`."""
    value = b.read(field(node, "argument"))
    inside = field(node, "index") or field(node, "indices")
    if inside is not None and inside.type == "subscript_argument_list":
        inside = first(inside)
    return b.add(Index(value, b.read(inside)))


def pointer(b: Builder, node: Node) -> int:
    """`*p`, `&x`."""
    value = b.value(field(node, "argument"))
    operator = field(node, "operator")
    return b.add(AddressOf(value) if operator is not None and operator.type == "&" else Deref(value))


def conditional(b: Builder, node: Node) -> int:
    """`c ? a : b`."""
    b.read(field(node, "condition"))
    sides = [b.value(side) for side in (field(node, "consequence"), field(node, "alternative")) if side is not None]
    return b.add(Union(tuple(sides)))


def _operator(b: Builder, node: Node) -> str:
    found = field(node, "operator")
    return b.text(found) if found is not None else ""


def operands(b: Builder, node: Node) -> tuple[int, list[tuple[Node, str, Node | None]]]:
    """The leftmost operand of a chain of operators, and the operators with their right operands, from inside out."""
    chain: list[tuple[Node, str, Node | None]] = []
    here: Node | None = node
    while here is not None and here.type == "binary_expression":
        chain.append((here, _operator(b, here), field(here, "right")))
        here = field(here, "left")
    return b.value(here), chain[::-1]


def plain_binary(b: Builder, node: Node) -> int:
    """Operators of C: they call nothing."""
    left, chain = operands(b, node)
    for _, operator, right in chain:
        left = b.add(Op(operator, left, b.value(right)))
    return left


def binary(b: Builder, node: Node) -> int:
    """Operators of C++: they may call an `operator`."""
    left, chain = operands(b, node)
    for at, operator, right in chain:
        left = b.op(operator, left, b.value(right), at)
    return left


def unary(b: Builder, node: Node) -> int:
    """`!x`, `-x`, `x++`."""
    inside = field(node, "argument")
    value = b.updated(inside) if node.type == "update_expression" else b.read(inside)
    return b.add(Op(_operator(b, node), value)) if value != NONE else NONE


def skipped(b: Builder, node: Node) -> int:
    """What is not evaluated: `sizeof(x)`."""
    return b.literal("size_t")


def inner(b: Builder, node: Node) -> int:
    """Parentheses."""
    return b.read(first(node))


def comma(b: Builder, node: Node) -> int:
    """`a, b` is b."""
    b.read(field(node, "left"))
    return b.value(field(node, "right"))


def awaited(b: Builder, node: Node) -> int:
    """`co_await e`."""
    return b.add(Await(b.expr(field(node, "argument"))))


def fold(b: Builder, node: Node) -> int:
    """`(f(args), ...)`."""
    sides = [b.expr(side) for side in (field(node, "left"), field(node, "right")) if side is not None and side.type != "..."]
    return b.add(Iter(sides[0])) if sides else NONE


OPERATORS: dict[str, Callable[[Builder, Node], int]] = {
    "cast_expression": cast,
    "subscript_expression": subscript,
    "pointer_expression": pointer,
    "conditional_expression": conditional,
    "binary_expression": binary,
    "unary_expression": unary,
    "update_expression": unary,
    "sizeof_expression": skipped,
    "alignof_expression": skipped,
    "offsetof_expression": skipped,
    "preproc_defined": skipped,
    "parenthesized_expression": inner,
    "comma_expression": comma,
    "co_await_expression": awaited,
    "fold_expression": fold,
}
"""Handlers of these."""
