"""Hunks against line ranges: what a hunk touches, and what stays between hunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nexus_diff.model.changes import Hunk

Range = tuple[int, int]
"""First and last line, inclusive."""


def old_lines(hunk: Hunk) -> Range | None:
    """Lines of base that the hunk replaces."""
    return (hunk.old_start, hunk.old_start + hunk.old_count - 1) if hunk.old_count else None


def new_lines(hunk: Hunk) -> Range | None:
    """Lines of head that the hunk puts there."""
    return (hunk.new_start, hunk.new_start + hunk.new_count - 1) if hunk.new_count else None


def overlap(one: Range | None, other: Range) -> Range | None:
    """The lines that both have."""
    if one is None:
        return None
    first, last = max(one[0], other[0]), min(one[1], other[1])
    return (first, last) if first <= last else None


def uncovered(lines: Range | None, holes: Iterable[Range]) -> bool:
    """Whether some of the lines lie in none of the holes."""
    if lines is None:
        return False
    first, last = lines
    for start, end in sorted(holes):
        if start > first:
            break
        first = max(first, end + 1)
    return first <= last


def unchanged(hunks: Sequence[Hunk]) -> Iterator[tuple[int, int, int]]:
    """Runs of lines that no hunk touches, as (first line in base, first line in head, length); the last one has no end (length -1)."""
    old = new = 1
    for hunk in hunks:
        length = hunk.old_start - old if hunk.old_count else hunk.new_start - new
        if length > 0:
            yield old, new, length
        old, new = old + length + hunk.old_count, new + length + hunk.new_count
    yield old, new, -1


def kept_lines(hunks: Sequence[Hunk], lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Those of the lines of base (ascending) that no hunk touches, each with its line in head."""
    at = 0
    for old, new, length in unchanged(hunks):
        while at < len(lines) and lines[at] < old:
            at += 1
        while at < len(lines) and (length < 0 or lines[at] < old + length):
            yield lines[at], lines[at] - old + new
            at += 1


def same_hunk(hunks: Iterable[Hunk], base: Range, head: Range) -> bool:
    """Whether one hunk touches both ranges."""
    return any(overlap(old_lines(hunk), base) and overlap(new_lines(hunk), head) for hunk in hunks)
