"""How processes, cycles and dead code are shown, and that nothing is said where there is nothing."""

from __future__ import annotations

import msgspec
import pytest

from nexus_diff.model import answer as a
from nexus_diff.report import Limits, Options, prepare, render
from nexus_diff.report.flows import SHOWN_STEPS, flow_rows, ring

TITLES = ("Processes touched", "New cycles", "Newly dead code")


def flow(
    name: str, change: str = "step changed", entry: str = "Function:a.py:start", step: str | None = "Function:a.py:save"
) -> a.ProcessChange:
    return a.ProcessChange(id=f"Process:{name}", name=name, entry=entry, change=change, touched_step=step, steps=(entry,))


def cycle(*members: str, status: str = "new", level: str = "file") -> a.CycleChange:
    return a.CycleChange(status=status, level=level, members=members, cut=("a.py → b.py (a.py:3)",))


@pytest.fixture
def answer(samples: dict[str, a.Answer]) -> a.Answer:
    return msgspec.structs.replace(
        samples["small"],
        processes=(
            flow("POST /orders → create → … → save"),
            flow("POST /orders → create → … → log"),
            flow("main → run → end", "removed", "M"),
        ),
        cycles=(cycle("a.py", "b.py"), cycle("x.py", "y.py", status="fixed")),
        dead_code=(
            a.DeadCode(status="new", id="F", file="old.py", name="_left"),
            a.DeadCode(status="fixed", id="G", file="g.py", name="_gone"),
        ),
    )


def test_rows_that_read_alike_name_their_files() -> None:
    entries = ("Function:examples/a.c:main", "Function:examples/b.c:main", "Function:c.c:run", "M")
    rows = flow_rows([flow("run" if entry.endswith("run") else "main → … → end", entry=entry) for entry in entries], str)
    assert [row.name for row in rows] == ["main → … → end (examples/a.c)", "main → … → end (examples/b.c)", "run", "main → … → end"]


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_what_is_said(answer: a.Answer, format: str) -> None:
    page = render(prepare(answer), format).replace("`", "")
    for title, total in zip(TITLES, (2, 1, 1), strict=True):
        assert f"{title} ({total})" in page
    assert "POST /orders → create → … → save" in page
    assert "changed at save and 1 more from there" in page
    assert "a.py ↔ b.py" in page
    assert "cut a.py → b.py (a.py:3)" in page
    assert "_left" in page
    assert "x.py ↔ y.py" not in page
    assert "_gone" not in page
    assert "1 new cycle" in page.splitlines()[0] + page.splitlines()[1]


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_nothing_is_said_of_nothing(samples: dict[str, a.Answer], format: str) -> None:
    page = render(prepare(samples["small"]), format)
    assert not any(title in page for title in TITLES)


@pytest.mark.parametrize("format", ["text", "markdown"])
@pytest.mark.parametrize(
    "finding", [{"cycles": (cycle("a.py", "b.py"),)}, {"dead_code": (a.DeadCode(status="new", id="F", file="o.py", name="_o"),)}]
)
def test_a_change_that_reaches_nothing_may_still_bring_a_finding(
    samples: dict[str, a.Answer], format: str, finding: dict[str, object]
) -> None:
    page = render(prepare(msgspec.structs.replace(samples["unreached"], **finding)), format)  # type: ignore[arg-type]
    assert any(title in page for title in TITLES)


def test_flows_of_one_entry_point_are_one_row() -> None:
    rows = flow_rows([flow(f"start → b → c{at}") for at in range(4)] + [flow("start → x → y", "added")], lambda node_id: node_id)
    assert [(row.name, row.more) for row in rows] == [("start → b → c0", 3), ("start → x → y", 0)]
    assert flow_rows([flow("s → b", step=None)], lambda node_id: node_id)[0].step == "Function:a.py:start"


def test_a_large_cycle_is_cut() -> None:
    names = tuple(f"m{at}.py" for at in range(SHOWN_STEPS + 5))
    assert ring(cycle(*names))[-1] == "and 5 more"


def test_what_is_cut_is_counted(answer: a.Answer) -> None:
    report = prepare(
        msgspec.structs.replace(answer, processes=tuple(flow(f"p{at} → x", entry=f"E{at}") for at in range(9))), Limits(flows=2)
    )
    assert (len(report.flows.rows), report.flows.cut) == (2, 7)
    for format in ("text", "markdown"):
        assert "7 more" in render(report, format, Options())
