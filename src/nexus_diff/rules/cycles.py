"""Cycles among groups of files: which groups, and the shortest circle of imports as evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from nexus_diff.analysis.components import components, shortest_path
from nexus_diff.config.architecture import Rule
from nexus_diff.model.words import listed
from nexus_diff.rules.parts import dotted
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import Imports, View


class Groups(msgspec.Struct, frozen=True):
    """`group`: the group of a file, "" for none. `family`: groups are compared within one family only."""

    group: Callable[[str], str]
    family: Callable[[str], str] = lambda name: ""


GroupGraph = dict[str, dict[str, list[tuple[str, str]]]]
"""Group → group that it depends on → the pairs of files that make it so, sorted."""


def group_graph(imports: Imports, groups: Groups) -> GroupGraph:
    """Which groups depend on which."""
    found: GroupGraph = {}
    for path in sorted(imports):
        here = groups.group(path)
        for target in imports[path] if here else ():
            there = groups.group(target)
            if there and there != here and groups.family(here) == groups.family(there):
                found.setdefault(here, {}).setdefault(there, []).append((path, target))
    return found


def cycles(view: View, rule: Rule, name: str, groups: Groups) -> list[Finding]:
    """One finding per set of groups that all reach one another, with its shortest circle."""
    graph = group_graph(view.imports(rule.id), groups)
    return [_finding(rule, name, members, circle(view, graph, members)) for members in components(graph)]


def introduced(
    base: View, head: View, rule: Rule, name: str, groups: tuple[Groups, Groups], renamed: Mapping[str, str], split: Mapping[str, str]
) -> list[tuple[str, Finding]]:
    """Cycles with their status. New: a set of groups with two that did not reach one another both ways in base. `renamed`: groups of
    base that have another name in head. `split`: groups of head that hold only what was moved there → where it came from."""
    before = group_graph(base.imports(rule.id), groups[0])
    after = group_graph(head.imports(rule.id), groups[1])
    if before == after and not renamed:
        return [("unchanged", _finding(rule, name, members, ())) for members in components(after)]
    known = {(renamed.get(s, s), renamed.get(t, t)) for s, targets in before.items() for t in targets}
    old_sets = components(before)
    home = {renamed.get(member, member): number for number, members in enumerate(old_sets) for member in members}
    found: list[tuple[str, Finding]] = []
    for members in components(after):
        fresh = [(s, t) for s in members for t in sorted(after[s]) if t in members and (split.get(s, s), split.get(t, t)) not in known]
        if len({home.get(split.get(member, member), member) for member in members}) == 1:
            found.append(("unchanged", _finding(rule, name, members, ())))
            continue
        circles = (circle(head, after, members, step) for step in fresh)
        shortest = min(circles, key=lambda edges: (len(edges), edges), default=circle(head, after, members))
        note = "; it goes without " + listed([f"{short(s)} → {short(t)}" for s, t in fresh], 3) if fresh else ""
        found.append(("new", _finding(rule, name, members, shortest, note)))
    still = {frozenset({s, t}) for members in components(after) for s in members for t in members if s < t}
    for members in old_sets:
        now = sorted(renamed.get(member, member) for member in members)
        if not any(frozenset({s, t}) in still for s in now for t in now if s < t):
            found.append(("fixed", _finding(rule, name, members, circle(base, before, members))))
    return found


def _finding(rule: Rule, name: str, members: tuple[str, ...], edges: tuple[Edge, ...], note: str = "") -> Finding:
    shown = listed([*map(short, members)], 5)
    message = f"{shown} depend on one another in a circle{note}"
    ends = (edges[0].source, edges[-1].target) if edges else (f"Folder:{members[0]}", f"Folder:{members[0]}")
    return Finding(rule.id, rule.severity, (name, "CYCLE", *members), *ends, message, edges, members)


def circle(view: View, graph: GroupGraph, members: tuple[str, ...], through: tuple[str, str] | None = None) -> tuple[Edge, ...]:
    """The shortest circle among the members as imports, one per step; through a given step, if one is named."""
    inside = set(members)
    best: list[str] = []
    steps = [through] if through else [(s, t) for s in members for t in sorted(graph.get(s, ())) if t in inside]
    for start, second in sorted(steps, key=lambda step: step[0] not in graph.get(step[1], ())):
        back = shortest_path(graph, second, start, inside)
        if back and (not best or len(back) < len(best)):
            best = [start, *back[:-1]]
        if len(best) == 2:
            break
    return tuple(view.import_edge(*pair) for pair in _pairs(graph, best))


def _pairs(graph: GroupGraph, circle: list[str]) -> Iterator[tuple[str, str]]:
    """An import for each step; where it can be, one that goes on from the file that the last one led to."""
    here = ""
    for source, target in zip(circle, [*circle[1:], *circle[:1]], strict=True):
        pairs = graph[source][target]
        pair = next((pair for pair in pairs if pair[0] == here), pairs[0])
        here = pair[1]
        yield pair


def short(group: str) -> str:
    """A group's name for a message."""
    return dotted(group)
