"""The index: where it is, whether it can be written, and what it holds of HEAD."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from nexus_diff.config import digest
from nexus_diff.git import nearest
from nexus_diff.index.facts_cache import FILE_NAME
from nexus_diff.index.version import graph_version
from nexus_diff.model.errors import NexusDiffError, SnapshotDamaged, SnapshotOutdated
from nexus_diff.run.doctor import OK, PROBLEM, WARNING, Finding, Look, Patient
from nexus_diff.run.doctor.repository import place_of
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import IndexFolder, Snapshot
from nexus_diff.store.seal import check_file, read_seal

AREA = "index"
_BUILD = "nexus-diff index"
_LEAST_FREE = 200e6
_FAR = 200
"""Commits that are looked through for the nearest one that is indexed."""


def folder(patient: Patient) -> Iterator[Finding]:
    """Where it is, and whether it can be written."""
    workspace = Workspace(place_of(patient))
    place = workspace.folder
    here = next((path for path in (place, *place.absolute().parents) if path.exists()), Path("/"))
    if not here.is_dir() or not os.access(here, os.W_OK | os.X_OK):
        remedy = "name another folder: --index-dir, or NEXUS_DIFF_INDEX_DIR"
        yield Finding(AREA, "folder", PROBLEM, f"{place} cannot be written", remedy)
        return
    yield Finding(AREA, "folder", OK, f"{place}, {_megabytes(_size(place))}" if place.exists() else f"{place}, not made yet")
    for notice in workspace.notices:
        if "cannot be written" in notice:
            yield Finding(AREA, "folder", WARNING, notice)
    free = shutil.disk_usage(here).free
    if free < _LEAST_FREE:
        yield Finding(AREA, "space", WARNING, f"{_megabytes(free)} left on the disk", "free some, or nexus-diff gc")


def snapshots(patient: Patient) -> Iterator[Finding]:
    """What is there, and whether it is sound."""
    workspace = Workspace(place_of(patient))
    counts = {"sound": 0, "of another version": 0}
    for path in sorted(workspace.folder.glob("graph-*")):
        try:
            seal = read_seal(path)
            counts["sound" if seal.extractor == graph_version() else "of another version"] += 1
        except SnapshotOutdated:
            counts["of another version"] += 1
        except SnapshotDamaged as error:
            yield Finding(AREA, "snapshot", WARNING, str(error), f"it is made again when it is needed; nexus-diff gc removes {path.name}")
    if any(counts.values()):
        yield Finding(AREA, "snapshots", OK, ", ".join(f"{number} {what}" for what, number in counts.items() if number))


def of_head(patient: Patient) -> Iterator[Finding]:
    """Whether HEAD is indexed, and its snapshot what was sealed; else how far back one is."""
    workspace = Workspace(place_of(patient))
    files, commit = workspace.revision("HEAD")
    if not commit:
        return
    try:
        config = digest(workspace.config_at(files))
    except NexusDiffError:
        yield Finding(AREA, "HEAD", WARNING, "the configuration of HEAD is broken, so its snapshot has no name", "commit one that is right")
        return
    store = IndexFolder(workspace.folder, extractor=graph_version())
    try:
        found = store.find(files.key, config)
        if found is not None:
            altered = next(filter(None, (_altered(found, name) for name in found.seal.files)), "")
            if altered:
                yield Finding(AREA, "HEAD", WARNING, altered, f"delete {found.path}; it is made again")
                return
            yield Finding(AREA, "HEAD", OK, f"{commit[:12]} is indexed ({_megabytes(found.seal.size)}), as it was sealed")
            return
    except SnapshotOutdated:
        yield Finding(AREA, "HEAD", WARNING, f"the snapshot of {commit[:12]} was made by another version", _BUILD)
        return
    except SnapshotDamaged as error:
        yield Finding(AREA, "HEAD", WARNING, f"the snapshot of {commit[:12]} is damaged ({error})", _BUILD)
        return
    indexed = {seal.tree for seal in store.seals() if (seal.config, seal.extractor) == (config, graph_version())}
    near = nearest(workspace.repo, commit, indexed.__contains__, _FAR) if indexed else None
    if near:
        yield Finding(AREA, "HEAD", OK, f"not indexed; {near[0][:12]} is, and only what differs from it is parsed")
    else:
        yield Finding(AREA, "HEAD", WARNING, "nothing near it is indexed, so the first run takes longer", _BUILD)


def _altered(snapshot: Snapshot, name: str) -> str:
    """What is wrong with a sealed file, "" for nothing."""
    try:
        check_file(snapshot.path, snapshot.seal, name)
    except SnapshotDamaged as error:
        return f"the snapshot of HEAD is damaged ({error})"
    return ""


def facts(patient: Patient) -> Iterator[Finding]:
    """The cache of parsed files."""
    file = Workspace(place_of(patient)).folder / FILE_NAME
    if not file.exists():
        return
    try:
        with sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=1) as database:
            database.execute("SELECT name FROM sqlite_master LIMIT 1").fetchall()
        database.close()
    except sqlite3.Error as error:
        yield Finding(AREA, "facts", WARNING, f"{file.name} cannot be read ({error})", f"delete {file}; it is made again")
    else:
        yield Finding(AREA, "facts", OK, _megabytes(file.stat().st_size))


def _size(place: Path) -> int:
    total = 0
    for path, _, names in os.walk(place):
        for name in names:
            try:
                total += os.lstat(os.path.join(path, name)).st_size
            except OSError:
                continue
    return total


def _megabytes(size: float) -> str:
    return f"{size / 1e6:,.1f} MB"


LOOKS: dict[str, Look] = {"folder": folder, "snapshots": snapshots, "HEAD": of_head, "facts": facts}
