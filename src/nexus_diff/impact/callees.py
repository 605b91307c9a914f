"""What changed code calls itself: a regression often shows in what is called, with arguments or in a state it did not meet before."""

# For maintainers. One step down every call counts. Of the second step the callees in the file of the change come first, then the surest
# calls, and MOST_FAR of them at most: further down everything calls the same helpers.

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from nexus_diff.impact.paths import hop, impacted, shown_confidence
from nexus_diff.impact.values import Seed
from nexus_diff.model.answer import Impacted
from nexus_diff.model.graph import CALLS, GraphReader, Relation

MOST_FAR = 50
"""Callees two steps away that are listed."""
Chain = tuple[Relation, ...]
"""Calls from changed code to a callee."""


def callees(head: GraphReader, seeds: Iterable[Seed], min_confidence: float) -> tuple[list[Impacted], int]:
    """What changed and added functions call, one step, then two, each by its most confident calls; how many of the second step were left
    out. The changed symbols themselves are no callees."""
    starts = {seed.head: seed.via for seed in seeds if seed.head.startswith(("Function:", "Method:"))}
    changed = {seed.head for seed in seeds} | {seed.via for seed in seeds}
    near = _step(head, dict.fromkeys(starts, ()), changed, min_confidence)
    far = _step(head, near, changed | near.keys(), min_confidence)
    found = [_told(head, chain, starts) for chain in near.values()]
    distant = [_told(head, chain, starts) for chain in far.values()]
    near_shown = sorted((one for one in found if one is not None), key=lambda one: (-one.confidence, one.id))
    far_shown = sorted((one for one in distant if one is not None), key=_far_order)
    return [*near_shown, *far_shown[:MOST_FAR]], max(0, len(far_shown) - MOST_FAR)


def _step(head: GraphReader, level: Mapping[str, Chain], known: Container[str], min_confidence: float) -> dict[str, Chain]:
    """One call further: callee → its most confident chain."""
    best: dict[str, Chain] = {}
    for start, chain in level.items():
        for relation in head.outgoing(start, CALLS, min_confidence):
            longer = (*chain, relation)
            other = best.get(relation.target)
            if relation.target not in known and (other is None or _rank(longer) < _rank(other)):
                best[relation.target] = longer
    return best


def _rank(chain: Chain) -> tuple[float, list[tuple[str, int, str]]]:
    return (-_confidence(chain), [(relation.source, relation.line, relation.reason) for relation in chain])


def _confidence(chain: Chain) -> float:
    product = 1.0
    for relation in chain:
        product *= relation.confidence
    return shown_confidence(product)


def _told(head: GraphReader, chain: Chain, starts: Mapping[str, str]) -> Impacted | None:
    node = head.node(chain[-1].target)
    if node is None:
        return None
    sources = [head.node(relation.source) for relation in chain]
    path = tuple(hop(r, source.file_path if source else "", "head") for r, source in zip(chain, sources, strict=True))
    return impacted(head, node, len(chain), _confidence(chain), starts[chain[0].source], path)


def _far_order(found: Impacted) -> tuple[bool, float, str]:
    return (found.file != found.path[0].file, -found.confidence, found.id)
