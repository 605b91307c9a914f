"""A host's repository with a pull request in it, a clone as a runner makes it, and one index: what runs inside a CI service needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import ci_world
import pytest
from auto_jobs import FAKES, TOKEN
from ci_faults import pass_waits
from ci_shop import Shop, build
from github_fake import GitHub, served


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, repo_type: Any) -> Shop:
    """The host's repository. Tests leave it as it is."""
    return build(repo_type, tmp_path_factory.mktemp("host") / "repo")


@pytest.fixture(scope="module")
def clone(shop: Shop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The merge with all of its history."""
    return shop.clone(tmp_path_factory.mktemp("clone") / "repo", shop.merge)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One index for all tests of a module: what is published is under test."""
    return tmp_path_factory.mktemp("index")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, repo_type: Any) -> ci_world.World:
    """A host's repository whose main has moved on since the pull request left it."""
    return ci_world.build(repo_type(tmp_path_factory.mktemp("host") / "repo"))


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Waits for a host pass at once, and are counted here."""
    return pass_waits(monkeypatch)


@pytest.fixture
def github(shop: Shop) -> Iterator[GitHub]:
    """A GitHub that remembers, with the pull request."""
    fake = GitHub()
    fake.heads[7] = shop.head
    with served(fake) as address:
        fake.public = address
        yield fake


@pytest.fixture
def host_of(shop: Shop, tmp_path: Path) -> Iterator[Callable[[str], tuple[Any, str]]]:
    """Starts the small host of a service by its name: what it remembers, and its address."""
    (tmp_path / "output").touch()
    with ExitStack() as opened:

        def start(name: str) -> tuple[Any, str]:
            host = FAKES[name](TOKEN)
            if hasattr(host, "heads"):
                host.heads[7] = shop.head
            return host, opened.enter_context(served(host))

        yield start
