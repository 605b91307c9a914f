"""Rewrites Python source that is right but that the grammar cannot read, byte for byte as long."""

# For maintainers. Tried only on files that do not parse, and kept only where it leaves fewer errors. Gap of tree-sitter-python 0.25: a
# comment that stands further left than the code behind it may end the block, for example between a decorator and its function.

from __future__ import annotations

import re

_COMMENT_LINE = re.compile(rb"^([ \t]*)(#[^\r\n]*)$")


def mend(source: bytes) -> bytes:
    """The source without the comment lines that stand further left than the code behind them, spaces in their place."""
    lines = source.split(b"\n")
    indent = 0
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at].rstrip(b"\r")
        found = _COMMENT_LINE.match(line)
        if found is None:
            indent = len(line) - len(line.lstrip()) if line.strip() else indent
        elif len(found[1]) < indent:
            lines[at] = b" " * len(line) + lines[at][len(line) :]
    return b"\n".join(lines)
