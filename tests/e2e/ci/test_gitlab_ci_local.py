"""Row 15: the shipped jobs, run for real by gitlab-ci-local."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import oracles
import pytest
from ci_shop import Shop
from code_quality import read_report
from github_fake import served
from gitlab_fake import PROJECT, GitLab
from gitlab_job import TOKEN

pytestmark = pytest.mark.e2e
SHIPPED = Path(__file__).parents[3] / "ci/gitlab"
PULL = {
    "CI_PIPELINE_SOURCE": "merge_request_event",
    "CI_MERGE_REQUEST_IID": "7",
    "CI_MERGE_REQUEST_EVENT_TYPE": "detached",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
}
INCLUDES = {
    "nexus-diff.yml": "include:\n  - local: .gitlab/nexus-diff.yml\n",
    "component.yml": "include:\n  - local: .gitlab/component.yml\n    inputs:\n      fail-on: breaking\n      stage: build\n",
}


@pytest.fixture
def run(shop: Shop, tmp_path: Path) -> Callable[..., tuple[int, str, Path]]:
    """Runs one job on a shallow clone: exit code, log, and the folder that it ran in."""
    program = oracles.gitlab_ci_local()
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "nexus-diff").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nexus_diff "$@"\n')
    (tools / "nexus-diff").chmod(0o755)

    def start(job: str, file: str, variables: dict[str, str]) -> tuple[int, str, Path]:
        place = tmp_path / "clone"
        clone = place if place.exists() else shop.clone(place, shop.head, depth=1)
        (clone / ".gitlab").mkdir(exist_ok=True)
        (clone / ".gitlab" / file).write_text((SHIPPED / file).read_text())
        (clone / ".gitlab-ci.yml").write_text(INCLUDES[file])
        subprocess.run(["git", "add", "--all"], cwd=clone, check=True)  # it includes what git knows
        folder = clone / ".gitlab-ci-local/builds" / job
        # with an image it takes the job for one in a container, and says so in this variable
        told = {"CI_PROJECT_DIR": str(folder), "CI_DEFAULT_BRANCH": "main", **variables}
        words = [word for name, value in told.items() for word in ("--variable", f"{name}={value}")]
        words += ["--ignore-predefined-vars", ",".join(told)]
        done = subprocess.run(
            [*program, "--force-shell-executor", "--shell-isolation", *words, job],
            cwd=clone,
            env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(tmp_path), "NEXUS_DIFF_GITLAB_TOKEN": ""},
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
        )
        return done.returncode, done.stdout + done.stderr, folder

    return start


@pytest.mark.parametrize(("file", "code"), [("nexus-diff.yml", 0), ("component.yml", 1)])
def test_row_15_a_merge_request(run: Callable[..., tuple[int, str, Path]], shop: Shop, file: str, code: int) -> None:
    """The component is asked to fail on what it finds."""
    left, log, place = run("nexus-diff", file, PULL)
    assert left == code, log
    found = read_report((place / "gl-code-quality-report.json").read_bytes())
    assert ("shop/app.py", 5) in [(one["location"]["path"], one["location"]["lines"]["begin"]) for one in found]
    assert "breaking call site" in log
    report = json.loads((place / "nexus-diff-report/report.json").read_bytes())
    assert (report["base"], report["head"]) == (shop.fork_point, shop.head)
    assert "NEXUS_DIFF_BREAKING_CALL_SITES=1" in (place / "nexus-diff.env").read_text().splitlines()
    assert list((place / ".nexus-diff-cache").glob("graph-*"))
    exported = place.parents[1] / "artifacts/nexus-diff"
    assert read_report((exported / "gl-code-quality-report.json").read_bytes()) == found


def test_row_15_one_note_after_two_runs(run: Callable[..., tuple[int, str, Path]], shop: Shop) -> None:
    pytest.importorskip("gitlab")
    fake = GitLab(TOKEN, shop.head)
    with served(fake) as address:  # type: ignore[arg-type]
        told = {**PULL, "CI_API_V4_URL": address, "CI_MERGE_REQUEST_PROJECT_ID": PROJECT, "NEXUS_DIFF_GITLAB_TOKEN": TOKEN}
        for _ in range(2):
            code, log, _ = run("nexus-diff", "nexus-diff.yml", told)
            assert code == 0, log
            assert TOKEN not in log
    assert len(fake.notes) == len(fake.writes()) == 1
    assert "charge" in fake.notes[0]["body"]


def test_row_15_the_default_branch_makes_index_and_empty_report(run: Callable[..., tuple[int, str, Path]]) -> None:
    code, log, place = run("nexus-diff-index", "nexus-diff.yml", {"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main"})
    assert code == 0, log
    assert read_report((place / "gl-code-quality-report.json").read_bytes()) == []
    assert "index of" in log
    assert len(list((place / ".nexus-diff-cache").glob("graph-*"))) == 1
