"""Chains of calls, attributes and subscripts in Python: `a.b(c).d[e]`."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.python_nodes import CHAIN, only_part, parts_of
from nexus_diff.model.expr import Arg, Attr, Call, Display, Expr, Index, Literal, Name

IMPORTERS = frozenset({"import_module", "__import__"})

Link = tuple[str, list[Node], Node]
"""Type, children and node of one link."""


def links_of(node: Node) -> tuple[Node, list[Link]]:
    """What a chain starts from, and its links, outermost first."""
    links: list[Link] = []
    kind = node.type
    while kind in CHAIN:
        children = node.children
        links.append((kind, children, node))
        node = children[0]
        kind = node.type
    return node, links


def unpacked(first: Node) -> Node | None:
    """What stands behind the star where the grammar lets it bind tighter than the chain (`[*a.b(c)]`); None when there is none."""
    return only_part(first) if first.type == "list_splat" else None


def _chain(b: Builder, node: Node) -> int:
    first, links = links_of(node)
    first = unpacked(first) or first
    return follow(b, b.expr(first), first, links)


def follow(b: Builder, index: int, last: Node, links: list[Link]) -> int:
    """Apply the links to the value at `index`, whose last token is `last`; uses them up."""
    while links:
        kind, children, node = links.pop()
        if kind == "attribute":
            last = children[-1]
            index = b.attr(index, b.text(last))
            if not links or links[-1][0] != "call":
                b.site("attr", index, last)
        elif kind == "call":
            arguments = _arguments(b, children[-1])
            if arguments:
                _note_import(b, b.get(index), arguments[0])
            index = b.add(Call(index, arguments))
            b.site("call", index, last, node)
        else:
            index = b.add(Index(index, key_of(b, node, children)))
            b.site("op", index, node)
    return index


def _note_import(b: Builder, function: Expr, first: Arg) -> None:
    """`importlib.import_module("name")` and `__import__("name")` import a module."""
    if isinstance(function, (Name, Attr)) and function.name in IMPORTERS and not first.keyword:
        source = b.get(first.value) if first.value >= 0 else None
        if isinstance(source, Literal) and source.type == "str" and source.value:
            b.import_(source.value, "", "", "dynamic")


def _arguments(b: Builder, node: Node) -> tuple[Arg, ...]:
    if node.type == "generator_expression":
        return (Arg(b.expr(node)),)
    arguments = []
    for child in node.named_children:
        kind = child.type
        if kind == "keyword_argument":
            children = child.children
            arguments.append(Arg(b.passed(children[-1]), b.text(children[0])))
        elif kind == "list_splat":
            arguments.append(Arg(b.passed(only_part(child)), "*"))
        elif kind == "dictionary_splat":
            arguments.append(Arg(b.passed(only_part(child)), "**"))
        elif kind != "comment":
            arguments.append(Arg(b.passed(child)))
    return tuple(arguments)


def key_of(b: Builder, node: Node, children: list[Node]) -> int:
    """What stands in the brackets of a subscript (whose children are given)."""
    keys = [child for child in children[1:] if child.is_named and not child.is_extra]
    if len(keys) == 1:
        if not any(child.type == "," for child in children):
            return b.passed(keys[0])
        b.mark(children[-1].start_byte)
    return b.add(Display("tuple", tuple(b.passed(key) for key in keys)))


def _slice(b: Builder, node: Node) -> int:
    return b.add(Display("slice", tuple(b.expr(part) for part in parts_of(node))))


EXPRESSIONS: dict[str, Expression] = {
    "call": _chain,
    "attribute": _chain,
    "subscript": _chain,
    "slice": _slice,
}
