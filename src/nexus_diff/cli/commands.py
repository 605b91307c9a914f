"""A command by its name. Only the module that holds it is imported."""

from __future__ import annotations

from importlib import import_module

from nexus_diff.cli.command import Command
from nexus_diff.cli.table import TABLE


def command(name: str) -> Command:
    """The command of that name, one of TABLE."""
    found: Command = import_module(f"nexus_diff.cli.{TABLE[name].module}").COMMANDS[name]
    return found
