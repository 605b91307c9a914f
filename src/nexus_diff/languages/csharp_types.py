"""Types of C#."""

from __future__ import annotations

from collections.abc import Sequence

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_names import VALUES
from nexus_diff.languages.csharp_nodes import field, first_of, of_type, parts
from nexus_diff.model.expr import NONE, Apply, Display, Union, Unknown
from nexus_diff.model.facts import Param


def type_of(b: Builder, node: Node | None) -> int:
    """The expression of a type; NONE for `var`."""
    return b.type(node) if node is not None and node.type != "implicit_type" else NONE


def _qualified(b: Builder, node: Node) -> int:
    qualifier, name = field(node, "qualifier"), field(node, "name")
    if qualifier is None or name is None:
        return b.expr(name or qualifier)
    return _member(b, b.expr(qualifier), name)


def _member(b: Builder, value: int, name: Node) -> int:
    """`value.name` or `value.name<arguments>`."""
    if name.type != "generic_name":
        return b.attr(value, b.text(name).lstrip("@"))
    return b.add(Apply(b.attr(value, b.text(name.named_children[0])), arguments_of(b, name)))


def _aliased(b: Builder, node: Node) -> int:
    """`global::A`, `alias::A`."""
    alias, name = field(node, "alias"), field(node, "name")
    if alias is None or b.text(alias) == "global":
        return b.expr(name)
    return _member(b, b.name(b.text(alias)), name) if name is not None else NONE


def arguments_of(b: Builder, node: Node) -> tuple[int, ...]:
    """The type arguments of a generic name; those that `A<,>` leaves open are unknown."""
    listed = first_of(node, "type_argument_list")
    if listed is None:
        return ()
    return tuple(b.expr(child) for child in parts(listed)) or tuple(b.add(Unknown()) for child in listed.children[1:])


def _generic(b: Builder, node: Node) -> int:
    return b.add(Apply(b.name(b.text(node.named_children[0])), arguments_of(b, node)))


def _array(b: Builder, node: Node) -> int:
    return b.add(Apply(b.name("[]"), (b.expr(field(node, "type")),)))


def _inner(b: Builder, node: Node) -> int:
    return b.expr(field(node, "type") or next(iter(parts(node)), None))


def _nullable(b: Builder, node: Node) -> int:
    """`int?` is a type of its own; `string?` and `Foo?` say no more than their types."""
    inner = field(node, "type") or next(iter(parts(node)), None)
    if inner is None or inner.type not in ("predefined_type", "identifier") or b.text(inner) not in VALUES:
        return b.expr(inner)
    return b.add(Apply(b.name(f"{b.text(inner)}?"), (b.expr(inner),)))


def _tuple(b: Builder, node: Node) -> int:
    elements = [b.expr(field(part, "type")) for part in parts(node)]
    return b.add(Display("tuple", tuple(elements)))


def _predefined(b: Builder, node: Node) -> int:
    return b.literal(b.text(node))


def type_parameters(b: Builder, node: Node) -> list[Param]:
    """Type parameters of a type or method, each with its bounds as its type."""
    listed = [p for child in of_type(node, "type_parameter_list") for p in parts(child)]
    bounds: dict[str, list[int]] = {}
    for clause in of_type(node, "type_parameter_constraints_clause"):
        children = parts(clause)
        types = [field(c, "type") for c in children[1:]]
        bounds[b.text(children[0])] = [b.type(t) for t in types if t is not None]
    return [_type_parameter(b, p, bounds) for p in listed]


def _type_parameter(b: Builder, node: Node, bounds: dict[str, list[int]]) -> Param:
    name = b.text(field(node, "name") or node)
    return Param(name, type=_all(b, bounds.get(name, [])))


def _all(b: Builder, types: Sequence[int]) -> int:
    if not types:
        return NONE
    return types[0] if len(types) == 1 else b.add(Union(tuple(types), True))


TYPES: dict[str, Expression] = {
    "qualified_name": _qualified,
    "alias_qualified_name": _aliased,
    "generic_name": _generic,
    "array_type": _array,
    "nullable_type": _nullable,
    "pointer_type": _inner,
    "ref_type": _inner,
    "scoped_type": _inner,
    "tuple_type": _tuple,
    "predefined_type": _predefined,
}
