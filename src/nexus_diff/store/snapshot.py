"""One sealed snapshot, opened for reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nexus_diff.model.graph import Node, Relation
from nexus_diff.store.links_read import LinksReader
from nexus_diff.store.seal import Seal


class Snapshot:
    """A sealed snapshot directory. Each file is checked against the seal when it is first opened; a mismatch raises SnapshotDamaged."""

    path: Path
    seal: Seal

    def reader(self) -> LinksReader:
        """The side file, checked and opened once."""
        raise NotImplementedError

    def query(self, cypher: str, params: Mapping[str, Any] | None = None) -> tuple[list[str], list[list[Any]]]:
        """Column names and rows of a read-only query. Raises QueryError for a query that is wrong or writes."""
        raise NotImplementedError

    def nodes(self) -> Iterator[Node]:
        """All nodes from the graph engine, sorted by id."""
        raise NotImplementedError

    def relations(self) -> Iterator[Relation]:
        """All relations from the graph engine, hubs expanded, sorted by (source, target, type, line, reason, …)."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError
