"""Options that several commands share, and what their values may be."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.gate import checked


def number(low: float, high: float, what: str, *, above: bool = False) -> Callable[[str], float]:
    """A type for argparse: a number from `low` to `high`; with `above`, `low` itself is none. `what`: how a refusal names it."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high or (above and value == low):
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
        return value

    return read


share = number(0.0, 1.0, "a number from 0 to 1")


def positive(text: str) -> int:
    """A whole number from 1 to 1000."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000")
    return int(text)


def _fail_on(text: str) -> str:
    try:
        return checked(text)
    except NexusDiffError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("--fail-on: ")) from None


def add_fail_on(group: argparse._ActionsContainer, text: str = "exit 1 on these findings (default: never)") -> None:
    """`--fail-on`, which may be given several times."""
    group.add_argument("--fail-on", metavar="WHAT", type=_fail_on, action="append", default=[], help=text)


def fail_on(arguments: argparse.Namespace) -> str:
    """What `--fail-on` says, as a request has it."""
    return ",".join(arguments.fail_on) or "never"


def add_walk(group: argparse._ActionsContainer) -> None:
    """How far the blast radius goes; None where the configuration decides."""
    group.add_argument("--min-confidence", type=share, metavar="0..1", help="smallest confidence of a relation that the walk follows")
    group.add_argument("--depth", type=positive, metavar="N", help="longest path of the walk")


def add_tests_for(group: argparse._ActionsContainer) -> None:
    """`--tests-for`, instead of a report."""
    group.add_argument(
        "--tests-for",
        metavar="RUNNER",
        choices=("pytest", "jest", "vitest", "go", "maven", "gradle", "cargo", "dotnet", "gtest", "ctest"),
        default="",
        help="print the affected tests as arguments of pytest, jest, vitest, go, maven, gradle, cargo, dotnet, gtest or ctest, one a line, "
        "and nothing else",
    )


def add_formats(out: argparse._ActionsContainer, names: str) -> None:
    """Where the report goes, and in which format; with `names`, as help texts list them."""
    out.add_argument("--format", metavar="NAME[=FILE]", action="append", default=[], help=f"{names}; repeatable")
    for option, name, text in (
        ("--json", "json", "the whole answer, for programs; the same as --format json"),
        ("--stat", "stat", "one line per changed file: changed symbols, what they reach, call sites they break"),
        ("--name-only", "names", "paths only: files that changed, or hold something reached, a breaking call site or an affected test"),
    ):
        out.add_argument(option, dest="format", action="append_const", const=name, help=text)
    out.add_argument("-z", dest="nul", action="store_true", help="with --name-only or --tests-for: a NUL behind each, nothing escaped")
    out.add_argument("--output", metavar="FILE", default="", help="write there instead of stdout")
