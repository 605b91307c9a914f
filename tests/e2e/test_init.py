"""`nexus-diff init`: workflows that can be committed as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "github"
GITLAB = EXAMPLES.parents[1] / "ci" / "gitlab"
NAMES = sorted(f".github/workflows/nexus-diff-{file.name}" for file in EXAMPLES.glob("*.yml"))


def test_it_writes_every_example_for_the_default_branch(make: Any) -> None:
    repo = make("trunk")
    repo.git("checkout", "-q", "-b", "trunk")
    repo.commit({"a.py": "x = 1\n"})
    repo.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
    ran = repo.run("init", "github")
    assert ran.code == 0, ran
    assert (ran.out, [line.rpartition(" ")[2] for line in ran.err.splitlines() if " wrote " in line]) == ("", NAMES)
    index = (repo.path / ".github/workflows/nexus-diff-index.yml").read_text()
    assert index == (EXAMPLES / "index.yml").read_text().replace("branches: [main]", "branches: [trunk]")
    assert "trunk" in index


def test_what_is_there_stays(repo: Any) -> None:
    repo.commit({NAMES[0]: "mine\n"})
    ran = repo.run("init", "github")
    assert ran.code == 0
    assert f"{NAMES[0]} is there already and stays" in ran.err
    assert (repo.path / NAMES[0]).read_text() == "mine\n"
    assert repo.run("init", "github", "--overwrite").code == 0
    assert (repo.path / NAMES[0]).read_text() != "mine\n"


def test_a_link_is_never_followed(repo: Any, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine\n")
    (repo.path / NAMES[0]).parent.mkdir(parents=True)
    (repo.path / NAMES[0]).symlink_to(outside)
    assert repo.run("init", "github", "--overwrite").code == 0
    assert outside.read_text() == "mine\n"


@pytest.mark.parametrize("link", [".github", ".github/workflows"])
def test_no_folder_that_is_a_link_is_followed(repo: Any, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (repo.path / link).parent.mkdir(exist_ok=True)
    (repo.path / link).symlink_to(outside)
    ran = repo.run("init", "github")
    assert (ran.code, ran.err) == (
        2,
        f"nexus-diff: {link} is a link, which is not followed; make it a folder, or write the workflows where it leads\n",
    )
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("branch", "written"), [("1.10", '["1.10"]'), ("on", '["on"]'), ("No", '["No"]'), ("a/b-1", "[a/b-1]"), ("a,b", "[main]")]
)
def test_a_branch_stays_a_text(repo: Any, branch: str, written: str) -> None:
    repo.commit({"a.py": "x = 1\n"})
    repo.git("update-ref", f"refs/remotes/origin/{branch}", "HEAD")
    repo.git("symbolic-ref", "refs/remotes/origin/HEAD", f"refs/remotes/origin/{branch}")
    assert repo.run("init", "github").code == 0
    assert f"branches: {written}" in (repo.path / ".github/workflows/nexus-diff-index.yml").read_text()


def test_gitlab_gets_its_jobs_and_a_pipeline_that_includes_them(repo: Any) -> None:
    ran = repo.run("init", "gitlab")
    assert ran.code == 0, ran
    assert (repo.path / ".gitlab/nexus-diff.yml").read_text() == (GITLAB / "nexus-diff.yml").read_text()
    assert (repo.path / ".gitlab-ci.yml").read_text() == "include:\n  - local: .gitlab/nexus-diff.yml\n"
    assert "docs/gitlab.md" in ran.err


def test_a_pipeline_of_ones_own_stays_whatever_is_asked(repo: Any) -> None:
    repo.commit({".gitlab-ci.yml": "mine: {script: [ls]}\n"})
    ran = repo.run("init", "gitlab", "--overwrite")
    assert ran.code == 0
    assert (repo.path / ".gitlab-ci.yml").read_text() == "mine: {script: [ls]}\n"
    assert "include: [{local: .gitlab/nexus-diff.yml}]" in ran.err


@pytest.mark.parametrize(
    ("options", "arguments", "line"),
    [
        ({"bare": True}, ["init", "github"], "nexus-diff: a bare repository has no working tree"),
        ({}, ["init", "svn"], "nexus-diff init: argument service"),
        ({}, ["init"], "nexus-diff init: the following arguments are required"),
    ],
)
def test_where_it_cannot_run(make: Any, options: dict[str, bool], arguments: list[str], line: str) -> None:
    ran = make("other", **options).run(*arguments)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert ran.err.startswith(line)
