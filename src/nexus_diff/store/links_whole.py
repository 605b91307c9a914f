"""What is computed from one whole tree (communities, entry points, processes), in its side file."""

# For maintainers. Kept as blobs of the kind WHOLE, by the numbers of nodes, which only this side file gives a meaning. An update of a
# side file drops them (`links_delta`), and whoever seals a snapshot makes them anew: they are never carried from one tree to another. To
# make them the side file is read by numbers: on django (58,000 nodes, 275,000 relations) that takes 0.7 s, Leiden 0.25 s, the rest 0.4 s.

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from nexus_diff.analysis import said
from nexus_diff.analysis.communities import communities
from nexus_diff.analysis.entry_points import Choice, Entries, entries
from nexus_diff.analysis.processes import processes
from nexus_diff.analysis.settings import Settings
from nexus_diff.analysis.values import Call, CodeGraph, Community, EntryPoint, Process
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, HERITAGE, Node
from nexus_diff.store.collector import uncollected
from nexus_diff.store.links_numbers import triples
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_schema import WHOLE, decode_ints, encode
from nexus_diff.store.text import pack, unpack

_LABELS = frozenset({"File", "Function", "Method", "Class", "Interface"})


class _CommunityRow(msgspec.Struct, frozen=True, array_like=True):
    id: str
    name: str
    cohesion: float
    size: int


class _ProcessRow(msgspec.Struct, frozen=True, array_like=True):
    id: str
    name: str
    kind: str
    entered: str
    steps: list[int]


class _EntryRow(msgspec.Struct, frozen=True, array_like=True):
    node: int
    kind: str
    name: str
    framework: str
    file: str
    line: int


class _EntriesRow(msgspec.Struct, frozen=True, array_like=True):
    known: list[_EntryRow]
    scored: list[int]
    cut: int
    least: float
    processes_cut: int


_NOTHING = {
    **dict.fromkeys(("communities", "members", "processes"), encode([])),
    "entries": encode(_EntriesRow([], [], 0, 0.0, 0)),
}
"""What a side file says before `add_whole`; no sealed one does."""
_communities = msgspec.msgpack.Decoder(list[_CommunityRow]).decode
_processes = msgspec.msgpack.Decoder(list[_ProcessRow]).decode
_entries = msgspec.msgpack.Decoder(_EntriesRow).decode


class Whole:
    """What was computed from the tree of one side file, read as it is asked for."""

    def __init__(self, links: SealedLinks) -> None:
        self._links = links
        self._members: dict[int, int] | None = None

    def community_rows(self) -> list[_CommunityRow]:
        """Id, name, cohesion and size of every community, largest first; texts as stored."""
        return _communities(self._blob("communities"))

    def communities(self) -> Iterator[Community]:
        """All communities, largest first."""
        members: dict[int, list[str]] = {}
        for node, community in self.membership():
            members.setdefault(community, []).append(self._links.node_of(node).id)
        for at, row in enumerate(self.community_rows()):
            yield Community(unpack(row.id), unpack(row.name), row.cohesion, tuple(sorted(members[at])))

    def membership(self) -> Iterable[tuple[int, int]]:
        """(number of a node, place of its community), by number."""
        flat = iter(decode_ints(self._blob("members")))
        return zip(flat, flat, strict=True)

    def community_of(self, node_id: str) -> str:
        """The name of a symbol's community, "" for none."""
        number = self._links.number_of(node_id)
        if self._members is None:
            self._members = dict(self.membership())
            self._names = [unpack(row.name) for row in self.community_rows()]
        return self._names[self._members[number]] if number in self._members else ""

    def process_rows(self) -> list[_ProcessRow]:
        """Every process, its steps by number; texts as stored."""
        return _processes(self._blob("processes"))

    def processes(self) -> Iterator[Process]:
        """All processes, those of known entry points first."""
        for row in self.process_rows():
            yield Process(
                unpack(row.id), unpack(row.name), row.kind, unpack(row.entered), tuple(self._links.node_of(step).id for step in row.steps)
            )

    def entries(self) -> Entries:
        """The entry points of the tree."""
        row = _entries(self._blob("entries"))
        known = tuple(EntryPoint(self._id(e.node), e.kind, unpack(e.name), e.framework, unpack(e.file), e.line) for e in row.known)
        return Entries(tuple(sorted(known)), tuple(map(self._id, row.scored)), row.cut, row.least)

    def processes_cut(self) -> int:
        """How many processes a limit left out."""
        return _entries(self._blob("entries")).processes_cut

    def _id(self, number: int) -> str:
        return self._links.node_of(number).id

    def _blob(self, key: str) -> bytes:
        return self._links.blob(WHOLE, key) or _NOTHING[key]


