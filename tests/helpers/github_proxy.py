"""The fake GitHub behind Prism, which holds requests and answers against GitHub's published descriptions."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from github_description import GHES, description, sample
from github_fake import GitHub, served
from oracles import prism

START_SECONDS = 120


class Proxy:
    """The fake behind Prism."""

    def __init__(self, fake: GitHub, address: str, log: Path) -> None:
        self.fake, self.address, self._log = fake, address, log

    def violations(self) -> list[str]:
        """What Prism objected to."""
        lines = self._log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if "iolation" in line or "✖" in line or "error" in line.lower()]

    def objects(self, before: list[str]) -> bool:
        """Whether Prism objected to more than before; its log comes a moment later."""
        ends = time.monotonic() + 10
        while self.violations() == before and time.monotonic() < ends:
            time.sleep(0.1)
        return self.violations() != before

    def clear(self, head: str) -> GitHub:
        """The fake with nothing in it but pull request 7."""
        fake = self.fake
        fake.comments, fake.checks, fake.heads = [], [], {7: head}
        fake.log.clear()
        fake.faults.clear()
        return fake


@contextmanager
def proxied(place: Path) -> Iterator[Proxy]:
    """A proxy for github.com and, below /ghes, for Enterprise Server; its files are in `place`. Skips the test where there is no Prism."""
    command, package = prism()
    document = description(package)
    (place / "api.json").write_text(json.dumps(document))
    fake = GitHub(prefix=GHES)
    fake.pull_extra = sample(document, _answer_of(document, "/repos/{owner}/{repo}/pulls/{pull_number}"))
    fake.pulls_extra = sample(document, _answer_of(document, "/repos/{owner}/{repo}/pulls")["items"])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    fake.public = f"http://127.0.0.1:{port}"
    log = place / "log"
    with served(fake) as upstream, log.open("wb") as out:
        target = upstream.removesuffix(GHES)
        words = [*command, "proxy", str(place / "api.json"), target, "--errors", "--port", str(port), "--host", "127.0.0.1"]
        process = subprocess.Popen(words, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
        try:
            _wait(process, port, log)
            yield Proxy(fake, fake.public, log)
        finally:
            process.kill()
            process.wait()


def _answer_of(document: dict[str, Any], path: str) -> dict[str, Any]:
    schema: dict[str, Any] = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return schema


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ends = time.monotonic() + START_SECONDS
    while b"listening" not in log.read_bytes():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < ends, log.read_text()
        time.sleep(0.2)
    with socket.create_connection(("127.0.0.1", port), timeout=10):
        pass
