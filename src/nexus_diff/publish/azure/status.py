"""The status of a pull request of Azure DevOps."""

from __future__ import annotations

from typing import Any

from nexus_diff.publish.azure.thread import VERSION
from nexus_diff.publish.limits import clipped
from nexus_diff.publish.rest import Rest
from nexus_diff.publish.value import Check, Done

MOST_DESCRIPTION = 256
GENRE = "nexus-diff"
_STATES = {"failure": "failed", "success": "succeeded", "neutral": "notApplicable"}


def publish_status(api: Rest, pull: str, check: Check) -> Done:
    """A status named after the check. `pull`: path of the pull request below the collection. Raises PublishError."""
    body: dict[str, Any] = {
        "state": _STATES[check.conclusion],
        "description": clipped(check.title, MOST_DESCRIPTION),
        "context": {"name": "impact" if check.name == GENRE else check.name, "genre": GENRE},
    }
    if check.details_url:
        body["targetUrl"] = check.details_url
    api.post(f"{pull}/statuses", body, dict[str, Any], **{"api-version": VERSION})
    return Done(what="created")
