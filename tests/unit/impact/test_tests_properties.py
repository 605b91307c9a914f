"""Every selected test has evidence: a chain of links that hold, from the test to what changed."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.impact.tests import Start, affected_tests
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.impact.tests_walk import walk, way

NODES = [f"Function:a.py:f{n}" for n in range(5)] + [f"Function:test_a.py:test_{n}" for n in range(4)]
NODES += [
    "Class:a.py:A",
    "Method:a.py:A.__init__",
    "Method:a.py:A.m",
    "Method:a.py:A.__eq__",
    "File:a.py",
    "File:b.py",
    "CodeElement:a.py:C",
]
nodes = st.sampled_from(NODES)
edges = st.lists(
    st.tuples(
        nodes,
        nodes,
        st.sampled_from((0.1, 0.3, 0.48, 0.7, 0.95)),
        st.sampled_from(("CALLS", "CALLS", "REFERENCES", "EXTENDS", "OVERRIDES", "IMPORTS")),
        st.integers(0, 12),
        st.sampled_from(("type", "value", "fixture", "callback", "decorator", "bare-name")),
    ),
    max_size=40,
)
starts = st.lists(nodes, max_size=3, unique=True)


@settings(max_examples=200, deadline=None)
@given(edges, starts)
def test_every_trail_is_a_chain_of_links(graph, some, ids):
    callers = Callers(graph(some, NODES))
    files = [key for key in ids if key.startswith("File:")]
    trails = walk(callers, ids, files)
    for key, trail in trails.items():
        steps = way(trails, key)
        assert len(steps) == trail.distance
        assert (steps[-1][0] if steps else key) in ids
        assert 0 < trail.sure <= 1
        here = key
        for parent, link in steps:
            assert link.source == here
            distance = trails[parent].distance
            known = {each.source for each in callers.links(parent, distance)}
            imported = {relation.source for relation in callers.graph.incoming(parent, frozenset({"IMPORTS"}), 0.0)}
            if imported or parent in files:  # its module code is run, as near as if it had changed itself
                known |= imported | {each.source for each in callers.links(parent, 0)}
            assert here in known
            here = parent


@settings(max_examples=100, deadline=None)
@given(edges, edges, starts)
def test_the_list_is_the_same_every_time_and_names_tests_only(graph, old, new, ids):
    base, head = graph(old, NODES), graph(new, NODES)
    wanted = [Start(key, key, key.startswith("File:")) for key in ids] + [Start(key, "") for key in ids]
    once = affected_tests(Callers(base), Callers(head), wanted).tests
    again = affected_tests(Callers(base), Callers(head), list(reversed(wanted))).tests
    assert once == again
    for test in once:
        node = head.node(test.id)
        assert node is not None
        assert node.is_test
        assert test.reason
    assert len({(test.id, test.file, test.name) for test in once}) == len(once)
    assert {key for key in ids if ":test_" in key} <= {test.id for test in once}
