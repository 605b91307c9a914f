from __future__ import annotations

import itertools
import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nexus_diff.git import blob_id, changes, commit_snapshot, compare, resolve
from nexus_diff.git.changes import count_lines, hunks_between
from nexus_diff.git.renames import lines_of, similarity
from nexus_diff.model.changes import Hunk


def lines(data):
    parts = data.split(b"\n")
    return [part + b"\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def rebuild(old, new, hunks):
    """`new` from `old`, taking from `new` nothing but what the hunks cover."""
    old_lines, new_lines, out, at = lines(old), lines(new), [], 1
    for hunk in hunks:
        out += old_lines[at - 1 : hunk.old_start - 1]
        assert len(out) == hunk.new_start - 1
        out += new_lines[hunk.new_start - 1 : hunk.new_start - 1 + hunk.new_count]
        at = hunk.old_start + hunk.old_count
    return b"".join(out + old_lines[at - 1 :])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"", b"", []),
        (b"a\n", b"a\n", []),
        (b"", b"a\nb\n", [Hunk(1, 0, 1, 2)]),
        (b"a\nb\n", b"", [Hunk(1, 2, 1, 0)]),
        (b"a\nb\nc\n", b"a\nc\n", [Hunk(2, 1, 2, 0)]),
        (b"a\nc\n", b"a\nb\nc\n", [Hunk(2, 0, 2, 1)]),
        (b"b\n", b"a\nb\n", [Hunk(1, 0, 1, 1)]),
        (b"a\n", b"a\nb\n", [Hunk(2, 0, 2, 1)]),
        (b"a\nb\nc\n", b"a\nX\nY\nc\n", [Hunk(2, 1, 2, 2)]),
        (b"a\nb", b"a\nb\n", [Hunk(2, 1, 2, 1)]),
        (b"a\r\nb\r\n", b"a\nb\r\n", [Hunk(1, 1, 1, 1)]),
        (b"a \n", b"a\n", [Hunk(1, 1, 1, 1)]),
        (b"a\nb\nc\nd\ne\n", b"A\nb\nc\nd\nE\n", [Hunk(1, 1, 1, 1), Hunk(5, 1, 5, 1)]),
        (b"a\x0cb\nc\n", b"a\x0cb\nd\n", [Hunk(2, 1, 2, 1)]),
        (b"a\rb\nc\n", b"a\rb\nd\n", [Hunk(2, 1, 2, 1)]),
    ],
)
def test_hunks(old, new, expected):
    assert list(hunks_between(old, new)) == expected


TEXT = st.lists(st.sampled_from([b"a\n", b"b\n", b"  c\n", b"\n", b"}\n", b"d\r\n", b"\xff\n"]), max_size=12).map(b"".join)


@given(old=TEXT, new=TEXT, ends=st.tuples(st.sampled_from([b"", b"end"]), st.sampled_from([b"", b"end", b"e"])))
@settings(max_examples=300, deadline=None)
def test_hunks_turn_old_into_new(old, new, ends):
    old, new = old + ends[0], new + ends[1]
    hunks = hunks_between(old, new)
    assert rebuild(old, new, hunks) == new
    assert all(hunk.old_count or hunk.new_count for hunk in hunks)
    for one, other in itertools.pairwise(hunks):
        assert one.old_start + one.old_count < other.old_start or one.new_start + one.new_count < other.new_start


@pytest.mark.parametrize(("data", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"a\nb", 2), (b"\n", 1)])
def test_count_lines(data, count):
    assert count_lines(data) == count


def by_git(sandbox, old, new):
    """What `git diff --raw` and `-U0` say: {path: (status, old path, old oid, new oid, hunks)}."""
    fields = iter(sandbox.git("diff", "--raw", "-z", "--no-abbrev", "-M50%", "-l0", old, new).split(b"\0"))
    out = {}
    for meta in fields:
        if not meta:
            break
        old_mode, new_mode, old_oid, new_oid, status = meta[1:].decode().split()
        old_path = path = next(fields).decode("utf-8", "surrogateescape")
        if status[0] == "R":
            path = next(fields).decode("utf-8", "surrogateescape")
        name = {"A": "added", "D": "deleted", "M": "modified", "R": "renamed", "T": "type"}[status[0]]
        if name == "modified" and old_oid == new_oid and old_mode != new_mode:
            name = "mode"
        sides = [] if status[0] == "A" else [f"{old}:{old_path}"], [] if status[0] == "D" else [f"{new}:{path}"]
        hunks = None
        if status[0] in "MR" and old_oid != new_oid:
            hunks = git_hunks(sandbox, sides[0][0], sides[1][0])
        out[path] = (name, old_path, old_oid.strip("0"), new_oid.strip("0"), hunks)
    return out


