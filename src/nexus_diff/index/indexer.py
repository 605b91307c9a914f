"""From a snapshot of git to a sealed snapshot of its graph: scan → structure → parse → link → load, or an update of the nearest one."""

# For maintainers. Everything is keyed by (tree id, digest of the settings that change contents). A graph is never changed in place: the
# store copies, updates and seals. Which way was taken (from nothing, from which other snapshot) must not show in the result: promise 1.

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from nexus_diff.analysis.said import said_of
from nexus_diff.analysis.settings import settings_of
from nexus_diff.config import Config, digest
from nexus_diff.git import EMPTY_TREE, Repository, nearest
from nexus_diff.git import Snapshot as Files
from nexus_diff.index.changed import Changed, changed_entries
from nexus_diff.index.facts_cache import FactsCache
from nexus_diff.index.graphs import content_of, delta_of
from nexus_diff.index.parse import Parsed, parse
from nexus_diff.index.pool import cpu_count
from nexus_diff.index.progress import Progress, Silent
from nexus_diff.index.scan import key_of, scan, settled
from nexus_diff.index.tree import FactsLoader, LinkTree
from nexus_diff.index.version import facts_version, graph_version
from nexus_diff.model.errors import SnapshotDamaged, SnapshotOutdated, UpdateUnfit
from nexus_diff.model.graph import FileEntry
from nexus_diff.store import GraphDelta, IndexFolder, LinksReader, OverlayReader, Snapshot, uncollected

UPDATE_AT_MOST = 0.5
"""Share of files that may differ for an update to be tried; above it, a new index is about as fast."""
SHARED_FACTS = 500
"""Decoded files that two trees share; linking holds on to those that it needs anyway."""
KEEP_BYTES = 2_000_000_000
KEEP_DAYS = 60
KEEP_FACTS_BYTES = 1_000_000_000


class Side(msgspec.Struct, frozen=True):
    """One side of a comparison: its graph and its tree. `parsed`: how many blobs had to be parsed for it."""

    reader: LinksReader
    tree: LinkTree
    parsed: int = 0


