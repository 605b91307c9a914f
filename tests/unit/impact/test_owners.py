"""Owners of a change: counted per owner, in order."""

from __future__ import annotations

from nexus_diff.impact.owners import UNKNOWN, owners
from nexus_diff.model.answer import Owner

TEAMS = {"a.py": ("@x", "@y"), "b.py": ("@y",), "c.py": ("@x",), "d.py": ()}


def test_per_owner_and_in_order() -> None:
    rows, cut = owners(["b.py", "a.py", "a.py"], ["c.py", "a.py", "d.py", "c.py"], TEAMS.get)
    assert rows == (
        Owner(owner="@y", files=("a.py", "b.py"), changed=2, impacted=0),
        Owner(owner="@x", files=("a.py", "c.py"), changed=1, impacted=1),
    )
    assert cut == {}


def test_equals_stand_in_the_order_of_their_names() -> None:
    rows, _ = owners(["a.py"], [], TEAMS.get)
    assert [row.owner for row in rows] == ["@x", "@y"]


def test_what_was_not_looked_up_is_counted() -> None:
    assert owners(["a.py", "z.py"], ["q.py"], TEAMS.get)[1] == {UNKNOWN: 2}
    assert owners([], [], TEAMS.get) == ((), {})
