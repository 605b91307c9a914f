"""Operators, conditional expressions, `await` and `yield` of Python."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.python_narrowing import narrow, narrowings_of
from nexus_diff.languages.python_nodes import left_chain, only_part, operator_of, parts_of
from nexus_diff.languages.python_targets import iterate
from nexus_diff.model.expr import NONE, Await, Op, Union, Unknown


def _binary(b: Builder, node: Node) -> int:
    first, links = left_chain(node)
    index = b.expr(first)
    if b.in_type:
        return b.add(Union((index, *(b.expr(link.children[-1]) for link in reversed(links)))))
    for link in reversed(links):
        index = b.op(operator_of(link), index, b.expr(link.children[-1]), link)
    return index


def _boolean(b: Builder, node: Node) -> int:
    left, links = left_chain(node)
    index = b.tested(b.value(left), left)
    blocks = 0
    while links:
        link = links.pop()
        op = operator_of(link)
        narrowed = narrowings_of(b, left, True) if op == "and" else []
        if narrowed:
            b.open_block()
            blocks += 1
            narrow(b, narrowed)
        left = link.children[-1]
        right = b.value(left)
        if links:
            b.tested(right, left)
        index = b.add(Op(op, index, right))
    for _ in range(blocks):
        b.close_block()
    return index


def _not(b: Builder, node: Node) -> int:
    argument = node.child_by_field_name("argument")
    return b.add(Op("not", b.condition(argument)))


def _unary(b: Builder, node: Node) -> int:
    op = operator_of(node)
    return b.op(op if op == "~" else f"u{op}", b.expr(node.children[-1]), NONE, node)


def _comparison(b: Builder, node: Node) -> int:
    op = ""
    left = result = NONE
    for child in node.children:
        if not child.is_named:
            op = f"{op} {child.type}" if op in ("is", "not") and child.type in ("not", "in") else child.type
        elif not child.is_extra:
            right = b.expr(child)
            if left >= 0:
                one = b.add(Op(op, left, right)) if op.startswith("is") else b.op(op, left, right, node)
                result = one if result < 0 else b.add(Op("and", result, one))
            left, op = right, ""
    return result if result >= 0 else left


def _conditional(b: Builder, node: Node) -> int:
    parts = parts_of(node)
    if len(parts) != 3:
        b.visit_children(node)
        return b.add(Unknown())
    body, test, other = parts
    b.condition(test)
    narrowed = narrowings_of(b, test, True)
    if narrowed:
        b.open_block()
        narrow(b, narrowed)
    yes = b.value(body)
    if narrowed:
        b.close_block()
    return b.add(Union((yes, b.value(other))))


def _await(b: Builder, node: Node) -> int:
    index = b.add(Await(b.expr(only_part(node))))
    b.site("await", index, node)
    return index


def _yield(b: Builder, node: Node) -> int:
    inner = only_part(node)
    if any(child.type == "from" for child in node.children):
        b.yields(iterate(b, inner) if inner is not None else NONE)
    else:
        b.yields(b.passed(inner))
    return b.add(Unknown())


def _named(b: Builder, node: Node) -> int:
    target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    index = b.value(value)
    if target is not None:
        scope = b.function_scope() if b.scope_kind() == "comprehension" else b.scope
        b.bind(b.text(target), index, scope=scope)
    return index


EXPRESSIONS: dict[str, Expression] = {
    "binary_operator": _binary,
    "boolean_operator": _boolean,
    "not_operator": _not,
    "unary_operator": _unary,
    "comparison_operator": _comparison,
    "conditional_expression": _conditional,
    "await": _await,
    "yield": _yield,
    "named_expression": _named,
}
