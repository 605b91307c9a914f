"""Row 14 on the other hosts: what we send and what our small hosts answer has the fields and values that their published types have."""

from __future__ import annotations

import re
from typing import Any

import azure_fake
import bitbucket_fake
import gitea_fake
import pytest
from oracles import declarations
from typings import choices, enum, fields, schema

from nexus_diff.publish import Annotation, Check
from nexus_diff.publish.azure import status as azure_status
from nexus_diff.publish.azure import thread as azure_thread
from nexus_diff.publish.bitbucket import insights

ANNOTATION = Annotation(path="a", start_line=1, end_line=1, level="failure", title="t", message="m\n" + "n" * 500)
CHECK = Check(head="a" * 40, conclusion="failure", title="t", summary="s", details_url="https://example.org")


@pytest.fixture(scope="module")
def gitea() -> str:
    """From Gitea's own description."""
    return declarations("gitea-js", "dist/index.d.ts")


@pytest.fixture(scope="module")
def azure() -> str:
    """From Microsoft's own client."""
    return declarations("azure-devops-node-api", "interfaces/GitInterfaces.d.ts")


@pytest.fixture(scope="module")
def bitbucket() -> str:
    """From Atlassian's own description."""
    return declarations("@coderabbitai/bitbucket", "dist/cloud/openapi/openapi-typescript.d.ts")


def body_of(fake: Any, verb: str, path: str, body: Any, **query: str) -> Any:
    """What the small host answers."""
    target = path + ("?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else "")
    status, answer, _ = fake.answer(verb, target, body)
    assert status in (200, 201), answer
    return answer


def test_row_14_gitea_routes(gitea: str) -> None:
    known = set(re.findall(r"@request (\w+):(\S+)", gitea))
    owned = "/repos/{owner}/{repo}"
    used = {
        ("GET", "/user"),
        ("GET", f"{owned}/pulls/{{index}}"),
        ("GET", f"{owned}/issues/{{index}}/comments"),
        ("POST", f"{owned}/issues/{{index}}/comments"),
        ("PATCH", f"{owned}/issues/comments/{{id}}"),
        ("DELETE", f"{owned}/issues/comments/{{id}}"),
        ("POST", f"{owned}/statuses/{{sha}}"),
    }
    assert used <= known


def test_row_14_gitea_fields(gitea: str) -> None:
    fake = gitea_fake.Gitea("")
    fake.heads[7] = "a" * 40
    assert {"body"} == fields(gitea, "CreateIssueCommentOption")
    assert {"context", "state", "description", "target_url"} <= fields(gitea, "CreateStatusOption")
    assert set(fake.say("x", "y")) <= fields(gitea, "Comment")
    status = {"state": "success", "context": "nexus-diff"}
    assert set(body_of(fake, "POST", f"{gitea_fake.ROOT}/statuses/{'a' * 40}", status)) <= fields(gitea, "CommitStatus")
    assert set(body_of(fake, "GET", f"{gitea_fake.ROOT}/pulls/7", None)) <= fields(gitea, "PullRequest")


def test_row_14_azure_values(azure: str) -> None:
    assert azure_thread.CLOSED in enum(azure, "CommentThreadStatus")
    assert "text" in enum(azure, "CommentType")
    assert set(azure_status._STATES.values()) <= enum(azure, "GitStatusState")
    assert set(azure_fake.STATES) <= enum(azure, "GitStatusState")


def test_row_14_azure_fields(azure: str) -> None:
    fake = azure_fake.Azure("")
    fake.heads[7] = "a" * 40
    thread = fake.say("x", "y")
    assert set(thread) <= fields(azure, "GitPullRequestCommentThread")
    assert set(thread["comments"][0]) <= fields(azure, "Comment")
    assert {"state", "description", "context", "targetUrl"} <= fields(azure, "GitPullRequestStatus")
    assert {"name", "genre"} <= fields(azure, "GitStatusContext")
    pull = azure_fake.PULL.replace(r"(\d+)", "7")
    assert set(body_of(fake, "GET", pull, None, **{"api-version": "7.1"})) <= fields(azure, "GitPullRequest")


def test_row_14_bitbucket_routes(bitbucket: str) -> None:
    root = "/repositories/{workspace}/{repo_slug}/commit/{commit}/reports/{reportId}"
    for path, verbs in ((root, ("put", "delete")), (f"{root}/annotations", ("post",))):
        begin = bitbucket.index(f'readonly "{path}": {{')
        block = bitbucket[begin : bitbucket.index("\n    };", begin)]
        for verb in verbs:
            assert re.search(rf"readonly {verb}: operations", block), (verb, path)


def test_row_14_bitbucket_fields(bitbucket: str) -> None:
    report, annotation, data = (schema(bitbucket, name) for name in ("report", "report_annotation", "report_data"))
    sent = insights.report_of(CHECK, {"Risk": "high", "Tests": "3"})
    assert set(sent) <= set(re.findall(r"readonly (\w+)\??:", report))
    assert sent["result"] in choices(report, "result")
    assert sent["report_type"] in choices(report, "report_type")
    for fact in sent["data"]:
        assert set(fact) <= set(re.findall(r"readonly (\w+)\??:", data))
        assert fact["type"] in choices(data, "type")
    (row,) = insights.annotations_of((ANNOTATION,))
    assert set(row) <= set(re.findall(r"readonly (\w+)\??:", annotation))
    assert row["severity"] in choices(annotation, "severity")
    assert row["annotation_type"] in choices(annotation, "annotation_type")
    assert set(bitbucket_fake.KINDS) == choices(annotation, "annotation_type")
    assert set(bitbucket_fake.SEVERITIES) == choices(annotation, "severity")
