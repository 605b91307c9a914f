"""Snapshots of what is not committed: the working tree (tracked and untracked-but-not-ignored files) and the index.

Maintainers: `git status` knows best which files are unmodified (stat cache, sparse checkouts, split indexes, submodules), so it is
asked once and only what it lists is read from disk. Line endings become what `git add` would make of them;
external filters (LFS …) are never run by us. Symlinks are read as links.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator

import msgspec
import pygit2
from pygit2.enums import RepositoryOpenFlag

from nexus_diff.git.line_endings import Rules, clean
from nexus_diff.git.repository import EMPTY_TREE, MissingBlob, Repository
from nexus_diff.git.snapshot import Content, Snapshot
from nexus_diff.git.trees import EXECUTABLE, REGULAR, SUBMODULE, SYMLINK, blob_id, decode
from nexus_diff.model.changes import TreeFile
from nexus_diff.model.errors import GitError

_KEEP_FILE = 4 << 20
_KEEP_ALL = 256 << 20
_STATUS = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=dirty", "--no-ahead-behind")


class Dirty(msgspec.Struct, frozen=True):
    """One line of `git status`: a path whose file on disk may differ from HEAD. `mode` 0: gone. `oid` is set when the index holds
    the very content that is on disk; `mode` -1: untracked, look at the disk. `moved`: a submodule that stands at another commit."""

    path: str
    mode: int
    oid: str = ""
    moved: bool = False


def parse_status(out: bytes) -> Iterator[Dirty]:
    """The entries of `git status --porcelain=v2 -z --no-renames`."""
    for record in out.split(b"\0"):
        kind, _, rest = record.partition(b" ")
        if kind == b"?":
            yield Dirty(decode(rest), -1)
        elif kind == b"1":
            xy, sub, _, index_mode, disk_mode, _, index_oid, path = rest.split(b" ", 7)
            if sub.startswith(b"S") and int(index_mode, 8) == SUBMODULE:
                yield Dirty(decode(path), SUBMODULE, index_oid.decode(), sub[1:2] == b"C")
            elif xy[1:] == b"." and int(index_mode, 8):
                yield Dirty(decode(path), int(index_mode, 8), index_oid.decode())
            else:
                yield Dirty(decode(path), int(disk_mode, 8))
        elif kind == b"u":
            yield Dirty(decode(rest.split(b" ", 9)[9]), int(rest.split(b" ", 6)[5], 8))


def ask_status(repo: Repository) -> Callable[[], bytes]:
    """Starts to look at the working tree, which takes a tenth of a second for some thousand files; for `worktree_snapshot`."""
    repo.check_index()
    output = repo.start(*_STATUS)
    return lambda: output(b"")


def worktree_snapshot(repo: Repository, status: Callable[[], bytes] | None = None) -> tuple[Snapshot, list[str]]:
    """The files on disk as `git add --all` would see them, and notices on those that could not be read. `status`: asked before."""
    if repo.workdir is None:
        raise GitError("a bare repository has no working tree; pass a range such as main..HEAD")
    head = repo.head()
    reader = _DiskReader(repo)
    overlay: dict[str, TreeFile | None] = {}
    for dirty in parse_status((status or ask_status(repo))()):
        if dirty.mode == 0:
            overlay[dirty.path] = None
        elif dirty.oid:
            overlay[dirty.path] = TreeFile(dirty.path, reader.commit_inside(dirty) if dirty.moved else dirty.oid, dirty.mode)
        elif (file := reader.take(dirty)) is not None:
            overlay[dirty.path] = file
    tree = EMPTY_TREE if head is None else repo.tree_of(head)
    return Snapshot(repo, tree, overlay, reader.contents), reader.notices


def index_snapshot(repo: Repository) -> tuple[Snapshot, list[str]]:
    """What is staged: what `git commit` would commit now. Unmerged files keep their content of HEAD, with a notice."""
    head = repo.head()
    tree = EMPTY_TREE if head is None else repo.tree_of(head)
    repo.check_index()
    out = repo.run("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "--ita-invisible-in-index", tree)
    overlay: dict[str, TreeFile | None] = {}
    unmerged: set[str] = set()
    fields = iter(out.split(b"\0"))
    for meta, name in zip(fields, fields, strict=False):
        _, mode, _, oid, status = meta.split(b" ")
        path = decode(name)
        if status == b"U":
            unmerged.add(path)
        else:
            overlay[path] = TreeFile(path, oid.decode(), int(mode, 8)) if int(mode, 8) else None
    for path in unmerged:
        overlay.pop(path, None)
    return Snapshot(repo, tree, overlay), [f"{path}: unmerged in the index; its content in HEAD is used" for path in sorted(unmerged)]


class _DiskReader:
    """Reads files of the working tree and keeps their content while there is room; larger ones are read again when asked for."""

    def __init__(self, repo: Repository) -> None:
        if repo.workdir is None:
            raise GitError("a bare repository has no working tree")
        self.repo = repo
        self.top = os.fsencode(repo.workdir)
        self.contents: dict[str, Content] = {}
        self.notices: list[str] = []
        self._room = _KEEP_ALL
        config = repo.raw.config
        autocrlf = (config["core.autocrlf"] or "true" if "core.autocrlf" in config else "false").lower()
        self._autocrlf = "true" if autocrlf in ("yes", "on", "1") else autocrlf
        self._modes = "core.filemode" not in config or config.get_bool("core.filemode")

    def take(self, dirty: Dirty) -> TreeFile | None:
        """The file as it is on disk; None (with a notice) when it is no file or cannot be read."""
        if dirty.path.endswith("/"):
            self.notices.append(f"{dirty.path}: a git repository inside the working tree, skipped")
            return None
        try:
            data, mode = self._read(dirty.path)
        except OSError as error:
            self.notices.append(f"{dirty.path}: cannot be read from disk ({error.strerror}); its committed content, if any, is used")
            return None
        if not self._modes and mode != SYMLINK:
            mode = dirty.mode if dirty.mode > 0 else REGULAR
        oid = blob_id(data)
        self.contents[oid] = self._keep(dirty.path, oid, data)
        return TreeFile(dirty.path, oid, mode)

    def commit_inside(self, dirty: Dirty) -> str:
        """The commit at which a submodule stands; the one in the index when that cannot be told."""
        try:
            inside = pygit2.Repository(os.path.join(self.top, os.fsencode(dirty.path)), RepositoryOpenFlag.NO_SEARCH)
            return str(inside.head.target)
        except (KeyError, ValueError, pygit2.GitError):
            return dirty.oid

    def _keep(self, path: str, oid: str, data: bytes) -> Content:
        if len(data) <= min(_KEEP_FILE, self._room):
            self._room -= len(data)
            return data
        return self._later(path, oid)

    def _later(self, path: str, oid: str) -> Callable[[], bytes]:
        def read() -> bytes:
            try:
                data = self._read(path)[0]
            except OSError as error:
                raise MissingBlob(f"{path}: cannot be read from disk ({error.strerror})") from None
            if blob_id(data) != oid:
                raise MissingBlob(f"{path}: changed on disk during the run; run again")
            return data

        return read

    def _read(self, path: str) -> tuple[bytes, int]:
        full = os.path.join(self.top, path.encode("utf-8", "surrogateescape"))
        if stat.S_ISLNK(os.lstat(full).st_mode):
            return os.readlink(full), SYMLINK
        handle = os.open(full, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise OSError(0, "not a regular file")
            data = file.read()
        return self._clean(path, data), EXECUTABLE if status.st_mode & 0o100 else REGULAR

    def _clean(self, path: str, data: bytes) -> bytes:
        """Line endings and `$Id$` as they would be committed."""
        if b"\r" not in data and b"$Id" not in data:
            return data
        name = path.encode("utf-8", "surrogateescape")
        text, crlf, eol, ident = (self.repo.raw.get_attr(name, attribute) for attribute in ("text", "crlf", "eol", "ident"))
        return clean(data, Rules(text, crlf, eol, ident, self._autocrlf), lambda: self._indexed(path))

    def _indexed(self, path: str) -> bytes:
        try:
            return self.repo.read(str(self.repo.raw.index[path].id))
        except (KeyError, ValueError, pygit2.GitError, MissingBlob):
            return b""
