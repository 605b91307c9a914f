"""Rewrites source that is right but that the grammar cannot read, byte for byte as long."""

# For maintainers. Tried only on files that do not parse, and kept only where it leaves fewer errors. A rewriting must change no
# line, no column behind it on other lines and no name: it blanks a keyword or turns indentation into a semicolon.
# Gaps of tree-sitter-typescript 0.23.2: generic call signatures on lines of their own, variance marks, `export type *`,
# `import defer`, `static accessor`, type arguments of an import type, generator methods after a field without semicolon.

from __future__ import annotations

import re

_BLANKED = tuple(
    re.compile(pattern)
    for pattern in (
        rb"\bexport\s+(type)\s*\*",
        rb"\bimport\s+(defer)\s+\*",
        rb"\bstatic\s+(accessor)\s+[\w#]",
        rb"[<,]\s*(in\s+out|in|out)\s+[A-Za-z_$]",
        rb"\bimport\(\s*(?:\"[^\"\n]*\"|'[^'\n]*')\s*\)(?:\.\w+)+(<[^<>\n]*>)",
    )
)
_MEMBER = re.compile(rb"(?<![\s{(,;|&=<:?])(?<!=>)([ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*)([ \t])(?=[<*]\s*[A-Za-z_$])")


def mend(source: bytes) -> bytes:
    """The source with what the grammar cannot read blanked or separated; of the same length."""
    for pattern in _BLANKED:
        source = pattern.sub(_blank, source)
    return _MEMBER.sub(rb"\1;", source)


def _blank(match: re.Match[bytes]) -> bytes:
    whole, start = match[0], match.start()
    begin, end = match.start(1) - start, match.end(1) - start
    return whole[:begin] + re.sub(rb"[^\r\n]", b" ", whole[begin:end]) + whole[end:]
