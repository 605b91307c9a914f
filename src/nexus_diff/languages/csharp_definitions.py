"""Namespaces, usings, types and members of C#."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.csharp_attributes import attributes
from nexus_diff.languages.csharp_functions import parameters
from nexus_diff.languages.csharp_members import MEMBERS, in_interface, initialise
from nexus_diff.languages.csharp_nodes import dotted_name, field, first_of, modifiers, of_type, parts, simple_name
from nexus_diff.languages.csharp_types import type_parameters
from nexus_diff.model.expr import FuncType
from nexus_diff.model.facts import INIT, Base

CLASSES = {
    "class_declaration": "class",
    "struct_declaration": "class",
    "record_declaration": "class",
    "record_struct_declaration": "class",
    "interface_declaration": "interface",
}


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
        b.import_(target, "*", "", "import", ("global",) if first_of(node, "global") is not None else ())


# Types


def _class(b: Builder, node: Node) -> None:
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return
    name = b.text(name_node)
    decorators = attributes(b, node)
    exported = b.scope_kind() == "class" and in_interface(node)
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
    made = b.define(name, "constructor", listed, name_node, params=params, modifiers=("exported",), first=name_node)
    b.bind(INIT, definition=made)
    arguments = first_of(first_of(node, "base_list"), "argument_list", "primary_constructor_base_type")
    if arguments is not None:
        b.open("function", definition=made)
        initialise(b, arguments, "super")
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
    attributes(b, node)
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


DEFINITIONS: dict[str, Statement] = {
    "compilation_unit": _unit,
    "namespace_declaration": _namespace,
    "file_scoped_namespace_declaration": _file_namespace,
    "using_directive": _using,
    **dict.fromkeys(CLASSES, _class),
    "enum_declaration": _enum,
    "delegate_declaration": _delegate,
    **MEMBERS,
}
