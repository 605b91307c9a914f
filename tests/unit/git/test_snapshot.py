from __future__ import annotations

import os

import pytest

from nexus_diff.git import EMPTY_TREE, MissingBlob, Snapshot, changes, commit_snapshot, index_snapshot, resolve, worktree_snapshot
from nexus_diff.git.trees import blob_id, changed_tree_id, read_entries
from nexus_diff.model.changes import TreeFile


def written_tree(sandbox):
    """The tree id that git itself gives to the working tree, made with an index of its own in a copy of the object database."""
    scratch = sandbox.path.with_name("scratch")
    scratch.mkdir(exist_ok=True)
    env = {
        "GIT_INDEX_FILE": str(scratch / "index"),
        "GIT_OBJECT_DIRECTORY": str(scratch),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(sandbox.path / ".git/objects"),
    }
    sandbox.git("read-tree", "HEAD", env=env)
    sandbox.git("add", "-A", env=env)
    return sandbox.git("write-tree", env=env).decode().strip()


def listed(snapshot):
    return {file.path: (file.mode, file.oid) for file in snapshot.files()}


def git_listing(sandbox, tree):
    out = {}
    for line in sandbox.git("ls-tree", "-r", "-z", tree).split(b"\0"):
        if line:
            meta, _, path = line.partition(b"\t")
            mode, _, oid = meta.split()
            out[path.decode("utf-8", "surrogateescape")] = (int(mode, 8), oid.decode())
    return out


ODD = [
    b"a b.py",
    b'q"uote.py',
    b"new\nline.py",
    b"caf\xc3\xa9.py",
    b"bad\xff.py",
    b"dir with space/\xe2\x98\x83.py",
    b"tab\t.py",
    b"-x",
    b"a\\b.py",
]


def test_odd_names_in_every_kind_of_snapshot(sandbox):
    sandbox.commit({"plain.py": "p\n"})
    for number, name in enumerate(ODD):
        sandbox.write(name, f"{number}\n")
    names = sorted(["plain.py", *(name.decode("utf-8", "surrogateescape") for name in ODD)])
    disk, notices = worktree_snapshot(sandbox.open())
    assert [file.path for file in disk.files()] == names
    assert notices == []
    sandbox.git("add", "-A")
    index, _ = index_snapshot(sandbox.open())
    sandbox.commit()
    commit = commit_snapshot(sandbox.open(), sandbox.id())
    assert listed(commit) == git_listing(sandbox, "HEAD") == listed(disk) == listed(index)
    assert commit.key == disk.key == index.key == sandbox.id("HEAD^{tree}")
    for file in commit.files():
        assert commit.get(file.path) == file
        assert commit.read_path(file.path) == disk.read_path(file.path)


def test_commit_snapshot(sandbox):
    sandbox.commit({"a.py": "a\n", "d/b.py": "bb\n", "d/e/c.py": "ccc\n"})
    snapshot = commit_snapshot(sandbox.open(), sandbox.id())
    assert [file.path for file in snapshot.files()] == ["a.py", "d/b.py", "d/e/c.py"]
    assert snapshot.get("d") is None
    assert snapshot.get("a.py/x") is None
    assert snapshot.get("nope") is None
    oid = snapshot.get("d/b.py").oid
    assert (snapshot.size_of(oid), snapshot.read(oid)) == (3, b"bb\n")
    with pytest.raises(MissingBlob, match="nope"):
        snapshot.read_path("nope")


def test_nothing_before_the_first_commit(sandbox):
    snapshot = commit_snapshot(sandbox.open(), None)
    assert snapshot.key == EMPTY_TREE
    assert snapshot.files() == []
    assert snapshot.get("a") is None


def test_clean_working_tree_is_its_commit(sandbox):
    sandbox.commit({"a.py": "a\n", "b/c.py": "c\n"})
    for snapshot in (worktree_snapshot(sandbox.open())[0], index_snapshot(sandbox.open())[0]):
        assert snapshot.overlay == {}
        assert snapshot.key == sandbox.id("HEAD^{tree}")
    os.utime(sandbox.path / "a.py", (1, 1))
    assert worktree_snapshot(sandbox.open())[0].key == sandbox.id("HEAD^{tree}")


def _edit(sandbox):
    sandbox.write(".gitignore", "*.log\nbuild/\n")
    sandbox.write("ignored.log", "x")
    sandbox.write("build/x.py", "x")
    sandbox.write("a.py", "changed\n")
    os.remove(sandbox.path / "gone.py")
    sandbox.write("deep/er/new.py", "n\n")
    os.chmod(sandbox.path / "run.sh", 0o755)
    os.remove(sandbox.path / "was_file")
    sandbox.write("was_file/now_folder.py", "1\n")
    os.remove(sandbox.path / "was_folder/x.py")
    os.rmdir(sandbox.path / "was_folder")
    sandbox.write("was_folder", "now a file\n")
    os.remove(sandbox.path / "to_link.py")
    os.symlink("/etc/passwd", sandbox.path / "to_link.py")


FILES = {name: f"{name}\n" for name in ("a.py", "gone.py", "run.sh", "was_file", "was_folder/x.py", "to_link.py", "kept/k.py")}


