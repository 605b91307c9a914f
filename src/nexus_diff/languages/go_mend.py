"""What the grammar cannot read: `new(expression)`, which Go has since 1.26."""

from __future__ import annotations

import re

MENDED = "nEw"
"""Stands for `new` where its argument is no type; the grammar takes types only behind the word itself."""

_NEW = re.compile(rb"(?<![\w.])new\((?=\[[^\]\n]*\][\w.*\[\]]*\{|(?!\s*(?:\[|map\b|chan\b|func\b|struct\b|interface\b)))")


def mend(source: bytes) -> bytes:
    """The same bytes with `new(` written so that the grammar reads an ordinary call, but where a type surely follows."""
    return _NEW.sub(MENDED.encode() + b"(", source)
