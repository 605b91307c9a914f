"""Statements of Go: short declarations, assignments, control flow. Every block that declares a name has a scope of its own."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.go_declarations import assigned, bind_names
from nexus_diff.languages.go_nodes import field, first, parts, text_of
from nexus_diff.model.expr import NONE, Cast, Item, Iter

_DECLARING = frozenset({"short_var_declaration", "var_declaration", "const_declaration", "type_declaration"})
_FUNCTIONS = frozenset({"identifier", "selector_expression", "func_literal"})
"""What may be a function, so that an assignment says more than the type that a variable has anyway."""


def _declares(body: Node | None) -> bool:
    return any(
        child.type in _DECLARING or (child.type == "statement_list" and _declares(child)) for child in parts(body)
    )  # fmt: skip


def _block(b: Builder, node: Node) -> None:
    """A `{}`."""
    scoped = _declares(node)
    if scoped:
        b.open("block")
    b.visit_children(node)
    if scoped:
        b.close()


def _short(b: Builder, node: Node) -> None:
    bind_names(b, parts(field(node, "left")), parts(field(node, "right")))


def _assignment(b: Builder, node: Node) -> None:
    left, right = parts(field(node, "left")), parts(field(node, "right"))
    given = assigned(b, len(left), right)
    for position, target in enumerate(left):
        value = given[position] if position < len(given) else NONE
        functional = position < len(right) and len(left) == len(right) and right[position].type in _FUNCTIONS
        _assign(b, target, value, functional)


def _assign(b: Builder, target: Node, value: int, functional: bool) -> None:
    """A variable keeps the type that it was declared with; which function it holds is known here only. It need not happen: it hides no
    earlier value."""
    while target.type in ("parenthesized_expression", "unary_expression") and (inner := first(target)) is not None:
        target = inner
    if target.type == "selector_expression" and (name := field(target, "field")) is not None:
        b.site("attr_set", b.attr(b.expr(field(target, "operand")), b.text(name)), name)
    elif target.type != "identifier" or b.text(target) == "_":
        b.expr(target if target.type != "identifier" else None)
    elif functional and (scope := b.scope_of(b.text(target))) >= 0:
        b.may_bind(b.text(target), value, scope)
    else:
        b.site("value", b.name(b.text(target)), target)


def _if(b: Builder, node: Node) -> None:
    """`if x := f(); c {…} else if …`: each header sees the ones before it. Walked in a loop."""
    opened = 0
    current: Node | None = node
    while current is not None and current.type == "if_statement":
        header = field(current, "initializer")
        if header is not None and header.type in _DECLARING:
            b.open("block")
            opened += 1
        if header is not None:
            b.visit(header)
        b.expr(field(current, "condition"))
        body = field(current, "consequence")
        if body is not None:
            b.visit(body)
        current = field(current, "alternative")
    if current is not None:
        b.visit(current)
    for _ in range(opened):
        b.close()


def _for(b: Builder, node: Node) -> None:
    b.open("block")
    for part in parts(node):
        if part.type == "range_clause":
            _range(b, part)
        else:
            b.visit(part)
    b.close()


def _range(b: Builder, node: Node) -> None:
    """`for k, v := range xs`: a key or position, and an element. With one name only, that is an element of a channel, too."""
    source = b.value(field(node, "right"))
    targets = parts(field(node, "left"))
    given = [b.add(Item(source, 0)), b.add(Iter(source))][: len(targets)]
    declares = any(child.type == ":=" for child in node.children)
    for target, value in zip(targets, given, strict=False):
        if declares and target.type == "identifier" and b.text(target) != "_":
            b.bind(b.text(target), value)
        elif not declares:
            _assign(b, target, value, False)


def _switch(b: Builder, node: Node) -> None:
    b.open("block")
    for part in parts(node):
        _arm(b, part) if part.type in ("expression_case", "default_case", "communication_case") else b.visit(part)
    b.close()


def _arm(b: Builder, node: Node) -> None:
    b.open("block")
    b.visit_children(node)
    b.close()


def _type_switch(b: Builder, node: Node) -> None:
    """`switch v := x.(type)`: in a case of one type, v has that type."""
    b.open("block")
    header = field(node, "initializer")
    if header is not None:
        b.visit(header)
    name, value = first(field(node, "alias")), b.value(field(node, "value"))
    for part in parts(node):
        if part.type in ("type_case", "default_case"):
            _type_case(b, part, text_of(b, name), value)
    b.close()


def _type_case(b: Builder, node: Node, name: str, value: int) -> None:
    b.open("block")
    type_nodes = [child for child in node.children_by_field_name("type") if child.is_named]
    types = [b.type(type_node) for type_node in type_nodes]
    single = len(types) == 1 and type_nodes[0].type != "nil" and b.text(type_nodes[0]) != "nil"
    if name:
        b.bind(name, b.add(Cast(value, types[0])) if single else value)
    for part in parts(node):
        if part not in type_nodes:
            b.visit(part)
    b.close()


def _receive(b: Builder, node: Node) -> None:
    """`case v, ok := <-ch:`"""
    left, right = parts(field(node, "left")), field(node, "right")
    values = [right] if right is not None else []
    if any(child.type == ":=" for child in node.children):
        bind_names(b, left, values)
        return
    given = assigned(b, len(left), values)
    for target, value in zip(left, given, strict=False):
        _assign(b, target, value, False)


def _send(b: Builder, node: Node) -> None:
    b.expr(field(node, "channel"))
    b.passed(field(node, "value"))


def _labelled(b: Builder, node: Node) -> None:
    for part in parts(node):
        if part.type != "label_name":
            b.visit(part)


def _nothing(b: Builder, node: Node) -> None:
    """A statement that says nothing about names."""


STATEMENTS: dict[str, Statement] = {
    "block": _block,
    "short_var_declaration": _short,
    "assignment_statement": _assignment,
    "if_statement": _if,
    "for_statement": _for,
    "expression_switch_statement": _switch,
    "select_statement": _switch,
    "type_switch_statement": _type_switch,
    "receive_statement": _receive,
    "send_statement": _send,
    "labeled_statement": _labelled,
    "break_statement": _nothing,
    "continue_statement": _nothing,
    "goto_statement": _nothing,
}
