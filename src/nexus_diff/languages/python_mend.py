"""Rewrites Python source that is right but that the grammar cannot read, byte for byte as long."""

# For maintainers. Tried only on files that do not parse, and kept only where it leaves fewer errors. Gap of tree-sitter-python 0.25: a
# comment that stands further left than the definition behind it ends the block, so a decorator in front of it is torn off.

from __future__ import annotations

import re

_COMMENTS = re.compile(
    rb"(?<=\n)(?P<lines>(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*?[ \t]*#[^\r\n]*\r?\n(?:[ \t]*\r?\n)*)(?=[ \t]+(?:@|def\b|class\b|async\b))"
)
_COMMENT = re.compile(rb"#[^\r\n]*")


def mend(source: bytes) -> bytes:
    """The source without comment lines in front of indented definitions, spaces in their place."""
    return _COMMENTS.sub(lambda lines: _COMMENT.sub(lambda comment: b" " * len(comment[0]), lines[0]), source)
