"""`nexus-diff RANGE`: the main job."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext

import msgspec

from nexus_diff.cli import tests
from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.guard import DONE, FINDINGS
from nexus_diff.cli.options import add_fail_on, add_tests_for, add_walk, fail_on
from nexus_diff.cli.outputs import targets, write_file, write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError, PatchError
from nexus_diff.run.request import Request

_EXAMPLES = """\
what is compared:
  nexus-diff                      working tree against the merge base with the default branch
  nexus-diff main..HEAD           what HEAD adds since it left main (main...HEAD means the same)
  nexus-diff HEAD~3               what that commit adds to its first parent
  nexus-diff --direct v1..v2      the two trees as they are, without a merge base
  nexus-diff --staged             what `git commit` would commit now
  nexus-diff --patch fix.diff     a patch on HEAD (`-` reads it from stdin)

output:
  nexus-diff main..HEAD --format json | jq .summary
  nexus-diff main..HEAD --format text --format markdown=impact.md --format json=impact.json

other commands (each has its own --help):
  nexus-diff index [REV]                      build or refresh the snapshot of a revision
  nexus-diff export --format csv --output DIR the graph as CSV: nodes, relations, communities, processes
  nexus-diff cypher 'MATCH (f:File) RETURN f.filePath LIMIT 5'
  nexus-diff status                           what is indexed, sizes, versions, what was skipped and why
  nexus-diff verify HEAD~5..HEAD              check that an updated index equals a fresh one, commit by commit
  nexus-diff explain FILE:LINE                how the calls on a line were resolved, or why not
  nexus-diff config check                     check nexus-diff.toml
  nexus-diff impact SYMBOL                    if I change this, what breaks? (SYMBOL, FILE or FILE:LINE)
  nexus-diff ci github                        the main job inside a GitHub workflow: comment, check, annotations, summary
  nexus-diff hook pre-push                    the main job as a git hook: brief, at most ten seconds
  nexus-diff init github                      ready workflows into .github/workflows
  nexus-diff rules check                      what breaks the architecture rules now (also: explain, unassigned, init)
  nexus-diff audit [REV]                      communities, processes, dead code and cycles (also: a command for each)
  nexus-diff path A B                         how A gets to B: imports between files, calls between symbols
  nexus-diff shadow --junit X.xml main..HEAD  which failing tests of a real run the selection would have missed

tests:
  nexus-diff main..HEAD --tests-for pytest | xargs -r -d '\\n' pytest     (-r: nothing affected, nothing run)

A branch that is called like a command: nexus-diff diff index, or nexus-diff -- index.
Exit codes: 0 done, 1 findings reached --fail-on, 2 could not run.
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
    out.add_argument(
        "--format",
        metavar="NAME[=FILE]",
        action="append",
        default=[],
        help="text (default), markdown, summary (markdown, unfolded), html, json, sarif, codeclimate, junit or brief; repeatable",
    )
    out.add_argument("--output", metavar="FILE", default="", help="write there instead of stdout")
    add_fail_on(out, "exit 1 on breaking, violation or risk:LEVEL; several with commas between (default: never)")
    out.add_argument("--timings", action="store_true", help="add seconds per step to the answer")
    add_tests_for(out)


def diff(arguments: argparse.Namespace) -> int:
    """What a change reaches."""
    places = tests.no_formats(arguments) if arguments.tests_for else targets(arguments.format, arguments.output)
    request = _request(arguments)
    with Talk(arguments) as talk:
        from nexus_diff.run.analyse import analyse

        outcome = analyse(request, talk)
        talk.end()
        from nexus_diff.report import Options, options_for, prepare, render

        if arguments.tests_for:
            return tests.write(outcome.answer, arguments, talk)
        report = prepare(outcome.answer, range=outcome.label)
        for name, file in places:
            if file:
                write_file(file, render(report, name, Options(template=outcome.template, fail_on=request.fail_on)))
        loud = [name for name, file in places if not file]
        if loud != ["text"]:
            talk.say(report.headline)
        if talk.verbose:
            talk.say(f"parsed {outcome.parsed} blobs")
        for name in loud:
            options = msgspec.structs.replace(options_for(sys.stdout, os.environ), template=outcome.template, fail_on=request.fail_on)
            write_stdout(render(report, name, options))
        if outcome.reached:
            talk.say(f"--fail-on: {', '.join(outcome.failing)}")
    return FINDINGS if outcome.reached else DONE


def _request(arguments: argparse.Namespace) -> Request:
    asked = [name for name, on in (("RANGE", arguments.range), ("--staged", arguments.staged), ("--patch", arguments.patch)) if on]
    if len(asked) > 1:
        raise NexusDiffError(f"{' and '.join(asked)} exclude one another; choose one")
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
