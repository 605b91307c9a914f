"""The risk of a change: values, thresholds, levels."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nexus_diff.impact.risk import FEW_CALLS, GAUGES, LEAST_RESOLVED, MANY_RAISED, Grounds, risk
from nexus_diff.impact.tests_gaps import UNCHANGED, UNREACHED
from nexus_diff.model import answer as a

SIZE = next(gauge.least for gauge in GAUGES if gauge.name == "size")
LEAST = {gauge.name: gauge.least for gauge in GAUGES}


def symbol(
    number: int = 0, file: str = "src/a.py", change: str = "modified", is_test: bool = False, details: tuple[str, ...] = ()
) -> a.ChangedSymbol:
    return a.ChangedSymbol(
        id=f"Function:{file}:f{number}",
        kind="function",
        name=f"f{number}",
        qualified_name=f"f{number}",
        file=file,
        start_line=1,
        end_line=2,
        change=change,
        changes=(change,),
        details=details,
        is_test=is_test,
    )


def user(number: int, file: str = "src/b.py", distance: int = 1, is_test: bool = False) -> a.Impacted:
    return a.Impacted(
        id=f"Function:{file}:g{number}",
        kind="function",
        name="g",
        qualified_name="g",
        file=file,
        start_line=1,
        end_line=2,
        distance=distance,
        confidence=0.9,
        via="Function:src/a.py:f0",
        is_test=is_test,
        path=(),
    )


def call(accepted: str = "") -> a.BreakingCallSite:
    return a.BreakingCallSite(file="x", line=1, caller="", callee="", kind="arguments", message="", in_diff=False, accepted=accepted)


def violation(status: str = "new", severity: str = "error", accepted: str = "") -> a.LayerViolation:
    return a.LayerViolation(rule="r", status=status, severity=severity, source="", target="", message="", accepted=accepted)


def gap(why: str = UNREACHED, accepted: str = "") -> a.TestGap:
    return a.TestGap(id="", file="src/a.py", name="f", why=why, accepted=accepted)


def of(
    *symbols: a.ChangedSymbol,
    exported: bool = False,
    calls: tuple[int, int] = (10, 10),
    churn: Any = None,
    kinds: Any = (1, 0, 0),
    **sections: Any,
) -> a.Risk:
    """`calls`: all of them, and the resolved ones; `kinds`: files that were read, not read, and neither code nor prose."""
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", changed_symbols=symbols, **sections)
    return risk(answer, Grounds(lambda symbol: exported, *calls, churn, *kinds))


def value(found: a.Risk, name: str) -> tuple[float, bool]:
    (factor,) = (factor for factor in found.factors if factor.name == name)
    return factor.value, factor.raised


@pytest.mark.parametrize(
    ("name", "found", "expected"),
    [
        ("breaking_call_sites", of(symbol(), breaking_call_sites=(call(), call("known"), call())), 2),
        ("new_violations", of(symbol(), layer_violations=(violation(), violation("fixed"), violation(severity="warning"))), 1),
        ("new_violations", of(symbol(), layer_violations=(violation("unchanged"), violation(accepted="ok"))), 0),
        ("public_api", of(symbol(1, change="deleted"), symbol(2, change="signature"), symbol(3), exported=True), 2),
        ("public_api", of(symbol(1, change="moved"), symbol(2, change="renamed"), symbol(3, change="added"), exported=True), 2),
        ("public_api", of(symbol(1, change="deleted"), exported=False), 0),
        ("public_api", of(symbol(1, change="signature", details=("is now exported",)), exported=True), 0),
        ("public_api", of(symbol(1, change="signature", details=("is now exported", "is now async")), exported=True), 1),
        ("public_api", of(symbol(1, change="deleted", is_test=True), exported=True), 0),
        ("callers", of(symbol(), impacted=(user(1), user(2), user(3, distance=2), user(4, is_test=True))), 2),
        ("callers", of(symbol(), impacted=(user(1), msgspec.structs.replace(user(2), possible=True))), 1),
        ("packages", of(symbol(), impacted=(user(1, "src/x.py"), user(2, "lib/y.py"), user(3, "lib/z.py"), user(4, "z.py", 5))), 2),
        ("packages", of(symbol(), impacted=(user(1, "tests/x.py", is_test=True),)), 0),
        ("untested", of(symbol(), test_gaps=(gap(), gap(UNCHANGED), gap(accepted="by hand"))), 1),
        ("churn", of(symbol(), symbol(1, "src/b.py"), churn={"src/a.py": 3, "src/b.py": 7, "tests/c.py": 90}), 7),
        ("churn", of(symbol(is_test=True), churn={"src/a.py": 3}), 0),
        ("size", of(symbol(1), symbol(2, change="comment"), symbol(3, is_test=True), symbol(4)), 2),
        ("resolved_calls", of(symbol(), calls=(8, 6)), 0.75),
        ("resolved_calls", of(symbol(), calls=(0, 0)), 1),
    ],
)
def test_what_each_factor_counts(name: str, found: a.Risk, expected: float) -> None:
    assert value(found, name)[0] == expected


@pytest.mark.parametrize("gauge", GAUGES, ids=lambda gauge: gauge.name)
def test_each_threshold_is_named_where_it_counts(gauge: Any) -> None:
    (factor,) = (one for one in of(symbol(), churn={}).factors if one.name == gauge.name)
    assert f"raised from {gauge.least} on" in factor.why
    assert factor.raised == (factor.value >= gauge.least)


def test_history_that_is_not_known_is_no_factor() -> None:
    assert "churn" not in {factor.name for factor in of(symbol(), churn=None).factors}


MANY_USERS = tuple(user(number) for number in range(LEAST["callers"]))
BUSY = {"src/a.py": LEAST["churn"]}
LARGE = tuple(symbol(number) for number in range(SIZE))


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (of(kinds=(0, 0, 0)), "none"),
        (of(symbol(change="comment")), "none"),
        (of(symbol(change="comment"), calls=(100, 0)), "none"),
        (of(symbol(is_test=True)), "none"),
        (of(kinds=(0, 0, 1)), "low"),
        (of(symbol()), "low"),
        (of(symbol(), churn=BUSY), "medium"),
        (of(symbol(), impacted=MANY_USERS), "medium"),
        (of(symbol(), churn=BUSY, impacted=MANY_USERS), "medium"),
        (of(*LARGE, churn=BUSY, impacted=MANY_USERS), "high"),
        (of(symbol(), breaking_call_sites=(call(),)), "high"),
        (of(symbol(), breaking_call_sites=(call("known"),)), "low"),
        (of(symbol(), layer_violations=(violation(),)), "high"),
        (of(symbol(), calls=(FEW_CALLS, int(FEW_CALLS * LEAST_RESOLVED) - 1)), "unknown"),
        (of(symbol(), calls=(FEW_CALLS, int(FEW_CALLS * LEAST_RESOLVED))), "low"),
        (of(symbol(), calls=(FEW_CALLS - 1, 0)), "low"),
        (of(symbol(), calls=(100, 0), breaking_call_sites=(call(),)), "high"),
        (of(symbol(), calls=(100, 0), churn=BUSY), "unknown"),
        (of(symbol(), kinds=(1, 1, 0)), "low"),
        (of(symbol(), kinds=(1, 2, 0)), "unknown"),
        (of(kinds=(0, 1, 0)), "unknown"),
    ],
)
def test_levels(found: a.Risk, level: str) -> None:
    assert found.level == level


def test_three_raised_factors_are_many() -> None:
    assert MANY_RAISED == 3
    assert sum(factor.raised for factor in of(*LARGE, churn=BUSY, impacted=MANY_USERS).factors) == MANY_RAISED