class Indexer:
    """Makes and finds the graphs of one repository under one configuration. `notice` is told what the user should know,
    `trouble` what did not work as it should."""

    def __init__(
        self,
        repo: Repository,
        config: Config,
        folder: Path,
        *,
        progress: Progress | None = None,
        notice: Callable[[str], None] = lambda text: None,
        trouble: Callable[[str], None] | None = None,
        workers: int | None = None,
        facts: FactsCache | None = None,
    ) -> None:
        self.repo = repo
        self.config = config
        self.digest = digest(config)
        self.folder = IndexFolder(folder, extractor=graph_version(), settings=settings_of(config))
        self.trouble = trouble or notice
        self.cache = facts or FactsCache(folder, facts_version(), self.trouble)
        self.parsed = 0
        self._progress = progress or Silent()
        self.notice = notice
        self._workers = cpu_count() if workers is None else workers

    def find(self, key: str) -> Snapshot | None:
        """The sealed snapshot of a tree, None if there is none that can be trusted."""
        try:
            snapshot = self.folder.find(key, self.digest)
            if snapshot is not None:
                snapshot.reader()
            return snapshot
        except SnapshotDamaged as error:
            told = self.notice if isinstance(error, SnapshotOutdated) else self.trouble
            told(f"the snapshot of tree {key[:12]} cannot be used ({error}); it is built again")
            self.folder.discard(key, self.digest)
            return None

    def snapshot(self, files: Files, commit: str = "") -> Snapshot:
        """The sealed snapshot of `files`, made if missing. `commit`: where it stands in history, to find a near one to start from."""
        found = self.find(files.key)
        if found is not None:
            return found
        near = self._near(files, commit)
        made = self._update(near, files) if near is not None else None
        if made is None:
            made = self.build(files)
        self._prune(files.key)
        return made

    def build(self, files: Files) -> Snapshot:
        """Indexes from nothing (facts may come from the cache) and seals the result."""
        from nexus_diff.analysis.frameworks import remark
        from nexus_diff.link import link_tree

        self._progress.phase("scan")
        provisional = scan(files, self.config)
        self._progress.phase("structure", len(provisional))
        parsed = self._parse(provisional, files)
        entries = {path: settled(entry, parsed.reasons) for path, entry in provisional.items()}
        self._progress.phase("link", len(entries))
        with uncollected():
            tree = LinkTree(entries, FactsLoader(self.cache, 0), files, listen=True)
            linked = link_tree(tree, self._progress.at, remark)
        self._progress.phase("load")
        return self.folder.write(files.key, self.digest, content_of(entries, linked, tree.said))

    def update(self, base: Snapshot, base_files: Files, files: Files) -> Snapshot:
        """The sealed snapshot of `files`, made from the one of other files."""
        return self._sealed(base, base_files, files, self._changed(base.reader(), base_files, files))

    def side(self, snapshot: Snapshot, files: Files) -> Side:
        """A stored graph with its tree."""
        reader = snapshot.reader()
        return Side(reader, LinkTree({entry.path: entry for entry in reader.files()}, FactsLoader(self.cache, SHARED_FACTS), files))

    def overlay(self, base: Side, base_files: Files, files: Files) -> Side:
        """The graph of `files` as the base graph plus what differs; nothing is written but facts."""
        changed = self._changed(base.reader, base_files, files)
        delta, tree = self._delta(base.reader, base_files, files, changed)
        return Side(OverlayReader(base.reader, delta), tree, len(changed.parsed.fresh))

    def close(self) -> None:
        """Lets go of the facts cache."""
        self.cache.close()

    def _near(self, files: Files, commit: str) -> tuple[Snapshot, Files] | None:
        """The nearest sealed snapshot with the same settings: of an ancestor, else the newest."""
        trees = [seal.tree for seal in self.folder.seals() if seal.config == self.digest]
        if not trees:
            return None
        hit = nearest(self.repo, commit, set(trees).__contains__) if commit else None
        for tree in dict.fromkeys([hit[1], *trees] if hit else trees):
            if tree != EMPTY_TREE and self.repo.has(tree) and (found := self.find(tree)) is not None:
                return found, Files(self.repo, tree)
        return None

    def _update(self, near: tuple[Snapshot, Files], files: Files) -> Snapshot | None:
        """An update of `near`, None when too much differs or it turns out to be damaged."""
        base, base_files = near
        try:
            changed = self._changed(base.reader(), base_files, files)
            if len(changed.paths) > UPDATE_AT_MOST * max(len(changed.before), 1):
                return None
            return self._sealed(base, base_files, files, changed)
        except SnapshotDamaged as error:
            self.trouble(f"the snapshot of tree {base_files.key[:12]} cannot be used ({error}); indexing from nothing")
            self.folder.discard(base_files.key, self.digest)
        except UpdateUnfit as error:
            self.trouble(f"the snapshot of tree {base_files.key[:12]} cannot be updated ({error}); indexing from nothing")
        return None

    def _sealed(self, base: Snapshot, base_files: Files, files: Files, changed: Changed) -> Snapshot:
        delta, _ = self._delta(base.reader(), base_files, files, changed)
        self._progress.phase("load")
        return self.folder.update(base, files.key, self.digest, delta)

    def _changed(self, reader: LinksReader, base_files: Files, files: Files) -> Changed:
        self._progress.phase("scan")
        before = {entry.path: entry for entry in reader.files()}
        return changed_entries(before, base_files, files, self.config, self._parse)

    def _delta(self, reader: LinksReader, base_files: Files, files: Files, changed: Changed) -> tuple[GraphDelta, LinkTree]:
        from nexus_diff.analysis.frameworks import remark
        from nexus_diff.link import link_change

        self._progress.phase("link", len(changed.paths))
        loader = FactsLoader(self.cache, SHARED_FACTS)
        base_tree = LinkTree(changed.before, loader, base_files)
        tree = LinkTree(changed.after, loader, files)
        with uncollected():
            linked = link_change(base_tree, reader, tree, changed.paths, self._progress.at, remark)
        spoken = {path: said_of(facts) for path in changed.paths if (facts := tree.facts(path)) is not None}
        return delta_of(reader, changed.before, changed.after, changed.paths, linked, spoken), tree

    def _parse(self, entries: Mapping[str, FileEntry], files: Files) -> Parsed:
        keys = [key for entry in entries.values() if (key := key_of(entry)) is not None]
        parsed = parse(keys, files, self.cache, workers=self._workers, progress=self._progress, notice=self.trouble)
        self.parsed += len(parsed.fresh)
        return parsed

    def _prune(self, key: str) -> None:
        self.folder.prune(max_bytes=KEEP_BYTES, max_age_days=KEEP_DAYS, keep=[(key, self.digest)])
        self.cache.prune(KEEP_FACTS_BYTES)
