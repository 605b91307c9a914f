"""Logging commands: what an Azure agent takes from our output, with no token at all."""

# For maintainers. The agent looks for `##vso[` anywhere in a line, ends a property at `;`, the properties at `]`, and decodes %3B, %5D,
# %0D, %0A and, last, %AZP25 for the percent sign itself. Old agents do not decode that one, so a percent sign is written that way only
# where it would begin one of these sequences: there it would do harm, elsewhere it is read as it is by all.

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from nexus_diff.publish.value import Annotation
from nexus_diff.report.escape import lines_visible, visible

MOST_OF_A_KIND = 50
_KINDS = {"failure": "error", "warning": "warning", "notice": "warning"}
_SEQUENCE = re.compile(r"%(?=3B|5D|0D|0A|AZP25)", re.IGNORECASE)


def command(name: str, message: str, properties: Mapping[str, str | int] | None = None) -> str:
    """One command; nothing in it can begin another one or end itself."""
    listed = "".join(f"{key}={_property(str(value))};" for key, value in (properties or {}).items() if value != "")
    return f"##vso[{name}{' ' if listed else ''}{listed}]{_data(message)}"


def annotation_commands(annotations: Iterable[Annotation]) -> list[str]:
    """Issues for the first few annotations of each level, in the order given, and one that counts the others."""
    taken = dict.fromkeys(_KINDS, 0)
    found = []
    for one in annotations:
        taken[one.level] += 1
        if taken[one.level] <= MOST_OF_A_KIND:
            where: dict[str, str | int] = {"type": _KINDS[one.level], "sourcepath": one.path, "linenumber": one.start_line}
            found.append(command("task.logissue", f"{one.title}: {one.message[:4000]}", where))
    if left := sum(taken.values()) - len(found):
        found.append(command("task.logissue", f"{left} more findings are in the report", {"type": "warning"}))
    return found


def _data(text: str) -> str:
    return _SEQUENCE.sub("%AZP25", lines_visible(text)).replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _SEQUENCE.sub("%AZP25", visible(text)).replace("]", "%5D").replace(";", "%3B")
