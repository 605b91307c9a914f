"""Small questions about TypeScript and JavaScript syntax nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder

COMMENTS = frozenset({"comment", "html_comment"})
FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
LONGEST_KEY = 200

_WRAPPERS = frozenset({"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "type_assertion"})
_PLAIN_KEYS = frozenset({"property_identifier", "private_property_identifier", "identifier", "number", "shorthand_property_identifier"})
_MODIFIERS = {"static": "static", "async": "async", "*": "generator", "readonly": "readonly", "abstract": "abstract", "declare": "declare"}
_MODIFIERS |= {"override_modifier": "override", "accessor": "accessor"}
_ACCESSORS = {"get": ("property", "accessor"), "set": ("setter", "accessor")}


def parts(node: Node) -> list[Node]:
    """Named children without comments."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def first(node: Node) -> Node | None:
    """The first named child that is no comment."""
    for child in node.named_children:
        if child.type not in COMMENTS:
            return child
    return None


def field(node: Node, name: str) -> Node | None:
    """The child in that field."""
    return node.child_by_field_name(name)


def unwrap(node: Node | None) -> Node | None:
    """The expression inside parentheses, casts and `!`."""
    while node is not None and node.type in _WRAPPERS:
        inside = parts(node)
        node = inside[-1 if node.type == "type_assertion" else 0] if inside else None
    return node


def cast_types(node: Node | None) -> Iterator[Node]:
    """The types that `unwrap` passes by, outermost first."""
    while node is not None and node.type in _WRAPPERS:
        inside = parts(node)
        assertion = node.type == "type_assertion"
        if len(inside) > 1:
            yield inside[0 if assertion else 1]
        node = inside[-1 if assertion else 0] if inside else None


def string_text(b: Builder, node: Node) -> str:
    """What stands between the quotes."""
    return b.text(node)[1:-1]


def key_name(b: Builder, node: Node | None) -> str:
    """Name of a property or member; a computed one is its text in brackets, as TypeScript shows it."""
    if node is None:
        return ""
    if node.type == "string":
        return string_text(b, node)[:LONGEST_KEY]
    if node.type == "computed_property_name":
        inside = first(node)
        if inside is not None and inside.type == "string":
            return string_text(b, inside)[:LONGEST_KEY]
    return b.text(node)[:LONGEST_KEY]


def member_modifiers(b: Builder, node: Node) -> set[str]:
    """Modifiers written before the name of a member or function."""
    found: set[str] = set()
    for child in node.children:
        kind = child.type
        if kind in ("formal_parameters", "statement_block", "computed_property_name") or kind in _PLAIN_KEYS:
            break
        if kind == "accessibility_modifier":
            text = b.text(child)
            found.update({text} & {"private", "protected"})
        elif kind in _ACCESSORS:
            found.update(_ACCESSORS[kind])
        elif kind in _MODIFIERS:
            found.add(_MODIFIERS[kind])
    return found


def has_token(node: Node, token: str) -> bool:
    """Whether a child is that keyword or sign."""
    return any(child.type == token for child in node.children)


def is_function(node: Node | None) -> bool:
    return node is not None and node.type in FUNCTIONS


def has_functions(node: Node, depth: int = 12) -> bool:
    """Whether an object literal has members that are functions, itself or in objects inside it."""
    for child in node.named_children:
        if child.type == "method_definition":
            return True
        if child.type == "pair":
            value = unwrap(field(child, "value"))
            if value is not None and (value.type in FUNCTIONS or (value.type == "object" and depth and has_functions(value, depth - 1))):
                return True
    return False


def dotted(b: Builder, node: Node | None) -> str:
    """`a.b.c` as text, "" for anything else."""
    names: list[str] = []
    while node is not None:
        if node.type in ("identifier", "this"):
            return ".".join(reversed([*names, b.text(node)]))
        if node.type == "non_null_expression" or node.type == "parenthesized_expression":
            node = first(node)
            continue
        prop = field(node, "property") if node.type == "member_expression" else None
        if prop is None:
            return ""
        names.append(b.text(prop))
        node = field(node, "object")
    return ""


def required(b: Builder, node: Node | None) -> Node | None:
    """The source literal of `require("…")`, None for anything else."""
    if node is None or node.type != "call_expression":
        return None
    function, arguments = field(node, "function"), field(node, "arguments")
    if function is None or arguments is None or function.type != "identifier" or b.text(function) != "require":
        return None
    inside = parts(arguments)
    return inside[0] if len(inside) == 1 and inside[0].type == "string" else None


Binder = Callable[[Builder, Node, str, int], None]
"""(builder, node of the name, name, value): how a pattern binds its names."""
