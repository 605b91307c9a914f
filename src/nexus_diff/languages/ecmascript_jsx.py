"""JSX: components are called with their attributes and children."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_nodes import field, first, parts
from nexus_diff.languages.ecmascript_objects import spread
from nexus_diff.languages.ecmascript_types import type_arguments
from nexus_diff.model.expr import Arg, Call, Unknown
from nexus_diff.model.facts import NONE


def element(b: Builder, node: Node) -> int:
    """`<C a={x}>…</C>` calls C; `<div>` and `<>` only hold what stands in them."""
    opening = field(node, "open_tag") or node
    name = field(opening, "name")
    component = name is not None and _is_component(b, name)
    function = b.callee(name) if component else NONE
    types = type_arguments(b, field(opening, "type_arguments"))
    args = [arg for attribute in opening.children_by_field_name("attribute") for arg in _attribute(b, attribute)]
    if opening is not node:
        args += [Arg(child) for part in parts(node) if (child := _child(b, part)) >= 0]
    if not component or name is None:
        return b.add(Unknown())
    index = b.add(Call(function, tuple(args), types))
    b.site("jsx", index, field(name, "property") or name, node)
    return index


def _is_component(b: Builder, name: Node) -> bool:
    if name.type == "member_expression":
        return True
    return name.type == "identifier" and not b.text(name)[:1].islower()


def _attribute(b: Builder, node: Node) -> list[Arg]:
    inside = parts(node)
    if node.type == "jsx_expression":
        spread = inside[0] if inside else None
        return [Arg(b.passed(first(spread)), "**")] if spread is not None and spread.type == "spread_element" else []
    if not inside:
        return []
    key = b.text(inside[0])
    return [Arg(_child(b, inside[1]) if len(inside) > 1 else b.literal("boolean"), key)]


def _child(b: Builder, node: Node) -> int:
    if node.type == "jsx_expression":
        inside = first(node)
        if inside is not None and inside.type == "spread_element":
            return spread(b, inside)
        return b.passed(inside)
    if node.type in ("jsx_text", "jsx_opening_element", "jsx_closing_element", "html_character_reference"):
        return NONE
    return b.expr(node)
