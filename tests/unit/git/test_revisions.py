from __future__ import annotations

import shlex

import pytest

from nexus_diff.git import changes, find_default_branch, open_repository, resolve
from nexus_diff.git.revisions import merge_bases, split_range
from nexus_diff.model.errors import GitError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a..b", ("a", "..", "b")),
        ("a...b", ("a", "...", "b")),
        ("..b", ("", "..", "b")),
        ("a..", ("a", "..", "")),
        ("a", ("a", "", "")),
        ("v1.2..v1.3", ("v1.2", "..", "v1.3")),
        ("HEAD^{/a..b}", ("HEAD^{/a..b}", "", "")),
        ("HEAD^{/a..b}..HEAD", ("HEAD^{/a..b}", "..", "HEAD")),
        ("@{-1}..@", ("@{-1}", "..", "@")),
    ],
)
def test_split_range(text, expected):
    assert split_range(text) == expected


@pytest.fixture
def forked(sandbox):
    """main: m0 - m1 - m2; side: m0 - s1 - s2 (HEAD)."""
    ids = {"m0": sandbox.commit({"base.py": "0\n"})}
    sandbox.git("tag", "-a", "-m", "t", "v0")
    sandbox.git("checkout", "-q", "-b", "side")
    ids["s1"] = sandbox.commit({"side.py": "s1\n"})
    ids["s2"] = sandbox.commit({"side.py": "s2\n"})
    sandbox.git("checkout", "-q", "main")
    ids["m1"] = sandbox.commit({"main.py": "1\n"})
    ids["m2"] = sandbox.commit({"main.py": "2\n"})
    sandbox.git("checkout", "-q", "side")
    return sandbox, ids


@pytest.mark.parametrize(
    ("text", "direct", "base", "head", "kind", "changed"),
    [
        ("main..side", False, "m0", "s2", "merge-base", ["side.py"]),
        ("main...side", False, "m0", "s2", "merge-base", ["side.py"]),
        ("main..side", True, "m2", "s2", "direct", ["main.py", "side.py"]),
        ("main..", False, "m0", "s2", "merge-base", ["side.py"]),
        ("..main", False, "m0", "m2", "merge-base", ["main.py"]),
        ("side", False, "s1", "s2", "merge-base", ["side.py"]),
        ("HEAD~1", False, "m0", "s1", "merge-base", ["side.py"]),
        ("v0..side", False, "m0", "s2", "merge-base", ["side.py"]),
        ("v0", False, "", "m0", "direct", ["base.py"]),
        ("side..side", False, "s2", "s2", "merge-base", []),
        ("side..main~1", False, "m0", "m1", "merge-base", ["main.py"]),
    ],
)
def test_ranges(forked, text, direct, base, head, kind, changed):
    sandbox, ids = forked
    compared = resolve(sandbox.open(), text, direct=direct)
    assert compared.revisions.base == ids.get(base, "")
    assert compared.revisions.head == ids[head]
    assert compared.revisions.base_kind == kind
    assert compared.revisions.label == text
    assert [change.path for change in changes(compared.base, compared.head)] == changed
    assert compared.notices == ()


def test_merge_commit_shows_what_it_adds_to_its_first_parent(forked):
    sandbox, ids = forked
    sandbox.git("merge", "-q", "-m", "merge", "main")
    compared = resolve(sandbox.open(), "HEAD")
    assert compared.revisions.base == ids["s2"]
    assert [change.path for change in changes(compared.base, compared.head)] == ["main.py"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HEAD~99..HEAD", "'HEAD~99': HEAD has no such ancestor; nexus-diff HEAD shows"),
        ("HEAD~99", "HEAD has no such ancestor"),
        ("nope~1..HEAD", "unknown revision 'nope~1'"),
    ],
)
def test_too_far_back(forked, text, said):
    with pytest.raises(GitError) as raised:
        resolve(forked[0].open(), text)
    assert said in str(raised.value)


