"""What the index of a repository holds; nothing is built for it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec

from nexus_diff import __version__
from nexus_diff.config import digest
from nexus_diff.git import Snapshot as Files
from nexus_diff.index.facts_cache import FILE_NAME
from nexus_diff.index.graphs import CallCount, counts_in
from nexus_diff.index.version import facts_version, graph_version
from nexus_diff.model.answer import SkippedFile
from nexus_diff.model.errors import SnapshotDamaged
from nexus_diff.model.graph import UNSUPPORTED
from nexus_diff.run.request import Place
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import IndexFolder, Seal, Snapshot


class SnapshotLine(msgspec.Struct, frozen=True, kw_only=True):
    """One sealed snapshot. `head`: it is the one of HEAD under its configuration."""

    tree: str
    config: str
    created: int
    bytes: int
    counts: dict[str, int]
    engines: dict[str, str]
    head: bool


class LanguageLine(msgspec.Struct, frozen=True, kw_only=True):
    """One language of the described snapshot. `cut`: evaluations that a limit stopped."""

    language: str
    files: int
    calls: int
    resolved: int
    cut: int


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """`described`: tree of the snapshot that `languages` and the rest speak of: HEAD's, else the newest, "" for none. `skipped`: every file
    that was not parsed but for those in no supported language, which are only counted in `unsupported` (by suffix)."""

    version: str
    facts_version: str
    graph_version: str
    folder: str
    facts_bytes: int
    head: str
    head_tree: str
    described: str
    snapshots: tuple[SnapshotLine, ...]
    languages: tuple[LanguageLine, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    unsupported: dict[str, int] = {}
    notices: tuple[str, ...] = ()


def status(place: Place) -> Status:
    """What is indexed, how large it is, by which versions it was made, and what was left out and why."""
    workspace = Workspace(place)
    files, commit = workspace.revision("HEAD")
    config = digest(workspace.config_at(files))
    folder = IndexFolder(workspace.folder, extractor=graph_version())
    seals = folder.seals()
    described = _described(workspace, folder, seals, files, config)
    found = Status(
        version=__version__,
        facts_version=facts_version(),
        graph_version=graph_version(),
        folder=str(workspace.folder),
        facts_bytes=_size(workspace.folder / FILE_NAME),
        head=commit,
        head_tree=files.key,
        described=described.seal.tree if described else "",
        snapshots=tuple(_line(seal, files.key, config) for seal in seals),
        notices=workspace.notices,
    )
    return _with_contents(found, described) if described else found


def _described(workspace: Workspace, folder: IndexFolder, seals: list[Seal], files: Files, config: str) -> Snapshot | None:
    wanted = [(files.key, config), *((seal.tree, seal.config) for seal in seals)]
    for tree, settings in wanted:
        try:
            snapshot = folder.find(tree, settings)
            if snapshot is not None:
                snapshot.reader()
                return snapshot
        except SnapshotDamaged as error:
            workspace.notice(f"the snapshot of tree {tree[:12]} cannot be used ({error}); `nexus-diff index` builds it again")
    return None


def _line(seal: Seal, tree: str, config: str) -> SnapshotLine:
    return SnapshotLine(
        tree=seal.tree,
        config=seal.config,
        created=seal.created,
        bytes=sum(file.size for file in seal.files.values()),
        counts=dict(seal.counts),
        engines=dict(seal.engines),
        head=(seal.tree, seal.config) == (tree, config),
    )


def _with_contents(status: Status, snapshot: Snapshot) -> Status:
    reader = snapshot.reader()
    entries = list(reader.files())
    calls = counts_in(reader)
    languages = Counter(entry.language for entry in entries if entry.language)
    unsupported = Counter(Path(entry.path).suffix or "(none)" for entry in entries if entry.skipped == UNSUPPORTED)
    return msgspec.structs.replace(
        status,
        languages=tuple(_language(name, count, calls.get(name, CallCount())) for name, count in sorted(languages.items())),
        skipped=tuple(SkippedFile(file=e.path, reason=e.skipped) for e in entries if e.skipped and e.skipped != UNSUPPORTED),
        unsupported=dict(sorted(unsupported.items(), key=lambda item: (-item[1], item[0]))),
    )


def _language(name: str, files: int, count: CallCount) -> LanguageLine:
    return LanguageLine(language=name, files=files, calls=count.calls, resolved=count.resolved, cut=count.cut)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
