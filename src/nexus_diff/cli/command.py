"""What one command is: its help, its arguments, what it does."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nexus_diff.run.request import Place

_EXAMPLE = re.compile(r"  (?P<line>.*?\bnexus-diff\b.*?)(?:   +(?P<says>\S.*))?")


class Example(NamedTuple):
    """A line for a shell, and what it does ("" where the line speaks for itself)."""

    line: str
    says: str


class Command(NamedTuple):
    """`description`, `examples`: beginning and end of the help text. `describe` adds the arguments to a parser. `run` does the work and
    returns the exit code. `examples` holds headings, and lines that begin with two spaces and call nexus-diff: these are examples, with
    three spaces or more before what they do."""

    description: str
    describe: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""


def examples_of(command: Command) -> Iterator[Example]:
    """The examples of its help text. Every one of them is run by a test."""
    for line in command.examples.splitlines():
        found = _EXAMPLE.fullmatch(line)
        if found:
            yield Example(found["line"], found["says"] or "")


def place_of(arguments: argparse.Namespace) -> Place:
    """Which repository, index and configuration the arguments name."""
    from nexus_diff.run.request import Place

    return Place(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config)
