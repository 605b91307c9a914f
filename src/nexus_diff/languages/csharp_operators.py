"""Operators, assignments, switch expressions and queries of C#."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_creation import assigned
from nexus_diff.languages.csharp_nodes import field, of_type, parts
from nexus_diff.languages.csharp_patterns import match
from nexus_diff.languages.csharp_types import type_of
from nexus_diff.model.expr import NONE, Attr, Await, Cast, Display, Index, Item, Iter, Op, TypeOf, Union

_LOGIC = {"&&": "and", "||": "or", "??": "??"}
_FUNCTIONS = frozenset({"lambda_expression", "anonymous_method_expression"})


def _cast(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "type"))
    return b.add(Cast(b.value(field(node, "value")), type))


def _as(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "right"))
    return b.add(Cast(b.value(field(node, "left")), type))


def _is(b: Builder, node: Node) -> int:
    type_of(b, field(node, "right"))
    return b.add(Op("is", b.read(field(node, "left"))))


def _is_pattern(b: Builder, node: Node) -> int:
    value = b.read(field(node, "expression"))
    match(b, field(node, "pattern"), value)
    return b.add(Op("is", value))


def _binary(b: Builder, node: Node) -> int:
    """A chain of binary operators is walked in a loop: long concatenations nest deeply."""
    chain: list[Node] = []
    here: Node | None = node
    while here is not None and here.type == "binary_expression":
        chain.append(here)
        here = field(here, "left")
    left = b.expr(here)
    for part in reversed(chain):
        op = _operator(b, part)
        right = b.expr(field(part, "right"))
        left = b.op(_LOGIC.get(op, op), left, right, part)
    return left


def _operator(b: Builder, node: Node) -> str:
    at = field(node, "operator")
    if at is not None:
        return b.text(at)
    return next((b.text(child) for child in node.children if not child.is_named and not child.is_extra), "?")


def _unary(b: Builder, node: Node) -> int:
    operand = next(iter(parts(node)), None)
    op = _operator(b, node)
    value = b.updated(operand) if op in ("++", "--") else b.read(operand)
    if op in ("&", "*") or node.type == "postfix_unary_expression":
        return value
    return b.op("not" if op == "!" else op, value, NONE, node)


def _conditional(b: Builder, node: Node) -> int:
    b.condition(field(node, "condition"))
    return b.add(Union((b.value(field(node, "consequence")), b.value(field(node, "alternative")))))


def _await(b: Builder, node: Node) -> int:
    return b.add(Await(b.expr(next(iter(parts(node)), None))))


def _inner(b: Builder, node: Node) -> int:
    return b.read(next(iter(parts(node)), None))


def _checked(b: Builder, node: Node) -> int:
    return b.read(next(iter(parts(node)), None))


def _typeof(b: Builder, node: Node) -> int:
    return b.add(TypeOf(type_of(b, field(node, "type")), "type"))


def _default(b: Builder, node: Node) -> int:
    type = type_of(b, field(node, "type"))
    return b.add(Cast(NONE, type)) if type >= 0 else b.literal("null")


def _assign(b: Builder, node: Node) -> int:
    left, right = field(node, "left"), field(node, "right")
    op = _operator(b, node)
    if left is not None and left.type == "tuple_expression":
        return _unpack(b, left, right)
    target = b.callee(left)
    value = assigned(b, right, target)
    if left is None or target < 0:
        return value
    expr = b.get(target)
    if op not in ("=", "??="):
        if left.type == "identifier" and b.scope_of(b.text(left)) == NONE:
            b.site("name_set", target, left)
        b.op(op, target, value, node)
        return target
    if left.type == "identifier":
        scope = b.scope_of(b.text(left))
        if scope == NONE:
            b.site("attr_set", target, left)
        elif _may_be_function(b, right):
            b.may_bind(b.text(left), value, scope)
    elif isinstance(expr, Attr):
        b.site("attr_set", target, field(left, "name") or left)
    elif isinstance(expr, Index):
        b.op("[]=", target, value, node)
    return value


def _may_be_function(b: Builder, node: Node | None) -> bool:
    """A local variable keeps the type that it was declared with; which function it holds is known here only."""
    return node is not None and (node.type in _FUNCTIONS or (node.type == "identifier" and b.scope_of(b.text(node)) == NONE))


def _unpack(b: Builder, left: Node, right: Node | None) -> int:
    value = b.value(right)
    for position, argument in enumerate(of_type(left, "argument")):
        target = next(iter(parts(argument)), None)
        item = b.add(Item(value, position)) if value >= 0 else NONE
        if target is not None and target.type == "identifier":
            if b.scope_of(b.text(target)) == NONE:
                b.site("attr_set", b.callee(target), target)
        elif target is not None and target.type == "declaration_expression":
            b.bind(b.text(field(target, "name") or target), item, type=type_of(b, field(target, "type")))
        else:
            b.expr(target)
    return value


def _with(b: Builder, node: Node) -> int:
    value = b.expr(next(iter(parts(node)), None))
    for part in of_type(node, "with_initializer"):
        children = parts(part)
        if len(children) == 2:
            b.site("attr_set", b.attr(value, b.text(children[0])), children[0])
            b.passed(children[1])
    return value


def _switch(b: Builder, node: Node) -> int:
    children = parts(node)
    value = b.read(children[0]) if children else NONE
    group = b.group()
    found = []
    for arm in of_type(node, "switch_expression_arm"):
        b.open_block(group)
        inner = parts(arm)
        match(b, inner[0] if inner else None, value)
        for clause in inner[1:-1]:
            b.visit_children(clause)
        found.append(b.value(inner[-1] if len(inner) > 1 else None))
        b.close_block()
    return b.add(Union(tuple(found)))


def _throw(b: Builder, node: Node) -> int:
    b.read(next(iter(parts(node)), None))
    return NONE


# LINQ queries


def _query(b: Builder, node: Node) -> int:
    """`from x in xs where … select y`: what is selected is an element of what comes out."""
    scope = b.open("comprehension")
    found = NONE
    for clause in parts(node):
        if clause.type in ("from_clause", "join_clause"):
            children = parts(clause)
            name = field(clause, "name")
            source = b.expr(next((c for c in children if c != name and c != field(clause, "type")), None))
            if name is not None:
                b.bind(b.text(name), b.add(Iter(source)), type=type_of(b, field(clause, "type")))
            for rest in children[2:]:
                b.expr(rest)
        elif clause.type == "let_clause":
            name = field(clause, "name") or next(iter(parts(clause)), None)
            value = b.value(parts(clause)[-1])
            if name is not None:
                b.bind(b.text(name), value)
        elif clause.type in ("select_clause", "group_clause"):
            values = [b.value(part) for part in parts(clause)]
            found = values[0] if values else NONE
        else:
            b.visit_children(clause)
    del scope
    b.close()
    return b.add(Display("list", (found,) if found >= 0 else ()))


OPERATORS: dict[str, Expression] = {
    "cast_expression": _cast,
    "as_expression": _as,
    "is_expression": _is,
    "is_pattern_expression": _is_pattern,
    "binary_expression": _binary,
    "prefix_unary_expression": _unary,
    "postfix_unary_expression": _unary,
    "unary_expression": _unary,
    "conditional_expression": _conditional,
    "await_expression": _await,
    "parenthesized_expression": _inner,
    "checked_expression": _checked,
    "ref_expression": _inner,
    "typeof_expression": _typeof,
    "default_expression": _default,
    "assignment_expression": _assign,
    "with_expression": _with,
    "switch_expression": _switch,
    "throw_expression": _throw,
    "query_expression": _query,
}
"""Handlers of these."""
