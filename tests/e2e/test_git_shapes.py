"""Every shape in which a repository comes: the right answer, or one line that says what is wrong and what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAY = "def charge(amount):\n    return amount\n\n\ndef refund(amount):\n    return -amount\n"
SHOP = "from pay import charge\n\n\ndef checkout(total):\n    return charge(total)\n"
BROKEN = PAY.replace("charge(amount)", "charge(amount, currency)")
BREAKS = "shop.py:5: breaks: `charge(total)` does not fit `charge`: it needs `currency`"
COMMAND = f'"{sys.executable}" -m nexus_diff'


@pytest.fixture
def paid(make: Callable[..., Any]) -> Any:
    """A repository with one commit on main."""
    repo = make("paid")
    repo.commit({"pay.py": PAY, "shop.py": SHOP})
    return repo


def at(repo: Any, path: Path) -> Any:
    """Another folder, to be used as a repository."""
    found = type(repo).__new__(type(repo))
    found.path = path
    return found


def changed(answer: Any) -> list[tuple[str, str]]:
    return [(symbol["qualified_name"], symbol["change"]) for symbol in answer["changed_symbols"]]


def refused(ran: Any, *words: str) -> None:
    """One line, exit 2, nothing on stdout."""
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran
    assert all(word in ran.err for word in words), ran


def finds_the_break(ran: Any) -> None:
    assert ran.code == 0, ran
    assert BREAKS in ran.out, ran


def brief(repo: Any, *arguments: str, **more: Any) -> Any:
    return repo.run(*arguments, "--format", "brief", **more)


# Line ends


@pytest.mark.parametrize(
    ("autocrlf", "attributes", "eol"),
    [
        ("true", "", "\r\n"),
        ("input", "", "\n"),
        ("input", "", "\r\n"),
        ("false", "*.py text\n", "\r\n"),
        ("false", "*.py text eol=crlf\n", "\r\n"),
        ("false", "* text=auto\n", "\r\n"),
    ],
)
def test_a_checkout_with_windows_line_ends(paid: Any, tmp_path: Path, autocrlf: str, attributes: str, eol: str) -> None:
    """Line ends that git would turn back are no change, whatever the rest of the file says."""
    if attributes:
        paid.commit({".gitattributes": attributes})
    work = paid.clone(tmp_path / "work", "-c", f"core.autocrlf={autocrlf}")
    work.write({"shop.py": SHOP.replace("\n", eol)})
    assert changed(work.ask()) == []
    work.write({"pay.py": BROKEN.replace("\n", eol)})
    answer = work.ask()
    assert changed(answer) == [("charge", "signature")]
    assert [(site["file"], site["line"]) for site in answer["breaking_call_sites"]] == [("shop.py", 5)]
    work.git("add", "--all")
    assert changed(work.ask("--staged")) == [("charge", "signature")]


def test_windows_line_ends_in_the_history(make: Callable[..., Any]) -> None:
    repo = make()
    repo.commit({"pay.py": PAY.replace("\n", "\r\n"), "shop.py": SHOP.replace("\n", "\r\n")})
    assert changed(repo.ask()) == []
    repo.commit({"pay.py": BROKEN.replace("\n", "\r\n")})
    answer = repo.ask("HEAD")
    assert changed(answer) == [("charge", "signature")]
    assert [(site["file"], site["line"]) for site in answer["breaking_call_sites"]] == [("shop.py", 5)]


@pytest.mark.parametrize("way", [("\n", "\r\n"), ("\r\n", "\n")])
def test_other_line_ends_alone_reach_nothing(make: Callable[..., Any], way: tuple[str, str]) -> None:
    repo = make()
    before, after = way
    repo.commit({"pay.py": PAY.replace("\n", before), "shop.py": SHOP})
    repo.commit({"pay.py": PAY.replace("\n", after)})
    answer = repo.ask("HEAD")
    assert {change for _, change in changed(answer)} <= {"comment"}
    assert answer["impacted"] == []


def test_mixed_line_ends(paid: Any) -> None:
    lines = PAY.splitlines()
    paid.write({"pay.py": "".join(line + ("\r\n" if at % 2 else "\n") for at, line in enumerate(lines)).replace("-amount", "0 - amount")})
    answer = paid.ask()
    assert [name for name, change in changed(answer) if change != "comment"] == ["refund"]


# Linked worktrees


def test_a_linked_worktree_has_its_own_branch_and_files(paid: Any, tmp_path: Path) -> None:
    paid.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = at(paid, tmp_path / "side")
    side.write({"pay.py": BROKEN})
    finds_the_break(brief(side))
    assert brief(paid).out == ""
    assert brief(side, "--staged").out == ""
    side.git("add", "pay.py")
    finds_the_break(brief(side, "--staged"))
    assert brief(paid, "--staged").out == ""
    side.commit()
    answer = side.ask()
    assert (answer["base"], changed(answer)) == (paid.git("rev-parse", "main"), [("charge", "signature")])
    finds_the_break(brief(side, "main..HEAD"))
    assert paid.ask()["changed_symbols"] == []


def test_a_linked_worktree_shares_the_index_unless_told_otherwise(paid: Any, tmp_path: Path) -> None:
    paid.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = at(paid, tmp_path / "side")
    assert side.run("index").code == 0
    assert str(paid.index) in side.run("status").out
    assert len(paid.snapshots()) == 1
    assert side.run("index", "--index-dir", str(tmp_path / "own")).code == 0
    assert len(list((tmp_path / "own").glob("graph-*"))) == 1
    assert not (tmp_path / "side" / "nexus-diff").exists()


def test_a_worktree_of_a_bare_repository(paid: Any, tmp_path: Path) -> None:
    """The layout with `.bare` and a `.git` file beside the worktrees."""
    top = tmp_path / "top"
    bare = paid.clone(top / ".bare", "--bare")
    (top / ".git").write_text("gitdir: ./.bare\n")
    bare.git("worktree", "add", "--quiet", str(top / "main"), "main")
    work = at(paid, top / "main")
    work.write({"pay.py": BROKEN})
    finds_the_break(brief(work))
    refused(at(paid, top).run(), "bare repository has no working tree", "main..HEAD")


def test_a_worktree_whose_repository_is_not_there(paid: Any, tmp_path: Path) -> None:
    """As when only the worktree is mounted into a container."""
    paid.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    paid.path.rename(tmp_path / "away")
    refused(at(paid, tmp_path / "side").run(), f"{tmp_path / 'side' / '.git'} leads to", "which is not there")


# Submodules


@pytest.fixture
def superproject(paid: Any, make: Callable[..., Any]) -> Any:
    above = make("super")
    above.commit({"main.py": "def main():\n    pass\n"})
    above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(paid.path), "sub")
    above.commit()
    return above


def test_a_submodule_at_another_commit_is_listed(superproject: Any) -> None:
    inside = at(superproject, superproject.path / "sub")
    inside.commit({"pay.py": BROKEN})
    for stage, arguments in (("disk", ()), ("staged", ("--staged",)), ("committed", ("HEAD",))):
        if stage == "staged":
            superproject.git("add", "sub")
        if stage == "committed":
            superproject.commit()
        answer = superproject.ask(*arguments)
        assert answer["skipped"] == [{"file": "sub", "reason": "submodule"}], stage
        assert answer["changed_symbols"] == [], stage


def test_what_is_uncommitted_inside_a_submodule_is_no_change_of_the_superproject(superproject: Any) -> None:
    at(superproject, superproject.path / "sub").write({"pay.py": BROKEN})
    assert superproject.ask()["skipped"] == []


@pytest.mark.parametrize("absorbed", [True, False])
def test_inside_a_submodule(superproject: Any, absorbed: bool) -> None:
    inside = at(superproject, superproject.path / "sub")
    if not absorbed:
        (inside.path / ".git").unlink()
        shutil.move(superproject.path / ".git" / "modules" / "sub", inside.path / ".git")
        superproject.git("config", "--file", "sub/.git/config", "--unset", "core.worktree")
    inside.write({"pay.py": BROKEN})
    finds_the_break(brief(inside))
    inside.commit()
    finds_the_break(brief(inside, "HEAD~1..HEAD"))
    assert superproject.snapshots() == []
    assert len(inside.snapshots()) >= 1


def test_a_submodule_that_was_not_fetched(superproject: Any, tmp_path: Path) -> None:
    clone = superproject.clone(tmp_path / "clone")
    assert clone.ask()["changed_symbols"] == []
    clone.commit({"main.py": "def main():\n    return 1\n"})
    assert changed(clone.ask("HEAD")) == [("main", "modified")]


# Bare repositories


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], ("no working tree", "main..HEAD")),
        (["--staged"], ("no staged changes", "main..HEAD")),
        (["hook", "pre-commit", "--strict"], ("no staged changes",)),
    ],
)
def test_a_bare_repository_has_no_working_tree(paid: Any, tmp_path: Path, arguments: list[str], words: tuple[str, ...]) -> None:
    refused(paid.clone(tmp_path / "bare.git", "--bare").run(*arguments), *words)


def test_a_bare_repository_answers_everything_else(paid: Any, tmp_path: Path) -> None:
    paid.commit({"pay.py": BROKEN})
    bare = paid.clone(tmp_path / "bare.git", "--bare")
    finds_the_break(brief(bare, "HEAD~1..HEAD"))
    patch = paid.git("diff", "--unified=1", "HEAD", "HEAD~1").encode() + b"\n"
    assert changed(bare.ask("--patch", "-", data=patch)) == [("charge", "signature")]
    for command in ("index", "status", "audit", "impact charge", "explain shop.py:5", "rules check", "config check"):
        assert bare.run(*command.split()).code == 0, command


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


# Where HEAD stands, and what is there of the history


def test_a_detached_head(paid: Any) -> None:
    paid.git("checkout", "--quiet", "--detach")
    paid.write({"pay.py": BROKEN})
    finds_the_break(brief(paid))
    paid.commit()
    answer = paid.ask()
    assert (answer["base"], changed(answer)) == (paid.git("rev-parse", "main"), [("charge", "signature")])
    finds_the_break(brief(paid, "main..HEAD"))


def test_an_unborn_branch(paid: Any) -> None:
    paid.git("checkout", "--quiet", "--orphan", "fresh")
    assert {change for _, change in changed(paid.ask())} == {"added"}
    assert {change for _, change in changed(paid.ask("--staged"))} == {"added"}
    refused(paid.run("HEAD"), "there is no commit yet")
    refused(paid.run("main..HEAD"), "there is no commit yet")


def test_names_of_sha_256(make: Callable[..., Any]) -> None:
    repo = make()
    shutil.rmtree(repo.path / ".git")
    repo.git("init", "--quiet", "--object-format=sha256")
    refused(repo.run(), str(repo.path), "SHA-256", "not supported yet")


def test_references_as_a_reftable(paid: Any) -> None:
    """As any git from 2.45 on declares it."""
    paid.git("config", "core.repositoryFormatVersion", "1")
    with (paid.path / ".git" / "config").open("a") as file:
        file.write("[extensions]\n\trefStorage = reftable\n")
    refused(paid.run(), "reftable", "not supported yet", "a clone made with --ref-format=files")


@pytest.mark.parametrize("arguments", [[], ["HEAD~1..HEAD"], ["HEAD"]])
def test_a_shallow_clone(paid: Any, tmp_path: Path, arguments: list[str]) -> None:
    paid.commit({"pay.py": PAY.replace("-amount", "0 - amount")})
    paid.commit({"pay.py": BROKEN})
    shallow = paid.clone(tmp_path / "shallow", "--depth=2")
    if not arguments:
        shallow.write({"shop.py": SHOP.replace("total", "sum_of_all")})
        assert changed(shallow.ask()) == [("checkout", "signature")]
    else:
        assert ("charge", "signature") in changed(shallow.ask(*arguments))
    refused(shallow.run("HEAD~2..HEAD"), "shallow clone", "git fetch --deepen=2 origin")


@pytest.mark.parametrize("kind", ["blob:none", "tree:0"])
def test_a_partial_clone(paid: Any, tmp_path: Path, kind: str) -> None:
    paid.git("config", "uploadpack.allowFilter", "true")
    paid.git("config", "uploadpack.allowAnySHA1InWant", "true")
    paid.commit({"pay.py": BROKEN})
    partial = paid.clone(tmp_path / "partial", f"--filter={kind}")
    finds_the_break(brief(partial, "HEAD~1..HEAD"))
    partial.write({"pay.py": PAY})
    assert changed(partial.ask()) == [("charge", "signature")]


@pytest.mark.parametrize("options", [[], ["--cone", "--sparse-index"]])
def test_a_sparse_checkout(make: Callable[..., Any], options: list[str]) -> None:
    """What is not checked out is not deleted, and its call sites count."""
    repo = make()
    repo.commit({"lib/pay.py": PAY, "app/shop.py": SHOP.replace("from pay", "from lib.pay")})
    repo.git("sparse-checkout", "set", *options, "lib")
    assert not (repo.path / "app").exists()
    assert changed(repo.ask()) == []
    repo.write({"lib/pay.py": BROKEN})
    answer = repo.ask()
    assert changed(answer) == [("charge", "signature")]
    assert [site["file"] for site in answer["breaking_call_sites"]] == ["app/shop.py"]
    repo.git("add", "lib/pay.py")
    assert repo.ask("--staged")["changed_symbols"] == answer["changed_symbols"]


def separate_git_dir(repo: Any, tmp_path: Path) -> Path:
    repo.git("init", "--quiet", f"--separate-git-dir={tmp_path / 'elsewhere.git'}")
    return repo.path


def through_a_link(repo: Any, tmp_path: Path) -> Path:
    (tmp_path / "link").symlink_to(repo.path, target_is_directory=True)
    return tmp_path / "link"


def shared_objects(repo: Any, tmp_path: Path) -> Path:
    subprocess.run(["git", "clone", "-q", "--shared", str(repo.path), str(tmp_path / "shared")], check=True)
    return tmp_path / "shared"


def configured_worktree(repo: Any, tmp_path: Path) -> Path:
    """A linked worktree whose own configuration says what is checked out."""
    repo.git("config", "extensions.worktreeConfig", "true")
    repo.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    repo.git("-C", str(tmp_path / "side"), "sparse-checkout", "set", "--no-cone", "pay.py")
    return tmp_path / "side"


def packed(repo: Any, tmp_path: Path) -> Path:
    repo.git("gc", "--quiet", "--aggressive", "--prune=now")
    repo.git("commit-graph", "write", "--reachable")
    repo.git("multi-pack-index", "write")
    repo.git("pack-refs", "--all")
    return repo.path


def detached_worktree(repo: Any, tmp_path: Path) -> Path:
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "side"))
    return tmp_path / "side"


@pytest.mark.parametrize(
    "shape",
    [separate_git_dir, through_a_link, shared_objects, configured_worktree, packed, detached_worktree],
    ids=lambda shape: shape.__name__,
)
def test_other_layouts(paid: Any, tmp_path: Path, shape: Callable[[Any, Path], Path]) -> None:
    repo = at(paid, shape(paid, tmp_path))
    assert changed(repo.ask()) == []
    repo.write({"pay.py": BROKEN})
    finds_the_break(brief(repo))
    repo.git("add", "pay.py")
    finds_the_break(brief(repo, "--staged"))
    repo.git("commit", "--quiet", "-m", "x")
    finds_the_break(brief(repo, "HEAD"))
    finds_the_break(brief(repo, "HEAD", "--repo", str(repo.path), cwd=tmp_path))


@pytest.mark.parametrize("name", ["with space", "żółć", "-dash", "a'b\"c", "semi;colon", "new\nline", "$HOME"])
def test_odd_names_of_folders(paid: Any, tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    paid.path.rename(place)
    repo = at(paid, place)
    repo.write({"pay.py": BROKEN})
    finds_the_break(brief(repo))
    finds_the_break(brief(repo, f"--repo={place}", cwd=tmp_path))
    repo.commit()
    finds_the_break(brief(repo, "HEAD"))
    assert repo.snapshots()
