"""What formatters do beyond white space, undone for syntax hashes: a canonical form that every formatter's output shares.

A layout function gives edits of the text of one node: (start byte, end byte, text instead). Edits are for hashing only: the edited text
need not be valid code, but different code must not become the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tree_sitter import Node

Edit = tuple[int, int, bytes]
Layout = Mapping[str, Callable[[Node], list[Edit]]]
"""Node type → its edits."""

SPACE = b" "
PART = b"\x06"
"""Between parts of a statement."""
JOINED = b"\x05"
"""Between two string literals that are one."""


_KEPT = bytes.maketrans(b" \t\n\r\x0b\x0c,;\\\"'", bytes(range(14, 25)))
KEPT_SPACE = bytes([14])


def kept(text: bytes) -> bytes:
    """Text of which every character counts, under byte values that are not taken for layout."""
    return text.translate(_KEPT)


_ESCAPE = re.compile(rb"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|u\{[0-9A-Fa-f]+\}|.)", re.S)
_QUOTES = (b"'", b'"')


def literal(text: bytes) -> bytes:
    """What stands between the quotes of a literal: a quote needs no escape, and digits of character codes are the same in either case."""
    return kept(_ESCAPE.sub(_escape, text) if b"\\" in text else text)


def _escape(match: re.Match[bytes]) -> bytes:
    text = match[0]
    return text[1:] if text[1:] in _QUOTES else text.lower() if len(text) > 2 else text


def without_ends(node: Node) -> list[Edit]:
    """The node without its first and last character (parentheses)."""
    return [(node.start_byte, node.start_byte + 1, SPACE), (node.end_byte - 1, node.end_byte, SPACE)]


def without_words(*words: bytes) -> Callable[[Node], list[Edit]]:
    """The node, or its parts, without these words: what may be written or extended says nothing about what runs."""

    def edits(node: Node) -> list[Edit]:
        return [(part.start_byte, part.end_byte, SPACE) for part in node.children or [node] if part.text in words]

    return edits


def inner(node: Node) -> Node | None:
    """The only part in parentheses, comments left out."""
    found = [child for child in node.named_children if not child.is_extra]
    return found[0] if len(found) == 1 else None


def binds_tighter(node: Node, within: int, around: int, left_to_right: bool) -> bool:
    """Whether `node` needs no parentheses to be an operand: its content (`within`) binds tighter than what is `around`, or as tight and it
    stands on the left of what groups from left to right."""
    if within != around:
        return within > around
    parent = node.parent
    return left_to_right and parent is not None and parent.start_byte == node.start_byte
