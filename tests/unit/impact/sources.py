"""The graph of a few source texts, and the tests that changing one symbol of it may affect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from memory import MemoryRecord, MemoryTree, link

from nexus_diff.impact.tests import Start, affected_tests
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.index.indexer import Side
from nexus_diff.link.nodes import file_node
from nexus_diff.model.answer import AffectedTest
from nexus_diff.model.graph import FileEntry, Node, Relation
from nexus_diff.run.known import Facts


class SourceGraph:
    """A GraphReader over linked sources."""

    def __init__(self, tree: MemoryTree, record: MemoryRecord) -> None:
        self.tree = tree
        nodes = [node for some in record.nodes.values() for node in some]
        for path, entry in tree.files().items():
            facts = tree.facts(path)
            nodes.append(file_node(entry, facts.line_count if facts else 0))
        self.nodes = {node.id: node for node in nodes}
        self.relations = record.relations()

    def node(self, node_id: str) -> Node | None:
        return self.nodes.get(node_id)

    def nodes_in(self, path: str) -> Iterable[Node]:
        found = [node for node in self.nodes.values() if node.file_path == path and node.label != "Folder"]
        return sorted(found, key=lambda node: (node.start_line, -node.end_line, node.id))

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self.relations if r.target == node_id and r.type in types and r.confidence >= min_confidence]

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self.relations if r.source == node_id and r.type in types and r.confidence >= min_confidence]

    def files(self) -> Iterator[FileEntry]:
        return iter(self.tree.files().values())


def callers_of(sources: Mapping[str, str]) -> Callers:
    """The callers of these sources, with what their facts tell."""
    tree = MemoryTree(sources)
    graph = SourceGraph(tree, link(sources))
    return Callers(graph, Facts(Side(graph, tree)))  # type: ignore[arg-type]


def selected(sources: Mapping[str, str], changed: str) -> list[AffectedTest]:
    """The tests for one changed symbol, written `path:qualified.name` or `path` for its module code."""
    callers = callers_of(sources)
    path, _, name = changed.partition(":")
    starts = [Start("", node.id, not name) for node in callers.graph.nodes_in(path) if node.qualified_name == (name or path)]
    assert starts, changed
    return list(affected_tests(callers, callers, starts).tests)
