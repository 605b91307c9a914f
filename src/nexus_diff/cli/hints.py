"""What was probably meant by a word that means nothing here."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from nexus_diff.cli.table import TABLE

if TYPE_CHECKING:
    from nexus_diff.cli.arguments import Parser

_NEAR = 0.7
_MOST_CHOICES = 20
_UNRECOGNIZED = "unrecognized arguments: "


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like it, "" for none."""
    import difflib

    return next(iter(difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=_NEAR)), "")


def choice(word: object, choices: Sequence[object]) -> str:
    """What to choose instead of a word that is none of the choices."""
    near = nearest(str(word), map(str, choices))
    listed = ", ".join(map(str, choices[:_MOST_CHOICES]))
    return f"did you mean {near}?" if near else f"choose {listed}" if len(choices) == 1 else f"choose one of {listed}"


def command_meant(word: str) -> str:
    """`; did you mean the command …?` for what was taken as a revision and is almost a command; "" for anything else."""
    near = "" if re.search(r"[^a-z-]", word) else nearest(word, TABLE)
    return f"; did you mean the command `nexus-diff {near}`?" if near else ""


def meant(parser: Parser, message: str) -> str:
    """The same for words that a parser does not know."""
    if not message.startswith(_UNRECOGNIZED):
        return ""
    left = message.removeprefix(_UNRECOGNIZED).split()
    command = _command_before(parser)
    if command:
        return command
    for word in left:
        name, _, _ = word.partition("=")
        near = nearest(name, _options(parser)) if name.startswith("-") else ""
        if near:
            return f"; did you mean {near}?"
    return ""


def _command_before(parser: Parser) -> str:
    """Where no command was named, the first word may be one that was mistyped."""
    if parser.prog != "nexus-diff":
        return ""
    return next((command_meant(word) for word in parser.words if not word.startswith("-")), "")


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings if option.startswith("--")]
