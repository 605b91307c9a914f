"""Reading the side file of a sealed snapshot (`links.sqlite`): all that a warm run needs, without the graph engine."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from nexus_diff.model.graph import FileEntry, Hub, HubUse, LinkOutput, Node, Relation
from nexus_diff.store.content import ROOT
from nexus_diff.store.links_schema import (
    IncomingRow,
    Kind,
    OutputRow,
    decode_incoming,
    decode_ints,
    decode_kind,
    decode_output,
    lookup_key,
    unpack_nodes,
)
from nexus_diff.store.reader import HubHead, LinksReader
from nexus_diff.store.text import pack, unpack

_NO_INCOMING = IncomingRow([], [])
_NO_OUTPUT = OutputRow([], [])


def triples(flat: list[int]) -> Iterable[tuple[int, int, int]]:
    """The rows of a flat list: other end, kind, line."""
    steps = iter(flat)
    return zip(steps, steps, steps, strict=True)


class SealedLinks(LinksReader):
    """The graph of one sealed side file. Values are cached as they are read; the file is never written."""

    def __init__(self, path: Path) -> None:
        self._con = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True, isolation_level=None)
        self._con.execute("PRAGMA mmap_size=1073741824")
        self._places: dict[str, int | None] = {}
        self._paths: dict[int, str] = {}
        self._loaded: dict[int, list[Node]] = {}
        self._numbers: dict[str, int] = {}
        self._nodes: dict[int, Node] = {}
        self._outputs: dict[int, OutputRow] = {}
        self._heads: dict[int, HubHead] = {}
        self.all_kinds = {number: self._kind(row) for number, row in self._con.execute("SELECT no, row FROM kind")}
        self._wanted: dict[tuple[frozenset[str], float], dict[int, Kind]] = {}

    @staticmethod
    def _kind(row: bytes) -> Kind:
        type_, reason, confidence, k = decode_kind(row)
        return Kind(unpack(type_), unpack(reason), confidence, k)

    def close(self) -> None:
        self._con.close()

    # Numbers

    def place_number(self, path: str) -> int | None:
        """The number of a place, or None."""
        if path not in self._places:
            row = self._con.execute("SELECT no FROM place WHERE path=?", (pack(path),)).fetchone()
            self._places[path] = row[0] if row else None
        return self._places[path]

    def place_path(self, number: int) -> str:
        """The path of a place."""
        path = self._paths.get(number)
        if path is None:
            path = unpack(self._con.execute("SELECT path FROM place WHERE no=?", (number,)).fetchone()[0])
            self._paths[number] = path
        return path

    def nodes_of_place(self, place: int) -> list[Node]:
        """The nodes of a place, by number."""
        nodes = self._loaded.get(place)
        if nodes is None:
            row = self._con.execute("SELECT row FROM nodes WHERE place=?", (place,)).fetchone()
            numbers, nodes = unpack_nodes(row[0]) if row else ([], [])
            self._loaded[place] = nodes
            self._nodes.update(zip(numbers, nodes, strict=True))
            for number, node in zip(numbers, nodes, strict=True):
                self._numbers[node.id] = number
        return nodes

    def numbered_nodes(self, place: int) -> list[tuple[int, Node]]:
        """The nodes of a place with their numbers."""
        nodes = self.nodes_of_place(place)
        return [(self._numbers[node.id], node) for node in nodes]

    def node_of(self, number: int) -> Node:
        """The node with this number, which must exist."""
        node = self._nodes.get(number)
        if node is None:
            place = self._con.execute("SELECT place FROM node WHERE no=?", (number,)).fetchone()[0]
            self.nodes_of_place(place)
            node = self._nodes[number]
        return node

    def number_of(self, node_id: str) -> int | None:
        """The number of a node, or None."""
        number = self._numbers.get(node_id)
        if number is None:
            for path in _places_in(node_id):
                place = self.place_number(path)
                if place is not None and place not in self._loaded:
                    self.nodes_of_place(place)
            number = self._numbers.get(node_id)
        return number

    # Nodes and files

    def node(self, node_id: str) -> Node | None:
        number = self.number_of(node_id)
        return None if number is None else self._nodes[number]

    def nodes_in(self, path: str) -> Iterable[Node]:
        place = self.place_number(path)
        return () if place is None else tuple(self.nodes_of_place(place))

    def files(self) -> Iterator[FileEntry]:
        rows = self._con.execute("SELECT path, oid, language, skipped, marks FROM place WHERE oid IS NOT NULL")
        yield from sorted((_entry(row) for row in rows), key=lambda entry: entry.path)

    def entry(self, path: str) -> FileEntry | None:
        query = "SELECT path, oid, language, skipped, marks FROM place WHERE path=? AND oid IS NOT NULL"
        row = self._con.execute(query, (pack(path),)).fetchone()
        return _entry(row) if row else None

    # Relations

    def kinds(self, types: frozenset[str], min_confidence: float) -> Mapping[int, Kind]:
        """The kinds of relation wanted, by number."""
        key = (types, min_confidence)
        if key not in self._wanted:
            wanted = {
                no: kind for no, kind in self.all_kinds.items() if kind.type in types and kind.confidence >= min_confidence and kind.k > 0
            }
            self._wanted[key] = wanted
        return self._wanted[key]

    def incoming_row(self, number: int) -> IncomingRow:
        """What ends in a node, by numbers."""
        row = self._con.execute("SELECT row FROM incoming WHERE node=?", (number,)).fetchone()
        return decode_incoming(row[0]) if row else _NO_INCOMING

    def output_row(self, place: int) -> OutputRow:
        """What starts in a place, by numbers."""
        output = self._outputs.get(place)
        if output is None:
            row = self._con.execute("SELECT row FROM output WHERE place=?", (place,)).fetchone()
            output = self._outputs[place] = decode_output(row[0]) if row else _NO_OUTPUT
        return output

    def direct_incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        number = self.number_of(node_id)
        if number is None:
            return []
        return self._incoming_of(node_id, self.incoming_row(number), types, min_confidence)

    def _incoming_of(self, node_id: str, row: IncomingRow, types: frozenset[str], min_confidence: float) -> list[Relation]:
        wanted, nodes = self.kinds(types, min_confidence), self._nodes
        found = []
        for source, number, line in triples(row.relations):
            kind = wanted.get(number)
            if kind is not None:
                node = nodes.get(source) or self.node_of(source)
                found.append(Relation(node.id, node_id, kind[0], line, kind[1], kind[2], kind[3]))
        return found

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        number = self.number_of(node_id)
        if number is None:
            return []
        row = self.incoming_row(number)
        found = self._incoming_of(node_id, row, types, min_confidence)
        heads = [head for head in map(self._head, row.hubs) if head.confidence >= min_confidence]
        return self.with_uses(found, node_id, heads, types) if heads else found

    def direct_outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        wanted = self.kinds(types, min_confidence)
        found = []
        for target, number, line in self._of_source(node_id, False):
            kind = wanted.get(number)
            if kind is not None:
                found.append(Relation(node_id, self.node_of(target).id, kind.type, line, kind.reason, kind.confidence, kind.k))
        return found

    def _of_source(self, node_id: str, uses: bool) -> Iterable[tuple[int, int, int]]:
        number = self.number_of(node_id)
        if number is None:
            return ()
        node = self._nodes[number]
        place = self.place_number(ROOT if node.label == "Folder" else node.file_path)
        assert place is not None
        row = self.output_row(place)
        return next((triples(flat) for source, flat in (row.uses if uses else row.relations) if source == number), ())

    def output(self, path: str) -> LinkOutput | None:
        place = self.place_number(path)
        head = None if place is None else self.output_head(place)
        if place is None or head is None:
            return None
        output = self.output_row(place)
        relations = sorted(relation for source, flat in output.relations for relation in self._relations_of(source, flat))
        uses = sorted(use for source, flat in output.uses for use in self._uses_of(source, flat))
        return LinkOutput(tuple(relations), tuple(uses), (), *head[:3])

    def _relations_of(self, source: int, flat: list[int]) -> list[Relation]:
        start = self.node_of(source).id
        kinds = self.all_kinds
        return [Relation(start, self.node_of(t).id, kinds[k].type, line, kinds[k].reason, *kinds[k][2:]) for t, k, line in triples(flat)]

    # Hubs

    def _head(self, number: int) -> HubHead:
        head = self._heads.get(number)
        if head is None:
            hub_id, confidence, k = self._con.execute("SELECT id, confidence, k FROM hub WHERE no=?", (number,)).fetchone()
            head = self._heads[number] = HubHead(unpack(hub_id), confidence, k)
        return head

    def hubs_with(self, node_id: str) -> list[HubHead]:
        number = self.number_of(node_id)
        return [] if number is None else sorted(map(self._head, self.incoming_row(number).hubs))

    def hub_number(self, hub_id: str) -> int | None:
        """The number of a hub, or None."""
        row = self._con.execute("SELECT no FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
        return row[0] if row else None

    def hub_row(self, number: int) -> tuple[int, str, float, int, int, list[int]]:
        """Number, id, confidence, k, cut, member numbers of a hub, which must exist."""
        found = self._con.execute("SELECT id, confidence, k, cut, members FROM hub WHERE no=?", (number,)).fetchone()
        return number, unpack(found[0]), found[1], found[2], found[3], decode_ints(found[4])

    def hub_uses(self, number: int) -> list[int]:
        """Flat source, kind, line of a hub's uses; empty for an unknown number."""
        row = self._con.execute("SELECT uses FROM hub WHERE no=?", (number,)).fetchone()
        return decode_ints(row[0]) if row else []

    def output_head(self, place: int) -> tuple[int, int, int, int, int] | None:
        """calls, resolved, cut, link number and look-up count of a place's output, or None."""
        row = self._con.execute("SELECT calls, resolved, cut, link, pairs FROM output WHERE place=?", (place,)).fetchone()
        return tuple(row) if row else None

    def counters(self) -> dict[str, int]:
        """Next free numbers, and counts (`links_schema.COUNTERS`)."""
        return dict(self._con.execute("SELECT name, value FROM counter"))

    def hub_numbers(self) -> list[int]:
        """Numbers of all hubs."""
        return [row[0] for row in self._con.execute("SELECT no FROM hub ORDER BY no")]

    def place_numbers(self) -> list[int]:
        """Numbers of all places."""
        return [row[0] for row in self._con.execute("SELECT no FROM place ORDER BY no")]

    def hub(self, hub_id: str) -> Hub | None:
        row = self._con.execute("SELECT members, confidence, k, cut FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
        return Hub(hub_id, tuple(sorted(self.node_of(number).id for number in decode_ints(row[0]))), *row[1:]) if row else None

    def uses(self, hub_id: str) -> list[HubUse]:
        row = self._con.execute("SELECT uses FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
        if row is None:
            return []
        kinds = self.all_kinds
        uses = triples(decode_ints(row[0]))
        return [HubUse(self.node_of(source).id, hub_id, kinds[k].type, line, kinds[k].reason) for source, k, line in uses]

    def uses_from(self, node_id: str) -> list[HubUse]:
        kinds = self.all_kinds
        return [
            HubUse(node_id, self._head(hub).id, kinds[k].type, line, kinds[k].reason) for hub, k, line in self._of_source(node_id, True)
        ]

    def _uses_of(self, source: int, flat: list[int]) -> list[HubUse]:
        start, kinds = self.node_of(source).id, self.all_kinds
        return [HubUse(start, self._head(hub).id, kinds[k].type, line, kinds[k].reason) for hub, k, line in triples(flat)]

    # What linking looks up

    def asked(self, keys: Iterable[str]) -> set[str]:
        links: set[int] = set()
        for key in {lookup_key(key) for key in keys}:
            row = self._con.execute("SELECT links FROM lookup WHERE key=?", (key,)).fetchone()
            if row:
                links.update(decode_ints(row[0]))
        found = (self._con.execute("SELECT place FROM link WHERE no=?", (link,)).fetchone() for link in links)
        return {self.place_path(row[0]) for row in found if row}

    def blob(self, kind: str, key: str) -> bytes | None:
        row = self._con.execute("SELECT row FROM blob WHERE kind=? AND key=?", (pack(kind), pack(key))).fetchone()
        return row[0] if row else None

    def blobs(self, kind: str) -> Iterator[tuple[str, bytes]]:
        rows = self._con.execute("SELECT key, row FROM blob WHERE kind=?", (pack(kind),))
        yield from sorted((unpack(key), row) for key, row in rows)

    @property
    def meta(self) -> dict[str, str]:
        return {unpack(key): unpack(value) for key, value in self._con.execute("SELECT key, value FROM meta")}


def _places_in(node_id: str) -> Iterator[str]:
    label, _, rest = node_id.partition(":")
    if label == "Folder":
        yield ROOT
        return
    end = rest.find(":")
    while end >= 0:
        yield rest[:end]
        end = rest.find(":", end + 1)
    yield rest


def _entry(row: tuple[str, str, str, str, str]) -> FileEntry:
    path, oid, language, skipped, marks = row
    return FileEntry(unpack(path), oid, language, unpack(skipped), frozenset(map(unpack, marks.split("\n"))) if marks else frozenset())
