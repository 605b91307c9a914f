"""The hooks, by git itself and by a real pre-commit."""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
    assert hook(pushing, "pre-push", "--fail-on", "breaking", lines=line(pushing, "", pushing.git("rev-parse", "main~1"))) == (0, "", "")


def test_without_any_line_it_is_head_against_its_upstream(pushing: Any) -> None:
    """All up to date, or a manager of hooks that keeps stdin to itself."""
    pushing.git("push", "-q", "-u", "origin", "main")
    pushing.commit(BROKEN)
    assert BREAKS in hook(pushing)[1]
    pushing.git("push", "-q")
    assert hook(pushing, "pre-push", "--fail-on", "breaking") == (0, "", "")


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


@pytest.fixture
def hooked(pushing: Any) -> Any:
    """With the hook installed by hand, as docs/hooks.md says."""
    own = pushing.path / ".git" / "hooks" / "pre-push"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nexus_diff hook pre-push --fail-on breaking --strict\n')
    own.chmod(0o755)
    return pushing


def branched(repo: Any, **branches: dict[str, str]) -> None:
    """New branches off main, each with a commit."""
    for name, files in branches.items():
        repo.git("checkout", "-q", "-B", name, "main")
        repo.commit(files)


def test_a_branch_from_its_first_push_to_its_deletion(hooked: Any) -> None:
    branched(hooked, feature=HARMLESS)
    assert push(hooked, {}, "origin", "feature")[0] == 0
    hooked.commit(BROKEN)
    code, text = push(hooked, {}, "origin", "feature")
    assert code != 0
    assert BREAKS in text
    assert push(hooked, {}, "--no-verify", "origin", "feature")[0] == 0
    hooked.commit({"pay.py": BROKEN["pay.py"] + "\n\ndef more():\n    pass\n"})
    code, text = push(hooked, {}, "origin", "feature")
    assert (code, BREAKS in text) == (0, False)  # the remote has the break already
    code, text = push(hooked, {}, "origin", "--delete", "feature")
    assert (code, "nexus-diff" in text) == (0, False)


def test_three_branches_in_one_push(hooked: Any) -> None:
    branched(hooked, one=HARMLESS, two=BROKEN, three={"pay.py": OLD["pay.py"].replace("return amount", "return -amount")})
    code, text = push(hooked, {}, "origin", "one", "two", "three")
    assert code != 0
    assert [name for name in ("one", "two", "three") if f"{name}: " in text] == ["two", "three"]
    assert hooked.git("ls-remote", "origin", "one") == ""
    code, text = push(hooked, {}, "origin", "one", "three", ":gone")
    assert code != 0  # git's own refusal: there is no such branch to delete
    code, text = push(hooked, {}, "origin", "one", "three")
    assert code == 0, text


def test_a_forced_push_is_compared_with_what_the_remote_has(hooked: Any) -> None:
    branched(hooked, feature=BROKEN)
    assert push(hooked, {}, "--no-verify", "origin", "feature")[0] == 0
    branched(hooked, feature=HARMLESS)
    code, text = push(hooked, {}, "--force", "origin", "feature")
    assert (code, "breaks" in text) == (0, False)


@pytest.mark.parametrize(("base", "head"), [("HEAD~1", "HEAD"), ("origin/main", "main"), ("main~1", "main"), ("", "HEAD")])
def test_refs_that_are_given_by_hand(pushing: Any, base: str, head: str) -> None:
    """`pre-commit run --hook-stage pre-push --from-ref origin/main --to-ref HEAD`, as a CI job says it."""
    pushing.git("fetch", "-q", "origin")
    pushing.git("remote", "set-head", "origin", "main")
    pushing.commit(BROKEN)
    code, out, err = hook(pushing, PRE_COMMIT_FROM_REF=base, PRE_COMMIT_TO_REF=head)
    assert (code, err) == (0, "")
    assert BREAKS in out


def test_a_ref_that_is_none_is_one_line(pushing: Any) -> None:
    code, out, err = hook(pushing, "pre-push", "--strict", PRE_COMMIT_FROM_REF="main", PRE_COMMIT_TO_REF="nowhere")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "unknown revision 'nowhere'" in err


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
    done = subprocess.run(
        ["git", "push", *arguments], cwd=repo.path, env=home or None, capture_output=True, text=True, timeout=300, check=False
    )
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


