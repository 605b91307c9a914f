"""Hubs of overrides where methods are told apart by their parameters: an override that comes, goes or changes its types is seen by the
callers of what it overrides, however the two spell generic types."""

from __future__ import annotations

import pytest
from memory import MemoryRecord, MemoryTree, link

from nexus_diff.link import link_change, link_tree

CALLER = "class K { void F(B<One> b) { b.M(null); } void G(B<One> b) { b.N(); } }\n"
BASE = "class One { } class B<T> { public virtual void M(T x) { } public virtual void N() { } }\n"
STEPS = {
    "generic override goes": ("class D : B<One> { public override void M(One x) { } }\n", "class D : B<One> { }\n"),
    "generic override comes": ("class D : B<One> { }\n", "class D : B<One> { public override void M(One x) { } }\n"),
    "override gets other types": (
        "class D : B<One> { public override void M(One x) { } }\n",
        "class D : B<One> { public void M(One x, One y) { } public override void N() { } }\n",
    ),
    "class goes": ("class D : B<One> { public override void M(One x) { } }\n", ""),
    "class comes": ("", "class D : B<One> { public override void M(One x) { } }\n"),
    "base goes": ("class D : B<One> { public override void M(One x) { } }\n", "class D { public void M(One x) { } }\n"),
}


@pytest.mark.parametrize("case", STEPS)
def test_update_equals_full(case: str) -> None:
    before, after = ({"K.cs": CALLER, "B.cs": BASE, "D.cs": text} for text in STEPS[case])
    old, new = MemoryTree(before), MemoryTree(after)
    record = link(before).apply(link_change(old, link(before), new, old.changed(new)))
    full = MemoryRecord(link_tree(new))
    used = {use.hub for output in full.outputs.values() for use in output.hub_uses}
    assert used
    assert {h: record.hubs.get(h) for h in used} == {h: full.hubs.get(h) for h in used}
    assert record.graph() == full.graph()
