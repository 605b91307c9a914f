"""The blast radius: who reaches a changed symbol, by one shortest path each, and what the changed code calls itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nexus_diff.impact.callees import MOST_FAR, callees
from nexus_diff.impact.guesses import Guesses, Named, NoGuesses
from nexus_diff.impact.paths import Paths, impacted, shown_confidence
from nexus_diff.impact.possible import MOST_EACH, possible_callees, possible_users
from nexus_diff.impact.reverse import Step, Walked, reverse
from nexus_diff.impact.shared import MOST_SHARED, sharing
from nexus_diff.impact.values import Limits, Reach, Seed
from nexus_diff.model.answer import Impacted
from nexus_diff.model.graph import CALL_THRESHOLD, GraphReader, Node


def blast_radius(
    base: GraphReader,
    head: GraphReader,
    seeds: Iterable[Seed],
    renames: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    guesses: tuple[Guesses, Guesses] = (NoGuesses(), NoGuesses()),
) -> Reach:
    """Everything that reaches a seed over calls, inheritance and references: in the base graph from the seeds' base ids, in the head
    graph from their head ids. Left out: the seeds themselves, and what head no longer has. `seeds`, `renames`: from `compare`. `guesses`:
    what names tell of base and head, for what may reach a seed without any of that; it comes last."""
    limits, renames, ordered = limits or Limits(), renames or {}, sorted(seeds)
    sides = (_Side("head", head, ordered, limits, {}), _Side("base", base, ordered, limits, renames))
    cut: dict[str, int] = {}
    best, beyond = _union(head, sides, {seed.head for seed in ordered})
    ranked = sorted(best.values(), key=lambda found: (found.step.distance, -shown_confidence(found.step.confidence), found.node.id))
    _count(cut, f"impacted beyond depth {limits.depth}", len(beyond))
    _count(cut, f"impacted beyond the first {limits.symbols}", len(ranked) - limits.symbols)
    called, far = callees(head, ordered, limits.min_confidence)
    _count(cut, f"callees two steps away beyond the first {MOST_FAR}", far)
    _count(cut, f"callees beyond the first {limits.callees}", len(called) - limits.callees)
    told = sorted((found.told(head) for found in ranked[: limits.symbols]), key=_shown_order)
    reach = Reach(tuple(told), tuple(called[: limits.callees]), cut)
    if limits.min_confidence > CALL_THRESHOLD or limits.depth < 1:
        return reach
    return _with_possible(reach, Named("base", base, guesses[0], renames), Named("head", head, guesses[1], {}), ordered, best)


def _with_possible(reach: Reach, base: Named, head: Named, seeds: Sequence[Seed], reached: Mapping[str, _Found]) -> Reach:
    """What may be impacted and may be called, by name or shared data alone, at the ends of the lists."""
    changed = {seed.head for seed in seeds} | {seed.via for seed in seeds}
    users, users_left = possible_users(head.graph, (base, head), seeds, reached.keys() | changed)
    shared, shared_left = sharing(base, head, seeds, reached.keys() | changed | {one.id for one in users})
    more, callees_left = possible_callees(head, seeds, {one.id for one in reach.callees} | changed)
    cut = dict(reach.cut)
    _count(cut, f"possible users of one symbol beyond the first {MOST_EACH}", users_left)
    _count(cut, f"functions with data or calls in common beyond the first {MOST_SHARED}", shared_left)
    _count(cut, f"possible callees of one symbol beyond the first {MOST_EACH}", callees_left)
    return Reach((*reach.impacted, *users, *shared), (*reach.callees, *more), cut)


def _shown_order(symbol: Impacted) -> tuple[int, float, bool, str]:
    """Near first, sure first, then what stands in the file of the change."""
    home = symbol.via.split(":", 2)
    return (symbol.distance, -symbol.confidence, len(home) < 2 or home[1] != symbol.file, symbol.id)


def _count(cut: dict[str, int], what: str, number: int) -> None:
    if number > 0:
        cut[what] = number


class _Side:
    """The walk of one side. `renames`: its ids → ids in head, where they differ."""

    def __init__(self, name: str, graph: GraphReader, seeds: Sequence[Seed], limits: Limits, renames: Mapping[str, str]) -> None:
        ids = [(seed.base if name == "base" else seed.head, seed) for seed in seeds]
        self.walked: Walked = reverse(graph, {key: seed for key, seed in ids if key}, limits.depth, limits.min_confidence)
        self.paths = Paths(name, graph, {key: seed.via for key, seed in ids if key}, self.walked.passed)
        self.renames = renames

    def steps(self) -> dict[str, Step]:
        """The best step of every symbol that was reached."""
        steps = dict(self.walked.passed)
        for node, step in self.walked.ended.items():
            known = steps.get(node)
            if known is None or step.rank() < known.rank():
                steps[node] = step
        return steps


class _Found(msgspec.Struct, gc=False):
    node: Node
    step: Step
    paths: Paths

    def told(self, head: GraphReader) -> Impacted:
        path, via = self.paths.of(self.step)
        return impacted(head, self.node, self.step.distance, self.step.confidence, via, path)


def _union(head: GraphReader, sides: Iterable[_Side], changed: set[str]) -> tuple[dict[str, _Found], set[str]]:
    """The better of both sides for every symbol that head has, the head side when they are equal; and what lies beyond the depth limit."""
    best: dict[str, _Found] = {}
    beyond: set[str] = set()
    for side in sides:
        for key, step in sorted(side.steps().items(), key=lambda item: item[0]):
            known_id = side.renames.get(key, key)
            known = best.get(known_id)
            if known_id in changed or (known and _order(known.step) <= _order(step)):
                continue
            node = known.node if known else head.node(known_id)
            if node is not None:
                best[known_id] = _Found(node, step, side.paths)
        beyond.update(side.renames.get(key, key) for key in side.walked.beyond)
    return best, {key for key in beyond - changed - best.keys() if head.node(key) is not None}


def _order(step: Step) -> tuple[int, float]:
    return (step.distance, -shown_confidence(step.confidence))
