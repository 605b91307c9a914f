"""Looking at nodes of the Python grammar."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.model.expr import Unknown

REST = -1000
"""Item.position of `*rest`."""


CHAIN = frozenset({"call", "attribute", "subscript"})


def parts_of(node: Node) -> list[Node]:
    """Named children without comments."""
    return [child for child in node.named_children if not child.is_extra]


def only_part(node: Node) -> Node | None:
    """The first named child that is no comment."""
    return next((child for child in node.named_children if not child.is_extra), None)


def left_chain(node: Node) -> tuple[Node, list[Node]]:
    """The leftmost operand and the operators over it, outermost first, of `a + b + c`."""
    kind = node.kind_id
    links = []
    while node.kind_id == kind:
        links.append(node)
        node = node.children[0]
    return node, links


def operator_of(node: Node) -> str:
    """The operator as written."""
    found = node.child_by_field_name("operator")
    return found.type if found is not None else ""


def dotted(b: Builder, node: Node) -> int:
    """A dotted name as a value, without sites."""
    parts = [part for part in parts_of(node) if part.type == "identifier"]
    if not parts:
        return b.expr(node) if node.type == "identifier" else b.add(Unknown())
    index = b.name(b.text(parts[0]))
    for part in parts[1:]:
        index = b.attr(index, b.text(part))
    return index
