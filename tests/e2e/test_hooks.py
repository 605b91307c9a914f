"""The hooks, by git itself and by a real pre-commit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
OLD = {
    "pay.py": "def charge(amount):\n    return amount\n",
    "shop.py": "from pay import charge\n\n\ndef checkout(total):\n    return charge(total)\n",
}
BROKEN = {"pay.py": "def charge(amount, currency):\n    return amount\n"}
HARMLESS = {"pay.py": "# a comment\ndef charge(amount):\n    return amount\n"}
ZEROS = "0" * 40
BREAKS = "shop.py:5: breaks: `charge(total)` does not fit `charge`: it needs `currency`"


@pytest.fixture
def pushing(make: Callable[..., Any], tmp_path: Path) -> Any:
    """A repository with a bare remote that has its main branch."""
    remote = make("remote.git", bare=True)
    repo = make("work")
    repo.git("remote", "add", "origin", str(remote.path))
    repo.commit(OLD)
    repo.git("push", "-q", "origin", "main")
    return repo


def hook(repo: Any, stage: str = "pre-push", *arguments: str, lines: str = "", **env: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "nexus_diff", "hook", stage, *arguments],
        cwd=repo.path, env={**os.environ, **env}, input=lines, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def line(repo: Any, branch: str, remote: str) -> str:
    head = repo.git("rev-parse", branch) if branch else ZEROS
    return f"refs/heads/{branch or 'gone'} {head} refs/heads/{branch or 'gone'} {remote}\n"


def test_a_later_push_is_compared_with_what_the_remote_has(pushing: Any) -> None:
    base = pushing.git("rev-parse", "main")
    pushing.commit(BROKEN)
    code, out, _ = hook(pushing, lines=line(pushing, "main", base))
    assert code == 0
    assert BREAKS in out
    assert out.startswith("main: 1 changed symbol reaches")


def test_the_first_push_of_a_branch_is_compared_with_the_default_branch(pushing: Any) -> None:
    pushing.git("checkout", "-q", "-b", "feature")
    pushing.commit(BROKEN)
    code, out, _ = hook(pushing, lines=line(pushing, "feature", ZEROS))
    assert (code, BREAKS in out) == (0, True)


def test_it_blocks_only_when_asked(pushing: Any) -> None:
    base = pushing.git("rev-parse", "main")
    pushing.commit(BROKEN)
    code, out, err = hook(pushing, "pre-push", "--fail-on", "breaking", lines=line(pushing, "main", base))
    assert code == 1
    assert BREAKS in out
    assert "--fail-on: 1 breaking call site" in err


def test_nothing_to_say_says_nothing(pushing: Any) -> None:
    base = pushing.git("rev-parse", "main")
    pushing.commit(HARMLESS)
    assert hook(pushing, lines=line(pushing, "main", base)) == (0, "", "")


def test_three_branches_at_once(pushing: Any) -> None:
    base = pushing.git("rev-parse", "main")
    lines = ""
    for name, files in (("one", BROKEN), ("two", HARMLESS), ("three", {"pay.py": "def other():\n    pass\n"})):
        pushing.git("checkout", "-q", "-B", name, base)
        pushing.commit(files)
        lines += line(pushing, name, ZEROS)
    code, out, err = hook(pushing, lines=lines)
    assert code == 0, err
    assert [text.split(":")[0] for text in out.splitlines() if not text.startswith(" ")] == ["one", "three"]


def test_a_deleted_branch_is_nothing_to_analyse(pushing: Any) -> None:
    pushing.commit(BROKEN)
    code, out, _ = hook(pushing, lines=line(pushing, "", pushing.git("rev-parse", "main~1")))
    assert code == 0
    assert BREAKS not in out


def test_the_first_push_of_a_whole_history(make: Callable[..., Any]) -> None:
    repo = make("fresh")
    repo.commit(OLD)
    code, out, err = hook(repo, lines=line(repo, "main", ZEROS))
    assert (code, out) == (0, "")
    assert err == "nexus-diff: main: the remote has nothing to compare with yet\n"


def test_a_commit_of_the_remote_that_is_not_here(pushing: Any) -> None:
    pushing.git("checkout", "-q", "-b", "feature")
    pushing.commit(BROKEN)
    code, out, _ = hook(pushing, lines=line(pushing, "feature", "1" * 40))
    assert (code, BREAKS in out) == (0, True)


@pytest.mark.parametrize("lines", ["junk\n", "a b c d\n", "\x00\n" + "x" * 9999])
def test_lines_that_git_does_not_write(pushing: Any, lines: str) -> None:
    code, out, err = hook(pushing, lines=lines)
    assert (code, out, len(err.splitlines())) == (0, "", 1)
    assert "is no line of a pre-push hook" in err
    assert hook(pushing, "pre-push", "--strict", lines=lines)[0] == 2


@pytest.mark.parametrize("arguments", [["--seconds", "0.001"], ["--fail-on", "nonsense"], ["--config", "no-such-file"]])
def test_its_own_fault_never_blocks(pushing: Any, arguments: list[str]) -> None:
    base = pushing.git("rev-parse", "main")
    pushing.commit(BROKEN)
    code, out, err = hook(pushing, "pre-push", *arguments, lines=line(pushing, "main", base))
    assert (code, out, len(err.splitlines())) == (0, "", 1)
    assert hook(pushing, "pre-push", *arguments, "--strict", lines=line(pushing, "main", base))[0] == 2


def test_the_index_is_what_a_commit_is_judged_by(pushing: Any) -> None:
    pushing.write(BROKEN)
    pushing.git("add", "pay.py")
    pushing.write({"pay.py": OLD["pay.py"]})
    code, out, _ = hook(pushing, "pre-commit")
    assert code == 0
    assert BREAKS in out
    assert out.startswith("staged changes: ")


def test_git_runs_it_as_its_own_hook(pushing: Any) -> None:
    own = pushing.path / ".git" / "hooks" / "pre-push"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nexus_diff hook pre-push --fail-on breaking\n')
    own.chmod(0o755)
    pushing.commit(BROKEN)
    done = subprocess.run(["git", "push", "origin", "main"], cwd=pushing.path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert BREAKS in done.stdout + done.stderr
    pushing.commit(OLD)
    assert subprocess.run(["git", "push", "origin", "main"], cwd=pushing.path, capture_output=True, check=False).returncode == 0


def test_pre_commit_accepts_the_manifest() -> None:
    pytest.importorskip("pre_commit")
    done = subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", str(TOP / ".pre-commit-hooks.yaml")], check=False)
    assert done.returncode == 0


@pytest.fixture
def with_pre_commit(pushing: Any, tmp_path: Path) -> Any:
    """The repository under pre-commit. The hooks run from this very environment: making one anew needs a package registry."""
    pytest.importorskip("pre_commit")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    manifest = (TOP / ".pre-commit-hooks.yaml").read_text()
    manifest = manifest.replace("entry: nexus-diff ", f"entry: {sys.executable} -m nexus_diff ").replace(
        "language: python", "language: system"
    )
    (hooks / ".pre-commit-hooks.yaml").write_text(manifest)
    for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "hooks"], ["tag", "v1.0.0"]):
        subprocess.run(["git", *command], cwd=hooks, env={**os.environ, **IDENTITY}, check=True, capture_output=True)
    config = (
        f"repos:\n- repo: {hooks}\n  rev: v1.0.0\n  hooks:\n  - id: nexus-diff\n    args: [--fail-on=breaking]\n  - id: nexus-diff-staged\n"
    )
    pushing.commit({".pre-commit-config.yaml": config})
    home = {**os.environ, **IDENTITY, "PRE_COMMIT_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "pre_commit", "install", "-t", "pre-push", "-t", "pre-commit"]
    subprocess.run(command, cwd=pushing.path, env=home, check=True, capture_output=True)
    return pushing, home


IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


def push(repo: Any, home: dict[str, str], *arguments: str) -> tuple[int, str]:
    done = subprocess.run(["git", "push", *arguments], cwd=repo.path, env=home, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout + done.stderr


def test_pre_commit_runs_the_push_hook(with_pre_commit: Any) -> None:
    repo, home = with_pre_commit
    assert push(repo, home, "origin", "main")[0] == 0
    repo.git("checkout", "-q", "-b", "feature")
    repo.write(BROKEN)
    done = subprocess.run(["git", "commit", "-qam", "broken"], cwd=repo.path, env=home, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert BREAKS in done.stdout + done.stderr  # the staged hook speaks, and does not block
    code, text = push(repo, home, "origin", "feature")
    assert code != 0
    assert BREAKS in text
    code, text = push(repo, home, "--no-verify", "origin", "feature")
    assert code == 0
    assert push(repo, home, "origin", "--delete", "feature")[0] == 0


def test_pre_commit_s_first_push_of_a_whole_history(with_pre_commit: Any, make: Callable[..., Any]) -> None:
    repo, home = with_pre_commit
    other = make("other.git", bare=True)
    repo.git("remote", "add", "other", str(other.path))
    code, text = push(repo, home, "other", "main")
    assert code == 0, text
