"""Processes: how far they go, which are kept, what they are called."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.analysis.entry_points import Choice, Entries, entries
from nexus_diff.analysis.processes import BRANCHING, DEPTH, PER_ENTRY, STEPS, Processes, processes
from nexus_diff.analysis.values import CodeGraph, EntryPoint
from nexus_diff.config import EntryPointsConfig
from tests.unit.analysis.drawn import code_graphs, function, graph


def route(name: str, text: str = "POST /orders") -> EntryPoint:
    return EntryPoint(f"Function:app.py:{name}", "http", text, "flask", "app.py", 1)


def traced(of: CodeGraph, *starts: str | EntryPoint) -> Processes:
    known = tuple(start for start in starts if isinstance(start, EntryPoint))
    return processes(of, Entries(known, tuple(f"Function:app.py:{start}" for start in starts if isinstance(start, str))))


def steps(found: Processes) -> list[str]:
    return [" ".join(step.rpartition(":")[2] for step in process.steps) for process in found.found]


@pytest.mark.parametrize(
    ("calls", "starts", "expected"),
    [
        ("ab bc", "a", ["a b c"]),
        ("ab", "a", []),
        ("ab bc ca", "a", ["a b c"]),
        ("ab bc bd", "a", ["a b c", "a b d"]),
        ("ab bc cd ac", "a", ["a c d"]),
        ("aa ab bb bc", "a", ["a b c"]),
        ("ab bc cd", "ab", ["a b c d"]),
        ("ab bc cd", "ba", ["a b c d"]),
        ("ab bc xb", "ax", ["a b c", "x b c"]),
        ("ab bc", "aa", ["a b c"]),
    ],
)
def test_paths(calls: str, starts: str, expected: list[str]) -> None:
    assert steps(traced(graph([(pair[0], pair[1]) for pair in calls.split()]), *starts)) == expected


def test_no_deeper_than_the_limit() -> None:
    chain = [(f"f{at:02}", f"f{at + 1:02}") for at in range(DEPTH + 5)]
    (only,) = traced(graph(chain), "f00").found
    assert len(only.steps) == DEPTH + 1


def test_the_surest_callees_are_followed_then_those_that_come_first() -> None:
    calls = [("a", f"b{at}", 0.7 if at < 3 else 0.95, 10 - at) for at in range(7)]
    found = traced(graph([*calls, *((f"b{at}", f"c{at}") for at in range(7))]), "a")
    assert found.cut == BRANCHING - PER_ENTRY
    assert steps(found) == ["a b6 c6", "a b5 c5", "a b4 c4"]


def test_tests_are_not_followed_into() -> None:
    nodes = [function("t", path="tests/h.py"), function("", path="tests/h.py", label="File", test=True)]
    assert steps(traced(graph([("a", "b"), ("b", "t")], nodes), "a")) == []


def test_a_route_keeps_its_process_though_another_flow_passes_by() -> None:
    of = graph([("main", "view"), ("view", "b"), ("b", "c")])
    assert steps(traced(of, "main", "view")) == ["main view b c"]
    assert steps(traced(of, "main", route("view"))) == ["view b c", "main view b c"]


@pytest.mark.parametrize(
    ("calls", "start", "name"),
    [
        ("create-validate validate-check check-save", route("create"), "POST /orders → create → … → save"),
        ("create-validate validate-save", route("create"), "POST /orders → create → … → save"),
        ("create-validate validate-save", "create", "create → validate → save"),
        ("create-validate validate-check check-save", "create", "create → validate → … → save"),
        ("create-validate validate-save", route("create", "create"), "create → validate → save"),
        ("create-validate validate-save", route("create", "x" * 200), f"{'x' * 79}… → create → … → save"),
    ],
)
def test_names(calls: str, start: str | EntryPoint, name: str) -> None:
    of = graph([tuple(pair.split("-")) for pair in calls.split()])  # type: ignore[misc]
    assert [process.name for process in traced(of, start).found] == [name]


def test_two_routes_of_one_handler_are_two_processes() -> None:
    found = traced(graph([("a", "b"), ("b", "c")]), route("a", "GET /"), route("a", "POST /")).found
    assert [process.name.split(" → ")[0] for process in found] == ["GET /", "POST /"]
    assert len({process.id for process in found}) == 2


def made(nodes: list, calls: list) -> tuple[CodeGraph, Entries, Processes]:
    of = graph(calls, nodes)
    starts = entries(of, (), Choice(EntryPointsConfig()), {})
    return of, starts, processes(of, starts)


@given(code_graphs())
def test_what_is_promised_of_every_process(drawn: tuple[list, list]) -> None:
    of, starts, found = made(*drawn)
    names = {node.id: at for at, node in enumerate(of.nodes)}
    calls = {(call[0], call[1]) for call in of.calls}
    paths = [process.steps for process in found.found]
    for path in paths:
        assert path[0] in starts.scored
        assert STEPS <= len(path) <= DEPTH + 1
        assert len(set(path)) == len(path)
        assert all((names[a], names[b]) in calls for a, b in pairwise(path))
    assert len({process.id for process in found.found}) == len(paths)
    for path in paths:
        for other in paths:
            inside = any(other[at : at + len(path)] == path for at in range(len(other) - len(path) + 1))
            assert path is other or not inside, "a part of another process"
    entered = [path[0] for path in paths]
    assert all(entered.count(start) <= PER_ENTRY for start in entered)


@given(code_graphs(), st.randoms(use_true_random=False))
def test_the_order_of_insertion_decides_nothing(drawn: tuple[list, list], shuffle: random.Random) -> None:
    nodes, calls = drawn
    found = made(nodes, calls)
    shuffle.shuffle(nodes)
    shuffle.shuffle(calls)
    assert made(nodes, calls) == found
