"""Code Quality: valid by GitLab's documentation, the same when lines move, one entry for each finding, and harmless."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from code_quality import SCHEMA, read_report
from hostile_answer import answer_of
from hostile_names import NAMES
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError, validate

from nexus_diff.model import answer as a
from nexus_diff.report import prepare, render
from nexus_diff.report.codeclimate_format import MOST_FINDINGS

CALL = a.BreakingCallSite(
    file="src/shop/app.py",
    line=14,
    caller="checkout",
    callee="charge",
    kind="arguments",
    message="`currency` is required now",
    in_diff=False,
)
HOP = a.ViolationHop(
    id="Function:web/a.py:f", file="web/a.py", line=3, side="head", type="IMPORTS", confidence=0.95, reason="exact", added=True
)
VIOLATION = a.LayerViolation(
    rule="web-not-db", status="new", severity="error", source="web", target="db", message="web must not use db", path=(HOP,)
)
CYCLE = a.CycleChange(status="new", level="file", members=("b.py", "a.py"), cut=("a.py → b.py (a.py:7)",))
DEAD = a.DeadCode(status="new", id="Function:src/pay.py:charge", file="src/pay.py", name="charge")
GAP = a.TestGap(id="Function:src/pay.py:charge", file="src/pay.py", name="charge", why="no test reaches it")


def answer(**more: object) -> a.Answer:
    return a.Answer(tool=a.Tool(version="0.1.0"), base="b", head="h", base_kind="direct", **more)  # type: ignore[arg-type]


def entries(found: a.Answer) -> list[dict[str, Any]]:
    return read_report(render(prepare(found), "codeclimate").encode())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({}, [{}], [{"description": "x"}], [{**entries(answer(dead_code=(DEAD,)))[0], "severity": "loud"}]):
        with pytest.raises(ValidationError):
            validate(wrong, SCHEMA)


@pytest.mark.parametrize(
    ("section", "row", "rule", "severity", "place", "text"),
    [
        ("breaking_call_sites", CALL, "breaking-call-site", "critical", ("src/shop/app.py", 14), "`currency` is required now"),
        ("layer_violations", VIOLATION, "architecture-violation", "critical", ("web/a.py", 3), "web must not use db (rule web-not-db)"),
        (
            "layer_violations",
            msgspec.structs.replace(VIOLATION, severity="warning"),
            "architecture-violation",
            "major",
            ("web/a.py", 3),
            "web must not use db (rule web-not-db)",
        ),
        (
            "cycles",
            CYCLE,
            "dependency-cycle",
            "major",
            ("a.py", 7),
            "New cycle of 2 files: b.py, a.py; without a.py → b.py (a.py:7) there is none",
        ),
        ("dead_code", DEAD, "dead-code", "minor", ("src/pay.py", 1), "Nothing reaches charge any more"),
        ("test_gaps", GAP, "untested-change", "minor", ("src/pay.py", 1), "charge changed: no test reaches it"),
    ],
)
def test_each_kind_of_finding(section: str, row: object, rule: str, severity: str, place: tuple[str, int], text: str) -> None:
    (entry,) = entries(answer(**{section: (row,)}))
    assert (entry["check_name"], entry["severity"], entry["description"]) == (f"nexus-diff/{rule}", severity, text)
    assert (entry["location"]["path"], entry["location"]["lines"]["begin"]) == place


def test_nothing_to_say_is_an_empty_array() -> None:
    assert render(prepare(answer()), "codeclimate") == "[]\n"


def test_what_was_accepted_is_left_out() -> None:
    assert entries(answer(breaking_call_sites=(msgspec.structs.replace(CALL, accepted="because"),))) == []


def test_row_15_fingerprints_do_not_move_with_lines_and_are_one_for_each_finding() -> None:
    calls = (CALL, msgspec.structs.replace(CALL, line=20), msgspec.structs.replace(CALL, caller="other", line=30))
    first = answer(breaking_call_sites=calls, layer_violations=(VIOLATION,), cycles=(CYCLE,), dead_code=(DEAD,), test_gaps=(GAP,))
    moved = answer(
        breaking_call_sites=tuple(msgspec.structs.replace(call, line=call.line + 7) for call in calls),
        layer_violations=(msgspec.structs.replace(VIOLATION, path=(msgspec.structs.replace(HOP, line=9),)),),
        cycles=(msgspec.structs.replace(CYCLE, cut=("a.py → b.py (a.py:99)",)),),
        dead_code=(DEAD,),
        test_gaps=(GAP,),
    )
    before, after = entries(first), entries(moved)
    assert len(before) == 7
    assert [entry["fingerprint"] for entry in before] == [entry["fingerprint"] for entry in after]
    assert [entry["location"] for entry in before] != [entry["location"] for entry in after]
    fewer = entries(answer(breaking_call_sites=calls[2:]))
    assert fewer[0]["fingerprint"] in {entry["fingerprint"] for entry in before}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy"), st.integers(1, 40)), max_size=12), st.integers(0, 300))
def test_row_15_any_shift_keeps_every_fingerprint(calls: list[tuple[str, str, int]], shift: int) -> None:
    def marks(by: int) -> list[str]:
        sites = (msgspec.structs.replace(CALL, file=file, caller=caller, line=line + by) for file, caller, line in calls)
        return sorted(entry["fingerprint"] for entry in entries(answer(breaking_call_sites=tuple(sites))))

    assert marks(0) == marks(shift)
    assert len(set(marks(0))) == len(calls)


def test_what_is_left_out_is_counted() -> None:
    found = entries(answer(breaking_call_sites=tuple(msgspec.structs.replace(CALL, line=line) for line in range(1, MOST_FINDINGS + 4))))
    assert len(found) == MOST_FINDINGS + 1
    assert found[-1]["description"].startswith("3 more findings")


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_row_8_hostile_names_stay_text(name: str) -> None:
    text = render(prepare(answer_of(name, "x")), "codeclimate")
    assert len(read_report(text.encode())) == 5
    assert all(char.isprintable() or char == "\n" for char in text)
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
    assert all("\n" not in entry["description"] for entry in json.loads(text))
