"""Object and array literals. An object with functions among its members is a scope, any other a Display."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_classes import method, visit_key
from nexus_diff.languages.ecmascript_functions import define_function, run_function
from nexus_diff.languages.ecmascript_nodes import field, first, has_functions, is_function, key_name, parts, unwrap
from nexus_diff.model.expr import Display, Func, Iter
from nexus_diff.model.facts import NONE


def object_value(b: Builder, node: Node) -> int:
    """An object literal: a Display, or a scope when it has functions among its members."""
    definition = b.claimed(node)
    if not has_functions(node):
        return _display(b, node)
    members = parts(node)
    values = [NONE if _opens(member) else _member_value(b, member) for member in members]
    scope = b.open("object", definition=definition)
    for member, value in zip(members, values, strict=True):
        _object_member(b, member, value)
    b.close()
    return b.add(Func(scope))


def _opens(member: Node) -> bool:
    """Whether the member is a function or holds some: it is evaluated inside the object's scope, everything else outside."""
    if member.type == "method_definition":
        return True
    value = unwrap(field(member, "value")) if member.type == "pair" else None
    return value is not None and (is_function(value) or (value.type == "object" and has_functions(value)))


def _member_value(b: Builder, member: Node) -> int:
    if member.type == "pair":
        visit_key(b, field(member, "key"))
        return b.passed(field(member, "value"))
    if member.type == "spread_element":
        return b.passed(first(member))
    return b.passed(member)


def _object_member(b: Builder, member: Node, value: int) -> None:
    kind = member.type
    if kind == "method_definition":
        method(b, member, [])
    elif kind == "spread_element":
        b.bind("...", value)
    elif kind != "pair":
        b.bind(b.text(member), value)
    elif value >= 0:
        b.bind(key_name(b, field(member, "key")), value)
    else:
        _function_member(b, member)


def _function_member(b: Builder, member: Node) -> None:
    key, value = field(member, "key"), field(member, "value")
    inner = unwrap(value)
    if key is None or inner is None:
        return
    name = key_name(b, key)
    visit_key(b, key)
    if is_function(inner):
        definition = define_function(b, name, "method", member, key, inner)
        b.bind(name, definition=definition)
        run_function(b, inner, definition)
    else:
        definition = b.define(name, "field", member, key, value)
        b.claim(inner, definition)
        index = b.value(value)
        b.complete(definition, value=index)
        b.bind(name, index, definition=definition)


def _display(b: Builder, node: Node) -> int:
    keys: list[int] = []
    items: list[int] = []
    for member in parts(node):
        key = field(member, "key") if member.type == "pair" else None
        if key is not None:
            inside = first(key) if key.type == "computed_property_name" else None
            keys.append(b.expr(inside) if inside is not None else b.literal("string", key_name(b, key)))
        else:
            keys.append(b.literal("string", b.text(member)) if member.type != "spread_element" else NONE)
        items.append(_display_item(b, member))
    return b.add(Display("object", tuple(items), tuple(keys)))


def _display_item(b: Builder, member: Node) -> int:
    if member.type == "spread_element":
        return b.passed(first(member))
    return b.passed(field(member, "value") if member.type == "pair" else member)


def array_value(b: Builder, node: Node) -> int:
    """An array literal."""
    return b.add(Display("array", tuple(spread(b, part) if part.type == "spread_element" else b.passed(part) for part in parts(node))))


def spread(b: Builder, node: Node) -> int:
    index = b.add(Iter(b.passed(first(node))))
    b.site("iter", index, node)
    return index
