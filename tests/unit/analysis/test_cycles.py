"""Cycles: which there are, how to cut them, and which a change brings."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.analysis.components import components, shortest_path
from nexus_diff.analysis.cycles import FILE, PACKAGE, Graph, cut, cycle_changes, cycles, imports
from nexus_diff.model.graph import FileImport, FileLinks


def links(text: str, reason: str = "import") -> dict[str, FileLinks]:
    """`a>b b>c`: a imports b on line 1, b imports c on line 2."""
    found: dict[str, list[FileImport]] = {}
    for line, part in enumerate(text.split(), 1):
        source, _, target = part.partition(">")
        found.setdefault(source, []).append(FileImport(target, line, reason))
    return {path: FileLinks(imports=tuple(sorted(made))) for path, made in found.items()}


def drawn(text: str, level: str = FILE) -> Graph:
    return imports(links(text), level)


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("a>b b>a", ["ab"]),
        ("a>b b>c", []),
        ("a>a", []),
        ("a>b b>c c>a c>d d>e e>d", ["abc", "de"]),
        ("a>b b>a b>c c>b", ["abc"]),
        ("b>a a>c c>b x>a", ["abc"]),
    ],
)
def test_members(text: str, members: list[str]) -> None:
    assert ["".join(cycle.members) for cycle in cycles(drawn(text), FILE)] == members


def test_imports_for_type_checkers_and_of_parents_do_not_count() -> None:
    for reason in ("type-import", "parent-import"):
        assert cycles(imports(links("a>b") | links("b>a", reason)), FILE) == ()


def test_packages_are_folders() -> None:
    graph = drawn("shop/cart.py>shop/pay.py shop/pay.py>core/money.py core/money.py>shop/cart.py core/x.py>core/money.py", PACKAGE)
    (found,) = cycles(graph, PACKAGE)
    assert found.members == ("core", "shop")
    assert found.cut == ("core → shop (core/money.py:3)",)


def test_the_cut_is_smallest_and_says_where() -> None:
    (found,) = cycles(drawn("a>b b>c c>a b>a"), FILE)
    assert found.cut == ("a → b (a:1)",)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a>b b>a", "a>b b>a", []),
        ("a>b", "a>b b>a", ["new ab | a → b (a:1)"]),
        ("a>b b>a", "a>b", ["fixed ab | "]),
        ("a>b b>a c>b", "a>b b>a c>b b>c", ["new abc | b → c (b:4)"]),
        ("a>b b>a b>c c>b", "a>b b>a b>c", ["fixed abc | "]),
        ("a>b b>a", "", []),
        ("a>b", "a>b x>y y>x", ["new xy | x → y (x:2)"]),
        ("a>b b>a x>y y>x", "a>b b>a x>y y>x a>x x>a", ["new abxy | a → x (a:5)"]),
    ],
)
def test_changes(before: str, after: str, expected: list[str]) -> None:
    found = cycle_changes(drawn(before), drawn(after), FILE, lambda member: member)
    assert [f"{c.status} {''.join(c.members)} | {', '.join(c.cut)}" for c in found] == expected


def test_a_cycle_whose_files_moved_is_not_new() -> None:
    assert list(cycle_changes(drawn("a>b b>a"), drawn("n/a>b b>n/a"), FILE, {"a": "n/a", "b": "b"}.__getitem__)) == []


def test_of_a_large_new_cycle_a_short_way_round_is_shown() -> None:
    ring = [f"m{at:02}>m{(at + 1) % 40:02}" for at in range(40)]
    before = " ".join(ring) + " m01>x"
    (found,) = cycle_changes(drawn(before), drawn(f"{before} x>m00"), FILE, lambda member: member)
    assert sorted(found.members) == ["m00", "m01", "x"]
    assert len(found.cut) == 1


def test_shortest_way() -> None:
    assert shortest_path(drawn("a>b a>c b>d c>d d>e"), "a", "e") == ("a", "b", "d", "e")
    assert shortest_path(drawn("a>b"), "b", "a") == ()


EDGES = st.sets(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), max_size=20)


def _reach(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    found = {(a, b) for a, b in edges if a != b}
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


def _graph(edges: set[tuple[str, str]]) -> dict[str, dict[str, tuple[str, int]]]:
    made: dict[str, dict[str, tuple[str, int]]] = {}
    for a, b in edges:
        if a != b:
            made.setdefault(a, {})[b] = (a, 1)
    return made


@given(EDGES)
def test_components_are_who_reaches_one_another(edges: set[tuple[str, str]]) -> None:
    reach = _reach(edges)
    together = {frozenset((a, b)) for a, b in reach if (b, a) in reach and a != b}
    found = components(_graph(edges))
    assert {frozenset(pair) for group in found for pair in combinations(group, 2)} == together


@settings(deadline=None)
@given(EDGES)
def test_without_the_cut_there_is_no_cycle_and_no_smaller_one_will_do(edges: set[tuple[str, str]]) -> None:
    graph = _graph(edges)
    for group in components(graph):
        inner = {(a, b) for a in group for b in graph.get(a, ()) if b in group}
        taken = cut(graph, group)
        assert components(_graph(inner - set(taken))) == []
        for fewer in combinations(sorted(inner), len(taken) - 1):
            assert components(_graph(inner - set(fewer))) != []


@given(EDGES, EDGES)
def test_new_cycles_are_those_with_a_new_pair(first: set[tuple[str, str]], second: set[tuple[str, str]]) -> None:
    def pairs(graph: Graph) -> set[frozenset[str]]:
        return {frozenset(pair) for group in components(graph) for pair in combinations(group, 2)}

    before, after = _graph(first), _graph(second)
    new = [change for change in cycle_changes(before, after, FILE, lambda member: member) if change.status == "new"]
    said = {frozenset(pair) for change in new for pair in combinations(change.members, 2)}
    assert pairs(after) - pairs(before) <= said
    for change in new:
        edges = {tuple(text.split(" (")[0].split(" → ")) for text in change.cut}
        left = {(a, b) for a, targets in after.items() for b in targets} - edges
        inside = {frozenset(pair) for pair in combinations(change.members, 2)}
        assert pairs(_graph(left)) & inside <= pairs(before), "without the cut, only old pairs are left"  # type: ignore[arg-type]