@pytest.mark.parametrize("text", ["nope..HEAD", "HEAD..nope", "nope", "HEAD~99", "--all", "HEAD:base.py", "a b"])
def test_unknown_revision_is_named(forked, text):
    name = next(part for part in text.split("..") if part != "HEAD")
    with pytest.raises(GitError, match=name.replace("~", "~")) as caught:
        resolve(forked[0].open(), text)
    assert "\n" not in str(caught.value)


def test_unknown_branch_that_its_remote_has(forked, clone):
    copy = clone(forked[0], "copy")
    with pytest.raises(GitError, match="did you mean origin/main"):
        resolve(copy.open(), "main..HEAD")
    with pytest.raises(GitError, match="git fetch origin feature"):
        resolve(copy.open(), "feature..HEAD")


@pytest.mark.parametrize("options", [{"text": "a..b", "staged": True}, {"staged": True, "patch": b""}, {"text": "a", "patch": b""}])
def test_options_exclude_one_another(forked, options):
    with pytest.raises(GitError, match="exclude"):
        resolve(forked[0].open(), **options)


def test_nothing_compares_the_working_tree_with_the_merge_base(forked):
    sandbox, ids = forked
    sandbox.write("untracked.py", "u\n")
    sandbox.write("base.py", "changed\n")
    compared = resolve(sandbox.open())
    assert compared.revisions.base == ids["m0"]
    assert compared.revisions.head == ""
    assert compared.revisions.base_kind == "merge-base"
    assert [change.path for change in changes(compared.base, compared.head)] == ["base.py", "side.py", "untracked.py"]


def test_nothing_on_the_default_branch_means_uncommitted(forked):
    sandbox, ids = forked
    sandbox.git("checkout", "-q", "main")
    sandbox.write("main.py", "x\n")
    compared = resolve(sandbox.open())
    assert compared.revisions.base == ids["m2"]
    assert [change.path for change in changes(compared.base, compared.head)] == ["main.py"]


def test_nothing_on_a_clone_uses_origin(forked, clone):
    source, ids = forked
    source.git("checkout", "-q", "main")
    copy = clone(source, "copy")
    copy.git("checkout", "-q", "-b", "work", "origin/side")
    copy.git("branch", "-D", "main")
    assert find_default_branch(copy.open()) == ("origin/main", ids["m2"])
    assert resolve(copy.open()).revisions.base == ids["m0"]
    copy.git("checkout", "-q", "-b", "main", "origin/main")
    copy.write("main.py", "x\n")
    compared = resolve(copy.open())
    assert [change.path for change in changes(compared.base, compared.head)] == ["main.py"]


def test_nothing_on_a_detached_head(forked):
    sandbox, ids = forked
    sandbox.git("checkout", "-q", "--detach", "side")
    assert resolve(sandbox.open()).revisions.base == ids["m0"]


@pytest.mark.parametrize(("configured", "expected"), [(None, "main"), ("side", "side"), ("main", "main")])
def test_default_branch(forked, configured, expected):
    sandbox, _ = forked
    assert find_default_branch(sandbox.open(), configured)[0] == expected


def test_default_branch_missing(forked):
    sandbox, _ = forked
    with pytest.raises(GitError, match="'trunk'"):
        find_default_branch(sandbox.open(), "trunk")
    sandbox.git("branch", "-m", "main", "trunk")
    with pytest.raises(GitError, match=r"pass a range such as"):
        resolve(sandbox.open())
    assert resolve(sandbox.open(), default_branch="trunk").revisions.base_kind == "merge-base"


def test_before_the_first_commit(sandbox):
    sandbox.write("a.py", "a\n")
    with pytest.raises(GitError, match="no commit yet"):
        resolve(sandbox.open(), "HEAD")
    compared = resolve(sandbox.open())
    assert compared.revisions.base == ""
    assert [(change.status, change.path) for change in changes(compared.base, compared.head)] == [("added", "a.py")]
    assert changes(*_sides(resolve(sandbox.open(), staged=True))) == []
    sandbox.git("add", "a.py")
    assert [change.path for change in changes(*_sides(resolve(sandbox.open(), staged=True)))] == ["a.py"]


