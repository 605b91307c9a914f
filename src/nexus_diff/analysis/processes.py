"""Processes: the flows that start at entry points, followed forward along calls."""

# For maintainers. From an entry point a breadth-first walk visits every function once; at each it goes on to the BRANCHING surest callees.
# What it makes is a tree, and a process is one of its paths from the root to a leaf: the PER_ENTRY longest are kept, the surest first among
# equally long ones. So a process says one thing in one line, "POST /orders → create → … → save", and its number of steps is bounded.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

import msgspec

from nexus_diff.analysis.entry_points import SCORED, Entries
from nexus_diff.analysis.values import CodeGraph, EntryPoint, Process
from nexus_diff.model.graph import Node

DEPTH = 10
"""Most calls from the entry point (GitNexus)."""
BRANCHING = 4
"""Most callees that are followed at one function (GitNexus)."""
STEPS = 3
"""Fewest functions of a process (GitNexus)."""
PER_ENTRY = 3
"""Most processes of one entry point."""
MOST = 1_000
"""Most processes of one tree."""
MOST_VISITED = 2_000
"""Most functions that are visited from one entry point."""
LONGEST_LABEL = 80

Path = tuple[int, ...]
T = TypeVar("T", int, str)
"""A function: its position in a CodeGraph, or its id."""


class Processes(msgspec.Struct, frozen=True):
    """`cut`: how many processes a limit left out."""

    found: tuple[Process, ...] = ()
    cut: int = 0


def processes(graph: CodeGraph, entries: Entries) -> Processes:
    """The processes of a tree: of known entry points first, then by score. A pure function of its arguments."""
    places = {node.id: at for at, node in enumerate(graph.nodes)}
    callees = followed(graph)
    traced: list[tuple[EntryPoint | None, Path]] = []
    cut = 0
    for node_id, entry in _starts(entries):
        paths = trace(places[node_id], callees)
        traced += [(entry, path) for path in paths[:PER_ENTRY]]
        cut += len(paths[PER_ENTRY:])
    kept = _distinct(traced)
    made = tuple(_process(graph, entry, path) for entry, path in kept[:MOST])
    return Processes(made, cut + len(kept[MOST:]))


def followed(graph: CodeGraph) -> Callable[[int], Sequence[int]]:
    """The callees to follow at each function: the BRANCHING surest, by line among equals; tests are not followed into."""
    best: list[dict[int, tuple[float, int]]] = [{} for _ in graph.nodes]
    tests = graph.in_tests()
    for source, target, confidence, line in graph.calls:
        if source != target and not tests[target]:
            known = best[source].get(target)
            if known is None or (-confidence, line) < known:
                best[source][target] = (-confidence, line)
    chosen = [tuple(sorted(found, key=lambda target: (*found[target], target))[:BRANCHING]) for found in best]
    return chosen.__getitem__


def trace(start: T, callees: Callable[[T], Sequence[T]]) -> list[tuple[T, ...]]:
    """The paths of at least STEPS steps that a walk from `start` ends in, longest first, then in the order in which they were reached.
    `callees`: the functions to follow from one, in order."""
    parents: dict[T, T | None] = {start: None}
    level: list[T] = [start]
    leaves: list[T] = []
    for _ in range(DEPTH):
        reached: list[T] = []
        for node in level:
            new = [callee for callee in callees(node) if callee not in parents] if len(parents) < MOST_VISITED else []
            parents.update((callee, node) for callee in new)
            reached += new
            if not new:
                leaves.append(node)
        level = reached
    paths = [_back(leaf, parents) for leaf in [*leaves, *level]]
    return sorted((path for path in paths if len(path) >= STEPS), key=lambda path: -len(path))


def _back(leaf: T, parents: Mapping[T, T | None]) -> tuple[T, ...]:
    path, above = [leaf], parents[leaf]
    while above is not None:
        path.append(above)
        above = parents[above]
    return tuple(reversed(path))


def _starts(entries: Entries) -> Iterator[tuple[str, EntryPoint | None]]:
    for entry in entries.known:
        yield entry.id, entry
    for node_id in entries.scored:
        yield node_id, None


def _distinct(traced: Sequence[tuple[EntryPoint | None, Path]]) -> list[tuple[EntryPoint | None, Path]]:
    """Without duplicates, and without what is a part of another process; a known entry point keeps its own, whoever else passes by."""
    index = Windows(path for _, path in traced)
    kept = []
    seen: set[tuple[str, str, Path]] = set()
    for entry, path in traced:
        key = (entry.kind, entry.name, path) if entry is not None else ("", "", path)
        if key not in seen and not (entry is None and index.inside_another(path)):
            seen.add(key)
            kept.append((entry, path))
    return kept


class Windows(Generic[T]):
    """Which paths run through a pair of steps: enough to find those that may hold another one."""

    def __init__(self, paths: Iterable[tuple[T, ...]]) -> None:
        self._through: dict[tuple[T, T], set[tuple[T, ...]]] = {}
        for path in paths:
            for pair in pairwise(path):
                self._through.setdefault(pair, set()).add(path)

    def inside_another(self, path: tuple[T, ...]) -> bool:
        """Whether a path is a part of a longer one."""
        size = len(path)
        for other in self._through.get((path[0], path[1]), ()):
            if len(other) > size and any(other[at : at + size] == path for at in range(len(other) - size + 1)):
                return True
        return False


def _process(graph: CodeGraph, entry: EntryPoint | None, path: Path) -> Process:
    return made(entry, [graph.nodes[at] for at in path])


def made(entry: EntryPoint | None, nodes: Sequence[Node]) -> Process:
    """The process of an entry point (None: one that was found by its score) with these steps."""
    steps = tuple(node.id for node in nodes)
    mark = f"{entry.kind} {entry.name}" if entry is not None else SCORED
    process_id = f"Process:{steps[0]}->{steps[-1]} ({mark})" if entry is not None else f"Process:{steps[0]}->{steps[-1]}"
    kind, entered = (entry.kind, entry.name) if entry is not None else (SCORED, "")
    return Process(process_id, name_of(entry, nodes), kind, entered, steps)


def name_of(entry: EntryPoint | None, nodes: Sequence[Node]) -> str:
    """How a process reads: where it enters, its first step, where it ends."""
    labels = [label(node) for node in nodes]
    if entry is not None and entry.name != nodes[0].qualified_name:
        labels.insert(0, clipped(entry.name))
    shown = labels if len(labels) <= STEPS else [*labels[:2], "…", labels[-1]]
    return " → ".join(shown)


def label(node: Node) -> str:
    """A step in a name."""
    return clipped(node.qualified_name)


def clipped(text: str) -> str:
    """A label, cut where it is too long to be read."""
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"
