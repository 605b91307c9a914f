"""Patterns of C#: what `is`, `case` and switch expressions bind and narrow."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.csharp_nodes import field, of_type, parts
from nexus_diff.languages.csharp_types import type_of
from nexus_diff.model.expr import NONE, Cast, Item, Name


def match(b: Builder, node: Node | None, value: int) -> None:
    """What holds where `value` matches the pattern."""
    if node is None or not b.enter(node):
        return
    handle = _PATTERNS.get(node.type)
    if handle is not None:
        handle(b, node, value)
    else:
        b.visit_children(node)
    b.leave()


def _declaration(b: Builder, node: Node, value: int) -> None:
    """`T x`."""
    type, name = type_of(b, field(node, "type")), field(node, "name")
    seen = b.add(Cast(value, type)) if type >= 0 else value
    if name is not None and name.type == "identifier":
        b.bind(b.text(name), seen)
    _narrow(b, value, seen)


def _narrow(b: Builder, value: int, seen: int) -> None:
    known = b.get(value) if value >= 0 else None
    if isinstance(known, Name) and seen != value:
        b.bind(known.name, seen, narrow=True)


def _var(b: Builder, node: Node, value: int) -> None:
    name = field(node, "name") or next(iter(parts(node)), None)
    if name is not None and name.type == "identifier":
        b.bind(b.text(name), value)


def _constant(b: Builder, node: Node, value: int) -> None:
    """A constant, or the bare name of a type: only look-up can tell."""
    inner = next(iter(parts(node)), None)
    index = b.expr(inner)
    if inner is not None and inner.type in ("identifier", "qualified_name", "generic_name", "member_access_expression"):
        _narrow(b, value, b.add(Cast(value, index)))


def _type(b: Builder, node: Node, value: int) -> None:
    type = type_of(b, field(node, "type") or next(iter(parts(node)), None))
    _narrow(b, value, b.add(Cast(value, type)))


def _recursive(b: Builder, node: Node, value: int) -> None:
    """`T { A: p, B: q } x`."""
    type, name = type_of(b, field(node, "type")), field(node, "name")
    seen = b.add(Cast(value, type)) if type >= 0 else value
    if name is not None:
        b.bind(b.text(name), seen)
    _narrow(b, value, seen)
    for clause in of_type(node, "property_pattern_clause", "positional_pattern_clause"):
        for position, sub in enumerate(of_type(clause, "subpattern")):
            children = parts(sub)
            named = len(children) > 1 and children[0].type == "identifier"
            part = b.attr(seen, b.text(children[0])) if named else b.add(Item(seen, position))
            match(b, children[-1] if children else None, part if seen >= 0 else NONE)


def _all(b: Builder, node: Node, value: int) -> None:
    for part in parts(node):
        match(b, part, value)


_PATTERNS = {
    "declaration_pattern": _declaration,
    "var_pattern": _var,
    "constant_pattern": _constant,
    "type_pattern": _type,
    "recursive_pattern": _recursive,
    "and_pattern": _all,
    "parenthesized_pattern": _all,
}
