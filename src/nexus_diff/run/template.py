"""The report template of the repository, if it has one."""

from __future__ import annotations

from nexus_diff.git import Range
from nexus_diff.run.workspace import Workspace

TEMPLATE = ".nexus-diff/templates/report.md.j2"
LARGEST = 64_000
"""Bytes; ours has 12,000."""


def template_for(workspace: Workspace, compared: Range) -> str:
    """The template that a range is reported with: the base's, so that a change cannot rewrite the report on itself; the one on disk for
    what is not committed. "" for ours."""
    data = workspace.file_for(compared, TEMPLATE)
    if compared.base.get(TEMPLATE) != compared.head.get(TEMPLATE):
        workspace.notice("this change edits the report template of nexus-diff; the one of the base revision is used")
    if data is None:
        return ""
    try:
        if len(data) <= LARGEST:
            return data.decode()
        reason = f"it has more than {LARGEST} bytes"
    except UnicodeDecodeError:
        reason = "it is not valid UTF-8"
    workspace.notice(f"the report template of this repository was not used: {reason}")
    return ""
