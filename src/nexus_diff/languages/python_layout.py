"""What black and ruff do to Python beyond white space: parentheses, and strings in several parts."""

from __future__ import annotations

from tree_sitter import Node

from nexus_diff.languages.layout import JOINED, SPACE, Edit, Layout, binds_tighter, inner, kept, literal, without_ends

_ATOM = 20
_TRAILER = 16
_BINARY = {
    "|": 7, "^": 8, "&": 9, "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "//": 12, "%": 12, "@": 12, "**": 14, "or": 3, "and": 4,
}  # fmt: skip
_BINDS = {
    "lambda": 1, "conditional_expression": 2, "not_operator": 5, "comparison_operator": 6, "unary_operator": 13, "await": 15,
    "attribute": _TRAILER, "call": _TRAILER, "subscript": _TRAILER,
}  # fmt: skip
_OPERATORS = frozenset({"binary_operator", "boolean_operator"})
_CONTEXTS = {"for_in_clause": 3, "if_clause": 3, "list_splat": 7, "dictionary_splat": 7}
"""What may stand unparenthesised in these: whatever binds at least so tight."""
_KEEPS = frozenset({"yield", "named_expression", "generator_expression", "list_splat"})
_BARE_TUPLES = frozenset(
    {"return_statement", "expression_statement", "for_statement", "for_in_clause", "delete_statement", "yield", "assignment"}
)


def _binds(node: Node) -> int:
    """How tight an expression holds together."""
    if node.type in _OPERATORS:
        operator = node.child_by_field_name("operator")
        return _BINARY.get(operator.type if operator is not None else "", 0)
    return _BINDS.get(node.type, _ATOM)


def _parentheses(node: Node) -> list[Edit]:
    content, parent = inner(node), node.parent
    if content is None or parent is None or content.type in _KEEPS:
        return []
    if parent.type in _CONTEXTS:
        return without_ends(node) if _binds(content) >= _CONTEXTS[parent.type] else []
    if parent.type not in _OPERATORS and parent.type not in _BINDS:
        return without_ends(node)
    if parent.type in ("call", "subscript", "attribute") and parent.children[0] != node:
        return without_ends(node)
    if _BINDS.get(parent.type) == _TRAILER and content.type in ("integer", "float", "concatenated_string"):
        return []
    if parent.type == "lambda":
        return without_ends(node)
    left_to_right = parent.type in ("binary_operator", "attribute", "call", "subscript") and _binds(parent) != _BINARY["**"]
    return without_ends(node) if binds_tighter(node, _binds(content), _binds(parent), left_to_right) else []


def _tuple(node: Node) -> list[Edit]:
    """`for (a, b) in c`, `return (a, b)`; `for (a) in b`."""
    parent, parts = node.parent, [child for child in node.named_children if not child.is_extra]
    if parent is None or parent.type not in _BARE_TUPLES or not parts or (len(parts) == 1 and any(c.type == "," for c in node.children)):
        return []
    return [*without_ends(node), *_last_comma(node)]


def _last_comma(node: Node) -> list[Edit]:
    """`a, b, = c`."""
    written = [child for child in node.children if not child.is_extra and child.type != ")"]
    return [(written[-1].start_byte, written[-1].end_byte, SPACE)] if len(written) > 3 and written[-1].type == "," else []


def _no_bases(node: Node) -> list[Edit]:
    """`class A():`."""
    parent = node.parent
    empty = parent is not None and parent.type == "class_definition" and not node.named_children
    return [(node.start_byte, node.end_byte, SPACE)] if empty else []


def _joined(node: Node) -> list[Edit]:
    """`"a" "b"` is `"ab"`, `"a" f"{b}"` is `f"a{b}"`."""
    parts = [child for child in node.named_children if child.type == "string"]
    prefixes = [(part.children[0].text or b"")[:-1].lower() for part in parts]
    if not parts or any(len(part.children[-1].text or b"") != 1 for part in parts):
        return []
    mixed = b"f" in prefixes and set(prefixes) <= {b"", b"f"}
    if mixed and any(b"{" in (p.text or b"") or b"}" in (p.text or b"") for p, prefix in zip(parts, prefixes, strict=True) if not prefix):
        return []
    if not mixed and len(set(prefixes)) > 1:
        return []
    edits: list[Edit] = [(part.end_byte, part.end_byte, JOINED) for part in parts[:-1]]
    if mixed and not prefixes[0]:
        edits.append((parts[0].start_byte, parts[0].start_byte, b"f"))
    return edits


def _formatted(node: Node) -> list[Edit]:
    """The text around what an f-string fills in counts to the letter; what is filled in is laid out like any code."""
    string = node.parent
    if string is None or string.type != "string":
        return []
    edits: list[Edit] = []
    for child in string.children:
        text = child.text or b""
        if child.type == "string_start":
            edits.append((child.start_byte, child.end_byte, text.lower().replace(b"'", b'"')))
        elif child.type == "string_end":
            edits.append((child.start_byte, child.end_byte, text.replace(b"'", b'"')))
        elif child.type == "string_content":
            edits.append((child.start_byte, child.end_byte, literal(text)))
    written = node.child_by_field_name("format_specifier") or next((c for c in node.children if c.type == "format_specifier"), None)
    if written is not None and not written.named_children:
        edits.append((written.start_byte, written.end_byte, kept(written.text or b"")))
    return edits


def _parts(node: Node) -> list[Edit]:
    """`from a import (b,)`, `with (a as b, c as d,):`."""
    written = [child for child in node.children if not child.is_extra]
    tokens = [child for child in written if child.type in ("(", ")")]
    if tokens and len(written) > 1 and written[-2].type == ",":
        tokens.append(written[-2])
    return [(token.start_byte, token.end_byte, SPACE) for token in tokens]


LAYOUT: Layout = {
    "interpolation": _formatted,
    "with_clause": _parts,
    "import_from_statement": _parts,
    "future_import_statement": _parts,
    "parenthesized_expression": _parentheses,
    "tuple": _tuple,
    "tuple_pattern": _tuple,
    "expression_list": _last_comma,
    "pattern_list": _last_comma,
    "argument_list": _no_bases,
    "concatenated_string": _joined,
}
"""Layout of Python."""
