"""What a whole revision holds: communities, processes, dead code, cycles; and the chain between two places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from nexus_diff.analysis.chains import chain
from nexus_diff.analysis.cycles import LEVELS, cycles, imports
from nexus_diff.impact import Limits
from nexus_diff.impact.symbols import kind_of_node
from nexus_diff.index.graphs import all_links
from nexus_diff.index.indexer import Indexer, Side
from nexus_diff.index.progress import Progress
from nexus_diff.model.audit import SECTIONS, Audit, Chain, CommunityRow, CycleRow, DeadRow, ProcessRow
from nexus_diff.model.errors import NexusDiffError, SnapshotDamaged
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, IMPORTS, Node
from nexus_diff.run.ask import Asked
from nexus_diff.run.request import Place
from nexus_diff.run.whole import Spoken, dead_code_of
from nexus_diff.run.workspace import Workspace
from nexus_diff.store import Snapshot, Whole

T = TypeVar("T")


def audit(place: Place, revision: str = "HEAD", sections: tuple[str, ...] = SECTIONS, progress: Progress | None = None) -> Audit:
    """These sections of a revision, which is indexed first if need be."""

    def made(workspace: Workspace, side: Side, whole: Whole, commit: str, tree: str) -> Audit:
        wanted = {name: name in sections for name in SECTIONS}
        left = {"processes": whole.processes_cut(), "entry points by score": whole.entries().cut} if wanted["processes"] else {}
        return Audit(
            revision=commit,
            tree=tree,
            sections=tuple(name for name in SECTIONS if wanted[name]),
            communities=tuple(_communities(whole)) if wanted["communities"] else (),
            processes=tuple(_processes(side, whole)) if wanted["processes"] else (),
            dead_code=tuple(_dead(side, whole)) if wanted["dead_code"] else (),
            cycles=tuple(_cycles(side)) if wanted["cycles"] else (),
            cut={what: number for what, number in left.items() if number},
            notices=workspace.notices,
        )

    return _on(place, revision, progress, made)


def path(
    place: Place, start: str, end: str, revision: str = "HEAD", min_confidence: float | None = None, progress: Progress | None = None
) -> Chain:
    """The shortest chain of imports between two files, or of calls between two symbols. Raises NexusDiffError for a place that is none."""

    def made(workspace: Workspace, side: Side, whole: Whole, commit: str, tree: str) -> Chain:
        asked = Asked(side, Limits(), "down")
        ends = [_one(asked, text) for text in (start, end)]
        files = [node.label == "File" for node in ends]
        if files[0] != files[1]:
            odd = start if files[0] else end
            raise NexusDiffError(f"{odd} is a file and the other end is a symbol; give two files or two symbols")
        types, kind = (IMPORTS, "imports") if files[0] else (CALLS, "calls")
        least = CALL_THRESHOLD if min_confidence is None else min_confidence
        hops = chain(side.reader, ends[0].id, ends[1].id, types, least)
        return Chain(revision=commit, kind=kind, start=ends[0].id, end=ends[1].id, hops=hops, notices=workspace.notices)

    return _on(place, revision, progress, made)


def _on(place: Place, revision: str, progress: Progress | None, made: Callable[[Workspace, Side, Whole, str, str], T]) -> T:
    workspace = Workspace(place)
    files, commit = workspace.revision(revision)
    with workspace.indexer(workspace.config_at(files), progress) as indexer:
        snapshot = _sound(indexer, lambda: indexer.snapshot(files, commit))
        return made(workspace, indexer.side(snapshot, files), snapshot.whole(), commit, files.key)


def _sound(indexer: Indexer, make: Callable[[], Snapshot]) -> Snapshot:
    """A snapshot whose side file can be read; `find` has looked at one that was there already."""
    snapshot = make()
    try:
        snapshot.reader()
    except SnapshotDamaged:
        indexer.folder.discard(snapshot.seal.tree, snapshot.seal.config)
        return make()
    return snapshot


def _one(asked: Asked, text: str) -> Node:
    return asked.find(text)[0]


def _communities(whole: Whole) -> Iterator[CommunityRow]:
    for group in whole.communities():
        yield CommunityRow(id=group.id, name=group.name, cohesion=group.cohesion, size=len(group.members), members=group.members)


def _processes(side: Side, whole: Whole) -> Iterator[ProcessRow]:
    for process in whole.processes():
        node = side.reader.node(process.entry)
        file, line = (node.file_path, node.start_line) if node is not None else ("", 0)
        yield ProcessRow(id=process.id, name=process.name, kind=process.kind, file=file, line=line, steps=process.steps)


def _dead(side: Side, whole: Whole) -> Iterator[DeadRow]:
    found = whole.entries()
    dead = dead_code_of(side, Spoken(side), [*(entry.id for entry in found.known)])
    for node in dead.in_files(entry.path for entry in side.reader.files() if entry.language):
        yield DeadRow(id=node.id, kind=kind_of_node(node), name=node.qualified_name, file=node.file_path, line=node.start_line)


def _cycles(side: Side) -> Iterator[CycleRow]:
    links = all_links(side.reader)
    for level in LEVELS:
        for cycle in cycles(imports(links, level), level):
            yield CycleRow(level=level, members=cycle.members, cut=cycle.cut)
