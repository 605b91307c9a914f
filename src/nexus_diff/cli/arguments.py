"""The arguments of every command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import NoReturn

from nexus_diff import __version__
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.gate import checked

EPILOG = """\
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
  nexus-diff rules check                      what breaks the architecture rules now (also: explain, unassigned, init)
  nexus-diff audit [REV]                      communities, processes, dead code and cycles (also: a command for each)
  nexus-diff path A B                         how A gets to B: imports between files, calls between symbols
  nexus-diff shadow --junit X.xml main..HEAD  which failing tests of a real run the selection would have missed

tests:
  nexus-diff main..HEAD --tests-for pytest | xargs -r -d '\\n' pytest     (-r: nothing affected, nothing run)

A branch that is called like a command: nexus-diff diff index, or nexus-diff -- index.
Exit codes: 0 done, 1 findings reached --fail-on, 2 could not run.
"""

_VALUED = {
    "--from", "--tests-for", "--symbols-from", "--direction", "--junit",
    "--format", "--output", "--min-confidence", "--depth", "--config", "--index-dir", "--repo", "--patch", "--fail-on", "--rev",
    "--seconds", "--output-dir", "--project", "--comment", "--check", "--annotations", "--summary", "--sarif", "--time-budget", "--answer",
    "--comment-author", "--max-mb", "--max-age-days",
}  # fmt: skip


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help\n")
        sys.exit(2)


def parse(argv: list[str]) -> argparse.Namespace:
    """The arguments, with `command` set; `diff` when none is named. Exits as argparse does."""
    command, rest = split_command(argv)
    arguments = _PARSERS[command]().parse_args(rest)
    arguments.command = command
    return arguments


def split_command(argv: list[str]) -> tuple[str, list[str]]:
    """The first word that is no option, if it is a command, and the rest; else `diff` and everything."""
    skip = False
    for at, word in enumerate(argv):
        if skip:
            skip = False
        elif word == "--":
            break
        elif word.startswith("-") and word != "-":
            skip = word in _VALUED
        elif word in _PARSERS:
            return word, argv[:at] + argv[at + 1 :]
        else:
            break
    return "diff", argv


def _common(prog: str, description: str, epilog: str = "") -> Parser:
    parser = Parser(
        prog=prog, description=description, epilog=epilog, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    where = parser.add_argument_group("where")
    where.add_argument("--repo", metavar="DIR", default=".", help="any folder of the repository, bare ones too (default: the current one)")
    where.add_argument(
        "--index-dir",
        metavar="DIR",
        default="",
        help="keep the index here (default: nexus-diff/ under the git directory, or $NEXUS_DIFF_INDEX_DIR)",
    )
    where.add_argument("--config", metavar="FILE", default="", help="use this configuration instead of the repository's")
    talk = parser.add_argument_group("talk")
    talk.add_argument("--quiet", action="store_true", help="no progress, no notices on stderr")
    talk.add_argument("--verbose", action="store_true", help="say what is done; show the traceback of an internal error")
    talk.add_argument("--version", action="version", version=f"nexus-diff {__version__}")
    return parser


def _diff() -> Parser:
    parser = _common("nexus-diff", "What a change reaches and what it can break, with evidence.", EPILOG)
    parser.add_argument("range", metavar="RANGE", nargs="?", default="", help="A..B, A...B or REV; nothing: the working tree")
    what = parser.add_argument_group("what")
    what.add_argument("--staged", action="store_true", help="the index against HEAD")
    what.add_argument("--patch", metavar="FILE", help="a unified diff on HEAD; - for stdin")
    what.add_argument("--direct", action="store_true", help="compare A and B as they are, not from their merge base")
    what.add_argument("--min-confidence", type=_share, metavar="0..1", help="smallest confidence of a relation that the walk follows")
    what.add_argument("--depth", type=_positive, metavar="N", help="longest path of the walk")
    out = parser.add_argument_group("output")
    out.add_argument(
        "--format",
        metavar="NAME[=FILE]",
        action="append",
        default=[],
        help="text (default), markdown, summary (markdown, unfolded), html, json, sarif or brief; repeatable",
    )
    out.add_argument("--output", metavar="FILE", default="", help="write there instead of stdout")
    out.add_argument(
        "--fail-on",
        metavar="WHAT",
        type=_fail_on,
        action="append",
        default=[],
        help="exit 1 on breaking, violation or risk:LEVEL; several with commas between (default: never)",
    )
    out.add_argument("--timings", action="store_true", help="add seconds per step to the answer")
    _tests_for(out)
    return parser


def _tests_for(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--tests-for",
        metavar="RUNNER",
        choices=("pytest", "jest", "vitest", "go", "maven", "gtest"),
        default="",
        help="print the affected tests as arguments of pytest, jest, vitest, go, maven or gtest, one a line, and nothing else",
    )


def _impact() -> Parser:
    example = """\
