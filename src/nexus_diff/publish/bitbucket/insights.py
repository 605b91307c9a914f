"""The Code Insights report of a commit. Bitbucket shows it on a pull request for as long as the commit is the newest one there."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from nexus_diff.publish.limits import clipped
from nexus_diff.publish.rest import Rest
from nexus_diff.publish.sticky import project_id
from nexus_diff.publish.value import Annotation, Check, Done, PublishError

BATCH = 100
"""Annotations in one request (Bitbucket's limit)."""
MOST_ANNOTATIONS = 500
"""Of the 1,000 that a report may have: five requests, a second apart."""
MOST_TITLE = 450
MOST_DETAILS = 2_000
MOST_SUMMARY = 450
MOST_FIELDS = 10
_SEVERITIES = {"failure": "HIGH", "warning": "MEDIUM", "notice": "LOW"}


def publish_report(api: Rest, repository: str, check: Check, facts: Mapping[str, str], *, project: str = "default") -> Done:
    """Replaces the report, then adds its annotations, gravest first. `repository`: workspace and name. `facts`: shown beside the report.
    Raises PublishError when there is no report in the end."""
    path = f"repositories/{repository}/commit/{check.head}/reports/{identity(project)}"
    try:
        api.delete(path)  # annotations of an earlier run of the same commit stay with a report that is only replaced
    except PublishError as error:
        if error.kind != "missing":
            raise
    api.put(path, report_of(check, facts), Any)
    rows = annotations_of(check.annotations[:MOST_ANNOTATIONS])
    done = 0
    for at in range(0, len(rows), BATCH):
        try:
            api.post(f"{path}/annotations", rows[at : at + BATCH], Any)
        except PublishError as error:
            return Done(what="created", annotated=done, why=str(error))
        done += len(rows[at : at + BATCH])
    return Done(what="created", annotated=done)


def identity(project: str) -> str:
    """The report's own id: one for each project of a repository."""
    return "nexus-diff" if project == "default" else f"nexus-diff-{project_id(project)}"


def report_of(check: Check, facts: Mapping[str, str]) -> dict[str, Any]:
    """The report as Bitbucket takes it."""
    report: dict[str, Any] = {
        "title": clipped(check.name, MOST_TITLE),
        "details": clipped(f"{check.title}. {check.summary}" if check.summary else check.title, MOST_DETAILS),
        "report_type": "BUG",
        "reporter": "nexus-diff",
        "result": "FAILED" if check.conclusion == "failure" else "PASSED",
        "data": [_fact(title, value) for title, value in list(facts.items())[:MOST_FIELDS]],
    }
    if check.details_url.startswith("https://"):
        report["link"] = check.details_url
    return report


def annotations_of(annotations: tuple[Annotation, ...]) -> list[dict[str, Any]]:
    """The annotations as Bitbucket takes them, each with an id of its own."""
    seen: dict[str, int] = {}
    return [_annotation(one, seen) for one in annotations]


def _annotation(one: Annotation, seen: dict[str, int]) -> dict[str, Any]:
    key = "\x00".join((one.path, one.title, one.message)).encode("utf-8", "backslashreplace")
    digest = hashlib.sha256(key).hexdigest()[:20]
    seen[digest] = seen.get(digest, 0) + 1
    row: dict[str, Any] = {
        "external_id": f"nexus-diff-{digest}-{seen[digest]}",
        "annotation_type": "BUG" if one.level == "failure" else "CODE_SMELL",
        "summary": clipped(f"{one.title}: {one.message.splitlines()[0] if one.message else ''}", MOST_SUMMARY),
        "path": one.path,
        "line": one.start_line,
        "severity": _SEVERITIES[one.level],
    }
    if "\n" in one.message or len(one.message) > MOST_SUMMARY // 2:
        row["details"] = clipped(one.message, MOST_DETAILS)
    return row


def _fact(title: str, value: str) -> dict[str, Any]:
    number = value.isascii() and value.isdigit() and len(value) < 10
    return {"title": title, "type": "NUMBER" if number else "TEXT", "value": int(value) if number else value}
