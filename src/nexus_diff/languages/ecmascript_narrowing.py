"""What a condition tells about its names: `x instanceof T`, `typeof x === "string"`."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_nodes import field, first, string_text
from nexus_diff.model.expr import Cast

Narrowing = tuple[str, Node | str]
"""A name, and the class it is an instance of (or a built-in type's name)."""
_PRIMITIVES = frozenset({"string", "number", "boolean", "bigint", "symbol"})
_DEEPEST = 20


def positive(b: Builder, node: Node | None, depth: int = 0) -> list[Narrowing]:
    """What holds where the condition is true."""
    node = _bare(node)
    if node is None or depth > _DEEPEST:
        return []
    if node.type == "binary_expression":
        operator = _operator(node)
        if operator == "&&":
            return positive(b, field(node, "left"), depth + 1) + positive(b, field(node, "right"), depth + 1)
        return _test(b, node, operator, ("===", "=="))
    if node.type == "unary_expression" and _operator(node) == "!":
        return negative(b, field(node, "argument"), depth + 1)
    return []


def negative(b: Builder, node: Node | None, depth: int = 0) -> list[Narrowing]:
    """What holds where the condition is false."""
    node = _bare(node)
    if node is None or depth > _DEEPEST:
        return []
    if node.type == "binary_expression":
        operator = _operator(node)
        if operator == "||":
            return negative(b, field(node, "left"), depth + 1) + negative(b, field(node, "right"), depth + 1)
        return _test(b, node, operator, ("!==", "!=")) if operator != "instanceof" else []
    if node.type == "unary_expression" and _operator(node) == "!":
        return positive(b, field(node, "argument"), depth + 1)
    return []


def narrow(b: Builder, found: list[Narrowing]) -> None:
    """Bind the names to what is known of them, in the current block."""
    for name, type in found:
        before, b.in_type = b.in_type, True
        known = b.name(type) if isinstance(type, str) else b.expr(type)
        b.in_type = before
        b.bind(name, b.add(Cast(b.name(name), known)), narrow=True)


def _bare(node: Node | None) -> Node | None:
    while node is not None and node.type == "parenthesized_expression":
        node = first(node)
    return node


def _operator(node: Node) -> str:
    sign = field(node, "operator")
    return sign.type if sign is not None else ""


def _test(b: Builder, node: Node, operator: str, equalities: tuple[str, str]) -> list[Narrowing]:
    left, right = _bare(field(node, "left")), field(node, "right")
    if left is None or right is None:
        return []
    if operator == "instanceof" and left.type == "identifier" and right.type in ("identifier", "member_expression"):
        return [(b.text(left), right)]
    if operator in equalities and left.type == "unary_expression" and _operator(left) == "typeof" and right.type == "string":
        subject, kind = _bare(field(left, "argument")), string_text(b, right)
        if subject is not None and subject.type == "identifier" and kind in _PRIMITIVES:
            return [(b.text(subject), kind)]
    return []
