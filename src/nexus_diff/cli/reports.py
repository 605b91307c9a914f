"""A report in the formats that were asked for, each where it belongs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from nexus_diff.cli.outputs import ended, targets, write_data, write_file, write_stdout, write_words
from nexus_diff.cli.pager import show
from nexus_diff.cli.talk import Talk
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.report import Options, Report, options_for, render
from nexus_diff.report.names_format import affected_files

_JSON = frozenset({"json", "sarif", "codeclimate"})
_FOR_PEOPLE = frozenset({"text", "brief", "stat", "names"})
NAMES = "names"


class Places(NamedTuple):
    """`pairs`: format and file, "" for stdout. `arguments`: colours, pager and -z as the user wants them."""

    pairs: tuple[tuple[str, str], ...]
    arguments: argparse.Namespace

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Places:
        """As the options say. NexusDiffError when they exclude one another."""
        formats = list(dict.fromkeys(arguments.format))
        if arguments.tests_for and formats:
            raise NexusDiffError("--tests-for and --format exclude one another; choose one")
        if arguments.nul and not arguments.tests_for and NAMES not in (name.partition("=")[0] for name in formats):
            raise NexusDiffError("-z belongs to --name-only and --tests-for; add one of them")
        if arguments.tests_for or (not formats and not arguments.output and arguments.quiet and getattr(arguments, "exit_code", False)):
            return cls((), arguments)
        return cls(tuple(targets(formats, arguments.output)), arguments)


def write_reports(
    report: Report,
    places: Places,
    talk: Talk | None = None,
    options: Options | None = None,
    odd_paths: Mapping[str, str] | None = None,
) -> None:
    """Files first, then stdout, with `options` but for what the terminal decides. `talk` says the headline where the format on stdout does
    not begin with it."""
    options = options or Options()
    arguments = places.arguments
    paths = sorted(((odd_paths or {}).get(path, path) for path in affected_files(report.answer)), key=os.fsencode)
    for name, file in places.pairs:
        if file:
            write_file(file, ended(paths) if name == NAMES and arguments.nul else render(report, name, options))
    loud = [name for name, file in places.pairs if not file]
    if talk is not None and loud not in (["text"], ["stat"]):
        talk.say(report.headline)
    for name in loud:
        _loud(report, name, arguments, options, paths)


def _loud(report: Report, name: str, arguments: argparse.Namespace, options: Options, paths: Iterable[str]) -> None:
    if name == NAMES and arguments.nul:
        write_words(paths)
        return
    if sys.stdout is not None:
        there = options_for(sys.stdout, os.environ, color=arguments.color)
        options = msgspec.structs.replace(options, width=there.width, color=there.color, unicode=there.unicode)
    text = render(report, name, options)
    if name in _JSON:
        write_data(text)
    elif name in _FOR_PEOPLE:
        show(text, arguments)
    else:
        write_stdout(text)
