"""How many tests reach each changed symbol: a test is listed once, for its nearest symbol, but may reach many."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

Steps = dict[str, list[str]]
"""Symbol → what stands one step further from the change, whichever way was the best."""
MOST_COUNTED = 200
"""Changed symbols from which on nothing is counted: time grows with their number."""


def marks(steps: Mapping[str, Iterable[str]], starts: Iterable[str]) -> tuple[list[str], dict[str, int]]:
    """The starts in order, and per symbol which of them it reaches: bit n for the n-th."""
    ordered = sorted(set(starts))
    found = {start: 1 << number for number, start in enumerate(ordered)}
    waiting = deque(ordered)
    queued = set(ordered)
    while waiting:
        here = waiting.popleft()
        queued.discard(here)
        mark = found[here]
        for further in steps.get(here, ()):
            known = found.get(further, 0)
            if known | mark != known:
                found[further] = known | mark
                if further not in queued:
                    queued.add(further)
                    waiting.append(further)
    return ordered, found


def counts(ordered: Iterable[str], found: Iterable[int]) -> dict[str, int]:
    """Start → in how many of the marks it is."""
    marks = list(found)
    return {start: sum(mark >> number & 1 for mark in marks) for number, start in enumerate(ordered)}
