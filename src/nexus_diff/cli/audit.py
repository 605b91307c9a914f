"""`nexus-diff audit`, `communities`, `processes`, `dead-code`, `cycles`, `path`: arguments → a call of `run` → text."""

from __future__ import annotations

import argparse

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.options import share
from nexus_diff.cli.outputs import write_data, write_file
from nexus_diff.cli.pager import show
from nexus_diff.cli.talk import Talk

SECTIONS = {"communities": "communities", "processes": "processes", "dead-code": "dead_code", "cycles": "cycles"}
_DESCRIPTIONS = {
    "audit": "Communities, processes, dead code and cycles of a whole revision, without a change.",
    "communities": "Symbols that belong together, by Leiden, with their cohesion.",
    "processes": "Flows from entry points (routes, commands, tasks, main functions) along calls.",
    "dead-code": "Private functions, methods and classes that nothing uses.",
    "cycles": "Cycles of imports over files and over packages, with a smallest cut.",
    "path": "The shortest chain of imports between two files, or of calls between two symbols.",
}
_EXAMPLES = {
    "audit": """\
examples:
  nexus-diff audit                                            the most telling rows of each section, of HEAD
  nexus-diff audit v1.0 --format markdown --output audit.md   everything worth reading about a release
  nexus-diff audit --json | jq .cycles
""",
    "path": """\
examples:
  nexus-diff path src/app.py src/db.py          imports from one file to the other
  nexus-diff path create_order Repo.save        calls from one symbol to the other
  nexus-diff path src/app.py:5 Repo.save --rev v1.0
""",
}
FEW, MANY = 10, 50
"""Rows of each section that `audit`, and a command for one section, show without --all."""


def _describe_path(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("start", metavar="A", help="FILE, or a symbol: its name, id or FILE:LINE")
    parser.add_argument("end", metavar="B", help="the same")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to ask (default: HEAD)")
    parser.add_argument("--min-confidence", type=share, metavar="0..1", help="smallest confidence of a call (default: 0.5)")
    _output(parser)


def _describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rev", metavar="REV", nargs="?", default="HEAD", help="revision to look at (default: HEAD)")
    parser.add_argument("--all", action="store_true", help="list everything, however long")
    _output(parser)


def _output(parser: argparse.ArgumentParser) -> None:
    out = parser.add_argument_group("output")
    out.add_argument("--format", choices=("text", "markdown", "json"), default="text", help="text (default), markdown or json")
    out.add_argument("--json", dest="format", action="store_const", const="json", help="for programs; the same as --format json")
    out.add_argument("--output", metavar="FILE", default="", help="write there instead of stdout")


def _example(command: str) -> str:
    line = f"  nexus-diff {command}"
    whole = f"{line} v1.0 --all"
    own = _EXAMPLES.get(command)
    return own or f"examples:\n{line:38}   of HEAD, the first {MANY}\n{whole:38}   of a release, all of them\n{line} --json\n"


def audit(arguments: argparse.Namespace) -> int:
    """One section of a revision, or all."""
    with Talk(arguments) as talk:
        from nexus_diff.model.audit import SECTIONS as ALL
        from nexus_diff.report.audit import UNLIMITED, render_audit
        from nexus_diff.run.audit import audit as run

        one = SECTIONS.get(arguments.command)
        found = run(place_of(arguments), arguments.rev, (one,) if one else ALL, talk)
        talk.end()
        talk.notices(found.notices)
        limit = UNLIMITED if arguments.all else MANY if one else FEW
        _write(render_audit(found, arguments.format, limit), arguments)
    return 0


def path(arguments: argparse.Namespace) -> int:
    """A chain."""
    with Talk(arguments) as talk:
        from nexus_diff.report.audit import render_chain
        from nexus_diff.run.audit import path as run

        found = run(place_of(arguments), arguments.start, arguments.end, arguments.rev, arguments.min_confidence, talk)
        talk.end()
        talk.notices(found.notices)
        _write(render_chain(found, arguments.format), arguments)
    return 0


def _write(text: str, arguments: argparse.Namespace) -> None:
    if arguments.output:
        write_file(arguments.output, text)
    elif arguments.format == "json":
        write_data(text)
    else:
        show(text, arguments)


COMMANDS = {
    name: Command(what, _describe_path if name == "path" else _describe, path if name == "path" else audit, _example(name))
    for name, what in _DESCRIPTIONS.items()
}
