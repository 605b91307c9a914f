"""The shortest chain of relations from one node to another."""

from __future__ import annotations

from nexus_diff.model.answer import Hop
from nexus_diff.model.graph import GraphReader, Relation

MOST_VISITED = 200_000
"""Nodes after which a chain is given up: django has 58,000."""


def chain(graph: GraphReader, start: str, end: str, types: frozenset[str], min_confidence: float) -> tuple[Hop, ...]:
    """The hops of a shortest chain, the surest first relation among equally short ones, then the first by line and id; empty when there is
    none. A chain to itself has no hops."""
    before: dict[str, Relation | None] = {start: None}
    level = [start]
    while level and end not in before and len(before) < MOST_VISITED:
        reached: list[str] = []
        for node_id in level:
            for relation in sorted(graph.outgoing(node_id, types, min_confidence), key=_surest):
                if relation.target not in before:
                    before[relation.target] = relation
                    reached.append(relation.target)
        level = reached
    hops: list[Hop] = []
    last = before.get(end)
    while last is not None:
        hops.append(_hop(graph, last))
        last = before[last.source]
    return tuple(reversed(hops))


def _surest(relation: Relation) -> tuple[float, int, str]:
    return -relation.confidence, relation.line, relation.target


def _hop(graph: GraphReader, relation: Relation) -> Hop:
    node = graph.node(relation.source)
    return Hop(
        id=relation.source,
        file=node.file_path if node is not None else "",
        line=relation.line,
        side="head",
        type=relation.type,
        confidence=relation.confidence,
        reason=relation.reason,
    )
