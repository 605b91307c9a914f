"""Comments that accept a finding: what is read, what counts for nothing and why."""

from __future__ import annotations

import time
from datetime import date

import pytest

from nexus_diff.impact.accepting import Comment, comments


def one(text: str) -> Comment:
    (found,) = comments(text)
    return found


@pytest.mark.parametrize(
    ("line", "names", "reason"),
    [
        ("f()  # nexus-diff: allow(breaking) because", ("breaking",), "because"),
        ("f();  // nexus-diff: allow(arguments)  two  words ", ("arguments",), "two  words"),
        ("f(); /* nexus-diff: allow(breaking) in a block */", ("breaking",), "in a block"),
        ("/* nexus-diff: allow(breaking) before */ f();", ("breaking",), "before"),
        ("<b>{f()}</b> {/* nexus-diff: allow(cycle) in JSX */}", ("cycle",), "in JSX"),
        ("<!-- nexus-diff: allow(dead-code) page -->", ("dead-code",), "page"),
        ("-- nexus-diff:allow(web-not-db) no space", ("web-not-db",), "no space"),
        ("#nexus-diff: allow( a , b ) two", ("a", "b"), "two"),
        ("x # nexus-diff: allow(layers/web:db.x) rule ids", ("layers/web:db.x",), "rule ids"),
        ("x # nexus-diff: allow(breaking) crlf\r", ("breaking",), "crlf"),
        ("x # nexus-diff: allow(breaking) Grund: Übergang", ("breaking",), "Grund: Übergang"),
    ],
)
def test_what_is_read(line: str, names: tuple[str, ...], reason: str) -> None:
    found = one(line)
    assert (found.names, found.reason, found.fault, found.line, found.at) == (names, reason, "", 1, 1)


@pytest.mark.parametrize(
    "line",
    [
        "nexus-diff: allow(breaking) no comment sign",
        "# nexus-diff allow(breaking) no colon",
        "# nexus-diff: allowed(breaking) another word",
        "# nexus-diff: allow breaking",
        "# nexus-diff: allow(breaking",
        "# nexus diff: allow(breaking) x",
        "",
    ],
)
def test_what_is_no_such_comment(line: str) -> None:
    assert comments(line) == ()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("# nexus-diff: allow(breaking)", "the reason is missing; write it after the bracket"),
        ("# nexus-diff: allow(breaking) --", "the reason is missing; write it after the bracket"),
        ("/* nexus-diff: allow(breaking) */ f()", "the reason is missing; write it after the bracket"),
        ("# nexus-diff: allow() why", "'' is no name of a finding; write for example allow(breaking)"),
        ("# nexus-diff: allow(a b) why", "'a b' is no name of a finding; write for example allow(breaking)"),
        ("# nexus-diff: allow(a, till=2030-01-01) why", "'till=2030-01-01' is no name of a finding; write for example allow(breaking)"),
        ("# nexus-diff: allow(a, until=2030-13-01) why", "'2030-13-01' is no date; write until=YYYY-MM-DD"),
        ("# nexus-diff: allow(a, until=tomorrow) why", "'tomorrow' is no date; write until=YYYY-MM-DD"),
        ("# nexus-diff: allow(a, until=20300101) why", "'20300101' is no date; write until=YYYY-MM-DD"),
        ("# nexus-diff: allow(a, until=) why", "'' is no date; write until=YYYY-MM-DD"),
        ("# nexus-diff: allow(a, until=٢٠٣٠-٠١-٠١) why", "'٢٠٣٠-٠١-٠١' is no date; write until=YYYY-MM-DD"),
    ],
)
def test_what_counts_for_nothing(line: str, fault: str) -> None:
    assert one(line).fault == fault


def test_a_last_day() -> None:
    assert one("# nexus-diff: allow(a, until=2030-02-28) why").until == date(2030, 2, 28)
    assert one("# nexus-diff: allow(a, until = 9999-12-31) why").until == date(9999, 12, 31)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# nexus-diff: allow(a) x\nf()", [2]),
        ("    // nexus-diff: allow(a) x\n    f()", [2]),
        ("{/* nexus-diff: allow(a) x */}\nf()", [2]),
        ("/* nexus-diff: allow(a) x */ f()\ng()", [1]),
        ("# nexus-diff: allow(a) x\n# nexus-diff: allow(b) y\nf()\ng()", [3, 3]),
        ("f()  # nexus-diff: allow(a) x\ng()", [1]),
        ("# nexus-diff: allow(a) x\nf()  # nexus-diff: allow(b) y", [2, 2]),
        ("f()\x0c\x85\u2028# nexus-diff: allow(a) only line feeds end a line", [1]),
        ("# nexus-diff: allow(a) at the end of the file", [1]),
    ],
)
def test_which_line_it_speaks_of(text: str, lines: list[int]) -> None:
    assert [comment.line for comment in comments(text)] == lines


@pytest.mark.parametrize(
    "text",
    [
        "#" * 2_000_000 + " nexus-diff: allow(a) x",
        "# nexus-diff: allow(" + "a," * 1_000_000,
        "# nexus-diff: allow(" * 100_000,
        "# nexus-diff: allow(a) x\n" * 100_000,
        "# nexus-diff:" + " " * 1_000_000 + "allow(a) x",
        "f() # nexus-diff: allow(a)" + " */" * 500_000,
    ],
)
def test_hostile_texts_take_no_time(text: str) -> None:
    began = time.perf_counter()
    found = comments(text)
    assert time.perf_counter() - began < 3
    assert all(len(comment.reason) <= 300 for comment in found)
