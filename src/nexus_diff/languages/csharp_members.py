"""Members of C# types: methods, constructors, operators, properties, fields, events."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.csharp_attributes import attributes, is_test
from nexus_diff.languages.csharp_calls import arguments
from nexus_diff.languages.csharp_creation import initial
from nexus_diff.languages.csharp_functions import parameters, run_body
from nexus_diff.languages.csharp_nodes import field, first_of, modifiers, of_type, parts
from nexus_diff.languages.csharp_types import type_of, type_parameters
from nexus_diff.model.expr import Call, Cast
from nexus_diff.model.facts import INIT

INDEXER = "this[]"
CONVERSION = "operator ()"
"""Names under which indexers and conversions are bound."""


def in_interface(node: Node) -> bool:
    around = node.parent.parent if node.parent is not None else None
    return around is not None and around.type == "interface_declaration"


def initialise(b: Builder, node: Node, name: str) -> None:
    """`: base(…)` and `: this(…)`."""
    listed = node if node.type == "argument_list" else first_of(node, "argument_list")
    called = b.name(name)
    if listed is not None:
        b.site("call", b.add(Call(called, arguments(b, listed))), node, node)


def define_function(b: Builder, node: Node, name: str, name_node: Node, kind: str, marks: Iterable[str], bound: str = "") -> int:
    """A method, constructor, operator or local function with its body."""
    decorators = attributes(b, node)
    body = field(node, "body") or first_of(node, "block", "arrow_expression_clause")
    listed = field(node, "parameters")
    marks = {*marks, "test"} if is_test(b, decorators) else marks
    definition = b.define(name, kind, node, name_node, body, decorators=decorators, modifiers=marks)
    b.bind(bound or name, definition=definition)
    b.open("function", definition=definition)
    b.complete(definition, type_params=type_parameters(b, node))
    b.parameters(parameters(b, listed))
    returns = field(node, "returns") or (field(node, "type") if kind != "constructor" else None)
    b.complete(definition, returns=type_of(b, returns))
    start = first_of(node, "constructor_initializer")
    if start is not None:
        initialise(b, start, "super" if first_of(start, "base") is not None else "this")
    run_body(b, node, body)
    b.close()
    return definition


def _method(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is None:
        return
    listed = field(node, "parameters")
    inside = in_interface(node)
    marks = modifiers(b, node, exported=inside or first_of(node, "explicit_interface_specifier") is not None)
    first = next(iter(of_type(listed, "parameter")), None)
    if "static" in marks and first is not None and any(b.text(m) == "this" for m in of_type(first, "modifier")):
        marks.add("extension")
    body = field(node, "body")
    kind = "signature" if inside and body is None else "method"
    name = b.text(name_node)
    define_function(b, node, name, name_node, kind, marks, _bound(b, node, name))


def _bound(b: Builder, node: Node, name: str) -> str:
    """The name under which a class has a member: of one that implements an interface's explicitly, with that in front."""
    explicit = first_of(node, "explicit_interface_specifier")
    return f"{b.text(explicit)}{name}" if explicit is not None else name


def _constructor(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is not None:
        marks = modifiers(b, node)
        define_function(b, node, b.text(name_node), name_node, "constructor", marks, "<static>" if "static" in marks else INIT)


def _destructor(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is not None:
        define_function(b, node, b.text(name_node), name_node, "method", modifiers(b, node), "~")


def _operator(b: Builder, node: Node) -> None:
    """Operators are named "operator" and found by their symbol, conversions by the type that they give."""
    at = first_of(node, "operator") or node
    symbol = next((b.text(c) for c in node.children if c.start_byte > at.start_byte and not c.is_named and c.type not in ("(", ";")), "")
    bound = f"operator {symbol}" if node.type == "operator_declaration" else CONVERSION
    define_function(b, node, "operator", at, "method", modifiers(b, node), bound)


def _property(b: Builder, node: Node) -> None:
    """A property or indexer: one definition, whose body are its accessors."""
    indexer = node.type == "indexer_declaration"
    name_node = first_of(node, "this") if indexer else field(node, "name")
    if name_node is None:
        return
    name = b.text(name_node)
    decorators = attributes(b, node)
    marks = modifiers(b, node, exported=in_interface(node)) | ({"property"} if not indexer else set())
    value = field(node, "value")
    accessors = field(node, "accessors")
    definition = b.define(name, "property", node, name_node, accessors or value, decorators=decorators, modifiers=marks)
    b.bind(_bound(b, node, INDEXER if indexer else name), definition=definition)
    b.open("function", definition=definition)
    b.parameters(parameters(b, field(node, "parameters")))
    type = type_of(b, field(node, "type"))
    b.complete(definition, returns=type)
    for accessor in of_type(accessors, "accessor_declaration"):
        b.open_block()
        if b.text(field(accessor, "name") or accessor) != "get":
            b.bind("value", type=type_of(b, field(node, "type")))
        run_body(b, accessor, field(accessor, "body"))
        b.close_block()
    if value is not None and value.type == "arrow_expression_clause":
        run_body(b, node, value)
    b.close()
    if value is not None and value.type != "arrow_expression_clause":
        made = initial(b, value, type)  # runs when an instance is made, as those of fields do
        if type >= 0:
            b.add(Cast(made, type))


def _fields(b: Builder, node: Node) -> None:
    decorators = attributes(b, node)
    declaration = first_of(node, "variable_declaration")
    type = type_of(b, field(declaration, "type"))
    marks = modifiers(b, node)
    for made in of_type(declaration, "variable_declarator"):
        at = field(made, "name")
        if at is None:
            continue
        values = [part for part in parts(made) if part != at and part.type != "bracketed_argument_list"]
        definition = b.define(b.text(at), "field", node, at, type=type, decorators=decorators, modifiers=marks)
        value = initial(b, values[-1] if values else None, type)
        b.complete(definition, value=value)
        b.bind(b.text(at), value, type=type, definition=definition)


def _event(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is None:
        return
    type = type_of(b, field(node, "type"))
    definition = b.define(b.text(name_node), "property", node, name_node, field(node, "accessors"), modifiers=modifiers(b, node))
    b.bind(_bound(b, node, b.text(name_node)), type=type, definition=definition)
    b.open("function", definition=definition)
    for accessor in of_type(field(node, "accessors"), "accessor_declaration"):
        run_body(b, accessor, field(accessor, "body"))
    b.close()


MEMBERS: dict[str, Statement] = {
    "method_declaration": _method,
    "constructor_declaration": _constructor,
    "destructor_declaration": _destructor,
    "operator_declaration": _operator,
    "conversion_operator_declaration": _operator,
    "property_declaration": _property,
    "indexer_declaration": _property,
    "field_declaration": _fields,
    "event_field_declaration": _fields,
    "event_declaration": _event,
}
"""Handlers of members."""
