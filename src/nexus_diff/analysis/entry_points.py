"""Entry points: where execution enters from outside. What a framework registers is known; the rest is ranked by a score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import msgspec

from nexus_diff.analysis.values import CodeGraph, EntryPoint
from nexus_diff.config import EntryPointsConfig, matcher
from nexus_diff.model.graph import Node

FUNCTIONS = frozenset({"Function", "Method"})
SCORED = "flow"
"""`kind` of an entry point that no framework knows."""
CONFIGURED = "configuration"
"""`framework` of an entry point that the configuration names."""
EXPORTED, TELLING = 1.5, 1.3
"""Factors of the score of a function that is exported, or has a name like an entry point's (the factors are GitNexus's)."""
_DUNDER = re.compile(r"__\w+__\Z(?<!__call__)|constructor\Z")
LONGEST_NAME = 300
"""Characters of a name that globs see."""
MOST_SCORED = 200
"""Entry points by score; below them, there are many functions that nobody calls."""
TELLING_NAME = re.compile(
    r"(?:main|init|bootstrap|start|run|serve|setup|configure|execute|dispatch)(?![a-z])|(?:handle|on|process|execute|perform|dispatch|run)(?:_|[A-Z])"
    r"|.*(?:_handler|Handler|_controller|Controller|_command|Command|_view|_task|_job|_worker|_listener|Listener|_main)\Z"
)


class Choice:
    """What the configuration says of entry points."""

    def __init__(self, config: EntryPointsConfig) -> None:
        self._added = _Globs(config.names, config.paths, config.decorators)
        self._removed = _Globs(config.not_names, config.not_paths, config.not_decorators)

    def names_it(self, node: Node, decorators: Sequence[str]) -> bool:
        """Whether the configuration makes a function an entry point."""
        return self._added.match(node, decorators) and not self.removes(node, decorators)

    def removes(self, node: Node, decorators: Sequence[str]) -> bool:
        """Whether the configuration says that a function is none."""
        return self._removed.match(node, decorators)


class _Globs:
    def __init__(self, names: tuple[str, ...], paths: tuple[str, ...], decorators: tuple[str, ...]) -> None:
        self._names, self._decorators = names, decorators
        self._path = matcher(paths)
        self._any = bool(names or paths or decorators)

    def match(self, node: Node, decorators: Sequence[str]) -> bool:
        if not self._any:
            return False
        if any(fnmatchcase(node.qualified_name[:LONGEST_NAME], glob) for glob in self._names) or self._path(node.file_path):
            return True
        return any(fnmatchcase(decorator[:LONGEST_NAME], glob) for decorator in decorators for glob in self._decorators)


class Entries(msgspec.Struct, frozen=True):
    """`known`: what frameworks and the configuration name, in the order of ids. `scored`: ids by score, best first. `cut`: how many more
    have a score. `least`: the score of the last one in `scored`, 0 when none was cut."""

    known: tuple[EntryPoint, ...] = ()
    scored: tuple[str, ...] = ()
    cut: int = 0
    least: float = 0.0


def score(node: Node, callees: int, callers: int) -> float:
    """How much a function looks like an entry point: it calls much and is called little."""
    found = callees / (callers + 1)
    if node.is_exported:
        found *= EXPORTED
    return found * TELLING if TELLING_NAME.match(node.name) else found


def entries(graph: CodeGraph, known: Iterable[EntryPoint], choice: Choice, decorated: Mapping[str, tuple[str, ...]]) -> Entries:
    """The entry points of a tree: those that `known` (frameworks) and `choice` (the configuration) name, and the best by score. Tests are
    none. `decorated`: node id → names of its decorators."""
    places = {node.id: at for at, node in enumerate(graph.nodes)}
    tests = graph.in_tests()
    found: dict[tuple[str, str, str], EntryPoint] = {}
    for entry in sorted(known):
        place = places.get(entry.id, -1)
        if place >= 0 and not tests[place] and not choice.removes(graph.nodes[place], decorated.get(entry.id, ())):
            found.setdefault((entry.id, entry.kind, entry.name), entry)
    taken = {entry.id for entry in found.values()}
    for node, test in zip(graph.nodes, tests, strict=True):
        if not test and node.label in FUNCTIONS and node.id not in taken and choice.names_it(node, decorated.get(node.id, ())):
            entry = EntryPoint(node.id, "api", node.qualified_name, CONFIGURED, node.file_path, node.start_line)
            found[entry.id, entry.kind, entry.name] = entry
            taken.add(node.id)
    ranked = _ranked(graph, tests, taken, choice, decorated)
    best = ranked[:MOST_SCORED]
    cut = len(ranked) - len(best)
    return Entries(tuple(sorted(found.values())), tuple(node_id for _, node_id in best), cut, -best[-1][0] if cut else 0.0)


def is_special(node: Node) -> bool:
    """Whether the language calls a function by itself: constructors and other dunders."""
    return _DUNDER.match(node.name) is not None


def _ranked(
    graph: CodeGraph, tests: list[bool], taken: set[str], choice: Choice, decorated: Mapping[str, tuple[str, ...]]
) -> list[tuple[float, str]]:
    """(negated score, id) of the other functions that call something, best first; neither constructors and the like, nor functions that are
    made anew by each call of another."""
    callees, callers = _degrees(graph, tests)
    functions = {(node.file_path, node.qualified_name) for node in graph.nodes if node.label in FUNCTIONS}
    found = []
    for at, node in enumerate(graph.nodes):
        if not callees[at] or tests[at] or node.id in taken or is_special(node):
            continue
        if (node.file_path, node.qualified_name.rpartition(".")[0]) in functions:
            continue
        if not choice.removes(node, decorated.get(node.id, ())):
            found.append((-round(score(node, callees[at], callers[at]), 6), node.id))
    return sorted(found)


def _degrees(graph: CodeGraph, tests: list[bool]) -> tuple[list[int], list[int]]:
    """Per node: callees and callers, without tests. What is called on one line counts once: a virtual call that may reach a hundred
    overrides is one call."""
    callees: list[set[int]] = [set() for _ in graph.nodes]
    lines: list[set[int]] = [set() for _ in graph.nodes]
    callers: list[set[int]] = [set() for _ in graph.nodes]
    for source, target, _, line in graph.calls:
        if source != target and not tests[source] and graph.nodes[source].label in FUNCTIONS:
            callees[source].add(target)
            lines[source].add(line)
            callers[target].add(source)
    return [min(len(found), len(at)) for found, at in zip(callees, lines, strict=True)], [len(found) for found in callers]
