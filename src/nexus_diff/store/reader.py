"""What readers of a linked graph have in common: hubs are expanded here, once, for stored and overlaid graphs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

import msgspec

from nexus_diff.model.graph import FileEntry, Hub, HubUse, LinkOutput, Node, Relation


class HubHead(msgspec.Struct, frozen=True, gc=False, order=True):
    """A hub without its members."""

    id: str
    confidence: float
    k: int


def incoming_order(relation: Relation) -> tuple[str, str, int, str, float, int]:
    """The order of relations that end in one node."""
    return relation.source, relation.type, relation.line, relation.reason, relation.confidence, relation.k


class LinksReader(ABC):
    """A `model.graph.GraphReader`, plus what incremental linking looks up. Unknown ids, paths and keys give None or nothing."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of files. The reader cannot be used afterwards."""

    @abstractmethod
    def node(self, node_id: str) -> Node | None:
        """The node, or None."""

    @abstractmethod
    def nodes_in(self, path: str) -> Iterable[Node]:
        """Nodes of one place (a file's path; ROOT for all folders), ordered by (start_line, -end_line, id)."""

    @abstractmethod
    def files(self) -> Iterator[FileEntry]:
        """All entries, ordered by path."""

    @abstractmethod
    def entry(self, path: str) -> FileEntry | None:
        """The entry of one file, or None."""

    @abstractmethod
    def output(self, path: str) -> LinkOutput | None:
        """What linking the place yielded; `lookups` is left empty (see `asked`)."""

    @abstractmethod
    def asked(self, keys: Iterable[str]) -> set[str]:
        """Places whose linking looked up any of these keys. May name a place too many (keys are kept as hashes), never one too few."""

    @abstractmethod
    def blob(self, kind: str, key: str) -> bytes | None:
        """A linker's blob, or None."""

    @abstractmethod
    def blobs(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """All blobs of one kind, ordered by key."""

    @property
    @abstractmethod
    def meta(self) -> dict[str, str]:
        """What was given as `meta`."""

    @abstractmethod
    def hub(self, hub_id: str) -> Hub | None:
        """The hub with its members, or None."""

    @abstractmethod
    def hubs_with(self, node_id: str) -> Iterable[HubHead]:
        """The hubs that have node_id as a member, sorted."""

    @abstractmethod
    def uses(self, hub_id: str) -> Iterable[HubUse]:
        """Sites whose targets are this hub's members, sorted by (source, type, line, reason)."""

    @abstractmethod
    def uses_from(self, node_id: str) -> Iterable[HubUse]:
        """Sites in node_id whose targets are hubs, sorted."""

    @abstractmethod
    def direct_incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        """As `incoming`, without what comes through hubs."""

    @abstractmethod
    def direct_outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> list[Relation]:
        """As `outgoing`, without what goes through hubs."""

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that end in node_id, hubs expanded, sorted by (source, type, line, reason)."""
        heads = [head for head in self.hubs_with(node_id) if head.confidence >= min_confidence]
        return self.with_uses(self.direct_incoming(node_id, types, min_confidence), node_id, heads, types)

    def with_uses(self, found: list[Relation], node_id: str, heads: Iterable[HubHead], types: frozenset[str]) -> list[Relation]:
        """`found` and the relations that reach node_id through these hubs, in the order of `incoming`."""
        added = [
            Relation(use.source, node_id, use.type, use.line, use.reason, head.confidence, head.k)
            for head in heads
            for use in self.uses(head.id)
            if use.type in types
        ]
        return sorted({*found, *added}, key=incoming_order) if added else found

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that start at node_id, hubs expanded, sorted by (target, type, line, reason)."""
        found = self.direct_outgoing(node_id, types, min_confidence)
        added: list[Relation] = []
        for use in self.uses_from(node_id):
            hub = self.hub(use.hub) if use.type in types else None
            if hub is not None and hub.confidence >= min_confidence:
                added += [Relation(node_id, member, use.type, use.line, use.reason, hub.confidence, hub.k) for member in hub.members]
        return sorted({*found, *added}) if added else found
