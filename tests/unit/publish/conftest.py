"""A fake GitHub and a client of it that does not wait between writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from ci_faults import pass_waits
from github_fake import GitHub, served

from nexus_diff.publish.github.client import Api

HEAD = "a" * 40
TOKEN = "ghs_" + "canary" * 6


@pytest.fixture
def github() -> Iterator[GitHub]:
    fake = GitHub()
    fake.heads[7] = HEAD
    with served(fake) as address:
        fake.public = address
        yield fake


@pytest.fixture
def api(github: GitHub, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Api]:
    """Makes clients. Nothing sleeps for real: waits are noted in `api.waits`, and time passes by them."""
    pytest.importorskip("github")
    waits = pass_waits(monkeypatch, 1.0)

    def make(**more: Any) -> Api:
        return Api(more.pop("token", TOKEN), "o/r", base_url=more.pop("base_url", github.public), pause=more.pop("pause", 0), **more)

    make.waits = waits  # type: ignore[attr-defined]
    return make
