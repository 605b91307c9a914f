"""Statements of TypeScript and JavaScript: variables, assignments, control flow."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression, Statement
from nexus_diff.languages.ecmascript_assignment import assignment, augmented, bind_assigned
from nexus_diff.languages.ecmascript_functions import bind_name, destructure
from nexus_diff.languages.ecmascript_narrowing import narrow, negative, positive
from nexus_diff.languages.ecmascript_nodes import field, first, has_token, parts
from nexus_diff.languages.ecmascript_variables import variables
from nexus_diff.model.expr import Iter
from nexus_diff.model.facts import NONE

_EXITS = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
_DECLARATIONS = frozenset({"lexical_declaration", "class_declaration", "function_declaration", "generator_function_declaration"})


def _declared(b: Builder, node: Node) -> set[str]:
    """Names that the statements directly in a block declare for that block only."""
    names: set[str] = set()
    for child in node.named_children:
        if child.type == "lexical_declaration":
            for declarator in child.named_children:
                name = field(declarator, "name")
                if name is not None:
                    _pattern_names(b, name, names)
        elif child.type in _DECLARATIONS and (name := field(child, "name")) is not None:
            names.add(b.text(name))
    return names


def _pattern_names(b: Builder, node: Node, names: set[str], depth: int = 0) -> None:
    if node.type in ("identifier", "shorthand_property_identifier_pattern"):
        names.add(b.text(node))
    elif depth < 20:
        for child in node.named_children:
            _pattern_names(b, child, names, depth + 1)


def block(b: Builder, node: Node) -> None:
    """A `{}`. It gets a scope only where it declares a name that hides another."""
    hides = any(b.scope_of(name) >= 0 for name in sorted(_declared(b, node)))
    if hides:
        b.open("block")
    b.visit_children(node)
    if hides:
        b.close()


def _returned(b: Builder, node: Node) -> None:
    b.returns(b.value(first(node)))


def _thrown(b: Builder, node: Node) -> None:
    b.value(first(node))


def _if(b: Builder, node: Node) -> None:
    """`if … else if … else`: arms that exclude one another, walked in a loop."""
    group = b.group()
    opened = 0
    current: Node | None = node
    after: list[tuple[str, Node | str]] = []
    while current is not None and current.type == "if_statement":
        condition, body = field(current, "condition"), field(current, "consequence")
        b.expr(condition)
        _arm(b, body, positive(b, condition), group)
        otherwise = field(current, "alternative")
        excluded = negative(b, condition)
        if _exits(body) and current is node:
            after = excluded
        current = first(otherwise) if otherwise is not None else None
        if current is not None and current.type == "if_statement":
            b.open_block(group)
            narrow(b, excluded)
            opened += 1
            group = b.group()
        elif current is not None:
            _arm(b, current, excluded, group)
    for _ in range(opened):
        b.close_block()
    narrow(b, after)


def _arm(b: Builder, body: Node | None, narrowed: list[tuple[str, Node | str]], group: int = 0, flags: tuple[str, ...] = ()) -> None:
    b.open_block(group, flags)
    narrow(b, narrowed)
    if body is not None:
        b.visit(body)
    b.close_block()


def _exits(body: Node | None) -> bool:
    if body is not None and body.type == "statement_block":
        inside = parts(body)
        body = inside[-1] if inside else None
    return body is not None and body.type in _EXITS


def _while(b: Builder, node: Node) -> None:
    condition = field(node, "condition")
    if node.type == "do_statement":
        _arm(b, field(node, "body"), [])
        b.expr(condition)
    else:
        b.expr(condition)
        _arm(b, field(node, "body"), positive(b, condition))


def _for(b: Builder, node: Node) -> None:
    hides = _opens_scope(b, field(node, "initializer"))
    for name in ("initializer", "condition"):
        part = field(node, name)
        if part is not None:
            b.visit(part)
    _arm(b, field(node, "body"), [])
    increment = field(node, "increment")
    if increment is not None:
        b.expr(increment)
    if hides:
        b.close()


def _opens_scope(b: Builder, initializer: Node | None) -> bool:
    """Opens a scope for loop variables that hide other names, or that stand at the top of a file and are no definitions."""
    if initializer is None or initializer.type != "lexical_declaration":
        return False
    names: set[str] = set()
    for declarator in initializer.named_children:
        name = field(declarator, "name")
        if name is not None:
            _pattern_names(b, name, names)
    if b.scope_kind() not in ("module", "namespace") and all(b.scope_of(name) < 0 for name in names):
        return False
    b.open("block")
    return True


def _for_in(b: Builder, node: Node) -> None:
    """`for … of` binds elements, `for … in` keys."""
    left, right = field(node, "left"), field(node, "right")
    operator, kind = field(node, "operator"), field(node, "kind")
    value = b.expr(right)
    if operator is not None and operator.type == "of" and value >= 0:
        value = b.add(Iter(value, has_token(node, "await")))
        b.site("iter", value, right or node)
    else:
        value = NONE
    names: set[str] = set()
    if left is not None and kind is not None and kind.type != "var":
        _pattern_names(b, left, names)
    hides = bool(names) and (b.scope_kind() in ("module", "namespace") or any(b.scope_of(name) >= 0 for name in names))
    if hides:
        b.open("block")
    b.open_block()
    if left is not None:
        destructure(b, left, value, bind_name if kind is not None else bind_assigned)
    body = field(node, "body")
    if body is not None:
        b.visit(body)
    b.close_block()
    if hides:
        b.close()


def _try(b: Builder, node: Node) -> None:
    handler, finalizer = field(node, "handler"), field(node, "finalizer")
    flags = ("attempted",) if handler is not None else ()
    _arm(b, field(node, "body"), [], flags=flags)
    if handler is not None:
        b.open_block(0, flags)
        parameter = field(handler, "parameter")
        hides = parameter is not None and parameter.type == "identifier" and b.scope_of(b.text(parameter)) >= 0
        if hides:
            b.open("block")
        if parameter is not None:
            destructure(b, parameter, NONE, bind_name) if parameter.type == "identifier" else _caught(b, parameter)
        body = field(handler, "body")
        if body is not None:
            b.visit(body)
        if hides:
            b.close()
        b.close_block()
    if finalizer is not None:
        b.visit_children(finalizer)


def _caught(b: Builder, pattern: Node) -> None:
    names: set[str] = set()
    _pattern_names(b, pattern, names)
    for name in sorted(names):
        b.bind(name)


def _switch(b: Builder, node: Node) -> None:
    b.expr(field(node, "value"))
    body = field(node, "body")
    group = b.group()
    hides = body is not None and any(b.scope_of(n) >= 0 for case in body.named_children for n in sorted(_declared(b, case)))
    if hides:
        b.open("block")
    for case in parts(body) if body is not None else ():
        value = field(case, "value")
        if value is not None:
            b.expr(value)
        b.open_block(group)
        for statement in case.children_by_field_name("body"):
            b.visit(statement)
        b.close_block()
    if hides:
        b.close()


def _variables(b: Builder, node: Node) -> None:
    variables(b, node, node, ())


def _label(b: Builder, node: Node) -> None:
    body = field(node, "body")
    if body is not None:
        b.visit(body)


STATEMENTS: dict[str, Statement] = {
    "statement_block": block,
    "return_statement": _returned,
    "throw_statement": _thrown,
    "if_statement": _if,
    "while_statement": _while,
    "do_statement": _while,
    "for_statement": _for,
    "for_in_statement": _for_in,
    "try_statement": _try,
    "switch_statement": _switch,
    "labeled_statement": _label,
    "lexical_declaration": _variables,
    "variable_declaration": _variables,
    "using_declaration": _variables,
}
"""Handlers of statement nodes."""

ASSIGNMENTS: dict[str, Expression] = {
    "assignment_expression": assignment,
    "augmented_assignment_expression": augmented,
}
"""Expressions that bind."""
