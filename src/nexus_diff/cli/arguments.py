"""From a line of arguments to a command and its values. Each command describes its own arguments, beside what it does."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from nexus_diff import __version__

NAMES = frozenset({
    "diff", "index", "export", "cypher", "status", "verify", "explain", "config", "impact", "shadow", "rules", "hook", "ci", "gc", "init",
    "audit", "communities", "processes", "dead-code", "cycles", "path",
})  # fmt: skip
"""Of all commands. Written down here so that a broken installation can still tell a hook, which has to exit with 0, from the rest."""

_VALUED = {
    "--from", "--tests-for", "--symbols-from", "--direction", "--junit",
    "--format", "--output", "--min-confidence", "--depth", "--config", "--index-dir", "--repo", "--patch", "--fail-on", "--rev",
    "--seconds", "--output-dir", "--project", "--comment", "--check", "--annotations", "--summary", "--sarif", "--time-budget", "--answer",
    "--comment-author", "--base", "--head", "--discussions", "--code-quality", "--dotenv", "--max-mb", "--max-age-days",
}  # fmt: skip
"""Options of any command that take a value: the word after one of these is no command."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}; see {self.prog} --help\n")
        sys.exit(2)


def parse(argv: list[str]) -> argparse.Namespace:
    """The arguments, with `command` set; `diff` when none is named. Exits as argparse does."""
    name, rest = split_command(argv)
    arguments = parser_of(name).parse_args(rest)
    arguments.command = name
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
        elif word in NAMES:
            return word, argv[:at] + argv[at + 1 :]
        else:
            break
    return "diff", argv


def parser_of(name: str) -> Parser:
    """The parser of a command: where to look and how much to say, as all have it, then what is its own."""
    from nexus_diff.cli.commands import COMMANDS

    command = COMMANDS[name]
    parser = Parser(
        prog="nexus-diff" if name == "diff" else f"nexus-diff {name}",
        description=command.description,
        epilog=command.examples,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
    command.describe(parser)
    return parser
