"""`nexus-diff RANGE`: the main job."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.options import add_fail_on, add_formats, add_tests_for, add_walk, fail_on
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import GitError, NexusDiffError, PatchError

if TYPE_CHECKING:
    from nexus_diff.run.analyse import Outcome
    from nexus_diff.run.request import Request

_EXAMPLES = """\
what is compared (more: nexus-diff help ranges):
  nexus-diff                          working tree against the merge base with the default branch
  nexus-diff main..HEAD               what HEAD adds since it left main (main...HEAD means the same)
  nexus-diff HEAD~3                   what that commit adds to its first parent
  nexus-diff --direct v1.0..v2.0      the two trees as they are, without a merge base
  nexus-diff --staged                 what `git commit` would commit now
  nexus-diff --patch fix.diff         a patch on HEAD (`-` reads it from stdin)

output (more: nexus-diff help formats):
  nexus-diff main..HEAD --stat        one line per changed file
  nexus-diff main..HEAD --json | jq .summary
  nexus-diff main..HEAD --format text --format markdown=impact.md --format json=impact.json
  nexus-diff main..HEAD --name-only -z | xargs -0 -r ls -ld

in scripts (more: nexus-diff help exit-codes):
  nexus-diff main..HEAD --fail-on breaking,risk:high      exit 1 if a call site breaks, or the risk is high
  nexus-diff main..HEAD --exit-code --quiet               exit 1 if the change reaches anything; prints nothing
  nexus-diff main..HEAD --tests-for pytest | xargs -r -d '\\n' pytest      run what is affected; -r: nothing affected, nothing run
"""

LARGEST_PATCH = 32 << 20
"""Bytes; reading a patch takes some twenty times as much memory."""


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("range", metavar="RANGE", nargs="?", default="", help="A..B, A...B or REV; nothing: the working tree")
    what = parser.add_argument_group("what")
    what.add_argument("--staged", action="store_true", help="the index against HEAD")
    what.add_argument("--patch", metavar="FILE", help="a unified diff on HEAD; - for stdin")
    what.add_argument("--direct", action="store_true", help="compare A and B as they are, not from their merge base")
    add_walk(what)
    out = parser.add_argument_group("output")
    add_formats(out, "text (default), markdown, summary (markdown, unfolded), html, json, sarif, codeclimate, junit, brief, stat or names")
    out.add_argument(
        "--exit-code", action="store_true", help="exit 1 when the change reaches or breaks anything; with --quiet, that is all that is said"
    )
    add_fail_on(out, "exit 1 on breaking, violation or risk:LEVEL; several with commas between (default: never)")
    out.add_argument("--timings", action="store_true", help="add seconds per step to the answer")
    add_tests_for(out)


def diff(arguments: argparse.Namespace) -> int:
    """What a change reaches."""
    from nexus_diff.cli.reports import Places, write_reports

    places = Places.of(arguments)
    request = _request(arguments)
    with Talk(arguments) as talk:
        outcome = _analysed(request, talk)
        talk.end()
        from nexus_diff.report import Options, prepare

        if arguments.tests_for:
            from nexus_diff.cli import tests

            return tests.write(outcome.answer, arguments, talk)
        report = prepare(outcome.answer, range=outcome.label)
        found = arguments.exit_code and not report.silent
        if talk.verbose:
            talk.say(f"parsed {outcome.parsed} blobs")
        write_reports(report, places, talk, Options(template=outcome.template, fail_on=request.fail_on), outcome.odd_paths)
        if outcome.reached:
            talk.say(f"--fail-on: {', '.join(outcome.failing)}")
    return FINDINGS if found or outcome.reached else DONE


def _analysed(request: Request, talk: Talk) -> Outcome:
    from nexus_diff.run.analyse import analyse

    try:
        return analyse(request, talk)
    except GitError as error:
        if not str(error).startswith("unknown revision"):
            raise
        from nexus_diff.cli.hints import command_meant

        raise GitError(f"{error}{command_meant(request.range)}") from None


def _request(arguments: argparse.Namespace) -> Request:
    asked = [name for name, on in (("RANGE", arguments.range), ("--staged", arguments.staged), ("--patch", arguments.patch)) if on]
    if len(asked) > 1:
        raise NexusDiffError(f"{' and '.join(asked)} exclude one another; choose one")
    from nexus_diff.run.request import Request

    return Request(
        place=place_of(arguments),
        range=arguments.range,
        direct=arguments.direct,
        staged=arguments.staged,
        patch=None if arguments.patch is None else _patch(arguments.patch),
        min_confidence=arguments.min_confidence,
        depth=arguments.depth,
        timings=arguments.timings,
        fail_on=fail_on(arguments),
    )


def _patch(name: str) -> bytes:
    if name == "-" and sys.stdin is None:
        raise PatchError("-: standard input is closed; pass a unified diff, or the name of a file that holds one")
    try:
        with open(name, "rb") if name != "-" else nullcontext(sys.stdin.buffer) as file:
            data = file.read(LARGEST_PATCH + 1)
    except OSError as error:
        raise PatchError(f"{name}: cannot be read ({error.strerror}); pass a unified diff, or - for stdin") from None
    if len(data) > LARGEST_PATCH:
        raise PatchError(f"{name}: larger than {LARGEST_PATCH >> 20} MB; commit the change and pass its range")
    return data


COMMANDS = {"diff": Command("What a change reaches and what it can break, with evidence.", describe, diff, _EXAMPLES)}
