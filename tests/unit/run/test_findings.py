"""Rows 6 and 8: findings as annotations, on changed lines alone, gravest first, harmless whatever they are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hostile_answer import answer_of
from hostile_names import NAMES
from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.git.changes import hunks_between
from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol, LayerViolation, Tool, ViolationHop
from nexus_diff.publish.github.commands import annotation_commands
from nexus_diff.publish.value import LEVELS
from nexus_diff.run.ci.findings import MOST_SITES, _moved, annotations_of


def site(file: str, line: int, callee: str = "pay", **more: Any) -> BreakingCallSite:
    fields = {"caller": "f", "kind": "arguments", "message": f"`{callee}()` does not fit", "in_diff": False}
    return BreakingCallSite(file=file, line=line, callee=callee, **{**fields, **more})


def symbol(name: str, file: str, start: int, end: int, change: str = "signature") -> ChangedSymbol:
    return ChangedSymbol(
        id=f"Function:{file}:{name}",
        kind="function",
        name=name,
        qualified_name=name,
        file=file,
        start_line=start,
        end_line=end,
        change=change,
    )


def violation(file: str, line: int, severity: str = "error", side: str = "head", **more: Any) -> LayerViolation:
    hop = ViolationHop(id="x", file=file, line=line, side=side, type="IMPORTS", confidence=1.0, reason="import", target="y", added=True)
    return LayerViolation(
        **{"rule": "r", "status": "new", "severity": severity, "source": "a", "target": "b", "message": "m", "path": (hop,), **more}
    )


def answer(sites: Any = (), symbols: Any = (), violations: Any = ()) -> Answer:
    return Answer(
        tool=Tool(version="0"),
        base="",
        head="",
        base_kind="direct",
        breaking_call_sites=tuple(sites),
        changed_symbols=tuple(symbols),
        layer_violations=tuple(violations),
    )


def lines(**files: range | list[int]) -> Mapping[str, Mapping[int, int]]:
    return {f"{name}.py": {line: line for line in found} for name, found in files.items()}


CASES: list[tuple[str, Answer, Any, str, list[tuple[str, int, str]], int]] = [
    ("nothing", answer(), lines(), "never", [], 0),
    ("a site on a changed line", answer([site("a.py", 3)]), lines(a=[3]), "never", [("a.py", 3, "warning")], 0),
    ("a site on a line that fails the run", answer([site("a.py", 3)]), lines(a=[3]), "breaking,risk:high", [("a.py", 3, "failure")], 0),
    ("a site elsewhere", answer([site("a.py", 3)]), lines(b=[3]), "never", [], 1),
    (
        "a site elsewhere, told at the definition",
        answer([site("a.py", 3), site("c.py", 9)], [symbol("pay", "b.py", 1, 5)]),
        lines(b=[2, 4, 8]),
        "never",
        [("b.py", 2, "warning")],
        0,
    ),
    ("a definition that is gone", answer([site("a.py", 3)], [symbol("pay", "b.py", 1, 5, "deleted")]), lines(b=[2]), "never", [], 1),
    ("a definition without a changed line", answer([site("a.py", 3)], [symbol("pay", "b.py", 1, 5)]), lines(b=[9]), "never", [], 1),
    ("another definition", answer([site("a.py", 3)], [symbol("charge", "b.py", 1, 5)]), lines(b=[2]), "never", [], 1),
    ("an accepted site", answer([site("a.py", 3, accepted="why")]), lines(a=[3]), "never", [], 0),
    ("a violation", answer(violations=[violation("a.py", 3)]), lines(a=[3]), "never", [("a.py", 3, "warning")], 0),
    ("a violation that fails the run", answer(violations=[violation("a.py", 3)]), lines(a=[3]), "violation", [("a.py", 3, "failure")], 0),
    ("a mild violation", answer(violations=[violation("a.py", 3, "info")]), lines(a=[3]), "violation", [("a.py", 3, "notice")], 0),
    ("a violation elsewhere", answer(violations=[violation("a.py", 3)]), lines(a=[4]), "never", [], 1),
    ("a violation of the base", answer(violations=[violation("a.py", 3, side="base")]), lines(a=[3]), "never", [], 1),
    ("an old violation", answer(violations=[violation("a.py", 3, status="unchanged")]), lines(a=[3]), "never", [], 0),
]


@pytest.mark.parametrize(
    ("found", "changed", "gate", "expected", "elsewhere"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_row_6_where_a_finding_is_told(
    found: Answer, changed: Any, gate: str, expected: list[tuple[str, int, str]], elsewhere: int
) -> None:
    told = annotations_of(found, changed, gate)
    assert [(one.path, one.start_line, one.level) for one in told.annotations] == expected
    assert told.elsewhere == elsewhere


def test_row_6_of_200_findings_only_changed_lines_are_told_gravest_first() -> None:
    sites = [site(f"f{n % 20}.py", n, message=f"m{n}") for n in range(1, 201)]
    changed = {f"f{n}.py": {line: line + 1000 for line in range(1, 201, 3)} for n in range(0, 20, 2)}
    told = annotations_of(answer(sites, violations=[violation("f0.py", 4, "info")]), changed, "breaking")
    assert all(one.start_line - 1000 in changed[one.path] for one in told.annotations)
    assert len(told.annotations) + told.elsewhere == 201
    order = [LEVELS.index(one.level) for one in told.annotations]
    assert order == sorted(order)


def test_many_sites_of_one_definition_are_cut_and_counted() -> None:
    sites = [site(f"f{n}.py", 1) for n in range(MOST_SITES + 5)]
    (one,) = annotations_of(answer(sites, [symbol("pay", "b.py", 1, 5)]), lines(b=[1])).annotations
    assert one.title == f"Breaks {MOST_SITES + 5} call sites"
    assert one.message.splitlines()[-1] == "and 5 more"


@pytest.mark.parametrize("name", [name for name in NAMES if name])
def test_row_8_hostile_names_do_nothing_in_an_annotation(name: str) -> None:
    hostile = answer_of(name, name, name, name)
    told = annotations_of(hostile, {name: dict.fromkeys(range(1, 9), 1)})
    for line in annotation_commands(told.annotations):
        assert line.isprintable()
        assert line.startswith(("::error file=", "::warning file=", "::notice file="))
    for one in told.annotations:
        for text in (one.title, *one.message.split("\n")):
            assert text.isprintable()
            assert not text.lstrip().startswith("::")


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")), st.integers(0, 2**12 - 1))
def test_a_line_that_moves_is_the_same_line(old: list[str], new: list[str], marks: int) -> None:
    before = "".join(line + "\n" for line in old).encode()
    after = "".join(line + "\n" for line in new).encode()
    chosen = {line: line for line in range(1, len(old) + 1) if marks >> (line % 12) & 1}
    moved = _moved(chosen, hunks_between(before, after))
    for here, there in moved.items():
        assert old[here - 1] == new[there - 1]
    assert list(moved.values()) == sorted(set(moved.values()))
    if before == after:
        assert moved == chosen
