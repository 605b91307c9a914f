"""Audits and chains in all formats: complete in JSON, cut and counted elsewhere, harmless everywhere."""

from __future__ import annotations

import msgspec
import pytest

from nexus_diff.model.answer import Hop
from nexus_diff.model.audit import SECTIONS, Audit, Chain, CommunityRow, CycleRow, DeadRow, ProcessRow
from nexus_diff.report.audit import FORMATS, UNLIMITED, render_audit, render_chain
from tests.unit.report.conftest import EVIL


def audit(*names: str) -> Audit:
    return Audit(
        revision="1a2b",
        tree="3c4d",
        communities=tuple(CommunityRow(id=n, name=n, cohesion=0.5, size=2, members=(n, "b")) for n in names),
        processes=tuple(ProcessRow(id=n, name=n, kind="http", file=n, line=3, steps=(n, "b", "c")) for n in names),
        dead_code=tuple(DeadRow(id=n, kind="function", name=n, file=n, line=7) for n in names),
        cycles=tuple(CycleRow(level="file", members=(n, "b.py"), cut=(f"{n} → b.py ({n}:1)",)) for n in names),
        cut={"processes": 4},
    )


def test_json_holds_everything() -> None:
    made = audit(*(f"n{at}" for at in range(30)))
    assert msgspec.json.decode(render_audit(made, "json", 1), type=Audit) == made


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_lists_are_cut_and_counted(format: str) -> None:
    page = render_audit(audit(*(f"n{at}" for at in range(30))), format, 10)
    assert page.count("20 more; --all lists them") == len(SECTIONS)
    assert "left out by limits: 4 processes" in page
    whole = render_audit(audit(*(f"n{at}" for at in range(30))), format, UNLIMITED)
    assert "--all" not in whole
    assert "n29" in whole


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_what_was_not_asked_for_is_not_named_and_nothing_is_said_to_be_nothing(format: str) -> None:
    page = render_audit(Audit(revision="", tree="", sections=("cycles",)), format, 10)
    assert "Cycles of imports (0)" in page
    assert "none found" in page
    assert "Communities" not in page


@pytest.mark.parametrize("format", FORMATS)
def test_hostile_names_are_harmless(format: str) -> None:
    made = audit(*(name for name in EVIL if name.isascii()))
    hop = Hop(id=EVIL[0], file=EVIL[3], line=1, side="head", type="CALLS", confidence=0.9, reason=EVIL[1])
    chain = Chain(revision="", kind="calls", start=EVIL[0], end=EVIL[4], hops=(hop,))
    for page in (render_audit(made, format, UNLIMITED), render_chain(chain, format)):
        assert "\x1b" not in page
        assert "\u202e" not in page
        if format == "markdown":
            outside = "".join(page.split("`")[::2])
            assert "<img" not in outside
        if format != "json":
            assert all(line.isprintable() for line in page.splitlines())


@pytest.mark.parametrize(
    ("hops", "expected"),
    [
        (0, "a.py to b.py: no chain of imports\n"),
        (1, "a.py to b.py: 1 import\n  a.py:3 a.py imports b.py\n"),
    ],
)
def test_chains_read_hop_by_hop(hops: int, expected: str) -> None:
    hop = Hop(id="File:a.py", file="a.py", line=3, side="head", type="IMPORTS", confidence=1.0, reason="import")
    assert render_chain(Chain(revision="", kind="imports", start="File:a.py", end="File:b.py", hops=(hop,) * hops), "text") == expected
