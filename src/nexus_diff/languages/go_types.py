"""Types of Go as expressions.

A pointer stands as the type that it points to: what can be looked up is the same. Slices, arrays, maps and channels are the generic
types `[]`, `map` and `chan`.
"""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.go_nodes import field, first, last_name, parts, text_of
from nexus_diff.model.expr import NONE, Apply, Display, FuncType, ObjectType, Union
from nexus_diff.model.facts import Param


def _inner(b: Builder, node: Node) -> int:
    return b.expr(first(node))


def _container(name: str, *fields: str) -> Expression:
    def handle(b: Builder, node: Node) -> int:
        return b.add(Apply(b.name(name), tuple(b.expr(field(node, part)) for part in fields)))

    return handle


def _array(b: Builder, node: Node) -> int:
    length = field(node, "length")
    if length is not None:
        in_type, b.in_type = b.in_type, False
        b.expr(length)
        b.in_type = in_type
    return b.add(Apply(b.name("[]"), (b.expr(field(node, "element")),)))


def _qualified(b: Builder, node: Node) -> int:
    return b.attr(b.name(text_of(b, field(node, "package"))), text_of(b, field(node, "name")))


def type_arguments(b: Builder, node: Node | None) -> tuple[int, ...]:
    """The types in brackets."""
    return tuple(b.expr(argument) for argument in parts(node))


def _generic(b: Builder, node: Node) -> int:
    return b.add(Apply(b.expr(field(node, "type")), type_arguments(b, field(node, "type_arguments"))))


def _any_of(b: Builder, node: Node) -> int:
    members = parts(node)
    return b.expr(members[0]) if len(members) == 1 else b.add(Union(tuple(b.expr(member) for member in members)))


def parameters(b: Builder, node: Node | None) -> list[Param]:
    """Parameters with their types, which are evaluated here; those without a name are called ""."""
    found: list[Param] = []
    for declaration in parts(node):
        type = b.type(field(declaration, "type"))
        kind = "*" if declaration.type == "variadic_parameter_declaration" else "pos"
        names = [b.text(name) for name in declaration.children_by_field_name("name")]
        found.extend(Param(name, kind, NONE, type) for name in names or [""])
    return found


def results(b: Builder, node: Node | None) -> tuple[int, list[Param]]:
    """The type of what a function gives, where several results are a tuple; and the results by name."""
    if node is None or node.type != "parameter_list":
        return b.type(node), []
    given = parameters(b, node)
    types = tuple(param.type for param in given)
    named = [param for param in given if param.name not in ("", "_")]
    return types[0] if len(types) == 1 else b.add(Display("tuple", types)) if types else NONE, named


def _function(b: Builder, node: Node) -> int:
    types = tuple(param.type for param in parameters(b, field(node, "parameters")))
    return b.add(FuncType(types, results(b, field(node, "result"))[0]))


def _struct(b: Builder, node: Node) -> int:
    """A struct type without a name."""
    names: list[str] = []
    types: list[int] = []
    for member in parts(first(node)):
        if member.type != "field_declaration":
            continue
        type_node = field(member, "type")
        type = b.expr(type_node)
        own = [b.text(name) for name in member.children_by_field_name("name")] or [last_name(b, type_node)]
        names += own
        types += [type] * len(own)
    return b.add(ObjectType(tuple(names), tuple(types)))


def _interface(b: Builder, node: Node) -> int:
    """An interface type without a name."""
    members = parts(node)
    methods = [member for member in members if member.type == "method_elem"]
    others = [b.expr(member) for member in members if member.type == "type_elem"]
    if not methods:
        return others[0] if len(others) == 1 else b.name("any") if not others else b.add(Union(tuple(others), intersection=True))
    return b.add(ObjectType(tuple(text_of(b, field(m, "name")) for m in methods), tuple(_function(b, m) for m in methods)))


def type_parameters(b: Builder, node: Node | None) -> list[Param]:
    """Type parameters with their bounds."""
    found: list[Param] = []
    for declaration in parts(node):
        bound = b.type(field(declaration, "type"))
        found.extend(Param(b.text(name), "pos", NONE, bound) for name in declaration.children_by_field_name("name"))
    return found


TYPES: dict[str, Expression] = {
    "pointer_type": _inner,
    "parenthesized_type": _inner,
    "negated_type": _inner,
    "slice_type": _container("[]", "element"),
    "array_type": _array,
    "implicit_length_array_type": _container("[]", "element"),
    "map_type": _container("map", "key", "value"),
    "channel_type": _container("chan", "value"),
    "qualified_type": _qualified,
    "generic_type": _generic,
    "type_elem": _any_of,
    "type_constraint": _any_of,
    "function_type": _function,
    "struct_type": _struct,
    "interface_type": _interface,
}
