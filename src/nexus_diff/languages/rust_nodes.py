"""Looking at nodes of the Rust grammar."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.model.expr import Unknown

SELF, SUPER, CRATE = "self::", "super::", "crate"
"""Names of the modules that `self`, `super` and `crate` at the start of a path stand for."""

OWN_TYPE = "$Self"
"""In a macro: the types in whose `impl` blocks it is used."""

COMMENTS = frozenset({"line_comment", "block_comment"})
MUTABLE = "mutable_specifier"
"""Node type of `mut`."""


def field(node: Node, name: str) -> Node | None:
    """The child in a field."""
    return node.child_by_field_name(name)


def parts(node: Node) -> list[Node]:
    """Named children without comments and attributes."""
    return [child for child in node.named_children if not child.is_extra and child.type != "attribute_item"]


def first(node: Node) -> Node | None:
    """The first named child that is no comment."""
    return next((child for child in node.named_children if not child.is_extra and child.type != "attribute_item"), None)


def some(b: Builder, node: Node | None) -> int:
    """`expr` of a node, Unknown where there is none."""
    index = b.expr(node)
    return index if index >= 0 else b.add(Unknown())


def read(b: Builder, node: Node | None) -> int:
    """`some` of what is tested, indexed or an operand."""
    index = b.read(node)
    return index if index >= 0 else b.add(Unknown())


def has_token(node: Node, token: str) -> bool:
    """Whether one of the children is that token."""
    return any(child.type == token for child in node.children)


def operator_of(node: Node) -> str:
    """The operator as written."""
    found = field(node, "operator")
    return found.type if found is not None else ""


def attributes_of(node: Node) -> list[Node]:
    """The attributes that stand before an item, in source order."""
    found: list[Node] = []
    before = node.prev_named_sibling
    while before is not None and (before.type == "attribute_item" or before.type in COMMENTS):
        if before.type == "attribute_item":
            found.append(before)
        before = before.prev_named_sibling
    return found[::-1]


def last_name(node: Node | None) -> Node | None:
    """The node of the last identifier of a path or type: `Foo` of `a::Foo<T>`, `&mut Foo`, `dyn Foo`."""
    while node is not None:
        if node.type in ("scoped_identifier", "scoped_type_identifier"):
            return field(node, "name")
        if node.type in ("reference_type", "pointer_type", "generic_type", "generic_type_with_turbofish", "generic_function"):
            node = field(node, "type") or field(node, "function")
        elif node.type == "dynamic_type" or node.type == "abstract_type":
            node = field(node, "trait")
        elif node.type in ("bounded_type", "bracketed_type", "qualified_type"):
            node = first(node)
        else:
            return node
    return None


def path_text(b: Builder, node: Node | None) -> str:
    """A path as `a::b::c`, without type arguments; "" for what is none."""
    names: list[str] = []
    while node is not None:
        if node.type in ("scoped_identifier", "scoped_type_identifier"):
            name, inner = field(node, "name"), field(node, "path")
            names.append(b.text(name) if name is not None else "")
            if inner is None:
                names.append("")
            node = inner
        elif node.type in ("generic_type", "generic_function", "generic_type_with_turbofish"):
            node = field(node, "type") or field(node, "function")
        elif node.type in ("identifier", "type_identifier", "crate", "self", "super", "metavariable", "primitive_type"):
            names.append(b.text(node))
            node = None
        else:
            return ""
    return "::".join(reversed(names))


def string_text(b: Builder, node: Node | None) -> str:
    """Text of a string literal, escapes left as they are."""
    if node is None:
        return ""
    return "".join(b.text(child) for child in node.named_children if child.type in ("string_content", "escape_sequence"))
