"""What becomes of processes: tables of (before, after, what changed), and agreement with tracing both sides whole."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from nexus_diff.analysis.entry_points import Choice, entries
from nexus_diff.analysis.followed import Followed
from nexus_diff.analysis.process_changes import Flows, Touched, process_changes
from nexus_diff.analysis.processes import followed, processes
from nexus_diff.analysis.values import CodeGraph, EntryPoint
from nexus_diff.config import EntryPointsConfig
from nexus_diff.model.answer import ProcessChange
from tests.unit.analysis.drawn import code_graphs, function, graph
from tests.unit.analysis.readers import reader

NOBODY = Choice(EntryPointsConfig())


def ident(name: str) -> str:
    return f"Function:app.py:{name}"


def drawn(text: str) -> CodeGraph:
    """`ab bc`: a calls b, b calls c; a lone letter is a function."""
    calls = [(part[0], part[1], 0.95, at) for at, part in enumerate(text.split(), 1) if len(part) == 2]
    return graph(calls, [function(part) for part in text.split() if len(part) == 1])


def route(name: str, path: str = "/") -> EntryPoint:
    return EntryPoint(ident(name), "http", f"GET {path}", "flask", "app.py", 1)


def compared(
    before: CodeGraph, after: CodeGraph, touched: Touched, old: tuple[EntryPoint, ...] = (), new: tuple[EntryPoint, ...] = ()
) -> tuple[ProcessChange, ...]:
    starts = entries(before, old, NOBODY, {})
    flows = Flows(processes(before, starts).found, starts)
    return process_changes(reader(before), reader(after), flows, new, lambda node: True, touched).found


def short(changes: tuple[ProcessChange, ...]) -> list[str]:
    names = (" ".join(step.rpartition(":")[2] for step in change.steps) for change in changes)
    return [
        f"{change.change} {steps} @{(change.touched_step or '').rpartition(':')[2]}" for change, steps in zip(changes, names, strict=True)
    ]


def touch(changed: str = "", impacted: str = "", added: str = "", deleted: str = "", **renames: str) -> Touched:
    return Touched(
        changed=frozenset(map(ident, changed + added)),
        added=frozenset(map(ident, added)),
        deleted=frozenset(map(ident, deleted)),
        impacted={ident(name): distance for distance, name in enumerate(impacted, 1)},
        renames={ident(old): ident(new) for old, new in renames.items()},
    )


@pytest.mark.parametrize(
    ("before", "after", "touched", "expected"),
    [
        ("ab bc", "ab bc", touch(), []),
        ("ab bc", "ab bc", touch(changed="b", impacted="a"), ["step changed a b c @b"]),
        ("ab bc cd xd", "ab bc cd xd", touch(changed="x"), []),
        ("ab bc cx", "ab bc cx", touch(changed="z", impacted="cba"), ["step impacted a b c x @c"]),
        ("ab bc", "ab bc cd", touch(changed="c", added="d", impacted="ba"), ["step changed a b c d @c"]),
        ("ab bc cd", "ab bc", touch(changed="c", deleted="d", impacted="ba"), ["step changed a b c d @c"]),
        ("ab bc", "a b c", touch(changed="a"), ["removed a b c @a"]),
        ("ab bc", "bc", touch(changed="", deleted="a"), ["removed a b c @a"]),
        ("ab bc", "ab bc xy yz", touch(added="xyz"), ["added x y z @x"]),
        ("ab bc", "ab bc xb", touch(added="x"), ["added x b c @x"]),
        ("ab bc", "xa ab bc", touch(added="x"), ["added x a b c @x"]),
        ("ab bc", "Ab bc", touch(changed="A", a="A"), ["step changed A b c @A"]),
        ("ab bc", "aB Bc", touch(b="B"), []),
        ("ab bc ax xy", "ab bc ax xy", touch(changed="b", impacted="a"), ["step changed a b c @b", "step impacted a x y @a"]),
    ],
)
def test_flows(before: str, after: str, touched: Touched, expected: list[str]) -> None:
    assert short(compared(drawn(before), drawn(after), touched)) == expected


def test_routes_that_appear_and_vanish_though_their_handlers_stay() -> None:
    code = drawn("ab bc xy yz")
    found = compared(code, code, touch(), old=(route("a"),), new=(route("x", "/x"),))
    assert [(change.change, change.name) for change in found if "GET" in change.name] == [
        ("added", "GET /x → x → … → z"),
        ("removed", "GET / → a → … → c"),
    ]


def test_a_route_with_another_path_is_another_route() -> None:
    code = drawn("ab bc")
    found = compared(code, code, touch(changed="a"), old=(route("a"),), new=(route("a", "/new"),))
    assert sorted((change.change, change.name.split(" → ")[0]) for change in found) == [("added", "GET /new"), ("removed", "GET /")]


def test_the_nearest_step_to_the_change_is_named() -> None:
    found = compared(drawn("ab bc cd"), drawn("ab bc cd"), touch(impacted="cbad"))
    assert short(found) == ["step impacted a b c d @c"]


@given(code_graphs())
def test_a_graph_read_call_by_call_is_followed_as_the_whole_is(made: tuple[list, list]) -> None:
    of = graph(made[1], made[0])
    slow, fast = Followed(reader(of)), followed(of)
    for at, node in enumerate(of.nodes):
        assert list(slow.callees(node.id)) == [of.nodes[target].id for target in fast(at)]


@given(code_graphs(), code_graphs())
def test_agrees_with_tracing_both_sides_whole(first: tuple[list, list], second: tuple[list, list]) -> None:
    """Everything that is reported is there to be seen, and every flow of head with a call that base did not follow is reported."""
    nodes = first[0]
    names = {node.qualified_name for node in nodes}
    before = graph(first[1], nodes)
    after = graph([call for call in second[1] if {call[0], call[1]} <= names], nodes)
    old, new = Followed(reader(before)), Followed(reader(after))
    changed = {node.id for node in nodes if old.callees(node.id) != new.callees(node.id)}
    touched = Touched(changed=frozenset(changed), impacted={node.id: 1 for node in nodes if node.id not in changed})
    starts = entries(before, (), NOBODY, {})
    flows = Flows(processes(before, starts).found, starts)
    found = process_changes(reader(before), reader(after), flows, (), lambda node: True, touched).found
    said = {change.steps for change in found}
    whole = {process.steps for process in processes(after, starts).found}
    fresh = {path for path in whole if any(b not in old.callees(a) for a, b in pairwise(path))}
    assert fresh <= said
    for change in found:
        assert change.touched_step in change.steps
        if change.change == "added":
            assert change.steps in whole
        if change.change == "removed":
            assert any(b not in new.callees(a) for a, b in pairwise(change.steps))
    assert len({(change.change, change.id) for change in found}) == len(found)