def test_pre_commit_on_later_pushes_and_on_three_branches_at_once(with_pre_commit: Any) -> None:
    repo, home = with_pre_commit
    assert push(repo, home, "origin", "main")[0] == 0
    branched(repo, feature=HARMLESS)
    assert push(repo, home, "origin", "feature")[0] == 0
    repo.commit(BROKEN)
    code, text = push(repo, home, "origin", "feature")
    assert (code != 0, BREAKS in text) == (True, True)
    branched(repo, one=BROKEN, two=HARMLESS, three=HARMLESS)
    code, text = push(repo, home, "origin", "one", "two", "three")
    assert (code != 0, BREAKS in text) == (True, True)
    assert repo.git("ls-remote", "origin", "two") == ""


def said(command: list[str], where: Path, env: dict[str, str]) -> tuple[int, str, float]:
    """Exit code, both outputs and seconds."""
    started = time.monotonic()
    done = subprocess.run(command, cwd=where, env=env, capture_output=True, text=True, timeout=900, check=False)
    return done.returncode, done.stdout + done.stderr, time.monotonic() - started


@pytest.fixture
def outside(tmp_path: Path) -> dict[str, str]:
    """The environment of a user: nothing leads to this checkout but what pre-commit installs."""
    pytest.importorskip("pre_commit")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PRE_COMMIT", "GIT_"))}
    return {**kept, **IDENTITY, "PRE_COMMIT_HOME": str(tmp_path / "cache")}


@pytest.mark.slow
@pytest.mark.network
def test_pre_commit_tries_this_very_repository(pushing: Any, outside: dict[str, str]) -> None:
    """`pre-commit try-repo`: with an environment of its own, made from this checkout and a package registry."""
    pushing.git("fetch", "-q", "origin")
    pushing.commit(BROKEN)
    refs = ["--hook-stage", "pre-push", "--from-ref", "origin/main", "--to-ref", "HEAD", "--verbose"]
    code, text, seconds = said([sys.executable, "-m", "pre_commit", "try-repo", str(TOP), "nexus-diff", *refs], pushing.path, outside)
    print(f"try-repo, the environment included: {seconds:.1f} s")
    assert code == 0, text
    assert BREAKS in text


@pytest.mark.slow
@pytest.mark.network
def test_the_hooks_from_an_environment_of_pre_commit_s_own(pushing: Any, outside: dict[str, str]) -> None:
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=TOP, capture_output=True, text=True, check=True).stdout.strip()
    hooks = "  - id: nexus-diff\n    args: [--fail-on=breaking]\n  - id: nexus-diff-staged\n"
    pushing.commit({".pre-commit-config.yaml": f"repos:\n- repo: {TOP}\n  rev: {commit}\n  hooks:\n{hooks}"})
    install = [sys.executable, "-m", "pre_commit", "install", "--install-hooks", "-t", "pre-push", "-t", "pre-commit"]
    code, text, seconds = said(install, pushing.path, outside)
    assert code == 0, text
    print(f"pre-commit install --install-hooks: {seconds:.1f} s")
    assert push(pushing, outside, "origin", "main")[0] == 0
    pushing.git("checkout", "-q", "-b", "feature")
    pushing.write(BROKEN)
    code, text, seconds = said(["git", "commit", "-qam", "broken"], pushing.path, outside)
    print(f"git commit with nexus-diff-staged: {seconds:.1f} s")
    assert (code, BREAKS in text) == (0, True), text
    for wanted in ("first", "warm"):
        code, text, seconds = said(["git", "push", "origin", "feature"], pushing.path, outside)
        print(f"git push with nexus-diff, {wanted}: {seconds:.1f} s")
        assert (code != 0, BREAKS in text) == (True, True), text
    assert push(pushing, outside, "--no-verify", "origin", "feature")[0] == 0
    assert push(pushing, outside, "origin", "--delete", "feature")[0] == 0
