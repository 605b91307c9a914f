"""`nexus-diff help`: commands, topics, and the manual."""

from __future__ import annotations

import argparse

from nexus_diff.cli.command import Command
from nexus_diff.cli.outputs import write_file
from nexus_diff.cli.pager import show
from nexus_diff.cli.table import TABLE, listing
from nexus_diff.cli.topics import TOPICS
from nexus_diff.model.errors import NexusDiffError

MANUAL = {"cli.md": "markdown", "nexus-diff.1": "roff"}
"""Files of the manual, and the function that makes each."""


def describe(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("topic", metavar="COMMAND|TOPIC", nargs="?", default="", help="nothing: lists both")
    parser.add_argument("--man", action="store_true", help="the whole manual in the language of man")
    parser.add_argument("--write", metavar="DIR", default="", help="write the manual as cli.md and nexus-diff.1 into this folder")


def help_(arguments: argparse.Namespace) -> int:
    """Shows one text."""
    from nexus_diff.cli import manual_formats

    if arguments.write:
        for name, make in MANUAL.items():
            write_file(f"{arguments.write}/{name}", getattr(manual_formats, make)())
        return 0
    show(manual_formats.roff() if arguments.man else _text(arguments.topic), arguments)
    return 0


def _text(topic: str) -> str:
    from nexus_diff.cli.arguments import parser_of
    from nexus_diff.cli.manual import topic_text

    if not topic:
        return overview()
    if topic in TOPICS:
        return topic_text(topic)
    if topic in TABLE:
        return parser_of(topic).format_help()
    from nexus_diff.cli.hints import choice

    raise NexusDiffError(f"there is no help on {topic[:60]!r}; {choice(topic, [*TABLE, *TOPICS])}")


def overview() -> str:
    """Every command and topic, a line each."""
    from nexus_diff.cli.manual import NAME, WHAT

    topics = [f"  {name:13}  {topic.summary}" for name, topic in TOPICS.items()]
    lines = [f"{NAME}: {WHAT}", "", f"usage: {NAME} [COMMAND] [OPTIONS] ...   (without a command: {NAME} [RANGE])", "", *listing(), ""]
    lines += [
        "Topics:",
        *topics,
        "",
        f"{NAME} COMMAND --help tells the options of a command, with examples; {NAME} help --man | man -l - has it all.",
    ]
    return "\n".join(lines) + "\n"


_EXAMPLES = """\
examples:
  nexus-diff help                       every command and topic
  nexus-diff help impact                a command, as with --help
  nexus-diff help ranges                a topic
  nexus-diff help --man | man -l -      the manual
"""
COMMANDS = {"help": Command("Explains a command or a topic.", describe, help_, _EXAMPLES)}
