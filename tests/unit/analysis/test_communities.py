"""Communities: what belongs together, under which name, and that nothing but the graph decides."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nexus_diff.analysis.communities import SAMPLED, cohesion, common_path, communities
from nexus_diff.analysis.values import CodeGraph
from tests.unit.analysis.drawn import code_graphs, function, graph


def cliques(*groups: str, path: str = "app.py") -> CodeGraph:
    return graph([pair for group in groups for pair in combinations(group, 2)], [function(name, path=path) for name in "".join(groups)])


def members(found: CodeGraph) -> list[str]:
    return ["".join(node_id.rpartition(":")[2] for node_id in group.members) for group in communities(found)]


def test_two_groups_that_hardly_touch_are_two_communities() -> None:
    apart = graph([*combinations("abcd", 2), *combinations("wxyz", 2), ("d", "w")])
    assert members(apart) == ["abcd", "wxyz"]
    assert [group.cohesion for group in communities(apart)] == [round(12 / 13, 4)] * 2


def test_heritage_counts_and_calls_of_oneself_do_not() -> None:
    alone = graph([("a", "a")])
    assert communities(alone) == ()
    assert members(graph([], heritage=[("a", "b")])) == ["ab"]


def test_who_touches_nobody_is_in_no_community() -> None:
    assert members(graph([("a", "b")], [function("lonely")])) == ["ab"]


def test_tests_belong_to_communities_only_when_asked_for() -> None:
    nodes = [function("t", path="tests/t.py", test=True), function("help", path="tests/t.py")]
    nodes.append(function("", path="tests/t.py", label="File", test=True))
    found = graph([("a", "b"), ("t", "a"), ("help", "b")], nodes)
    assert members(found) == ["ab"]
    assert sum(len(group.members) for group in communities(found, tests=True)) == 4


def test_a_higher_resolution_gives_smaller_communities() -> None:
    apart = graph([*combinations("abcd", 2), *combinations("wxyz", 2), ("d", "w"), ("c", "x"), ("b", "y")])
    assert len(communities(apart, 0.05)) == 1
    assert len(communities(apart, 1.0)) == 2


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        (["src/shop/cart.py", "src/shop/pay.py"], "src/shop"),
        (["src/shop/cart.py"] * 3, "src/shop/cart"),
        (["a/x.py", "b/x.py"], ""),
        (["a/x.py", "a/y.py", "b/x.py"], "a"),
        (["a/x.py", "a/x.py", "b/x.py"], "a/x"),
        (["x.py", "x.py"], "x"),
        (["Makefile", "Makefile"], "Makefile"),
        (["a/b/c/d.py", "a/b/e.py"], "a/b"),
        ([], ""),
    ],
)
def test_a_name_is_the_path_that_most_members_share(paths: list[str], name: str) -> None:
    assert common_path(paths) == name


def test_communities_of_one_path_are_told_apart_by_their_best_known_member() -> None:
    nodes = [function(name, path="shop/cart.py") for name in "abcdwxyz"]
    found = graph([("a", "b"), ("a", "c"), ("a", "d"), ("w", "x"), ("w", "y"), ("w", "z")], nodes)
    assert [group.name for group in communities(found)] == ["shop/cart: a", "shop/cart: w"]


def test_members_all_over_the_place_are_named_by_the_best_known_two() -> None:
    nodes = [function(name, path=f"{name}/m.py") for name in "abc"]
    assert [group.name for group in communities(graph([("b", "a"), ("b", "c")], nodes))] == ["b, a"]


def test_cohesion_looks_at_no_more_members_than_it_says() -> None:
    """Members of even places have an edge outside, those of odd places none: a sample of every other one sees only these edges."""
    size = 2 * SAMPLED
    ring = {at: {(at + 1) % size, (at - 1) % size} | ({size + at} if at % 2 == 0 else set()) for at in range(size)}
    assert cohesion(range(size), ring) == round(2 / 3, 4)
    assert cohesion(range(2), {0: {1}, 1: {0}}) == 1.0


@given(code_graphs(), st.randoms(use_true_random=False))
def test_the_order_of_insertion_decides_nothing(drawn: tuple[list, list], shuffle: random.Random) -> None:
    nodes, calls = drawn
    found = communities(graph(calls, nodes))
    shuffle.shuffle(nodes)
    shuffle.shuffle(calls)
    state = random.getstate()
    assert communities(graph(calls, nodes)) == found
    assert random.getstate() == state, "nobody else's random numbers are used up"


@given(code_graphs())
def test_every_symbol_is_in_one_community_at_most_and_names_differ(drawn: tuple[list, list]) -> None:
    nodes, calls = drawn
    found = communities(graph(calls, nodes))
    listed = [member for group in found for member in group.members]
    assert len(listed) == len(set(listed))
    assert len({group.id for group in found}) == len({group.name for group in found}) == len(found)
    assert all(len(group.members) > 1 and 0 <= group.cohesion <= 1 for group in found)
    assert [len(group.members) for group in found] == sorted((len(group.members) for group in found), reverse=True)
