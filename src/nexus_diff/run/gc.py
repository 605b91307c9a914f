"""Makes the index folder small: before a CI job saves it, or when a disk runs full. What is removed is made again when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from nexus_diff.config import digest
from nexus_diff.index.facts_cache import FactsCache
from nexus_diff.index.version import facts_version, graph_version
from nexus_diff.run.keeping import KEEP_BYTES, KEEP_DAYS
from nexus_diff.run.request import Place
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import IndexFolder


class Collected(msgspec.Struct, frozen=True):
    """`removed`: names of snapshots that are gone. `before`, `after`: bytes of the folder."""

    folder: str
    removed: tuple[str, ...]
    before: int
    after: int
    notices: tuple[str, ...] = ()


def collect(
    place: Place, revisions: Sequence[str] = ("HEAD",), *, max_bytes: int = KEEP_BYTES, max_age_days: float = KEEP_DAYS
) -> Collected:
    """Removes snapshots that are damaged, of another version, not used for so many days, or, least recently used first, beyond so many
    bytes; those of `revisions` stay. Facts of files that no run of these days has asked for go as well."""
    workspace = Workspace(place)
    keep = []
    for name in revisions:
        files, _ = workspace.revision(name)
        keep.append((files.key, digest(workspace.config_at(files))))
    before = _bytes(workspace.folder)
    removed = IndexFolder(workspace.folder, extractor=graph_version()).prune(max_bytes=max_bytes, max_age_days=max_age_days, keep=keep)
    if workspace.folder.is_dir():
        cache = FactsCache(workspace.folder, facts_version(), workspace.notice)
        try:
            cache.prune(max_bytes, max_age_days=max_age_days)
            cache.shrink()
        finally:
            cache.close()
    return Collected(str(workspace.folder), tuple(removed), before, _bytes(workspace.folder), workspace.notices)


def _bytes(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*") if folder.is_dir() else ():
        try:
            total += path.lstat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total
