"""Functions that share data or calls with a change: possible, bounded, the rarer what they share the surer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from nexus_diff.impact import Seed, blast_radius
from nexus_diff.impact.guesses import FieldUse, NoGuesses
from nexus_diff.impact.shared import MOST_CALLERS, MOST_SHARED, MOST_SHARERS
from nexus_diff.model.graph import Node, Relation

F = "Function:a.py:"
Uses = Mapping[str, Mapping[str, FieldUse]]
"""Function → field → what it does with it."""
SET, READ, TWICE = FieldUse(sets=1), FieldUse(reads=1), FieldUse(sets=2)


class Written(NoGuesses):
    """Fields that were written down."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses

    def fields(self, node: Node) -> Mapping[str, FieldUse]:
        return self._uses.get(node.id, {})

    def touching(self, node: Node, name: str) -> Iterable[Relation]:
        return [Relation(key, node.id, "REFERENCES", 4, "shared-data", 0.0) for key, fields in sorted(self._uses.items()) if name in fields]


def reach(graph, base: Uses, head: Uses, edges=(), seed=F + "a"):
    made = graph(edges, {*base, *head})
    return blast_radius(made, made, [Seed(seed, seed, seed)], guesses=(Written(base), Written(head)))


def names(reach) -> list[str]:
    return [one.name for one in reach.impacted]


def many(number: int, use: FieldUse = READ, field: str = "x") -> dict[str, dict[str, FieldUse]]:
    return {f"{F}r{n:03}": {field: use} for n in range(number)}


@pytest.mark.parametrize(
    ("was", "now", "readers", "listed"),
    [
        pytest.param(SET, TWICE, 1, True, id="set otherwise"),
        pytest.param(None, SET, MOST_SHARERS, True, id="set now"),
        pytest.param(SET, None, 3, True, id="set no longer"),
        pytest.param(SET, SET, 9, True, id="set as before"),
        pytest.param(None, READ, 9, True, id="read now"),
        pytest.param(READ, READ, 2, True, id="read as before, by few"),
        pytest.param(READ, READ, 9, False, id="read as before, by many"),
        pytest.param(SET, TWICE, MOST_SHARERS + 1, False, id="touched by everybody"),
    ],
)
def test_who_touches_the_same_field(graph, was: FieldUse | None, now: FieldUse | None, readers: int, listed: bool):
    def side(own: FieldUse | None) -> Uses:
        return {F + "a": {"x": own} if own else {}, **many(readers)}

    found = reach(graph, side(was), side(now)).impacted
    assert len(found) == (min(readers, MOST_SHARED) if listed else 0)
    assert {(one.possible, one.distance, one.path[0].reason, one.path[0].line, one.via) for one in found} <= {
        (True, 1, "shared-data", 4, F + "a")
    }


def test_fields_set_otherwise_come_first_then_what_few_share_and_what_several_fields_share(graph):
    before = {F + "a": {"w": SET, "x": SET, "y": SET, "z": SET}}
    after = {F + "a": {"w": TWICE, "x": SET, "y": SET, "z": SET}}
    others = {
        F + "b": {"x": READ},
        F + "c": {"x": READ},
        F + "d": {"w": READ},
        F + "e": {"x": READ, "y": READ, "z": READ},
        "Function:b.py:f": {"y": READ},
    }
    found = reach(graph, {**before, **others}, {**after, **others})
    assert names(found)[:2] == ["d", "e"]
    assert names(found)[2:] == ["b", "c", "f"], "the file of the change counts double"
    assert all(0 < one.confidence <= 0.3 for one in found.impacted)


def test_callers_of_the_few_that_read_a_field_set_otherwise(graph):
    edges = [(F + "decides", F + "reader", 0.9), ("Function:b.py:far", F + "reader", 0.9), (F + "beyond", F + "decides", 0.9)]
    reader = {F + "reader": {"x": READ}}
    found = reach(graph, {F + "a": {}, **reader}, {F + "a": {"x": SET}, **reader}, edges)
    assert [(one.name, one.distance, len(one.path)) for one in found.impacted] == [("reader", 1, 1), ("decides", 2, 2)]


def test_fields_that_a_type_got_or_lost(graph):
    user = {F + "user": {"x": READ, "y": READ}}
    old, new = {"Class:a.py:T": {"x": FieldUse("1", "1"), "y": FieldUse("2", "2")}}, {"Class:a.py:T": {"y": FieldUse("2", "2")}}
    assert names(reach(graph, {**old, **user}, {**new, **user}, seed="Class:a.py:T")) == ["user"]
    assert names(reach(graph, {**new, **user}, {**new, **user}, seed="Class:a.py:T")) == []


@pytest.mark.parametrize(("callers", "listed"), [(1, 1), (MOST_CALLERS, MOST_CALLERS), (MOST_CALLERS + 1, 0)])
def test_who_else_calls_what_is_called_no_longer(graph, callers: int, listed: int):
    others = [(f"{F}o{n}", F + "called", 0.9) for n in range(callers)]
    base, head = graph([(F + "a", F + "called", 0.9), *others]), graph(others, [F + "a"])
    found = blast_radius(base, head, [Seed(F + "a", F + "a", F + "a")]).impacted
    assert len(found) == listed
    assert {(one.possible, one.path[0].reason) for one in found} <= {(True, "shared-call")}
    assert blast_radius(head, head, [Seed(F + "a", F + "a", F + "a")]).impacted == (), "called as before"


def test_who_else_names_a_constant(graph):
    uses = [(F + name, "CodeElement:a.py:LIMIT", 0.95, "REFERENCES", 3, "constant") for name in ("a", "b")]
    made = graph(uses)
    found = blast_radius(made, made, [Seed(F + "a", F + "a", F + "a")]).impacted
    assert [(one.name, one.possible, one.path[0].line) for one in found] == [("b", True, 3)]


def test_bounded_and_counted(graph):
    changed = {f"{F}a{n}": {f"x{n}": SET} for n in range(4)}
    readers = {key: use for n in range(4) for key, use in {f"{F}r{n}{m:02}": {f"x{n}": READ} for m in range(15)}.items()}
    made = graph([], {*changed, *readers})
    side = Written({**changed, **readers})
    reached = blast_radius(made, made, [Seed(key, "", key) for key in changed], guesses=(side, side))
    assert len(reached.impacted) == MOST_SHARED
    assert reached.cut == {f"functions with data or calls in common beyond the first {MOST_SHARED}": 60 - MOST_SHARED}


def test_tests_are_left_to_their_own_list(graph):
    assert names(reach(graph, {}, {F + "test_a": {"x": SET}, F + "b": {"x": READ}}, seed=F + "test_a")) == []
