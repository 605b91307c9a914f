"""Strongly connected components and shortest paths of a graph of names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def components(graph: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """The sets of two and more nodes that all reach one another, each sorted, in order of their first member. Targets that are no keys
    count as nodes without a way out. Tarjan's algorithm without recursion."""
    numbers: dict[str, int] = {}
    low: dict[str, int] = {}
    waiting: list[str] = []
    open_nodes: set[str] = set()
    found: list[tuple[str, ...]] = []
    for start in sorted(graph):
        if start in numbers:
            continue
        work: list[tuple[str, Iterator[str]]] = [(start, iter(sorted(graph[start])))]
        numbers[start] = low[start] = len(numbers)
        waiting.append(start)
        open_nodes.add(start)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in numbers:
                    numbers[target] = low[target] = len(numbers)
                    waiting.append(target)
                    open_nodes.add(target)
                    work.append((target, iter(sorted(graph.get(target, ())))))
                    break
                if target in open_nodes:
                    low[node] = min(low[node], numbers[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == numbers[node]:
                    members: list[str] = []
                    while not members or members[-1] != node:
                        members.append(waiting.pop())
                    open_nodes.difference_update(members)
                    if len(members) > 1:
                        found.append(tuple(sorted(members)))
    return sorted(found)


def shortest_path(graph: Mapping[str, Collection[str]], start: str, end: str, within: Collection[str] | None = None) -> tuple[str, ...]:
    """A shortest way from start to end, both included, the first by name among equals; empty when there is none. `within`: the nodes that
    it may pass. Breadth first."""
    parents: dict[str, str] = {start: ""}
    level = [start]
    while level and end not in parents:
        reached = []
        for member in level:
            for target in sorted(graph.get(member, ())):
                if target not in parents and (within is None or target in within):
                    parents[target] = member
                    reached.append(target)
        level = reached
    if end not in parents:
        return ()
    way = [end]
    while parents[way[-1]]:
        way.append(parents[way[-1]])
    return tuple(reversed(way))
