"""Small questions about Java syntax nodes."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder

COMMENTS = frozenset({"line_comment", "block_comment"})
TYPES = frozenset({"class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration"})
"""Declarations of types."""
_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_KEPT = frozenset(
    {
        "public", "protected", "private", "static", "abstract", "final", "default", "sealed", "synchronized", "native", "transient",
        "volatile",
    }
)  # fmt: skip
_RENAMED = {"public": "exported", "final": "readonly"}


def parts(node: Node | None) -> list[Node]:
    """Named children without comments."""
    return [child for child in node.named_children if child.type not in COMMENTS] if node is not None else []


def first(node: Node | None) -> Node | None:
    """The first named child that is no comment."""
    return next(iter(parts(node)), None)


def field(node: Node | None, name: str) -> Node | None:
    """The child in that field."""
    return node.child_by_field_name(name) if node is not None else None


def child_of(node: Node, *kinds: str) -> Node | None:
    """The first child of one of these types."""
    return next((child for child in node.children if child.type in kinds), None)


def modifiers_of(node: Node) -> set[str]:
    """Modifiers written before a declaration; `public` reads "exported", `final` "readonly"."""
    written = child_of(node, "modifiers")
    found = {child.type for child in written.children} & _KEPT if written is not None else set()
    return {_RENAMED.get(word, word) for word in found}


def annotations_of(node: Node) -> list[Node]:
    """The annotations of a declaration."""
    written = child_of(node, "modifiers")
    return [child for child in written.named_children if child.type in _ANNOTATIONS] if written is not None else []


def dotted(b: Builder, node: Node | None) -> str:
    """`a.b.c` as text, without white space and comments; "" for anything else."""
    names: list[str] = []
    while node is not None:
        if node.type in ("identifier", "type_identifier", "this", "super"):
            return ".".join(reversed([*names, b.text(node)]))
        if node.type == "generic_type":
            node = first(node)
            continue
        inside = parts(node)
        if node.type not in ("scoped_identifier", "field_access", "scoped_type_identifier") or len(inside) < 2:
            return ""
        names.append(b.text(inside[-1]))
        node = inside[0]
    return ""


def bare(node: Node | None) -> Node | None:
    """The expression inside parentheses."""
    while node is not None and node.type == "parenthesized_expression":
        node = first(node)
    return node


def operator_of(node: Node) -> str:
    """The sign of an operation."""
    sign = field(node, "operator")
    return sign.type if sign is not None else ""


def declarators(node: Node) -> Iterator[tuple[Node, Node]]:
    """(declarator, node of its name) of a declaration of variables."""
    for declarator in node.children_by_field_name("declarator"):
        name = field(declarator, "name")
        if name is not None:
            yield declarator, name
