"""Links: one step of the reverse walk for test selection, and what a relation is as one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from nexus_diff.impact.tests_layout import FUNCTIONS, Layouts
from nexus_diff.model.graph import CALL_THRESHOLD, GraphReader, Node, Relation

NEAR = 1
"""How far from the change a method without known callers is followed to its class when nothing says that a library calls it, and a
constant to its users."""
LEAST = 0.4
"""Smallest confidence of a link that is followed further away; near the change every guess is."""
FLOW = 0.35
"""Confidence of a method of whatever flows into a parameter: as good as a name, measured over many steps."""
IMPLICIT, ACCESSOR, GUESSED, OWNER = 0.45, 0.8, 0.25, 0.9
"""Confidence of: a call by protocol or library, an accessor of the same name, a method that nobody seems to call, the code around."""


class Link(msgspec.Struct, frozen=True, gc=False):
    """`source` may have run the symbol, or decided what it does. `how`: call, fixture, set-up, value, name, nested, implicit, creates,
    handed, extends, accessor, override, decorates, module, contains, imports."""

    source: str
    how: str
    sure: float
    line: int = 0


class Known(Protocol):
    """What the facts of a revision tell beyond its graph."""

    def outside(self, cls: Node) -> frozenset[str]:
        """Last names of the bases of a class that are not in the repository."""

    def users(self, constant: Node) -> Iterable[tuple[str, int]]:
        """Symbols that name a module's constant, or files whose module code does, each with a line."""

    def guarded(self, path: str, line: int) -> bool:
        """Whether a line of module code runs only where the file is the main program."""


class NothingKnown:
    """For graphs without facts."""

    def outside(self, cls: Node) -> frozenset[str]:
        return frozenset()

    def users(self, constant: Node) -> Iterable[tuple[str, int]]:
        return ()

    def guarded(self, path: str, line: int) -> bool:
        return False


RUNNER = ("fixture", "set-up")
"""Reasons of relations to what a test runner runs for a test."""


class Links:
    """Relations of one graph as links."""

    def __init__(self, graph: GraphReader, layouts: Layouts, known: Known) -> None:
        self._graph, self._layouts, self._known = graph, layouts, known

    def of(self, relation: Relation, how: str = "") -> Link:
        """A relation as a link; one that starts in module code starts in the symbol which has that line."""
        source, sure = relation.source, relation.confidence
        if relation.reason == "flow":
            sure = min(sure, FLOW)
        if not how:
            how = relation.reason if relation.reason in RUNNER else "call"
            how = "name" if relation.confidence < CALL_THRESHOLD and "name" in relation.reason else how
        if source.startswith("File:") and relation.line:
            source, decorated = self._owner(source[5:], relation.line, relation.target)
            how = "decorates" if decorated else how
        return Link(source, how, sure, relation.line)

    def _owner(self, path: str, line: int, target: str) -> tuple[str, bool]:
        """What a line of module code belongs to ("" for nothing: main programs do not count), and whether that is a function that the line
        decorates. In a test file constants are left to the file: it stands for all of its tests."""
        holder = self._layouts.of(path).holder(line)
        if (holder is None or holder.label == "CodeElement") and self._known.guarded(path, line):
            return "", False
        if holder is None or holder.id == target or (holder.label == "CodeElement" and self._layouts.in_tests(path)):
            return "File:" + path, False
        return holder.id, holder.label in FUNCTIONS


def best_links(links: Iterable[Link]) -> dict[str, Link]:
    """The surest link per source."""
    best: dict[str, Link] = {}
    for link in links:
        known = best.get(link.source)
        if known is None or (-link.sure, link.how, link.line) < (-known.sure, known.how, known.line):
            best[link.source] = link
    return best
