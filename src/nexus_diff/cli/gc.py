"""`nexus-diff gc`: a smaller index folder."""

from __future__ import annotations

import argparse

import msgspec

from nexus_diff.cli.outputs import write_stdout
from nexus_diff.cli.talk import Talk
from nexus_diff.report.words import count
from nexus_diff.run.request import Place


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("rev", metavar="REV", nargs="*", default=["HEAD"], help="revisions whose snapshots stay (default: HEAD)")
    parser.add_argument("--max-mb", type=_number, default=500.0, metavar="N", help="size of the snapshots, and of the facts (default: 500)")
    parser.add_argument("--max-age-days", type=_number, default=14.0, metavar="N", help="keep nothing unused for longer (default: 14)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def gc(arguments: argparse.Namespace) -> int:
    """Removes what is old, too much, damaged or of another version."""
    from nexus_diff.run.gc import collect

    place = Place(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config)
    found = collect(place, arguments.rev, max_bytes=int(arguments.max_mb * 1e6), max_age_days=arguments.max_age_days)
    Talk(arguments).notices(found.notices)
    if arguments.json:
        write_stdout(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n")
    elif not arguments.quiet:
        removed = count(len(found.removed), "snapshot")
        write_stdout(f"{found.folder}: {removed} removed, {found.before / 1e6:.1f} MB before, {found.after / 1e6:.1f} MB now\n")
    return 0


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 on")
    return value
