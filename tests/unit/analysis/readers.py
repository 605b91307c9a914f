"""A small code graph as pure packages see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.analysis.values import CodeGraph
from nexus_diff.model.graph import FileEntry, Node, Relation


class Reader:
    """A GraphReader over nodes and relations."""

    def __init__(self, nodes: Iterable[Node], relations: Iterable[Relation]) -> None:
        self.nodes = {node.id: node for node in nodes}
        self.relations = sorted(set(relations))

    def node(self, node_id: str) -> Node | None:
        return self.nodes.get(node_id)

    def nodes_in(self, path: str) -> Iterable[Node]:
        return sorted((n for n in self.nodes.values() if n.file_path == path), key=lambda n: (n.start_line, -n.end_line, n.id))

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self.relations if r.target == node_id and r.type in types and r.confidence >= min_confidence]

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self.relations if r.source == node_id and r.type in types and r.confidence >= min_confidence]

    def files(self) -> Iterator[FileEntry]:
        return iter(())


def reader(graph: CodeGraph) -> Reader:
    """The same graph, call by call."""
    calls = (Relation(graph.nodes[a].id, graph.nodes[b].id, "CALLS", line, "exact", sure) for a, b, sure, line in graph.calls)
    return Reader(graph.nodes, calls)
