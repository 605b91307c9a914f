"""Literals of C#."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from nexus_diff.languages.builder_protocol import Builder, Expression
from nexus_diff.languages.csharp_nodes import parts
from nexus_diff.languages.gaps import with_gaps


def _literal(type: str) -> Callable[[Builder, Node], int]:
    return lambda b, node: b.literal(type)


def _string(b: Builder, node: Node) -> int:
    text = b.text(node)
    quote = text.find('"')
    return b.literal("string", text[quote + 1 : -1] if quote >= 0 and text.endswith('"') else "")


def _number(b: Builder, node: Node) -> int:
    text = b.text(node).lower()
    if text.startswith("0x"):
        return b.literal("long" if text.endswith("l") else "int")
    if text.endswith("m"):
        return b.literal("decimal")
    if text.endswith("f"):
        return b.literal("float")
    if node.type == "real_literal" or text.endswith("d"):
        return b.literal("double")
    unsigned = "u" if "u" in text[-2:] else ""
    return b.literal(unsigned + ("long" if "l" in text[-2:] else "int"), text if len(text) <= 3 else "")


def _interpolated(b: Builder, node: Node) -> int:
    text = []
    for part in node.named_children:
        if part.type == "interpolation":
            for inner in parts(part):
                if inner.type not in ("interpolation_brace", "interpolation_format_clause", "interpolation_alignment_clause"):
                    b.expr(inner)
        elif part.type == "string_content":
            text.append(b.text(part))
    return b.literal("string", with_gaps(text) if len(text) > 1 else "".join(text))


LITERALS: dict[str, Expression] = {
    "sizeof_expression": _literal("int"),
    "null_literal": _literal("null"),
    "boolean_literal": _literal("bool"),
    "character_literal": _literal("char"),
    "integer_literal": _number,
    "real_literal": _number,
    "string_literal": _string,
    "verbatim_string_literal": _string,
    "raw_string_literal": _string,
    "interpolated_string_expression": _interpolated,
}
"""Handlers of literals."""