def add_whole(path: Path, settings: Settings) -> None:
    """Computes what belongs to the whole tree of a side file and puts it there. The file is private and closed. Whoever dies in the middle
    leaves a file on which this may be called again."""
    _replace(path, {})
    links = SealedLinks(path)
    try:
        with uncollected():
            rows = _computed(links, settings)
    finally:
        links.close()
    _replace(path, rows)


def _replace(path: Path, rows: dict[str, bytes]) -> None:
    """In one transaction with a journal, unlike the rest of the side file: this may happen in a process that is killed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("PRAGMA synchronous=OFF")
        con.execute("BEGIN IMMEDIATE")
        con.execute("DELETE FROM blob WHERE kind=?", (WHOLE,))
        con.executemany("INSERT INTO blob VALUES (?,?,?)", ((WHOLE, key, row) for key, row in sorted(rows.items())))
        con.execute("COMMIT")


def _computed(links: SealedLinks, settings: Settings) -> dict[str, bytes]:
    from nexus_diff.analysis.frameworks import entry_points

    graph, numbers = code_graph(links)
    of = {node.id: number for node, number in zip(graph.nodes, numbers, strict=True)}
    groups = communities(graph, settings.analysis.resolution, settings.analysis.tests)
    starts = entries(graph, entry_points(links), Choice(settings.entry_points), decorated_in(links))
    flows = processes(graph, starts)
    members = sorted((of[member], at) for at, group in enumerate(groups) for member in group.members)
    known = [_EntryRow(of[e.id], e.kind, pack(e.name), e.framework, pack(e.file), e.line) for e in starts.known]
    return {
        "communities": encode([_CommunityRow(pack(c.id), pack(c.name), c.cohesion, len(c.members)) for c in groups]),
        "members": encode([number for pair in members for number in pair]),
        "processes": encode(
            [_ProcessRow(pack(p.id), pack(p.name), p.kind, pack(p.entered), [of[step] for step in p.steps]) for p in flows.found]
        ),
        "entries": encode(_EntriesRow(known, [of[node_id] for node_id in starts.scored], starts.cut, starts.least, flows.cut)),
    }


def decorated_in(links: SealedLinks) -> dict[str, tuple[str, ...]]:
    """Node id → names of its decorators."""
    found = {}
    for path, row in links.blobs(said.KIND):
        marked = {(name, line): names for name, line, names in said.decode(row).decorated}
        for node in links.nodes_in(path) if marked else ():
            names = marked.get((node.qualified_name, node.start_line))
            if names is not None:
                found[node.id] = names
    return found


def code_graph(links: SealedLinks) -> tuple[CodeGraph, list[int]]:
    """The graph that is analysed, and the number of each of its nodes."""
    found: list[tuple[Node, int]] = []
    for place in links.place_numbers():
        found += [(node, number) for number, node in links.numbered_nodes(place) if node.label in _LABELS]
    found.sort(key=lambda pair: pair[0].id)
    places = {number: at for at, (_, number) in enumerate(found)}
    calls, heritage = _Edges(links, CALLS).read(places), _Edges(links, HERITAGE).read(places)
    graph = CodeGraph(tuple(node for node, _ in found), tuple(sorted(calls)), tuple(sorted({edge[:2] for edge in heritage})))
    return graph, [number for _, number in found]


class _Edges:
    """Relations of some types, hubs expanded, by positions."""

    def __init__(self, links: SealedLinks, types: frozenset[str]) -> None:
        self._links = links
        self._types = types
        self._kinds = links.kinds(types, CALL_THRESHOLD)
        self._hubs: dict[int, tuple[float, list[int]]] = {}

    def read(self, places: dict[int, int]) -> set[Call]:
        """All relations of the types between these places, hubs expanded."""
        found: set[Call] = set()
        for place in self._links.place_numbers():
            row = self._links.output_row(place)
            for source, flat in row.relations:
                start = places.get(source)
                if start is not None:
                    found.update(self._direct(start, flat, places))
            for source, flat in row.uses:
                start = places.get(source)
                if start is not None:
                    found.update(self._fanned(start, flat, places))
        return found

    def _direct(self, start: int, flat: list[int], places: dict[int, int]) -> Iterator[Call]:
        kinds = self._kinds
        for target, number, line in triples(flat):
            kind = kinds.get(number)
            if kind is not None and target in places:
                yield start, places[target], kind.confidence, line

    def _fanned(self, start: int, flat: list[int], places: dict[int, int]) -> Iterator[Call]:
        for number, kind, line in triples(flat):
            if self._links.all_kinds[kind].type in self._types:
                confidence, members = self._hub(number)
                for member in members if confidence >= CALL_THRESHOLD else ():
                    if member in places:
                        yield start, places[member], confidence, line

    def _hub(self, number: int) -> tuple[float, list[int]]:
        hub = self._hubs.get(number)
        if hub is None:
            row = self._links.hub_row(number)
            hub = self._hubs[number] = (row[2], row[5])
        return hub
