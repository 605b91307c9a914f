"""Small questions about C# syntax nodes."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder

SEEN_OUTSIDE = frozenset({"public", "protected", "internal"})
RECEIVERS = ("this", "base")
"""Expressions that are mere tokens in the grammar."""
KEPT = frozenset({"static", "abstract", "async", "readonly", "private", "protected", "override", "partial", "const", "virtual", "sealed"})
"""Modifiers that are kept as written."""


def field(node: Node | None, name: str) -> Node | None:
    """The child in a field, None when there is none."""
    return node.child_by_field_name(name) if node is not None else None


def parts(node: Node | None) -> list[Node]:
    """Named children without comments; `this` and `base` are such."""
    if node is None:
        return []
    return [c for c in node.children if (c.is_named and not c.is_extra and c.type != "comment") or c.type in RECEIVERS]


def of_type(node: Node | None, *types: str) -> list[Node]:
    """Children of these types."""
    return [child for child in node.children if child.type in types] if node is not None else []


def first_of(node: Node | None, *types: str) -> Node | None:
    """The first child of one of these types."""
    return next(iter(of_type(node, *types)), None)


def words(b: Builder, node: Node) -> set[str]:
    """The modifiers written at a declaration."""
    return {b.text(child) for child in of_type(node, "modifier")}


def modifiers(b: Builder, node: Node, *, exported: bool = False) -> set[str]:
    """The modifiers of a definition. `exported`: whether it is seen from outside when nothing is written (members of interfaces)."""
    written = words(b, node)
    found = written & KEPT
    if written & SEEN_OUTSIDE or (exported and "private" not in written):
        found.add("exported")
    return found


def simple_name(b: Builder, node: Node | None) -> str:
    """The last name of a name, without type arguments."""
    while node is not None and node.type in ("qualified_name", "alias_qualified_name", "member_access_expression", "generic_name"):
        node = node.named_children[0] if node.type == "generic_name" else field(node, "name")
    return b.text(node) if node is not None else ""


def dotted_name(b: Builder, node: Node | None) -> str:
    """A name as it is written, without white space, type arguments and `global::`."""
    if node is None:
        return ""
    if node.type == "qualified_name":
        return f"{dotted_name(b, field(node, 'qualifier'))}.{dotted_name(b, field(node, 'name'))}"
    if node.type == "alias_qualified_name":
        return dotted_name(b, field(node, "name"))
    if node.type == "generic_name":
        return b.text(node.named_children[0])
    return b.text(node).lstrip("@")
