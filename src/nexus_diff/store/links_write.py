"""Writing a whole graph into a fresh side file."""

# For maintainers. Nodes and hubs are numbered in the order of their ids, and sources are visited in that order, so that every list of
# relations comes out sorted without being sorted.

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import groupby, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

from nexus_diff.model.graph import FileEntry, Hub, HubUse, Node, Relation
from nexus_diff.store.collector import uncollected
from nexus_diff.store.content import GraphContent, place_of
from nexus_diff.store.links_schema import (
    COUNTERS,
    DDL,
    PAGE_SIZE,
    USE,
    IncomingRow,
    OutputRow,
    encode,
    lookup_key,
    node_order,
    pack_nodes,
)
from nexus_diff.store.text import pack

_source = attrgetter("source")


def connect_for_writing(path: Path) -> sqlite3.Connection:
    """A connection without journal or fsync: the file is private until it is sealed."""
    con = sqlite3.connect(path, isolation_level=None)
    for pragma in (f"page_size={PAGE_SIZE}", "journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE", "cache_size=-65536"):
        con.execute(f"PRAGMA {pragma}")
    return con


def distinct(rows: Iterable[Any]) -> list[Any]:
    """Sorted and without duplicates; quick when rows are that already."""
    known = list(rows)
    return known if all(a < b for a, b in pairwise(known)) else sorted(set(known))


def entry_row(entry: FileEntry) -> tuple[str, str, str, str]:
    """The columns of `place` that hold a file's entry."""
    return entry.oid, entry.language, pack(entry.skipped), "\n".join(sorted(pack(mark) for mark in entry.marks))


def check_id(node: Node) -> None:
    """Ids lead to places: `Label:path`, then nothing or `:` and a name. Raises ValueError for any other."""
    start = f"{node.label}:{node.file_path}"
    if not (node.id == start or node.id.startswith(start + ":")):
        raise ValueError(f"node id {node.id!r} does not start with {start!r}")