examples:
  nexus-diff impact Flask.url_for
  nexus-diff impact src/flask/app.py:1100 --direction both --format json
  nexus-diff impact --symbols-from places.txt --format jsonl

--symbols-from reads one SYMBOL, FILE or FILE:LINE a line (- for stdin) and answers each on a line of its own:
{symbol, id, file, line, affected_tests, impacted, callees}, or {symbol, error}.
"""
    parser = _common("nexus-diff impact", "If I change this, what breaks? Asks the code as it is, without a change.", example)
    parser.add_argument("symbol", metavar="SYMBOL", nargs="?", default="", help="name, qualified name, id, FILE or FILE:LINE")
    parser.add_argument("--symbols-from", metavar="FILE", default="", help="many questions in one run; needs --format jsonl")
    parser.add_argument("--rev", metavar="REV", default="", help="revision to ask (default: the working tree)")
    parser.add_argument("--direction", choices=("up", "down", "both"), default="up", help="who reaches it, what it calls, or both")
    parser.add_argument("--min-confidence", type=_share, metavar="0..1", help="smallest confidence of a relation that the walk follows")
    parser.add_argument("--depth", type=_positive, metavar="N", help="longest path of the walk")
    out = parser.add_argument_group("output")
    out.add_argument("--format", metavar="NAME[=FILE]", action="append", default=[], help="text (default), markdown, json; repeatable")
    out.add_argument("--output", metavar="FILE", default="", help="write there instead of stdout")
    _tests_for(out)
    return parser


def _shadow() -> Parser:
    text = "Compares the affected tests of a range with a real run of all tests: which failures would have been missed. Exit 1 if any."
    parser = _common(
        "nexus-diff shadow", text, "example:\n  pytest --junit-xml results.xml; nexus-diff shadow --junit results.xml main..HEAD"
    )
    parser.add_argument("range", metavar="RANGE", nargs="?", default="", help="A..B, A...B or REV; nothing: the working tree")
    parser.add_argument("--junit", metavar="FILE", action="append", required=True, help="JUnit XML of the run; repeatable")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _hook() -> Parser:
    example = """\
examples:
  nexus-diff hook pre-push < lines     as .git/hooks/pre-push (git writes the lines), or through pre-commit
  nexus-diff hook pre-commit --fail-on breaking
