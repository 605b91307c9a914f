"""Which files differ between two snapshots, and in which lines."""

from __future__ import annotations

import msgspec
import pygit2
from pygit2.enums import DiffOption

from nexus_diff.git.renames import pair_renames
from nexus_diff.git.repository import MissingBlob
from nexus_diff.git.snapshot import Snapshot, differing
from nexus_diff.git.trees import SUBMODULE, Pair
from nexus_diff.model.changes import FileChange, Hunk, TreeFile

_FLAGS = DiffOption.FORCE_TEXT | DiffOption.INDENT_HEURISTIC
_BINARY_PROBE = 8000
_LARGEST = 64 << 20


class Comparison(msgspec.Struct, frozen=True):
    """What differs between two snapshots, sorted by path, and what had to be left out."""

    changes: tuple[FileChange, ...]
    notices: tuple[str, ...] = ()


def changes(base: Snapshot, head: Snapshot) -> list[FileChange]:
    """What differs between two snapshots, sorted by path; see `compare` for what had to be left out."""
    return list(compare(base, head).changes)


def compare(base: Snapshot, head: Snapshot) -> Comparison:
    """What differs between two snapshots, with renames found and zero-context hunks. White space always counts."""
    pairs = differing(base, head)
    base.prefetch(old.oid for old, _ in pairs.values() if old is not None and old.mode != SUBMODULE)
    head.prefetch(new.oid for _, new in pairs.values() if new is not None and new.mode != SUBMODULE)
    notices: list[str] = []
    pairs, limited = pair_renames(base, head, pairs)
    notices += limited
    found = []
    for path in sorted(pairs):
        try:
            found.append(_change(base, head, path, pairs[path]))
        except MissingBlob as error:
            found.append(_describe(path, pairs[path], (), True))
            notices.append(f"{path}: {error}")
    return Comparison(tuple(found), tuple(notices))


def hunks_between(old: bytes, new: bytes) -> tuple[Hunk, ...]:
    """Zero-context hunks that turn `old` into `new`, in our numbering (see model.changes.Hunk)."""
    if old == new:
        return ()
    patch = pygit2.Patch.create_from(old, new, context_lines=0, interhunk_lines=0, flag=_FLAGS)
    return tuple(
        Hunk(hunk.old_start + (hunk.old_lines == 0), hunk.old_lines, hunk.new_start + (hunk.new_lines == 0), hunk.new_lines)
        for hunk in patch.hunks
    )


def is_binary(data: bytes) -> bool:
    """git's own test (a NUL among the first 8000 bytes), or too large to compare line by line."""
    return b"\0" in data[:_BINARY_PROBE] or len(data) > _LARGEST


def _change(base: Snapshot, head: Snapshot, path: str, pair: Pair) -> FileChange:
    old, new = pair
    if old is not None and new is not None and old.oid == new.oid and _kind(old) == _kind(new):
        return _describe(path, pair, (), False)
    before, after = _content(base, old), _content(head, new)
    if is_binary(before) or is_binary(after):
        return _describe(path, pair, (), True)
    if old is not None and new is not None and _kind(old) != _kind(new):  # git shows a changed type as a deletion and an addition
        return _describe(path, pair, (Hunk(1, count_lines(before), 1, count_lines(after)),), False)
    return _describe(path, pair, hunks_between(before, after), False)


def count_lines(data: bytes) -> int:
    """Lines as git counts them: ended by a line feed, the last one perhaps not."""
    return data.count(b"\n") + (data[-1:] not in (b"", b"\n"))


def _content(snapshot: Snapshot, file: TreeFile | None) -> bytes:
    return b"" if file is None or file.mode == SUBMODULE else snapshot.read(file.oid)


def _kind(file: TreeFile) -> int:
    """Regular file, symlink or submodule; permission bits left out."""
    return file.mode & 0o170000


def _describe(path: str, pair: Pair, hunks: tuple[Hunk, ...], binary: bool) -> FileChange:
    old, new = pair
    return FileChange(
        status=_status(path, old, new),
        path=path,
        old_path=path if old is None else old.path,
        old_oid="" if old is None else old.oid,
        new_oid="" if new is None else new.oid,
        hunks=hunks,
        binary=binary,
        old_mode=0 if old is None else old.mode,
        new_mode=0 if new is None else new.mode,
    )


def _status(path: str, old: TreeFile | None, new: TreeFile | None) -> str:
    if old is None:
        return "added"
    if new is None:
        return "deleted"
    if old.path != path:
        return "renamed"
    if _kind(old) != _kind(new):
        return "type"
    return "mode" if old.oid == new.oid else "modified"
