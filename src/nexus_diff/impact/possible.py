"""What may reach a change, by name alone: calls that no type explains, settings read off some object. Listed last, never walked on from."""

# For maintainers. On real regressions (culprit → fix pairs) a tenth of the broken callers call through names that several classes bear.
# They are worth a place at the end of the list. Of several equally sure ones those that stand close to the change come first: the nearer
# the folder, the more often it is the right class of that name. Tests have a list of their own.

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import msgspec

from nexus_diff.impact.guesses import Named
from nexus_diff.impact.paths import hop, impacted
from nexus_diff.impact.reverse import CONSTRUCTORS
from nexus_diff.impact.values import Seed
from nexus_diff.model.answer import Impacted
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, GraphReader, Node, Relation

MOST_BEARERS = 64
"""Most symbols of one name for which the name tells possible users."""
FEW_BEARERS = 8
"""The same for possible callees: each call adds all of them."""
MOST_EACH = 40
"""Most possible callers, and most possible callees, that are listed for one changed symbol."""


def possible_users(head: GraphReader, sides: Iterable[Named], seeds: Iterable[Seed], known: Container[str]) -> tuple[list[Impacted], int]:
    """Production code that may use a changed symbol, surest first, without what is `known`; how many were left out."""
    found: dict[str, Impacted] = {}
    cut = 0
    both = tuple(sides)
    for seed in seeds:
        told = (
            _told(head, side, relation, relation.source, seed.via)
            for side in both
            if (start := side.graph.node(seed.base if side.name == "base" else seed.head)) is not None and _says_something(start)
            for relation in _users(side, start)
        )
        fresh = [one for one in _best(told) if one.id not in known and not one.in_tests]
        cut += max(0, len(fresh) - MOST_EACH)
        for one in fresh[:MOST_EACH]:
            other = found.get(one.id)
            if other is None or _order(one) < _order(other):
                found[one.id] = one
    return sorted(found.values(), key=_order), cut


def possible_callees(head: Named, seeds: Iterable[Seed], known: Container[str]) -> tuple[list[Impacted], int]:
    """What changed and added functions may call, surest first, without what is `known`; how many were left out."""
    found: dict[str, Impacted] = {}
    cut = 0
    for seed in seeds:
        start = head.graph.node(seed.head) if seed.head.startswith(("Function:", "Method:")) else None
        if start is None or start.is_test:
            continue
        guessed = [r for r in head.graph.outgoing(start.id, CALLS, 0.0) if _is_guess(r, FEW_BEARERS)]
        listed = _best(_told(head.graph, head, relation, relation.target, seed.via) for relation in (*guessed, *head.guesses.used(start)))
        fresh = [one for one in listed if one.id not in known and not one.in_tests]
        cut += max(0, len(fresh) - MOST_EACH)
        for one in fresh[:MOST_EACH]:
            found.setdefault(one.id, one)
    return sorted(found.values(), key=_order), cut


def _users(side: Named, start: Node) -> Iterator[Relation]:
    yield from (r for r in side.graph.incoming(start.id, CALLS, 0.0) if _is_guess(r, MOST_BEARERS))
    yield from side.guesses.users(start)


def _is_guess(relation: Relation, bearers: int) -> bool:
    return relation.confidence < CALL_THRESHOLD and relation.k <= bearers


def _says_something(start: Node) -> bool:
    """Whether others are likely to mean this symbol by its name."""
    special = start.name.startswith("__") and start.name.endswith("__")
    return not (start.label in ("File", "Folder") or start.is_test or start.name in CONSTRUCTORS or special)


def _told(head: GraphReader, side: Named, relation: Relation, found: str, via: str) -> Impacted | None:
    key = side.renames.get(found, found)
    node = head.node(key)
    if node is None or node.label in ("File", "Folder"):
        return None
    source = side.graph.node(relation.source)
    path = (hop(relation, source.file_path if source else "", side.name),)
    return msgspec.structs.replace(impacted(head, node, 1, relation.confidence, via, path), possible=True)


def _best(told: Iterable[Impacted | None]) -> list[Impacted]:
    """The surest of each, in order."""
    best: dict[str, Impacted] = {}
    for one in told:
        if one is not None and (one.id not in best or _order(one) < _order(best[one.id])):
            best[one.id] = one
    return sorted(best.values(), key=_order)


def _order(one: Impacted) -> tuple[float, int, str, bool, int]:
    """Of equal evidence that of head first: its lines are there to be looked at."""
    return (-one.confidence, -_closeness(one), one.id, one.path[0].side != "head", one.path[0].line)


def _closeness(one: Impacted) -> int:
    """How many folders it has in common with the changed symbol; a file in common counts as one more."""
    common = 0
    for mine, theirs in zip(one.file.split("/"), one.via.split(":", 2)[1].split("/"), strict=False):
        if mine != theirs:
            break
        common += 1
    return common
