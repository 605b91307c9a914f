"""Small questions about Go syntax nodes."""

from __future__ import annotations

import re

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder

_VERSION = re.compile(r"v[0-9]+")
_DOTTED_VERSION = re.compile(r"\.v[0-9]+$")


def parts(node: Node | None) -> list[Node]:
    """Named children without comments; none of no node."""
    return [child for child in node.named_children if child.type != "comment"] if node is not None else []


def field(node: Node | None, name: str) -> Node | None:
    """The child in that field."""
    return node.child_by_field_name(name) if node is not None else None


def first(node: Node | None) -> Node | None:
    """The first named child that is no comment."""
    inside = parts(node)
    return inside[0] if inside else None


def text_of(b: Builder, node: Node | None) -> str:
    """Source text, "" of no node."""
    return b.text(node) if node is not None else ""


def is_exported(name: str) -> bool:
    """Whether other packages see the name: it starts with an upper-case letter."""
    return name[:1].isupper()


def visibility(b: Builder, name: str) -> tuple[str, ...]:
    """Modifiers that a name's first letter stands for."""
    if not is_exported(name):
        return ("private",)
    return ("exported",) if not {"function", "lambda"}.intersection(b.enclosing()) else ()


def bare_type(node: Node | None) -> Node | None:
    """The named type under pointers, parentheses and type arguments: `T` of `*T`, `(T)`, `*T[K]`."""
    while node is not None and node.type in ("pointer_type", "parenthesized_type", "generic_type"):
        node = field(node, "type") if node.type == "generic_type" else first(node)
    return node


def last_name(b: Builder, node: Node | None) -> str:
    """The last name of a named type: `Q` of `*p.Q[K]`."""
    bare = bare_type(node)
    return text_of(b, field(bare, "name") or bare)


def package_names(path: str) -> tuple[str, ...]:
    """What a package at an import path is probably called, best first: its last part, without a major version; "go-foo" is `foo`."""
    elements = [element for element in path.split("/") if element]
    if len(elements) > 1 and _VERSION.fullmatch(elements[-1]):
        elements.pop()
    last = _DOTTED_VERSION.sub("", elements[-1]) if elements else ""
    if last.isidentifier():
        return (last,)
    trimmed = last.removeprefix("go-").removesuffix("-go").removesuffix(".go")
    words = [word for word in re.split(r"[^0-9A-Za-z_]+", trimmed) if word]
    names = ("_".join(words), "".join(words), words[-1], words[0]) if words else ()
    return tuple(dict.fromkeys(name for name in names if name.isidentifier()))
