"""Classes, interfaces, type aliases and enums, with their members."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.ecmascript_functions import define_function, run_function, signature
from nexus_diff.languages.ecmascript_nodes import (
    field,
    first,
    has_functions,
    has_token,
    is_function,
    key_name,
    member_modifiers,
    parts,
    unwrap,
)
from nexus_diff.languages.ecmascript_types import CALL_MEMBER, INDEX_MEMBER, NEW_MEMBER, base_type, function_type, type_of, type_parameters
from nexus_diff.model.expr import Apply, Func
from nexus_diff.model.facts import Base


def decorate(b: Builder, node: Node) -> tuple[list[int], list[Node]]:
    """Evaluate the decorators of a node: their expressions, and where each stands."""
    nodes = [child for child in node.children if child.type == "decorator"]
    return [b.callee(first(d)) for d in nodes], nodes


def decorated(b: Builder, expressions: Iterable[int], nodes: Iterable[Node], definition: int) -> None:
    """Record that the decorators are applied to the definition."""
    for expression, node in zip(expressions, nodes, strict=True):
        if expression >= 0:
            b.site("decorator", expression, first(node) or node, node, definition)


def define_class(b: Builder, node: Node, name: str, name_node: Node, whole: Node, modifiers: Iterable[str] = ()) -> int:
    """A class with its members; the caller binds its name."""
    expressions, nodes = decorate(b, whole) if whole is not node else ([], [])
    own, own_nodes = decorate(b, node)
    expressions, nodes = expressions + own, nodes + own_nodes
    marks = {*modifiers, *({"abstract"} if node.type == "abstract_class_declaration" else ())}
    definition = b.define(name, "class", whole, name_node, field(node, "body"), decorators=expressions, modifiers=marks)
    if b.scope_kind() not in ("class", "object"):
        b.bind(name, definition=definition)
    run_class(b, node, definition)
    decorated(b, expressions, nodes, definition)
    return definition


def run_class(b: Builder, node: Node, definition: int) -> int:
    """Evaluate the inside of a class or interface; returns its scope."""
    scope = b.open("class", definition=definition)
    if b.enter(node):
        b.complete(definition, type_params=type_parameters(b, field(node, "type_parameters")))
        b.complete(definition, bases=_bases(b, node))
        _members(b, field(node, "body"))
        b.leave()
    b.close()
    return scope


def _members(b: Builder, body: Node | None) -> None:
    decorators: list[Node] = []
    for member in parts(body) if body is not None else ():
        if member.type == "decorator":
            decorators.append(member)
        else:
            _member(b, member, decorators)
            decorators = []


def class_value(b: Builder, node: Node) -> int:
    """A class made in place."""
    own = field(node, "name")
    name = b.text(own) if own is not None else "anonymous"
    expressions, nodes = decorate(b, node)
    definition = b.define(name, "class", node, own or node.children[0], field(node, "body"), decorators=expressions)
    scope = run_class(b, node, definition)
    decorated(b, expressions, nodes, definition)
    return b.add(Func(scope))


def _bases(b: Builder, node: Node) -> list[Base]:
    bases: list[Base] = []
    for child in node.named_children:
        if child.type == "class_heritage":
            clauses = parts(child)
            for clause in clauses:
                if clause.type == "extends_clause":
                    bases += _extended(b, clause)
                elif clause.type == "implements_clause":
                    bases += _named_bases(b, clause, "implements")
                else:
                    bases.append(Base(_base(b, b.callee(clause), clause)))
        elif child.type == "extends_type_clause":
            bases += _named_bases(b, child, "extends")
    return bases


def _extended(b: Builder, clause: Node) -> list[Base]:
    value, arguments = field(clause, "value"), field(clause, "type_arguments")
    if value is None:
        return []
    index = b.callee(value)
    if arguments is not None:
        index = b.add(Apply(index, tuple(type_of(b, a) for a in parts(arguments))))
    return [Base(_base(b, index, value))]


def _named_bases(b: Builder, clause: Node, kind: str) -> list[Base]:
    return [Base(_base(b, base_type(b, part), part), kind) for part in parts(clause)]


def _base(b: Builder, index: int, node: Node) -> int:
    b.site("base", index, node)
    return index


# Members


def _member(b: Builder, node: Node, decorators: list[Node]) -> None:
    kind = node.type
    if kind == "method_definition":
        method(b, node, decorators)
    elif kind in ("public_field_definition", "field_definition"):
        _field(b, node, decorators)
    elif kind in ("method_signature", "abstract_method_signature"):
        _signature(b, node, decorators)
    elif kind == "property_signature":
        _property_signature(b, node)
    elif kind == "class_static_block":
        b.open("block")
        for part in parts(node):
            b.visit_children(part)
        b.close()
    elif kind in _UNNAMED:
        _unnamed(b, node, _UNNAMED[kind])
    else:
        b.visit(node)


_UNNAMED = {"call_signature": CALL_MEMBER, "construct_signature": NEW_MEMBER, "index_signature": INDEX_MEMBER}


def _unnamed(b: Builder, node: Node, name: str) -> None:
    """Call, construct and index signatures: members without a definition of their own."""
    before, b.in_type = b.in_type, True
    type = function_type(b, node) if name != INDEX_MEMBER else b.expr(field(node, "type"))
    b.in_type = before
    if type >= 0:
        b.site("type", type, node)
    b.bind(name, type=type)


def _decorators(b: Builder, node: Node, before: list[Node]) -> tuple[list[int], list[Node]]:
    """Decorators before a member (TypeScript's grammar) and inside it (JavaScript's)."""
    expressions = [b.callee(first(d)) for d in before]
    own, nodes = decorate(b, node)
    return expressions + own, before + nodes


def method(b: Builder, node: Node, before: list[Node]) -> int:
    """A method, accessor or constructor; binds its name."""
    name_node = field(node, "name")
    name = key_name(b, name_node)
    visit_key(b, name_node)
    expressions, nodes = _decorators(b, node, before)
    constructor = name == "constructor" and b.scope_kind() == "class" and not has_token(node, "static")
    definition = define_function(
        b, name, "constructor" if constructor else "method", node, name_node or node, node, decorators=expressions, begin=_start(before)
    )
    b.bind(name, definition=definition)
    run_function(b, node, definition)
    decorated(b, expressions, nodes, definition)
    return definition


def _start(before: list[Node]) -> Node | None:
    return before[0] if before else None


def visit_key(b: Builder, key: Node | None) -> None:
    if key is not None and key.type == "computed_property_name":
        b.visit_children(key)


def _field(b: Builder, node: Node, before: list[Node]) -> None:
    name_node = field(node, "name") or field(node, "property") or node
    name = key_name(b, name_node)
    visit_key(b, name_node)
    expressions, nodes = _decorators(b, node, before)
    type, value = type_of(b, field(node, "type")), field(node, "value")
    function = unwrap(value)
    modifiers = _modifiers(b, node)
    if function is not None and is_function(function):
        definition = define_function(
            b, name, "method", node, name_node, function, type=type, modifiers=modifiers, decorators=expressions, begin=_start(before)
        )
        b.bind(name, definition=definition, type=type)
        run_function(b, function, definition)
    else:
        definition = b.define(
            name, "field", node, name_node, value, type=type, decorators=expressions, modifiers=modifiers, first=_start(before)
        )  # fmt: skip
        if function is not None and function.type == "object" and has_functions(function):
            b.claim(function, definition)
        index = b.passed(value)
        b.complete(definition, value=index)
        b.bind(name, index, type=type, definition=definition)
    decorated(b, expressions, nodes, definition)


def _signature(b: Builder, node: Node, before: list[Node]) -> None:
    """A member without a body: of an interface, an abstract method, an overload."""
    name_node = field(node, "name") or node
    name = key_name(b, name_node)
    abstract = node.type == "abstract_method_signature"
    modifiers = _modifiers(b, node)
    parent = node.parent
    if not abstract and parent is not None and parent.type == "class_body":
        modifiers.add("overload")
    definition = b.define(name, "method" if abstract else "signature", node, name_node, modifiers=modifiers, first=_start(before))
    b.bind(name, definition=definition)
    b.open("function", definition=definition)
    signature(b, node, definition)
    b.close()


def _property_signature(b: Builder, node: Node) -> None:
    name_node = field(node, "name") or node
    name = key_name(b, name_node)
    type = type_of(b, field(node, "type"))
    definition = b.define(name, "field", node, name_node, type=type, modifiers=_modifiers(b, node))
    b.bind(name, type=type, definition=definition)


def _modifiers(b: Builder, node: Node) -> set[str]:
    """Modifiers before the name of a member, and whether it may be left out (`name?`)."""
    return member_modifiers(b, node) | ({"optional"} if has_token(node, "?") else set())


# Interfaces, type aliases, enums


def define_interface(b: Builder, node: Node, whole: Node, modifiers: Iterable[str]) -> None:
    """An interface with its members."""
    name_node = field(node, "name")
    if name_node is None:
        return
    name = b.text(name_node)
    definition = b.define(name, "interface", whole, name_node, field(node, "body"), modifiers=modifiers)
    b.bind(name, definition=definition)
    run_class(b, node, definition)


def define_alias(b: Builder, node: Node, whole: Node, modifiers: Iterable[str]) -> None:
    """A type alias; its value is the aliased type, seen from a scope that knows its type parameters."""
    name_node, value = field(node, "name"), field(node, "value")
    if name_node is None:
        return
    name = b.text(name_node)
    definition = b.define(name, "type", whole, name_node, value, modifiers=modifiers)
    b.bind(name, definition=definition)
    b.open("block", definition=definition)
    b.complete(definition, type_params=type_parameters(b, field(node, "type_parameters")))
    b.complete(definition, value=type_of(b, value))
    b.close()


def define_enum(b: Builder, node: Node, whole: Node, modifiers: Iterable[str]) -> None:
    """An enum with its members as fields."""
    name_node, body = field(node, "name"), field(node, "body")
    if name_node is None:
        return
    name = b.text(name_node)
    definition = b.define(name, "enum", whole, name_node, body, modifiers=modifiers)
    b.bind(name, definition=definition)
    b.open("class", definition=definition)
    for member in parts(body) if body is not None else ():
        key = field(member, "name") if member.type == "enum_assignment" else member
        value = field(member, "value") if member.type == "enum_assignment" else None
        if key is not None:
            index = b.value(value)
            made = b.define(key_name(b, key), "field", member, key, value, value=index)
            b.bind(key_name(b, key), index, definition=made)
    b.close()
