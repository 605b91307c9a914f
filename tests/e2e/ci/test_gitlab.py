"""`nexus-diff ci gitlab` as a runner starts it: pipelines of every kind, with and without a token, against a GitLab that remembers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ci_shop import NEW, OLD, Shop
from github_fake import served
from gitlab_fake import BOT, GitLab
from gitlab_job import JOB_TOKEN, TOKEN, LabJob, merge_request, variables

pytest.importorskip("gitlab")


@pytest.fixture
def gitlab(shop: Shop) -> Iterator[GitLab]:
    fake = GitLab(TOKEN, shop.head, job_token=JOB_TOKEN)
    fake.base = fake.start = shop.base
    with served(fake) as address:  # type: ignore[arg-type]
        fake.public = address
        yield fake


@pytest.fixture
def job(shop: Shop, gitlab: GitLab, tmp_path: Path, index: Path) -> Callable[..., LabJob]:
    """A job on a shallow clone of one commit, with a token for notes."""

    def make(sha: str = "", depth: int = 1, **env: str) -> LabJob:
        sha = sha or shop.head
        place = tmp_path / "builds" / sha
        clone = place if place.exists() else shop.clone(place, sha, depth=depth)
        told = {**merge_request("detached", base=shop.fork_point), "NEXUS_DIFF_GITLAB_TOKEN": TOKEN, **env}
        return LabJob(clone, index, variables(gitlab.public, clone, sha, **told))

    return make


PIPELINES = [("detached", "head", "fork_point"), ("merged_result", "merge", "base"), ("merge_train", "merge", "base")]


@pytest.mark.parametrize(("kind", "built", "base"), PIPELINES)
def test_row_15_the_base_is_right_in_every_pipeline(
    shop: Shop, gitlab: GitLab, job: Callable[..., LabJob], kind: str, built: str, base: str
) -> None:
    ran = job(getattr(shop, built), **merge_request(kind, shop.head, shop.fork_point)).run()
    assert ran.code == 0, ran
    assert ran.warnings == []
    assert (ran.report["base"], ran.report["head"]) == (getattr(shop, base), getattr(shop, built))
    assert ran.report["base_kind"] == "merge-base"
    assert [(one["check_name"], one["location"]["path"], one["location"]["lines"]["begin"]) for one in ran.broken] == [
        ("nexus-diff/breaking-call-site", "shop/app.py", 5)
    ]
    assert "shop/app.py:5" in ran.out
    assert len(gitlab.notes) == (0 if kind == "merge_train" else 1)


@pytest.mark.parametrize("head", ["", "f" * 40])
def test_row_15_a_merge_tells_its_head_itself(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob], head: str) -> None:
    """Older versions do not tell it, and where commits are squashed the second parent is another one."""
    ran = job(shop.merge, **merge_request("merged_result", head, shop.fork_point)).run()
    assert ran.code == 0, ran
    assert ran.report["summary"]["breaking_call_sites"] == 1
    assert ran.report["base_kind"] == ("merge-base" if not head else "approximate")


def test_row_15_one_note_after_two_runs(gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    for run in range(3):
        ran = job().run(CI_JOB_URL=f"https://gitlab.example.org/group/shop/-/jobs/{run}")
        assert ran.code == 0, ran
        assert len(gitlab.writes()) == 1, run
    (note,) = gitlab.notes
    assert "charge" in note["body"]
    assert "https://gitlab.example.org/group/shop/-/blob/" in note["body"]
    assert note["author"]["username"] == BOT


def test_row_15_everything_but_the_note_works_without_a_token(gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    ran = job().run(NEXUS_DIFF_GITLAB_TOKEN="")
    assert (ran.code, ran.warnings) == (0, [])
    assert gitlab.log == []
    assert len(ran.broken) == 1
    assert "breaking call site" in ran.out
    assert "NEXUS_DIFF_GITLAB_TOKEN" in ran.err


def test_auto_is_the_same(gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    ran = job().run(service="auto")
    assert (ran.code, ran.warnings) == (0, []), ran
    assert len(ran.broken) == len(gitlab.notes) == 1


@pytest.mark.parametrize("status", ["401", "403"])
def test_row_15_the_token_of_a_job_makes_the_artifact_alone(gitlab: GitLab, job: Callable[..., LabJob], status: str) -> None:
    gitlab.fail("POST", "", status)
    ran = job().run(NEXUS_DIFF_GITLAB_TOKEN=JOB_TOKEN)
    assert ran.code == 0, ran
    (warning,) = ran.warnings
    assert "CI_JOB_TOKEN cannot write notes" in warning
    assert gitlab.notes == []
    assert len(ran.broken) == 1
    assert JOB_TOKEN not in ran.out + ran.err


def test_row_15_a_clone_of_depth_20_is_deepened_to_the_merge_base(repo_type: Any, gitlab: GitLab, tmp_path: Path, index: Path) -> None:
    host = repo_type(tmp_path / "deep")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    fork = host.commit({"shop/pay.py": OLD})
    host.git("checkout", "--quiet", "-b", "topic")
    for number in range(30):
        host.commit({"notes.txt": f"{number}\n"})
    head = host.commit({"shop/pay.py": NEW})
    host.git("checkout", "--quiet", "main")
    for number in range(30):
        host.commit({f"main{number}.py": "def other():\n    return 1\n"})
    clone = Shop(host.path, host.git).clone(tmp_path / "clone", head, depth=20)
    stale = "e" * 40  # as after a change of the target branch: it is not the merge base
    ran = LabJob(clone, index, variables(gitlab.public, clone, head, **merge_request("detached", base=stale))).run()
    assert ran.code == 0, ran
    assert (ran.report["base"], ran.report["base_kind"]) == (fork, "merge-base")
    assert {symbol["file"] for symbol in ran.report["changed_symbols"]} == {"shop/pay.py"}


def test_row_15_a_stale_base_gives_way_to_the_target_branch(repo_type: Any, gitlab: GitLab, tmp_path: Path, index: Path) -> None:
    """The merge request first went to `old`; its DIFF_BASE_SHA still tells of that."""
    host = repo_type(tmp_path / "retarget")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    old = host.commit({"a.py": "def one():\n    return 1\n"})
    right = host.commit({"b.py": "def two():\n    return 2\n"})
    host.git("checkout", "--quiet", "-b", "topic")
    head = host.commit({"c.py": "def three():\n    return 3\n"})
    host.git("checkout", "--quiet", "main")
    for depth in (0, 1):
        clone = Shop(host.path, host.git).clone(tmp_path / f"clone{depth}", head, depth=depth)
        ran = LabJob(clone, index, variables(gitlab.public, clone, head, **merge_request("detached", base=old))).run()
        assert ran.code == 0, ran
        assert ran.report["base"] == right
        assert {symbol["file"] for symbol in ran.report["changed_symbols"]} == {"c.py"}


def test_row_15_a_clone_of_an_earlier_job_is_not_believed(repo_type: Any, gitlab: GitLab, tmp_path: Path, index: Path) -> None:
    """Runners keep clones: `origin/main` is as old as the job that fetched it."""
    host = repo_type(tmp_path / "kept")
    host.commit({"a.py": "def one():\n    return 1\n"})
    clone = host.clone(tmp_path / "clone").path
    merged = host.commit({"b.py": "def two():\n    return 2\n"})
    host.git("checkout", "--quiet", "-b", "topic")
    head = host.commit({"c.py": "def three():\n    return 3\n"})
    subprocess.run(["git", "fetch", "--quiet", "origin", "topic"], cwd=clone, check=True)
    subprocess.run(["git", "checkout", "--quiet", "--detach", head], cwd=clone, check=True)
    ran = LabJob(clone, index, variables(gitlab.public, clone, head, **merge_request("detached"))).run()
    assert ran.code == 0, ran
    assert ran.report["base"] == merged


def test_row_15_a_fork_is_compared_with_the_project_it_was_made_of(repo_type: Any, gitlab: GitLab, tmp_path: Path, index: Path) -> None:
    up = repo_type(tmp_path / "server/up.git")
    first = up.commit({"a.py": "def one():\n    return 1\n"})
    fork = up.clone(tmp_path / "server/fork.git")
    right = up.commit({"b.py": "def two():\n    return 2\n"})
    fork.git("fetch", "--quiet", "origin")
    fork.git("checkout", "--quiet", "-b", "topic", "origin/main")
    head = fork.commit({"c.py": "def three():\n    return 3\n"})
    assert fork.git("rev-parse", "main") == first  # nobody keeps the main of a fork up to date
    for repo in (up, fork):
        repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = Shop(fork.path, fork.git).clone(tmp_path / "clone", head, depth=1)
    server = (tmp_path / "server").as_uri()
    more = {"CI_SERVER_URL": server, "CI_MERGE_REQUEST_PROJECT_URL": f"{server}/up", "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": "43"}
    ran = LabJob(clone, index, variables(gitlab.public, clone, head, **{**merge_request("detached", base=first), **more})).run()
    assert ran.code == 0, ran
    assert ran.report["base"] == right
    assert {symbol["file"] for symbol in ran.report["changed_symbols"]} == {"c.py"}


BRANCH = {"CI_PIPELINE_SOURCE": "push", "CI_MERGE_REQUEST_IID": ""}
DEFAULT = {**BRANCH, "CI_COMMIT_BRANCH": "main"}


def test_row_15_the_default_branch_has_an_empty_report_to_compare_with(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    """Findings belong to a change: in the report of the default branch they would look as if the next merge request had mended them."""
    ran = job(shop.merge, **DEFAULT, CI_COMMIT_BEFORE_SHA=shop.base).run()
    assert (ran.code, ran.warnings) == (0, [])
    assert ran.quality == []
    assert ran.report["summary"]["breaking_call_sites"] == 1
    assert f"index of {shop.merge[:12]}" in ran.err
    assert gitlab.log == []


def test_row_15_so_has_every_branch_that_merge_requests_go_to(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    more = {**BRANCH, "CI_COMMIT_BRANCH": "release", "CI_COMMIT_REF_PROTECTED": "true", "CI_COMMIT_BEFORE_SHA": shop.base}
    ran = job(shop.merge, **more).run()
    assert (ran.code, ran.warnings) == (0, [])
    assert ran.quality == []
    assert ran.report["base"] == shop.base


@pytest.mark.parametrize(
    "more",
    [
        {**DEFAULT, "CI_COMMIT_BEFORE_SHA": "0" * 40},
        {**DEFAULT, "CI_PIPELINE_SOURCE": "schedule"},
        {**DEFAULT, "CI_PIPELINE_SOURCE": "web"},
    ],
)
def test_row_19_without_a_change_the_index_is_refreshed(
    shop: Shop, gitlab: GitLab, job: Callable[..., LabJob], more: dict[str, str]
) -> None:
    ran = job(shop.base, **more).run()
    assert (ran.code, ran.warnings) == (0, [])
    assert ran.quality == []
    assert f"index of {shop.base[:12]}" in ran.err


def test_row_19_another_branch_is_compared_as_a_whole(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    for source in ("push", "schedule", "web", "api"):
        more = {**BRANCH, "CI_COMMIT_BRANCH": "topic", "CI_PIPELINE_SOURCE": source, "CI_COMMIT_BEFORE_SHA": shop.head}
        ran = job(shop.head, **more).run()
        assert (ran.code, ran.warnings) == (0, []), ran
        assert ran.report["base"] == shop.fork_point
        assert len(ran.broken) == 1
        assert gitlab.log == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({**BRANCH, "CI_COMMIT_TAG": "v1", "CI_COMMIT_BRANCH": ""}, "a tag has nothing to be compared with"),
        ({**BRANCH, "CI_COMMIT_BRANCH": ""}, "this pipeline is of no branch"),
    ],
)
def test_row_19_pipelines_without_a_change_say_so(gitlab: GitLab, job: Callable[..., LabJob], more: dict[str, str], said: str) -> None:
    ran = job(**more).run()
    assert (ran.code, ran.warnings) == (0, [])
    assert said in ran.err
    assert ran.quality == []


def test_outside_of_a_job_one_line_says_so(shop: Shop, tmp_path: Path, index: Path) -> None:
    clone = shop.clone(tmp_path / "clone", shop.head, depth=1)
    ran = LabJob(clone, index, {}).run()
    assert ran.code == 0
    assert len(ran.warnings) == 1
    assert "CI_COMMIT_SHA is not set" in ran.warnings[0]
    assert ran.run("--strict").code == 2
    assert [path.name for path in clone.iterdir() if "nexus" in path.name or "quality" in path.name] == []


def test_row_4_words_alone_make_no_note_and_an_empty_report(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    gitlab.head = shop.quiet
    ran = job(shop.quiet).run()
    assert (ran.code, ran.warnings) == (0, [])
    assert ran.quality == []
    assert gitlab.writes() == []


def test_row_25_a_moved_head_is_told_nothing(gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    gitlab.head = "b" * 40
    ran = job().run()
    assert ran.code == 0, ran
    assert gitlab.writes() == []
    assert "stale" in ran.err


def test_row_23_two_configurations_have_two_notes(gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    for _ in range(2):
        for project in ("shop", "tools/scripts"):
            config = job().clone / f"{project.replace('/', '-')}.toml"
            config.write_text('[index]\nexclude = ["tools/**"]\n' if project == "shop" else "")
            ran = job().run("--project", project, "--code-quality", f"{config.stem}.json", "--dotenv", f"{config.stem}.env")
            assert ran.code == 0, ran
            assert (ran.clone / f"{config.stem}.json").exists()
            assert (ran.clone / f"{config.stem}.env").exists()
    assert len(gitlab.notes) == 2
    assert len(gitlab.writes()) == 2
    markers = [note["body"].split(" body=")[0] for note in gitlab.notes]
    assert len(set(markers)) == 2


@pytest.mark.parametrize(("fail_on", "code"), [("breaking", 1), ("never", 0)])
def test_row_12_only_findings_fail_a_job(gitlab: GitLab, job: Callable[..., LabJob], fail_on: str, code: int) -> None:
    ran = job().run("--fail-on", fail_on)
    assert ran.code == code, ran
    assert ran.dotenv["NEXUS_DIFF_FAILING"] == ("true" if code else "false")


def test_outputs_are_variables_of_the_next_jobs(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    found = job().run().dotenv
    assert found["NEXUS_DIFF_TEST_FILES"] == '["tests/test_app.py"]'
    assert (found["NEXUS_DIFF_BREAKING_CALL_SITES"], found["NEXUS_DIFF_HEAD"]) == ("1", shop.head)
    assert found["NEXUS_DIFF_REPORT_FILE"] == "nexus-diff-report/report.md"
    assert len(found) <= 20


def test_discussions_stand_on_changed_lines_once(shop: Shop, gitlab: GitLab, job: Callable[..., LabJob]) -> None:
    """The merge has the line four lines further down; discussions belong to the head."""
    gitlab.lines = {"shop/pay.py": {6, 7}}
    more = merge_request("merged_result", shop.head, shop.fork_point)
    assert job(shop.merge, **more).run("--discussions", "off").code == 0
    assert gitlab.inline() == []
    for _ in range(2):
        ran = job(shop.merge, **more).run("--discussions", "on")
        assert (ran.code, ran.warnings) == (0, [])
    (inline,) = gitlab.inline()
    assert (inline["position"]["new_path"], inline["position"]["new_line"]) == ("shop/pay.py", 6)
    assert "shop/app.py:5" in inline["body"]
    assert len(gitlab.sticky()) == 1


def test_row_24_the_token_reaches_no_child_and_no_output(gitlab: GitLab, job: Callable[..., LabJob], tmp_path: Path) -> None:
    spy = tmp_path / "bin/git"
    spy.parent.mkdir()
    spy.write_text(f'#!/bin/sh\nenv >> {tmp_path}/seen\nexec /usr/bin/env -u NEXUS_SPY PATH="$NEXUS_PATH" git "$@"\n')
    spy.chmod(0o755)
    ran = job().run("--verbose", PATH=f"{spy.parent}:{os.environ['PATH']}", NEXUS_PATH=os.environ["PATH"])
    assert ran.code == 0, ran
    assert "CI_PROJECT_DIR" in (tmp_path / "seen").read_text()
    files = [path for path in ran.clone.rglob("*") if path.is_file() and ".git/" not in str(path)]
    texts = [ran.out, ran.err, (tmp_path / "seen").read_text(), *(path.read_text("utf-8", "replace") for path in files)]
    assert TOKEN not in "".join(texts)


@pytest.mark.parametrize("name", ["gl-code-quality-report.json", "nexus-diff.env", "nexus-diff-report"])
def test_row_8_links_of_the_repository_are_not_followed(gitlab: GitLab, job: Callable[..., LabJob], tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    target = outside if name == "nexus-diff-report" else outside / "file"
    if target is not outside:
        target.write_text("mine")
    one = job()
    (one.clone / name).symlink_to(target)
    ran = one.run()
    assert ran.code == 0, ran
    assert len(ran.broken) == 1
    assert [path.read_text() for path in outside.iterdir()] == ([] if target is outside else ["mine"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_checkout_of_another_user_is_opened_where_the_runner_made_it(gitlab: GitLab, job: Callable[..., LabJob], tmp_path: Path) -> None:
    one = job()
    for path in (one.clone, *one.clone.rglob("*")):
        os.chown(path, 1234, 1234, follow_symlinks=False)
    ran = one.run(HOME=str(tmp_path))
    assert (ran.code, ran.warnings) == (0, []), ran
    assert len(ran.broken) == 1


def test_a_discussion_in_a_renamed_file_names_both_paths(repo_type: Any, gitlab: GitLab, tmp_path: Path, index: Path) -> None:
    host = repo_type(tmp_path / "renamed")
    host.git("config", "uploadpack.allowAnySHA1InWant", "true")
    lines = "".join(f"NUMBER_{number} = {number}\n" for number in range(30))
    caller = "from shop.pay import charge\n\n\ndef buy():\n    return charge(1)\n"
    base = host.commit({"shop/__init__.py": "", "shop/pay.py": "def charge(a):\n    return a\n", "shop/app.py": lines + caller})
    host.git("checkout", "--quiet", "-b", "topic")
    changed = lines + caller.replace("charge(1)", "charge(9)")
    head = host.commit({"shop/pay.py": "def charge(a, b):\n    return a\n", "shop/app.py": None, "shop/shop.py": changed})
    clone = Shop(host.path, host.git).clone(tmp_path / "clone", head, depth=0)
    gitlab.head = head
    told = {**merge_request("detached", base=base), "NEXUS_DIFF_GITLAB_TOKEN": TOKEN}
    ran = LabJob(clone, index, variables(gitlab.public, clone, head, **told)).run("--discussions", "on")
    assert (ran.code, ran.warnings) == (0, []), ran
    (note,) = [note for note in gitlab.inline() if note["position"]["new_path"] == "shop/shop.py"]
    assert (note["position"]["old_path"], note["position"]["new_line"]) == ("shop/app.py", 35)
