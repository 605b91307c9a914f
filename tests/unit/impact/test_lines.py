from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.impact.lines import kept_lines, new_lines, old_lines, overlap, same_hunk, uncovered
from nexus_diff.model.changes import Hunk

ranges = st.tuples(st.integers(1, 30), st.integers(0, 9)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def lines(one):
    return set(range(one[0], one[1] + 1)) if one else set()


@given(ranges, ranges)
def test_overlap(one, other):
    assert lines(overlap(one, other)) == lines(one) & lines(other)


@given(ranges, st.lists(ranges, max_size=5))
def test_uncovered(one, holes):
    assert uncovered(one, holes) == bool(lines(one) - set().union(*map(lines, holes)))


def test_sides_of_a_hunk():
    assert (old_lines(Hunk(3, 2, 5, 0)), new_lines(Hunk(3, 2, 5, 0))) == ((3, 4), None)
    assert (old_lines(Hunk(3, 0, 5, 1)), new_lines(Hunk(3, 0, 5, 1))) == (None, (5, 5))


def test_lines_between_hunks_keep_their_distance():
    hunks = [Hunk(2, 1, 2, 3), Hunk(5, 0, 7, 1), Hunk(6, 2, 9, 0)]
    assert list(kept_lines(hunks, range(1, 10))) == [(1, 1), (3, 5), (4, 6), (5, 8), (8, 9), (9, 10)]


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_lines_as_a_slow_copy_says(parts):
    hunks, old, new, expected = [], 1, 1, []
    for gap, gone, come in parts:
        expected += [(old + n, new + n) for n in range(gap)]
        old, new = old + gap, new + gap
        if gone or come:
            hunks.append(Hunk(old, gone, new, come))
        old, new = old + gone, new + come
    assert list(kept_lines(hunks, range(1, old))) == expected


def test_one_hunk_on_both_sides():
    assert same_hunk([Hunk(3, 1, 3, 1)], (2, 4), (3, 3))
    assert not same_hunk([Hunk(3, 1, 3, 0), Hunk(9, 0, 8, 1)], (2, 4), (8, 9))
