"""The dotenv report: variables for the jobs that come after. Beyond its limits GitLab fails the job, so it stays well within them."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.report.escape import dotenv_line

MOST_BYTES = 5_000
"""Of the file (GitLab: 5,120)."""
MOST_VARIABLES = 20
"""GitLab's limit of the smallest plan."""


def dotenv_of(values: Mapping[str, str]) -> str:
    """The file for some outputs, named NEXUS_DIFF_…, in the order given. Left out are empty values, and those that do not fit or that a
    runner would expand (`$`): a variable that is not there is safer than half of one."""
    lines: list[str] = []
    size = 0
    for name, value in values.items():
        line = dotenv_line("NEXUS_DIFF_" + name.upper().replace("-", "_"), value)
        length = len(line.encode("utf-8", "backslashreplace"))
        if value.strip() and "$" not in value and size + length <= MOST_BYTES and len(lines) < MOST_VARIABLES:
            lines.append(line)
            size += length
    return "".join(lines)
