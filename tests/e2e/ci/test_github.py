"""`nexus-diff ci github` as a runner starts it, against a GitHub that remembers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ci_world
import pytest
from ci_job import TOKEN, Job
from ci_shop import Shop
from github_fake import GitHub

pytest.importorskip("github")


@pytest.fixture
def job(shop: Shop, github: GitHub, tmp_path: Path) -> Callable[..., Job]:
    """A job on a clone of depth 1 of the merge."""

    def make(name: str = "job", event: str = "pull_request", payload: dict[str, Any] | None = None, sha: str = "", **env: str) -> Job:
        sha = sha or shop.merge
        place = tmp_path / "clone" / sha
        clone = place if place.exists() else shop.clone(place, sha, depth=1)
        return Job(tmp_path / name, clone, github.public, event, payload or ci_world.pull_payload(shop), sha, **env)

    return make


def test_a_pull_request_gets_all_it_can(shop: Shop, github: GitHub, job: Callable[..., Job]) -> None:
    ran = job().run()
    assert ran.code == 0, ran
    assert ran.warnings == []
    assert ran.report["base"] == shop.base
    assert ran.report["base_kind"] == "merge-base"
    (comment,) = github.comments
    assert "charge" in comment["body"]
    (check,) = github.checks
    assert (check["head_sha"], check["conclusion"], check["status"]) == (shop.head, "success", "completed")
    (annotation,) = github.annotations()
    # the merge has the line four lines further down; the check belongs to the head
    assert (annotation["path"], annotation["start_line"], annotation["annotation_level"]) == ("shop/pay.py", 6, "warning")
    assert "shop/app.py:5" in annotation["message"]
    assert "charge" in ran.summary.read_text()
    outputs = {line.partition("<<")[0] for line in ran.output.read_text().splitlines() if "<<ghadelimiter_" in line}
    assert {"risk", "report-file", "json-file", "sarif-file", "test-files", "breaking-call-sites", "affected-tests"} <= outputs
    assert '["tests/test_app.py"]' in ran.output.read_text()
    assert (ran.place / "nexus-diff/report.md").exists()


def test_row_21_it_takes_few_requests(shop: Shop, github: GitHub, job: Callable[..., Job]) -> None:
    job().run()
    assert len(github.log) <= 10
    first = len(github.comments), github.comments[0]["body"]
    before = len(github.log)
    job().run()
    assert (len(github.comments), github.comments[0]["body"]) == first
    assert not [path for verb, path in github.log[before:] if verb in ("POST", "PATCH", "DELETE") and "comments" in path]


@pytest.mark.parametrize(
    ("fail_on", "code", "conclusion", "level"), [("breaking", 1, "failure", "failure"), ("never", 0, "success", "warning")]
)
def test_row_12_only_findings_fail_a_run(
    github: GitHub, job: Callable[..., Job], fail_on: str, code: int, conclusion: str, level: str
) -> None:
    ran = job().run("--fail-on", fail_on)
    assert ran.code == code, ran
    assert github.checks[0]["conclusion"] == conclusion
    assert github.annotations()[0]["annotation_level"] == level


def test_row_4_words_alone_make_no_comment(shop: Shop, github: GitHub, job: Callable[..., Job]) -> None:
    github.heads[7] = shop.quiet
    payload = ci_world.pull_payload(shop)
    payload["pull_request"]["head"]["sha"] = shop.quiet
    ran = job(payload=payload, sha=shop.quiet_merge).run()
    assert ran.code == 0, ran
    assert github.comments == []
    assert github.checks[0]["conclusion"] == "success"


def test_row_7_a_fork_has_summary_and_log_annotations(shop: Shop, github: GitHub, job: Callable[..., Job]) -> None:
    github.fail("POST", "", "403")
    payload = ci_world.pull_payload(shop)
    payload["pull_request"]["head"]["repo"]["full_name"] = "stranger/r"
    ran = job(payload=payload).run()
    assert ran.code == 0, ran
    assert len(ran.warnings) == 1
    assert "docs/github.md" in ran.warnings[0]
    assert [line for line in ran.out.splitlines() if line.startswith("::warning file=shop/pay.py,line=6,")]
    assert "charge" in ran.summary.read_text()


def test_row_14_the_token_is_in_no_output(shop: Shop, github: GitHub, job: Callable[..., Job]) -> None:
    github.fail("POST", "check-runs", "500")
    for ran in (job().run("--verbose"), job("other", GITHUB_API_URL="http://127.0.0.1:1").run("--verbose")):
        texts = [ran.out, ran.err, ran.output.read_text(), ran.summary.read_text(), *(one["body"] for one in github.comments)]
        texts += [path.read_text("utf-8", "replace") for path in (ran.place / "nexus-diff").iterdir()]
        assert TOKEN not in "".join(texts)


def test_row_25_a_moved_head_is_told_nothing(github: GitHub, job: Callable[..., Job]) -> None:
    github.heads[7] = "b" * 40
    ran = job().run()
    assert ran.code == 0, ran
    assert github.comments == []
    assert "stale" in ran.err


@pytest.mark.parametrize(
    ("switch", "left"),
    [("--comment", {"check", "summary"}), ("--check", {"comment", "summary"}), ("--summary", {"comment", "check"})],
)
def test_each_publisher_is_switched_alone(github: GitHub, job: Callable[..., Job], switch: str, left: set[str]) -> None:
    ran = job().run(switch, "off")
    assert ran.code == 0, ran
    done = {"comment": github.comments, "check": github.checks, "summary": ran.summary.read_text()}
    assert {name for name, there in done.items() if there} == left


@pytest.mark.parametrize(
    ("event", "payload", "ref"),
    [
        (
            "merge_group",
            {"merge_group": {"head_sha": "MERGE", "base_sha": "BASE", "base_ref": "refs/heads/main"}},
            "refs/heads/gh-readonly-queue/x",
        ),
        ("push", {"before": "BASE", "after": "MERGE", "repository": {"default_branch": "main"}}, "refs/heads/main"),
        ("workflow_dispatch", {"repository": {"default_branch": "main"}}, "refs/heads/topic"),
    ],
)
def test_row_19_other_events_make_a_check_and_no_comment(
    shop: Shop, github: GitHub, job: Callable[..., Job], event: str, payload: dict[str, Any], ref: str
) -> None:
    named = json.loads(json.dumps(payload).replace("MERGE", shop.merge).replace("BASE", shop.base))
    ran = job(event=event, payload=named, GITHUB_REF=ref).run()
    assert ran.code == 0, ran
    assert ran.warnings == []
    assert github.comments == []
    assert [check["head_sha"] for check in github.checks] == [shop.merge]
    assert ran.report["summary"]["breaking_call_sites"] == 1
    if event == "push":
        assert len(list((ran.place / "index").glob("graph-*"))) == 2


@pytest.mark.parametrize(
    ("event", "kind"),
    [("schedule", "made"), ("issue_comment", "not one that is analysed"), ("workflow_run", "was not one of a pull request")],
)
def test_row_19_events_without_a_change_say_so(github: GitHub, job: Callable[..., Job], event: str, kind: str) -> None:
    ran = job(event=event, payload={"schedule": "0 0 * * 0"}, GITHUB_REF="refs/heads/main").run()
    assert ran.code == 0, ran
    assert ran.warnings == []
    assert kind in ran.err
    assert github.log == []


@pytest.mark.parametrize(("strict", "code"), [((), 0), (("--strict",), 2)])
def test_row_12_our_own_faults_count_with_strict_alone(github: GitHub, job: Callable[..., Job], strict: tuple[str, ...], code: int) -> None:
    ran = job(GITHUB_EVENT_PATH="/nowhere").run(*strict)
    assert ran.code == code, ran
    assert len(ran.warnings) == 1
    assert "Traceback" not in ran.out + ran.err


def run_payload(shop: Shop) -> dict[str, Any]:
    run = {"event": "pull_request", "head_sha": shop.head, "conclusion": "success", "head_branch": "topic"}
    return {"workflow_run": {**run, "head_repository": {"full_name": "stranger/r", "owner": {"login": "stranger"}}}}


def test_row_7_the_pair_of_workflows_posts_what_the_fork_may_not(
    shop: Shop, github: GitHub, job: Callable[..., Job], tmp_path: Path
) -> None:
    github.fail("POST", "", "403")
    first = job().run()
    github.faults.clear()
    github.branches[7] = "stranger:topic"
    empty = tmp_path / "empty"
    empty.mkdir()
    second = Job(tmp_path / "second", empty, github.public, "workflow_run", run_payload(shop), shop.base)
    for _ in range(2):
        second.run("--answer", str(first.place / "nexus-diff"))
        assert second.code == 0, second
        assert second.warnings == []
    (comment,) = github.comments
    assert "charge" in comment["body"]
    assert "whoever wrote the change could change the report" in comment["body"]
    assert github.checks == []


@pytest.mark.parametrize(
    ("branch", "head", "said"),
    [("stranger:other", "", "no open pull request"), ("stranger:topic", "c" * 40, "no open pull request")],
)
def test_row_7_the_pull_request_is_the_one_that_the_event_is_about(
    shop: Shop, github: GitHub, tmp_path: Path, branch: str, head: str, said: str
) -> None:
    github.branches[7] = branch
    github.heads[7] = head or shop.head
    folder = tmp_path / "artifact"
    folder.mkdir()
    (folder / "report.json").write_text(json.dumps({"tool": {"version": "1"}, "base": "", "head": "", "base_kind": "direct"}))
    ran = Job(tmp_path / "job", tmp_path, github.public, "workflow_run", run_payload(shop), shop.base).run("--answer", str(folder))
    assert ran.code == 0, ran
    assert said in ran.err
    assert github.comments == []


def test_row_7_a_strange_artifact_is_one_warning(shop: Shop, github: GitHub, tmp_path: Path) -> None:
    folder = tmp_path / "artifact"
    folder.mkdir()
    (folder / "report.json").write_text("{}")
    github.branches[7] = "stranger:topic"
    ran = Job(tmp_path / "job", tmp_path, github.public, "workflow_run", run_payload(shop), shop.base).run("--answer", str(folder))
    assert ran.code == 0, ran
    assert len(ran.warnings) == 1
    assert "is not read" in ran.warnings[0]
    assert github.writes() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(("workspace", "warnings"), [("clone", 0), ("elsewhere", 1)])
def test_a_checkout_of_another_user_is_opened_where_the_runner_made_it(
    shop: Shop, github: GitHub, tmp_path: Path, workspace: str, warnings: int
) -> None:
    clone = shop.clone(tmp_path / "clone" / "repo", shop.merge, depth=2)
    for path in (clone, *clone.rglob("*")):
        os.chown(path, 1234, 1234, follow_symlinks=False)
    (tmp_path / "elsewhere").mkdir()
    env = {"GITHUB_WORKSPACE": str(tmp_path / workspace), "HOME": str(tmp_path)}
    ran = Job(tmp_path / "job", clone, github.public, "pull_request", ci_world.pull_payload(shop), shop.merge, **env).run()
    assert ran.code == 0, ran
    assert len(ran.warnings) == warnings, ran
    assert len(github.comments) == 1 - warnings


def test_auto_is_the_same_as_github(github: GitHub, job: Callable[..., Job]) -> None:
    def seen(service: str, name: str) -> tuple[Any, ...]:
        github.comments.clear()
        github.checks.clear()
        github.log.clear()
        ran = job(name).run(service=service)
        reports = {path.name: path.read_text() for path in (ran.place / "nexus-diff").iterdir()}
        checks = [
            {**check, "id": 0, "url": "", "html_url": "", "output": {**check["output"], "annotations_url": ""}} for check in github.checks
        ]
        bodies = [comment["body"] for comment in github.comments]
        return ran.code, ran.out, ran.err, list(map(tuple, github.log))[:3], checks, bodies, ran.summary.read_text(), reports

    first, second = seen("github", "one"), seen("auto", "two")
    assert first == second
    assert first[5]


@pytest.mark.parametrize("flags", [("--base", "main"), ("--head", "topic"), ("--base", "main", "--head", "topic")])
def test_base_and_head_are_named_here_too(shop: Shop, job: Callable[..., Job], flags: tuple[str, ...]) -> None:
    ran = job().run(*flags)
    assert ran.code == 0, ran
    assert (ran.report["base"], ran.report["head"]) == (shop.fork_point, shop.head)


def test_a_base_that_is_none_is_one_warning(job: Callable[..., Job]) -> None:
    ran = job().run("--base", "no-such")
    assert ran.code == 0, ran
    assert len(ran.warnings) == 1
    assert "--base no-such" in ran.warnings[0]
