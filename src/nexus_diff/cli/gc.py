"""`nexus-diff gc`: a smaller index folder."""

from __future__ import annotations

import argparse

from nexus_diff.cli.command import Command, place_of
from nexus_diff.cli.options import number
from nexus_diff.cli.outputs import write_json, write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.run.keeping import KEEP_BYTES, KEEP_DAYS

_NUMBER = number(0.0, 1e9, "a number from 0 on")


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    size = f"size of the snapshots, and of the facts (default: {KEEP_BYTES / 1e6:g})"
    age = f"keep nothing unused for longer (default: {KEEP_DAYS:g})"
    parser.add_argument("rev", metavar="REV", nargs="*", default=["HEAD"], help="revisions whose snapshots stay (default: HEAD)")
    parser.add_argument("--max-mb", type=_NUMBER, default=KEEP_BYTES / 1e6, metavar="N", help=size)
    parser.add_argument("--max-age-days", type=_NUMBER, default=KEEP_DAYS, metavar="N", help=age)
    parser.add_argument("--json", action="store_true", help="as JSON")


def gc(arguments: argparse.Namespace) -> int:
    """Removes what is old, too much, damaged or of another version."""
    from nexus_diff.report.words import count
    from nexus_diff.run.gc import collect

    found = collect(place_of(arguments), arguments.rev, max_bytes=int(arguments.max_mb * 1e6), max_age_days=arguments.max_age_days)
    Talk(arguments).notices(found.notices)
    if arguments.json:
        write_json(found)
    elif not arguments.quiet:
        removed = count(len(found.removed), "snapshot")
        write_stdout(f"{found.folder}: {removed} removed, {found.before / 1e6:.1f} MB before, {found.after / 1e6:.1f} MB now\n")
    return 0


_DESCRIPTION = "Makes the index folder small; what is removed is made again when it is asked for."
_EXAMPLE = """\
examples:
  nexus-diff gc                                       what is unused goes, HEAD's snapshot stays
  nexus-diff gc HEAD --max-mb 200 --max-age-days 3    before a CI job saves the folder
"""
COMMANDS = {"gc": Command(_DESCRIPTION, describe, gc, _EXAMPLE)}
