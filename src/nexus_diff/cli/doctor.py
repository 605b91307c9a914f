"""`nexus-diff doctor`: one line for each thing that matters, and what to do where it is not in order."""

# For maintainers. The rest of the command line may be what is broken, so this needs nothing but the standard library to say so.

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from nexus_diff.cli.command import Command
from nexus_diff.cli.outputs import write_data, write_stdout
from nexus_diff.run.doctor import AREAS, OK, PROBLEM, WARNING, Finding, Patient, examine

_STYLES = {OK: "32", WARNING: "33", PROBLEM: "1;31"}


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("--json", action="store_true", help="as JSON: ok, and findings with area, name, level, said, remedy")


def doctor(arguments: argparse.Namespace) -> int:
    """Exit 1 if there is a problem; warnings are none."""
    patient = Patient(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config, env=dict(os.environ))
    found = list(examine(patient))
    problems = sum(finding.level == PROBLEM for finding in found)
    if arguments.json:
        rows = [{name: _shown(value) for name, value in finding._asdict().items()} for finding in found]
        write_data(json.dumps({"ok": not problems, "findings": rows}, indent=2, ensure_ascii=False) + "\n")
    else:
        shown = [finding for finding in found if finding.level != OK] if arguments.quiet else found
        write_stdout("".join(f"{line}\n" for line in _lines(shown, _colored(arguments.color))) + _sum(found))
    return 1 if problems else 0


def _lines(found: Iterable[Finding], colored: bool) -> Iterator[str]:
    rows = [Finding(*map(_shown, finding)) for finding in found]
    width = max((len(row.name) for row in rows), default=0)
    for area in AREAS:
        mine = [row for row in rows if row.area == area]
        if mine:
            yield area
        for row in mine:
            level = f"{row.level:7}"
            level = f"\x1b[{_STYLES[row.level]}m{level}\x1b[0m" if colored else level
            yield f"  {level}  {row.name:{width}}  {row.said}{f' → {row.remedy}' if row.remedy else ''}"


def _sum(found: Iterable[Finding]) -> str:
    counts = Counter(finding.level for finding in found)
    words = [f"{counts[level]} {level}{'' if counts[level] == 1 else 's'}" for level in (PROBLEM, WARNING) if counts[level]]
    return (", ".join(words) or "everything is in order") + "\n"


def _colored(color: str) -> bool:
    try:
        from nexus_diff.report.terminal import wants_color
    except Exception:  # whatever a broken library raises
        return False
    return wants_color(sys.stdout is not None and sys.stdout.isatty(), os.environ, color)


def _shown(text: str) -> str:
    """Paths and names of the repository, harmless."""
    try:
        from nexus_diff.report.escape import visible
    except Exception:  # whatever a broken library raises
        return text.encode("unicode_escape").decode("ascii")
    return visible(text)


_DESCRIPTION = (
    "Versions, repository, configuration, index, and what a CI job would post: what is in order, what is not, and what to do about it."
)
_EXAMPLES = """\
examples:
  nexus-diff doctor                 one line each; exit 1 if there is a problem
  nexus-diff doctor --quiet         warnings and problems only
  nexus-diff doctor --json | jq '.findings[] | select(.level != "ok")'
"""
COMMANDS = {"doctor": Command(_DESCRIPTION, describe, doctor, _EXAMPLES)}
