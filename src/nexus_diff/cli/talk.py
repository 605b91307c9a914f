"""What goes to stderr while a command runs: progress, notices, and with --verbose what was done."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from typing import Any

PATIENCE = 1.0
"""Seconds before a progress bar shows up: most runs are over by then."""
MANY = 200
_DOING = {"scan": "listing files", "structure": "sorting files", "parse": "parsing", "link": "linking", "load": "storing"}


class Talk:
    """Speaks for one command. As a Progress it draws a bar on a terminal; elsewhere it says in one line that a long step began."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.quiet = bool(arguments.quiet)
        self.verbose = bool(arguments.verbose) and not self.quiet
        self._terminal = not self.quiet and sys.stderr is not None and sys.stderr.isatty()
        self._color = getattr(arguments, "color", "auto")
        self._began = time.monotonic()
        self._phase = ""
        self._bar: Any = None
        self._task: Any = None
        self._said_long = False

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *args: object) -> None:
        self.end()

    def phase(self, name: str, total: int = 0) -> None:
        """A step begins, of so many parts (0 for unknown)."""
        self._phase = name
        if self._terminal:
            self._draw(0, total)
        elif name == "parse" and total >= MANY and not self.quiet and not self._said_long:
            self._said_long = True
            self.say(f"indexing, {total:,} files to parse")
        if self.verbose and not self._terminal:
            self.say(f"{_DOING.get(name, name)}{f' ({total:,})' if total else ''}")

    def at(self, done: int, total: int) -> None:
        """How many parts of the step are done."""
        if self._terminal:
            self._draw(done, total)

    def say(self, text: str) -> None:
        """One line, unless --quiet."""
        if not self.quiet:
            from nexus_diff.report.escape import visible

            print(f"nexus-diff: {visible(text)}", file=sys.stderr, flush=True)

    def notices(self, texts: Iterable[str]) -> None:
        """Notices of a command that has no report to put them into."""
        for text in texts:
            self.say(text)

    def end(self) -> None:
        """Takes the bar off the screen."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _draw(self, done: int, total: int) -> None:
        if self._bar is None:
            if time.monotonic() - self._began < PATIENCE:
                return
            self._start()
        self._bar.update(self._task, description=_DOING.get(self._phase, self._phase), completed=done, total=total or None)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        console = Console(stderr=True, no_color=True if self._color == "never" else None)
        columns = (TextColumn("{task.description:14}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True)
        self._task = self._bar.add_task("", total=None)
        self._bar.start()
