"""Real git repositories, made the same way every time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from nexus_diff.git import Repository, open_repository

ENVIRONMENT = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.org",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "file",
}


class Sandbox:
    """A repository to play with; each commit is one minute after the one before."""

    def __init__(self, path: Path, *options: str) -> None:
        self.path = path
        self.clock = 1_700_000_000
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *options)

    @classmethod
    def at(cls, path: Path) -> Sandbox:
        made = cls.__new__(cls)
        made.path, made.clock = path, 1_800_000_000
        return made

    def git(self, *arguments: str, data: bytes = b"", env: dict[str, str] | None = None) -> bytes:
        when = f"{self.clock} +0000"
        environment = {**os.environ, **ENVIRONMENT, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, **(env or {})}
        done = subprocess.run(["git", *arguments], cwd=self.path, input=data, capture_output=True, env=environment, check=False)
        assert done.returncode == 0, (arguments, done.stderr.decode())
        return done.stdout

    def id(self, name: str = "HEAD") -> str:
        return self.git("rev-parse", name).decode().strip()

    def write(self, path: str | bytes, data: str | bytes) -> None:
        full = os.path.join(os.fsencode(self.path), os.fsencode(path))
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(data.encode() if isinstance(data, str) else data)

    def commit(self, files: dict[str, str | bytes | None] | None = None, message: str = "change") -> str:
        for path, data in (files or {}).items():
            if data is None:
                os.remove(self.path / path)
            else:
                self.write(path, data)
        self.clock += 60
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.id()

    def open(self) -> Repository:
        return open_repository(self.path)


@pytest.fixture
def sandbox(tmp_path: Path) -> Sandbox:
    return Sandbox(tmp_path / "repo")


@pytest.fixture
def make(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Makes further repositories under the test's folder."""

    def build(name: str, *options: str) -> Sandbox:
        return Sandbox(tmp_path / name, *options)

    return build


@pytest.fixture
def clone(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Clones a sandbox through the file protocol, so that depth and filters count."""

    def build(source: Sandbox, name: str, *options: str) -> Sandbox:
        source.git("config", "uploadpack.allowFilter", "true")
        source.git("config", "uploadpack.allowAnySHA1InWant", "true")
        source.git("clone", "-q", *options, f"file://{source.path}", str(tmp_path / name))
        return Sandbox.at(tmp_path / name)

    return build


@pytest.fixture(scope="session")
def make_at() -> type[Sandbox]:
    """Makes a repository anywhere, for tests that need many in one run."""
    return Sandbox
