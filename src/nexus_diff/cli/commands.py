"""All commands by name."""

from __future__ import annotations

from nexus_diff.cli import audit, ci, diff, gc, hook, init, rules, snapshots, tests
from nexus_diff.cli.command import Command

COMMANDS: dict[str, Command] = {
    name: command for module in (diff, snapshots, tests, rules, audit, hook, ci, gc, init) for name, command in module.COMMANDS.items()
}
