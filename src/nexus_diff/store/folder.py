"""The index folder: where snapshots are found, written, updated and pruned."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nexus_diff.store.content import GraphContent, GraphDelta
from nexus_diff.store.seal import Seal
from nexus_diff.store.snapshot import Snapshot


class IndexFolder:
    """Snapshots under one folder (made when first written to). `extractor`: version of the code that made the facts; a snapshot of
    another one is damaged, as far as this folder is concerned. All methods raise StoreError when the folder cannot be used."""

    def __init__(self, path: Path, *, extractor: str) -> None:
        self.path = path
        self.extractor = extractor

    def find(self, tree: str, config: str, *, restored: bool = False) -> Snapshot | None:
        """The snapshot of this tree and config digest, or None. `restored`: it came from a cache, so the graph engine first opens it in a
        child process. Raises SnapshotDamaged (then or on first use of a file): `discard` it and write it again."""
        raise NotImplementedError

    def discard(self, tree: str, config: str) -> None:
        """Removes a snapshot, whatever its state."""
        raise NotImplementedError

    def seals(self) -> list[Seal]:
        """Seals of all snapshots that can be read, newest first."""
        raise NotImplementedError

    def write(self, tree: str, config: str, content: GraphContent) -> Snapshot:
        """Writes and seals a snapshot. If another process has sealed one meanwhile, that one is returned."""
        raise NotImplementedError

    def update(self, base: Snapshot, tree: str, config: str, delta: GraphDelta) -> Snapshot:
        """Writes and seals the snapshot that base becomes by delta: equal to `write` of the whole."""
        raise NotImplementedError

    def prune(self, *, max_bytes: int | None = None, max_age_days: float | None = None, keep: Iterable[tuple[str, str]] = ()) -> list[str]:
        """Removes snapshots that are damaged, older than max_age_days, or, oldest first, beyond max_bytes in sum; never those in `keep`
        ((tree, config) pairs). Returns the names of what was removed."""
        raise NotImplementedError
