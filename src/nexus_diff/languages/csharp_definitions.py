"""Namespaces, usings, types and members of C#."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.csharp_expressions import arguments, initial
from nexus_diff.languages.csharp_functions import parameters, run_body
from nexus_diff.languages.csharp_nodes import dotted_name, field, first_of, modifiers, of_type, parts, simple_name
from nexus_diff.languages.csharp_types import type_of, type_parameters
from nexus_diff.model.expr import Arg, Attr, Call, FuncType, Name
from nexus_diff.model.facts import Base

CLASSES = {
    "class_declaration": "class",
    "struct_declaration": "class",
    "record_declaration": "class",
    "record_struct_declaration": "class",
    "interface_declaration": "interface",
}
TEST_ATTRIBUTES = frozenset({"Test", "TestCase", "TestCaseSource", "Fact", "Theory", "TestMethod", "DataTestMethod", "Benchmark"})
INITIALISER = "<init>"
INDEXER = "this[]"


# Namespaces and usings


def _namespace(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    name = dotted_name(b, name_node)
    if name_node is None or not name:
        b.visit_children(node)
        return
    body = field(node, "body")
    definition = b.define(name, "namespace", node, name_node, body, modifiers=("open",))
    b.open("namespace", definition=definition)
    b.visit(body) if body is not None else b.visit_children(node)
    b.close()


def _file_namespace(b: Builder, node: Node) -> None:
    """`namespace A.B;`: what follows in the file belongs to it."""
    name_node = field(node, "name")
    if name_node is not None:
        definition = b.define(dotted_name(b, name_node), "namespace", node, name_node, modifiers=("open",))
        b.open("namespace", definition=definition)


def _unit(b: Builder, node: Node) -> None:
    opened = False
    for child in node.named_children:
        opened = opened or child.type == "file_scoped_namespace_declaration"
        b.visit(child)
    if opened:
        b.close()


def _using(b: Builder, node: Node) -> None:
    alias = field(node, "name")
    names = [child for child in parts(node) if child != alias and child.type != "modifier"]
    target = dotted_name(b, names[-1]) if names else ""
    if not target:
        return
    if alias is not None:
        source, _, name = target.rpartition(".")
        b.import_(source, name, b.text(alias), "import") if source else b.import_(target, "", b.text(alias), "import")
    else:
        b.import_(target, "*", "", "import")


# Types


def _attributes(b: Builder, node: Node) -> list[int]:
    """Attributes before a declaration, as names or as calls with their arguments. Nothing runs when one is put on something."""
    return [_attribute(b, attribute) for listed in of_type(node, "attribute_list") for attribute in of_type(listed, "attribute")]


def _attribute(b: Builder, node: Node) -> int:
    name = b.type(field(node, "name"))
    listed = first_of(node, "attribute_argument_list")
    return name if listed is None else b.add(Call(name, tuple(_attribute_argument(b, argument) for argument in parts(listed))))


def _attribute_argument(b: Builder, node: Node) -> Arg:
    name = field(node, "name")
    values = [part for part in parts(node) if part != name]
    return Arg(b.value(values[-1] if values else None), b.text(name) if name is not None else "")


def _is_test(b: Builder, decorators: Iterable[int]) -> bool:
    """Whether an attribute makes a method a test: of NUnit, xUnit, MSTest."""
    for index in decorators:
        e = b.get(index)
        e = b.get(e.func) if isinstance(e, Call) else e
        if isinstance(e, (Name, Attr)) and e.name.removesuffix("Attribute") in TEST_ATTRIBUTES:
            return True
    return False


def _class(b: Builder, node: Node) -> None:
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return
    name = b.text(name_node)
    decorators = _attributes(b, node)
    exported = b.scope_kind() == "class" and _in_interface(node)
    definition = b.define(
        name, CLASSES[node.type], node, name_node, body, decorators=decorators, modifiers=modifiers(b, node, exported=exported)
    )
    b.bind(name, definition=definition)
    b.open("class", definition=definition)
    b.complete(definition, type_params=type_parameters(b, node))
    b.complete(definition, bases=_bases(b, node))
    _primary(b, node, name, name_node)
    if body is not None:
        b.visit_children(body)
    b.close()


def _in_interface(node: Node) -> bool:
    around = node.parent.parent if node.parent is not None else None
    return around is not None and around.type == "interface_declaration"


def _primary(b: Builder, node: Node, name: str, name_node: Node) -> None:
    """Parameters behind the name of a type: its constructor; of a record, its properties too."""
    listed = first_of(node, "parameter_list")
    if listed is None:
        return
    params = parameters(b, listed)
    for param, child in zip(params, of_type(listed, "parameter"), strict=False):
        at = field(child, "name")
        if at is not None:
            made = b.define(param.name, "field", child, at, type=param.type, modifiers=("readonly", "exported"))
            b.bind(param.name, type=param.type, definition=made)
    made = b.define(name, "constructor", listed, name_node, params=params, modifiers=("exported",), first=listed)
    b.bind(INITIALISER, definition=made)
    arguments = first_of(first_of(node, "base_list"), "argument_list", "primary_constructor_base_type")
    if arguments is not None:
        b.open("function", definition=made)
        _initialise(b, arguments, "super")
        b.close()


def _bases(b: Builder, node: Node) -> list[Base]:
    found = []
    for child in parts(first_of(node, "base_list")):
        if child.type == "argument_list":
            continue
        named = field(child, "type") if child.type == "primary_constructor_base_type" else child
        before, b.in_type = b.in_type, True
        index = b.expr(named)
        b.in_type = before
        if index >= 0 and named is not None:
            b.site("base", index, named)
            found.append(Base(index, "implements" if _looks_like_interface(simple_name(b, named)) else "extends"))
    return found


def _looks_like_interface(name: str) -> bool:
    """Interfaces are named `IName` by convention."""
    return len(name) > 1 and name[0] == "I" and name[1].isupper()


def _enum(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is None:
        return
    name = b.text(name_node)
    _attributes(b, node)
    definition = b.define(name, "enum", node, name_node, field(node, "body"), modifiers=modifiers(b, node))
    b.bind(name, definition=definition)
    b.open("class", definition=definition)
    for member in of_type(field(node, "body"), "enum_member_declaration"):
        at = field(member, "name")
        if at is not None:
            value = b.value(field(member, "value"))
            made = b.define(b.text(at), "field", member, at, value=value, modifiers=("static", "exported"))
            b.bind(b.text(at), definition=made, type=b.name(name))
    b.close()


def _delegate(b: Builder, node: Node) -> None:
    """A function type with a name."""
    name_node = field(node, "name")
    if name_node is None:
        return
    name = b.text(name_node)
    definition = b.define(name, "type", node, name_node, modifiers=modifiers(b, node))
    b.bind(name, definition=definition)
    b.open("block", definition=definition)
    b.complete(definition, type_params=type_parameters(b, node))
    params = parameters(b, field(node, "parameters"))
    value = b.add(FuncType(tuple(p.type for p in params), b.type(field(node, "type"))))
    b.complete(definition, value=value)
    b.close()


# Members


def _initialise(b: Builder, node: Node, name: str) -> None:
    """`: base(…)` and `: this(…)`."""
    listed = node if node.type == "argument_list" else first_of(node, "argument_list")
    called = b.name(name)
    if listed is not None:
        b.site("call", b.add(Call(called, arguments(b, listed))), node, node)


def define_function(b: Builder, node: Node, name: str, name_node: Node, kind: str, marks: Iterable[str], bound: str = "") -> int:
    """A method, constructor, operator or local function with its body."""
    decorators = _attributes(b, node)
    body = field(node, "body") or first_of(node, "block", "arrow_expression_clause")
    listed = field(node, "parameters")
    marks = {*marks, "test"} if _is_test(b, decorators) else marks
    definition = b.define(name, kind, node, name_node, body, decorators=decorators, modifiers=marks)
    b.bind(bound or name, definition=definition)
    b.open("function", definition=definition)
    b.complete(definition, type_params=type_parameters(b, node))
    b.parameters(parameters(b, listed))
    returns = field(node, "returns") or (field(node, "type") if kind != "constructor" else None)
    b.complete(definition, returns=type_of(b, returns))
    start = first_of(node, "constructor_initializer")
    if start is not None:
        _initialise(b, start, "super" if first_of(start, "base") is not None else "this")
    run_body(b, node, body)
    b.close()
    return definition


def _method(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is None:
        return
    listed = field(node, "parameters")
    inside = _in_interface(node)
    marks = modifiers(b, node, exported=inside or first_of(node, "explicit_interface_specifier") is not None)
    first = next(iter(of_type(listed, "parameter")), None)
    if "static" in marks and first is not None and any(b.text(m) == "this" for m in of_type(first, "modifier")):
        marks.add("extension")
    body = field(node, "body")
    kind = "signature" if inside and body is None else "method"
    explicit = first_of(node, "explicit_interface_specifier")
    bound = f"{b.text(explicit)}{b.text(name_node)}" if explicit is not None else ""
    define_function(b, node, b.text(name_node), name_node, kind, marks, bound)


def _constructor(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is not None:
        marks = modifiers(b, node)
        define_function(b, node, b.text(name_node), name_node, "constructor", marks, "<static>" if "static" in marks else INITIALISER)


def _destructor(b: Builder, node: Node) -> None:
    name_node = field(node, "name")
    if name_node is not None:
        define_function(b, node, b.text(name_node), name_node, "method", modifiers(b, node), "~")


def _operator(b: Builder, node: Node) -> None:
    """Operators are named "operator" and found by their symbol, conversions by the type that they give."""
    at = first_of(node, "operator") or node
    symbol = next((b.text(c) for c in node.children if c.start_byte > at.start_byte and not c.is_named and c.type not in ("(", ";")), "")
    bound = "operator " + (symbol if node.type == "operator_declaration" else "()")
    define_function(b, node, "operator", at, "method", modifiers(b, node), bound)


def _property(b: Builder, node: Node) -> None:
    """A property or indexer: one definition, whose body are its accessors."""
    indexer = node.type == "indexer_declaration"
    name_node = first_of(node, "this") if indexer else field(node, "name")
    if name_node is None:
        return
    name = b.text(name_node)
    decorators = _attributes(b, node)
    marks = modifiers(b, node, exported=_in_interface(node)) | ({"property"} if not indexer else set())
    value = field(node, "value")
    accessors = field(node, "accessors")
    definition = b.define(name, "property", node, name_node, accessors or value, decorators=decorators, modifiers=marks)
    b.bind(INDEXER if indexer else name, definition=definition)
    b.open("function", definition=definition)
    b.parameters(parameters(b, field(node, "parameters")))
    b.complete(definition, returns=type_of(b, field(node, "type")))
    for accessor in of_type(accessors, "accessor_declaration"):
        b.open_block()
        if b.text(field(accessor, "name") or accessor) != "get":
            b.bind("value", type=type_of(b, field(node, "type")))
        run_body(b, accessor, field(accessor, "body"))
        b.close_block()
    if value is not None:
        run_body(b, node, value) if value.type == "arrow_expression_clause" else b.passed(value)
    b.close()


def _fields(b: Builder, node: Node) -> None:
    decorators = _attributes(b, node)
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
    b.bind(b.text(name_node), type=type, definition=definition)
    b.open("function", definition=definition)
    for accessor in of_type(field(node, "accessors"), "accessor_declaration"):
        run_body(b, accessor, field(accessor, "body"))
    b.close()


DEFINITIONS: dict[str, Statement] = {
    "compilation_unit": _unit,
    "namespace_declaration": _namespace,
    "file_scoped_namespace_declaration": _file_namespace,
    "using_directive": _using,
    **dict.fromkeys(CLASSES, _class),
    "enum_declaration": _enum,
    "delegate_declaration": _delegate,
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
