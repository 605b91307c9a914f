"""Promise 1 on a user's own repository: for every commit of a range, the updated graph equals the graph made from nothing."""

# For maintainers. The updated graph is updated from the one before, which was updated itself, so that an error of any step shows up in
# every later one. Facts are shared between both ways: they are a pure function of a blob (promise 3). All snapshots go to a temporary
# folder; two exports are compared byte for byte.

from __future__ import annotations

import csv
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from nexus_diff.git import Snapshot as Files
from nexus_diff.git import commit_snapshot, first_parents
from nexus_diff.index.indexer import Indexer
from nexus_diff.index.progress import Progress
from nexus_diff.run.analyse import resolve_range
from nexus_diff.run.apart import Building
from nexus_diff.run.request import Place, Request
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import Snapshot, write_csv

MOST_ROWS = 10
WORTH_BYTES = 10_000_000
"""Size of a snapshot from which on the fresh graph is made in a process of its own."""


class Difference(msgspec.Struct, frozen=True):
    """Where the two graphs part. Rows as in the export; at most MOST_ROWS of each are kept."""

    commit: str
    file: str
    only_updated: tuple[str, ...]
    only_fresh: tuple[str, ...]
    count: int


class Verdict(msgspec.Struct, frozen=True):
    """`checked`: commits whose two graphs were compared; `difference`: the first one found, None when all were equal."""

    checked: int
    label: str
    difference: Difference | None
    notices: tuple[str, ...]


def verify(place: Place, text: str, *, progress: Progress | None = None, told: Callable[[str, int, int], None] | None = None) -> Verdict:
    """Compares both ways for each first-parent commit that the range adds. `told`: (commit, number, of) before each."""
    workspace = Workspace(place)
    compared = resolve_range(workspace, Request(place=place, range=text or "HEAD"))
    workspace.notice(*compared.notices)
    config = workspace.config_for(compared)
    commits = first_parents(workspace.repo, compared)
    difference = None
    checked = 0
    with workspace.indexer(config, progress) as shared, tempfile.TemporaryDirectory(prefix="nexus-diff-verify-") as folder:
        ways = _Ways(Path(folder), shared, progress)
        before = ways.start(commit_snapshot(workspace.repo, compared.revisions.base or None))
        for number, commit in enumerate(commits[1:] if compared.revisions.base else commits, 1):
            if told is not None:
                told(commit, number, len(commits) - bool(compared.revisions.base))
            difference = before.step(commit_snapshot(workspace.repo, commit), commit)
            checked = number
            if difference is not None:
                break
    return Verdict(checked, compared.revisions.label, difference, workspace.notices)


class _Ways:
    """The two ways to a graph, each with a folder of its own and one facts cache for both."""

    def __init__(self, folder: Path, shared: Indexer, progress: Progress | None) -> None:
        self._folder = folder
        self._facts = shared.folder.path
        self._updating, self._fresh = (
            Indexer(shared.repo, shared.config, folder / name, progress=progress, facts=shared.cache) for name in ("updated", "fresh")
        )

    def start(self, files: Files) -> _Ways:
        self._files = files
        self._snapshot = self._updating.build(files)
        return self

    def step(self, files: Files, commit: str) -> Difference | None:
        """Goes on to `files` both ways and compares."""
        if files.key == self._files.key:
            return None
        with self._building(files) as building:
            updated = self._updating.update(self._snapshot, self._files, files)
            fresh = building.snapshot() if building is not None else self._fresh.build(files)
        found = compare_exports(updated, fresh, self._folder, commit)
        fresh.close()
        self._snapshot.close()
        self._fresh.folder.discard(files.key, self._fresh.digest)
        self._updating.folder.discard(self._files.key, self._updating.digest)
        self._files, self._snapshot = files, updated
        return found

    def _building(self, files: Files) -> AbstractContextManager[Building | None]:
        """The fresh way, under way in a process of its own if that is worth it."""
        large = self._snapshot.seal.size >= WORTH_BYTES
        return Building(self._fresh, self._facts, files) if large else nullcontext()


def compare_exports(updated: Snapshot, fresh: Snapshot, folder: Path, commit: str) -> Difference | None:
    """The first file of the two exports that differs, None when all are equal byte for byte."""
    pairs = zip(
        write_csv(folder / "csv-updated", updated.nodes(), updated.relations()),
        write_csv(folder / "csv-fresh", fresh.nodes(), fresh.relations()),
        strict=True,
    )
    for one, other in pairs:
        if one.read_bytes() != other.read_bytes():
            return _difference(commit, one, other)
    return None


def _difference(commit: str, one: Path, other: Path) -> Difference:
    updated, fresh = (Counter(_rows(path)) for path in (one, other))
    extra, missing = updated - fresh, fresh - updated
    shown = (tuple(sorted(extra.elements())[:MOST_ROWS]), tuple(sorted(missing.elements())[:MOST_ROWS]))
    return Difference(commit, one.name, *shown, extra.total() + missing.total())


def _rows(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as stream:
        return [", ".join(row) for row in csv.reader(stream)]
