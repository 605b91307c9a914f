"""The numbers of a side file, and its rows as they stand: what readers, updates and the loading of the graph engine build on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from nexus_diff.model.graph import HubUse, Node
from nexus_diff.store.content import ROOT
from nexus_diff.store.links_schema import (
    USE,
    IncomingRow,
    Kind,
    OutputRow,
    decode_incoming,
    decode_ints,
    decode_kind,
    decode_output,
    unpack_nodes,
)
from nexus_diff.store.reader import HubHead
from nexus_diff.store.text import pack, unpack

_NO_INCOMING = IncomingRow([], [])
_NO_OUTPUT = OutputRow([], [])


def triples(flat: list[int]) -> Iterable[tuple[int, int, int]]:
    """The rows of a flat list: other end, kind, line."""
    steps = iter(flat)
    return zip(steps, steps, steps, strict=True)


class NumberedLinks:
    """One side file, opened for reading only. Values are cached as they are read."""

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
        self._incoming: dict[int, IncomingRow] = {}
        self._uses: dict[str, list[HubUse]] = {}
        self.all_kinds = {number: self._kind(row) for number, row in self._con.execute("SELECT no, row FROM kind")}
        self._wanted: dict[tuple[frozenset[str], float], dict[int, Kind]] = {}

    @staticmethod
    def _kind(row: bytes) -> Kind:
        type_, reason, confidence, k = decode_kind(row)
        return Kind(unpack(type_), unpack(reason), confidence, k)

    def close(self) -> None:
        self._con.close()

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

    def place_numbers(self) -> list[int]:
        """Numbers of all places."""
        return [row[0] for row in self._con.execute("SELECT no FROM place ORDER BY no")]

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

    def kinds(self, types: frozenset[str], min_confidence: float) -> Mapping[int, Kind]:
        """The kinds of relation wanted, by number."""
        key = (types, min_confidence)
        if key not in self._wanted:
            real = {number: kind for number, kind in self.all_kinds.items() if kind.k != USE}
            wanted = {number: kind for number, kind in real.items() if kind.type in types and kind.confidence >= min_confidence}
            self._wanted[key] = wanted
        return self._wanted[key]

    def incoming_row(self, number: int) -> IncomingRow:
        """What ends in a node, by numbers."""
        found = self._incoming.get(number)
        if found is None:
            row = self._con.execute("SELECT row FROM incoming WHERE node=?", (number,)).fetchone()
            found = self._incoming[number] = decode_incoming(row[0]) if row else _NO_INCOMING
        return found

    def output_row(self, place: int) -> OutputRow:
        """What starts in a place, by numbers."""
        output = self._outputs.get(place)
        if output is None:
            row = self._con.execute("SELECT row FROM output WHERE place=?", (place,)).fetchone()
            output = self._outputs[place] = decode_output(row[0]) if row else _NO_OUTPUT
        return output

    def output_head(self, place: int) -> tuple[int, int, int, int, int] | None:
        """calls, resolved, cut, link number and look-up count of a place's output, or None."""
        row = self._con.execute("SELECT calls, resolved, cut, link, pairs FROM output WHERE place=?", (place,)).fetchone()
        return tuple(row) if row else None

    def counters(self) -> dict[str, int]:
        """Next free numbers, and counts (`links_schema.COUNTERS`)."""
        return dict(self._con.execute("SELECT name, value FROM counter"))

    def hub_row(self, number: int) -> tuple[int, str, float, int, int, list[int]]:
        """Number, id, confidence, k, cut, member numbers of a hub, which must exist."""
        found = self._con.execute("SELECT id, confidence, k, cut, members FROM hub WHERE no=?", (number,)).fetchone()
        return number, unpack(found[0]), found[1], found[2], found[3], decode_ints(found[4])

    def hub_numbers(self) -> list[int]:
        """Numbers of all hubs."""
        return [row[0] for row in self._con.execute("SELECT no FROM hub ORDER BY no")]

    def hub_number(self, hub_id: str) -> int | None:
        """The number of a hub, or None."""
        row = self._con.execute("SELECT no FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
        return row[0] if row else None

    def hub_uses(self, number: int) -> list[int]:
        """Flat source, kind, line of a hub's uses; empty for an unknown number."""
        row = self._con.execute("SELECT uses FROM hub WHERE no=?", (number,)).fetchone()
        return decode_ints(row[0]) if row else []

    def _head(self, number: int) -> HubHead:
        head = self._heads.get(number)
        if head is None:
            hub_id, confidence, k = self._con.execute("SELECT id, confidence, k FROM hub WHERE no=?", (number,)).fetchone()
            head = self._heads[number] = HubHead(unpack(hub_id), confidence, k)
        return head


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