class _Writer:
    def __init__(self, con: sqlite3.Connection, content: GraphContent) -> None:
        self.con = con
        self.content = content
        self.places: dict[str, int] = {}
        self.nodes: dict[str, int] = {}
        self.place_of: dict[int, int] = {}
        self.kinds: dict[tuple[str, str, float, int], int] = {}
        self.hubs: dict[str, int] = {}
        self.incoming: dict[int, IncomingRow] = {}
        self.uses: dict[int, list[int]] = {}
        self.counters = dict.fromkeys(COUNTERS, 0)

    def place(self, path: str) -> int:
        return self.places.setdefault(path, len(self.places))

    def node(self, node_id: str, user: str) -> int:
        number = self.nodes.get(node_id)
        if number is None:
            raise ValueError(f"{user!r} mentions the unknown node {node_id!r}")
        return number

    def run(self) -> None:
        self._write_nodes()
        entries = {entry.path: entry for entry in self.content.files}
        for path in sorted(entries.keys() | self.content.outputs.keys()):
            self.place(path)
        self._write_outputs(self._number_hubs())
        self._write_lookups()
        rows = (
            (number, pack(path), *(entry_row(entries[path]) if path in entries else (None,) * 4)) for path, number in self.places.items()
        )
        self.con.executemany("INSERT INTO place VALUES (?,?,?,?,?,?)", rows)
        kinds = ((number, encode((pack(type_), pack(reason), *rest))) for (type_, reason, *rest), number in self.kinds.items())
        self.con.executemany("INSERT INTO kind VALUES (?,?)", kinds)
        blobs = sorted((pack(kind), pack(key), row) for (kind, key), row in self.content.blobs.items())
        self.con.executemany("INSERT INTO blob VALUES (?,?,?)", blobs)
        self.con.executemany("INSERT INTO meta VALUES (?,?)", sorted((pack(k), pack(v)) for k, v in self.content.meta.items()))
        self.counters.update(place=len(self.places), node=len(self.nodes), kind=len(self.kinds), hub=len(self.hubs))
        self.counters.update(link=len(self.content.outputs), files=len(entries), nodes=len(self.nodes), hubs=len(self.hubs))
        self.con.executemany("INSERT INTO counter VALUES (?,?)", sorted(self.counters.items()))

    def _write_nodes(self) -> None:
        by_place: dict[str, list[Node]] = {}
        for number, node in enumerate(sorted(self.content.nodes, key=attrgetter("id"))):
            check_id(node)
            if self.nodes.setdefault(node.id, number) != number:
                raise ValueError(f"two nodes have the id {node.id!r}")
            place = place_of(node)
            by_place.setdefault(place, []).append(node)
            self.place_of[number] = self.place(place)
        self.con.executemany("INSERT INTO node VALUES (?,?)", self.place_of.items())
        for place, nodes in by_place.items():
            nodes.sort(key=node_order)
            row = pack_nodes([self.nodes[node.id] for node in nodes], nodes)
            self.con.execute("INSERT INTO nodes VALUES (?,?)", (self.places[place], row))

    def _number_hubs(self) -> list[Hub]:
        hubs = sorted(self.content.hubs, key=attrgetter("id"))
        self.hubs = {hub.id: number for number, hub in enumerate(hubs)}
        if len(self.hubs) != len(hubs):
            raise ValueError("two hubs have the same id")
        return hubs

    def _write_outputs(self, hubs: list[Hub]) -> None:
        by_source: dict[int, list[Relation]] = {}
        uses_of: dict[int, list[HubUse]] = {}
        sources: dict[str, tuple[list[int], list[int]]] = {}
        for path, output in self.content.outputs.items():
            here = self._numbered(path, groupby(distinct(output.relations), _source), by_source)
            using = self._numbered(path, groupby(distinct(output.hub_uses), _source), uses_of)
            sources[path] = here, using
        relations = {number: self._flat_relations(number, by_source[number]) for number in sorted(by_source)}
        uses = {number: self._flat_uses(number, uses_of[number]) for number in sorted(uses_of)}
        for link, (path, (here, using)) in enumerate(sources.items()):
            output = self.content.outputs[path]
            row = encode(OutputRow([(n, relations[n]) for n in here], [(n, uses[n]) for n in using]))
            pairs = len(set(output.lookups))
            values = (self.places[path], output.calls, output.resolved, output.cut, link, pairs, row)
            self.con.execute("INSERT INTO output VALUES (?,?,?,?,?,?,?)", values)
            for name, value in (("calls", output.calls), ("resolved", output.resolved), ("pairs", pairs)):
                self.counters[name] += value
        self._write_hubs(hubs)
        rows = ((node, encode(row)) for node, row in sorted(self.incoming.items()))
        self.con.executemany("INSERT INTO incoming VALUES (?,?)", rows)

    def _numbered(self, path: str, groups: Iterable[tuple[str, Iterator[Any]]], into: dict[int, list[Any]]) -> list[int]:
        numbers = []
        for source, rows in groups:
            number = self.node(source, path)
            if self.place_of[number] != self.places[path]:
                raise ValueError(f"the output of {path!r} has a relation of {source!r}, which it does not own")
            into[number] = list(rows)
            numbers.append(number)
        return numbers

    def _flat_relations(self, source: int, relations: list[Relation]) -> list[int]:
        flat: list[int] = []
        nodes, kinds, incoming = self.nodes, self.kinds, self.incoming
        for relation in relations:
            target = nodes.get(relation.target)
            if target is None:
                target = self.node(relation.target, relation.source)
            kind = kinds.setdefault((relation.type, relation.reason, relation.confidence, relation.k), len(kinds))
            flat += (target, kind, relation.line)
            row = incoming.get(target)
            if row is None:
                row = incoming[target] = IncomingRow([], [])
            row.relations.extend((source, kind, relation.line))
        self.counters["relations"] += len(relations)
        return flat

    def _flat_uses(self, source: int, uses: list[HubUse]) -> list[int]:
        flat: list[int] = []
        for use in uses:
            hub = self.hubs.get(use.hub)
            if hub is None:
                raise ValueError(f"{use.source!r} uses the unknown hub {use.hub!r}")
            kind = self.kinds.setdefault((use.type, use.reason, 0.0, USE), len(self.kinds))
            flat += (hub, kind, use.line)
            self.uses.setdefault(hub, []).extend((source, kind, use.line))
        self.counters["uses"] += len(uses)
        return flat

    def _write_hubs(self, hubs: list[Hub]) -> None:
        for number, hub in enumerate(hubs):
            members = sorted({self.node(member, hub.id) for member in hub.members})
            for member in members:
                self.incoming.setdefault(member, IncomingRow([], [])).hubs.append(number)
            values = (number, pack(hub.id), hub.confidence, hub.k, hub.cut, encode(members), encode(self.uses.get(number, [])))
            self.con.execute("INSERT INTO hub VALUES (?,?,?,?,?,?,?)", values)

    def _write_lookups(self) -> None:
        asked: dict[str, list[int]] = {}
        for link, (path, output) in enumerate(self.content.outputs.items()):
            self.con.execute("INSERT INTO link VALUES (?,?)", (link, self.places[path]))
            for key in set(output.lookups):
                links = asked.get(key)
                if links is None:
                    asked[key] = [link]
                else:
                    links.append(link)
        by_hash: dict[int, list[int]] = {}
        for key, links in asked.items():
            number = lookup_key(key)
            by_hash[number] = sorted({*by_hash[number], *links}) if number in by_hash else links
        self.con.executemany("INSERT INTO lookup VALUES (?,?)", ((key, encode(by_hash[key])) for key in sorted(by_hash)))


def write_links(path: Path, content: GraphContent) -> dict[str, int]:
    """Writes the whole content; returns its counters. Raises ValueError for content that does not hold together."""
    con = connect_for_writing(path)
    with closing(con), uncollected():
        con.executescript(DDL)
        con.execute("BEGIN")
        writer = _Writer(con, content)
        writer.run()
        con.execute("COMMIT")
    return writer.counters
