"""Communities: symbols that call and inherit from one another more than from the rest."""

# For maintainers. Leiden on modularity, as in igraph (GPL-2.0-or-later, imported where it is used), over an undirected graph without
# weights: how often one function calls another says little about whether they belong together. Its random numbers come from a generator
# with a fixed seed, and nodes and edges are handed over in the order of ids, so the partition depends on the graph alone.
# Tests are left out unless asked for: they call into everything, so that communities of an application with good tests follow the tests.

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from nexus_diff.analysis.values import CodeGraph, Community

LABELS = frozenset({"Function", "Class", "Method", "Interface"})
SEED = 20_240_229
"""Any number would do, as long as it stays the same."""
ITERATIONS = 10
"""Leiden is stable after two to five on every repository tried; a bound all the same."""
SAMPLED = 50
"""Members whose edges are counted for the cohesion (GitNexus)."""
COMMON = 0.6
"""Share of the members that the path of a name must hold."""

Neighbours = dict[int, set[int]]


def communities(graph: CodeGraph, resolution: float = 1.0, tests: bool = False) -> tuple[Community, ...]:
    """The communities of at least two members, largest first, then by id. A pure function of its arguments. `tests`: whether tests belong
    to communities too."""
    neighbours = _neighbours(graph, tests)
    if not neighbours:
        return ()
    order = sorted(neighbours)
    groups = [sorted(order[at] for at in group) for group in _leiden(order, neighbours, resolution) if len(group) > 1]
    groups.sort(key=lambda group: (-len(group), group))
    names = _named(graph, groups, neighbours)
    return tuple(_community(graph, group, name, neighbours) for group, name in zip(groups, names, strict=True))


def cohesion(group: Sequence[int], neighbours: Neighbours) -> float:
    """Edges that stay inside over all edges, counted at no more than SAMPLED members, taken at even distances."""
    inside = set(group)
    size = len(group)
    sample = group if size <= SAMPLED else [group[at * size // SAMPLED] for at in range(SAMPLED)]
    total = sum(len(neighbours[member]) for member in sample)
    internal = sum(len(neighbours[member] & inside) for member in sample)
    return round(internal / total, 4) if total else 0.0


def _neighbours(graph: CodeGraph, tests: bool) -> Neighbours:
    wanted = [node.label in LABELS and (tests or not test) for node, test in zip(graph.nodes, graph.in_tests(), strict=True)]
    found: Neighbours = {}
    for source, target in _pairs(graph):
        if source != target and wanted[source] and wanted[target]:
            found.setdefault(source, set()).add(target)
            found.setdefault(target, set()).add(source)
    return found


def _pairs(graph: CodeGraph) -> Iterator[tuple[int, int]]:
    for call in graph.calls:
        yield call[0], call[1]
    yield from graph.heritage


def _leiden(order: Sequence[int], neighbours: Neighbours, resolution: float) -> list[list[int]]:
    """The partition of positions in `order`."""
    import igraph

    place = {node: at for at, node in enumerate(order)}
    edges = [(place[node], place[other]) for node in order for other in sorted(neighbours[node]) if other > node]
    whole = igraph.Graph(n=len(order), edges=edges)
    igraph.set_random_number_generator(random.Random(SEED))
    try:
        found = whole.community_leiden(objective_function="modularity", resolution=resolution, n_iterations=ITERATIONS)
    finally:
        igraph.set_random_number_generator(random)
    return [list(group) for group in found]


def _community(graph: CodeGraph, group: Sequence[int], name: str, neighbours: Neighbours) -> Community:
    members = tuple(graph.nodes[member].id for member in group)
    return Community(f"Community:{members[0]}", name, cohesion(group, neighbours), members)


def _named(graph: CodeGraph, groups: Sequence[Sequence[int]], neighbours: Neighbours) -> list[str]:
    """A name per group: the path most members share; where that says nothing or another group has it too, the members with most edges."""
    paths = [common_path(graph.nodes[member].file_path for member in group) for group in groups]
    shared = Counter(paths)
    names = []
    for group, path in zip(groups, paths, strict=True):
        inside = set(group)
        telling = sorted(group, key=lambda member: (-len(neighbours[member] & inside), member))
        first, *others = dict.fromkeys(graph.nodes[member].qualified_name for member in telling)
        if path and shared[path] == 1:
            names.append(path)
        else:
            names.append(f"{path}: {first}" if path else ", ".join([first, *others[:1]]))
    return _distinct(names)


def _distinct(names: list[str]) -> list[str]:
    """Names that occur again get a number, in the order of the groups."""
    seen: Counter[str] = Counter()
    made = []
    for name in names:
        seen[name] += 1
        made.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return made


def common_path(paths: Iterable[str]) -> str:
    """The deepest folder or file that holds at least COMMON of the paths, "" for the top; a file without its suffix."""
    parts = [path.split("/") for path in paths]
    need = COMMON * len(parts)
    found: list[str] = []
    while parts:
        heads = Counter(path[0] for path in parts if path)
        if not heads:
            break
        head, count = min(heads.items(), key=lambda item: (-item[1], item[0]))
        if count < need:
            break
        found.append(head)
        parts = [path[1:] for path in parts if path and path[0] == head]
    if found and parts and all(not path for path in parts):
        found[-1] = found[-1].rpartition(".")[0] or found[-1]
    return "/".join(found)
