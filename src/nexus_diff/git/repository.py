"""Reading objects from a repository.

Maintainers: everything that talks to libgit2 or starts `git` goes through `Repository`. libgit2 does the work; the `git` program is
started only for what libgit2 cannot do: objects that a partial clone has yet to fetch, and the state of index and working tree
(sparse and split indexes, skip-worktree, the untracked cache). Nothing here writes into the repository.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

import pygit2

from nexus_diff.model.errors import GitError

EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
"""Id of the tree with no entries; git knows it without storing it."""

_SECRETS = re.compile(r"(?<=//)[^/@\s]+@|(?i:authorization:.*|(?:basic|bearer|token)\s+\S+)")
SCRUBBED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS")
"""Variables of git's that calls of ours must not see: what they say of the repository is in the arguments already."""
_OBJECTS = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH")
NO_GIT = "the git program is not on the PATH; install git"


class MissingBlob(GitError):  # noqa: N818 - a state that callers list, seldom a failure
    """An object that the repository refers to but does not hold, and that could not be fetched. Callers list the file as skipped."""


class Repository:
    """A git repository, read only. Made by `open_repository`. `workdir`: top of its working tree, None without one; `here`: what the
    environment says of index and objects is said of this repository."""

    def __init__(self, raw: pygit2.Repository, workdir: Path | None, *, here: bool = False) -> None:
        self.raw = raw
        self.git_dir = Path(raw.path)
        self.workdir = workdir
        self._here = here
        if here:  # before a push is accepted, its objects are kept apart
            folders = [os.environ.get(name, "") for name in _OBJECTS[:2]]
            for folder in filter(os.path.isdir, os.pathsep.join(folders).split(os.pathsep)):
                raw.odb.add_disk_alternate(os.path.abspath(folder))

    @cached_property
    def common_dir(self) -> Path:
        """The git directory that all worktrees of this repository share."""
        try:
            text = (self.git_dir / "commondir").read_text().strip()
        except OSError:
            return self.git_dir
        return Path(os.path.normpath(self.git_dir / text))

    @property
    def is_empty(self) -> bool:
        """No commit at all: nothing on HEAD and no other reference."""
        return self.raw.head_is_unborn and not any(True for _ in self.raw.references)

    @property
    def is_shallow(self) -> bool:
        return bool(self.raw.is_shallow)

    @cached_property
    def is_partial(self) -> bool:
        """A clone that left objects at its remote, to be fetched when asked for."""
        config = self.raw.config
        return any(name.endswith((".promisor", ".partialclonefilter")) for name in (entry.name for entry in config)) or (
            "extensions.partialclone" in config
        )

    @cached_property
    def shallow_commits(self) -> frozenset[str]:
        """Commits whose parents a shallow clone has cut off."""
        try:
            return frozenset((self.common_dir / "shallow").read_text().split())
        except OSError:
            return frozenset()

    def head(self) -> str | None:
        """Commit id of HEAD, None before the first commit."""
        return None if self.raw.head_is_unborn else str(self.raw.head.target)

    def tree_of(self, commit: str) -> str:
        """Tree id of a commit."""
        found = self._commit(commit)
        return str(found.tree_id)

    def parents_of(self, commit: str) -> list[str]:
        """Parent ids of a commit, first parent first; a shallow clone's cut parents are left out."""
        return [str(parent) for parent in self._commit(commit).parent_ids]

    def has(self, oid: str) -> bool:
        """Whether an object is here."""
        return oid == EMPTY_TREE or oid in self.raw

    def read(self, oid: str) -> bytes:
        """Content of a blob; MissingBlob when the repository lacks it and it cannot be fetched."""
        try:
            return self.raw.odb.read(oid)[1]
        except (KeyError, ValueError, pygit2.GitError) as error:
            return self._read_lazily(oid, error)

    def size_of(self, oid: str) -> int:
        """Size of a blob in bytes, without reading it; -1 when it is not here."""
        odb = self.raw.odb
        try:
            if hasattr(odb, "read_header"):  # pygit2 1.19
                return int(odb.read_header(oid)[1])
            return len(odb.read(oid)[1])
        except (KeyError, ValueError, pygit2.GitError):
            return -1

    def prefetch(self, oids: list[str]) -> None:
        """Let git fetch what a partial clone lacks of these blobs in one go; does nothing elsewhere, never fails."""
        if not self.is_partial:
            return
        missing = [oid for oid in oids if oid not in self.raw.odb]
        remote = self.promisor_remote()
        if missing and remote:
            options = ("--no-tags", "--no-write-fetch-head", "--recurse-submodules=no", "--filter=blob:none", "--stdin", "--quiet")
            command = ("-c", "fetch.negotiationAlgorithm=noop", "fetch", remote, *options)
            with contextlib.suppress(GitError):
                self.run(*command, data="".join(oid + "\n" for oid in missing).encode())

    def promisor_remote(self) -> str | None:
        """Name of the remote that holds what a partial clone lacks."""
        for entry in self.raw.config:
            if entry.name.startswith("remote.") and entry.name.endswith((".promisor", ".partialclonefilter")):
                return entry.name[len("remote.") : entry.name.rindex(".")]
        return None

    def run(self, *arguments: str, data: bytes = b"") -> bytes:
        """Output of `git ARGUMENTS` on this repository; GitError with git's own last line when it fails."""
        return self.start(*arguments)(data)

    def start(self, *arguments: str) -> Callable[[bytes], bytes]:
        """Starts `git ARGUMENTS`; what it gives is called once, with the input, for the output. For work that can be done meanwhile."""
        try:
            child = subprocess.Popen(
                self.command(*arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.workdir or self.git_dir,
                env=self.environment(),
            )
        except FileNotFoundError:
            raise GitError(NO_GIT) from None

        def output(data: bytes = b"") -> bytes:
            with child:
                try:
                    out, err = child.communicate(data)
                except BaseException:
                    child.kill()
                    raise
            if child.returncode != 0:
                lines = err.decode("utf-8", "replace").strip().splitlines()
                said = without_secrets(lines[-1]) if lines else f"exit code {child.returncode}"
                raise GitError(f"git {_verb(arguments)} failed: {said}")
            return out

        return output

    def command(self, *arguments: str) -> list[str]:
        """The words of a call of `git` on this repository."""
        where = [f"--git-dir={self.git_dir}"]
        if self.workdir is not None:
            where.append(f"--work-tree={self.workdir}")
        return ["git", "--no-optional-locks", "--no-pager", *where, *arguments]

    def environment(self) -> dict[str, str]:
        """The environment for such a call: nothing in it points to another repository, and nobody is asked for a password."""
        hidden = SCRUBBED if self._here else (*SCRUBBED, *_OBJECTS)
        environment = {name: value for name, value in os.environ.items() if name not in hidden and name != "GIT_INDEX_FILE"}
        environment |= {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}
        index = self.index_file()
        if index:
            environment["GIT_INDEX_FILE"] = index
        return environment

    def index_file(self) -> str:
        """The index that the environment names (`git commit -a` hands hooks one of its own, relative to the top of the working tree),
        "" for the repository's own. That of another repository does not count where this one was named."""
        index = os.environ.get("GIT_INDEX_FILE", "")
        path = os.path.abspath(os.path.join(self.workdir or self.git_dir, index))
        counts = index and (self._here or os.path.realpath(path).startswith(os.path.realpath(self.git_dir) + os.sep))
        return path if counts else ""

    def check_index(self) -> None:
        """GitError when the environment names an index that is not there: git would take all files for deleted."""
        index = self.index_file()
        if index and not os.path.exists(index):
            raise GitError(f"GIT_INDEX_FILE={os.environ['GIT_INDEX_FILE']}: no such file; unset it, or name an index of this repository")

    def _commit(self, commit: str) -> pygit2.Commit:
        try:
            return self.raw[commit].peel(pygit2.Commit)
        except (KeyError, ValueError, pygit2.GitError):
            raise GitError(f"commit {commit} is missing from this clone; fetch it: git fetch origin {commit}") from None

    def _read_lazily(self, oid: str, error: Exception) -> bytes:
        if oid == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":
            return b""
        if not self.is_partial:
            raise MissingBlob(f"object {oid} is missing or damaged ({error}); `git fsck` tells more")
        try:
            out = self.run("cat-file", "--batch", data=oid.encode() + b"\n")
        except GitError as failed:
            raise MissingBlob(f"object {oid} is not in this partial clone and could not be fetched ({failed})") from None
        header, _, rest = out.partition(b"\n")
        parts = header.split()
        if len(parts) != 3 or not parts[2].isdigit():
            raise MissingBlob(f"object {oid} is not in this partial clone and could not be fetched")
        return rest[: int(parts[2])]


def without_secrets(text: str) -> str:
    """A message of git's without the credentials that an address or a header in it may carry: messages end up in reports."""
    return _SECRETS.sub("***", text)


def _verb(arguments: tuple[str, ...]) -> str:
    """The subcommand among `git` arguments, for messages."""
    rest = list(arguments)
    while rest and rest[0] == "-c":
        rest = rest[2:]
    return rest[0] if rest else ""
