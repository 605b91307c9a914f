"""Which tests a change may affect: a closure of its own, wider than the blast radius, with a reason for each test."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

import msgspec

from nexus_diff.impact.paths import shown_confidence
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.impact.tests_counts import MOST_COUNTED, Steps, counts, marks
from nexus_diff.impact.tests_layout import FUNCTIONS, is_named_test
from nexus_diff.impact.tests_rank import costs, target
from nexus_diff.impact.tests_steering import Steer
from nexus_diff.impact.tests_walk import walk, way
from nexus_diff.impact.tests_words import reason
from nexus_diff.model.answer import AffectedTest
from nexus_diff.model.graph import HERITAGE, Node

STEERED = 0.1
"""Confidence of a test that a changed configuration, lock file or fixture file selects."""


class Start(msgspec.Struct, frozen=True, order=True):
    """Where the closure starts. `base`, `head`: node ids, "" where it does not start there. `importers`: module code changed, so that
    whoever imports the file runs it."""

    base: str = ""
    head: str = ""
    importers: bool = False


class Selection(msgspec.Struct, frozen=True):
    """`tests`: best first. `cut`: what a limit left out → how many. `reaching`: changed symbol → how many of the tests reach it, empty
    when there are too many of them to count."""

    tests: tuple[AffectedTest, ...] = ()
    cut: dict[str, int] = {}
    reaching: dict[str, int] = {}


def affected_tests(
    base: Callers,
    head: Callers,
    starts: Iterable[Start],
    steers: Iterable[Steer] = (),
    renames: Mapping[str, str] | None = None,
    limit: int = 20_000,
) -> Selection:
    """Tests that may behave differently, best first: from the starts in head, in base from what head no longer has under that id, and all
    tests below the folders of changed files that steer test runs. `limit`: most tests listed."""
    ordered = sorted(set(starts))
    found: dict[tuple[str, str, str], tuple[float, AffectedTest]] = {}
    origins: dict[tuple[str, str, str], set[str]] = {}
    steps: Steps | None = {} if len(ordered) <= MOST_COUNTED else None
    here = _Side(head, {start.head: start.importers for start in ordered if start.head}, {}, steps)
    from_base = {start.base: start.importers for start in ordered if start.base and start.base != start.head}
    before = _Side(base, from_base, renames or {}, steps, here.trails)
    for side in (here, before):
        for cost, test, origin in side.tests(head):
            key = (test.id, test.file, test.name)
            origins.setdefault(key, set()).add(origin)
            if key not in found or cost < found[key][0]:
                found[key] = (cost, test)
    ranked = sorted(found.values(), key=lambda entry: (entry[0], entry[1].file, entry[1].start_line, entry[1].name, entry[1].id))
    tests = [test for _, test in ranked]
    tests += [test for test in _steered(head, steers) if (test.id, test.file, test.name) not in found]
    cut = {f"affected tests beyond the first {limit}": len(tests) - limit} if len(tests) > limit else {}
    reaching = _reaching(steps, ordered, origins.values()) if steps is not None else {}
    return Selection(tuple(tests[:limit]), cut, reaching)


def _reaching(steps: Steps, starts: Iterable[Start], origins: Iterable[set[str]]) -> dict[str, int]:
    """Changed symbol, by its id in head if it has one → how many tests reach it on either side."""
    name_of = {key: start.head or start.base for start in starts for key in (start.base, start.head) if key}
    ordered, found = marks(steps, name_of)
    number = {name: place for place, name in enumerate(sorted(set(name_of.values())))}
    joined = [1 << number[name_of[key]] for key in ordered]

    def merged(mark: int) -> int:
        total = 0
        for place, bit in enumerate(joined):
            total |= bit if mark >> place & 1 else 0
        return total

    known: dict[int, int] = {}
    marked = []
    for keys in origins:
        total = 0
        for key in keys:
            mark = found.get(key, 0)
            total |= known[mark] if mark in known else known.setdefault(mark, merged(mark))
        marked.append(total)
    return counts(number, marked)


class _Side:
    """The closure of one side. `renames`: its ids → ids in head, where they differ."""

    def __init__(
        self,
        callers: Callers,
        starts: Mapping[str, bool],
        renames: Mapping[str, str],
        steps: Steps | None,
        beyond: Container[str] = frozenset(),
    ) -> None:
        self._callers, self._renames = callers, renames
        graph = callers.graph
        self._targets = {start: target(node) for start in starts if (node := graph.node(start)) is not None}
        known = {start: importers for start, importers in starts.items() if start in self._targets}
        self.trails = walk(callers, known, [start for start, importers in known.items() if importers], beyond, steps)

    def tests(self, head: Callers) -> Iterator[tuple[float, AffectedTest, str]]:
        """The tests that head has, each with its cost and the symbol of this side that it is, or that it is inherited from."""
        graph, heirs = self._callers.graph, _Heirs(head)
        nodes = [node for key in self.trails if (node := graph.node(key)) is not None and is_test(self._callers, node)]
        ways = {node.id: way(self.trails, node.id) for node in nodes}
        start_of = {key: steps[-1][0] if steps else key for key, steps in ways.items()}
        cost = costs(nodes, self.trails, self._targets, start_of)
        for node in nodes:
            now = head.graph.node(self._renames.get(node.id, node.id))
            if now is not None:
                trail = self.trails[node.id]
                test = _test(now, reason(ways[node.id], self._name), trail.distance, trail.sure)
                yield cost[node.id], test, node.id
                yield from ((cost[node.id] + 0.5, heir, node.id) for heir in heirs.of(now, test))

    def _name(self, node_id: str) -> str:
        node = self._callers.graph.node(node_id)
        return node.qualified_name if node is not None else node_id


def is_test(callers: Callers, node: Node) -> bool:
    """Whether a runner runs this node by itself."""
    if node.label in FUNCTIONS:
        return is_named_test(node)
    return node.label == "File" and callers.layouts.is_file_test(node.file_path)


def _test(node: Node, why: str, distance: int, sure: float) -> AffectedTest:
    return AffectedTest(
        id=node.id,
        file=node.file_path,
        name=node.qualified_name,
        start_line=node.start_line,
        reason=why,
        distance=distance,
        confidence=shown_confidence(sure),
    )


class _Heirs:
    """Test classes below a class, each asked for once."""

    def __init__(self, head: Callers) -> None:
        self._head = head
        self._below: dict[str, list[Node]] = {}

    def of(self, node: Node, test: AffectedTest) -> Iterator[AffectedTest]:
        """The same test as classes below run it."""
        owner = self._head.layouts.of(node.file_path).class_of(node.id) if node.label == "Method" else None
        if owner is None:
            return
        queue, seen = [owner.id], {owner.id}
        for here in queue:
            for heir in self._direct(here):
                if heir.id in seen:
                    continue
                seen.add(heir.id)
                if any(method.name == node.name for method in self._head.layouts.of(heir.file_path).methods(heir.id)):
                    continue
                queue.append(heir.id)
                name = f"{heir.qualified_name}.{node.name}"
                why = f"{test.reason}; inherited from {owner.qualified_name}"
                yield msgspec.structs.replace(test, file=heir.file_path, name=name, start_line=heir.start_line, reason=why)

    def _direct(self, class_id: str) -> list[Node]:
        found = self._below.get(class_id)
        if found is None:
            nodes = (self._head.graph.node(relation.source) for relation in self._head.graph.incoming(class_id, HERITAGE, 0.0))
            found = [node for node in nodes if node is not None and self._head.layouts.in_tests(node.file_path)]
            self._below[class_id] = found
        return found


def _steered(head: Callers, steers: Iterable[Steer]) -> Iterator[AffectedTest]:
    """All tests of a folder, by file and line; the first reason counts."""
    ordered = list(steers)
    if not ordered:
        return
    for entry in head.graph.files():
        if "test" not in entry.marks:
            continue
        steer = next((each for each in ordered if not each.folder or entry.path.startswith(each.folder + "/")), None)
        for key in head.layouts.tests_of(entry.path) if steer is not None else ():
            node = head.graph.node(key)
            if node is not None and steer is not None:
                yield _test(node, steer.why, 1, STEERED)
