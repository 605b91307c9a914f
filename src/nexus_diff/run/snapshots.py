"""What works on one indexed revision: index, export, query."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from nexus_diff.git import Snapshot as Files
from nexus_diff.index.indexer import Indexer
from nexus_diff.index.progress import Progress
from nexus_diff.model.errors import SnapshotDamaged, StoreError
from nexus_diff.run.request import Place
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import Snapshot, write_csv, write_whole

T = TypeVar("T")


class Indexed(msgspec.Struct, frozen=True):
    """A snapshot that is there now. `made`: it was not there before; `parsed`: blobs parsed for it; `counts`: as in its seal."""

    commit: str
    tree: str
    path: str
    made: bool
    parsed: int
    counts: dict[str, int]
    notices: tuple[str, ...]


class Exported(msgspec.Struct, frozen=True):
    """Files that were written."""

    files: tuple[str, ...]
    notices: tuple[str, ...]


class Table(msgspec.Struct, frozen=True):
    """Result of a query."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notices: tuple[str, ...]


def index(place: Place, revision: str = "HEAD", progress: Progress | None = None) -> Indexed:
    """Sees to it that the snapshot of a revision exists and can be trusted."""
    workspace = Workspace(place)
    files, commit = workspace.revision(revision)
    with workspace.indexer(workspace.config_at(files), progress) as indexer:
        found = indexer.find(files.key)
        snapshot = found or indexer.snapshot(files, commit)
        parsed = indexer.parsed
    made = found is None
    return Indexed(commit, files.key, str(snapshot.path), made, parsed, dict(snapshot.seal.counts), workspace.notices)


def export(place: Place, output: Path, revision: str = "HEAD", progress: Progress | None = None) -> Exported:
    """Writes the graph of a revision as CSV files into `output`, indexing it first if need be."""

    def write(snapshot: Snapshot) -> tuple[str, ...]:
        try:
            written = (*write_csv(output, snapshot.nodes(), snapshot.relations()), *write_whole(output, snapshot.whole()))
            return tuple(map(str, written))
        except OSError as error:
            raise StoreError(f"{output}: cannot be written ({error.strerror})") from None

    files, notices = _on_snapshot(place, revision, progress, write)
    return Exported(files, notices)


def query(place: Place, cypher: str, revision: str = "HEAD", progress: Progress | None = None) -> Table:
    """Rows that a read-only query finds in the graph of a revision, indexing it first if need be."""
    (columns, rows), notices = _on_snapshot(place, revision, progress, lambda snapshot: snapshot.query(cypher))
    return Table(tuple(columns), tuple(map(tuple, rows)), notices)


def _on_snapshot(place: Place, revision: str, progress: Progress | None, act: Callable[[Snapshot], T]) -> tuple[T, tuple[str, ...]]:
    workspace = Workspace(place)
    files, commit = workspace.revision(revision)
    with workspace.indexer(workspace.config_at(files), progress) as indexer:
        snapshot = indexer.snapshot(files, commit)
        try:
            return act(snapshot), workspace.notices
        except SnapshotDamaged as error:
            snapshot = _again(indexer, snapshot, files, error)
            return act(snapshot), workspace.notices
        finally:
            snapshot.close()


def _again(indexer: Indexer, snapshot: Snapshot, files: Files, error: SnapshotDamaged) -> Snapshot:
    snapshot.close()
    indexer.notice(f"the snapshot of tree {files.key[:12]} cannot be used ({error}); it is built again")
    indexer.folder.discard(files.key, indexer.digest)
    return indexer.build(files)
