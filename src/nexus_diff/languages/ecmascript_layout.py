"""What prettier does to JavaScript and TypeScript beyond white space: parentheses, quotes of keys, separators, leading bars."""

from __future__ import annotations

import re

from tree_sitter import Node

from nexus_diff.languages.layout import KEPT_SPACE, PART, SPACE, Edit, Layout, binds_tighter, inner, kept, without_ends

_ATOM = 20
_MEMBER = 18
_BINARY = {
    "??": 4, "||": 4, "&&": 5, "|": 6, "^": 7, "&": 8, "==": 9, "!=": 9, "===": 9, "!==": 9, "<": 10, ">": 10, "<=": 10, ">=": 10,
    "in": 10, "instanceof": 10, "<<": 11, ">>": 11, ">>>": 11, "+": 12, "-": 12, "*": 13, "/": 13, "%": 13, "**": 14,
}  # fmt: skip
_BINDS = {
    "sequence_expression": 1, "yield_expression": 2, "arrow_function": 2, "assignment_expression": 2, "augmented_assignment_expression": 2,
    "ternary_expression": 3, "as_expression": 10, "satisfies_expression": 10, "unary_expression": 15, "await_expression": 15,
    "type_assertion": 15, "update_expression": 16, "call_expression": _MEMBER, "member_expression": _MEMBER, "new_expression": _MEMBER,
    "subscript_expression": _MEMBER, "non_null_expression": _MEMBER,
}  # fmt: skip
_OPERANDS = frozenset(_BINDS) - {"sequence_expression", "yield_expression", "arrow_function", "assignment_expression",
                                 "augmented_assignment_expression", "new_expression"} | {"binary_expression"}  # fmt: skip
_STATEMENTS = frozenset({"expression_statement", "return_statement", "throw_statement", "parenthesized_expression"})
_REQUIRED = frozenset({"if_statement", "while_statement", "do_statement", "switch_statement", "with_statement", "class_heritage"})
_TYPES = {
    "function_type": 1, "constructor_type": 1, "conditional_type": 1, "union_type": 2, "intersection_type": 3, "index_type_query": 4,
    "readonly_type": 4, "infer_type": 4, "type_query": 4, "array_type": 5, "lookup_type": 5, "optional_type": 5, "rest_type": 2,
}  # fmt: skip
_PLAIN_KEY = re.compile(rb"[A-Za-z_$][\w$]*")


def _binds(node: Node) -> int:
    if node.type == "binary_expression":
        operator = node.child_by_field_name("operator")
        return _BINARY.get(operator.type if operator is not None else "", 0)
    return _BINDS.get(node.type, _ATOM)


def _parentheses(node: Node) -> list[Edit]:
    content, parent = inner(node), node.parent
    if (
        content is None
        or parent is None
        or parent.type in _REQUIRED
        or (content.type == "sequence_expression" and parent.type not in _STATEMENTS)
    ):
        return []
    if parent.type == "new_expression" and content.type != "identifier" and parent.child_by_field_name("constructor") == node:
        return []
    if content.type in ("object", "function_expression", "class") and parent.type in ("arrow_function", "expression_statement"):
        return []
    if parent.type not in _OPERANDS:
        return without_ends(node)
    return without_ends(node) if _operand(node, content, parent) else []


def _operand(node: Node, content: Node, parent: Node) -> bool:
    """Whether the content may stand bare as this operand."""
    if parent.type in ("call_expression", "member_expression", "subscript_expression", "non_null_expression"):
        if parent.type == "subscript_expression" and parent.child_by_field_name("index") == node:
            return True
        return _binds(content) >= _MEMBER and content.type != "number" and b"?." not in (content.text or b"")
    if parent.type == "ternary_expression":
        return _binds(content) > _BINDS["ternary_expression"] or parent.child_by_field_name("condition") != node
    left_to_right = parent.type in ("binary_expression", "as_expression", "satisfies_expression") and _binds(parent) != _BINARY["**"]
    return binds_tighter(node, _binds(content), _binds(parent), left_to_right)


def _type_parentheses(node: Node) -> list[Edit]:
    content, parent = inner(node), node.parent
    if content is None or parent is None:
        return []
    around = _TYPES.get(parent.type, 0)
    if parent.type == "conditional_type" and node in (parent.child_by_field_name("consequence"), parent.child_by_field_name("alternative")):
        around = 0
    return without_ends(node) if _TYPES.get(content.type, 6) > around or around == 0 else []


