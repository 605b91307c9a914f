"""What the tests of faults share on every host: waits that nobody waits for, addresses where nobody answers, and one harmless line."""

from __future__ import annotations

import errno
import os
import socket
import time
from typing import Any

import pytest

from nexus_diff.publish import calls
from nexus_diff.run.ci.request import Ended


def pass_waits(monkeypatch: pytest.MonkeyPatch, seconds: float = 1.5) -> list[float]:
    """From now on a wait for a host passes at once and is added to this list, while the clock goes on by it. A single request is given
    up after `seconds`."""
    waits: list[float] = []
    real = time.monotonic

    class Clock:
        sleep = staticmethod(waits.append)
        time = staticmethod(time.time)
        monotonic = staticmethod(lambda: real() + sum(waits))

    monkeypatch.setattr(calls, "time", Clock)
    monkeypatch.setattr(calls, "CALL_SECONDS", seconds)
    return waits


def nobody_at(how: str, path: str = "") -> str:
    """An address where nobody answers: "dns" or "refused"; "" for any other fault."""
    if how == "dns":
        return f"https://no-such-host.invalid{path}"
    if how == "refused":
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            return f"http://127.0.0.1:{taken.getsockname()[1]}{path}"
    return ""


def one_line(ended: Ended, secrets: tuple[str, ...]) -> str:
    """The warning of a run that reached no verdict: one line, no traceback, and no secret in anything that was said."""
    assert ended.warning
    assert "\n" not in ended.warning
    assert "Traceback" not in ended.warning
    shown = "".join((*ended.commands, *ended.said, ended.warning, ended.report))
    assert not [secret for secret in secrets if secret in shown]
    assert not ended.reached
    return ended.warning


def full_disk(*_: Any, **__: Any) -> None:
    """Stands in for whatever writes."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
