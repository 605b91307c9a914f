"""Fetching the little that a comparison lacks: single commits by id, and history down to a merge base.

Maintainers: the only module that adds to a repository, and only objects and (in a clone that is shallow already) history. No reference is
made or moved, no FETCH_HEAD is written, no configuration changed; a complete clone stays complete, since `--depth` is for shallow ones
alone. No `--filter`: it would turn the user's clone into a partial one, for good. A partial clone keeps its own filter without being asked.
"""

from __future__ import annotations

import base64
import contextlib
import os
import subprocess
import time

from nexus_diff.git.repository import NO_GIT, Repository, without_secrets
from nexus_diff.model.errors import GitError
from nexus_diff.programs import finished

FIRST_DEEPEN = 32
MOST_ROUNDS = 16
_QUIET = ("--no-tags", "--no-write-fetch-head", "--no-auto-gc", "--no-auto-maintenance", "--recurse-submodules=no", "--refmap=", "--quiet")
_SAFE = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false", "-c", "maintenance.auto=false", "-c", "gc.auto=0")


class Remote:
    """Where a clone came from. `server_url`, `token` and `user`: used for a remote on that server, over https, when the clone itself keeps
    no credentials. `url`: of another repository that is asked first, such as the one that a fork was made of. `seconds`: for all calls
    together."""

    def __init__(
        self,
        repo: Repository,
        *,
        server_url: str = "",
        token: str = "",
        user: str = "x-access-token",
        url: str = "",
        seconds: float = 120.0,
    ) -> None:
        self.repo = repo
        self._ends = time.monotonic() + seconds
        self.name, self.url = self._find()
        self._sources = (url, self.name) if url else (self.name,)
        self._extra = self._credentials(server_url.rstrip("/"), token, user, url)

    def has(self, commit: str) -> bool:
        """Whether a commit is here, looked up without asking the remote."""
        return bool(commit) and self._succeeds("cat-file", "-e", f"{commit}^{{commit}}")

    def parents(self, commit: str) -> list[str]:
        """Parents as the commit names them, whether or not a shallow clone has cut them off. Empty when the commit is not here."""
        with contextlib.suppress(GitError):
            header = self.repo.run("cat-file", "commit", commit).partition(b"\n\n")[0]
            return [line[7:].decode() for line in header.split(b"\n") if line.startswith(b"parent ")]
        return []

    def boundary(self) -> frozenset[str]:
        """Commits whose parents are cut off, as of now."""
        try:
            return frozenset((self.repo.common_dir / "shallow").read_text().split())
        except OSError:
            return frozenset()

    def tip(self, branch: str) -> str:
        """Where a branch stands at the remote, "" when it is gone or the remote cannot be asked."""
        with contextlib.suppress(GitError):
            listed = self._git("ls-remote", "--quiet", self._sources[0], f"refs/heads/{branch}")
            for line in listed.decode("utf-8", "surrogateescape").split("\n"):
                commit, _, ref = line.partition("\t")
                if ref == f"refs/heads/{branch}":
                    return commit
        return ""

    def default(self) -> str:
        """Name of the remote's default branch, "" when the remote cannot be asked or does not tell."""
        with contextlib.suppress(GitError):
            first = self._git("ls-remote", "--quiet", "--symref", self.name, "HEAD").decode("utf-8", "replace").partition("\n")[0]
            ref, _, name = first.partition("\t")
            if name == "HEAD" and ref.startswith("ref: refs/heads/"):
                return ref.removeprefix("ref: refs/heads/")
        return ""

    def tracked(self, branch: str) -> str:
        """Where a branch stood when the clone last asked, "" when it never did."""
        with contextlib.suppress(GitError):
            return self.repo.run("rev-parse", "--verify", "--quiet", f"refs/remotes/{self.name}/{branch}^{{commit}}").decode().strip()
        return ""

    def get(self, commit: str, *, depth: int = 1) -> bool:
        """Sees to it that a commit is here, with its files; in a shallow clone with no more than `depth` commits of history."""
        if self.has(commit):
            return True
        limit = (f"--depth={depth}",) if self.boundary() else ()
        for source in self._sources:
            with contextlib.suppress(GitError):
                self._git("fetch", *_QUIET, *limit, source, commit)
            if self.has(commit):
                return True
        return False

    def deepen(self, by: int, *commits: str) -> bool:
        """In a shallow clone: `by` more commits of history behind what is here of these commits. Whether there is more now."""
        before = self.boundary()
        if not before:
            return False
        for source in self._sources:
            with contextlib.suppress(GitError):
                self._git("fetch", *_QUIET, f"--deepen={by}", source, *commits)
            if self.boundary() != before:
                return True
        return False

    def merge_bases(self, one: str, other: str) -> list[str]:
        """The best common ancestors; in a shallow clone, history is fetched until they are beyond doubt. Empty: there are none, or they
        cannot be had."""
        by = FIRST_DEEPEN
        for _ in range(MOST_ROUNDS):
            found = self._merge_bases_here(one, other)
            if self._complete(one, other, found):
                return found
            if time.monotonic() > self._ends or not self.deepen(by, one, other):
                return []
            by *= 2
        return []

    def _merge_bases_here(self, one: str, other: str) -> list[str]:
        with contextlib.suppress(GitError):
            return self.repo.run("merge-base", "--all", one, other).decode().split()
        return []

    def _complete(self, one: str, other: str, bases: list[str]) -> bool:
        """Whether no cut in the history could hide a better common ancestor: none lies on this side of the bases."""
        boundary = self.boundary()
        if not boundary:
            return True
        if not bases:
            return False
        with contextlib.suppress(GitError):
            added = self.repo.run("rev-list", one, other, "--not", *bases).decode().split()
            return boundary.isdisjoint(added)
        return False

    def _succeeds(self, *arguments: str) -> bool:
        lazily = {**self.repo.environment(), "GIT_NO_LAZY_FETCH": "1"}
        command = self.repo.command(*arguments)
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, env=lazily, check=False, cwd=self.repo.git_dir)
        except FileNotFoundError:
            raise GitError(NO_GIT) from None
        return done.returncode == 0

    def _find(self) -> tuple[str, str]:
        """Name and URL: origin, else the only remote."""
        with contextlib.suppress(GitError):
            names = self.repo.run("remote").decode("utf-8", "surrogateescape").split()
            name = "origin" if "origin" in names or not names else names[0]
            return name, self.repo.run("remote", "get-url", name).decode("utf-8", "surrogateescape").strip()
        return "origin", ""

    def _credentials(self, server_url: str, token: str, user: str, other: str) -> dict[str, str]:
        """The token as a setting in the environment, where no other process and no log can see it: for the server, or for the `other`
        repository alone, since the clone may have credentials of its own for the rest of the server."""
        url, scope = other or self.url, other or f"{server_url}/"
        if not token or not server_url.startswith("https://") or not url.startswith(server_url + "/"):
            return {}
        with contextlib.suppress(GitError):
            if self.repo.run("config", "--get-urlmatch", "http.extraheader", url).strip():
                return {}
        count = os.environ.get("GIT_CONFIG_COUNT", "0")
        number = int(count) if count.isascii() and count.isdigit() else 0
        secret = base64.b64encode(f"{user}:{token}".encode("utf-8", "surrogateescape")).decode()
        return {
            "GIT_CONFIG_COUNT": str(number + 1),
            f"GIT_CONFIG_KEY_{number}": f"http.{scope}.extraheader",
            f"GIT_CONFIG_VALUE_{number}": f"AUTHORIZATION: basic {secret}",
        }

    def _git(self, *arguments: str) -> bytes:
        """Output of a call that may use the network, ended in time with all its children."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise GitError(f"git {arguments[0]}: no time left for the network")
        try:
            done = finished(
                self.repo.command(*_SAFE, *arguments), left, cwd=self.repo.git_dir, env={**self.repo.environment(), **self._extra}
            )
        except OSError as error:
            raise GitError(f"git cannot be started ({error.strerror})") from None
        except subprocess.TimeoutExpired:
            raise GitError(f"git {arguments[0]}: no answer from the remote in time") from None
        if done.returncode:
            lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise GitError(f"git {arguments[0]} failed: {without_secrets(lines[-1]) if lines else done.returncode}")
        return done.stdout
