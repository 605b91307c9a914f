"""Chains: the shortest, and among these the surest first."""

from __future__ import annotations

from nexus_diff.analysis.chains import chain
from nexus_diff.model.graph import CALLS
from tests.unit.analysis.drawn import graph
from tests.unit.analysis.readers import Reader, reader


def names(found: Reader, start: str, end: str, least: float = 0.5) -> str:
    hops = chain(found, f"Function:app.py:{start}", f"Function:app.py:{end}", CALLS, least)
    return " ".join([*(f"{hop.id[-1]}:{hop.line}" for hop in hops), end] if hops else [])


def test_the_shortest() -> None:
    found = reader(graph([("a", "b", 0.9, 1), ("b", "c", 0.9, 2), ("c", "d", 0.9, 3), ("a", "c", 0.6, 4)]))
    assert names(found, "a", "d") == "a:4 c:3 d"
    assert names(found, "d", "a") == ""
    assert names(found, "a", "a") == ""


def test_the_surest_first_step_among_equally_short_ones() -> None:
    found = reader(graph([("a", "b", 0.6, 1), ("a", "c", 0.9, 2), ("b", "d", 0.9, 3), ("c", "d", 0.9, 4)]))
    assert names(found, "a", "d") == "a:2 c:4 d"


def test_unsure_relations_are_not_followed() -> None:
    found = reader(graph([("a", "b", 0.5, 1)]))
    assert names(found, "a", "b", 0.6) == ""
    assert names(found, "a", "b") == "a:1 b"
