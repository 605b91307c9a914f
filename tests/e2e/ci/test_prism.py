"""Row 14: our requests and the fake's answers, held against GitHub's published descriptions by a proxy between them."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from typing import Any

import ci_world
import pytest
from ci_job import Job
from ci_shop import build
from github_description import GHES
from github_proxy import Proxy

from nexus_diff.publish import Annotation, Check, Comment, PublishError
from nexus_diff.publish.github.check import publish_check
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.github.comment import publish_comment
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.handed import pull_of

pytest.importorskip("github")
pytestmark = pytest.mark.e2e

HEAD = "a" * 40
TOKEN = "ghs_" + "x" * 36
KINDS = {"github.com": "", "Enterprise Server 3.17": GHES}


@pytest.fixture
def clean(proxy: Proxy) -> Proxy:
    """The proxy with nothing behind it yet."""
    proxy.clear(HEAD)
    return proxy


def api_of(proxy: Proxy, prefix: str) -> Api:
    return Api(TOKEN, "o/r", base_url=proxy.address + prefix, pause=0)


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def prefix(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_row_14_a_comment_is_created_left_edited_silent_and_deleted(clean: Proxy, prefix: str) -> None:
    before = clean.violations()
    done = []
    for comment, silence in [
        (Comment(body="one"), "edit"),
        (Comment(body="one"), "edit"),
        (Comment(body="two " + "é😀" * 20_000), "edit"),
        (Comment(body="no impact now", silent=True), "edit"),
        (Comment(body="no impact now", silent=True), "delete"),
        (Comment(body="nothing", silent=True), "edit"),
    ]:
        done.append(publish_comment(api_of(clean, prefix), 7, HEAD, comment, on_silence=silence).what)
    assert done == ["created", "unchanged", "edited", "edited", "deleted", "silent"]
    assert clean.violations() == before


def test_row_14_a_comment_is_found_behind_230_others(clean: Proxy, prefix: str) -> None:
    before = clean.violations()
    publish_comment(api_of(clean, prefix), 7, HEAD, Comment(body="one"))
    ours = clean.fake.comments.pop()
    for number in range(230):
        clean.fake.say(f"talk {number}", "person")
    clean.fake.comments.append(ours)
    assert publish_comment(api_of(clean, prefix), 7, HEAD, Comment(body="two")).what == "edited"
    assert clean.violations() == before


def check(count: int, **more: Any) -> Check:
    annotations = tuple(
        Annotation(
            path=f"src/f{n}.py", start_line=n + 1, end_line=n + 2, level=("failure", "warning", "notice")[n % 3], title="t", message=f"m{n}"
        )
        for n in range(count)
    )
    return Check(
        head=HEAD,
        conclusion="neutral",
        title="T",
        summary="S",
        text="x",
        annotations=annotations,
        details_url="https://x.example/1",
        **more,
    )


def test_row_14_120_annotations_go_in_three_requests(clean: Proxy, prefix: str) -> None:
    before = clean.violations()
    api = api_of(clean, prefix)
    assert publish_check(api, check(120)).annotated == 120
    assert api.requests == 3
    assert [verb for verb, _ in clean.fake.log] == ["POST", "PATCH", "PATCH"]
    assert len(clean.fake.annotations()) == 120
    assert clean.violations() == before


def test_row_14_the_pull_request_of_a_branch_is_found(clean: Proxy, prefix: str) -> None:
    before = clean.violations()
    clean.fake.branches[7] = "stranger:topic/é"
    event = Event(kind="answer", name="workflow_run", head=HEAD, head_owner="stranger", head_branch="topic/é")
    assert pull_of(api_of(clean, prefix), event) == 7
    assert clean.violations() == before


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "head_sha": HEAD, "output": {"summary": "s"}},
        {"name": "x", "head_sha": HEAD, "conclusion": "ok", "status": "completed"},
        {"name": "x", "head_sha": HEAD, "output": {"title": "t", "summary": "s" * 65_536}},
        {"name": "x", "head_sha": HEAD, "output": {"title": "t", "summary": "s", "annotations": [{"path": "f"}] * 51}},
    ],
)
def test_row_14_the_proxy_does_refuse_what_github_would(clean: Proxy, prefix: str, body: dict[str, Any]) -> None:
    before = clean.violations()
    with pytest.raises(PublishError):
        api_of(clean, prefix).post("check-runs", body, dict)
    assert clean.fake.checks == []
    assert clean.objects(before)


def test_row_14_the_proxy_does_refuse_answers_that_github_would_not_give(clean: Proxy, prefix: str) -> None:
    before = clean.violations()
    clean.fake.say("x")["id"] = "not a number"
    request = urllib.request.Request(f"{clean.address}{prefix}/repos/o/r/issues/7/comments", headers={"Authorization": "token x"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=30)
    assert caught.value.code == 500
    assert b"VIOLATIONS" in caught.value.read()
    assert clean.objects(before)


def test_row_14_a_whole_run(clean: Proxy, prefix: str, repo_type: Any, tmp_path: Path) -> None:
    before = clean.violations()
    shop = build(repo_type, tmp_path / "host")
    clean.fake.heads[7] = shop.head
    clone = shop.clone(tmp_path / "clone", shop.merge, depth=1)
    job = Job(tmp_path / "job", clone, clean.address + prefix, "pull_request", ci_world.pull_payload(shop), shop.merge)
    assert job.run().code == 0, job
    assert job.warnings == []
    assert len(clean.fake.log) <= 10
    assert "charge" in clean.fake.comments[0]["body"]
    assert clean.fake.checks[0]["head_sha"] == shop.head
    assert clean.violations() == before
