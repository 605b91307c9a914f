"""Reading the side file of a snapshot (`links.sqlite`): all that a warm run needs, without the graph engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from nexus_diff.model.graph import FileEntry, Hub, HubUse, LinkOutput, Node, Relation


class LinksReader:
    """A `model.graph.GraphReader` over one sealed side file, plus what incremental linking looks up. Values are cached as they are read."""

    def __init__(self, path: Path) -> None:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def node(self, node_id: str) -> Node | None:
        """The node, or None."""
        raise NotImplementedError

    def nodes_in(self, path: str) -> Iterable[Node]:
        """Nodes of one place (a path; ROOT for folders), ordered by (start_line, -end_line, id)."""
        raise NotImplementedError

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that end in node_id, hubs expanded, sorted by (source, type, line, reason)."""
        raise NotImplementedError

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        """Relations that start at node_id, hubs expanded, sorted by (target, type, line, reason)."""
        raise NotImplementedError

    def files(self) -> Iterator[FileEntry]:
        """All entries, ordered by path."""
        raise NotImplementedError

    def entry(self, path: str) -> FileEntry | None:
        """The entry of one file, or None."""
        raise NotImplementedError

    def output(self, path: str) -> LinkOutput | None:
        """What linking the place yielded, `lookups` left empty (see `asked`)."""
        raise NotImplementedError

    def asked(self, keys: Iterable[str]) -> set[str]:
        """Places whose linking looked up any of these keys. May name a place too many (keys are kept as hashes), never one too few."""
        raise NotImplementedError

    def blob(self, kind: str, key: str) -> bytes | None:
        """A linker's blob, or None."""
        raise NotImplementedError

    def blobs(self, kind: str) -> Iterator[tuple[str, bytes]]:
        """All blobs of one kind, ordered by key."""
        raise NotImplementedError

    @property
    def meta(self) -> dict[str, str]:
        """What was given as `meta`."""
        raise NotImplementedError

    def hub(self, hub_id: str) -> Hub | None:
        """The hub, or None."""
        raise NotImplementedError

    def hubs_with(self, node_id: str) -> Iterable[str]:
        """Ids of the hubs that have node_id as a member, sorted."""
        raise NotImplementedError

    def uses(self, hub_id: str) -> Iterable[HubUse]:
        """Sites whose targets are this hub's members, sorted."""
        raise NotImplementedError
