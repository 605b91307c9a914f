"""Items of Rust: functions, types, traits, `impl` blocks, modules, constants."""

# For maintainers. An `impl` block is a definition of kind "extension" without a node: its methods are members of the type that it is
# for, and the trait is what it adds to the type's bases. A variant of an enum is a class of its own below the enum, so that its fields are
# told apart and the enum's methods are found.

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Statement
from nexus_diff.languages.rust_attributes import Attributes, attributes
from nexus_diff.languages.rust_expressions import plain_name
from nexus_diff.languages.rust_flow import statements
from nexus_diff.languages.rust_macro_values import Macro
from nexus_diff.languages.rust_nodes import MUTABLE, OWN_TYPE, field, first, has_token, last_name, parts
from nexus_diff.languages.rust_patterns import bind_pattern
from nexus_diff.languages.rust_types import ARRAY, SLICE, receiver, supertraits, type_params, typed
from nexus_diff.model.facts import NONE, Base, Param

_IN_TYPE = "class"
_NO_FIELDS = frozenset({"attribute_item", "visibility_modifier"})


def _modifiers(b: Builder, node: Node, seen: Attributes) -> set[str]:
    found = set(seen.modifiers)
    if _of_trait(node):
        found.add("exported")
    for child in node.named_children:
        if child.type == "visibility_modifier":
            found.add("exported")
        elif child.type == "function_modifiers" and has_token(child, "async"):
            found.add("async")
        elif child.type == MUTABLE:
            found.add("mutable")
    return found


def _of_trait(node: Node) -> bool:
    """Whether an item stands in a trait or in an impl of one: such members are seen wherever the trait is."""
    item = node.parent.parent if node.parent is not None else None
    return item is not None and (item.type == "trait_item" or (item.type == "impl_item" and field(item, "trait") is not None))


def _name(node: Node) -> Node | None:
    return field(node, "name")


# Functions


def function(b: Builder, node: Node) -> None:
    """A function, a method of a type or a trait, or the declaration of one."""
    name, body, listed = _name(node), field(node, "body"), field(node, "parameters")
    if name is None:
        return
    if name.type == "metavariable":
        _unnamed(b, body)
        return
    seen = attributes(b, node)
    modifiers = _modifiers(b, node, seen)
    member = b.scope_kind() == _IN_TYPE
    inside = parts(listed) if listed is not None else []
    if member and not (inside and _is_self(inside[0])):
        modifiers.add("static")
    kind = "signature" if body is None else "method" if member else "function"
    definition = b.define(b.text(name), kind, node, name, body, modifiers=modifiers, first=seen.first, decorators=seen.expressions)
    b.bind(b.text(name), definition=definition)
    _remember(b, b.text(name), definition)
    b.open("function", definition=definition)
    b.complete(definition, type_params=type_params(b, node))
    unpacked = _params(b, inside)
    b.complete(definition, returns=typed(b, field(node, "return_type")))
    for position, pattern in unpacked:
        bind_pattern(b, pattern, b.name(f"@{position}"))
    if body is not None:
        b.returns(statements(b, body))
    b.close()


def _unnamed(b: Builder, body: Node | None) -> None:
    """A function whose name a macro is handed: its code belongs to the macro."""
    b.open("block", lexical=True)
    b.visit(body) if body is not None else None
    b.close()


def _remember(b: Builder, name: str, definition: int) -> None:
    """A function that a macro defines stands wherever the macro is used."""
    macro = b.memory.get("macro")
    if isinstance(macro, Macro) and macro.scope == b.scope:
        macro.members.append((name, definition))


def _is_self(node: Node) -> bool:
    pattern = field(node, "pattern")
    return node.type == "self_parameter" or (pattern is not None and pattern.type == "self")


def _params(b: Builder, listed: list[Node]) -> list[tuple[int, Node]]:
    """Give the open function its parameters; (position, pattern) of those that are taken apart."""
    params: list[Param] = []
    unpacked: list[tuple[int, Node]] = []
    for part in listed:
        if part.type == "self_parameter":
            own = OWN_TYPE if isinstance(b.memory.get("macro"), Macro) else ""
            by_value = b.name(own) if own else NONE
            params.append(Param("self", type=receiver(b, part, own or "Self") if has_token(part, "&") else by_value))
        elif part.type == "parameter":
            pattern = field(part, "pattern")
            name = plain_name(b, pattern)
            params.append(Param(name, type=typed(b, field(part, "type"))))
            if not name and pattern is not None:
                unpacked.append((len(params) - 1, pattern))
        elif part.type == "variadic_parameter":
            params.append(Param("", kind="*"))
    b.parameters(params)
    return unpacked


# Types


def _type(b: Builder, node: Node) -> None:
    """A struct, a union or an enum."""
    name, body = _name(node), field(node, "body")
    if name is None:
        return
    seen = attributes(b, node)
    definition = b.define(
        b.text(name), "class", node, name, body, modifiers=_modifiers(b, node, seen), first=seen.first, decorators=seen.expressions
    )
    b.bind(b.text(name), definition=definition)
    b.open(_IN_TYPE, definition=definition)
    b.complete(definition, type_params=type_params(b, node))
    if body is not None and body.type == "enum_variant_list":
        for part in parts(body):
            if part.type == "enum_variant":
                _variant(b, part, name)
    else:
        _fields(b, body)
    b.close()


