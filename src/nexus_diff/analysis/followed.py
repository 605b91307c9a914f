"""The callees that processes follow, read from a graph as they are asked for."""

from __future__ import annotations

from nexus_diff.analysis.entry_points import FUNCTIONS
from nexus_diff.analysis.processes import BRANCHING
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, GraphReader, Node

LABELS = frozenset({"File", "Function", "Method", "Class", "Interface"})
"""What a step may be."""


class Followed:
    """One graph as processes see it: the same callees as `processes.followed` gives for the whole of it."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._callees: dict[str, tuple[str, ...]] = {}
        self._tests: dict[str, bool] = {}

    def node(self, node_id: str) -> Node | None:
        """The node, or None."""
        return self._graph.node(node_id)

    def callees(self, node_id: str) -> tuple[str, ...]:
        """The surest callees, by line among equals, without tests."""
        found = self._callees.get(node_id)
        if found is None:
            found = self._callees[node_id] = tuple(self._read(node_id))
        return found

    def _read(self, node_id: str) -> list[str]:
        best: dict[str, tuple[float, int]] = {}
        for relation in self._graph.outgoing(node_id, CALLS, CALL_THRESHOLD):
            key = (-relation.confidence, relation.line)
            if relation.target != node_id and (relation.target not in best or key < best[relation.target]):
                best[relation.target] = key
        chosen: list[str] = []
        for target in sorted(best, key=lambda target: (*best[target], target)):
            if self.usable(target):
                chosen.append(target)
                if len(chosen) == BRANCHING:
                    break
        return chosen

    def degrees(self, node_id: str) -> tuple[int, int]:
        """Callees and callers, as entry points count them."""
        calls = [
            call for call in self._graph.outgoing(node_id, CALLS, CALL_THRESHOLD) if self._counts(call.target) and call.target != node_id
        ]
        callers = {call.source for call in self._graph.incoming(node_id, CALLS, CALL_THRESHOLD) if self._is_caller(call.source)}
        return min(len({call.target for call in calls}), len({call.line for call in calls})), len(callers - {node_id})

    def usable(self, node_id: str) -> bool:
        """Whether a node may be a step: code outside of tests."""
        return self._counts(node_id) and not self._is_test(node_id)

    def is_inner(self, node: Node) -> bool:
        """Whether a function stands in another one."""
        outer = node.qualified_name.rpartition(".")[0]
        return any(other.qualified_name == outer and other.label in FUNCTIONS for other in self._graph.nodes_in(node.file_path))

    def _counts(self, node_id: str) -> bool:
        node = self._graph.node(node_id)
        return node is not None and node.label in LABELS

    def _is_caller(self, node_id: str) -> bool:
        node = self._graph.node(node_id)
        return node is not None and node.label in FUNCTIONS and not self._is_test(node_id)

    def _is_test(self, node_id: str) -> bool:
        node = self._graph.node(node_id)
        if node is None:
            return False
        found = self._tests.get(node.file_path)
        if found is None:
            file = self._graph.node("File:" + node.file_path)
            found = self._tests[node.file_path] = file is not None and file.is_test
        return found or node.is_test
