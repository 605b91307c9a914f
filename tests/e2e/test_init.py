"""`nexus-diff init`: workflows that can be committed as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "github"
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
