"""Types, variables, constants, imports and the package clause of Go."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.go_nodes import bare_type, field, first, package_names, parts, text_of, visibility
from nexus_diff.languages.go_types import parameters, results, type_parameters
from nexus_diff.model.expr import NONE, Item
from nexus_diff.model.facts import Base, Param

# Types


def _type_declaration(b: Builder, node: Node) -> None:
    specs = [part for part in parts(node) if part.type in ("type_spec", "type_alias")]
    grouped = any(child.type == "(" for child in node.children)
    for spec in specs:
        _type_spec(b, spec, spec if grouped else node)


def _type_spec(b: Builder, spec: Node, outer: Node) -> None:
    name_node, type_node = field(spec, "name"), field(spec, "type")
    if name_node is None or type_node is None:
        b.visit_children(spec)
        return
    name = b.text(name_node)
    alias = spec.type == "type_alias"
    kind = "type" if alias else "interface" if type_node.type == "interface_type" else "class"
    definition = b.define(name, kind, outer, name_node, type_node, modifiers=visibility(b, name))
    if name != "_":
        b.bind(name, definition=definition)
    b.open("class", definition=definition)
    b.complete(definition, type_params=type_parameters(b, field(spec, "type_parameters")))
    if alias:
        b.complete(definition, value=b.type(type_node))
    elif kind == "interface":
        _interface(b, type_node, definition)
    elif type_node.type == "struct_type":
        _struct(b, type_node, definition)
    else:
        b.complete(definition, value=b.type(type_node))
    b.close()


def _struct(b: Builder, node: Node, definition: int) -> None:
    """Fields; an embedded one is a base, and a field under the last name of its type."""
    bases = []
    for member in parts(first(node)):
        if member.type != "field_declaration":
            b.visit(member)
            continue
        type_node = field(member, "type")
        names = member.children_by_field_name("name")
        type = b.type(type_node)
        if not names and type_node is not None:
            bases.append(Base(type))
            b.site("base", type, type_node, definition=definition)
            bare = bare_type(type_node)
            names = [found] if (found := field(bare, "name") or bare) is not None else []
        for name_node in names:
            name = b.text(name_node)
            made = b.define(name, "field", member, name_node, type=type, modifiers=visibility(b, name))
            b.bind(name, type=type, definition=made)
    b.complete(definition, bases=bases)


def _interface(b: Builder, node: Node, definition: int) -> None:
    """Methods without bodies; embedded interfaces are bases."""
    bases = []
    for member in parts(node):
        name_node = field(member, "name")
        if member.type == "method_elem" and name_node is not None:
            name = b.text(name_node)
            params = [Param("", "posonly"), *parameters(b, field(member, "parameters"))]  # the receiver
            returns, _ = results(b, field(member, "result"))
            made = b.define(name, "signature", member, name_node, params=params, returns=returns, modifiers=visibility(b, name))
            b.bind(name, definition=made)
        elif member.type == "type_elem":
            type = b.type(member)
            inner = parts(member)
            if len(inner) == 1 and inner[0].type in ("type_identifier", "qualified_type", "generic_type"):
                bases.append(Base(type))
                b.site("base", type, member, definition=definition)
    b.complete(definition, bases=bases)


# Variables and constants


def specs_of(node: Node) -> list[tuple[Node, Node]]:
    """The specs of a declaration, each with the node that is all of it."""
    found: list[tuple[Node, Node]] = []
    grouped = any(child.type in ("(", "var_spec_list") for child in node.children)
    for part in parts(node):
        inside = parts(part) if part.type == "var_spec_list" else [part]
        found.extend((spec, spec if grouped else node) for spec in inside if spec.type in ("var_spec", "const_spec"))
    return found


def _variables(b: Builder, node: Node) -> None:
    type = NONE
    for spec, outer in specs_of(node):
        type_node = field(spec, "type")
        if spec.type == "var_spec" or type_node is not None or field(spec, "value") is not None:
            type = b.type(type_node)  # else an enumeration goes on with the type of the line above
        _spec(b, spec, outer, type)


def _spec(b: Builder, spec: Node, outer: Node, type: int) -> None:
    value_node = field(spec, "value")
    names = spec.children_by_field_name("name")
    values = parts(value_node)
    if b.scope_kind() != "module":
        bind_names(b, names, values, type)
        return
    if len(names) == len(values) == 1 and values[0].type == "func_literal" and b.text(names[0]) != "_":
        _function_variable(b, names[0], outer, values[0], type)
        return
    given = assigned(b, len(names), values)
    for position, name_node in enumerate(names):
        name = b.text(name_node)
        if name == "_":
            continue
        value = given[position] if position < len(given) else NONE
        constant = ("readonly",) if spec.type == "const_spec" else ()
        body = values[position] if len(values) == len(names) else value_node
        modifiers = (*visibility(b, name), *constant)
        made = b.define(name, "variable", outer, name_node, body, type=type, value=value, modifiers=modifiers)
        b.bind(name, value, type=type, definition=made)


def _function_variable(b: Builder, name_node: Node, outer: Node, function: Node, type: int) -> None:
    """`var F = func(…) {…}` defines F."""
    name = b.text(name_node)
    made = b.define(name, "function", outer, name_node, field(function, "body"), type=type, modifiers=visibility(b, name))
    b.bind(name, definition=made)
    b.claim(function, made)
    b.expr(function)


def assigned(b: Builder, count: int, values: list[Node]) -> list[int]:
    """What each of `count` names gets from the values on the right: one each, or all results of one call."""
    given = [b.value(value) for value in values]
    if len(given) == 1 and count > 1:
        two = values[0].type in ("type_assertion_expression", "index_expression", "unary_expression")
        return [given[0], b.literal("bool")] if two and count == 2 else [b.add(Item(given[0], i)) for i in range(count)]
    return given


def bind_names(b: Builder, names: list[Node], values: list[Node], type: int = NONE) -> None:
    """Declare local names."""
    given = assigned(b, len(names), values)
    for position, node in enumerate(names):
        if node.type == "identifier" and b.text(node) != "_":
            b.bind(b.text(node), given[position] if position < len(given) else NONE, type=type)


# Imports


def _package(b: Builder, node: Node) -> None:
    b.package(text_of(b, first(node)))


def _import(b: Builder, node: Node) -> None:
    path = text_of(b, field(node, "path"))[1:-1]
    name = field(node, "name")
    if name is not None and name.type == "dot":
        b.import_(path, "*", "", "import")
    elif name is not None and name.type == "blank_identifier":
        b.import_(path, "", "", "import")
    else:
        names = (b.text(name),) if name is not None else package_names(path)
        index = b.import_(path, "", names[0] if names else "", "import")
        for other in names[1:]:
            b.bind(other, imported=index)


DECLARATIONS: dict[str, Statement] = {
    "package_clause": _package,
    "import_spec": _import,
    "type_declaration": _type_declaration,
    "var_declaration": _variables,
    "const_declaration": _variables,
}
