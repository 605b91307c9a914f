"""`nexus-diff ci auto` on services that are small hosts of ours: one comment, one status, silence, edits, and what each shows."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from auto_jobs import ENVIRONMENTS, TOKEN, bitbucket, clean
from bitbucket_fake import Bitbucket
from ci_shop import Shop
from github_fake import served
from junit_schema import read_junit

from nexus_diff.run.ci.auto import auto
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.services import SERVICES
from nexus_diff.run.ci.services.value import Service
from nexus_diff.run.request import Place

pytest.importorskip("requests")

COMMENTING = ("gitea", "azure")
HOSTS = ("gitea", "azure", "bitbucket")
WARNING = "##vso[task.logissue type=warning;]nexus-diff: "


class Runs:
    """Runs of one service; `host` is what it talks to."""

    def __init__(self, name: str, shop: Shop, clone: Path, index: Path, place: Path, host: Any, api: str) -> None:
        self.name, self.shop, self.clone, self.index, self.place, self.host, self.api = name, shop, clone, index, place, host, api
        self.env = ENVIRONMENTS[name](shop, api, place)

    def __call__(self, *, env: dict[str, str] | None = None, **more: Any) -> Ended:
        request = CiRequest(place=Place(repo=str(self.clone), index_dir=str(self.index)), **more)
        return auto(request, {**self.env, **(env or {})})


@pytest.fixture
def on(shop: Shop, clone: Path, index: Path, tmp_path: Path, host_of: Callable[[str], tuple[Any, str]]) -> Callable[[str], Runs]:
    """Makes runs of a service."""
    return lambda name: Runs(name, shop, clone, index, tmp_path, *host_of(name))


@pytest.mark.parametrize("name", HOSTS)
def test_row_3_two_runs_leave_one_of_everything(on: Callable[[str], Runs], name: str) -> None:
    run = on(name)
    ended = run()
    assert ended.warning == ""
    assert "charge" in ended.report
    (check,) = run.host.checks
    assert name != "bitbucket" or check["sha"] == run.shop.head
    assert len(run.host.log) <= 10
    before = [dict(one) for one in run.host.comments]
    assert len(before) == (name in COMMENTING)
    again = run()
    assert again.warning == ""
    assert run.host.comments == before
    assert len(run.host.checks) == (1 if name == "bitbucket" else 2)  # a status is set anew: it has a history


@pytest.mark.parametrize("name", COMMENTING)
def test_row_3_a_marker_of_somebody_else_is_left_alone(on: Callable[[str], Runs], name: str) -> None:
    run = on(name)
    run()
    stolen = run.host.comments[0]["body"].replace("charge", "nothing")
    run.host.comments.clear() if name == "gitea" else run.host.threads.clear()
    run.host.say(stolen, "stranger")
    run()
    bodies = [one["body"] for one in run.host.comments]
    assert len(bodies) == 2
    assert bodies[0] == stolen
    run()
    assert len(run.host.comments) == 2


@pytest.mark.parametrize("name", COMMENTING)
def test_row_3_racing_runs_leave_the_older_comment(on: Callable[[str], Runs], name: str) -> None:
    run = on(name)
    other = on(name)
    other()
    body = other.host.comments[0]["body"]
    mine = "gitea-actions" if name == "gitea" else run.host.identity
    done: list[str] = []

    def race(verb: str, path: str) -> None:
        if verb == "POST" and path.endswith(("/comments", "/threads")) and not done:
            done.append(path)
            run.host.say(body, mine)

    run.host.before = race
    run()
    assert done
    assert len(run.host.comments) == 1


@pytest.mark.parametrize("name", COMMENTING)
def test_row_4_words_alone_make_no_comment_and_edit_the_one_that_is_there(on: Callable[[str], Runs], name: str, shop: Shop) -> None:
    run = on(name)
    run()
    (first,) = run.host.comments
    assert first["body"].startswith("<!-- nexus-diff schema=1 project=default body=")
    run.host.heads[7] = shop.quiet
    run(base=shop.fork_point, head=shop.quiet)
    (comment,) = run.host.comments
    assert "charge" not in comment["body"]
    assert [path for verb, path in run.host.writes() if verb == "PATCH"]
    run(base=shop.fork_point, head=shop.quiet, comment="delete")
    assert run.host.comments == []
    run(base=shop.fork_point, head=shop.quiet)
    assert run.host.comments == []


@pytest.mark.parametrize("name", COMMENTING)
def test_row_25_a_moved_head_is_told_nothing(on: Callable[[str], Runs], name: str) -> None:
    run = on(name)
    run.host.heads[7] = "b" * 40
    ended = run()
    assert run.host.comments == []
    assert any(line.startswith("comment: stale") for line in ended.said)


def test_row_25_a_report_on_a_commit_that_is_not_the_newest_is_not_made(on: Callable[[str], Runs]) -> None:
    run = on("bitbucket")
    ended = run(env={"BITBUCKET_BRANCH": "main"})  # main stands elsewhere
    assert run.host.checks == []
    assert any(line.startswith("check: stale") for line in ended.said)


@pytest.mark.parametrize(
    ("name", "fail_on", "state"),
    [
        ("gitea", "never", "success"),
        ("gitea", "breaking", "failure"),
        ("azure", "never", "succeeded"),
        ("azure", "breaking", "failed"),
        ("bitbucket", "never", "PASSED"),
        ("bitbucket", "breaking", "FAILED"),
    ],
)
def test_row_20_the_status_follows_fail_on(on: Callable[[str], Runs], name: str, fail_on: str, state: str) -> None:
    run = on(name)
    ended = run(fail_on=fail_on)
    assert ended.reached is (fail_on == "breaking")
    (check,) = run.host.checks
    assert state in (check.get("status"), check.get("state"), check.get("result"))


def test_azure_closes_its_thread_and_logs_issues(on: Callable[[str], Runs], shop: Shop) -> None:
    run = on("azure")
    ended = run()
    assert run.host.threads[0]["status"] == "closed"
    (issue,) = [line for line in ended.commands if line.startswith("##vso[task.logissue ")]
    assert issue.startswith("##vso[task.logissue type=warning;sourcepath=shop/pay.py;linenumber=6;]Breaks 1 call site: shop/app.py:5")
    (upload,) = [line for line in ended.commands if line.startswith("##vso[task.uploadsummary]")]
    assert "charge" in Path(upload.partition("]")[2]).read_text()
    assert any(shop.base[:12] in line for line in ended.said)  # the first parent of the merge that was built
    assert "```mermaid" not in run.host.comments[0]["body"]


def test_azure_without_a_token_has_the_log(on: Callable[[str], Runs]) -> None:
    run = on("azure")
    ended = run(env={"SYSTEM_ACCESSTOKEN": ""})
    assert run.host.log == []
    assert ended.warning == ""
    assert any("SYSTEM_ACCESSTOKEN" in line for line in ended.said)
    assert any(line.startswith("##vso[task.logissue ") for line in ended.commands)


@pytest.mark.parametrize("token", ["", TOKEN])
def test_bitbucket_has_a_report_with_annotations(on: Callable[[str], Runs], tmp_path: Path, token: str) -> None:
    run = on("bitbucket")
    run.host.authorization = f"Bearer {token}" if token else ""
    run.env = bitbucket(run.shop, run.api, tmp_path, token)
    assert run().warning == ""
    (report,) = run.host.checks
    (annotation,) = report["_annotations"].values()
    assert (annotation["path"], annotation["line"], annotation["severity"]) == ("shop/pay.py", 2 + 4, "MEDIUM")
    assert {one["title"]: one["value"] for one in report["data"]}["Breaking call sites"] == 1
    run()
    assert [len(report["_annotations"]) for report in run.host.checks] == [1]


def test_row_23_projects_have_reports_of_their_own(on: Callable[[str], Runs]) -> None:
    run = on("bitbucket")
    run()
    run(project="web")
    assert sorted(report["id"] for report in run.host.checks) == ["nexus-diff", "nexus-diff-web"]


def test_gitea_links_to_its_files_and_has_outputs(on: Callable[[str], Runs], tmp_path: Path) -> None:
    run = on("gitea")
    run()
    assert f"https://gitea.example/o/r/src/commit/{run.shop.head}/shop/app.py#L5" in run.host.comments[0]["body"]
    assert "report-file<<" in (tmp_path / "output").read_text()


def test_gitea_does_not_need_to_ask_who_it_is(on: Callable[[str], Runs]) -> None:
    run = on("gitea")
    run.host.may_ask = False
    run()
    run(depth=1)
    assert len(run.host.comments) == 1


@pytest.mark.parametrize("name", HOSTS)
def test_reports_are_files_when_a_folder_is_named(on: Callable[[str], Runs], name: str, tmp_path: Path) -> None:
    on(name)(output_dir=str(tmp_path / "out"), fail_on="breaking")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"report.md", "report.json", "report.sarif", "report.xml"}
    root = read_junit((tmp_path / "out/report.xml").read_text())
    assert root.findall(".//failure")


@pytest.mark.parametrize(
    ("switch", "left"), [({"comment": "off"}, (0, 1)), ({"check": False}, (1, 0)), ({"comment": "off", "check": False}, (0, 0))]
)
@pytest.mark.parametrize("name", COMMENTING)
def test_each_place_is_switched_alone(on: Callable[[str], Runs], name: str, switch: dict[str, Any], left: tuple[int, int]) -> None:
    run = on(name)
    run(**switch)
    assert (len(run.host.comments), len(run.host.checks)) == left


@pytest.mark.parametrize("name", HOSTS)
def test_row_24_the_token_goes_to_no_other_host(on: Callable[[str], Runs], name: str, tmp_path: Path) -> None:
    run, trap = on(name), Bitbucket()
    if name == "bitbucket":
        run.env = bitbucket(run.shop, run.api, tmp_path, TOKEN)
    with served(trap) as address:
        run.host.fail("*", "", f"redirect:{address.rpartition(':')[2]}")
        ended = run()
    assert trap.log == []
    assert TOKEN not in "".join((*ended.said, *ended.commands, ended.warning, ended.report))
    assert "302" in ended.warning


@pytest.mark.parametrize(
    ("name", "setting"), [("gitea", "GITHUB_API_URL"), ("azure", "SYSTEM_COLLECTIONURI"), ("bitbucket", "NEXUS_DIFF_BITBUCKET_API")]
)
def test_row_24_no_token_over_plain_http(on: Callable[[str], Runs], name: str, setting: str, tmp_path: Path) -> None:
    run = on(name)
    if name == "bitbucket":
        run.env = bitbucket(run.shop, run.api, tmp_path, TOKEN)
    ended = run(env={setting: "http://elsewhere.example"})
    assert "is not https" in ended.warning
    assert setting in ended.warning


@pytest.mark.parametrize(
    ("env", "asked"),
    [
        ({"GITHUB_API_URL": ""}, True),  # derived from the server's address
        ({"GITHUB_API_URL": "", "GITHUB_SERVER_URL": ""}, False),  # never GitHub's
    ],
)
def test_row_24_the_api_of_a_forge_is_its_own(on: Callable[[str], Runs], env: dict[str, str], asked: bool) -> None:
    run = on("gitea")
    ended = run(env={"GITHUB_SERVER_URL": run.api, **env})
    assert bool(run.host.log) is asked
    assert ended.warning == ""


def _as_a_command(run: Runs, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nexus_diff", "ci", "auto", *arguments]
    return subprocess.run(command, cwd=run.clone, env=clean(run.env), capture_output=True, text=True, check=False, timeout=110)


def test_as_a_command(on: Callable[[str], Runs], tmp_path: Path) -> None:
    run = on("azure")
    run.host.fail("POST", "statuses", "403")
    done = _as_a_command(run, "--index-dir", str(run.index), "--fail-on", "breaking")
    assert done.returncode == 1, done.stderr
    assert "running in Azure Pipelines" in done.stderr
    assert "charge" in done.stdout
    assert f"{WARNING}the status was not set" in done.stdout
    assert "Contribute to pull requests" in done.stdout
    assert "warning:" not in done.stderr
    assert TOKEN not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("--base", "no-such"), 0), (("--base", "no-such", "--strict"), 2), (("--nonsense",), 0), (("--nonsense", "--strict"), 2)],
)
def test_row_12_only_strict_fails_by_a_fault_of_ours(on: Callable[[str], Runs], arguments: tuple[str, ...], code: int) -> None:
    run = on("azure")
    done = _as_a_command(run, *arguments)
    assert done.returncode == code, done.stderr
    marked = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith(WARNING)]
    assert len(marked) == (arguments != ("--nonsense", "--strict"))
    assert TOKEN not in done.stdout + done.stderr


@pytest.mark.parametrize(("branch", "default", "indexed"), [("main", "main", True), ("topic", "main", False)])
def test_row_19_a_push_is_reported_and_the_default_branch_indexed(
    shop: Shop, clone: Path, tmp_path: Path, branch: str, default: str, indexed: bool
) -> None:
    env = {
        "DRONE": "true",
        "DRONE_BUILD_EVENT": "push",
        "DRONE_COMMIT_SHA": shop.head,
        "DRONE_COMMIT_BEFORE": shop.fork_point,
        "DRONE_BRANCH": branch,
        "DRONE_SOURCE_BRANCH": branch,
        "DRONE_REPO_BRANCH": default,
    }
    ended = auto(CiRequest(place=Place(repo=str(clone), index_dir=str(tmp_path / "index"))), env)
    assert ended.warning == ""
    assert "charge" in ended.report
    assert any(line.startswith(f"index of {shop.head[:12]}") for line in ended.said) is indexed


@pytest.mark.parametrize("service", [service for service in SERVICES if service.start is None], ids=lambda service: service.name)
def test_row_24_no_child_process_inherits_a_token(service: Service, tmp_path: Path) -> None:
    mark, value = next(iter(service.marks.items()))
    env = {mark: "1" if value == "*" else value, **dict.fromkeys((*service.tokens, *service.elsewhere), TOKEN)}
    ended = auto(CiRequest(place=Place(repo=str(tmp_path))), env)
    assert TOKEN not in env.values()
    assert TOKEN not in "".join((*ended.said, *ended.commands, ended.warning, ended.report))


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("variable", ["SYSTEM_TEAMPROJECT", "SYSTEM_COLLECTIONURI", "GITHUB_SERVER_URL", "BITBUCKET_REPO_SLUG"])
def test_row_2_a_variable_that_is_no_text_counts_as_not_set(on: Callable[[str], Runs], name: str, variable: str) -> None:
    ended = on(name)(env={variable: "x\udcff"})
    assert "internal error" not in ended.warning