def _leading_bar(node: Node) -> list[Edit]:
    """`| A | B`."""
    first = node.children[0]
    return [(first.start_byte, first.end_byte, SPACE)] if first.type in ("|", "&") else []


def _parameter(node: Node) -> list[Edit]:
    """`x => x`."""
    single = node.child_by_field_name("parameter")
    return [(single.start_byte, single.start_byte, b"("), (single.end_byte, single.end_byte, b")")] if single is not None else []


def _no_arguments(node: Node) -> list[Edit]:
    """`new A`."""
    return [(node.end_byte, node.end_byte, b"()")] if node.child_by_field_name("arguments") is None else []


def _key(node: Node) -> list[Edit]:
    """`"a": 1`."""
    key = node.child_by_field_name("key") or node.child_by_field_name("name")
    if key is None or key.type != "string" or _PLAIN_KEY.fullmatch((key.text or b"")[1:-1]) is None:
        return []
    return [(key.start_byte, key.end_byte, (key.text or b"")[1:-1])]


def _separators(node: Node) -> list[Edit]:
    """Members of a type, parted by commas, semicolons or line ends."""
    return [(child.start_byte, child.end_byte, SPACE) for child in node.children if child.type in (",", ";")]


def _template(node: Node) -> list[Edit]:
    """The text of a template counts to the letter; what is filled in is laid out like any code."""
    fixed = [child for child in node.children if child.type in ("string_fragment", "escape_sequence")]
    return [(child.start_byte, child.end_byte, kept(child.text or b"")) for child in fixed]


def _jsx_text(node: Node) -> list[Edit]:
    """Text between tags: line ends count as no space at its ends, and as one inside."""
    text = node.text or b""
    words = KEPT_SPACE.join(map(kept, text.split()))
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    edges = [KEPT_SPACE if space and b"\n" not in space else b"" for space in (before, after if words else b"")]
    return [(node.start_byte, node.end_byte, edges[0] + words + edges[1])]


def _loop(node: Node) -> list[Edit]:
    """The semicolons of `for (a; b; c)` count, wherever lines end."""
    found: list[Edit] = []
    for part in [node, *(child for name in ("initializer", "condition") for child in node.children_by_field_name(name))]:
        found += [(child.start_byte, child.end_byte, PART) for child in part.children if child.type == ";"]
    return found


def _question(node: Node) -> list[Edit]:
    """The grammar passes over a comment in front of `?`."""
    condition, text = node.child_by_field_name("condition"), node.text or b""
    for child in node.children:
        if child.type == "?" and condition is not None:
            end = child.end_byte - 1
            between = text[condition.end_byte - node.start_byte : end - node.start_byte]
            return [(condition.end_byte, end, SPACE)] if between.strip() else []
    return []


def _nothing(node: Node) -> list[Edit]:
    """A statement that is no more than its semicolon."""
    parent = node.parent
    return [] if parent is not None and parent.type == "for_statement" else [(node.start_byte, node.end_byte, SPACE)]


def _last_comma(node: Node) -> list[Edit]:
    """`<A, B,>`."""
    written = [child for child in node.children if not child.is_extra]
    return [(written[-2].start_byte, written[-2].end_byte, SPACE)] if len(written) > 2 and written[-2].type == "," else []


def _jsx(node: Node) -> list[Edit]:
    """`{" "}`, and `a={"b"}`."""
    content, parent = inner(node), node.parent
    if content is None or content.type != "string" or parent is None:
        return []
    text = content.text or b""
    if parent.type == "jsx_attribute" and b"\\" not in text and b'"' not in text[1:-1]:
        return [(node.start_byte, content.start_byte, SPACE), (content.end_byte, node.end_byte, SPACE)]
    return [(node.start_byte, node.end_byte, KEPT_SPACE)] if text[1:-1] == b" " and parent.type != "jsx_attribute" else []


LAYOUT: Layout = {
    "parenthesized_expression": _parentheses,
    "parenthesized_type": _type_parentheses,
    "union_type": _leading_bar,
    "intersection_type": _leading_bar,
    "arrow_function": _parameter,
    "new_expression": _no_arguments,
    **dict.fromkeys(("pair", "property_signature", "method_signature", "public_field_definition", "method_definition"), _key),
    "object_type": _separators,
    "interface_body": _separators,
    "type_parameters": _last_comma,
    "type_arguments": _last_comma,
    "template_string": _template,
    "template_literal_type": _template,
    "jsx_text": _jsx_text,
    "jsx_expression": _jsx,
    "empty_statement": _nothing,
    "for_statement": _loop,
    "ternary_expression": _question,
}
"""Layout of JavaScript and TypeScript."""
