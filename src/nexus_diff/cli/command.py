"""What one command is: its help, its arguments, what it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NamedTuple

from nexus_diff.run.request import Place


class Command(NamedTuple):
    """`description`, `examples`: beginning and end of the help text. `describe` adds the arguments to a parser. `run` does the work and
    returns the exit code."""

    description: str
    describe: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    examples: str = ""


def place_of(arguments: argparse.Namespace) -> Place:
    """Which repository, index and configuration the arguments name."""
    return Place(repo=arguments.repo, index_dir=arguments.index_dir, config=arguments.config)
