"""Workflow commands: what a runner takes from our output. The only annotations that need no permission, ten of a kind for each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nexus_diff.publish.value import Annotation
from nexus_diff.report.escape import command_data, command_property

MOST_OF_A_KIND = 9
"""GitHub shows ten of a kind for each step, and drops the others in silence; one is left for our own warning."""
_COMMANDS = {"failure": "error", "warning": "warning", "notice": "notice"}


def command(name: str, message: str, properties: Mapping[str, str | int] | None = None) -> str:
    """One command, encoded as the runner decodes it; nothing in it can begin another one."""
    listed = ",".join(f"{key}={command_property(str(value))}" for key, value in (properties or {}).items() if value != "")
    return f"::{name}{' ' if listed else ''}{listed}::{command_data(message)}"


def annotation_commands(annotations: Iterable[Annotation]) -> list[str]:
    """Commands for the first few annotations of each level, in the order given."""
    taken = dict.fromkeys(_COMMANDS, 0)
    found = []
    for one in annotations:
        taken[one.level] += 1
        if taken[one.level] <= MOST_OF_A_KIND:
            last = max(one.start_line, one.end_line)
            where: dict[str, str | int] = {"file": one.path, "line": one.start_line, "endLine": last, "title": one.title[:200]}
            found.append(command(_COMMANDS[one.level], one.message[:4000], where))
    return found