def test_working_tree_as_git_would_commit_it(sandbox):
    sandbox.commit(dict(FILES))
    _edit(sandbox)
    expected = written_tree(sandbox)
    snapshot, notices = worktree_snapshot(sandbox.open())
    assert notices == []
    assert snapshot.key == expected
    assert "ignored.log" not in listed(snapshot)
    assert snapshot.get("to_link.py").mode == 0o120000
    assert snapshot.read_path("to_link.py") == b"/etc/passwd"
    assert snapshot.read_path("was_file/now_folder.py") == b"1\n"
    sandbox.commit()
    assert listed(snapshot) == git_listing(sandbox, "HEAD")


def test_half_staged(sandbox):
    sandbox.commit({"a.py": "1\n", "b.py": "1\n"})
    sandbox.write("a.py", "2\n")
    os.remove(sandbox.path / "b.py")
    sandbox.write("c.py", "c\n")
    sandbox.git("add", "-A")
    sandbox.write("a.py", "3\n")
    sandbox.write("b.py", "back\n")
    staged, _ = index_snapshot(sandbox.open())
    assert {file.path: staged.read(file.oid) for file in staged.files()} == {"a.py": b"2\n", "c.py": b"c\n"}
    assert staged.key == sandbox.git("write-tree").decode().strip()
    disk, _ = worktree_snapshot(sandbox.open())
    assert {file.path: disk.read(file.oid) for file in disk.files()} == {"a.py": b"3\n", "b.py": b"back\n", "c.py": b"c\n"}


def test_index_of_a_hook(sandbox, monkeypatch):
    """`git commit FILE` gives its hooks an index of its own."""
    sandbox.commit({"a.py": "1\n", "b.py": "1\n"})
    sandbox.write("a.py", "2\n")
    sandbox.write("b.py", "2\n")
    env = {"GIT_INDEX_FILE": str(sandbox.path / ".git/next-index")}
    sandbox.git("read-tree", "HEAD", env=env)
    sandbox.git("add", "a.py", env=env)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index")
    compared = resolve(sandbox.open(), staged=True)
    assert [change.path for change in changes(compared.base, compared.head)] == ["a.py"]


def test_intent_to_add(sandbox):
    sandbox.commit({"a.py": "1\n"})
    sandbox.write("new.py", "n\n")
    sandbox.git("add", "-N", "new.py")
    assert index_snapshot(sandbox.open())[0].get("new.py") is None
    assert worktree_snapshot(sandbox.open())[0].read_path("new.py") == b"n\n"


def test_unmerged(sandbox):
    sandbox.commit({"a.py": "0\n"})
    sandbox.git("checkout", "-q", "-b", "side")
    sandbox.commit({"a.py": "side\n"})
    sandbox.git("checkout", "-q", "main")
    sandbox.commit({"a.py": "main\n"})
    with pytest.raises(AssertionError):
        sandbox.git("merge", "-q", "side")
    staged, notices = index_snapshot(sandbox.open())
    assert staged.read_path("a.py") == b"main\n"
    assert "unmerged" in notices[0]
    assert b"<<<<<<<" in worktree_snapshot(sandbox.open())[0].read_path("a.py")


def test_line_endings_as_committed(sandbox):
    sandbox.commit({".gitattributes": "*.py text\n*.bin -text\n", "a.py": "1\n2\n", "b.bin": "1\r\n"})
    sandbox.write("a.py", "1\r\n2\r\n")
    sandbox.write("new.py", "n\r\n")
    sandbox.write("b.bin", "1\r\n2\r\n")
    snapshot, _ = worktree_snapshot(sandbox.open())
    assert snapshot.key == written_tree(sandbox)
    assert snapshot.read_path("new.py") == b"n\n"
    assert [change.path for change in changes(commit_snapshot(sandbox.open(), sandbox.id()), snapshot)] == ["b.bin", "new.py"]


ENDINGS = {
    "t.py": b"1\r\n2\r\n",
    "lone.py": b"1\r2\r\n",
    "nul.py": b"\x001\r\n",
    "odd.py": b"\x01\x02\x03\r\n",
    "had.py": b"2\r\n",
    "id.py": b"$Id: abc $\r\n",
    b"\xff.py": b"x\r\n",
}


@pytest.mark.parametrize("autocrlf", ["true", "input", "false"])
@pytest.mark.parametrize(
    "attributes", ["", "* text", "* text=auto", "* -text", "* crlf", "* -crlf", "* eol=lf", "* eol=crlf", "* text=auto eol=crlf", "* ident"]
)
def test_line_endings_are_those_of_git(sandbox, autocrlf, attributes):
    sandbox.commit({"had.py": "1\r\n", "t.py": "1\n"})
    sandbox.git("config", "core.autocrlf", autocrlf)
    sandbox.commit({".gitattributes": attributes + "\n"})
    for path, data in ENDINGS.items():
        sandbox.write(path, data)
    assert worktree_snapshot(sandbox.open())[0].key == written_tree(sandbox)


