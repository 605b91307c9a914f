"""What may be impacted, by name alone: it comes last, says so, and is bounded."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from nexus_diff.impact import Limits, Seed, blast_radius
from nexus_diff.impact.guesses import NoGuesses
from nexus_diff.impact.possible import MOST_EACH
from nexus_diff.model.graph import Node, Relation

F = "Function:a.py:"


class Names(NoGuesses):
    """Guesses that were written down."""

    def __init__(self, users: Iterable[Relation] = (), used: Iterable[Relation] = ()) -> None:
        self._users, self._used = list(users), list(used)

    def users(self, node: Node) -> Iterable[Relation]:
        return [relation for relation in self._users if relation.target == node.id]

    def used(self, node: Node) -> Iterable[Relation]:
        return [relation for relation in self._used if relation.source == node.id]


def both(*ids: str) -> list[Seed]:
    return [Seed(key, key, key) for key in ids]


def test_after_everything_that_is_known(graph):
    made = graph([(F + "guess", F + "a", 0.48), (F + "b", F + "a", 0.6), (F + "c", F + "b", 0.6)])
    found = blast_radius(made, made, both(F + "a")).impacted
    assert [(one.name, one.distance, one.confidence, one.possible) for one in found] == [
        ("b", 1, 0.6, False),
        ("c", 2, 0.36, False),
        ("guess", 1, 0.48, True),
    ]
    assert [(hop.id, hop.side, hop.confidence) for hop in found[-1].path] == [(F + "guess", "head", 0.48)]


def test_nobody_walks_on_from_it(graph):
    made = graph([(F + "guess", F + "a", 0.48), (F + "far", F + "guess", 0.9)])
    assert [one.name for one in blast_radius(made, made, both(F + "a")).impacted] == ["guess"]


def test_what_is_known_anyway_is_not_possible(graph):
    made = graph([(F + "b", F + "a", 0.48), (F + "b", F + "a", 0.9, "CALLS", 3)])
    assert [one.possible for one in blast_radius(made, made, both(F + "a")).impacted] == [False]


def test_names_tell_of_both_sides(graph):
    base, head = graph([], [F + "old", F + "user"]), graph([], [F + "user"])
    names = Names([Relation(F + "user", F + "old", "CALLS", 7, "name", 0.3)])
    found = blast_radius(base, head, [Seed(F + "old", base=F + "old")], guesses=(names, NoGuesses())).impacted
    assert [(one.name, one.path[0].side, one.path[0].line, one.path[0].reason) for one in found] == [("user", "base", 7, "name")]


def test_what_it_may_call(graph):
    made = graph([(F + "a", F + "b", 0.9), (F + "a", F + "guess", 0.4)], [F + "named"])
    names = Names(used=[Relation(F + "a", F + "named", "CALLS", 2, "name", 0.15, 2)])
    found = blast_radius(made, made, both(F + "a"), guesses=(NoGuesses(), names)).callees
    assert [(one.name, one.possible) for one in found] == [("b", False), ("guess", True), ("named", True)]


@pytest.mark.parametrize("seed", ["Function:a.py:test_a", "Method:a.py:C.__init__", "Method:a.py:C.__len__", "File:a.py"])
def test_names_that_say_nothing(graph, seed: str):
    made = graph([(F + "guess", seed, 0.4)])
    assert blast_radius(made, made, both(seed)).impacted == ()


def test_tests_are_left_to_their_own_list(graph):
    made = graph([("Function:test_a.py:helper", F + "a", 0.4)], ["File:test_a.py"])
    made.nodes["File:test_a.py"] = msgspec.structs.replace(made.nodes["File:test_a.py"], is_test=True)
    assert blast_radius(made, made, both(F + "a")).impacted == ()


def test_near_folders_first(graph):
    files = ("a/x/z.py", "a/x/y/b.py", "q/b.py", "a/x/y/a.py")
    made = graph([(f"Function:{file}:g", "Function:a/x/y/a.py:a", 0.4) for file in files])
    found = blast_radius(made, made, both("Function:a/x/y/a.py:a")).impacted
    assert [one.file for one in found] == ["a/x/y/a.py", "a/x/y/b.py", "a/x/z.py", "q/b.py"]


def test_bounded_and_counted(graph):
    made = graph([(f"{F}g{n:03}", F + "a", 0.4) for n in range(MOST_EACH + 3)])
    reach = blast_radius(made, made, both(F + "a"))
    assert len(reach.impacted) == MOST_EACH
    assert reach.cut == {f"possible users of one symbol beyond the first {MOST_EACH}": 3}


@pytest.mark.parametrize("limits", [Limits(min_confidence=0.7), Limits(depth=0)])
def test_not_for_who_wants_to_be_sure(graph, limits: Limits):
    made = graph([(F + "guess", F + "a", 0.4)])
    assert blast_radius(made, made, both(F + "a"), limits=limits).impacted == ()
