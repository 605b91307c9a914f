"""The files of the last commits: odd names, odd histories, and limits."""

from __future__ import annotations

import time

import pytest

from nexus_diff.git import recent
from nexus_diff.git.recent import Recent, RecentCommits


def read(sandbox, commit="HEAD"):
    with RecentCommits(sandbox.open(), sandbox.id(commit) if commit else "") as reading:
        return reading.result()


def test_newest_first_without_merges_but_with_both_sides_of_them(sandbox):
    sandbox.commit({"root.py": "", "other.py": ""})
    sandbox.git("checkout", "-q", "-b", "side")
    sandbox.commit({"side.py": "1"})
    sandbox.git("checkout", "-q", "main")
    sandbox.commit({"main.py": "1", "root.py": None})
    sandbox.clock += 60
    sandbox.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    sandbox.commit({"last.py": "1"})
    assert read(sandbox).commits == (("last.py",), ("main.py", "root.py"), ("side.py",), ("other.py", "root.py"))
    assert read(sandbox, "HEAD~1").commits == read(sandbox).commits[1:]


def test_octopus_merges_several_roots_and_empty_commits(sandbox):
    sandbox.commit({"a.py": ""})
    for name in ("one", "two"):
        sandbox.git("checkout", "-q", "-b", name, "main")
        sandbox.commit({f"{name}.py": ""})
    sandbox.git("checkout", "-q", "--orphan", "island")
    sandbox.git("rm", "-q", "-rf", ".")
    sandbox.commit({"island.py": ""})
    sandbox.git("checkout", "-q", "main")
    sandbox.git("merge", "-q", "--no-ff", "-m", "octopus", "one", "two")
    sandbox.git("merge", "-q", "--allow-unrelated-histories", "-m", "roots", "island")
    sandbox.commit()
    assert sorted(read(sandbox).commits) == [(), ("a.py",), ("island.py",), ("one.py",), ("two.py",)]


def test_a_move_is_two_files(sandbox):
    sandbox.commit({"a.py": "same\n" * 20})
    sandbox.commit({"a.py": None, "b.py": "same\n" * 20})
    assert read(sandbox).commits[0] == ("a.py", "b.py")


@pytest.mark.parametrize("name", [b"a b.py", b"a\nb.py", b"\nx.py", b"\xff\xfe.py", "ü.py".encode(), b"\x01x.py", b"-n", b"\x1b[31m"])
def test_odd_names(sandbox, name):
    sandbox.write(name, "x")
    sandbox.write("z.py", "x")
    sandbox.commit()
    (files,) = read(sandbox).commits
    assert sorted(file.encode("utf-8", "surrogateescape").strip(b"\n") for file in files) == sorted([name.strip(b"\n"), b"z.py"])


def test_dates_that_lie_change_the_order_and_nothing_else(sandbox):
    for number, date in enumerate(("9999999999", "0", "4102444800")):
        sandbox.write(f"{number}.py", "x")
        sandbox.git("add", "-A")
        sandbox.git("commit", "-q", "-m", "x", env={"GIT_COMMITTER_DATE": f"@{date} +0000", "GIT_AUTHOR_DATE": f"@{date} +0000"})
    assert sorted(read(sandbox).commits) == [("0.py",), ("1.py",), ("2.py",)]


def test_settings_of_the_user_do_not_matter(sandbox):
    sandbox.commit({"src/a.py": "x", "b.py": "x"})
    sandbox.commit({"src/a.py": "y"})
    expected = read(sandbox)
    for setting in ("log.showSignature true", "diff.relative true", "diff.orderFile missing", "log.showRoot false", "color.ui always"):
        sandbox.git("config", *setting.split())
    assert read(sandbox) == expected
    assert expected.commits == (("src/a.py",), ("b.py", "src/a.py"))


def test_nothing_before_the_first_commit(sandbox):
    assert read(sandbox, "") == Recent()


def test_only_so_many_commits(sandbox, monkeypatch):
    for number in range(5):
        sandbox.commit({"a.py": str(number), f"{number}.py": ""})
    monkeypatch.setattr(recent, "MOST_COMMITS", 2)
    assert read(sandbox).commits == (("4.py", "a.py"), ("3.py", "a.py"))


def test_only_so_many_bytes_and_the_same_ones_each_time(sandbox, monkeypatch):
    for number in range(40):
        sandbox.commit({f"folder/{name}{number}.py": "" for name in "abcdefgh"})
    whole = read(sandbox)
    monkeypatch.setattr(recent, "MOST_BYTES", 1_000)
    parts = [read(sandbox) for _ in range(3)]
    assert all(part.cut for part in parts)
    assert 2 <= len(parts[0].commits) < 40
    assert parts[0].commits == whole.commits[: len(parts[0].commits)]
    assert parts[0] == parts[1] == parts[2]


def test_a_shallow_clone_has_no_history_to_read(sandbox, clone):
    for number in range(4):
        sandbox.commit({"a.py": str(number)})
    assert read(clone(sandbox, "shallow", "--depth=2")) == Recent(unknown="this clone is shallow: git fetch --unshallow")


def test_a_partial_clone_is_read_without_fetching(sandbox, clone):
    for number in range(4):
        sandbox.commit({"a.py": str(number), "b.py": str(number)})
    blobless = clone(sandbox, "blobless", "--filter=blob:none", "--no-checkout")
    sandbox.path.rename(sandbox.path.with_name("away"))
    assert read(blobless).commits == (("a.py", "b.py"),) * 4


def test_a_clone_without_trees_is_not_read(sandbox, clone):
    sandbox.commit({"a.py": ""})
    treeless = clone(sandbox, "treeless", "--filter=tree:0", "--no-checkout")
    assert read(treeless) == Recent(unknown="this clone lacks the trees of its history")


def test_history_that_is_damaged_is_unknown(sandbox):
    first = sandbox.commit({"a.py": "1"})
    sandbox.commit({"a.py": "2"})
    (sandbox.path / ".git" / "objects" / first[:2] / first[2:]).unlink()
    assert read(sandbox) == Recent(unknown="git could not read the history")


def test_without_git_it_is_unknown(sandbox, monkeypatch):
    sandbox.commit({"a.py": "1"})
    head = sandbox.id()
    repo = sandbox.open()
    monkeypatch.setenv("PATH", "/nowhere")
    with RecentCommits(repo, head) as reading:
        assert reading.result() == Recent(unknown="the git program cannot be run")


def test_what_hangs_is_left_behind(sandbox, monkeypatch, tmp_path):
    sandbox.commit({"a.py": "1"})
    head, repo = sandbox.id(), sandbox.open()
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")
    monkeypatch.setattr(recent, "PATIENCE", 0.2)
    began = time.monotonic()
    with RecentCommits(repo, head) as reading:
        assert reading.result() == Recent(unknown="reading the history took longer than 0 s")
    with RecentCommits(repo, head):
        pass
    assert time.monotonic() - began < 10
