"""Every shape in which a repository comes: the right answer, or one line that says what is wrong and what to do."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_shapes import BROKEN, PAY, SHOP, at, brief, changed, finds_the_break, refused

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
