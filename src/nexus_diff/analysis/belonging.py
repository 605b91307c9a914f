"""Which community a symbol belongs to, for display."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from nexus_diff.model.graph import CALL_THRESHOLD, GraphReader

_TYPES = frozenset({"CALLS", "EXTENDS", "IMPLEMENTS"})


def neighbours_community(graph: GraphReader, node_id: str, community_of: Callable[[str], str]) -> str:
    """The community that most neighbours of a new symbol belong to, the first by name among equals; "" when they belong to none."""
    around = {relation.target for relation in graph.outgoing(node_id, _TYPES, CALL_THRESHOLD)}
    around.update(relation.source for relation in graph.incoming(node_id, _TYPES, CALL_THRESHOLD))
    counted = Counter(name for other in around - {node_id} if (name := community_of(other)))
    return min(counted, key=lambda name: (-counted[name], name), default="")
