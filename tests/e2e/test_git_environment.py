"""Which repository is meant, and whose it is: the environment, git's own hooks, owners."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_shapes import BREAKS, BROKEN, COMMAND, SHOP, at, brief, finds_the_break, refused

# The environment


@pytest.mark.parametrize(
    ("variables", "below"),
    [
        ({"GIT_DIR": ".git"}, ""),
        ({"GIT_DIR": "{top}/.git"}, ""),
        ({"GIT_DIR": "../.git"}, "below"),
        ({"GIT_DIR": "../.git", "GIT_WORK_TREE": ".."}, "below"),
        ({"GIT_WORK_TREE": "{top}"}, ""),
        ({"GIT_DIR": "{top}/.git", "GIT_WORK_TREE": "{top}"}, "/"),
        ({"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_PREFIX": ""}, ""),
        ({"GIT_DIR": ".git", "GIT_COMMON_DIR": ".git"}, ""),
    ],
)
def test_what_the_environment_says_of_the_repository(paid: Any, variables: dict[str, str], below: str) -> None:
    (paid.path / "below").mkdir()
    paid.write({"pay.py": BROKEN})
    env = {name: value.format(top=paid.path) for name, value in variables.items()}
    finds_the_break(brief(paid, cwd=paid.path / below, env=env))
    paid.git("add", "--all")
    finds_the_break(brief(paid, "--staged", cwd=paid.path / below, env=env))


def test_a_working_tree_apart_from_its_repository(paid: Any, tmp_path: Path) -> None:
    """As people keep their home folder under git."""
    bare = paid.clone(tmp_path / "dots.git", "--bare")
    home = tmp_path / "home"
    env = {"GIT_DIR": str(bare.path), "GIT_WORK_TREE": str(home)}
    home.mkdir()
    subprocess.run(["git", "checkout", "-q", "-f", "main"], cwd=home, env={**os.environ, **env}, check=True)
    assert brief(bare, cwd=home, env=env).out == ""
    (home / "pay.py").write_text(BROKEN)
    finds_the_break(brief(bare, cwd=home, env=env))
    subprocess.run(["git", "add", "pay.py"], cwd=home, env={**os.environ, **env}, check=True)
    finds_the_break(brief(bare, "--staged", cwd=home, env=env))


def test_a_repository_that_is_named_goes_before_the_environment(paid: Any, make: Callable[..., Any], tmp_path: Path) -> None:
    other = make("other")
    other.commit({"b.py": "def b():\n    pass\n"})
    paid.write({"pay.py": BROKEN})
    env = {"GIT_DIR": str(other.path / ".git"), "GIT_WORK_TREE": str(other.path), "GIT_INDEX_FILE": str(other.path / ".git/index")}
    finds_the_break(brief(paid, "--repo", str(paid.path), cwd=tmp_path, env=env))
    assert brief(paid, env=env).out == ""


def test_an_index_of_its_own(paid: Any, tmp_path: Path) -> None:
    index = tmp_path / "index"
    shutil.copy(paid.path / ".git" / "index", index)
    paid.write({"pay.py": BROKEN})
    subprocess.run(["git", "add", "pay.py"], cwd=paid.path, env={**os.environ, "GIT_INDEX_FILE": str(index)}, check=True)
    assert brief(paid, "--staged").out == ""
    finds_the_break(brief(paid, "--staged", env={"GIT_INDEX_FILE": str(index)}))


@pytest.mark.parametrize(
    ("variables", "arguments", "words"),
    [
        ({"GIT_DIR": "/nowhere"}, [], ("GIT_DIR=/nowhere is no git repository", "--repo DIR")),
        ({"GIT_DIR": "."}, ["HEAD"], ("GIT_DIR=. is no git repository",)),
        ({"GIT_DIR": "pay.py"}, [], ("GIT_DIR=pay.py",)),
        ({"GIT_WORK_TREE": "/nowhere"}, [], ("GIT_WORK_TREE=/nowhere: no such folder", "--repo DIR")),
        ({"GIT_INDEX_FILE": "nowhere/index"}, [], ("GIT_INDEX_FILE=nowhere/index: no such file",)),
        ({"GIT_INDEX_FILE": "nowhere/index"}, ["--staged"], ("GIT_INDEX_FILE=nowhere/index: no such file",)),
        ({"GIT_COMMON_DIR": "/tmp"}, [], ("GIT_COMMON_DIR=/tmp", "unset it")),
    ],
)
def test_what_the_environment_says_wrongly(paid: Any, variables: dict[str, str], arguments: list[str], words: tuple[str, ...]) -> None:
    refused(paid.run(*arguments, env=variables), *words)


def test_ceilings_stop_the_search_as_they_stop_git_s(paid: Any) -> None:
    below = paid.path / "below"
    below.mkdir()
    refused(paid.run(cwd=below, env={"GIT_CEILING_DIRECTORIES": str(paid.path)}), "not in a git repository", "--repo DIR")
    assert paid.run(cwd=below, env={"GIT_CEILING_DIRECTORIES": str(paid.path.parent)}).code == 0
    assert paid.run(env={"GIT_CEILING_DIRECTORIES": str(paid.path)}).code == 0


# Inside of git's own hooks


def install(repo: Any, name: str, command: str, folder: Path | None = None) -> None:
    file = (folder or repo.path / ".git" / "hooks") / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{command}\n")
    file.chmod(0o755)


def git(repo: Any, *arguments: str) -> str:
    """What git and its hooks say."""
    identity = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", *arguments], cwd=repo.path, env={**os.environ, **identity}, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("words", [["-a"], ["--", "pay.py"], ["--only", "pay.py"], ["--include", "pay.py"], []])
def test_a_commit_is_judged_by_the_index_that_it_makes(paid: Any, tmp_path: Path, words: list[str], linked: bool) -> None:
    """`git commit -a` and `git commit FILE` hand their hooks an index of their own."""
    install(paid, "pre-commit", f"exec {COMMAND} hook pre-commit --strict")
    repo = paid
    if linked:
        paid.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
        repo = at(paid, tmp_path / "side")
    repo.write({"pay.py": BROKEN, "shop.py": SHOP.replace("total", "sum_of_all")})
    if not words:
        repo.git("add", "pay.py")
    said = git(repo, "commit", "-m", "x", *words)
    assert "does not fit `charge`: it needs `currency`" in said
    assert ("2 changed symbols" in said) == (words == ["-a"]), said


def test_a_commit_inside_a_submodule(superproject: Any) -> None:
    inside = at(superproject, superproject.path / "sub")
    install(inside, "pre-commit", f"exec {COMMAND} hook pre-commit --strict", superproject.path / ".git" / "modules" / "sub" / "hooks")
    inside.write({"pay.py": BROKEN})
    assert BREAKS in git(inside, "commit", "-a", "-m", "x")


def test_a_push_is_judged_before_it_is_accepted(paid: Any, tmp_path: Path) -> None:
    """In a pre-receive hook the new objects lie apart, and GIT_DIR is `.`."""
    bare = paid.clone(tmp_path / "remote.git", "--bare")
    script = f"while read old new ref; do {COMMAND} $old..$new --format brief --fail-on breaking || exit 1; done"
    install(bare, "pre-receive", script, bare.path / "hooks")
    paid.git("remote", "add", "origin", str(bare.path))
    paid.commit({"pay.py": BROKEN})
    said = git(paid, "push", "origin", "main")
    assert BREAKS in said
    assert "pre-receive hook declined" in said
    paid.commit({"shop.py": SHOP.replace("charge(total)", "charge(total, 'EUR')")})
    assert "main -> main" in git(paid, "push", "origin", "main")


def test_an_alias_of_git_s(paid: Any) -> None:
    (paid.path / "below").mkdir()
    paid.git("config", "alias.impact", f"!{COMMAND} --format brief")
    paid.write({"pay.py": BROKEN})
    assert BREAKS in git(at(paid, paid.path / "below"), "impact")


# Whose repository it is

AS_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving files to another user needs root")
NOBODY = 65534


def give_away(folder: Path) -> None:
    for root, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            os.chown(os.path.join(root, name), NOBODY, NOBODY, follow_symlinks=False)


@AS_ROOT
@pytest.mark.parametrize("below", ["", "below", ".git"])
def test_a_repository_of_another_user_is_refused(paid: Any, below: str) -> None:
    (paid.path / "below").mkdir()
    give_away(paid.path)
    ran = paid.run(cwd=paid.path / below)
    refused(ran, "belongs to another user", "if you trust it: git config --global --add safe.directory ")
    assert ran.err.rstrip().endswith(str(paid.path if below != ".git" else paid.path / ".git"))
    assert not (paid.path / ".git" / "nexus-diff").exists()


@AS_ROOT
@pytest.mark.parametrize("how", ["global", "environment", "star", "below-star", "git-dir"])
def test_a_repository_of_another_user_that_is_trusted(paid: Any, tmp_path: Path, how: str) -> None:
    """Whatever git accepts: its settings, wherever they stand, and GIT_DIR."""
    paid.write({"pay.py": BROKEN})
    give_away(paid.path)
    env = {}
    if how == "global":
        (tmp_path / "config").write_text(f"[safe]\n\tdirectory = {paid.path}\n")
        env = {"GIT_CONFIG_GLOBAL": str(tmp_path / "config")}
    elif how == "git-dir":
        env = {"GIT_DIR": ".git"}
    else:
        value = {"environment": str(paid.path), "star": "*", "below-star": f"{tmp_path}/*"}[how]
        env = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": value}
    if how == "below-star" and subprocess.run(["git", "status"], cwd=paid.path, env={**os.environ, **env}, check=False).returncode:
        pytest.skip("wildcards need git 2.46")
    finds_the_break(brief(paid, env=env))
    assert brief(paid, "HEAD", env=env).code == 0


@AS_ROOT
def test_trust_in_one_repository_is_none_in_another(paid: Any, make: Callable[..., Any]) -> None:
    other = make("other")
    other.commit({"b.py": "def b():\n    pass\n"})
    give_away(paid.path)
    give_away(other.path)
    env = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": str(paid.path)}
    assert paid.run(env=env).code == 0
    refused(other.run(env=env), "belongs to another user")