def test_links_out_of_the_tree_are_not_followed(sandbox, tmp_path):
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "s.py").write_text("secret\n")
    sandbox.commit({"real/s.py": "mine\n"})
    os.symlink(secret, sandbox.path / "linked")
    os.remove(sandbox.path / "real/s.py")
    os.rmdir(sandbox.path / "real")
    os.symlink(secret, sandbox.path / "real")
    snapshot, _ = worktree_snapshot(sandbox.open())
    assert {file.path: file.mode for file in snapshot.files()} == {"linked": 0o120000, "real": 0o120000}
    assert snapshot.read_path("real") == os.fsencode(secret)


def test_submodule_and_nested_repository(sandbox, make):
    inner = make("inner")
    inner.commit({"i.py": "i\n"})
    sandbox.commit({"a.py": "a\n"})
    sandbox.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.path), "sub")
    sandbox.commit()
    make("repo/nested").commit({"n.py": "n\n"})
    sandbox.write("sub/i.py", "dirty\n")
    snapshot, notices = worktree_snapshot(sandbox.open())
    assert {file.path: file.mode for file in snapshot.files() if file.path != ".gitmodules"} == {"a.py": 0o100644, "sub": 0o160000}
    assert snapshot.key == sandbox.id("HEAD^{tree}")
    assert "nested" in notices[0]
    compared = resolve(sandbox.open(), "HEAD")
    change = next(change for change in changes(compared.base, compared.head) if change.path == "sub")
    assert (change.status, change.new_mode, change.hunks) == ("added", 0o160000, ())


def test_sparse_checkout_is_no_deletion(sandbox):
    sandbox.commit({"kept/a.py": "a\n", "away/b.py": "b\n"})
    sandbox.git("sparse-checkout", "set", "kept")
    assert not (sandbox.path / "away").exists()
    assert worktree_snapshot(sandbox.open())[0].key == sandbox.id("HEAD^{tree}")
    sandbox.git("sparse-checkout", "set", "--sparse-index", "kept")
    assert worktree_snapshot(sandbox.open())[0].key == sandbox.id("HEAD^{tree}")
    assert index_snapshot(sandbox.open())[0].key == sandbox.id("HEAD^{tree}")


def test_special_files_and_unreadable_ones(sandbox):
    sandbox.commit({"a.py": "a\n", "b.py": "b\n"})
    os.remove(sandbox.path / "a.py")
    os.mkfifo(sandbox.path / "a.py")
    sandbox.write("b.py", "new\n")
    os.chmod(sandbox.path / "b.py", 0)
    snapshot, notices = worktree_snapshot(sandbox.open())
    assert any(notice.startswith("a.py") for notice in notices) or snapshot.get("a.py") is None
    if os.geteuid() != 0:
        assert any(notice.startswith("b.py: cannot be read") for notice in notices)
        assert snapshot.read_path("b.py") == b"b\n"


def test_large_files_are_read_again_and_checked(sandbox, monkeypatch):
    monkeypatch.setattr("nexus_diff.git.worktree._KEEP_FILE", 10)
    sandbox.commit({"a.py": "a\n"})
    sandbox.write("big.py", "x" * 50)
    snapshot, _ = worktree_snapshot(sandbox.open())
    file = snapshot.get("big.py")
    assert snapshot.read(file.oid) == b"x" * 50
    assert snapshot.size_of(file.oid) == 50
    sandbox.write("big.py", "y" * 50)
    with pytest.raises(MissingBlob, match="changed on disk"):
        snapshot.read(file.oid)
    os.remove(sandbox.path / "big.py")
    with pytest.raises(MissingBlob, match="cannot be read"):
        snapshot.read(file.oid)


def test_snapshot_does_not_change_with_the_disk(sandbox):
    sandbox.commit({"a.py": "a\n"})
    sandbox.write("a.py", "b\n")
    snapshot, _ = worktree_snapshot(sandbox.open())
    sandbox.write("a.py", "c\n")
    assert snapshot.read_path("a.py") == b"b\n"


def test_key_of_an_overlay_is_the_tree_git_would_write(sandbox):
    sandbox.commit({"a.py": "a\n", "d/b.py": "b\n", "d.py": "d\n", "d-x/y.py": "y\n"})
    repo = sandbox.open()
    tree = sandbox.id("HEAD^{tree}")
    file = TreeFile("d/z/n.py", repo.head() and sandbox.id("HEAD:a.py"), 0o100644)
    key = changed_tree_id(lambda oid: read_entries(repo, oid), tree, {"d/z/n.py": file, "d-x/y.py": None, "a.py": None})
    sandbox.commit({"d/z/n.py": "a\n", "d-x/y.py": None, "a.py": None})
    assert key == sandbox.id("HEAD^{tree}")
    everything = dict.fromkeys(("a.py", "d/b.py", "d.py", "d-x/y.py"))
    assert changed_tree_id(lambda oid: read_entries(repo, oid), tree, everything) == EMPTY_TREE
    assert Snapshot(repo, tree, everything).files() == []


def test_blob_id(sandbox):
    assert blob_id(b"x\n") == sandbox.git("hash-object", "--stdin", data=b"x\n").decode().strip()
