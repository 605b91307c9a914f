"""Entry points: the score, what beats it, and what the configuration adds and takes away."""

from __future__ import annotations

import pytest

from nexus_diff.analysis.entry_points import MOST_SCORED, Choice, Entries, entries, score
from nexus_diff.analysis.values import CodeGraph, EntryPoint
from nexus_diff.config import EntryPointsConfig
from tests.unit.analysis.drawn import function, graph

_NO_CHOICE = Choice(EntryPointsConfig())


def found(of: CodeGraph, known: tuple[EntryPoint, ...] = (), **config: tuple[str, ...]) -> Entries:
    return entries(of, known, Choice(EntryPointsConfig(**config)), {"Function:app.py:task": ("app.task",)})


def scored(of: CodeGraph, **config: tuple[str, ...]) -> list[str]:
    return [node_id.rpartition(":")[2] for node_id in found(of, **config).scored]


@pytest.mark.parametrize(
    ("name", "exported", "callees", "callers", "expected"),
    [
        ("plain", False, 6, 2, 2.0),
        ("plain", True, 6, 2, 3.0),
        ("handle_order", False, 6, 2, 2.6),
        ("handleOrder", True, 2, 0, 3.9),
        ("handler", False, 1, 0, 1.0),
        ("handled", False, 1, 0, 1.0),
        ("main", False, 1, 0, 1.3),
        ("mainland", False, 1, 0, 1.0),
        ("OrderController", False, 1, 0, 1.3),
        ("onClick", False, 1, 0, 1.3),
        ("once", False, 1, 0, 1.0),
        ("run_all", False, 1, 0, 1.3),
        ("leaf", True, 0, 5, 0.0),
    ],
)
def test_score(name: str, exported: bool, callees: int, callers: int, expected: float) -> None:
    assert score(function(name, exported=exported), callees, callers) == pytest.approx(expected)


def test_who_calls_much_and_is_called_little_comes_first() -> None:
    of = graph([("top", "a", 0.95, 1), ("top", "b", 0.95, 2), ("a", "b", 0.95, 1)])
    assert scored(of) == ["top", "a"]


def test_a_call_that_may_reach_many_counts_once() -> None:
    fan = [("virtual", f"over{at}", 0.9, 7) for at in range(9)]
    of = graph([*fan, ("two", "a", 0.95, 1), ("two", "b", 0.95, 2)])
    assert scored(of) == ["two", "virtual"]


def test_neither_tests_nor_constructors_nor_inner_functions() -> None:
    nodes = [
        function("test_it", path="tests/test_it.py", test=True),
        function("helper", path="tests/test_it.py"),
        function("", path="tests/test_it.py", label="File", test=True),
        function("C.__init__", label="Method"),
        function("C.__call__", label="Method"),
        function("outer.inner"),
    ]
    of = graph([(node.qualified_name, "leaf") for node in nodes] + [("outer", "leaf")], nodes)
    assert scored(of) == ["outer", "C.__call__"]


def test_callers_in_tests_do_not_count() -> None:
    nodes = [function(f"test_{at}", path="test_a.py", test=True) for at in range(5)]
    of = graph([("a", "x"), ("b", "x"), ("main_b", "b"), *((node.qualified_name, "a") for node in nodes)], nodes)
    assert scored(of)[0] == "main_b"
    assert scored(of)[1] == "a"


def test_known_ones_are_not_scored_and_tests_are_never_known() -> None:
    nodes = [function("test_x", path="test_a.py", test=True)]
    of = graph([("view", "a"), ("other", "a"), ("test_x", "a")], nodes)
    view = EntryPoint("Function:app.py:view", "http", "GET /", "flask", "app.py", 1)
    known = (
        view,
        EntryPoint("Function:test_a.py:test_x", "http", "GET /t", "flask", "test_a.py", 1),
        EntryPoint("Function:gone.py:gone", "http", "GET /g", "flask", "app.py", 1),
    )
    assert found(of, known).known == (view,)
    assert found(of, known).scored == ("Function:app.py:other",)


@pytest.mark.parametrize(
    ("config", "known", "rest"),
    [
        ({"names": ("ta*",)}, ["task"], ["other"]),
        ({"paths": ("app.py",)}, ["a", "other", "task"], []),
        ({"decorators": ("*.task",)}, ["task"], ["other"]),
        ({"not_names": ("other",)}, [], ["task"]),
        ({"not_paths": ("app.py",)}, [], []),
        ({"not_decorators": ("app.*",)}, [], ["other"]),
        ({"names": ("*",), "not_names": ("a", "other")}, ["task"], []),
    ],
)
def test_configuration(config: dict[str, tuple[str, ...]], known: list[str], rest: list[str]) -> None:
    of = graph([("task", "a"), ("other", "a")])
    made = found(of, **config)
    assert [entry.name for entry in made.known] == known
    assert [node_id.rpartition(":")[2] for node_id in made.scored] == rest


def test_the_configuration_takes_a_framework_s_entry_point_away() -> None:
    of = graph([("task", "a")])
    entry = EntryPoint("Function:app.py:task", "task", "task", "celery", "app.py", 1)
    assert found(of, (entry,), not_names=("task",)).known == ()


def test_a_cut_is_counted() -> None:
    of = graph([(f"f{at}", "leaf") for at in range(MOST_SCORED + 7)])
    made = found(of)
    assert (len(made.scored), made.cut, made.least) == (MOST_SCORED, 7, 1.5)
    assert found(graph([("a", "b")])).least == 0.0
