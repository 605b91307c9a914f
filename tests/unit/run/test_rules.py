"""The section of violations in the answer."""

from __future__ import annotations

from nexus_diff.model import answer as a
from nexus_diff.run.rules import MOST_LISTED, Violations, with_violations


def violation(status: str, number: int = 0, judged_by: str = "base") -> a.LayerViolation:
    return a.LayerViolation(
        rule="r", status=status, severity="error", source=f"File:{number}", target="File:b", message="m", judged_by=judged_by
    )


def filled(found: list[a.LayerViolation]) -> a.Answer:
    empty = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", cut={"other": 1})
    return with_violations(empty, Violations(tuple(found), 3))


def test_counts() -> None:
    found = [violation("new"), violation("fixed", 1), violation("fixed", 2), violation("new", 3, "head")]
    answer = filled(found)
    summary = answer.summary
    assert answer.layer_violations == tuple(found)
    assert (summary.layer_violations, summary.layer_violations_fixed, summary.layer_violations_unchanged) == (1, 2, 3)
    assert answer.cut == {"other": 1}


def test_a_limit_says_what_it_cut() -> None:
    answer = filled([violation("new", number) for number in range(MOST_LISTED + 7)])
    assert len(answer.layer_violations) == MOST_LISTED
    assert answer.summary.layer_violations == MOST_LISTED + 7
    assert answer.cut == {"other": 1, f"violations beyond the first {MOST_LISTED}": 7}
