from __future__ import annotations

import os

import pygit2
import pytest

from nexus_diff.git import MissingBlob, open_repository, resolve
from nexus_diff.git import opening as module
from nexus_diff.model.errors import GitError


@pytest.mark.parametrize("place", ["", "pkg", "pkg/deep", "pkg/a.py", ".git"])
def test_found_from_any_place(sandbox, place):
    sandbox.commit({"pkg/a.py": "x\n", "pkg/deep/b.py": "y\n"})
    repo = open_repository(sandbox.path / place)
    assert repo.workdir == sandbox.path
    assert repo.common_dir == sandbox.path / ".git"
    assert repo.head() == sandbox.id()
    assert not repo.is_empty
    assert not repo.is_shallow
    assert not repo.is_partial


def test_not_a_repository(tmp_path):
    with pytest.raises(GitError, match="not in a git repository") as caught:
        open_repository(tmp_path)
    assert "\n" not in str(caught.value)


def test_no_such_folder(tmp_path):
    with pytest.raises(GitError, match="no such folder"):
        open_repository(tmp_path / "nowhere")


def test_sha256_is_refused(make):
    with pytest.raises(GitError, match="SHA-256"):
        make("sha256", "--object-format=sha256").open()


def test_foreign_owner_says_what_to_do(sandbox, monkeypatch):
    def refuse(*arguments):
        raise pygit2.GitError("repository path '/x' is not owned by current user")

    monkeypatch.setattr(module.pygit2, "Repository", refuse)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    with pytest.raises(GitError, match=r"git config --global --add safe\.directory") as caught:
        sandbox.open()
    assert str(caught.value).count(str(sandbox.path)) == 2


def test_damaged_repository_is_one_line(sandbox):
    (sandbox.path / ".git/config").write_text("[core\n nonsense")
    with pytest.raises(GitError) as caught:
        sandbox.open()
    assert "\n" not in str(caught.value)


def test_empty(sandbox):
    repo = sandbox.open()
    assert repo.is_empty
    assert repo.head() is None
    sandbox.commit({"a": "1"})
    sandbox.git("checkout", "-q", "--orphan", "fresh")
    again = sandbox.open()
    assert again.head() is None
    assert not again.is_empty


def test_worktree_shares_its_common_dir(sandbox, tmp_path):
    sandbox.commit({"a.py": "1\n"})
    sandbox.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    repo = open_repository(tmp_path / "linked")
    assert repo.common_dir == sandbox.path / ".git"
    assert repo.git_dir != repo.common_dir
    (tmp_path / "linked/a.py").write_text("2\n")
    compared = resolve(repo, "")
    assert [file.path for file in compared.head.files()] == ["a.py"]
    assert compared.head.read_path("a.py") == b"2\n"


def test_bare(sandbox, clone):
    sandbox.commit({"a.py": "1\n"})
    sandbox.commit({"a.py": "2\n"})
    repo = clone(sandbox, "bare.git", "--bare").open()
    assert repo.workdir is None
    assert resolve(repo, "HEAD").head.read_path("a.py") == b"2\n"
    with pytest.raises(GitError, match="no working tree"):
        resolve(repo, "")


def test_objects(sandbox):
    sandbox.commit({"a.py": "12345"})
    repo = sandbox.open()
    oid = sandbox.id("HEAD:a.py")
    assert repo.read(oid) == b"12345"
    assert repo.size_of(oid) == 5
    absent = "0" * 39 + "1"
    assert repo.size_of(absent) == -1
    with pytest.raises(MissingBlob, match=absent):
        repo.read(absent)
    with pytest.raises(GitError, match=absent):
        repo.tree_of(absent)


def test_git_failure_names_the_command(sandbox):
    with pytest.raises(GitError, match="git rev-parse failed"):
        sandbox.open().run("rev-parse", "--verify", "nope")


def test_git_missing_from_path(sandbox, monkeypatch):
    repo = sandbox.open()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GitError, match="not on the PATH"):
        repo.run("status")


def test_hook_variables_do_not_lead_astray(sandbox, make, monkeypatch):
    other = make("other")
    other.commit({"b.py": "b\n"})
    sandbox.commit({"a.py": "a\n"})
    sandbox.write("new.py", "n\n")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.path / ".git/index"))
    assert [file.path for file in resolve(sandbox.open(), "").head.files()] == ["a.py", "new.py"]


def test_partial_clone_fetches_when_asked(sandbox, clone):
    for number in range(4):
        sandbox.commit({"a.py": f"{number}\n", f"f{number}.py": f"file {number}\n"})
    repo = clone(sandbox, "partial.git", "--bare", "--filter=blob:none").open()
    assert repo.is_partial
    assert repo.promisor_remote() == "origin"
    compared = resolve(repo, "HEAD~2..HEAD")
    oid = compared.head.get("a.py").oid
    assert repo.size_of(oid) == -1
    assert compared.head.read(oid) == b"3\n"
    wanted = [file.oid for file in compared.head.files()]
    compared.head.prefetch(wanted)
    assert all(oid in repo.raw.odb for oid in wanted)


def test_partial_clone_whose_remote_is_gone(sandbox, clone):
    sandbox.commit({"a.py": "1\n"})
    repo = clone(sandbox, "partial.git", "--bare", "--filter=blob:none").open()
    os.rename(sandbox.path, sandbox.path.with_name("gone"))
    file = resolve(repo, "HEAD").head.get("a.py")
    repo.prefetch([file.oid])
    with pytest.raises(MissingBlob, match="could not be fetched"):
        repo.read(file.oid)


def test_treeless_clone_lists_trees(sandbox, clone):
    sandbox.commit({"d/a.py": "1\n"})
    sandbox.commit({"d/a.py": "2\n", "d/b.py": "b\n"})
    repo = clone(sandbox, "treeless.git", "--bare", "--filter=tree:0").open()
    compared = resolve(repo, "HEAD")
    assert [file.path for file in compared.head.files()] == ["d/a.py", "d/b.py"]
    assert [file.path for file in compared.base.files()] == ["d/a.py"]


def test_nothing_is_written(sandbox):
    sandbox.commit({"a.py": "1\n"})
    sandbox.commit({"a.py": "2\n"})
    sandbox.write("a.py", "3\n")
    sandbox.write("b.py", "4\n")
    sandbox.git("add", "b.py")
    os.utime(sandbox.path / "a.py", (1, 1))

    def state():
        return {
            os.path.join(top, name): (os.stat(os.path.join(top, name)).st_mtime_ns, open(os.path.join(top, name), "rb").read())
            for top, _, names in os.walk(sandbox.path)
            for name in names
        }

    before = state()
    for options in ({"text": "HEAD"}, {"text": ""}, {"staged": True}, {"text": "HEAD~1..HEAD"}):
        compared = resolve(sandbox.open(), **options)
        assert compared.head.key
        compared.head.files()
    assert state() == before
