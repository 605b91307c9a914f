"""Simple and compound statements of Python, but for those with a module of their own."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.python_chains import key_of
from nexus_diff.languages.python_expressions import interpolations
from nexus_diff.languages.python_narrowing import narrow, narrowings_of
from nexus_diff.languages.python_nodes import only_part, parts_of
from nexus_diff.languages.python_targets import assign, iterate
from nexus_diff.model.expr import NONE, Call, Enter, Index, Union

LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})


_ATTEMPTED = ("conditional", "attempted")
"""Flags of imports that may fail, and of those that stand in for them."""
_CATCHING = frozenset({"suppress", "raises", "assertRaises", "assertRaisesRegex"})
"""Context managers that catch what their block raises."""


def _return(b: Builder, node: Node) -> None:
    inner = only_part(node)
    if inner is not None:
        b.returns(b.value(inner))


def _raise(b: Builder, node: Node) -> None:
    for part in parts_of(node):
        index = b.value(part)
        if part.type in ("identifier", "attribute"):
            b.site("raise", index, part)


def _assert(b: Builder, node: Node) -> None:
    parts = parts_of(node)
    if parts:
        b.condition(parts[0])
    for part in parts[1:]:
        b.expr(part)
    if parts:
        narrow(b, narrowings_of(b, parts[0], True))


def _delete(b: Builder, node: Node) -> None:
    for part in parts_of(node):
        _delete_target(b, part)


def _delete_target(b: Builder, node: Node) -> None:
    if node.type == "attribute":
        children = node.children
        b.site("del", b.attr(b.expr(children[0]), b.text(children[-1])), children[-1])
    elif node.type == "subscript":
        children = node.children
        container = b.expr(children[0])
        b.site("del", b.add(Index(container, key_of(b, node, children))), node)
    elif node.type != "identifier" and b.enter(node):
        for part in parts_of(node):
            _delete_target(b, part)
        b.leave()


def _global(b: Builder, node: Node) -> None:
    b.declare_global(b.text(part) for part in parts_of(node))


def _nothing(b: Builder, node: Node) -> None:
    """Comments: no facts."""


def _string_statement(b: Builder, node: Node) -> None:
    """A bare string is documentation; only what it interpolates counts."""
    interpolations(b, node)


def _if(b: Builder, node: Node) -> None:
    group = b.group()
    test, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    b.condition(test)
    _arm(b, body, group, narrowings_of(b, test, True), "type_only" if test is not None and _type_checking(b, test) else "conditional")
    otherwise = narrowings_of(b, test, False)
    alternatives = node.children_by_field_name("alternative")
    for alternative in alternatives:
        if alternative.type == "elif_clause":
            test = alternative.child_by_field_name("condition")
            b.condition(test)
            _arm(b, alternative.child_by_field_name("consequence"), group, narrowings_of(b, test, True), "conditional")
        else:
            _arm(b, alternative.child_by_field_name("body"), group, otherwise, "conditional")
    if otherwise and not alternatives and body is not None and _leaves(body):
        narrow(b, otherwise)


def _arm(b: Builder, body: Node | None, group: int, narrowed: list[tuple[Node, Node]], *flags: str) -> int:
    block = b.open_block(group, flags)
    narrow(b, narrowed)
    if body is not None:
        b.visit(body)
    b.close_block()
    return block


def _type_checking(b: Builder, test: Node) -> bool:
    return test.type in ("identifier", "attribute") and b.text(test).rpartition(".")[2] == "TYPE_CHECKING"


def _leaves(body: Node) -> bool:
    parts = parts_of(body)
    return bool(parts) and parts[-1].type in LEAVES


def _while(b: Builder, node: Node) -> None:
    test = node.child_by_field_name("condition")
    b.condition(test)
    _arm(b, node.child_by_field_name("body"), 0, narrowings_of(b, test, True))
    _else(b, node)


def _else(b: Builder, node: Node) -> None:
    alternative = node.child_by_field_name("alternative")
    if alternative is not None:
        b.visit_children(alternative)


def _for(b: Builder, node: Node) -> None:
    source = node.child_by_field_name("right")
    element = iterate(b, source, node.children[0].type == "async") if source is not None else NONE
    b.open_block()
    assign(b, node.child_by_field_name("left"), element)
    body = node.child_by_field_name("body")
    if body is not None:
        b.visit(body)
    b.close_block()
    _else(b, node)


def _try(b: Builder, node: Node) -> None:
    group = b.group()
    attempt = _arm(b, node.child_by_field_name("body"), group, [], *_ATTEMPTED)
    for child in node.named_children:
        if child.type in ("except_clause", "except_group_clause"):
            b.open_block(group, _ATTEMPTED)
            _except(b, child)
            b.close_block()
        elif child.type == "else_clause":
            b.reopen_block(attempt)
            b.visit_children(child)
            b.close_block()
        elif child.type == "finally_clause":
            b.visit_children(child)


def _except(b: Builder, clause: Node) -> None:
    for part in parts_of(clause):
        if part.type == "block":
            b.visit(part)
            continue
        caught, alias = part, None
        if part.type == "as_pattern":
            alias = part.child_by_field_name("alias")
            caught = part.children[0]
        nodes = parts_of(caught) if caught.type == "tuple" else [caught]
        classes = [b.value(node) for node in nodes]
        if alias is not None:
            raised = [b.add(Call(index)) for index in classes]
            assign(b, alias, raised[0] if len(raised) == 1 else b.add(Union(tuple(raised))))


def _with(b: Builder, node: Node) -> None:
    awaited = node.children[0].type == "async"
    catches = False
    for clause in parts_of(node):
        if clause.type != "with_clause":
            continue
        for item in parts_of(clause):
            value = item.child_by_field_name("value")
            if value is None:
                continue
            alias = None
            if value.type == "as_pattern":
                alias = value.child_by_field_name("alias")
                value = value.children[0]
            catches |= value.type == "call" and b.text(value.children[0]).rpartition(".")[2] in _CATCHING
            entered = b.add(Enter(b.expr(value), awaited))
            b.site("with", entered, value)
            assign(b, alias, entered)
    body = node.child_by_field_name("body")
    if catches:
        _arm(b, body, 0, [], *_ATTEMPTED)
    elif body is not None:
        b.visit(body)


STATEMENTS: dict[str, Statement] = {
    "comment": _nothing,
    "string": _string_statement,
    "return_statement": _return,
    "raise_statement": _raise,
    "assert_statement": _assert,
    "delete_statement": _delete,
    "global_statement": _global,
    "nonlocal_statement": _global,
    "if_statement": _if,
    "while_statement": _while,
    "for_statement": _for,
    "try_statement": _try,
    "with_statement": _with,
}
