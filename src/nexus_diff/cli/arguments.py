"""From a line of arguments to a command and its values. Each command describes its own arguments, beside what it does."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from nexus_diff import __version__
from nexus_diff.cli.table import TABLE, listing

NAMES = frozenset(TABLE)
"""Of all commands. A broken installation can still tell a hook, which has to exit with 0, from the rest."""

_VALUED = {
    "--from", "--tests-for", "--symbols-from", "--direction", "--junit",
    "--format", "--output", "--min-confidence", "--depth", "--config", "--index-dir", "--repo", "--patch", "--fail-on", "--rev",
    "--seconds", "--output-dir", "--project", "--comment", "--check", "--annotations", "--summary", "--sarif", "--time-budget", "--answer",
    "--comment-author", "--base", "--head", "--discussions", "--code-quality", "--dotenv", "--max-mb", "--max-age-days",
    "--color", "--write",
}  # fmt: skip
"""Options of any command that take a value: the word after one of these is no command."""


_COMMANDS = "\nother commands (nexus-diff COMMAND --help, nexus-diff help TOPIC):\n" + "".join(f"  {line}\n" for line in listing())


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, with the word that was probably meant. `words`: the line that is parsed."""

    words: tuple[str, ...] = ()

    def error(self, message: str) -> NoReturn:
        from nexus_diff.cli.hints import meant

        sys.stderr.write(f"{self.prog}: {message}{meant(self, message)}; see {self.prog} --help\n")
        sys.exit(2)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help and version go to stdout, or nowhere: never in its place to stderr."""
        from nexus_diff.cli.outputs import write_stdout

        write_stdout(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """The same message whatever the version of Python."""
        if action.choices is not None and value not in action.choices:
            from nexus_diff.cli.hints import choice

            raise argparse.ArgumentError(action, f"invalid choice: {value!r}; {choice(value, list(action.choices))}")


def parse(argv: list[str]) -> argparse.Namespace:
    """The arguments, with `command` set; `diff` when none is named. Exits as argparse does."""
    name, rest = split_command(argv)
    parser = parser_of(name)
    parser.words = tuple(rest)
    arguments = parser.parse_args(rest)
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
    from nexus_diff.cli.commands import command

    found = command(name)
    parser = Parser(
        prog="nexus-diff" if name == "diff" else f"nexus-diff {name}",
        description=found.description,
        epilog=found.examples + (_COMMANDS if name == "diff" else ""),
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_common(parser)
    found.describe(parser)
    return parser


def add_common(parser: argparse.ArgumentParser) -> None:
    """The options that every command has."""
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
    talk.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colours (default: auto, for terminals)")
    talk.add_argument("--no-pager", action="store_true", help="write long texts straight to the terminal")
    talk.add_argument("--version", action="version", version=f"nexus-diff {__version__}")
