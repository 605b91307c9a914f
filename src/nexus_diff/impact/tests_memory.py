"""A graph that remembers the nodes it was asked for: test selection asks for each of them many times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.model.graph import FileEntry, GraphReader, Node, Relation


class Remembered:
    """A `GraphReader` in front of another one, which does not change meanwhile."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._nodes: dict[str, Node | None] = {}

    def node(self, node_id: str) -> Node | None:
        if node_id not in self._nodes:
            self._nodes[node_id] = self._graph.node(node_id)
        return self._nodes[node_id]

    def nodes_in(self, path: str) -> Iterable[Node]:
        return self._graph.nodes_in(path)

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return self._graph.incoming(node_id, types, min_confidence)

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return self._graph.outgoing(node_id, types, min_confidence)

    def files(self) -> Iterator[FileEntry]:
        return self._graph.files()