def git_hunks(sandbox, old, new):
    found = []
    for line in sandbox.git("diff", "-U0", "--text", old, new).split(b"\n"):
        if header := re.match(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line):
            old_start, old_count, new_start, new_count = (1 if part is None else int(part) for part in header.groups())
            found.append(Hunk(old_start + (old_count == 0), old_count, new_start + (new_count == 0), new_count))
    return tuple(found)


def ours(found):
    return {
        change.path: (
            change.status,
            change.old_path,
            change.old_oid.strip("0"),
            change.new_oid.strip("0"),
            change.hunks if change.status in ("modified", "renamed") and change.old_oid != change.new_oid else None,
        )
        for change in found
    }


LONG = "".join(f"line {number}\n" for number in range(40))

SEQUENCES = {
    "edit": [{"a.py": "1\n2\n3\n"}, {"a.py": "1\nx\n3\n"}],
    "add and delete": [{"a.py": "1\n"}, {"a.py": None, "b.py": "other\n"}],
    "exact rename": [{"a.py": LONG}, {"a.py": None, "d/b.py": LONG}],
    "rename with edits": [{"a.py": LONG}, {"a.py": None, "d/b.py": LONG + "more\n"}],
    "rename too different": [{"a.py": LONG}, {"a.py": None, "b.py": LONG[:100] + "zzz\n" * 100}],
    "two copies": [{"a.py": LONG, "b.py": LONG}, {"a.py": None, "b.py": None, "x/b.py": LONG, "x/a.py": LONG}],
    "swap": [{"a.py": LONG, "b.py": "b\n" * 30}, {"a.py": "b\n" * 30, "b.py": LONG}],
    "file to folder": [{"a": "1\n"}, {"a": None, "a/b.py": "other\n"}],
    "crlf": [{"a.py": "1\r\n2\r\n"}, {"a.py": "1\n2\n"}],
    "no newline at end": [{"a.py": "1\n2"}, {"a.py": "1\n2\n"}],
    "empty files do move": [{"a.py": ""}, {"a.py": None, "b.py": ""}],
    "blank lines": [{"a.py": "def f():\n    pass\n\n"}, {"a.py": "def f():\n    pass\n\n\ndef g():\n    pass\n\n"}],
    "not utf-8": [{"a.py": b"\xff\xfe1\n2\n"}, {"a.py": b"\xff\xfe1\n3\n"}],
}


@pytest.mark.parametrize("files", SEQUENCES.values(), ids=SEQUENCES.keys())
def test_agrees_with_git(sandbox, files):
    sandbox.commit({"other.py": "unchanged\n", **files[0]})
    for path, data in files[1].items():
        if data is None:
            os.remove(sandbox.path / path)
    sandbox.commit({path: data for path, data in files[1].items() if data is not None})
    compared = resolve(sandbox.open(), "HEAD")
    assert ours(changes(compared.base, compared.head)) == by_git(sandbox, "HEAD~1", "HEAD")


def test_modes_and_types(sandbox):
    sandbox.commit({"m.sh": "x\n", "both.sh": "x\n", "t.py": "1\n2\n", "l": "3\n"})
    os.chmod(sandbox.path / "m.sh", 0o755)
    os.chmod(sandbox.path / "both.sh", 0o755)
    sandbox.write("both.sh", "y\n")
    os.remove(sandbox.path / "t.py")
    os.symlink("elsewhere", sandbox.path / "t.py")
    sandbox.commit()
    compared = resolve(sandbox.open(), "HEAD")
    found = {change.path: change for change in changes(compared.base, compared.head)}
    assert {path: change.status for path, change in found.items()} == {"m.sh": "mode", "both.sh": "modified", "t.py": "type"}
    assert (found["m.sh"].old_mode, found["m.sh"].new_mode) == (0o100644, 0o100755)
    assert found["m.sh"].hunks == ()
    assert found["t.py"].hunks == (Hunk(1, 2, 1, 1),)


def test_binary_has_no_hunks(sandbox):
    sandbox.commit({"a.bin": b"a\0b\n", "b.py": b"x" * 8000 + b"\0\n"})
    sandbox.commit({"a.bin": b"a\0c\n", "b.py": b"y" * 8000 + b"\0\n"})
    compared = resolve(sandbox.open(), "HEAD")
    assert [(change.path, change.binary, bool(change.hunks)) for change in changes(compared.base, compared.head)] == [
        ("a.bin", True, False),
        ("b.py", False, True),
    ]


def test_attributes_cannot_hide_a_change(sandbox):
    sandbox.commit({"a.py": "1\n"})
    sandbox.commit({"a.py": "2\n", ".gitattributes": "*.py -diff binary\n"})
    compared = resolve(sandbox.open(), "HEAD")
    assert changes(compared.base, compared.head)[1].hunks == (Hunk(1, 1, 1, 1),)