def test_unrelated_histories_are_compared_as_they_are(forked):
    sandbox, ids = forked
    sandbox.git("checkout", "-q", "--orphan", "other")
    other = sandbox.commit({"other.py": "o\n"})
    compared = resolve(sandbox.open(), "main..other")
    assert (compared.revisions.base, compared.revisions.head) == (ids["m2"], other)
    assert compared.revisions.base_kind == "direct"
    assert len(compared.notices) == 1
    assert "no commit in common" in compared.notices[0]


def test_several_merge_bases_are_mentioned(forked):
    sandbox, ids = forked
    sandbox.git("merge", "-q", "-m", "criss", "main")
    sandbox.git("checkout", "-q", "main")
    sandbox.git("merge", "-q", "-m", "cross", ids["s2"])
    expected = sandbox.git("merge-base", "--all", "main", "side").decode().split()
    assert merge_bases(sandbox.open(), sandbox.id("main"), sandbox.id("side")) == expected
    compared = resolve(sandbox.open(), "main..side")
    assert compared.revisions.base == expected[0]
    assert "2 merge bases" in compared.notices[0]


def _mend(sandbox, error):
    """Runs the command that the message names."""
    command = str(error).partition("git fetch")[2]
    assert command, error
    sandbox.git("fetch", "-q", *shlex.split(command))


def test_shallow_clone_without_the_merge_base(forked, clone):
    source, ids = forked
    shallow = clone(source, "shallow", "--depth=1", "--no-single-branch")
    repo = shallow.open()
    assert repo.is_shallow
    with pytest.raises(GitError, match="git fetch --unshallow origin main") as caught:
        resolve(repo, "origin/main..origin/side")
    _mend(shallow, caught.value)
    assert resolve(shallow.open(), "origin/main..origin/side").revisions.base == ids["m0"]


def test_shallow_clone_working_tree(forked, clone):
    source, ids = forked
    shallow = clone(source, "shallow", "--depth=1", "--no-single-branch", "-b", "side")
    shallow.git("remote", "set-head", "origin", "main")
    with pytest.raises(GitError, match="git fetch --unshallow origin main") as caught:
        resolve(shallow.open())
    _mend(shallow, caught.value)
    assert resolve(shallow.open()).revisions.base == ids["m0"]


def test_shallow_clone_without_the_parent(forked, clone):
    shallow = clone(forked[0], "shallow", "--depth=1")
    with pytest.raises(GitError, match="git fetch --deepen=1 origin") as caught:
        resolve(shallow.open(), "HEAD")
    _mend(shallow, caught.value)
    assert resolve(shallow.open(), "HEAD").revisions.base == forked[1]["s1"]


def test_shallow_clone_without_a_named_ancestor(forked, clone):
    shallow = clone(forked[0], "shallow", "--depth=1")
    with pytest.raises(GitError, match="git fetch --deepen=2 origin") as caught:
        resolve(shallow.open(), "HEAD~2..HEAD")
    _mend(shallow, caught.value)
    assert resolve(shallow.open(), "HEAD~2..HEAD").revisions.base == forked[1]["m0"]


def test_shallow_clone_compares_directly(forked, clone):
    shallow = clone(forked[0], "shallow", "--depth=1", "--no-single-branch")
    compared = resolve(shallow.open(), "origin/main..origin/side", direct=True)
    assert [change.path for change in changes(compared.base, compared.head)] == ["main.py", "side.py"]


def test_from_a_subfolder(forked):
    sandbox, _ = forked
    sandbox.write("deep/er/x.py", "x\n")
    compared = resolve(open_repository(sandbox.path / "deep/er"))
    assert "deep/er/x.py" in [file.path for file in compared.head.files()]


def _sides(compared):
    return compared.base, compared.head
