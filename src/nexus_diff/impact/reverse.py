"""One reverse walk over one graph: the best step towards the change for everything that reaches it."""

# For maintainers. Level by level; of all relations that reach a symbol at its shortest distance, the one with the best product of
# confidences is kept, then the smallest ids, so the order in which relations come does not matter. Some relations end a path, since who
# depends on their source is not affected: a method that overrides a changed one (its callers run the override, not what changed), a
# function that names a changed type in an annotation, makes a value of it where that runs nothing, or looks at its variants, a file that
# imports changed module code. Creating an instance runs the constructor: callers of a class and callers of its constructor method are one
# crowd, whichever of the two linking named as the target. A call that fans out to more than WIDEST_FAN targets ends a path too.

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from nexus_diff.impact.values import Seed
from nexus_diff.model.graph import CALLS, CREATES, VARIANT, GraphReader, Relation

WALKED = frozenset({"CALLS", "EXTENDS", "IMPLEMENTS", "OVERRIDES", "REFERENCES"})
"""Relations that carry an effect from target to source."""
ENDING = frozenset({"OVERRIDES", "IMPORTS"})
"""Relations that a walk does not go beyond."""
TYPE_USE = "type"
"""Reason of a REFERENCES relation that stands for an annotation."""
_SHAPES = frozenset({TYPE_USE, CREATES, VARIANT})
"""Reasons of REFERENCES relations of functions that depend on what a type looks like: it has no code that they would run."""
CONSTRUCTORS = ("__init__", "__new__", "__post_init__", "constructor")
"""Methods that creating an instance runs."""
FANNING = frozenset({"callback", "override", "flow", "bound"})
"""Reasons of calls that may reach any member of a group."""
WIDEST_FAN = 8
"""Targets of one call from which on it counts as a dispatcher: the share of each is then about an eighth, far below any threshold."""
_IMPORTED = WALKED | {"IMPORTS"}


class Step(msgspec.Struct, gc=False):
    """How a symbol was reached: from `parent` (one closer to the change), by `relation`."""

    distance: int
    confidence: float
    parent: str
    relation: Relation

    def rank(self) -> tuple[int, float, str, str, int, str, str]:
        """Smaller is better."""
        relation = self.relation
        return (self.distance, -self.confidence, self.parent, relation.type, relation.line, relation.reason, relation.target)


class Walked(msgspec.Struct):
    """`passed`: steps that a path may go on from; `ended`: steps by relations that end one (a symbol may be in both). `beyond`: symbols one
    hop past the depth limit."""

    passed: dict[str, Step]
    ended: dict[str, Step]
    beyond: set[str]


def reverse(graph: GraphReader, starts: Mapping[str, Seed], depth: int, min_confidence: float) -> Walked:
    """Everything within `depth` hops of the starts; the starts left out."""
    walked = Walked({}, {}, set())
    crosses, dispatches = _Crossing(graph), _Dispatching(graph)
    level = dict.fromkeys(starts, 1.0)
    for distance in range(1, depth + 1):
        fresh: dict[str, Step] = {}
        for node, confidence in level.items():
            for relation in _incoming(graph, node, starts.get(node), min_confidence):
                if relation.source not in starts and relation.source not in walked.passed and not crosses(relation):
                    best = walked.ended if ends(relation) or dispatches(relation) else fresh
                    _keep_best(best, distance, confidence * relation.confidence, node, relation)
        walked.passed.update(fresh)
        level = {node: step.confidence for node, step in fresh.items()}
    for node in level:
        walked.beyond.update(relation.source for relation in _incoming(graph, node, starts.get(node), min_confidence))
    walked.beyond.difference_update(starts, walked.passed, walked.ended)
    return walked


class _Crossing:
    """Whether a relation leads from production code into test code: a framework that calls what a test has registered with it. What
    changes in the test does not reach the framework."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._in_tests: dict[str, bool] = {}

    def __call__(self, relation: Relation) -> bool:
        return self._test(relation.target) and not self._test(relation.source)

    def _test(self, node_id: str) -> bool:
        path = node_id.split(":", 2)[1]
        found = self._in_tests.get(path)
        if found is None:
            file = self._graph.node("File:" + path)
            found = self._in_tests[path] = file is not None and file.is_test
        return found


class _Dispatching:
    """Whether a call may reach so many targets that a change of one of them says little about the caller: a router and its views, a
    visitor and its nodes. Such a caller is listed, but its own callers are not held to be affected."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._fans: dict[str, dict[tuple[int, str], set[str]]] = {}

    def __call__(self, relation: Relation) -> bool:
        if relation.type != "CALLS" or relation.reason not in FANNING:
            return False
        fans = self._fans.get(relation.source)
        if fans is None:
            fans = self._fans[relation.source] = {}
            for out in self._graph.outgoing(relation.source, CALLS, 0.0):
                if out.reason in FANNING:
                    fans.setdefault((out.line, out.reason), set()).add(out.target)
        return len(fans.get((relation.line, relation.reason), ())) > WIDEST_FAN


def _keep_best(best: dict[str, Step], distance: int, confidence: float, parent: str, relation: Relation) -> None:
    known = best.get(relation.source)
    if known is None:
        best[relation.source] = Step(distance, confidence, parent, relation)
    elif known.distance == distance and known.confidence <= confidence:
        step = Step(distance, confidence, parent, relation)
        if known.confidence < confidence or step.rank() < known.rank():
            best[relation.source] = step


def _incoming(graph: GraphReader, node: str, start: Seed | None, min_confidence: float) -> Iterator[Relation]:
    for relation in graph.incoming(node, _IMPORTED if start is not None and start.importers else WALKED, min_confidence):
        if start is None or not start.inward or relation.reason != TYPE_USE:
            yield relation
    for twin in twins(node):
        for relation in graph.incoming(twin, CALLS, min_confidence):
            if relation.source != node:
                yield relation


def ends(relation: Relation) -> bool:
    """Whether the walk stops at the relation's source."""
    if relation.type == "CALLS":
        return False
    if relation.type == "REFERENCES":
        return relation.reason in _SHAPES and relation.source.startswith(("Function:", "Method:"))
    return relation.type in ENDING


def twins(node: str) -> list[str]:
    """The class of a constructor method, the possible constructor methods of a class: ids whose callers are the node's callers too."""
    if node.startswith("Class:"):
        return [f"Method:{node[6:]}.{name}" for name in CONSTRUCTORS]
    if node.startswith("Method:"):
        owner, _, name = node[7:].rpartition(".")
        if name.partition("#")[0] in CONSTRUCTORS:
            return [f"Class:{owner}"]
    return []
