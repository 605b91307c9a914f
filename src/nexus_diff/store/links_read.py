"""Reading the side file of a sealed snapshot (`links.sqlite`): all that a warm run needs, without the graph engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.model.graph import FileEntry, Hub, HubUse, LinkOutput, Node, Relation
from nexus_diff.store.content import ROOT
from nexus_diff.store.links_numbers import NumberedLinks, triples
from nexus_diff.store.links_schema import (
    IncomingRow,
    decode_ints,
    lookup_key,
)
from nexus_diff.store.reader import HubHead, LinksReader
from nexus_diff.store.text import pack, unpack


class SealedLinks(NumberedLinks, LinksReader):
    """The graph of one sealed side file. Values are cached as they are read; the file is never written."""

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

    def hubs_with(self, node_id: str) -> list[HubHead]:
        number = self.number_of(node_id)
        return [] if number is None else sorted(map(self._head, self.incoming_row(number).hubs))

    def hub(self, hub_id: str) -> Hub | None:
        row = self._con.execute("SELECT members, confidence, k, cut FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
        return Hub(hub_id, tuple(sorted(self.node_of(number).id for number in decode_ints(row[0]))), *row[1:]) if row else None

    def uses(self, hub_id: str) -> list[HubUse]:
        found = self._uses.get(hub_id)
        if found is None:
            row = self._con.execute("SELECT uses FROM hub WHERE id=?", (pack(hub_id),)).fetchone()
            kinds, uses = self.all_kinds, triples(decode_ints(row[0])) if row else ()
            found = [HubUse(self.node_of(source).id, hub_id, kinds[k].type, line, kinds[k].reason) for source, k, line in uses]
            self._uses[hub_id] = found
        return found

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


def _entry(row: tuple[str, str, str, str, str]) -> FileEntry:
    path, oid, language, skipped, marks = row
    return FileEntry(unpack(path), oid, language, unpack(skipped), frozenset(map(unpack, marks.split("\n"))) if marks else frozenset())
