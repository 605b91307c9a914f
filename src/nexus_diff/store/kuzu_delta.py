"""Turning the engine's file of one graph into that of another, by the rows in which they differ."""

# For maintainers. Both graphs are read from their side files, whose numbers are stable, so the difference is a difference of sets. Rows are
# deleted by prepared single-row statements on primary keys and inserted the same way, or by COPY when one pair of labels has many.
# `UNWIND … MATCH … CREATE` joins by scanning and took 28 s for 160 rows: never that. Loading anew costs 0.3 s and 6 µs a row.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from nexus_diff.model.graph import Node
from nexus_diff.store.content import GraphDelta
from nexus_diff.store.kuzu_engine import HUB, opened, prepare
from nexus_diff.store.kuzu_load import hub_name, replace_whole
from nexus_diff.store.kuzu_rows import HubRow, Row, Rows
from nexus_diff.store.links_numbers import triples
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.text import pack

_NODE_VALUES = (
    "id: $id, name: $name, qualifiedName: $qualified, filePath: $path, startLine: $first_line, endLine: $last_line, language: $language, "
    "isExported: $exported, isTest: $test"
)
_HUB_VALUES = "id: $id, name: $name, kind: $kind, k: $k, confidence: $confidence, cut: $cut"
_SAME = "r.type = $type AND r.line = $line AND r.reason = $reason AND r.confidence = $confidence AND r.k = $k"


class Difference:
    """What has to change in the engine: nodes and hubs by label, and relations."""

    def __init__(self, old: SealedLinks, new: SealedLinks, delta: GraphDelta) -> None:
        self.old, self.new = Rows(old), Rows(new)
        self.nodes_removed: list[tuple[str, int]] = []
        self.nodes_added: list[tuple[int, Node]] = []
        self.nodes_changed: list[tuple[int, Node]] = []
        self.hubs_added: list[HubRow] = []
        self.hubs_changed: list[HubRow] = []
        for path in sorted(delta.removed_files | delta.nodes.keys()):
            self._compare_nodes(path)
        before, after = set[Row](), set[Row]()
        for path in sorted(delta.removed_files | delta.outputs.keys()):
            before.update(_rows_of(self.old, path))
            after.update(_rows_of(self.new, path))
        for hub_id in sorted(delta.hubs):
            self._compare_hub(hub_id, before, after)
        gone = set(self.nodes_removed)
        ends = ((row, (row.from_label, row.source), (row.to_label, row.target)) for row in sorted(before - after))
        self.deleted = [row for row, start, end in ends if start not in gone and end not in gone]
        self.inserted = sorted(after - before)

    def _compare_nodes(self, path: str) -> None:
        old, new = (dict(_nodes_of(rows.links, path)) for rows in (self.old, self.new))
        self.nodes_removed += [(node.label, number) for number, node in old.items() if number not in new]
        self.nodes_added += [(number, node) for number, node in new.items() if number not in old]
        self.nodes_changed += [(number, node) for number, node in new.items() if number in old and old[number] != node]

    def _compare_hub(self, hub_id: str, before: set[Row], after: set[Row]) -> None:
        old, new = (_hub_of(rows, hub_id) for rows in (self.old, self.new))
        if old == new:
            return
        for rows, hub, into in ((self.old, old, before), (self.new, new, after)):
            if hub is not None:
                into.update(rows.of_members(hub))
                for source, kind, line in triples(rows.links.hub_uses(hub.number)) if hub.fan else ():
                    into.update(rows.of_use(source, hub, kind, line))
        if old and not old.fan and new is None:
            self.nodes_removed.append((HUB, old.number))
        if new and not new.fan:
            (self.hubs_changed if old else self.hubs_added).append(new)

    def __len__(self) -> int:
        nodes = len(self.nodes_removed) + len(self.nodes_added) + len(self.nodes_changed)
        return nodes + len(self.hubs_added) + len(self.hubs_changed) + len(self.deleted) + len(self.inserted)


def worth_it(difference: Difference, counters: Mapping[str, int]) -> bool:
    """Whether applying the difference is quicker than loading the new graph."""
    return len(difference) < 250 + (counters["nodes"] + counters["relations"] + counters["uses"]) // 200


