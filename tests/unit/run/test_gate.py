"""What closes the gate."""

from __future__ import annotations

from typing import Any

import pytest

from nexus_diff.model import answer as a
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.gate import CHOICES, checked, reasons


def answer(sites: tuple[str, ...] = (), violations: tuple[tuple[str, str, str], ...] = (), risk: str = "unknown") -> a.Answer:
    """`sites`: the `accepted` of each; `violations`: status, severity and `accepted`."""
    call: dict[str, Any] = {"file": "a", "line": 1, "caller": "", "callee": "", "kind": "arguments", "message": "", "in_diff": False}
    rule = {"rule": "r", "source": "", "target": "", "message": ""}
    return a.Answer(
        tool=a.Tool(version="1"),
        base="",
        head="",
        base_kind="direct",
        summary=a.Summary(risk=a.Risk(level=risk)),
        breaking_call_sites=tuple(a.BreakingCallSite(**call, accepted=why) for why in sites),
        layer_violations=tuple(a.LayerViolation(**rule, status=s, severity=v, accepted=w) for s, v, w in violations),
    )


@pytest.mark.parametrize(
    ("fail_on", "given", "expected"),
    [
        ("never", answer(("",), (("new", "error", ""),), "high"), ()),
        ("breaking", answer(), ()),
        ("breaking", answer(("",)), ("1 breaking call site",)),
        ("breaking", answer(("", "known", "")), ("2 breaking call sites",)),
        ("breaking", answer(("known",)), ()),
        ("violation", answer(("",)), ()),
        ("violation", answer((), (("new", "error", ""),)), ("1 new violation of severity error",)),
        ("violation", answer((), (("new", "warning", ""), ("fixed", "error", ""), ("unchanged", "error", ""), ("new", "error", "ok"))), ()),
        ("violation", answer((), (("new", "error", ""),) * 2), ("2 new violations of severity error",)),
        ("risk:low", answer(risk="none"), ()),
        ("risk:low", answer(risk="unknown"), ()),
        ("risk:low", answer(risk="low"), ("risk low",)),
        ("risk:medium", answer(risk="low"), ()),
        ("risk:medium", answer(risk="high"), ("risk high",)),
        ("risk:high", answer(risk="medium"), ()),
        ("risk:high", answer(risk="high"), ("risk high",)),
        ("risk:low,risk:high", answer(risk="high"), ("risk high",)),
        ("risk:high, breaking", answer(("",), (), "high"), ("1 breaking call site", "risk high")),
        ("breaking,violation", answer((), (("new", "error", ""),)), ("1 new violation of severity error",)),
    ],
)
def test_what_closes_the_gate(fail_on: str, given: a.Answer, expected: tuple[str, ...]) -> None:
    assert reasons(fail_on, given) == expected


@pytest.mark.parametrize(("text", "normal"), [*((choice, choice) for choice in CHOICES), (" breaking , risk:low ", "breaking,risk:low")])
def test_what_can_be_asked_for(text: str, normal: str) -> None:
    assert checked(text) == normal


@pytest.mark.parametrize("text", ["", "risk", "risk:none", "risk:unknown", "Breaking", "breaking,", "breaking violation", "x" * 1000])
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NexusDiffError, match="is none of breaking, violation, risk:low, risk:medium, risk:high, never") as caught:
        reasons(text, answer())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_never_stands_alone() -> None:
    with pytest.raises(NexusDiffError, match="never excludes the others"):
        checked("never,breaking")
