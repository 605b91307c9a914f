"""Which changed symbol a breaking call site means."""

from __future__ import annotations

import msgspec
import pytest

from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol, Impacted, Tool
from nexus_diff.report import prepare, render
from nexus_diff.report.broken import Broken


def changed(file: str, name: str = "net") -> ChangedSymbol:
    return ChangedSymbol(
        id=f"Function:{file}:{name}",
        kind="function",
        name=name.rpartition(".")[2],
        qualified_name=name,
        file=file,
        start_line=1,
        end_line=2,
        change="signature",
        changes=("signature",),
    )


def site(file: str, callee: str = "net") -> BreakingCallSite:
    return BreakingCallSite(file=file, line=3, caller="run", callee=callee, kind="arguments", message="`net(1)`", in_diff=False)


def reaching(file: str, via: str) -> Impacted:
    return Impacted(
        id=f"Function:{file}:run",
        kind="function",
        name="run",
        qualified_name="run",
        file=file,
        start_line=2,
        end_line=4,
        distance=1,
        confidence=0.95,
        via=via,
        is_test=False,
        path=(),
    )


FILES = ("a.js", "a.py", "b.py", "c.c")


@pytest.mark.parametrize(
    ("one", "via", "expected"),
    [
        (site("x.py"), "", "a.py"),
        (site("b.py"), "", "b.py"),
        (site("x.py"), "Function:b.py:net", "b.py"),
        (site("x.ts"), "", "a.js"),
        (site("x.c"), "", "c.c"),
        (site("x.rs"), "", None),
        (site("x.py", "nothing"), "", None),
    ],
)
def test_of(one: BreakingCallSite, via: str, expected: str | None) -> None:
    symbols = tuple(changed(file) for file in FILES)
    impacted = (reaching(one.file, via),) if via else ()
    answer = Answer(tool=Tool(version="1"), base="", head="", base_kind="direct", changed_symbols=symbols, impacted=impacted)
    found = Broken(answer, loose=False).of(one)
    assert (found.file if found else None) == expected


def test_each_file_has_the_call_sites_that_it_breaks() -> None:
    answer = Answer(
        tool=Tool(version="1"),
        base="",
        head="",
        base_kind="direct",
        changed_symbols=tuple(changed(file) for file in FILES),
        breaking_call_sites=(site("x.py"), site("x.c"), msgspec.structs.replace(site("y.c"), line=9)),
    )
    rows = [line.split() for line in render(prepare(answer), "stat").splitlines()[:4]]
    assert [(row[1], row[-2]) for row in rows] == [("a.js", "0"), ("a.py", "1"), ("b.py", "0"), ("c.c", "2")]
