"""The index folder: where snapshots are found, written, updated and pruned."""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nexus_diff import __version__
from nexus_diff.analysis.settings import Settings
from nexus_diff.model.errors import SnapshotDamaged, SnapshotOutdated, StoreError
from nexus_diff.store.content import GraphContent, GraphDelta
from nexus_diff.store.kuzu_apart import WORTH_BYTES, load_apart
from nexus_diff.store.kuzu_delta import Difference, apply, worth_it
from nexus_diff.store.kuzu_engine import engine_version
from nexus_diff.store.kuzu_load import load
from nexus_diff.store.links_delta import update_links
from nexus_diff.store.links_read import SealedLinks
from nexus_diff.store.links_whole import add_whole
from nexus_diff.store.links_write import write_links
from nexus_diff.store.seal import GRAPH, LINKS, SEAL, Seal, measure, read_seal, sync, write_seal
from nexus_diff.store.snapshot import Snapshot
from nexus_diff.store.workplace import clean, remove, workplace

_NAME = "graph-"
_KEY = re.compile(r"[0-9A-Za-z._]+")
_COUNTS = ("files", "nodes", "relations", "hubs", "uses", "calls", "resolved", "pairs")


class IndexFolder:
    """Snapshots under one folder (made when first written to). `extractor`: version of the code that made the facts; a snapshot of
    another one is damaged, as far as this folder is concerned. `settings`: how what belongs to a whole tree is computed; part of the config
    digest. All methods raise StoreError when the folder cannot be used."""

    def __init__(self, path: Path, *, extractor: str, settings: Settings | None = None) -> None:
        self.path = path
        self.extractor = extractor
        self._settings = settings or Settings()

    def _name(self, tree: str, config: str) -> str:
        if not (_KEY.fullmatch(tree) and _KEY.fullmatch(config)):
            raise ValueError(f"not fit for a folder's name: {tree!r}, {config!r}")
        return f"{_NAME}{tree}-{config}"

    def find(self, tree: str, config: str, *, restored: bool = False) -> Snapshot | None:
        """The snapshot of this tree and config digest, or None. `restored`: it came from a cache, so the graph engine first opens it in a
        child process. Raises SnapshotDamaged (then or on first use of a file): `discard` it and write it again."""
        path = self.path / self._name(tree, config)
        with self._usable():
            try:
                os.stat(path)
            except (FileNotFoundError, NotADirectoryError):
                return None
        seal = read_seal(path)
        if (seal.tree, seal.config) != (tree, config):
            raise SnapshotDamaged(f"{path.name}: the seal is of another snapshot")
        versions = (seal.extractor, seal.engines.get("kuzu"))
        if versions != (self.extractor, engine_version()):
            raise SnapshotOutdated(f"{path.name}: written by another version (extractor {versions[0]}, kuzu {versions[1]})")
        with suppress(OSError):
            os.utime(path)
        return Snapshot(path, seal, restored=restored)

    def discard(self, tree: str, config: str) -> None:
        """Removes a snapshot, whatever its state."""
        with self._usable():
            remove(self.path, self._name(tree, config))

    def seals(self) -> list[Seal]:
        """Seals of all snapshots that can be read, newest first."""
        found = []
        for path in self._snapshots():
            with suppress(SnapshotDamaged):
                found.append(read_seal(path))
        return sorted(found, key=lambda seal: (-seal.created, seal.tree, seal.config))

    def _snapshots(self) -> list[Path]:
        with self._usable():
            try:
                return sorted(Path(entry.path) for entry in os.scandir(self.path) if entry.name.startswith(_NAME))
            except FileNotFoundError:
                return []

    def write(self, tree: str, config: str, content: GraphContent) -> Snapshot:
        """Writes and seals a snapshot. If another process has sealed one meanwhile, that one is returned."""
        with self._writing() as place:
            counters = write_links(place / LINKS, content)
            self._load(place, self._settings)
            return self._seal(place, tree, config, counters)

    def update(self, base: Snapshot, tree: str, config: str, delta: GraphDelta) -> Snapshot:
        """Writes and seals the snapshot that base becomes by delta: equal to `write` of the whole."""
        old = base.reader()
        with self._writing() as place:
            shutil.copyfile(base.path / LINKS, place / LINKS)
            counters = update_links(place / LINKS, old, delta)
            add_whole(place / LINKS, self._settings)
            new = SealedLinks(place / LINKS)
            try:
                difference = Difference(old, new, delta)
                if not (worth_it(difference, counters) and self._copy_graph(base, place)):
                    self._load(place, None)
                else:
                    with self._scratch(place) as scratch:
                        apply(place / GRAPH, difference, scratch)
            finally:
                new.close()
            return self._seal(place, tree, config, counters)

    @staticmethod
    def _copy_graph(base: Snapshot, place: Path) -> bool:
        """False when base's engine file is damaged: its side file is enough to make another."""
        try:
            shutil.copyfile(base.graph_file(), place / GRAPH)
        except SnapshotDamaged:
            return False
        return True

    @staticmethod
    @contextmanager
    def _scratch(place: Path) -> Iterator[Path]:
        """An empty folder for CSV files."""
        scratch = place / "csv"
        scratch.mkdir()
        try:
            yield scratch
        finally:
            shutil.rmtree(scratch)

    def _load(self, place: Path, settings: Settings | None) -> None:
        """The engine's file from the side file, which is completed first if `settings` are given."""
        if (place / LINKS).stat().st_size >= WORTH_BYTES:
            with self._scratch(place) as scratch:
                if load_apart(place / LINKS, place / GRAPH, scratch, settings):
                    return
        for rest in place.glob(f"{GRAPH}*"):
            rest.unlink()
        if settings is not None:
            add_whole(place / LINKS, settings)
        links = SealedLinks(place / LINKS)
        try:
            with self._scratch(place) as scratch:
                load(links, place / GRAPH, scratch)
        finally:
            links.close()

    def _seal(self, place: Path, tree: str, config: str, counters: dict[str, int]) -> Snapshot:
        sealed = place / "sealed"
        sealed.mkdir()
        for name in (LINKS, GRAPH):
            os.rename(place / name, sealed / name)
        seal = Seal(
            tool=__version__,
            extractor=self.extractor,
            engines={"kuzu": engine_version(), "sqlite": sqlite3.sqlite_version},
            tree=tree,
            config=config,
            created=int(time.time()),
            counts={("lookups" if name == "pairs" else name): counters[name] for name in _COUNTS},
            files={name: measure(sealed / name) for name in (LINKS, GRAPH)},
        )
        write_seal(sealed, seal)
        return self._put(sealed, self._name(tree, config), seal)

    def _put(self, sealed: Path, name: str, seal: Seal) -> Snapshot:
        target = self.path / name
        for _ in range(5):
            try:
                os.rename(sealed, target)
                sync(self.path)
                return Snapshot(target, seal)
            except OSError as error:
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR):
                    raise
            with suppress(SnapshotDamaged):
                found = self.find(seal.tree, seal.config)
                if found is not None:
                    return found
            remove(self.path, name)
        raise StoreError(f"cannot put {name} into {self.path}: other processes keep writing it")

    def prune(self, *, max_bytes: int | None = None, max_age_days: float | None = None, keep: Iterable[tuple[str, str]] = ()) -> list[str]:
        """Removes snapshots that are damaged or of another version, not used for max_age_days, or, least recently used first, beyond
        max_bytes in sum; never those in `keep` ((tree, config) pairs). Returns the names of what was removed."""
        kept = {self._name(tree, config) for tree, config in keep}
        clean(self.path)
        found: list[tuple[float, Path, int]] = []
        removed = []
        for path in self._snapshots():
            try:
                seal = read_seal(path)
                if seal.extractor != self.extractor:
                    raise SnapshotOutdated(f"{path.name}: written by another version")
                found.append((path.stat().st_mtime, path, seal.size + (path / SEAL).stat().st_size))
            except (SnapshotDamaged, OSError):
                removed.append(path.name)
        room = max_bytes
        for used, path, size in sorted(found, key=lambda item: (item[1].name not in kept, -item[0], item[1].name)):
            old = max_age_days is not None and time.time() - used > max_age_days * 86400
            if path.name not in kept and (old or (room is not None and size > room)):
                removed.append(path.name)
            elif room is not None:
                room -= size
        removed = sorted(name for name in removed if name not in kept)
        with self._usable():
            for name in removed:
                remove(self.path, name)
        return removed

    @contextmanager
    def _writing(self) -> Iterator[Path]:
        clean(self.path)
        with self._usable(), workplace(self.path) as place:
            yield place

    @contextmanager
    def _usable(self) -> Iterator[None]:
        """Turns failures of the system and the engines into one StoreError that says what to do."""
        try:
            yield
        except (OSError, sqlite3.Error, RuntimeError) as error:
            raise StoreError(_advice(self.path, error)) from error


def _advice(folder: Path, error: Exception) -> str:
    text = " ".join(str(error).split())
    if "disk is full" in text or "No space left" in text or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT):
        text, advice = "no space left on the disk", "free some space there"
    else:
        advice = "see that it can be written to"
    return f"cannot use the index folder {folder}: {text}; {advice}, or name another folder (--index-dir, NEXUS_DIFF_INDEX_DIR)"
