"""Applying a delta to a copy of a side file, so that it reads as if it had been written whole."""

# For maintainers. Only rows of what changed are touched. Places, nodes and hubs that stay keep their numbers; new ones get numbers that
# were never used before. Lists stay sorted because what is dropped leaves the order and what is added is inserted by bisection.

from __future__ import annotations

import sqlite3
from bisect import bisect
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from nexus_diff.model.errors import UpdateUnfit
from nexus_diff.model.graph import Hub, LinkOutput, Node
from nexus_diff.store.content import ROOT, GraphDelta
from nexus_diff.store.links_lookups import update_lookups
from nexus_diff.store.links_numbers import triples
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_schema import USE, WHOLE, IncomingRow, Kind, OutputRow, encode, node_order, pack_nodes
from nexus_diff.store.links_write import check_id, connect_for_writing, distinct, entry_row
from nexus_diff.store.text import pack

_Triple = tuple[int, int, int]
_source = attrgetter("source")


class _Change:
    """What happens to one sorted list of (source, kind, line), and to the hubs of one node."""

    def __init__(self) -> None:
        self.dropped: set[int] = set()
        self.added: list[_Triple] = []
        self.hubs_dropped: set[int] = set()
        self.hubs_added: set[int] = set()


class _Updater:
    def __init__(self, con: sqlite3.Connection, base: SealedLinks, delta: GraphDelta) -> None:
        self.con = con
        self.base = base
        self.delta = delta
        self.counters = base.counters()
        self.kinds = {kind: number for number, kind in base.all_kinds.items()}
        self.kind_of = dict(base.all_kinds)
        self.places: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.ids: dict[int, str] = {}
        self.gone: dict[str, int] = {}
        self.hub_numbers: dict[str, int | None] = {}
        self.incoming: dict[int, _Change] = {}
        self.uses: dict[int, _Change] = {}

    # Numbers

    def next(self, name: str) -> int:
        self.counters[name] += 1
        return self.counters[name] - 1

    def place(self, path: str) -> int:
        number = self.places.get(path)
        if number is None:
            number = self.base.place_number(path)
            if number is None:
                number = self.next("place")
                self.con.execute("INSERT INTO place(no, path) VALUES (?,?)", (number, pack(path)))
            self.places[path] = number
        return number

    def node(self, node_id: str, user: str) -> int:
        number = self.numbers.get(node_id)
        if number is None:
            number = None if node_id in self.gone else self.base.number_of(node_id)
            if number is None:
                raise ValueError(f"{user!r} mentions the unknown node {node_id!r}")
            self.numbers[node_id] = number
        return number

    def id(self, number: int) -> str:
        return self.ids.get(number) or self.base.node_of(number).id

    def hub(self, hub_id: str, user: str) -> int:
        number = self.hub_numbers[hub_id] if hub_id in self.hub_numbers else self.base.hub_number(hub_id)
        if number is None:
            raise ValueError(f"{user!r} uses the unknown hub {hub_id!r}")
        return number

    def kind(self, kind: Kind) -> int:
        number = self.kinds.get(kind)
        if number is None:
            number = self.kinds[kind] = self.next("kind")
            self.kind_of[number] = kind
            self.con.execute("INSERT INTO kind VALUES (?,?)", (number, encode((pack(kind.type), pack(kind.reason), *kind[2:]))))
        return number

    def order(self, triple: _Triple) -> tuple[str, str, int, str, float, int]:
        source, number, line = triple
        kind = self.kind_of[number]
        return self.id(source), kind.type, line, kind.reason, kind.confidence, kind.k

    # Steps

    def run(self) -> None:
        delta = self.delta
        removed = delta.removed_files - delta.files.keys()
        for path in sorted(delta.removed_files | delta.nodes.keys()):
            self._replace_nodes(path, delta.nodes.get(path, ()))
        for hub_id, hub in sorted(delta.hubs.items()):
            self._replace_hub(hub_id, hub)
        relinked = sorted(delta.removed_files | delta.outputs.keys())
        for path in relinked:
            self._drop_output(path)
        for path, output in sorted(delta.outputs.items()):
            self._add_output(path, output)
        self._write_incoming()
        self._write_uses()
        update_lookups(self.con, self.base, self.counters, {self.place(path): delta.outputs.get(path) for path in relinked})
        self._replace_entries(removed)
        self._replace_blobs()
        self.con.executemany("REPLACE INTO counter VALUES (?,?)", self.counters.items())

    def _replace_nodes(self, path: str, nodes: tuple[Node, ...]) -> None:
        place = self.place(path)
        old = {node.id: number for number, node in self.base.numbered_nodes(place)}
        ordered = sorted(nodes, key=node_order)
        numbers = []
        for node in ordered:
            check_id(node)
            if (ROOT if node.label == "Folder" else node.file_path) != path:
                raise ValueError(f"node {node.id!r} does not belong to {path!r}")
            number = old.pop(node.id, None)
            if number is None:
                number = self.next("node")
                self.con.execute("INSERT INTO node VALUES (?,?)", (number, place))
            if self.numbers.setdefault(node.id, number) != number:
                raise ValueError(f"two nodes have the id {node.id!r}")
            self.ids[number] = node.id
            numbers.append(number)
        for node_id, number in old.items():
            self.gone[node_id] = number
            self.con.execute("DELETE FROM node WHERE no=?", (number,))
            self.incoming.setdefault(number, _Change())
        self.counters["nodes"] += len(nodes) - len(self.base.nodes_of_place(place))
        self.con.execute("DELETE FROM nodes WHERE place=?", (place,))
        if ordered:
            self.con.execute("INSERT INTO nodes VALUES (?,?)", (place, pack_nodes(numbers, ordered)))

    def _replace_hub(self, hub_id: str, hub: Hub | None) -> None:
        number = self.base.hub_number(hub_id)
        old = set(self.base.hub_row(number)[5]) if number is not None else set()
        if hub is None:
            if number is not None:
                self.uses.setdefault(number, _Change())
                self._change_members(number, old, set())
                self.counters["hubs"] -= 1
            self.hub_numbers[hub_id] = None
            return
        new = {self.node(member, hub_id) for member in hub.members}
        values = (hub.confidence, hub.k, hub.cut, encode(sorted(new)))
        if number is None:
            number = self.next("hub")
            self.counters["hubs"] += 1
            self.con.execute("INSERT INTO hub VALUES (?,?,?,?,?,?,?)", (number, pack(hub_id), *values, encode([])))
        else:
            self.con.execute("UPDATE hub SET confidence=?, k=?, cut=?, members=? WHERE no=?", (*values, number))
        self.hub_numbers[hub_id] = number
        self._change_members(number, old, new)

    def _change_members(self, hub: int, old: set[int], new: set[int]) -> None:
        for node in old - new:
            self.incoming.setdefault(node, _Change()).hubs_dropped.add(hub)
        for node in new - old:
            self.incoming.setdefault(node, _Change()).hubs_added.add(hub)

    def _drop_output(self, path: str) -> None:
        place = self.place(path)
        row = self.base.output_row(place)
        for source, flat in row.relations:
            self.counters["relations"] -= len(flat) // 3
            for target, _, _ in triples(flat):
                self.incoming.setdefault(target, _Change()).dropped.add(source)
        for source, flat in row.uses:
            self.counters["uses"] -= len(flat) // 3
            for hub, _, _ in triples(flat):
                self.uses.setdefault(hub, _Change()).dropped.add(source)
        head = self.base.output_head(place)
        if head is not None:
            self.counters["calls"] -= head[0]
            self.counters["resolved"] -= head[1]
        self.con.execute("DELETE FROM output WHERE place=?", (place,))

    def _add_output(self, path: str, output: LinkOutput) -> None:
        place = self.place(path)
        row = OutputRow([], [])
        for source, relations in groupby(distinct(output.relations), _source):
            start = self._owned(source, path)
            flat: list[int] = []
            for relation in relations:
                target = self.node(relation.target, source)
                kind = self.kind(Kind(relation.type, relation.reason, relation.confidence, relation.k))
                flat += (target, kind, relation.line)
                self.incoming.setdefault(target, _Change()).added.append((start, kind, relation.line))
            row.relations.append((start, flat))
            self.counters["relations"] += len(flat) // 3
        for source, uses in groupby(distinct(output.hub_uses), _source):
            start, flat = self._owned(source, path), []
            for use in uses:
                hub, kind = self.hub(use.hub, source), self.kind(Kind(use.type, use.reason, 0.0, USE))
                flat += (hub, kind, use.line)
                self.uses.setdefault(hub, _Change()).added.append((start, kind, use.line))
            row.uses.append((start, flat))
            self.counters["uses"] += len(flat) // 3
        self.counters["calls"] += output.calls
        self.counters["resolved"] += output.resolved
        values = (place, output.calls, output.resolved, output.cut, None, len(set(output.lookups)), encode(row))
        self.con.execute("INSERT INTO output VALUES (?,?,?,?,?,?,?)", values)

    def _owned(self, source: str, path: str) -> int:
        number = self.node(source, path)
        place = self.con.execute("SELECT place FROM node WHERE no=?", (number,)).fetchone()[0]
        if place != self.place(path):
            raise ValueError(f"the output of {path!r} has a relation of {source!r}, which it does not own")
        return number

    def _merged(self, flat: list[int], change: _Change) -> list[int]:
        kept = [triple for triple in triples(flat) if triple[0] not in change.dropped]
        for triple in change.added:
            kept.insert(bisect(kept, self.order(triple), key=self.order), triple)
        return [number for triple in kept for number in triple]

    def _write_incoming(self) -> None:
        gone = {number: node_id for node_id, number in self.gone.items()}
        for number, change in sorted(self.incoming.items()):
            old = self.base.incoming_row(number)
            hubs = sorted((set(old.hubs) - change.hubs_dropped) | change.hubs_added)
            row = IncomingRow(self._merged(old.relations, change), hubs)
            empty = not (row.relations or row.hubs)
            if number in gone and not empty:
                raise UpdateUnfit(f"node {gone[number]!r} is removed, but relations or hubs still lead to it")
            if empty:
                self.con.execute("DELETE FROM incoming WHERE node=?", (number,))
            else:
                self.con.execute("REPLACE INTO incoming VALUES (?,?)", (number, encode(row)))

    def _write_uses(self) -> None:
        removed = {self.base.hub_number(hub_id): hub_id for hub_id, number in self.hub_numbers.items() if number is None}
        for number, change in sorted(self.uses.items()):
            uses = self._merged(self.base.hub_uses(number), change)
            if number not in removed:
                self.con.execute("UPDATE hub SET uses=? WHERE no=?", (encode(uses), number))
            elif uses:
                raise ValueError(f"hub {removed[number]!r} is removed, but still used")
            else:
                self.con.execute("DELETE FROM hub WHERE no=?", (number,))

    def _replace_entries(self, removed: frozenset[str]) -> None:
        for path in removed:
            self.counters["files"] -= self.base.entry(path) is not None
            self.con.execute("DELETE FROM place WHERE no=?", (self.place(path),))
        for path, entry in self.delta.files.items():
            self.counters["files"] += self.base.entry(path) is None
            values = (*entry_row(entry), self.place(path))
            self.con.execute("UPDATE place SET oid=?, language=?, skipped=?, marks=? WHERE no=?", values)

    def _replace_blobs(self) -> None:
        self.con.execute("DELETE FROM blob WHERE kind=?", (WHOLE,))
        for (kind, key), row in self.delta.blobs.items():
            if row is None:
                self.con.execute("DELETE FROM blob WHERE kind=? AND key=?", (pack(kind), pack(key)))
            else:
                self.con.execute("REPLACE INTO blob VALUES (?,?,?)", (pack(kind), pack(key), row))
        self.con.executemany("REPLACE INTO meta VALUES (?,?)", ((pack(k), pack(v)) for k, v in self.delta.meta.items()))


def update_links(copy: Path, base: SealedLinks, delta: GraphDelta) -> dict[str, int]:
    """Turns `copy`, a copy of base's file, into the graph that base becomes by delta; returns its counters. Raises ValueError for a delta
    that does not hold together."""
    con = connect_for_writing(copy)
    try:
        con.execute("BEGIN")
        updater = _Updater(con, base, delta)
        updater.run()
        con.execute("COMMIT")
    finally:
        con.close()
    return updater.counters
