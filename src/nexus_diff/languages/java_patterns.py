"""Patterns of `instanceof` and `switch`: what they bind."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.java_nodes import first, parts
from nexus_diff.languages.java_types import plain_type, type_of
from nexus_diff.model.expr import Cast, Item
from nexus_diff.model.facts import NONE


def bind_pattern(b: Builder, pattern: Node, value: int) -> None:
    """Give the names in a pattern their parts of `value`. They hold from here on: Java lets nobody read them where they do not."""
    if pattern.type == "pattern":
        inside = first(pattern)
        if inside is not None:
            bind_pattern(b, inside, value)
    elif pattern.type == "type_pattern":
        _typed(b, pattern, value)
    elif pattern.type == "record_pattern" and b.enter(pattern):
        _record(b, pattern, value)
        b.leave()


def _typed(b: Builder, node: Node, value: int) -> None:
    inside = [part for part in parts(node) if part.type != "modifiers"]
    if len(inside) < 2:
        return
    type = type_of(b, inside[0])
    name = inside[-1]
    if name.type == "identifier":
        b.bind(b.text(name), b.add(Cast(value, type)) if type != NONE else value)


def _record(b: Builder, node: Node, value: int) -> None:
    inside = parts(node)
    body = next((part for part in inside if part.type == "record_pattern_body"), None)
    whole = b.add(Cast(value, plain_type(b, inside[0])))
    for position, component in enumerate(parts(body)):
        part = b.add(Item(whole, position))
        nested = first(component)
        if component.type == "record_pattern_component":
            _typed(b, component, part)
        elif component.type == "record_pattern" or nested is not None:
            bind_pattern(b, component, part)


def bind_case(b: Builder, label: Node, value: int) -> None:
    """The label of a `case`: constants, patterns and a guard."""
    for part in parts(label):
        if part.type == "pattern":
            bind_pattern(b, part, value)
        elif part.type == "guard":
            b.visit_children(part)
        else:
            b.expr(part)
