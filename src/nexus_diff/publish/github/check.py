"""The check run. It is made complete, in one request, so that nothing is left in progress whatever happens to us afterwards."""

from __future__ import annotations

from typing import Any

import msgspec

from nexus_diff.publish.github.client import Api
from nexus_diff.publish.limits import clipped
from nexus_diff.publish.value import Annotation, Check, Done, PublishError

BATCH = 50
"""Annotations in one request (GitHub's limit)."""
MOST_ANNOTATIONS = 250
"""Five requests, a second apart."""
MOST_CHARS = 65_535
"""Of a summary (GitHub's limit)."""
MOST_TITLE = 255
MOST_MESSAGE = 16_000
"""GitHub allows 64 KB; nobody reads that at a line."""


class _Run(msgspec.Struct, frozen=True):
    id: int
    html_url: str | None = None


def publish_check(api: Api, check: Check) -> Done:
    """Makes the check run with as many annotations as fit, gravest first. Should GitHub refuse the annotations, the check is made without
    them (`annotated` 0). Raises PublishError when there is no check in the end."""
    batches = [check.annotations[at : at + BATCH] for at in range(0, min(len(check.annotations), MOST_ANNOTATIONS), BATCH)]
    try:
        run = _create(api, check, batches[0] if batches else ())
    except PublishError as error:
        if error.kind != "refused" or not batches:
            raise
        return Done(what="created", url=_create(api, check, ()).html_url or "", why=str(error))
    done = len(batches[0]) if batches else 0
    for batch in batches[1:]:
        try:
            api.patch(f"check-runs/{run.id}", {"output": _output(check, batch)}, _Run)
        except PublishError as error:
            return Done(what="created", annotated=done, url=run.html_url or "", why=str(error))
        done += len(batch)
    return Done(what="created", annotated=done, url=run.html_url or "")


def _create(api: Api, check: Check, annotations: tuple[Annotation, ...]) -> _Run:
    body: dict[str, Any] = {
        "name": check.name,
        "head_sha": check.head,
        "status": "completed",
        "conclusion": check.conclusion,
        "output": _output(check, annotations),
    }
    if check.details_url:
        body["details_url"] = check.details_url
    return api.post("check-runs", body, _Run)


def _output(check: Check, annotations: tuple[Annotation, ...]) -> dict[str, Any]:
    output: dict[str, Any] = {"title": clipped(check.title, MOST_TITLE), "summary": clipped(check.summary, MOST_CHARS)}
    if check.text:
        output["text"] = clipped(check.text, MOST_CHARS)
    if annotations:
        output["annotations"] = [_annotation(one) for one in annotations]
    return output


def _annotation(one: Annotation) -> dict[str, Any]:
    return {
        "path": one.path,
        "start_line": one.start_line,
        "end_line": max(one.start_line, one.end_line),
        "annotation_level": one.level,
        "title": clipped(one.title, MOST_TITLE),
        "message": clipped(one.message, MOST_MESSAGE),
    }
