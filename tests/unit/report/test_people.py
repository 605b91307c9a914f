"""The lines about risk, owners and files that change along."""

from __future__ import annotations

import pytest

from nexus_diff.impact.risk import GAUGES
from nexus_diff.model.answer import Answer, Owner, Risk, RiskFactor, Tool
from nexus_diff.report.people import WORDS, owners_to_show, risk_line, who


def factor(name: str, value: float, raised: bool = True) -> RiskFactor:
    return RiskFactor(name=name, value=value, why="", raised=raised)


@pytest.mark.parametrize(
    ("risk", "line"),
    [
        (Risk(), ""),
        (Risk(level="low", factors=(factor("size", 1, raised=False),)), ""),
        (Risk(level="medium", factors=(factor("size", 6), factor("churn", 3, raised=False))), "medium; changed symbols: 6"),
        (Risk(level="high", factors=(factor("callers", 14), factor("odd", 0.5))), "high; direct users: 14, odd: 0.5"),
        (Risk(level="unknown", factors=(factor("resolved_calls", 0.1234, raised=False),)), "unknown; share of resolved calls: 0.1234"),
    ],
)
def test_the_line_about_risk(risk: Risk, line: str) -> None:
    assert risk_line(risk) == line


def test_every_factor_has_words_for_people() -> None:
    assert set(WORDS) == {gauge.name for gauge in GAUGES} | {"resolved_calls"}


def test_owners_of_what_changed_come_before_owners_of_what_is_reached() -> None:
    mine = Owner(owner="@a", files=("x",), changed=1, impacted=2)
    near = Owner(owner="@b", files=("y",), changed=0, impacted=1)
    answer = Answer(tool=Tool(version="1"), base="", head="", base_kind="direct", owners=(mine, near))
    assert owners_to_show(answer) == [mine]
    assert owners_to_show(Answer(tool=Tool(version="1"), base="", head="", base_kind="direct", owners=(near,))) == [near]
    assert (who(mine), who(near)) == ("1 changed, 2 impacted", "1 impacted")
