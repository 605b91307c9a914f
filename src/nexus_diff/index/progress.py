"""What a long step says about itself while it runs."""

from __future__ import annotations

import time
from typing import Protocol


class Progress(Protocol):
    """Told of every phase (scan, structure, parse, link, load) as it begins and of every piece of work done. `total` 0: not known."""

    def phase(self, name: str, total: int = 0) -> None: ...

    def at(self, done: int, total: int) -> None:
        """`done` of `total` pieces of the current phase are done."""


class Silent:
    """Says nothing."""

    def phase(self, name: str, total: int = 0) -> None:
        pass

    def at(self, done: int, total: int) -> None:
        pass


class Clock:
    """A Progress that hands everything on and adds up the seconds of each phase, and of any other step that is `step`ped into."""

    def __init__(self, inner: Progress | None = None) -> None:
        self._inner = inner or Silent()
        self._seconds: dict[str, float] = {}
        self._current = ""
        self._since = 0.0

    def phase(self, name: str, total: int = 0) -> None:
        self.step(name)
        self._inner.phase(name, total)

    def at(self, done: int, total: int) -> None:
        self._inner.at(done, total)

    def step(self, name: str) -> None:
        """From now on time belongs to `name` ("" to nothing)."""
        now = time.perf_counter()
        if self._current:
            self._seconds[self._current] = self._seconds.get(self._current, 0.0) + now - self._since
        self._current, self._since = name, now

    def seconds(self) -> dict[str, float]:
        """Seconds per step so far, in milliseconds' precision."""
        self.step(self._current)
        return {name: round(value, 3) for name, value in self._seconds.items()}
