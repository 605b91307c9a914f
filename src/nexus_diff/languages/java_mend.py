"""Right source that the grammar cannot read."""

from __future__ import annotations

import re

_DOTTED = re.compile(rb"(?<=[\w>\]])(\s*)((?:@[\w.]+(?:\([^()\"]*\))?\s*)+)(?=\.\.\.\s*\w+\s*[,)])")
"""Annotations between the type of a rest parameter and its dots: `T @NonNull ... rest`."""


def mend(blob: bytes) -> bytes:
    """NUL characters, which may stand in string literals, end the file for the parser: they become spaces. So do annotations of dots."""
    blob = blob.replace(b"\0", b" ")
    return _DOTTED.sub(lambda m: m[1] + re.sub(rb"[^\n]", b" ", m[2]), blob) if b"..." in blob else blob
