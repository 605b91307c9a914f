"""Small code graphs, written as text, and at random."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from nexus_diff.analysis.values import CodeGraph
from nexus_diff.model.graph import Node


def function(name: str, *, path: str = "app.py", label: str = "Function", exported: bool = True, test: bool = False, line: int = 1) -> Node:
    """A node of a symbol; `path` "" in the name's place makes a File."""
    node_id = f"{label}:{path}:{name}" if label != "File" else f"File:{path}"
    return Node(node_id, label, name.rpartition(".")[2], name, path, line, line + 3, "python", exported, test)


def graph(
    calls: Iterable[tuple[str, str] | tuple[str, str, float, int]], nodes: Iterable[Node] = (), heritage: Iterable[tuple[str, str]] = ()
) -> CodeGraph:
    """The graph of these calls (names of functions of app.py, or of `nodes`), in no particular order."""
    calls, heritage = list(calls), list(heritage)
    known = {node.qualified_name: node for node in nodes}
    for pair in [*calls, *heritage]:
        for name in pair[:2]:
            known.setdefault(name, function(name))
    ordered = sorted(known.values(), key=lambda node: node.id)
    places = {node.qualified_name: at for at, node in enumerate(ordered)}
    edges = {(places[call[0]], places[call[1]], *(call[2:] or (0.95, 1))) for call in calls}
    return CodeGraph(tuple(ordered), tuple(sorted(edges)), tuple(sorted({(places[a], places[b]) for a, b in heritage})))  # type: ignore[arg-type]


@st.composite
def code_graphs(draw: st.DrawFn) -> tuple[list[Node], list[tuple[str, str, float, int]]]:
    """Nodes and calls of a random graph: what `graph` takes."""
    count = draw(st.integers(2, 14))
    names = [f"f{at}" for at in range(count)]
    nodes = [
        function(name, path=f"{'ab'[at % 2]}/m{at % 3}.py", exported=draw(st.booleans()), test=draw(st.integers(0, 9)) == 0)
        for at, name in enumerate(names)
    ]
    call = st.tuples(st.sampled_from(names), st.sampled_from(names), st.sampled_from((0.5, 0.7, 0.95)), st.integers(1, 5))
    return nodes, draw(st.lists(call, max_size=40))
