"""Which files the last commits touched, read by `git log` in the background while the analysis goes on.

Maintainers: libgit2 is the wrong tool here: the tree diffs of 2000 commits of a large repository took it 12 s, and `git` a quarter of one.
What is read is bounded by commits and bytes, so the same history gives the same answer; the time limit only keeps a broken disk from
holding up a run.
"""

from __future__ import annotations

import re
import subprocess
from threading import Thread
from types import TracebackType

import msgspec

from nexus_diff.git.repository import Repository
from nexus_diff.git.trees import decode

MOST_COMMITS = 3_000
MOST_BYTES = 16 << 20
PATIENCE = 10.0
"""Seconds to wait for the end of it."""

_SETTINGS = (
    "log.showSignature=false",
    "log.showRoot=true",
    "diff.relative=false",
    "diff.orderFile=/dev/null",
    "diff.ignoreSubmodules=none",
)
"""What a user may have set otherwise, and would change the answer."""
_COMMIT = re.compile(rb"\x01[0-9a-f]{40,64}\0")


class Recent(msgspec.Struct, frozen=True):
    """`commits`: the files of each, the newest commit first, merges left out. `unknown`: why there is nothing, "" if there is. `cut`:
    whether more was there than may be read."""

    commits: tuple[tuple[str, ...], ...] = ()
    unknown: str = ""
    cut: bool = False


class RecentCommits:
    """Starts reading when it is made; `result` waits for the end. To be used in a `with`, so that nothing runs on after an error."""

    def __init__(self, repo: Repository, commit: str) -> None:
        self._data = bytearray()
        self._cut = False
        self._process: subprocess.Popen[bytes] | None = None
        self._unknown = _unreadable(repo)
        if commit and not self._unknown:
            self._start(repo, commit)

    def __enter__(self) -> RecentCommits:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop()

    def result(self) -> Recent:
        """What was read; the same for the same history."""
        if self._process is None:
            return Recent(unknown=self._unknown)
        self._thread.join(PATIENCE)
        if self._thread.is_alive():
            self._stop()
            return Recent(unknown=f"reading the history took longer than {PATIENCE:.0f} s")
        code = self._stop()
        if code and not self._cut:
            return Recent(unknown="git could not read the history")
        return Recent(_parse(bytes(self._data), self._cut), cut=self._cut)

    def _start(self, repo: Repository, commit: str) -> None:
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        options = ("-z", "-n", str(MOST_COMMITS), "--no-merges", "--no-renames", "--no-color", "--format=%x01%H", "--name-only")
        try:
            self._process = subprocess.Popen(
                repo.command("--no-replace-objects", *settings, "log", *options, commit, "--"),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=repo.workdir or repo.git_dir,
                env={**repo.environment(), "GIT_NO_LAZY_FETCH": "1"},
            )
        except OSError:
            self._unknown = "the git program cannot be run"
            return
        self._thread = Thread(target=self._read, args=(self._process,), daemon=True)
        self._thread.start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        while chunk := process.stdout.read(1 << 16):
            self._data += chunk[: MOST_BYTES - len(self._data)]
            if len(self._data) >= MOST_BYTES:
                self._cut = True
                process.kill()
                return

    def _stop(self) -> int:
        if self._process is None:
            return 0
        if self._thread.is_alive():
            self._process.kill()
            self._thread.join()
        if self._process.stdout is not None:
            self._process.stdout.close()
        return self._process.wait()


def _unreadable(repo: Repository) -> str:
    """Why the history cannot be read here, "" if it can."""
    if repo.is_shallow:
        return "this clone is shallow: git fetch --unshallow"
    config = repo.raw.config
    filters = [entry.value for entry in config if entry.name.startswith("remote.") and entry.name.endswith(".partialclonefilter")]
    if any(value is not None and not value.startswith("blob:") for value in filters):
        return "this clone lacks the trees of its history"
    return ""


def _parse(data: bytes, cut: bool) -> tuple[tuple[str, ...], ...]:
    """The files of each commit; the last one of a text that was cut is left out, for it may not be whole."""
    blocks = _COMMIT.split(data)[1:]
    whole = blocks[:-1] if cut else blocks
    return tuple(tuple(decode(name) for name in block.removeprefix(b"\n").split(b"\0") if name) for block in whole)