def _nodes_of(links: SealedLinks, path: str) -> list[tuple[int, Node]]:
    place = links.place_number(path)
    return [] if place is None else links.numbered_nodes(place)


def _rows_of(rows: Rows, path: str) -> Iterable[Row]:
    place = rows.links.place_number(path)
    return () if place is None else rows.of_output(place)


def _hub_of(rows: Rows, hub_id: str) -> HubRow | None:
    number = rows.links.hub_number(hub_id)
    return None if number is None else rows.hub(number)


def _node_parameters(number: int, node: Node) -> dict[str, Any]:
    texts = {"id": pack(node.id), "name": pack(node.name), "qualified": pack(node.qualified_name), "path": pack(node.file_path)}
    lines = {"first_line": node.start_line, "last_line": node.end_line, "language": pack(node.language)}
    return {"no": number, **texts, **lines, "exported": node.is_exported, "test": node.is_test}


def _hub_parameters(hub: HubRow) -> dict[str, Any]:
    kind, name = hub_name(hub.id)
    texts = {"id": pack(hub.id), "name": pack(name), "kind": pack(kind)}
    return {"no": hub.number, **texts, "k": hub.k, "confidence": hub.confidence, "cut": hub.cut}


def _row_parameters(row: Row) -> dict[str, Any]:
    values = {"type": pack(row.type), "reason": pack(row.reason), "confidence": row.confidence, "k": row.k, "line": row.line}
    return {"source": row.source, "target": row.target, **values}


def _assignments(values: str) -> str:
    return ", ".join(f"n.{name} = {value}" for name, _, value in (part.partition(": ") for part in values.split(", ")))


class _Statements:
    """Prepared statements of one connection, by text."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.prepared: dict[str, Any] = {}

    def run(self, text: str, parameters: dict[str, Any]) -> None:
        statement = self.prepared.get(text)
        if statement is None:
            statement = self.prepared[text] = prepare(self.connection, text)
        self.connection.execute(statement, parameters)


def apply(path: Path, difference: Difference, scratch: Path) -> None:
    """Changes the engine's file, a copy that nobody else has open. `scratch`: an empty folder."""
    with opened(path, read_only=False, size=path.stat().st_size) as connection:
        connection.execute("BEGIN TRANSACTION")
        statements = _Statements(connection)
        for row in difference.deleted:
            ends = f"(a:`{row.from_label}` {{no: $source}})-[r:CodeRelation]->(b:`{row.to_label}` {{no: $target}})"
            statements.run(f"MATCH {ends} WHERE {_SAME} DELETE r", _row_parameters(row))
        for label, number in difference.nodes_removed:
            statements.run(f"MATCH (n:`{label}` {{no: $no}}) DETACH DELETE n", {"no": number})
        for number, node in difference.nodes_added:
            statements.run(f"CREATE (n:`{node.label}` {{no: $no, {_NODE_VALUES}}})", _node_parameters(number, node))
        for number, node in difference.nodes_changed:
            statements.run(f"MATCH (n:`{node.label}` {{no: $no}}) SET {_assignments(_NODE_VALUES)}", _node_parameters(number, node))
        for hub in difference.hubs_added:
            statements.run(f"CREATE (n:`{HUB}` {{no: $no, {_HUB_VALUES}}})", _hub_parameters(hub))
        for hub in difference.hubs_changed:
            statements.run(f"MATCH (n:`{HUB}` {{no: $no}}) SET {_assignments(_HUB_VALUES)}", _hub_parameters(hub))
        made = "type: $type, confidence: $confidence, reason: $reason, k: $k, step: 0, line: $line"
        for row in difference.inserted:
            ends = f"(a:`{row.from_label}` {{no: $source}}), (b:`{row.to_label}` {{no: $target}})"
            statements.run(f"MATCH {ends} CREATE (a)-[:CodeRelation {{{made}}}]->(b)", _row_parameters(row))
        connection.execute("COMMIT")
        connection.execute("BEGIN TRANSACTION")
        replace_whole(connection, difference.new.links, scratch)
        connection.execute("COMMIT")
        connection.execute("CHECKPOINT")
