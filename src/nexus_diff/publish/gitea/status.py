"""Gitea's commit status."""

from __future__ import annotations

from typing import Any

from nexus_diff.publish.limits import clipped
from nexus_diff.publish.rest import Rest
from nexus_diff.publish.value import Check, Done

MOST_DESCRIPTION = 255
_STATES = {"failure": "failure", "success": "success", "neutral": "success"}
"""There is no neutral state, and whatever is not `success` keeps a protected branch from being merged."""


def publish_status(api: Rest, repository: str, check: Check) -> Done:
    """The status of the check's commit. Raises PublishError."""
    body = {"context": check.name, "state": _STATES[check.conclusion], "description": clipped(check.title, MOST_DESCRIPTION)}
    if check.details_url:
        body["target_url"] = check.details_url
    made = api.post(f"repos/{repository}/statuses/{check.head}", body, dict[str, Any])
    return Done(what="created", url=str(made.get("target_url") or ""))
