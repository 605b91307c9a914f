"""`nexus-diff hook`: the main job inside git's hooks, where nobody waits: quick, quiet, and never in the way by its own fault."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.options import add_fail_on, fail_on, number
from nexus_diff.cli.outputs import write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.request import Request

SECONDS = 10.0
"""A hook that takes longer is skipped with --no-verify, and then for good."""
_SECONDS = number(0.0, 3600.0, "a number of seconds up to 3600", above=True)
_EXAMPLES = """\
examples:
  nexus-diff hook pre-push             as .git/hooks/pre-push (git writes what is pushed to stdin), or through pre-commit
  nexus-diff hook pre-commit --fail-on breaking    the staged changes; a commit that breaks a call site is stopped
"""


class OutOfTimeError(NexusDiffError):
    """The hook's time is up."""


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("stage", choices=("pre-push", "pre-commit"), help="pre-push: what is pushed; pre-commit: the index against HEAD")
    parser.add_argument("--seconds", type=_SECONDS, default=SECONDS, metavar="N", help="stop after so many seconds, exit 0 (default: 10)")
    parser.add_argument("--strict", action="store_true", help="exit 2 when the analysis could not be done")
    add_fail_on(parser)


def hook(arguments: argparse.Namespace) -> int:
    """One hook. Exit 1 only for findings that --fail-on names."""
    with _limited(arguments.seconds):
        return _staged(arguments) if arguments.stage == "pre-commit" else _pushed(arguments)


def _pushed(arguments: argparse.Namespace) -> int:
    from nexus_diff.run.hook import pushed

    place = place_of(arguments)
    lines = [] if sys.stdin is None or sys.stdin.isatty() else sys.stdin
    found = pushed(place, os.environ, lines)
    talk = Talk(arguments)
    talk.notices(found.notes)
    asked = [(name, Request(place=place, range=text, fail_on=fail_on(arguments))) for name, text in found.ranges]
    return max((_analysed(arguments, request, name) for name, request in asked), default=DONE)


def _staged(arguments: argparse.Namespace) -> int:
    request = Request(place=place_of(arguments), staged=True, fail_on=fail_on(arguments))
    return _analysed(arguments, request, "staged changes")


def _analysed(arguments: argparse.Namespace, request: Request, name: str) -> int:
    from nexus_diff.report import Limits, options_for, prepare, render
    from nexus_diff.run.analyse import analyse

    with Talk(arguments) as talk:
        outcome = analyse(request, talk)
        talk.end()
        report = prepare(outcome.answer, Limits(breaking=10, violations=10), range=name)
        write_stdout(render(report, "brief", options_for(sys.stdout, os.environ)))
        if outcome.reached:
            talk.say(f"--fail-on: {', '.join(outcome.failing)}")
    return FINDINGS if outcome.reached else DONE


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stops what runs inside after so many seconds. Snapshots are written whole or not at all, so nothing is lost."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise OutOfTimeError(f"it took longer than {seconds:g} seconds; run `nexus-diff index` once, later runs are quick")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_DESCRIPTION = "The main job inside a git hook: a few lines at most, and never in the way by its own fault."
COMMANDS = {"hook": Command(_DESCRIPTION, describe, hook, _EXAMPLES)}
