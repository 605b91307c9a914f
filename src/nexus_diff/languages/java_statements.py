"""Statements: local variables, blocks, control flow."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression, Statement
from nexus_diff.languages.java_annotations import marks
from nexus_diff.languages.java_nodes import TYPES, annotations_of, child_of, declarators, field, first, parts
from nexus_diff.languages.java_patterns import bind_case
from nexus_diff.languages.java_types import type_of, union_type
from nexus_diff.model.expr import Enter, Iter, Union
from nexus_diff.model.facts import NONE

_YIELDED = "@yield"
"""What stands for the value of the `switch` around."""
_DECLARING = frozenset({"local_variable_declaration"}) | TYPES


def _declares(node: Node | None) -> bool:
    """Whether a block declares names of its own."""
    return any(child.type in _DECLARING for child in parts(node))


def _scoped(b: Builder, opens: bool, inside: Callable[[], None]) -> None:
    """Run `inside`, in a scope of its own where names are declared that end with it."""
    if opens:
        b.open("block")
    inside()
    if opens:
        b.close()


def block(b: Builder, node: Node) -> None:
    """A `{…}`."""
    _scoped(b, _declares(node), lambda: b.visit_children(node))


def _body(b: Builder, node: Node | None) -> None:
    """A body whose names belong to the scope that is open."""
    if node is not None and node.type == "block":
        b.visit_children(node)
    elif node is not None:
        b.visit(node)


def _variables(b: Builder, node: Node) -> None:
    marks(b, annotations_of(node))
    for declarator, name in declarators(node):
        type = type_of(b, field(node, "type"), field(declarator, "dimensions"))
        b.bind(b.text(name), b.value(field(declarator, "value")), type=type)


def _returned(b: Builder, node: Node) -> None:
    b.returns(b.value(first(node)))


def _thrown(b: Builder, node: Node) -> None:
    b.value(first(node))


def _arm(b: Builder, node: Node | None, group: int = 0) -> None:
    if node is not None:
        b.open_block(group)
        b.visit(node)
        b.close_block()


def _if(b: Builder, node: Node) -> None:
    """`if … else if … else`: arms that exclude one another, walked in a loop."""
    opened = 0
    current: Node | None = node
    while current is not None and current.type == "if_statement":
        group = b.group()
        b.read(field(current, "condition"))
        _arm(b, field(current, "consequence"), group)
        current = field(current, "alternative")
        if current is not None and current.type == "if_statement":
            b.open_block(group)
            opened += 1
        else:
            _arm(b, current, group)
    for _ in range(opened):
        b.close_block()


def _while(b: Builder, node: Node) -> None:
    if node.type == "do_statement":
        _arm(b, field(node, "body"))
        b.read(field(node, "condition"))
    else:
        b.read(field(node, "condition"))
        _arm(b, field(node, "body"))


def _for(b: Builder, node: Node) -> None:
    started = node.children_by_field_name("init")

    def inside() -> None:
        for part in started:
            b.visit(part)
        b.read(field(node, "condition"))
        _arm(b, field(node, "body"))
        for part in node.children_by_field_name("update"):
            b.visit(part)

    _scoped(b, any(part.type == "local_variable_declaration" for part in started), inside)


def _for_each(b: Builder, node: Node) -> None:
    name, value, declared = field(node, "name"), field(node, "value"), field(node, "type")
    index = b.expr(value)
    if index >= 0:
        index = b.add(Iter(index))
        b.site("iter", index, value or node)

    def inside() -> None:
        b.open_block()
        if name is not None:
            b.bind(b.text(name), index, type=type_of(b, declared, field(node, "dimensions")))
        _body(b, field(node, "body"))
        b.close_block()

    _scoped(b, True, inside)


def _try(b: Builder, node: Node) -> None:
    resources = field(node, "resources")

    def inside() -> None:
        for resource in parts(resources):
            _resource(b, resource)
        b.open_block()
        _body(b, field(node, "body"))
        b.close_block()

    _scoped(b, resources is not None or _declares(field(node, "body")), inside)
    for part in parts(node):
        if part.type == "catch_clause":
            _catch(b, part)
        elif part.type == "finally_clause":
            b.visit_children(part)


def _resource(b: Builder, node: Node) -> None:
    """What stands in `try (…)` is closed at the end."""
    name, value = field(node, "name"), field(node, "value")
    index = b.value(value if name is not None else first(node))
    entered = b.add(Enter(index)) if index >= 0 else NONE
    if entered >= 0:
        b.site("with", entered, value or node)
    if name is not None:
        b.bind(b.text(name), entered, type=type_of(b, field(node, "type"), field(node, "dimensions")))


def _catch(b: Builder, node: Node) -> None:
    parameter = child_of(node, "catch_formal_parameter")

    def inside() -> None:
        b.open_block()
        name = field(parameter, "name")
        types = child_of(parameter, "catch_type") if parameter is not None else None
        if name is not None:
            b.bind(b.text(name), type=type_of(b, types))
        _body(b, field(node, "body"))
        b.close_block()

    _scoped(b, True, inside)


def _switch(b: Builder, node: Node) -> int:
    """A `switch`, as a statement or for its value: all that its cases yield."""
    value = b.read(field(node, "condition"))
    group = b.group()
    b.open("block")
    b.bind(_YIELDED)
    for case in parts(field(node, "body")):
        b.open("block")
        b.open_block(group)
        _case(b, case, value)
        b.close_block()
        b.close()
    result = b.add(Union((b.name(_YIELDED),)))
    b.close()
    return result


def _case(b: Builder, node: Node, value: int) -> None:
    """One group of labels with its statements, or one `case … -> …`."""
    for part in parts(node):
        if part.type == "switch_label":
            bind_case(b, part, value)
        elif node.type == "switch_rule" and part.type == "expression_statement":
            _yield(b, part)
        else:
            _body(b, part)


def _yield(b: Builder, node: Node) -> None:
    index = b.value(first(node))
    scope = b.scope_of(_YIELDED)
    if scope >= 0:
        b.bind(_YIELDED, index, scope=scope)


def _label(b: Builder, node: Node) -> None:
    for part in parts(node)[1:]:
        b.visit(part)


def _nothing(b: Builder, node: Node) -> None:
    """`break label` and `continue label` name no variable."""


STATEMENTS: dict[str, Statement] = {
    "block": block,
    "local_variable_declaration": _variables,
    "return_statement": _returned,
    "throw_statement": _thrown,
    "if_statement": _if,
    "while_statement": _while,
    "do_statement": _while,
    "for_statement": _for,
    "enhanced_for_statement": _for_each,
    "try_statement": _try,
    "try_with_resources_statement": _try,
    "yield_statement": _yield,
    "labeled_statement": _label,
    "break_statement": _nothing,
    "continue_statement": _nothing,
}
"""Handlers of statement nodes."""

EXPRESSIONS: dict[str, Expression] = {"switch_expression": _switch, "catch_type": union_type}
"""Expressions that hold statements."""
