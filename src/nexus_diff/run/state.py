"""One state of the code to ask questions of: a revision, or HEAD with what is not committed on top."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from nexus_diff.config import Config
from nexus_diff.git import Snapshot, ask_status, commit_snapshot, worktree_snapshot
from nexus_diff.index.indexer import Side
from nexus_diff.index.progress import Progress
from nexus_diff.run.workspace import Workspace


class State(msgspec.Struct, frozen=True):
    """An indexed state under its configuration. `commit`: what it is built on, "" without one; `on_disk`: with what is not committed."""

    workspace: Workspace
    side: Side
    files: Snapshot
    config: Config
    commit: str
    on_disk: bool


@contextmanager
def opened(workspace: Workspace, revision: str, progress: Progress | None) -> Iterator[State]:
    """The state of a revision, indexed first if need be; "" for the working tree, or for HEAD where there is none."""
    on_disk = not revision and workspace.repo.workdir is not None and not workspace.repo.is_empty
    status = ask_status(workspace.repo) if on_disk else None
    files, commit = workspace.revision(revision or "HEAD")
    config = workspace.config_on_disk() if on_disk else workspace.config_at(files)
    with workspace.indexer(config, progress) as indexer:
        side = indexer.side(indexer.snapshot(files, commit), files)
        if on_disk:
            now, notices = worktree_snapshot(workspace.repo, status)
            workspace.notice(*notices)
            if now.key != files.key:
                side, files = indexer.overlay(side, commit_snapshot(workspace.repo, commit), now), now
        yield State(workspace, side, files, config, commit, on_disk)
