"""Statements of C and C++: control flow, blocks, returns."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.c_family_classes import specifier, type_definition
from nexus_diff.languages.c_family_declarations import c_declaration
from nexus_diff.languages.c_family_functions import function_definition
from nexus_diff.languages.c_family_nodes import field, first
from nexus_diff.languages.c_family_preprocessor import conditional, constant, ignored, include, macro, macro_use
from nexus_diff.languages.c_family_tests import visit_outside
from nexus_diff.model.expr import NONE, Arg, Name, New, TypeOf

_DECLARING = frozenset({"declaration", "preproc_if", "preproc_ifdef", "type_definition"})


def block(b: Builder, node: Node) -> None:
    """`{…}`; a scope when it declares something."""
    own = any(child.type in _DECLARING for child in node.named_children)
    if own:
        b.open("block")
    b.visit_children(node)
    if own:
        b.close()


def file_or_namespace(b: Builder, node: Node) -> None:
    """What stands outside of functions."""
    visit_outside(b, node.named_children)


def if_statement(b: Builder, node: Node) -> None:
    """`if (c) … else if (d) … else …`, however many."""
    group, opened = b.group(), 0
    here: Node | None = node
    while here is not None and here.type == "if_statement":
        condition = field(here, "condition")
        if condition is not None and condition.type == "condition_clause" and _declares(condition):
            b.open("block")
            opened += 1
        if condition is not None:
            _condition(b, condition)
        _arm(b, field(here, "consequence"), group)
        here = field(here, "alternative")
        if here is not None and here.type == "else_clause":
            here = first(here)
    _arm(b, here, group)
    for _ in range(opened):
        b.close()


def _arm(b: Builder, node: Node | None, group: int) -> None:
    if node is not None:
        b.open_block(group)
        b.visit(node)
        b.close_block()


_IN_CONDITION = frozenset({"declaration", "init_statement", "comment"})


def _declares(clause: Node) -> bool:
    return any(child.type in ("declaration", "init_statement") for child in clause.named_children)


def _condition(b: Builder, node: Node) -> None:
    """A condition, which may declare a variable."""
    for child in node.named_children if node.type == "condition_clause" else [node]:
        b.visit(child) if child.type in _IN_CONDITION else b.read(child)


def loop(b: Builder, node: Node) -> None:
    """`for`, `while`, `do`: what they declare is theirs."""
    b.open("block")
    for child in node.named_children:
        if child.type == "condition_clause":
            _condition(b, child)
        else:
            b.visit(child)
    b.close()


def switch(b: Builder, node: Node) -> None:
    """`switch (x) { case … }`."""
    condition, body = field(node, "condition"), field(node, "body")
    if condition is not None:
        _condition(b, condition)
    if body is not None:
        b.open("block")
        b.visit_children(body)
        b.close()


def case(b: Builder, node: Node) -> None:
    """`case K: …`, `default: …`."""
    label = field(node, "value")
    if label is not None:
        b.read(label)
    for child in node.named_children:
        if label is None or child.id != label.id:
            b.visit(child)


def return_statement(b: Builder, node: Node) -> None:
    """`return x;`."""
    value = first(node)
    if value is not None:
        b.returns(b.value(value))


def assignment(b: Builder, node: Node) -> int:
    """`a = b`, `a.x = b`, `m[i] = b`, `a += b`."""
    left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
    sign = b.text(operator) if operator is not None else "="
    if left is None or right is None:
        b.visit_children(node)
        return NONE
    if left.type == "subscript_expression":
        target = b.expr(left)
        return b.op("[]=", target, b.passed(right), node)
    if sign != "=":
        target = b.updated(left)
        return b.op(sign, target, b.value(right), node)
    if left.type == "field_expression":
        return _member(b, left, right)
    return _name(b, left, right)


def _member(b: Builder, left: Node, right: Node) -> int:
    holder, name = field(left, "argument"), field(left, "field")
    owner = b.expr(holder)
    value = b.passed(right)
    if name is not None and name.type == "field_identifier" and owner != NONE:
        text = b.text(name)
        b.bind(text, value, attr_of=owner)
        b.site("attr_set", b.attr(owner, text), name)
        if _may_be_function(b, right):
            b.site("new", b.add(New(b.add(TypeOf(owner, "class")), (Arg(value, text),))), name)
    else:
        b.expr(name)
    return value


def _name(b: Builder, left: Node, right: Node) -> int:
    """A plain name keeps its declared type; only that it becomes another function is of interest."""
    target, value = b.updated(left), b.passed(right)
    e = b.get(target) if target != NONE else None
    if type(e) is Name and _may_be_function(b, right) and b.scope_of(e.name) > 0:
        b.bind(e.name, value)
    return value


def _may_be_function(b: Builder, node: Node) -> bool:
    if node.type == "pointer_expression":
        inner = field(node, "argument")
        return node.child_count > 0 and node.children[0].type == "&" and inner is not None and _may_be_function(b, inner)
    return node.type == "identifier" and not b.text(node).isupper() and b.scope_of(b.text(node)) <= 0


def linkage(b: Builder, node: Node) -> None:
    """`extern "C" {…}`."""
    body = field(node, "body")
    if body is not None:
        b.visit(body)


ASSIGNMENT = {"assignment_expression": assignment}

STATEMENTS: dict[str, Statement] = {
    "function_definition": function_definition,
    "declaration": c_declaration,
    "field_declaration": c_declaration,
    "type_definition": type_definition,
    "struct_specifier": specifier,
    "union_specifier": specifier,
    "enum_specifier": specifier,
    "translation_unit": file_or_namespace,
    "declaration_list": file_or_namespace,
    "compound_statement": block,
    "if_statement": if_statement,
    "for_statement": loop,
    "while_statement": loop,
    "do_statement": loop,
    "switch_statement": switch,
    "case_statement": case,
    "return_statement": return_statement,
    "linkage_specification": linkage,
    "preproc_include": include,
    "preproc_if": conditional,
    "preproc_ifdef": conditional,
    "preproc_def": constant,
    "preproc_function_def": macro,
    "preproc_call": ignored,
    "macro_type_specifier": macro_use,
}
"""What C and C++ share."""
