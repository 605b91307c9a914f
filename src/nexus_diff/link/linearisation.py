"""The order in which ancestors are asked for a member."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def linearised(lines: list[list[T]], most: int) -> list[T]:
    """The first `most` of the C3 linearisation; where it is stuck, the first head is taken anyway (such a class could not be created at
    run time)."""
    merged: dict[T, None] = {}
    behind = Counter(c for line in lines for c in line[1:])
    left = [deque(line) for line in lines if line]
    while left and len(merged) < most:
        head = next((line[0] for line in left if not behind[line[0]]), left[0][0])
        merged[head] = None
        for line in left:
            while line and line[0] in merged:
                line.popleft()
                if line:
                    behind[line[0]] -= 1
        left = [line for line in left if line]
    return list(merged)
