"""Statements of C#."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.csharp_creation import initial
from nexus_diff.languages.csharp_definitions import DEFINITIONS
from nexus_diff.languages.csharp_members import define_function
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.languages.csharp_patterns import match
from nexus_diff.languages.csharp_types import type_of
from nexus_diff.model.expr import NONE, Enter, Item, Iter


def _block(b: Builder, node: Node) -> None:
    b.open("block")
    b.visit_children(node)
    b.close()


def _variables(b: Builder, node: Node) -> None:
    """`T a = 1, b;`, `var (a, b) = p;`, also behind `using`."""
    used = first_of(node, "using") is not None
    for declaration in of_type(node, "variable_declaration"):
        declare(b, declaration, used)


def declare(b: Builder, node: Node, used: bool = False) -> None:
    """The variables of a declaration; `used`: they are disposed of at the end."""
    type = type_of(b, field(node, "type"))
    for made in of_type(node, "variable_declarator"):
        pattern = first_of(made, "tuple_pattern")
        at = field(made, "name")
        values = [part for part in parts(made) if part not in (at, pattern) and part.type != "bracketed_argument_list"]
        value = initial(b, values[-1] if values else None, type)
        if pattern is not None:
            for position, name in enumerate(parts(pattern)):
                b.bind(b.text(name), b.add(Item(value, position)))
        elif at is not None:
            b.bind(b.text(at), _entered(b, value, made) if used and value >= 0 else value, type=type)


def _entered(b: Builder, value: int, node: Node) -> int:
    entered = b.add(Enter(value))
    b.site("with", entered, node)
    return entered


def _using(b: Builder, node: Node) -> None:
    body = field(node, "body")
    b.open("block")
    for child in parts(node):
        if child == body:
            b.visit(child)
        elif child.type == "variable_declaration":
            declare(b, child, True)
        else:
            _entered(b, b.expr(child), child)
    b.close()


def _foreach(b: Builder, node: Node) -> None:
    b.open("block")
    source, left = field(node, "right"), field(node, "left")
    element = b.add(Iter(b.expr(source), first_of(node, "await") is not None))
    if source is not None:
        b.site("iter", element, source)
    type = type_of(b, field(node, "type"))
    if left is not None and left.type == "identifier":
        b.bind(b.text(left), element, type=type)
    elif left is not None:
        for position, name in enumerate(parts(left)):
            b.bind(b.text(name), b.add(Item(element, position)))
    b.visit(body) if (body := field(node, "body")) is not None else None
    b.close()


def _for(b: Builder, node: Node) -> None:
    b.open("block")
    for child in parts(node):
        if child.type == "variable_declaration":
            declare(b, child)
        elif child == field(node, "condition"):
            b.condition(child)
        else:
            b.visit(child)
    b.close()


def _if(b: Builder, node: Node) -> None:
    """What the condition narrows holds in the first arm only."""
    group = b.group()
    tested = b.open_block(group)
    b.condition(field(node, "condition"))
    b.close_block()
    then, other = field(node, "consequence"), field(node, "alternative")
    if then is not None:
        b.reopen_block(tested)
        b.visit(then)
        b.close_block()
    if other is not None:
        b.open_block(group)
        b.visit(other)
        b.close_block()


def _while(b: Builder, node: Node) -> None:
    b.condition(field(node, "condition"))
    body = field(node, "body")
    if body is not None:
        b.visit(body)


def _switch(b: Builder, node: Node) -> None:
    value = b.read(field(node, "value"))
    group = b.group()
    for section in of_type(field(node, "body"), "switch_section"):
        b.open_block(group)
        for child in parts(section):
            if child.type.endswith("_pattern"):
                match(b, child, value)
            else:
                b.visit(child)
        b.close_block()


def _clause(b: Builder, node: Node) -> None:
    for child in parts(node):
        b.condition(child)


def _return(b: Builder, node: Node) -> None:
    value = next(iter(parts(node)), None)
    if value is not None:
        b.returns(initial(b, value, NONE))


def _yield(b: Builder, node: Node) -> None:
    value = next(iter(parts(node)), None)
    if value is not None:
        b.yields(b.passed(value))


def _try(b: Builder, node: Node) -> None:
    for child in parts(node):
        b.open_block()
        if child.type == "catch_clause":
            caught = first_of(child, "catch_declaration")
            name = field(caught, "name")
            type = type_of(b, field(caught, "type"))
            if name is not None:
                b.bind(b.text(name), type=type)
            for part in parts(child):
                if part is not caught and part.type != "catch_declaration":
                    b.visit(part)
        else:
            b.visit(child)
        b.close_block()


def _local_function(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is not None:
        define_function(b, node, b.text(name_node), name_node, "function", ())


def _conditional(b: Builder, node: Node) -> None:
    """`#if`: all sections are read; they exclude one another."""
    group = b.group()
    section: Node | None = node
    while section is not None:  # each `#elif` stands in the section before it: thousands of them are no depth
        condition, other = field(section, "condition"), field(section, "alternative")
        b.open_block(group)
        for child in section.named_children:
            if child not in (condition, other):
                b.visit(child)
        b.close_block()
        section = other


def _nothing(b: Builder, node: Node) -> None:
    """Directives and labels say nothing."""


STATEMENTS: dict[str, Statement] = {
    **DEFINITIONS,
    "block": _block,
    "local_declaration_statement": _variables,
    "using_statement": _using,
    "foreach_statement": _foreach,
    "for_statement": _for,
    "if_statement": _if,
    "while_statement": _while,
    "do_statement": _while,
    "switch_statement": _switch,
    "when_clause": _clause,
    "catch_filter_clause": _clause,
    "return_statement": _return,
    "yield_statement": _yield,
    "try_statement": _try,
    "local_function_statement": _local_function,
    "preproc_if": _conditional,
    "preproc_region": _nothing,
    "preproc_endregion": _nothing,
    "preproc_pragma": _nothing,
    "preproc_nullable": _nothing,
    "preproc_define": _nothing,
    "preproc_undef": _nothing,
    "preproc_line": _nothing,
    "preproc_error": _nothing,
    "preproc_warning": _nothing,
    "goto_statement": _nothing,
    "global_attribute": _nothing,
}
