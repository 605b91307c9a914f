"""The walk against a plain reference on random graphs."""

from __future__ import annotations

import math
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.impact import Limits, Seed, blast_radius

NODES = [f"Function:a.py:f{n}" for n in range(9)] + ["Class:a.py:A", "Method:a.py:A.__init__", "Method:a.py:A.m", "File:a.py", "File:b.py"]
TYPES = ("CALLS", "CALLS", "CALLS", "REFERENCES", "EXTENDS", "IMPLEMENTS", "OVERRIDES", "IMPORTS", "CONTAINS")
TWINS = {"Class:a.py:A": "Method:a.py:A.__init__", "Method:a.py:A.__init__": "Class:a.py:A"}
ENDING = ("OVERRIDES", "IMPORTS")

nodes = st.sampled_from(NODES)
edges = st.lists(
    st.tuples(
        nodes,
        nodes,
        st.sampled_from((0.3, 0.48, 0.5, 0.7, 0.9, 0.95, 1.0)),
        st.sampled_from(TYPES),
        st.integers(1, 3),
        st.sampled_from(("type", "creates", "variant", "value")),
    ),
    max_size=40,
)
seeds = st.lists(nodes, max_size=3, unique=True)


def links(graph, target, importers):
    """Relations that carry a change from target to their sources."""
    for relation in graph.relations:
        if relation.confidence < 0.5 or relation.type == "CONTAINS" or (relation.type == "IMPORTS" and not importers):
            continue
        if relation.target == target or (relation.type == "CALLS" and TWINS.get(target) == relation.target and relation.source != target):
            yield relation


def reference(graph, starts, depth):
    """Distance and best product of every symbol, by trying everything again and again until nothing changes."""
    reached = dict.fromkeys(starts, (0, 1.0))
    ended = {}
    for level in range(1, depth + 1):
        for target, (distance, confidence) in [item for item in reached.items() if item[1][0] == level - 1]:
            for relation in links(graph, target, target in starts and target.startswith("File:")):
                names_type = relation.type == "REFERENCES" and relation.reason != "value" and relation.source.startswith(("F", "M"))
                book = ended if relation.type in ENDING or (names_type and not relation.source.startswith("File:")) else reached
                found = (distance + 1, confidence * relation.confidence)
                known = book.get(relation.source, (math.inf, 0.0))
                if relation.source not in starts and (found[0], -found[1]) < (known[0], -known[1]):
                    book[relation.source] = found
    for node, found in ended.items():
        known = reached.get(node, (math.inf, 0.0))
        if (found[0], -found[1]) < (known[0], -known[1]):
            reached[node] = found
    return {node: found for node, found in reached.items() if node not in starts}


def seeds_for(ids):
    return [Seed(key, key, key, importers=key.startswith("File:")) for key in ids]


def check_path(found, sides, starts):
    graph = sides[found.path[0].side]
    assert found.path[0].id == found.id
    targets = [hop.id for hop in found.path[1:]] + [found.via]
    for hop, target in zip(found.path, targets, strict=True):
        relations = [r for r in graph.relations if (r.source, r.line, r.type, r.confidence) == (hop.id, hop.line, hop.type, hop.confidence)]
        assert any(r.target in (target, TWINS.get(target)) for r in relations)
    assert found.via in starts
    assert found.distance == len(found.path)
    assert found.confidence == pytest.approx(math.prod(hop.confidence for hop in found.path), abs=1e-6)
    assert not {hop.id for hop in found.path} & set(starts)


@settings(max_examples=300, deadline=None)
@given(edges, edges, seeds, st.integers(1, 6))
def test_as_the_reference_says(graph, base_edges, head_edges, ids, depth):
    base, head = graph(base_edges, NODES), graph(head_edges, NODES)
    reach = blast_radius(base, head, seeds_for(ids), limits=Limits(depth=depth))
    old, new = reference(base, ids, depth), reference(head, ids, depth)
    assert {one.id for one in reach.sure} == set(old) | set(new)
    assert [one.possible for one in reach.impacted] == sorted(one.possible for one in reach.impacted)
    for one in reach.sure:
        best = min(((d, -c) for d, c in (found[one.id] for found in (old, new) if one.id in found)), default=None)
        assert best is not None
        assert (one.distance, one.confidence) == (best[0], pytest.approx(-best[1], abs=1e-6))
        check_path(one, {"base": base, "head": head}, ids)
    order = [(one.distance, -one.confidence, one.via.split(":", 2)[1] != one.file, one.id) for one in reach.sure]
    assert order == sorted(order)


@settings(max_examples=150, deadline=None)
@given(edges, edges, seeds, st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(graph, base_edges, head_edges, ids, chance):
    class Shuffled(graph):
        def incoming(self, node_id, types, min_confidence):
            found = list(super().incoming(node_id, types, min_confidence))
            chance.shuffle(found)
            return found

        outgoing = graph.outgoing

    given_order = blast_radius(graph(base_edges, NODES), graph(head_edges, NODES), seeds_for(ids))
    chance.shuffle(ids)
    assert blast_radius(Shuffled(base_edges, NODES), Shuffled(head_edges, NODES), seeds_for(ids)) == given_order


@settings(max_examples=100, deadline=None)
@given(edges, seeds)
def test_deeper_walks_only_add(graph, some, ids):
    made = graph(some, NODES)
    near = {one.id: one for one in blast_radius(made, made, seeds_for(ids), limits=Limits(depth=1)).impacted}
    far = {one.id: one for one in blast_radius(made, made, seeds_for(ids)).impacted}
    assert {key: far[key] for key in near} == near


def test_a_wide_reach_is_quick(graph):
    chance = random.Random(7)
    names = [f"Function:pkg/m{n % 300}.py:f{n}" for n in range(15_000)]
    some = [
        (names[n], names[chance.randrange(max(1, n // 3))], chance.choice((0.7, 0.9, 0.95)), "CALLS", n % 50)
        for n in range(1, 15_000)
        for _ in range(3)
    ]
    made = graph(some)
    started = time.process_time()
    reach = blast_radius(made, made, seeds_for(names[:1]), limits=Limits(depth=30))
    spent = time.process_time() - started
    assert len(reach.impacted) == 14_999
    assert spent < 1.5, "0.4 s on a quiet machine"