def _fields(b: Builder, body: Node | None) -> None:
    """The fields of a struct or variant; those of a tuple are called `0`, `1` …"""
    if body is None:
        return
    position = 0
    for part in body.children:
        if part.type == "field_declaration" and (name := _name(part)) is not None:
            _field(b, part, b.text(name), name, field(part, "type"))
        elif body.type == "ordered_field_declaration_list" and part.is_named and not part.is_extra and part.type not in _NO_FIELDS:
            _field(b, part, str(position), part, part)
            position += 1


def _field(b: Builder, node: Node, text: str, name: Node, type_node: Node | None) -> None:
    type = typed(b, type_node)
    modifiers = ["exported"] if any(child.type == "visibility_modifier" for child in node.children) else []
    definition = b.define(text, "field", node, name, type=type, modifiers=modifiers)
    b.bind(text, type=type, definition=definition)


def _variant(b: Builder, node: Node, enum: Node) -> None:
    name, body = _name(node), field(node, "body")
    if name is None:
        return
    seen = attributes(b, node)
    base = Base(b.name(b.text(enum)))
    definition = b.define(b.text(name), "variant", node, name, body, bases=(base,), decorators=seen.expressions)
    b.bind(b.text(name), definition=definition)
    b.open(_IN_TYPE, definition=definition)
    _fields(b, body)
    b.close()
    b.expr(field(node, "value"))


def _trait(b: Builder, node: Node) -> None:
    name, body = _name(node), field(node, "body")
    if name is None:
        return
    seen = attributes(b, node)
    definition = b.define(
        b.text(name), "interface", node, name, body, modifiers=_modifiers(b, node, seen), first=seen.first, decorators=seen.expressions
    )
    b.bind(b.text(name), definition=definition)
    b.open(_IN_TYPE, definition=definition)
    b.complete(definition, type_params=type_params(b, node))
    b.complete(definition, bases=[Base(base) for base in supertraits(b, node) if base != NONE])
    if body is not None:
        b.visit_children(body)
    b.close()


def _impl(b: Builder, node: Node) -> None:
    """`impl Foo { … }` and `impl Trait for Foo { … }`."""
    own, trait, body = field(node, "type"), field(node, "trait"), field(node, "body")
    if own is None:
        return
    named = last_name(own)
    text = _type_name(b, named)
    seen = attributes(b, node)
    modifiers = seen.modifiers & {"inactive"}
    definition = b.define(text, "extension", node, named or own, body, modifiers=modifiers, first=seen.first, decorators=seen.expressions)
    b.open(_IN_TYPE, definition=definition)
    b.complete(definition, type_params=type_params(b, node))
    b.complete(definition, type=b.type(own))
    if trait is not None and not has_token(node, "!"):
        b.complete(definition, bases=[Base(b.type(trait), "implements")])
    if body is not None:
        b.visit_children(body)
    b.close()


def _type_name(b: Builder, named: Node | None) -> str:
    """What the members of an `impl` block are called after."""
    if named is None:
        return "?"
    if named.type == "array_type":
        return SLICE if field(named, "length") is None else ARRAY
    return b.text(named) if named.child_count == 0 else named.type.removesuffix("_type")


# Constants, aliases, modules


def _constant(b: Builder, node: Node) -> None:
    """`const` and `static`."""
    name, value_node = _name(node), field(node, "value")
    if name is None:
        return
    type = typed(b, field(node, "type"))
    seen = attributes(b, node)
    member = b.scope_kind() == _IN_TYPE
    text = b.text(name)
    definition = b.define(
        text, "field" if member else "variable", node, name, value_node, type=type, modifiers=_modifiers(b, node, seen), first=seen.first
    )
    if value_node is not None:
        b.open("block", lexical=True)
        value = b.value(value_node)
        b.close()
        b.complete(definition, value=value)
        b.bind(text, value, type=type, definition=definition)
    else:
        b.bind(text, type=type, definition=definition)


def _alias(b: Builder, node: Node) -> None:
    """`type A = B;`, also as a member of a trait or an `impl` block."""
    name = _name(node)
    if name is None:
        return
    seen = attributes(b, node)
    definition = b.define(b.text(name), "type", node, name, modifiers=_modifiers(b, node, seen), first=seen.first)
    b.bind(b.text(name), definition=definition)
    b.open("block", definition=definition)
    b.complete(definition, type_params=type_params(b, node))
    bound = field(node, "bounds")
    value = b.type(field(node, "type"))
    b.complete(definition, value=value if value != NONE else b.type(first(bound)) if bound is not None else NONE)
    b.close()


def _foreign(b: Builder, node: Node) -> None:
    """`extern "C" { … }`: declarations of what another language defines."""
    body = field(node, "body")
    if body is not None:
        b.visit_children(body)


STATEMENTS: dict[str, Statement] = {
    "function_item": function,
    "function_signature_item": function,
    "struct_item": _type,
    "union_item": _type,
    "enum_item": _type,
    "trait_item": _trait,
    "impl_item": _impl,
    "const_item": _constant,
    "static_item": _constant,
    "type_item": _alias,
    "associated_type": _alias,
    "foreign_mod_item": _foreign,
}
