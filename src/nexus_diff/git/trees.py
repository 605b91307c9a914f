"""Trees as values: listing them, comparing two, and the id that a tree would have after some changes (nothing is written).

Maintainers: libgit2's tree diff is the quickest way to both list and compare (it walks in C and skips equal folders). Clones that
lack trees (`--filter=tree:0`) fall back to `git ls-tree`, which fetches them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping

import pygit2

from nexus_diff.git.repository import EMPTY_TREE, Repository
from nexus_diff.model.changes import TreeFile
from nexus_diff.model.errors import GitError

SYMLINK = 0o120000
SUBMODULE = 0o160000
FOLDER = 0o040000
EXECUTABLE = 0o100755
REGULAR = 0o100644

Pair = tuple[TreeFile | None, TreeFile | None]
Entry = tuple[int, str]
"""Mode and oid of a tree entry."""


def decode(name: bytes) -> str:
    """A path as text; bytes that are no UTF-8 become surrogate escapes."""
    return name.decode("utf-8", "surrogateescape")


def blob_id(data: bytes) -> str:
    """Id that git gives to a blob with this content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def list_tree(repo: Repository, tree: str) -> list[TreeFile]:
    """All entries of a tree but folders, sorted by path."""
    if tree == EMPTY_TREE:
        return []
    try:
        deltas = _tree(repo, tree).diff_to_tree(swap=True).deltas
        files = [TreeFile(decode(f.raw_path), str(f.id), int(f.mode)) for f in (delta.new_file for delta in deltas)]
    except (KeyError, pygit2.GitError):
        files = list(_list_by_git(repo, tree))
    files.sort(key=lambda file: file.path)
    return files


def compare_trees(repo: Repository, old: str, new: str) -> dict[str, Pair]:
    """Path → entries on both sides, for all paths whose mode or content differ."""
    if old == new:
        return {}
    if EMPTY_TREE in (old, new):
        side = list_tree(repo, new if old == EMPTY_TREE else old)
        return {file.path: (None, file) if old == EMPTY_TREE else (file, None) for file in side}
    try:
        return _compare_by_libgit2(repo, old, new)
    except (KeyError, pygit2.GitError):
        before = {file.path: file for file in list_tree(repo, old)}
        after = {file.path: file for file in list_tree(repo, new)}
        paths = before.keys() | after.keys()
        return {path: (before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)}


def find_entry(repo: Repository, tree: str, path: str) -> TreeFile | None:
    """The entry at `path`, None when there is none or it is a folder."""
    if tree == EMPTY_TREE:
        return None
    try:
        entry = _tree(repo, tree)[path]
    except (KeyError, ValueError):
        return None
    except pygit2.GitError:
        return next((file for file in list_tree(repo, tree) if file.path == path), None)
    mode = int(entry.filemode)
    return None if mode == FOLDER else TreeFile(path, str(entry.id), mode)


def read_entries(repo: Repository, tree: str) -> dict[bytes, Entry]:
    """Direct entries of one tree object."""
    if tree == EMPTY_TREE:
        return {}
    return parse_tree(repo.read(tree))


def parse_tree(data: bytes) -> dict[bytes, Entry]:
    """Entries of a raw tree object."""
    entries: dict[bytes, Entry] = {}
    at = 0
    while at < len(data):
        space = data.index(b" ", at)
        end = data.index(b"\0", space)
        entries[data[space + 1 : end]] = (int(data[at:space], 8), data[end + 1 : end + 21].hex())
        at = end + 21
    return entries


def changed_tree_id(read: Callable[[str], dict[bytes, Entry]], tree: str, changes: Mapping[str, TreeFile | None]) -> str:
    """Id of `tree` after `changes` (None: removed). Equals what git would write: a clean working tree has the id of its commit."""
    if not changes:
        return tree
    items = [(path.encode("utf-8", "surrogateescape").split(b"/"), file) for path, file in changes.items()]
    return _changed(read, tree, [(parts, None if file is None else (file.mode, file.oid)) for parts, file in items])


def _changed(read: Callable[[str], dict[bytes, Entry]], tree: str, changes: list[tuple[list[bytes], Entry | None]]) -> str:
    entries = read(tree)
    below: dict[bytes, list[tuple[list[bytes], Entry | None]]] = {}
    folders = {name: oid for name, (mode, oid) in entries.items() if mode == FOLDER}
    for parts, entry in changes:
        if len(parts) > 1:
            below.setdefault(parts[0], []).append((parts[1:], entry))
        elif entry is not None:
            entries[parts[0]] = entry
        elif parts[0] not in folders:
            entries.pop(parts[0], None)
    for name, inner in below.items():
        oid = _changed(read, folders.get(name, EMPTY_TREE), inner)
        if oid != EMPTY_TREE:
            entries[name] = (FOLDER, oid)
        elif entries.get(name, (0, ""))[0] == FOLDER:
            del entries[name]
    return _tree_id(entries)


def _tree_id(entries: Mapping[bytes, Entry]) -> str:
    order = sorted(entries.items(), key=lambda item: item[0] + b"/" if item[1][0] == FOLDER else item[0])
    body = b"".join(b"%o %s\0%s" % (mode, name, bytes.fromhex(oid)) for name, (mode, oid) in order)
    return hashlib.sha1(b"tree %d\0" % len(body) + body, usedforsecurity=False).hexdigest()


def _tree(repo: Repository, tree: str) -> pygit2.Tree:
    return repo.raw[tree].peel(pygit2.Tree)


def _compare_by_libgit2(repo: Repository, old: str, new: str) -> dict[str, Pair]:
    pairs: dict[str, Pair] = {}
    for delta in _tree(repo, old).diff_to_tree(_tree(repo, new)).deltas:
        status = delta.status_char()
        before = after = None
        if status != "A":
            before = TreeFile(decode(delta.old_file.raw_path), str(delta.old_file.id), int(delta.old_file.mode))
        if status != "D":
            after = TreeFile(decode(delta.new_file.raw_path), str(delta.new_file.id), int(delta.new_file.mode))
        path = (after or before).path  # type: ignore[union-attr]
        known = pairs.get(path, (None, None))  # a changed type comes as a deletion and an addition
        pairs[path] = (before or known[0], after or known[1])
    return pairs


def _list_by_git(repo: Repository, tree: str) -> Iterable[TreeFile]:
    if not repo.is_partial:
        raise GitError(f"tree {tree} is missing or damaged; `git fsck` tells more")
    for line in repo.run("ls-tree", "-r", "-z", "--full-tree", tree).split(b"\0"):
        if line:
            meta, _, path = line.partition(b"\t")
            mode, _, oid = meta.split(b" ")
            yield TreeFile(decode(path), oid.decode(), int(mode, 8))