def test_user_configuration_plays_no_part(sandbox):
    sandbox.commit({"a.py": LONG})
    os.remove(sandbox.path / "a.py")
    sandbox.commit({"b.py": LONG})
    for name, value in {"diff.renames": "false", "diff.context": "9", "diff.ignoreSubmodules": "all", "core.quotePath": "true"}.items():
        sandbox.git("config", name, value)
    compared = resolve(sandbox.open(), "HEAD")
    assert [change.status for change in changes(compared.base, compared.head)] == ["renamed"]


def test_missing_blob_is_a_notice(sandbox):
    sandbox.commit({"a.py": "1\n", "b.py": "1\n"})
    sandbox.commit({"a.py": "2\n", "b.py": "3\n"})
    oid = sandbox.id("HEAD:a.py")
    os.remove(sandbox.path / ".git/objects" / oid[:2] / oid[2:])
    compared = resolve(sandbox.open(), "HEAD")
    found = compare(compared.base, compared.head)
    assert [(change.path, change.binary) for change in found.changes] == [("a.py", True), ("b.py", False)]
    assert [notice.partition(":")[0] for notice in found.notices] == ["a.py"]


def test_rename_limit_is_told(sandbox, monkeypatch):
    monkeypatch.setattr("nexus_diff.git.renames._MOST_PAIRS", 1)
    sandbox.commit({f"a{number}.py": LONG + f"{number}\n" for number in range(3)})
    for number in range(3):
        os.remove(sandbox.path / f"a{number}.py")
    sandbox.commit({f"b{number}.py": LONG + f"b{number}\n" for number in range(3)})
    compared = resolve(sandbox.open(), "HEAD")
    found = compare(compared.base, compared.head)
    assert sorted(change.status for change in found.changes) == ["added", "added", "deleted", "deleted", "renamed"]
    assert "8 pairs" in found.notices[0]


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [(b"a\nb\n", b"a\nb\n", 1.0), (b"a\n", b"b\n", 0.0), (b"a\nb\n", b"a\nc\n", 0.5), (b"", b"", 0.0), (b"a\na\n", b"a\n", 0.5)],
)
def test_similarity(old, new, share):
    assert similarity(lines_of(old), lines_of(new)) == similarity(lines_of(new), lines_of(old)) == share


NAMES = ("a.py", "b.py", "d/a.py", "d/e/c.py", "x")
BODIES = tuple(
    "".join(f"{letter}{number % 7}\n" for number in range(length)) for letter, length in (("p", 9), ("q", 14), ("r", 3), ("p", 12))
)
EDIT = st.tuples(st.sampled_from(NAMES), st.sampled_from([*BODIES, None]), st.booleans())


@given(states=st.lists(st.lists(EDIT, min_size=1, max_size=5), min_size=2, max_size=3))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_all_kinds_of_snapshots_agree(make_at, states):
    """What the working tree, the index, a patch and the commit of the same files differ in is the same, and is what git says."""
    with tempfile.TemporaryDirectory() as folder:
        sandbox = make_at(Path(folder) / "repo")
        sandbox.commit({"start.py": "s\n"})
        for edits in states:
            for path, body, extra in edits:
                full = sandbox.path / path
                if body is None and full.exists():
                    full.unlink()
                elif body is not None:
                    sandbox.write(path, body + ("extra\n" if extra else ""))
            disk = resolve(sandbox.open())
            on_disk = changes(disk.base, disk.head)
            sandbox.git("add", "-A")
            staged = resolve(sandbox.open(), staged=True)
            patch = sandbox.git("diff", "--cached", "--binary")
            patched = resolve(sandbox.open(), patch=patch)
            found = [changes(staged.base, staged.head), changes(patched.base, patched.head)]
            keys = {disk.head.key, staged.head.key, patched.head.key}
            sandbox.commit()
            committed = resolve(sandbox.open(), "HEAD")
            assert keys == {committed.head.key}
            expected = changes(committed.base, committed.head)
            assert [on_disk, *found] == [expected] * 3
            assert ours(expected).keys() == by_git(sandbox, "HEAD~1", "HEAD").keys()
            for change in expected:
                old = b"" if not change.old_oid else committed.base.read(change.old_oid)
                new = b"" if not change.new_oid else committed.head.read(change.new_oid)
                assert old == new or rebuild(old, new, change.hunks) == new


def test_blob_ids_of_deltas(sandbox):
    sandbox.commit({"a.py": "1\n"})
    found = changes(commit_snapshot(sandbox.open(), None), commit_snapshot(sandbox.open(), sandbox.id()))
    assert (found[0].old_oid, found[0].new_oid) == ("", blob_id(b"1\n"))
