"""Cycles of imports, over files and over packages, with a smallest cut; and those that a change brings or mends."""

# For maintainers. Imports for type checkers only do not count: they are gone when the program runs. Neither does that a package is loaded
# because one of its submodules is: else every package that gathers names from its submodules were a cycle. Imports inside of functions do
# count: they are how a cycle is kept from failing, not a way out of it.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from nexus_diff.analysis.components import components, shortest_path
from nexus_diff.model.answer import CycleChange
from nexus_diff.model.graph import IMPORT, FileLinks

FILE, PACKAGE = "file", "package"
LEVELS = (FILE, PACKAGE)
EXACT_EDGES = 60
"""Edges of a cycle up to which the smallest cut is found exactly; above, by a greedy rule."""
MOST_MEMBERS = 30
"""Members of a new cycle that are listed; of a larger one, a shortest way round through what is new."""
TOP = "."
"""How the top folder is called as a package."""

Place = tuple[str, int]
Graph = Mapping[str, Mapping[str, Place]]
"""Who imports whom, and where: (file, line) of the first import."""


class Cycle(msgspec.Struct, frozen=True, order=True):
    """`members`: what imports one another, sorted. `cut`: a smallest set of imports without which it is no cycle, as
    `importer → imported (file:line)`."""

    level: str
    members: tuple[str, ...]
    cut: tuple[str, ...]


def imports(links: Mapping[str, FileLinks], level: str = FILE) -> Graph:
    """The graph of imports between files, or between their folders."""
    found: dict[str, dict[str, Place]] = {}
    for path in sorted(links):
        source = path if level == FILE else package_of(path)
        for imported in links[path].imports:
            target = imported.path if level == FILE else package_of(imported.path)
            if imported.reason == IMPORT and target != source:
                place = (path, imported.line)
                targets = found.setdefault(source, {})
                targets[target] = min(targets.get(target, place), place)
    return found


def package_of(path: str) -> str:
    """The folder of a file."""
    return path.rpartition("/")[0] or TOP


def cycles(graph: Graph, level: str) -> tuple[Cycle, ...]:
    """Every cycle of a graph: its strongly connected components of more than one member, largest first."""
    groups = sorted(components(graph), key=lambda group: (-len(group), group))
    return tuple(Cycle(level, group, tuple(_text(graph, edge) for edge in cut(graph, group))) for group in groups)


def cut(graph: Graph, group: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A smallest set of edges without which there is no cycle among these members; near to smallest for large groups."""
    import igraph

    places = {member: at for at, member in enumerate(sorted(group))}
    edges = [(source, target) for source in places for target in sorted(graph.get(source, ())) if target in places]
    whole = igraph.Graph(n=len(places), edges=[(places[a], places[b]) for a, b in edges], directed=True)
    # by position: the name of the second argument is not the same in all versions
    chosen = whole.feedback_arc_set(None, "ip" if len(edges) <= EXACT_EDGES else "eades")
    return tuple(sorted(edges[at] for at in chosen))


def cycle_changes(before: Graph, after: Graph, level: str, here: Callable[[str], str]) -> Iterator[CycleChange]:
    """Cycles that hold two members which were in no common cycle before ("new"), and that lost such a pair ("fixed"). `here`: what a member
    of `before` is called now. The cut of a new one leaves cycles that were there before alone."""
    moved = {here(source): {here(target): place for target, place in targets.items()} for source, targets in before.items()}
    old, new = components(moved), components(after)
    of_old, of_new = _group_of(old), _group_of(new)
    for group in new:
        parts = _parts(group, of_old)
        if len(parts) > 1:
            edges = _between(after, group, parts)
            yield CycleChange(
                status="new", level=level, members=_shown(after, group, edges, moved), cut=tuple(_text(after, e) for e in edges)
            )
    for group in old:
        if len(_parts(group, of_new)) > 1 and all(member in of_new or member in after or _imported(after, member) for member in group):
            yield CycleChange(status="fixed", level=level, members=group)


def _group_of(groups: Iterable[Sequence[str]]) -> dict[str, int]:
    return {member: at for at, group in enumerate(groups) for member in group}


def _parts(group: Sequence[str], of: Mapping[str, int]) -> dict[str, str]:
    """Member → the first member of the other graph's cycle that it is in (itself if in none); empty when all are in one."""
    first: dict[int, str] = {}
    parts = {member: first.setdefault(of[member], member) if member in of else member for member in group}
    return parts if len(set(parts.values())) > 1 else {}


def _between(graph: Graph, group: Sequence[str], parts: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A smallest cut between the parts of a group."""
    joined: dict[str, dict[str, Place]] = {}
    real: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for source in group:
        for target, place in sorted(graph.get(source, {}).items()):
            a, b = parts[source], parts.get(target, "")
            if b and a != b:
                joined.setdefault(a, {}).setdefault(b, place)
                real.setdefault((a, b), []).append((source, target))
    return tuple(sorted(edge for pair in cut(joined, sorted(set(parts.values()))) for edge in real[pair]))


def _shown(graph: Graph, group: Sequence[str], edges: Sequence[tuple[str, str]], before: Graph) -> tuple[str, ...]:
    """All members, or of a large group a shortest way round through an edge of the cut, preferably one that was not there before."""
    if len(group) <= MOST_MEMBERS or not edges:
        return tuple(group)
    source, target = min(edges, key=lambda edge: (edge[1] in before.get(edge[0], {}), edge))
    return shortest_path(graph, target, source, frozenset(group)) or tuple(group)


def _imported(graph: Graph, member: str) -> bool:
    return any(member in targets for targets in graph.values())


def _text(graph: Graph, edge: tuple[str, str]) -> str:
    source, target = edge
    file, line = graph[source][target]
    return f"{source} → {target} ({file}:{line})"
