"""What is worth a line without any rule: the first dependency of one package on another, a new pair that depends on one another both
ways, a new circle of packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

import msgspec

from nexus_diff.analysis.components import components
from nexus_diff.config.architecture import INFERRED, InferredConfig
from nexus_diff.model.words import listed
from nexus_diff.rules.cycles import GroupGraph, circle
from nexus_diff.rules.moves import Moves
from nexus_diff.rules.packages import Packages
from nexus_diff.rules.parts import dotted
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View

FIRST, TWO_WAY, CYCLE = INFERRED


class PackageGraph(msgspec.Struct, frozen=True):
    """`names`: packages that have files. `ways`: which depend on which, by which import. `edges`: imports between packages."""

    names: frozenset[str]
    ways: GroupGraph
    edges: int


def package_graph(view: View, packages: Packages) -> PackageGraph:
    """Packages of the code that is no test."""
    ways: GroupGraph = {}
    count = 0
    imports = view.imports("")
    for path in sorted(imports):
        if view.code.is_test(path):
            continue
        for target in imports[path]:
            edge = packages.edge(path, target)
            if edge is not None and not view.code.is_test(target) and not _allowed(view, path, target):
                count += 1
                ways.setdefault(edge[0], {}).setdefault(edge[1], []).append((path, target))
    names = frozenset(packages.of(path)[1] for path in view.files() if not view.code.is_test(path))
    return PackageGraph(names, ways, count)


def _allowed(view: View, path: str, target: str) -> bool:
    """Whether an exception lets an import pass, for whichever of the three."""
    ends = (path, view.place(path).name), (target, view.place(target).name)
    return any(view.allowances.of(rule) and view.allowances.allowed(rule, *ends) for rule in (FIRST, TWO_WAY, CYCLE))


def packages_of(view: View) -> Packages:
    """Packages of one side."""
    return Packages(view.files(), view.code.manifests())


def inferred(base: View, head: View, settings: InferredConfig, moves: Moves) -> list[Finding]:
    """What is new among packages, most telling first; of a new direction only the most telling thing is said."""
    severities = (settings.first_direction, settings.new_two_way, settings.new_cycle)
    if set(severities) == {"off"}:
        return []
    old, new = packages_of(base), packages_of(head)
    before, after = package_graph(base, old), package_graph(head, new)
    if before.edges < settings.min_edges:
        return []
    renamed = moves.groups(base.files(), head.files(), lambda p: old.of(p)[1], lambda p: new.of(p)[1]) if moves.files else {}
    return list(_Inference(head, before, after, settings, renamed).run())


class _Inference:
    def __init__(self, head: View, before: PackageGraph, after: PackageGraph, settings: InferredConfig, renamed: Mapping[str, str]) -> None:
        self.head, self.after, self.settings = head, after, settings
        self.names = {renamed.get(name, name) for name in before.names}
        self.known = {(renamed.get(s, s), renamed.get(t, t)) for s, targets in before.ways.items() for t in targets}
        sets = components({renamed.get(s, s): {renamed.get(t, t) for t in targets} for s, targets in before.ways.items()})
        self.home = {member: number for number, members in enumerate(sets) for member in members}
        every = [(s, t) for s, targets in after.ways.items() for t in targets]
        self.fresh = sorted(way for way in every if way not in self.known and {*way} <= self.names)

    def run(self) -> Iterator[Finding]:
        said: set[tuple[str, str]] = set()
        if self.settings.new_two_way != "off":
            yield from self._two_ways(said)
        if self.settings.new_cycle != "off":
            yield from self._cycles(said)
        if self.settings.first_direction != "off":
            yield from self._first([way for way in self.fresh if way not in said])

    def _first(self, ways: list[tuple[str, str]]) -> Iterator[Finding]:
        """One finding per package, whatever the number of packages that it newly depends on."""
        for source, group in groupby(ways, key=lambda way: way[0]):
            targets = [target for _, target in group]
            shown = listed([*map(_show, targets)], 5)
            message = f"{_show(source)} depends on {shown} for the first time"
            edges = tuple(self._edge(source, target) for target in targets)
            yield self._found(FIRST, self.settings.first_direction, (source, *targets), message, edges)

    def _two_ways(self, said: set[tuple[str, str]]) -> Iterator[Finding]:
        for source, target in self.fresh:
            if source in self.after.ways.get(target, {}) and (source, target) not in said:
                said.update({(source, target), (target, source)})
                message = f"{_show(source)} and {_show(target)} now depend on one another"
                edges = (self._edge(source, target), self._edge(target, source))
                yield self._found(TWO_WAY, self.settings.new_two_way, (source, target), message, edges)

    def _cycles(self, said: set[tuple[str, str]]) -> Iterator[Finding]:
        for members in components(self.after.ways):
            inside = set(members)
            fresh = [way for way in self.fresh if {*way} <= inside and way not in said]
            joined = len({self.home.get(member, member) for member in members if member in self.names}) > 1
            if not fresh or not joined:
                continue
            circles = [circle(self.head, self.after.ways, members, way) for way in fresh]
            shortest = min(circles, key=lambda edges: (len(edges), edges))
            said.update(fresh)
            shown = listed([*map(_show, members)], 5)
            message = f"{shown} now depend on one another in a circle; it goes without " + ", ".join(
                f"{_show(source)} → {_show(target)}" for source, target in fresh[:3]
            )
            yield self._found(CYCLE, self.settings.new_cycle, members, message, shortest)

    def _edge(self, source: str, target: str) -> Edge:
        return self.head.import_edge(*self.after.ways[source][target][0])

    @staticmethod
    def _found(rule: str, severity: str, names: tuple[str, ...], message: str, edges: tuple[Edge, ...]) -> Finding:
        return Finding(rule, severity, (rule, "PACKAGES", *names), edges[0].source, edges[0].target, message, edges)


def _show(package: str) -> str:
    return dotted(package)
