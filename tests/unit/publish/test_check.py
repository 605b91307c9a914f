"""Rows 5, 6 and 20: a check run made complete, annotations fifty at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from github_fake import GitHub

from nexus_diff.publish import Annotation, Check, PublishError
from nexus_diff.publish.github.check import MOST_ANNOTATIONS, publish_check
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.limits import clipped

Make = Callable[..., Api]


def check(count: int = 0, **more: Any) -> Check:
    annotations = tuple(
        Annotation(path=f"f{n}.py", start_line=n + 1, end_line=n + 1, level="failure", title="t", message=f"m{n}") for n in range(count)
    )
    fields = {"head": "a" * 40, "conclusion": "success", "title": "Title", "summary": "Summary", "text": "Text", "annotations": annotations}
    return Check(**{**fields, **more})


@pytest.mark.parametrize(
    ("count", "requests"), [(0, 1), (1, 1), (50, 1), (51, 2), (120, 3), (MOST_ANNOTATIONS, 5), (MOST_ANNOTATIONS + 60, 5)]
)
def test_row_6_annotations_go_in_batches(github: GitHub, api: Make, count: int, requests: int) -> None:
    client = api()
    done = publish_check(client, check(count))
    assert client.requests == requests
    assert done.annotated == min(count, MOST_ANNOTATIONS)
    assert [one["message"] for one in github.annotations()] == [f"m{n}" for n in range(done.annotated)]


@pytest.mark.parametrize("conclusion", ["success", "neutral", "failure"])
def test_row_20_it_is_complete_from_the_first_request(github: GitHub, api: Make, conclusion: str) -> None:
    github.fail("PATCH", "check-runs", "500")
    done = publish_check(api(), check(120, conclusion=conclusion))
    assert (github.checks[0]["status"], github.checks[0]["conclusion"]) == ("completed", conclusion)
    assert done.annotated == 50
    assert "500" in done.why


def test_row_5_texts_are_cut_to_what_github_takes(github: GitHub, api: Make) -> None:
    publish_check(api(), check(1, summary="é" * 70_000, text="\U0001f600" * 70_000, title="t" * 400))
    output = github.checks[0]["output"]
    assert len(output["summary"].encode()) <= 65_535
    assert len(output["text"].encode()) <= 65_535
    assert len(output["title"]) <= 255


def test_annotations_that_are_refused_do_not_cost_the_check(github: GitHub, api: Make) -> None:
    wrong = Annotation(path="", start_line=1, end_line=1, level="failure", title="t", message="m")
    done = publish_check(api(), check(annotations=(wrong,)))
    assert done.annotated == 0
    assert "422" in done.why
    assert len(github.checks) == 1


def test_without_permission_there_is_no_check(github: GitHub, api: Make) -> None:
    github.fail("POST", "check-runs", "403")
    with pytest.raises(PublishError, match="Resource not accessible by integration") as caught:
        publish_check(api(), check())
    assert caught.value.kind == "permission"


@pytest.mark.parametrize(
    ("text", "limit", "expected"), [("abc", 3, "abc"), ("abcd", 3, "…"), ("éé", 4, "éé"), ("ééé", 5, "é…"), ("a\ud800", 20, "a\\ud800")]
)
def test_clipped(text: str, limit: int, expected: str) -> None:
    assert clipped(text, limit) == expected
