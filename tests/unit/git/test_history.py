from __future__ import annotations

import pytest

from nexus_diff.git import first_parents, nearest, resolve


@pytest.fixture
def merged(sandbox):
    """main: m0 - m1 - M(side: s1 - s2) - m3."""
    ids = {"m0": sandbox.commit({"a.py": "0\n"})}
    sandbox.git("checkout", "-q", "-b", "side")
    ids["s1"] = sandbox.commit({"s.py": "1\n"})
    ids["s2"] = sandbox.commit({"s.py": "2\n"})
    sandbox.git("checkout", "-q", "main")
    ids["m1"] = sandbox.commit({"a.py": "1\n"})
    sandbox.clock += 60
    sandbox.git("merge", "-q", "--no-ff", "-m", "merge", "side")
    ids["M"] = sandbox.id()
    ids["m3"] = sandbox.commit({"a.py": "3\n"})
    return sandbox, ids


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("main~3..main", ["m0", "m1", "M", "m3"]),
        ("HEAD", ["M", "m3"]),
        ("side..HEAD", ["s2", "m1", "M", "m3"]),
        ("HEAD..HEAD", ["m3"]),
        ("HEAD~3", ["m0"]),
        ("HEAD..HEAD~2", ["m1"]),
    ],
)
def test_first_parents(merged, text, expected):
    sandbox, ids = merged
    names = {commit: name for name, commit in ids.items()}
    assert [names[commit] for commit in first_parents(sandbox.open(), resolve(sandbox.open(), text))] == expected


def test_first_parents_of_the_working_tree(merged):
    sandbox, ids = merged
    assert first_parents(sandbox.open(), resolve(sandbox.open())) == [ids["m3"]]


@pytest.mark.parametrize(
    ("indexed", "limit", "expected"),
    [
        (["m3", "m0"], 2000, "m3"),
        (["m0"], 2000, "m0"),
        (["s1", "m0"], 2000, "m0"),
        (["s1", "s2"], 2000, "s2"),
        (["m0"], 2, None),
        ([], 2000, None),
    ],
)
def test_nearest(merged, indexed, limit, expected):
    sandbox, ids = merged
    repo = sandbox.open()
    trees = {repo.tree_of(ids[name]) for name in indexed}
    found = nearest(repo, ids["m3"], trees.__contains__, limit)
    assert found == (None if expected is None else (ids[expected], repo.tree_of(ids[expected])))


def test_nearest_in_a_shallow_clone(merged, clone):
    shallow = clone(merged[0], "shallow", "--depth=2")
    assert nearest(shallow.open(), shallow.id(), lambda tree: False) is None
