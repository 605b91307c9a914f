"""Long texts on a terminal go through the pager that git would use. A pager that is missing or ends early does no harm."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import TextIO

_SERVICES = ("CI", "GITHUB_ACTIONS", "GITLAB_CI", "TF_BUILD", "JENKINS_URL", "BUILDKITE", "TEAMCITY_VERSION")
"""Variables by which services that run jobs make themselves known: nobody could press a key there, terminal or not."""
_DEFAULTS = {"LESS": "FRX", "LV": "-c"}
"""As git has it: less ends by itself when one screen is enough, leaves the text there and lets colours through."""
_NO_PAGER = ("", "cat")
_NOT_STARTED = (126, 127)


def pager_for(arguments: argparse.Namespace, stream: TextIO, env: Mapping[str, str]) -> str:
    """The command to page with, in git's order: $GIT_PAGER, core.pager, $PAGER, less. "" for none: without a terminal, in CI, with
    --no-pager."""
    if arguments.no_pager or not _is_terminal(stream) or env.get("TERM", "dumb") == "dumb" or in_ci(env):
        return ""
    chosen = env["GIT_PAGER"] if "GIT_PAGER" in env else _of_git(arguments.repo)
    if chosen is None:
        chosen = env.get("PAGER", "less")
    return "" if chosen.strip() in _NO_PAGER else chosen


def in_ci(env: Mapping[str, str]) -> bool:
    """Whether a service runs us."""
    return any(env.get(name, "").lower() not in ("", "0", "false") for name in _SERVICES)


def page(text: str, pager: str, stream: TextIO, env: Mapping[str, str]) -> bool:
    """Shows the text with a pager and waits for its end. False when it could not be started: nothing was shown then."""
    data = text.encode(stream.encoding or "utf-8", "backslashreplace")
    stream.flush()
    try:
        child = subprocess.Popen(["/bin/sh", "-c", pager], stdin=subprocess.PIPE, env={**_DEFAULTS, **env})
    except OSError:
        return False
    with _left_to_the_pager():
        child.communicate(data)
    return child.returncode not in _NOT_STARTED


def _of_git(repo: str) -> str | None:
    """What git says, None without git."""
    try:
        done = subprocess.run(["git", "-C", repo, "var", "GIT_PAGER"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return None
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else None


@contextlib.contextmanager
def _left_to_the_pager() -> Iterator[None]:
    """Ctrl-C means something to a pager; we are done anyway and wait for it."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def show(text: str, arguments: argparse.Namespace) -> None:
    """Writes a text for people to stdout, through a pager where there is one."""
    from nexus_diff.cli.outputs import write_stdout

    if sys.stdout is not None and text:
        pager = pager_for(arguments, sys.stdout, os.environ)
        if pager and page(text, pager, sys.stdout, os.environ):
            return
    write_stdout(text)
