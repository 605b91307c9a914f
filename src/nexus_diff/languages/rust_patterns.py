"""Patterns of Rust: what `let`, `match`, `if let`, `for` and parameters bind."""

# For maintainers. Every binding is `narrow`: a later `let` of the same name is another variable, and one in an inner block ends with it.

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder
from nexus_diff.languages.rust_nodes import MUTABLE, field, first, last_name, parts
from nexus_diff.model.expr import Cast, Item, Iter, Op
from nexus_diff.model.facts import NONE

WRAPPED = frozenset({"Some", "Ok"})
"""Patterns of the library whose part is what `?` gives."""
_HOLDERS = frozenset({"Option", "Result"})
_THROUGH = frozenset({"ref_pattern", "mut_pattern", "reference_pattern", "match_pattern"})
_CONSTANTS = frozenset(
    {
        "scoped_identifier", "integer_literal", "string_literal", "raw_string_literal", "char_literal", "boolean_literal", "float_literal",
        "negative_literal", "range_pattern", "const_block", "macro_invocation", "metavariable",
    }
)  # fmt: skip


def bind_pattern(b: Builder, node: Node | None, value: int, type: int = NONE) -> None:
    """Bind the names of a pattern to the parts of `value` that they stand for."""
    while node is not None and (node.type in _THROUGH or is_variable(node)):
        node = _inner(node) if node.type == "match_pattern" else next((p for p in parts(node) if p.type != MUTABLE), None)
    if node is None or not b.enter(node):
        return
    if node.type in ("identifier", "self", "shorthand_field_identifier"):
        _name(b, node, value, type)
    elif node.type == "metavariable":
        b.bind(b.text(node), value, type=type, narrow=True)
    elif node.type in _CONSTANTS:
        b.value(node)
    else:
        handler = _PATTERNS.get(node.type)
        if handler is not None:
            handler(b, node, b.add(Cast(value, type)) if type != NONE and value != NONE else value)
    b.leave()


def is_variable(node: Node) -> bool:
    """Whether a pattern is a variable of a macro, which the grammar takes for a range without dots."""
    return node.type == "range_pattern" and node.child_count == 1


def _inner(node: Node) -> Node | None:
    """The pattern of a match arm, without its guard."""
    return next((child for child in parts(node) if child != field(node, "condition")), None)


def is_constant(name: str) -> bool:
    """Whether a name in a pattern is a constant or a variant by convention, rather than a new variable."""
    return name[:1].isupper()


def _name(b: Builder, node: Node, value: int, type: int) -> None:
    name = b.text(node)
    if is_constant(name):
        b.site("value", b.name(name), node)
    else:
        b.bind(name, value, type=type, narrow=True)


def _elements(b: Builder, listed: list[Node], value: int) -> None:
    """Patterns of a tuple: those behind `..` count from the end."""
    rest = next((at for at, part in enumerate(listed) if part.type == "remaining_field_pattern"), len(listed))
    for at, part in enumerate(listed):
        position = at if at < rest else at - len(listed)
        if part.type != "remaining_field_pattern":
            bind_pattern(b, part, b.add(Item(value, position)) if value != NONE else NONE)


def _tuple(b: Builder, node: Node, value: int) -> None:
    _elements(b, parts(node), value)


def _tuple_struct(b: Builder, node: Node, value: int) -> None:
    path = field(node, "type")
    inside = [part for part in parts(node) if part != path]
    text = _of_library(b, path)
    if value != NONE and text in WRAPPED and len(inside) == 1:
        bind_pattern(b, inside[0], b.add(Op("?", value)))
        return
    if value != NONE and text == "Err" and len(inside) == 1:
        bind_pattern(b, inside[0], b.add(Op("Err", value)))
        return
    of = _seen_as(b, path, value)
    for at, part in enumerate(inside):
        if part.type == "remaining_field_pattern":
            break
        bind_pattern(b, part, b.add(Item(of, key=str(at))) if of != NONE else NONE)


def _of_library(b: Builder, path: Node | None) -> str:
    """The name in a pattern that may be one of the library's: `Ok`, `Result::Ok`; "" for variants of other types (`Reply::Ok`)."""
    name = last_name(path)
    around = last_name(field(path, "path")) if path is not None and path.type == "scoped_identifier" else None
    return b.text(name) if name is not None and (around is None or b.text(around) in _HOLDERS) else ""


def _seen_as(b: Builder, path: Node | None, value: int) -> int:
    """`value` as the struct or variant that a pattern names; a value site for its name."""
    if path is None:
        return value
    index = b.callee(path)
    name = last_name(path)
    b.site("value", index, name or path)
    return b.add(Cast(value, index)) if value != NONE else value


def _struct(b: Builder, node: Node, value: int) -> None:
    path = field(node, "type")
    of = _seen_as(b, path, value)
    for part in parts(node):
        name = field(part, "name")
        if part.type != "field_pattern" or name is None:
            continue
        item = b.add(Item(of, key=b.text(name))) if of != NONE else NONE
        bind_pattern(b, field(part, "pattern") or name, item)


def _captured(b: Builder, node: Node, value: int) -> None:
    inside = parts(node)
    for part in inside[:1]:
        bind_pattern(b, part, value)
    for part in inside[1:]:
        bind_pattern(b, part, value)


def _alternatives(b: Builder, node: Node, value: int) -> None:
    """`A | B`: both bind the same names."""
    for part in reversed(parts(node)):
        bind_pattern(b, part, value)


def _slice(b: Builder, node: Node, value: int) -> None:
    for part in parts(node):
        rest = part.type == "captured_pattern"
        item = value if rest or value == NONE else b.add(Iter(value))
        bind_pattern(b, part, item)


def _generic(b: Builder, node: Node, value: int) -> None:
    bind_pattern(b, field(node, "type") or first(node), value)


_PATTERNS = {
    "tuple_pattern": _tuple,
    "tuple_struct_pattern": _tuple_struct,
    "struct_pattern": _struct,
    "captured_pattern": _captured,
    "or_pattern": _alternatives,
    "slice_pattern": _slice,
    "generic_pattern": _generic,
}
