"""The rows of the graph engine, made from a side file: what is stored as a node, what as a relation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nexus_diff.store.kuzu_engine import CANDIDATE, FAN, HUB
from nexus_diff.store.links_numbers import triples
from nexus_diff.store.links_read import SealedLinks


class Row(NamedTuple):
    """One relation: numbers of both ends with their labels, and the properties."""

    from_label: str
    source: int
    to_label: str
    target: int
    type: str
    confidence: float
    reason: str
    k: int
    line: int


class HubRow(NamedTuple):
    """A stored hub. `fan`: it is expanded in the engine instead of being a node there."""

    number: int
    id: str
    confidence: float
    k: int
    cut: int
    members: list[int]

    @property
    def fan(self) -> bool:
        return self.id.startswith(FAN)


class Rows:
    """Makes rows from one side file."""

    def __init__(self, links: SealedLinks) -> None:
        self.links = links
        self.hubs: dict[int, HubRow] = {}

    def label(self, number: int) -> str:
        return self.links.node_of(number).label

    def hub(self, number: int) -> HubRow:
        hub = self.hubs.get(number)
        if hub is None:
            hub = self.hubs[number] = HubRow(*self.links.hub_row(number))
        return hub

    def of_relations(self, source: int, flat: list[int]) -> Iterator[Row]:
        """Rows of one source's own relations."""
        label, kinds = self.label(source), self.links.all_kinds
        for target, number, line in triples(flat):
            kind = kinds[number]
            yield Row(label, source, self.label(target), target, kind.type, kind.confidence, kind.reason, kind.k, line)

    def of_use(self, source: int, hub: HubRow, kind: int, line: int) -> Iterator[Row]:
        """Rows of one site that uses a hub: one per member of a fan, else one to the Hub node, which no threshold lets through."""
        label, found = self.label(source), self.links.all_kinds[kind]
        if not hub.fan:
            yield Row(label, source, HUB, hub.number, found.type, 0.0, found.reason, 0, line)
            return
        for member in hub.members:
            yield Row(label, source, self.label(member), member, found.type, hub.confidence, found.reason, hub.k, line)

    def of_members(self, hub: HubRow) -> Iterator[Row]:
        """Rows from a Hub node to its members."""
        if not hub.fan:
            for member in hub.members:
                yield Row(HUB, hub.number, self.label(member), member, CANDIDATE, hub.confidence, "", hub.k, 0)

    def of_output(self, place: int) -> Iterator[Row]:
        """All rows that start at nodes of one place, without duplicates."""
        output = self.links.output_row(place)
        fans: dict[int, set[Row]] = {}
        for source, flat in output.uses:
            for number, kind, line in triples(flat):
                hub = self.hub(number)
                if hub.fan:
                    fans.setdefault(source, set()).update(self.of_use(source, hub, kind, line))
                else:
                    yield from self.of_use(source, hub, kind, line)
        for source, flat in output.relations:
            added = fans.pop(source, None)
            yield from self.of_relations(source, flat) if added is None else sorted(added.union(self.of_relations(source, flat)))
        for rows in fans.values():
            yield from sorted(rows)
