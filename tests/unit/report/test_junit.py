"""JUnit XML: valid by the common schema, a failure for what fails, a passing case for what does not, and harmless."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hostile_answer import answer_of
from hostile_names import NAMES
from junit_schema import read_junit

from nexus_diff.model import answer as a
from nexus_diff.report import Options, prepare, render
from nexus_diff.report.junit_format import MOST_FINDINGS

CALL = a.BreakingCallSite(
    file="src/app.py", line=14, caller="checkout", callee="charge", kind="arguments", message="`currency` is required now", in_diff=False
)
HOP = a.ViolationHop(
    id="Function:web/a.py:f", file="web/a.py", line=3, side="head", type="IMPORTS", confidence=0.95, reason="exact", added=True
)
VIOLATION = a.LayerViolation(
    rule="web-not-db", status="new", severity="warning", source="web", target="db", message="web must not use db", path=(HOP,)
)
DEAD = a.DeadCode(status="new", id="Function:src/pay.py:charge", file="src/pay.py", name="charge")


def answer(**more: object) -> a.Answer:
    return a.Answer(tool=a.Tool(version="0.1.0"), base="b", head="h", base_kind="direct", **more)  # type: ignore[arg-type]


def read(found: a.Answer, **options: Any) -> Any:
    return read_junit(render(prepare(found), "junit", Options(**options)))


def outcomes(root: Any) -> dict[str, list[str]]:
    """Suite → what became of its cases."""
    return {
        suite.get("name"): [case[0].tag if len(case) else "passed" for case in suite.findall("testcase")]
        for suite in root
        if suite.find("testcase").get("name") != "none"
    }


def test_nothing_found_is_a_suite_of_passing_cases() -> None:
    root = read(answer())
    assert len(root) == 5
    assert not root.findall(".//failure")
    assert all(suite.get("tests") == "1" for suite in root)


@pytest.mark.parametrize(
    ("section", "row", "fail_on", "expected"),
    [
        ("breaking_call_sites", CALL, "never", {"breaking-call-site": ["failure"]}),
        ("breaking_call_sites", msgspec.structs.replace(CALL, accepted="known"), "breaking", {"breaking-call-site": ["skipped"]}),
        ("layer_violations", VIOLATION, "never", {"architecture-violation": ["passed"]}),
        ("layer_violations", VIOLATION, "breaking,violation", {"architecture-violation": ["failure"]}),
        ("layer_violations", msgspec.structs.replace(VIOLATION, severity="error"), "never", {"architecture-violation": ["failure"]}),
        (
            "layer_violations",
            msgspec.structs.replace(VIOLATION, severity="error", path=()),
            "never",
            {"architecture-violation": ["failure"]},
        ),
        ("dead_code", DEAD, "breaking,violation", {"dead-code": ["passed"]}),
    ],
)
def test_what_fails(section: str, row: Any, fail_on: str, expected: dict[str, list[str]]) -> None:
    assert outcomes(read(answer(**{section: (row,)}), fail_on=fail_on)) == expected


def test_where_a_finding_is_stands_in_its_text_not_in_its_name() -> None:
    (failure,) = read(answer(breaking_call_sites=(CALL,))).findall(".//failure")
    assert failure.text == "src/app.py:14: `currency` is required now"
    assert failure.getparent().get("name") == "src/app.py: `currency` is required now"
    moved = msgspec.structs.replace(CALL, line=99)
    (again,) = read(answer(breaking_call_sites=(moved,))).findall(".//failure")
    assert again.getparent().get("name") == failure.getparent().get("name")


def test_what_passes_is_listed_all_the_same() -> None:
    root = read(answer(dead_code=(DEAD,)))
    assert "src/pay.py:1: " in "".join(root.itertext("system-out"))


def test_alike_findings_are_cases_of_their_own() -> None:
    rows = tuple(msgspec.structs.replace(CALL, line=line) for line in (3, 4))
    assert outcomes(read(answer(breaking_call_sites=rows))) == {"breaking-call-site": ["failure", "failure"]}


@pytest.mark.parametrize("name", [*NAMES, "a\x00b\x0b", "]]>", "<!--", "&#0;", "\ufffe\uffff", "\udcff"])
def test_row_8_hostile_names_stay_text(name: str) -> None:
    root = read(answer_of(name), fail_on="breaking,violation")
    allowed = {"testsuites", "testsuite", "properties", "testcase", "failure", "skipped", "system-out", "system-err"}
    assert {node.tag for node in root.iter()} <= allowed


def test_row_5_thousands_of_findings_are_counted() -> None:
    rows = tuple(msgspec.structs.replace(CALL, line=line) for line in range(1, MOST_FINDINGS + 4))
    root = read(answer(breaking_call_sites=rows))
    assert len(root.findall(".//failure")) == MOST_FINDINGS
    assert "3 more findings not in this file" in "".join(root.itertext("system-out"))


def test_row_18_same_answer_same_bytes() -> None:
    found = answer(breaking_call_sites=(CALL,), dead_code=(DEAD,))
    assert render(prepare(found), "junit") == render(prepare(found), "junit")
