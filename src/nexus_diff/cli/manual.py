"""The manual: what the parsers and the topics say, as pages of one structure, in Markdown and as a page for `man`."""

# For maintainers. docs/cli.md and docs/nexus-diff.1 are written by `nexus-diff help --write DIR`; a test compares them with what is made
# from the parsers, so an option cannot be added without them. argparse's own layout differs between versions of Python and is not used.

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from nexus_diff.cli.arguments import Parser, add_common, parser_of
from nexus_diff.cli.command import Example, examples_of
from nexus_diff.cli.commands import command
from nexus_diff.cli.table import TABLE
from nexus_diff.cli.topics import TOPICS

Rows = tuple[tuple[str, str], ...]
NAME = "nexus-diff"
WHAT = "what a change reaches and what it can break, with evidence"


class Page(NamedTuple):
    """One command. `options`: title and rows of each group that is its own."""

    name: str
    synopsis: str
    description: str
    options: tuple[tuple[str, Rows], ...]
    examples: tuple[Example, ...]


def pages() -> Iterator[Page]:
    """Every command, in the order of the table."""
    for name in TABLE:
        parser = parser_of(name)
        found = command(name)
        groups = [(title, rows) for title, rows in _groups(parser) if title not in COMMON_TITLES]
        yield Page(name, synopsis(name, parser), found.description, tuple(groups), tuple(examples_of(found)))


def common() -> list[tuple[str, Rows]]:
    """The options that every command has."""
    parser = Parser(prog=NAME)
    add_common(parser)
    return [(title, rows) for title, rows in _groups(parser) if title in COMMON_TITLES]


COMMON_TITLES = ("where", "talk")


def synopsis(name: str, parser: argparse.ArgumentParser) -> str:
    """`nexus-diff impact [OPTIONS] [SYMBOL]`."""
    required = [_term(action) for action in parser._actions if action.option_strings and action.required]
    words = [_asked(action) for action in parser._actions if not action.option_strings]
    return " ".join([parser.prog if name != "diff" else NAME, *required, "[OPTIONS]", *words])


def _groups(parser: argparse.ArgumentParser) -> Iterator[tuple[str, Rows]]:
    for group in parser._action_groups:
        rows = tuple((_term(action), action.help or "") for action in group._group_actions if action.help != argparse.SUPPRESS)
        if rows:
            title = group.title or ""
            yield "arguments" if title == "positional arguments" else title, rows


def _term(action: argparse.Action) -> str:
    if not action.option_strings:
        return _asked(action)
    name = ", ".join(action.option_strings)
    return name if action.nargs == 0 else f"{name} {_value(action)}"


def _asked(action: argparse.Action) -> str:
    value = _value(action)
    return {"?": f"[{value}]", "*": f"[{value} ...]"}.get(str(action.nargs), value)


def _value(action: argparse.Action) -> str:
    if action.metavar:
        return str(action.metavar)
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def title_of(name: str) -> str:
    """How a command is called: `diff` is what runs without a name."""
    return NAME if name == "diff" else f"{NAME} {name}"


def topic_text(name: str) -> str:
    """A topic for a terminal."""
    import textwrap

    topic = TOPICS[name]
    lines = [topic.title, "", *textwrap.wrap(topic.paragraphs[0], 100), ""]
    for term, says in topic.rows:
        lines += [f"  {term}", *textwrap.wrap(says, 94, initial_indent="      ", subsequent_indent="      ")]
    for paragraph in topic.paragraphs[1:]:
        lines += ["", *textwrap.wrap(paragraph, 100)]
    return "\n".join(lines) + "\n"
