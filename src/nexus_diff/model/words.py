"""Words for lists in messages."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """`a, b, c and 4 more`: the first `most` of the names, and how many are left out."""
    return between.join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
