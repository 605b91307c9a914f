"""Real repositories and the real command, as a user runs it."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import git_shapes
import pytest

ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2024-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00Z",
}


class Ran:
    """One run of the command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class Repo:
    """A git repository and the command run in it."""

    def __init__(self, path: Path, *, bare: bool = False) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main", *(["--bare"] if bare else []))

    def git(self, *arguments: str, data: bytes | None = None) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env={**os.environ, **ENVIRONMENT}, input=data, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, files: dict[str, str | bytes | None]) -> None:
        """Files by path; None deletes."""
        for name, content in files.items():
            path = self.path / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)

    def commit(self, files: dict[str, str | bytes | None] | None = None, message: str = "change") -> str:
        """Writes files, commits everything, and returns the commit id."""
        self.write(files or {})
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    @property
    def index(self) -> Path:
        """The index folder."""
        return Path(self.git("rev-parse", "--path-format=absolute", "--git-common-dir")) / "nexus-diff"

    def snapshots(self) -> list[Path]:
        return sorted(self.index.glob("graph-*")) if self.index.exists() else []

    def run(self, *arguments: str, data: bytes | None = None, env: dict[str, str] | None = None, cwd: Path | None = None) -> Ran:
        """The command in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "nexus_diff", *arguments],
            cwd=cwd or self.path,
            env={**os.environ, **ENVIRONMENT, **(env or {})},
            input=data,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"))

    def here(self, *arguments: str, env: dict[str, str] | None = None) -> Ran:
        """The command in this process: for rows of a table, of which a process each would prove no more."""
        from nexus_diff.cli import main

        before = Path.cwd()
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", write_through=True) for _ in range(2))
        with mock.patch.dict(os.environ, {**ENVIRONMENT, **(env or {})}), redirect_stdout(out), redirect_stderr(err):
            os.chdir(self.path)
            try:
                code = main(list(arguments))
            finally:
                os.chdir(before)
        said = (stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err))  # type: ignore[attr-defined]
        return Ran(code, *said)

    def ask(self, *arguments: str, **more: Any) -> Any:
        """The answer as JSON; the command must have gone well."""
        ran = self.run(*arguments, "--format", "json", **more)
        assert ran.code == 0, ran
        return ran.json

    def clone(self, path: Path, *options: str) -> Repo:
        self.git("clone", "--quiet", *options, self.path.absolute().as_uri(), str(path))
        return Repo.at(path)

    @classmethod
    def at(cls, path: Path) -> Repo:
        """A repository that is there."""
        found = cls.__new__(cls)
        found.path = path
        return found

    @classmethod
    def copy(cls, source: Path, path: Path) -> Repo:
        """The copy of a repository with all that is in it, its index too."""
        shutil.copytree(source, path, symlinks=True)
        return cls.at(path)


@pytest.fixture
def make(tmp_path: Path) -> Callable[..., Repo]:
    """Makes repositories by name under tmp_path."""
    return lambda name="repo", **options: Repo(tmp_path / name, **options)


@pytest.fixture(scope="session")
def repo_type() -> type[Repo]:
    """For fixtures that live longer than a test."""
    return Repo


@pytest.fixture(scope="session")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A GitHub behind its published descriptions, started once."""
    from github_proxy import proxied

    with proxied(tmp_path_factory.mktemp("prism")) as started:
        yield started


@pytest.fixture
def repo(make: Callable[..., Repo]) -> Repo:
    """An empty repository."""
    return make()


SHOP = {
    "shop/__init__.py": "",
    "shop/prices.py": "def net(price):\n    return price\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n",
    "shop/cart.py": (
        "from shop.prices import gross\n\n\nclass Cart:\n    def __init__(self):\n        self.items = []\n\n"
        "    def total(self):\n        return sum(gross(item) for item in self.items)\n"
    ),
    "shop/checkout.py": "from shop.cart import Cart\n\n\ndef checkout(cart: Cart):\n    return cart.total()\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 0\n",
    "web/tsconfig.json": '{"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["lib/*"]}}}\n',
    "web/lib/format.ts": "export function money(value: number): string {\n  return value.toFixed(2);\n}\n",
    "web/lib/index.ts": "export * from './format';\n",
    "web/page.tsx": (
        "import { money } from '@lib/index';\n\n"
        "export function Page(props: { value: number }) {\n  return <b>{money(props.value)}</b>;\n}\n"
    ),
    "README.md": "# Shop\n",
}
"""A small shop in Python and TypeScript."""


@pytest.fixture(scope="session")
def _shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop, committed and indexed once."""
    shop = Repo(tmp_path_factory.mktemp("shop") / "repo")
    shop.commit(SHOP, "shop")
    assert shop.run("index").code == 0
    return shop.path


@pytest.fixture
def shop(_shop: Path, tmp_path: Path) -> Repo:
    """The shop on branch main, indexed."""
    return Repo.copy(_shop, tmp_path / "shop")


@pytest.fixture
def paid(make: Callable[..., Repo]) -> Repo:
    """A repository with one commit on main."""
    repo = make("paid")
    repo.commit({"pay.py": git_shapes.PAY, "shop.py": git_shapes.SHOP})
    return repo


@pytest.fixture
def superproject(paid: Repo, make: Callable[..., Repo]) -> Repo:
    """A repository with that one as its submodule `sub`."""
    above = make("super")
    above.commit({"main.py": "def main():\n    pass\n"})
    above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(paid.path), "sub")
    above.commit()
    return above
