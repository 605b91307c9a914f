"""Steps of a walk → evidence: paths with lines, and the answer's impacted symbols."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nexus_diff.impact.reverse import Step
from nexus_diff.impact.symbols import kind_of_node
from nexus_diff.languages import REGISTRY
from nexus_diff.model.answer import Hop, Impacted
from nexus_diff.model.graph import GraphReader, Node, Relation

_DIGITS = 6


class Paths:
    """Paths of one side. `starts`: node id → id of the changed symbol it stands for."""

    def __init__(self, side: str, graph: GraphReader, starts: Mapping[str, str], passed: Mapping[str, Step]) -> None:
        self._side, self._graph, self._starts, self._passed = side, graph, starts, passed
        self._known: dict[str, tuple[tuple[Hop, ...], str]] = {start: ((), via) for start, via in starts.items()}

    def of(self, step: Step) -> tuple[tuple[Hop, ...], str]:
        """The hops from the step's source to a changed symbol, and that symbol's id."""
        waiting: list[Step] = []
        node = step.parent
        while node not in self._known:
            waiting.append(self._passed[node])
            node = self._passed[node].parent
        for one in reversed(waiting):
            rest, via = self._known[one.parent]
            self._known[one.relation.source] = ((self._hop(one.relation), *rest), via)
        rest, via = self._known[step.parent]
        return (self._hop(step.relation), *rest), via

    def _hop(self, relation: Relation) -> Hop:
        node = self._graph.node(relation.source)
        return hop(relation, node.file_path if node else "", self._side)


def hop(relation: Relation, file: str, side: str) -> Hop:
    """The evidence of one relation."""
    return Hop(
        id=relation.source,
        file=file,
        line=relation.line,
        side=side,
        type=relation.type,
        confidence=round(relation.confidence, _DIGITS),
        reason=relation.reason,
    )


def shown_confidence(confidence: float) -> float:
    """As given in the answer."""
    return round(confidence, _DIGITS)


def stands_in_tests(graph: GraphReader, node: Node) -> bool:
    """Whether a node is a test or stands in a test file or in a module for tests."""
    file = None if node.is_test else graph.node("File:" + node.file_path)
    if node.is_test or (file is not None and file.is_test):
        return True
    return any(module is not None and module.is_test for module in map(graph.node, modules_around(node)))


def modules_around(node: Node) -> Iterator[str]:
    """Ids of the modules of its own file that a node may stand in, where such may be for tests alone."""
    language = REGISTRY.get(node.language)
    if language is not None and language.tests_anywhere:
        outer, _, rest = node.qualified_name.partition(".")
        while rest:
            yield f"CodeElement:{node.file_path}:{outer}"
            following, _, rest = rest.partition(".")
            outer = f"{outer}.{following}"


def impacted(graph: GraphReader, node: Node, distance: int, confidence: float, via: str, path: tuple[Hop, ...]) -> Impacted:
    """One entry of the answer. `graph`: the one that `node` is of."""
    return Impacted(
        id=node.id,
        kind=kind_of_node(node),
        name=node.name,
        qualified_name=node.qualified_name,
        file=node.file_path,
        start_line=node.start_line,
        end_line=node.end_line,
        distance=distance,
        confidence=shown_confidence(confidence),
        via=via,
        is_test=node.is_test,
        in_tests=stands_in_tests(graph, node),
        path=path,
    )
