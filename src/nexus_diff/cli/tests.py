"""The commands around tests: runner arguments, questions without a change, the comparison with a real run."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.options import add_formats, add_tests_for, add_walk
from nexus_diff.cli.outputs import ended, write_file, write_json, write_stdout, write_words
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError

if TYPE_CHECKING:
    from nexus_diff.model.answer import Answer
    from nexus_diff.run.ask import Question

MOST_MISSED = 50
MOST_SYMBOL_BYTES = 10_000_000
_EXAMPLES = """\
examples:
  nexus-diff impact create_order                            what would break if this changed?
  nexus-diff impact src/app.py:5 --direction both --json    the same of a line, and what it calls
  nexus-diff impact Repo.save --tests-for pytest            the tests to run after a change there
  nexus-diff impact --symbols-from places.txt --format jsonl   many questions in one run

--symbols-from reads one SYMBOL, FILE or FILE:LINE a line (- for stdin) and answers each on a line of its own:
{symbol, id, file, line, affected_tests, impacted, callees}, or {symbol, error}.
"""
_SHADOW = "Compares the affected tests of a range with a real run of all tests: which failures would have been missed. Exit 1 if any."
_SHADOW_EXAMPLES = """\
examples:
  pytest --junit-xml results.xml; nexus-diff shadow --junit results.xml main..HEAD
  nexus-diff shadow --junit results.xml main..HEAD --json   the same for a program
"""


def write(answer: Answer, arguments: argparse.Namespace, talk: Talk) -> int:
    """The runner's arguments to stdout or --output; what a person should know to stderr."""
    from nexus_diff.report.runners import runner_arguments

    lines = runner_arguments(answer.affected_tests, arguments.tests_for)
    for what, number in answer.cut.items():
        if "tests" in what:
            talk.say(f"cut: {what}: {number}")
    if not lines:
        talk.say(f"no affected tests for {arguments.tests_for}: run nothing (xargs -r does that)")
    if not arguments.nul and any("\n" in line for line in lines):
        raise NexusDiffError("a test's name has a line break, so that one argument a line is ambiguous; add -z and use `xargs -0`")
    text = "".join(line + "\n" for line in lines)
    if arguments.output:
        write_file(arguments.output, ended(lines) if arguments.nul else text)
    elif arguments.nul:
        write_words(lines)
    else:
        write_stdout(text)
    return 0


def _describe_impact(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbol", metavar="SYMBOL", nargs="?", default="", help="name (also b.C.d, b::C::d, C#d), id, FILE or FILE:LINE")
    parser.add_argument("--symbols-from", metavar="FILE", default="", help="many questions in one run; needs --format jsonl")
    parser.add_argument("--rev", metavar="REV", default="", help="revision to ask (default: the working tree)")
    parser.add_argument("--direction", choices=("up", "down", "both"), default="up", help="who reaches it, what it calls, or both")
    add_walk(parser)
    out = parser.add_argument_group("output")
    add_formats(out, "text (default), markdown, json, stat, names")
    add_tests_for(out)


def impact(arguments: argparse.Namespace) -> int:
    """One question as a report, many as JSON lines."""
    from nexus_diff.run.ask import Question, ask

    question = Question(
        place=place_of(arguments),
        rev=arguments.rev,
        direction=arguments.direction,
        min_confidence=arguments.min_confidence,
        depth=arguments.depth,
    )
    if bool(arguments.symbol) == bool(arguments.symbols_from):
        raise NexusDiffError("pass one SYMBOL or FILE:LINE, or --symbols-from FILE")
    if arguments.symbols_from:
        return _many(arguments, question)
    from nexus_diff.cli.reports import Places, write_reports

    places = Places.of(arguments)
    with Talk(arguments) as talk:
        answer, label = ask(question, arguments.symbol, talk)
        talk.end()
        if arguments.tests_for:
            return write(answer, arguments, talk)
        from nexus_diff.report import prepare

        write_reports(prepare(answer, range=label), places)
    return 0


def _many(arguments: argparse.Namespace, question: Question) -> int:
    from nexus_diff.run.ask import ask_many

    if arguments.format not in (["jsonl"], []):
        raise NexusDiffError("--symbols-from answers in one format only: --format jsonl")
    if arguments.tests_for:
        raise NexusDiffError("--tests-for answers one question; pass a SYMBOL")
    import msgspec

    encode = msgspec.json.Encoder(order="deterministic").encode
    with Talk(arguments) as talk:
        lines = []
        for answer in ask_many(question, _symbols(arguments.symbols_from), talk):
            text = encode(answer).decode() + "\n"
            if arguments.output:
                lines.append(text)
            else:
                write_stdout(text)
        if arguments.output:
            write_file(arguments.output, "".join(lines))
    return 0


def _symbols(name: str) -> Iterator[str]:
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            data = file.read(MOST_SYMBOL_BYTES + 1)
    except OSError as error:
        raise NexusDiffError(f"{name}: cannot be read ({error.strerror}); pass a file with one symbol or FILE:LINE a line") from None
    if len(data) > MOST_SYMBOL_BYTES:
        raise NexusDiffError(f"{name}: larger than {MOST_SYMBOL_BYTES:,} bytes; ask in several runs")
    text = data.decode("utf-8", "surrogateescape")
    yield from (line.strip() for line in text.splitlines() if line.strip())


def _describe_shadow(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("range", metavar="RANGE", nargs="?", default="", help="A..B, A...B or REV; nothing: the working tree")
    parser.add_argument("--junit", metavar="FILE", action="append", required=True, help="JUnit XML of the run; repeatable")
    parser.add_argument("--json", action="store_true", help="as JSON")


def shadow(arguments: argparse.Namespace) -> int:
    """Which failing tests of a real run the selection would have missed; 1 if any."""
    from nexus_diff.impact.tests_shadow import shadow as compare
    from nexus_diff.report.escape import visible
    from nexus_diff.run.analyse import analyse
    from nexus_diff.run.junit import failures_in
    from nexus_diff.run.request import Request

    failures, ran = failures_in(arguments.junit)
    with Talk(arguments) as talk:
        outcome = analyse(Request(place=place_of(arguments), range=arguments.range), talk)
        talk.end()
    found = compare(outcome.answer.affected_tests, failures, ran)
    if arguments.json:
        write_json(found)
        return 0 if found.safe else 1
    write_stdout(
        f"{visible(outcome.label)}: {found.ran:,} tests ran, {found.failed:,} failed; {found.listed:,} are listed as affected\n"
        f"{found.failed - len(found.missed):,} of {found.failed:,} failing tests are listed"
        + (f", the first at place {found.ranks[0]:,}\n" if found.ranks else "\n")
        + "".join(f"  MISSED {visible(f'{one.owner} {one.name}'.strip())}\n" for one in found.missed[:MOST_MISSED])
        + (f"  and {len(found.missed) - MOST_MISSED:,} more\n" if len(found.missed) > MOST_MISSED else "")
    )
    return 0 if found.safe else 1


COMMANDS = {
    "impact": Command("If I change this, what breaks? Asks the code as it is, without a change.", _describe_impact, impact, _EXAMPLES),
    "shadow": Command(_SHADOW, _describe_shadow, shadow, _SHADOW_EXAMPLES),
}