"""
    parser = _common(
        "nexus-diff hook", "The main job inside a git hook: a few lines at most, and never in the way by its own fault.", example
    )
    parser.add_argument("stage", choices=("pre-push", "pre-commit"), help="pre-push: what is pushed; pre-commit: the index against HEAD")
    parser.add_argument("--seconds", type=_seconds, default=10.0, metavar="N", help="stop after so many seconds, exit 0 (default: 10)")
    parser.add_argument("--strict", action="store_true", help="exit 2 when the analysis could not be done")
    parser.add_argument(
        "--fail-on", metavar="WHAT", type=_fail_on, action="append", default=[], help="exit 1 on these findings (default: never)"
    )
    return parser


def _index() -> Parser:
    parser = _common("nexus-diff index", "Builds or refreshes the snapshot of a revision; does nothing when it is there and sound.")
    parser.add_argument("rev", metavar="REV", nargs="?", default="HEAD", help="revision to index (default: HEAD)")
    return parser


def _ci() -> Parser:
    from nexus_diff.cli.ci import describe

    parser = _common("nexus-diff ci", "The main job inside a CI service; exit 0 whatever goes wrong, unless --strict.")
    describe(parser, share=_share, positive=_positive, fail_on=_fail_on)
    return parser


def _gc() -> Parser:
    from nexus_diff.cli.gc import describe

    example = "example, before a CI job saves the folder:\n  nexus-diff gc HEAD --max-mb 200 --max-age-days 3"
    parser = _common("nexus-diff gc", "Makes the index folder small; what is removed is made again when it is asked for.", example)
    describe(parser)
    return parser


def _export() -> Parser:
    example = "example:\n  nexus-diff export --format csv --output graph/ --rev v1.0"
    parser = _common(
        "nexus-diff export", "Writes a revision's graph as CSV: nodes, relations, communities with members, processes with steps.", example
    )
    parser.add_argument("--format", choices=["csv"], default="csv", help="csv")
    parser.add_argument("--output", metavar="DIR", required=True, help="folder to write to, made if absent")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to export (default: HEAD)")
    return parser


def _cypher() -> Parser:
    example = "example:\n  nexus-diff cypher \"MATCH (a)-[r:CodeRelation {type: 'CALLS'}]->(b {name: 'parse'}) RETURN a.filePath, r.line\""
    parser = _common("nexus-diff cypher", "Runs a read-only query on the graph of a revision.", example)
    parser.add_argument("query", metavar="QUERY", help="a Cypher query; one that writes is refused")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to ask (default: HEAD)")
    parser.add_argument("--json", action="store_true", help="a JSON list of objects instead of a table")
    return parser


def _status() -> Parser:
    parser = _common("nexus-diff status", "Says what is indexed, sizes, versions, and what was skipped and why. Builds nothing.")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _verify() -> Parser:
    text = "For each commit of a range: the index updated from its parent's must equal an index made from nothing. Exit 1 if not."
    parser = _common("nexus-diff verify", text, "example:\n  nexus-diff verify HEAD~30..HEAD")
    parser.add_argument("range", metavar="RANGE", help="A..B or REV")
    return parser


def _explain() -> Parser:
    example = "example:\n  nexus-diff explain src/app.py:42"
    parser = _common("nexus-diff explain", "How each call on a line was resolved, step by step, or why it was not.", example)
    parser.add_argument("place", metavar="FILE:LINE", help="path from the top of the repository, and a line")
    parser.add_argument("--rev", metavar="REV", default="HEAD", help="revision to explain (default: HEAD)")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    return parser


def _config() -> Parser:
    parser = _common("nexus-diff config", "Checks nexus-diff.toml, or [tool.nexus-diff] in pyproject.toml; lists every mistake.")
    parser.add_argument("action", choices=["check"], help="check")
    return parser


def _rules() -> Parser:
    example = """\
examples:
  nexus-diff rules check                      everything that breaks a rule now, whatever brought it; exit 1 if something does
  nexus-diff rules check v1.0 --all           the same of a revision, without a limit
  nexus-diff rules explain src/app.py         which part it belongs to, and which rules speak of it (FILE or SYMBOL)
  nexus-diff rules unassigned                 files that belong to no part
  nexus-diff rules init > nexus-diff.toml     parts and layers as they are today
  nexus-diff rules init --from .importlinter  the rules of import-linter, Tach (tach.toml) or dependency-cruiser (.json)
"""
    parser = _common("nexus-diff rules", "Architecture rules of the code as it is, without a change.", example)
    parser.add_argument("action", choices=["check", "explain", "unassigned", "init"], help="check, explain, unassigned or init")
    parser.add_argument("what", metavar="WHAT", nargs="?", default="", help="explain: FILE or SYMBOL; check, unassigned: a revision")
    parser.add_argument("--rev", metavar="REV", default="", help="revision to ask (default: the working tree)")
    parser.add_argument("--from", dest="source", metavar="FILE", default="", help="init: take the rules of another tool's configuration")
    parser.add_argument("--all", action="store_true", help="check: list everything")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _audit(command: str) -> Parser:
    from nexus_diff.cli import audit

    parser = _common(f"nexus-diff {command}", audit.WHAT[command], audit.example_of(command))
    audit.describe(parser, command, _share)
    return parser


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def _positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value <= 3600.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds up to 3600")
    return value


def _fail_on(text: str) -> str:
    try:
        return checked(text)
    except NexusDiffError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("--fail-on: ")) from None


_PARSERS: dict[str, Callable[[], Parser]] = {
    "diff": _diff,
    "index": _index,
    "export": _export,
    "cypher": _cypher,
    "status": _status,
    "verify": _verify,
    "explain": _explain,
    "config": _config,
    "impact": _impact,
    "shadow": _shadow,
    "rules": _rules,
    "hook": _hook,
    "ci": _ci,
    "gc": _gc,
    **{name: partial(_audit, name) for name in ("audit", "communities", "processes", "dead-code", "cycles", "path")},
}
