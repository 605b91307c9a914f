"""A snapshot: the files of one state of the repository, be it a commit, the index, the working tree or a patched commit.

Maintainers: every snapshot is a tree plus an overlay of the paths that differ from it, so that a clean working tree costs no more
than its commit, two snapshots compare by libgit2's tree diff plus the overlays, and every snapshot has a true tree id as its key
(the one git would write): what was indexed before a commit is found again after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from nexus_diff.git.repository import EMPTY_TREE, MissingBlob, Repository
from nexus_diff.git.trees import Pair, changed_tree_id, compare_trees, find_entry, list_tree, read_entries
from nexus_diff.model.changes import TreeFile

Content = bytes | Callable[[], bytes]
"""Bytes that are not in the object database, or how to get them."""


class Snapshot:
    """An unchanging view of path → (oid, mode), with the content of every blob.

    `key`: the tree id, true also for what is not committed. `tree`: id of the tree it is based on; `overlay`: what differs from it
    (None: removed). `files()` lists symlinks (mode 0o120000) and submodules (0o160000) too; symlinks are never followed."""

    def __init__(
        self,
        repo: Repository,
        tree: str,
        overlay: Mapping[str, TreeFile | None] | None = None,
        contents: Mapping[str, Content] | None = None,
    ) -> None:
        self.repo = repo
        self.tree = tree
        self.overlay = dict(overlay or {})
        self._contents = dict(contents or {})

    @cached_property
    def key(self) -> str:
        """Tree id of exactly these files, whether or not git has such a tree."""
        return changed_tree_id(lambda oid: read_entries(self.repo, oid), self.tree, self.overlay)

    @cached_property
    def _files(self) -> dict[str, TreeFile]:
        files = {file.path: file for file in list_tree(self.repo, self.tree)}
        if self.overlay:
            files.update({path: file for path, file in self.overlay.items() if file is not None})
            for path in [path for path, file in self.overlay.items() if file is None]:
                files.pop(path, None)
            files = dict(sorted(files.items()))
        return files

    def files(self) -> list[TreeFile]:
        """All files, sorted by path. Sizes are -1; see `size_of`."""
        return list(self._files.values())

    def get(self, path: str) -> TreeFile | None:
        """The file at `path`, None when there is none. Cheap even when `files` was never called."""
        if path in self.overlay:
            return self.overlay[path]
        if "_files" in self.__dict__:
            return self._files.get(path)
        return find_entry(self.repo, self.tree, path)

    def read(self, oid: str) -> bytes:
        """Content of a blob of this snapshot (for a symlink: its target). MissingBlob when it cannot be had."""
        content = self._contents.get(oid)
        if content is None:
            return self.repo.read(oid)
        return content if isinstance(content, bytes) else content()

    def read_path(self, path: str) -> bytes:
        """Content of the file at `path`; MissingBlob when there is none."""
        file = self.get(path)
        if file is None:
            raise MissingBlob(f"{path}: no such file in {self.key[:12]}")
        return self.read(file.oid)

    def size_of(self, oid: str) -> int:
        """Size in bytes without reading the blob where possible; -1 when it is not here (see `prefetch`)."""
        content = self._contents.get(oid)
        if content is None:
            return self.repo.size_of(oid)
        return len(content if isinstance(content, bytes) else content())

    def prefetch(self, oids: Iterable[str]) -> None:
        """Fetch what a partial clone lacks of these blobs, all at once. Does nothing in a full clone."""
        self.repo.prefetch([oid for oid in oids if oid not in self._contents])


def commit_snapshot(repo: Repository, commit: str | None) -> Snapshot:
    """The files of a commit; None stands for the state before the first commit."""
    return Snapshot(repo, EMPTY_TREE if commit is None else repo.tree_of(commit))


def differing(base: Snapshot, head: Snapshot) -> dict[str, Pair]:
    """Path → (file in base, file in head) for every path whose mode or content differs."""
    pairs = compare_trees(base.repo, base.tree, head.tree)
    for path in base.overlay.keys() | head.overlay.keys():
        old, new = base.get(path), head.get(path)
        if old == new:
            pairs.pop(path, None)
        else:
            pairs[path] = (old, new)
    return pairs
