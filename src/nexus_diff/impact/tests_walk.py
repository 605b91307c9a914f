"""One reverse walk for test selection: the best trail from the change to everything that may depend on it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

import msgspec

from nexus_diff.impact.tests_callers import Callers
from nexus_diff.impact.tests_counts import Steps
from nexus_diff.impact.tests_links import Link, best_links
from nexus_diff.model.graph import IMPORTS


class Trail(msgspec.Struct, gc=False):
    """How a symbol was reached: from `parent` (one closer to the change, "" for the change itself) by `link`."""

    distance: int
    sure: float
    parent: str
    link: Link | None

    def rank(self) -> tuple[int, float, str]:
        """Smaller is better."""
        return (self.distance, -self.sure, self.parent)


Trails = dict[str, Trail]


def walk(
    callers: Callers, starts: Iterable[str], importers: Iterable[str] = (), known: Container[str] = (), steps: Steps | None = None
) -> Trails:
    """Everything that may depend on the starts, without a limit of depth, level by level; of several ways at the shortest distance the
    surest. `importers`: files whose module code changed, so that whoever imports them, directly or not, runs it.
    `known`: symbols beyond which another walk has been already. `steps`: where all steps are written down."""
    files = set(importers)
    trails: Trails = {start: Trail(0, 1.0, "", None) for start in sorted({*starts, *files})}
    level = list(trails)
    distance = 0
    while level:
        fresh: Trails = {}
        for node in level:
            links = best_links(_imported(callers, node)) if node in files else best_links(callers.links(node, distance))
            if steps is not None:
                steps.setdefault(node, []).extend(links)
            for source, link in links.items():
                if source in trails or source in known:
                    continue
                trail = Trail(distance + 1, trails[node].sure * link.sure, node, link)
                other = fresh.get(source)
                if other is None or trail.rank() < other.rank():
                    fresh[source] = trail
                if link.how == "contains" or (link.how == "imports" and node in files):
                    files.add(source)
        trails.update(fresh)
        level = sorted(fresh)
        distance += 1
    return trails


def _imported(callers: Callers, file: str) -> Iterator[Link]:
    """Who runs the module code of a file: its importers and its own tests."""
    yield from callers.links(file, 0)
    for relation in callers.graph.incoming(file, IMPORTS, 0.0):
        yield Link(relation.source, "imports", 0.5, relation.line)


def way(trails: Mapping[str, Trail], node: str) -> list[tuple[str, Link]]:
    """The steps from a symbol to the change: (symbol that is stepped to, link)."""
    steps: list[tuple[str, Link]] = []
    trail = trails[node]
    while trail.link is not None:
        steps.append((trail.parent, trail.link))
        trail = trails[trail.parent]
    return steps
