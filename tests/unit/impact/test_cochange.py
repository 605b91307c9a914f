"""Files that usually change together, counted by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.impact.cochange import LARGEST_COMMIT, LEAST_SHARE, LEAST_TOGETHER, churn, co_change
from nexus_diff.model.answer import CoChange

HISTORY = [("a", "t")] * 3 + [("a", "b", "t")] * 2 + [("a",)] * 5 + [("b", "c")] * 4 + [("a", "rare")] * 2 + [("x", "t")] * 9


def told(commits: list[tuple[str, ...]], *changed: str, gone: str = "") -> list[tuple[str, str, int, int]]:
    rows = co_change(commits, changed, lambda path: path != gone)
    return [(row.file, row.with_file, row.together, row.of) for row in rows]


def test_what_belongs_together() -> None:
    assert told(HISTORY, "a") == [("t", "a", 5, 12)]
    assert told(HISTORY, "b") == [("c", "b", 4, 6)]
    assert told(HISTORY, "a", "b") == [("c", "b", 4, 6), ("t", "a", 5, 12)]


def test_what_changed_too_or_is_gone_is_not_told() -> None:
    assert told(HISTORY, "a", "t") == [("x", "t", 9, 14)]
    assert told(HISTORY, "a", gone="t") == []


def test_seldom_or_by_chance_is_not_enough() -> None:
    assert told([("a", "b")] * (LEAST_TOGETHER - 1), "a") == []
    enough = [("a", "b")] * LEAST_TOGETHER
    assert told(enough + [("a",)] * int(LEAST_TOGETHER / LEAST_SHARE - LEAST_TOGETHER), "a") == [("b", "a", 3, 30)]
    assert told(enough + [("a",)] * int(LEAST_TOGETHER / LEAST_SHARE - LEAST_TOGETHER + 1), "a") == []


def test_large_commits_say_nothing() -> None:
    many = tuple(str(number) for number in range(LARGEST_COMMIT))
    assert len(told([many] * 3, "0")) == LARGEST_COMMIT - 1
    assert told([(*many, "one more")] * 3, "0") == []
    assert churn([many, (*many, "one more")], ["0", "q"]) == {"0": 1, "q": 0}


def test_of_several_changed_files_the_closest_is_named() -> None:
    assert co_change([("a", "t")] * 3 + [("a",)] * 3 + [("b", "t")] * 3, ["a", "b"], lambda path: True) == (
        CoChange(file="t", with_file="b", together=3, of=3),
    )


FILES = st.sampled_from("abcdefg")


@given(st.lists(st.lists(FILES, max_size=5, unique=True).map(tuple), max_size=60), st.sets(FILES, min_size=1), st.randoms())
def test_the_order_of_commits_and_of_files_does_not_matter(commits: list[tuple[str, ...]], changed: set[str], random: object) -> None:
    expected = told(commits, *sorted(changed))
    shuffled = [tuple(sorted(files, reverse=True)) for files in commits]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert told(shuffled, *sorted(changed, reverse=True)) == expected
    for file, with_file, together, of in expected:
        assert file not in changed
        assert with_file in changed
        assert LEAST_TOGETHER <= together <= of
        assert together == sum(file in files and with_file in files for files in commits)
        assert of == sum(with_file in files for files in commits)
