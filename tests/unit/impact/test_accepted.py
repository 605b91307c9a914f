"""Findings against comments and entries: which are marked, which count again."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

import msgspec
import pytest

from nexus_diff.config import Accept
from nexus_diff.impact.accepted import FINDINGS, MOST_NOTICES, Accepted, accept
from nexus_diff.impact.accepting import comments
from nexus_diff.model import answer as a

TODAY = date(2030, 6, 15)


def call(line: int = 3, kind: str = "arguments", file: str = "src/a.py") -> a.BreakingCallSite:
    return a.BreakingCallSite(file=file, line=line, caller="Shop.buy", callee="charge", kind=kind, message="m", in_diff=False)


def violation(rule: str = "web-not-db", status: str = "new") -> a.LayerViolation:
    hop = a.ViolationHop(id="Function:src/a.py:f", file="src/a.py", line=3, side="head", type="IMPORTS", confidence=0.95, reason="exact")
    return a.LayerViolation(rule=rule, status=status, severity="error", source="web", target="db", message="m", path=(hop,))


GAP = a.TestGap(id="Function:src/a.py:f", file="src/a.py", name="f", why="no test reaches it")
CYCLE = a.CycleChange(status="new", level="file", members=("src/a.py", "src/b.py"))
DEAD = a.DeadCode(status="new", id="Function:src/a.py:f", file="src/a.py", name="f")
EVERY: dict[str, Any] = {
    "breaking_call_sites": call(),
    "layer_violations": violation(),
    "test_gaps": GAP,
    "cycles": CYCLE,
    "dead_code": DEAD,
}


def run(section: str, row: Any, text: str = "", *entries: Accept, file: str = "src/a.py") -> Accepted:
    summary = a.Summary(**({section: 1} if section in a.Summary.__struct_fields__ else {}))
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", summary=summary, **{section: (row,)})
    return accept(answer, entries, lambda path: comments(text) if path == file else (), lambda node: 3 if node == GAP.id else 0, TODAY)


def reason(result: Accepted, section: str) -> str:
    (row,) = getattr(result.answer, section)
    return str(row.accepted)


CODE = "\n\nthis() # nexus-diff: allow({}) known"


@pytest.mark.parametrize(
    ("section", "name", "accepted"),
    [
        ("breaking_call_sites", "breaking", True),
        ("breaking_call_sites", "arguments", True),
        ("breaking_call_sites", "deleted", False),
        ("breaking_call_sites", "test-gap", False),
        ("layer_violations", "web-not-db", True),
        ("layer_violations", "violation", True),
        ("layer_violations", "web-not", False),
        ("test_gaps", "test-gap", True),
        ("test_gaps", "breaking", False),
        ("cycles", "cycle", True),
        ("cycles", "breaking, cycle", True),
        ("dead_code", "dead-code", True),
        ("dead_code", "dead", False),
    ],
)
def test_a_comment_accepts_what_it_names(section: str, name: str, accepted: bool) -> None:
    result = run(section, EVERY[section], CODE.format(name))
    assert reason(result, section) == ("known" if accepted else "")
    assert result.answer.summary.accepted == accepted
    assert len(result.used) == accepted
    if section in a.Summary.__struct_fields__:
        assert getattr(result.answer.summary, section) == 1 - accepted


def test_every_kind_of_finding_has_the_mark() -> None:
    rows = {
        name: next(iter(kind))
        for name, kind in msgspec.structs.asdict(
            a.Answer(tool=a.Tool(version=""), base="", head="", base_kind="", **{k: (v,) for k, v in EVERY.items()})
        ).items()
        if isinstance(kind, tuple) and kind
    }
    assert {name for name, row in rows.items() if hasattr(row, "accepted")} == set(FINDINGS) == set(EVERY)


@pytest.mark.parametrize("line", [1, 2, 4])
def test_only_on_its_own_line(line: int) -> None:
    assert reason(run("breaking_call_sites", call(line), CODE.format("breaking")), "breaking_call_sites") == ""


def test_only_in_its_own_file() -> None:
    assert reason(run("breaking_call_sites", call(), CODE.format("breaking"), file="src/b.py"), "breaking_call_sites") == ""
    assert reason(run("cycles", CYCLE, CODE.format("cycle"), file="src/b.py"), "cycles") == "known"


@pytest.mark.parametrize(
    ("until", "accepted", "notice"),
    [
        ("2030-06-15", True, ""),
        ("2030-06-14", False, "src/a.py:3: what this comment accepted until 2030-06-14 counts again"),
        ("9999-12-31", True, ""),
        ("0001-01-01", False, "src/a.py:3: what this comment accepted until 0001-01-01 counts again"),
        ("2030-6-16", False, "src/a.py:3: this comment accepts nothing: '2030-6-16' is no date; write until=YYYY-MM-DD"),
    ],
)
def test_its_last_day_is_the_last(until: str, accepted: bool, notice: str) -> None:
    result = run("breaking_call_sites", call(), CODE.format(f"breaking, until={until}"))
    assert (bool(reason(result, "breaking_call_sites")), result.notices) == (accepted, (notice,) if notice else ())


def test_a_comment_without_a_reason_is_said_where_it_would_have_counted() -> None:
    text = CODE.format("breaking").removesuffix("known")
    assert run("breaking_call_sites", call(), text).notices == (
        "src/a.py:3: this comment accepts nothing: the reason is missing; write it after the bracket",
    )
    assert run("breaking_call_sites", call(1), text).notices == ()


@pytest.mark.parametrize(
    ("section", "finding", "where", "accepted"),
    [
        ("breaking_call_sites", "breaking", "src/", True),
        ("breaking_call_sites", "arguments", "*.py", True),
        ("breaking_call_sites", "breaking", "/a.py", False),
        ("breaking_call_sites", "breaking", "charge", True),
        ("breaking_call_sites", "breaking", "Shop.buy", True),
        ("breaking_call_sites", "breaking", "buy", False),
        ("breaking_call_sites", "removed", "**", False),
        ("layer_violations", "violation", "src/**", True),
        ("layer_violations", "web-not-db", "web", True),
        ("layer_violations", "web-not-db", "db", True),
        ("test_gaps", "test-gap", "f", True),
        ("test_gaps", "test-gap", "Function:src/a.py:f", True),
        ("cycles", "cycle", "src/b.py", True),
        ("cycles", "cycle", "src/c.py", False),
        ("dead_code", "dead-code", "src/", True),
    ],
)
def test_an_entry_accepts_by_file_or_symbol(section: str, finding: str, where: str, accepted: bool) -> None:
    result = run(section, EVERY[section], "", Accept(finding=finding, where=where, why="agreed"))
    assert reason(result, section) == ("agreed" if accepted else "")
    assert result.used == ()


def test_an_entry_that_has_ended_is_said_and_another_one_may_still_hold() -> None:
    ended = Accept(finding="breaking", where="*", why="old", until=date(2030, 6, 14))
    result = run("breaking_call_sites", call(), "", ended)
    assert reason(result, "breaking_call_sites") == ""
    assert result.notices == ("[[accept]] breaking in *: what it accepted until 2030-06-14 counts again",)
    result = run("breaking_call_sites", call(), "", ended, Accept(finding="breaking", where="*", why="new"))
    assert reason(result, "breaking_call_sites") == "new"


@pytest.mark.parametrize(("status", "marked", "counted"), [("new", True, 1), ("unchanged", True, 0), ("fixed", False, 0)])
def test_only_what_is_new_counts_as_accepted(status: str, marked: bool, counted: int) -> None:
    result = run("layer_violations", violation(status=status), "", Accept(finding="violation", where="*", why="agreed"))
    assert (bool(reason(result, "layer_violations")), result.answer.summary.accepted) == (marked, counted)


def test_many_entries_and_many_findings_take_little_time() -> None:
    entries = [Accept(finding="breaking", where=f"**/a{number}*b*c*.py", why="x") for number in range(300)]
    sites = tuple(call(file=f"src/a{number % 2_000}/b{number}.py") for number in range(20_000))
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", breaking_call_sites=sites)
    began = time.perf_counter()
    accept(answer, entries, lambda path: (), lambda node: 0, TODAY)
    assert time.perf_counter() - began < 30


def test_notices_are_bounded() -> None:
    sites = tuple(call(line) for line in range(1, 100))
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", breaking_call_sites=sites)
    text = "f() # nexus-diff: allow(breaking)\n" * 100
    notices = accept(answer, (), lambda path: comments(text), lambda node: 0, TODAY).notices
    assert len(notices) == MOST_NOTICES + 1
    assert notices[-1] == "79 more comments or entries accept nothing"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("brekking", "'brekking' is neither a rule nor one of breaking, arguments,"),
        ("dead-code, brekking", "'brekking' is neither a rule nor one of breaking, arguments,"),
        ("dead-code", ""),
        ("breaking, brekking", ""),
        ("inferred:new_cycle", ""),
        ("web-not-db", ""),
    ],
)
def test_a_comment_that_names_no_finding_is_said(names: str, said: str) -> None:
    answer = a.Answer(tool=a.Tool(version="1"), base="", head="", base_kind="direct", breaking_call_sites=(call(),))
    notices = accept(answer, (), lambda path: comments(CODE.format(names)), lambda node: 0, TODAY, ["web-not-db"]).notices
    assert [notice.startswith(f"src/a.py:3: this comment accepts nothing: {said}") for notice in notices] == [True] * bool(said)
