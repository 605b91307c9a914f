from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nexus_diff.git import changes, commit_snapshot, resolve
from nexus_diff.git.patch import apply_hunks
from nexus_diff.git.patch_text import parse_patch
from nexus_diff.model.errors import PatchError

BODY = "".join(f"{number}\n" for number in range(1, 31))


def apply(sandbox, patch):
    compared = resolve(sandbox.open(), patch=patch if isinstance(patch, bytes) else patch.encode())
    return compared, {change.path: change.status for change in changes(compared.base, compared.head)}


def edit(sandbox):
    """Every kind of change at once; returns the tree that should result."""
    sandbox.write("edit.py", BODY.replace("3\n", "three\n").replace("30\n", ""))
    sandbox.write("sub/no newline.py", "no newline at all, now two\nlines")
    os.remove(sandbox.path / "gone.py")
    os.rename(sandbox.path / "old.py", sandbox.path / "sub/new.py")
    sandbox.write("moved.py", BODY + "moved and edited\n")
    os.remove(sandbox.path / "move me.py")
    os.chmod(sandbox.path / "run.sh", 0o755)
    sandbox.write("added.py", "")
    sandbox.write("caf\u00e9 \u2603.py", "x\n")
    sandbox.write('q"uo\nte.py', "x\n")
    sandbox.write("crlf.py", "1\r\ntwo\r\n3\r\n")
    sandbox.write(b"latin\xe9.py", b"caf\xe9 x\x85y\x0cz\n")
    os.remove(sandbox.path / "type.py")
    os.symlink("target", sandbox.path / "type.py")


@pytest.fixture
def base(sandbox):
    sandbox.commit(
        {
            "edit.py": BODY,
            "sub/no newline.py": "no newline at all",
            "gone.py": "-- g\n++ h\n",
            "old.py": "old\n" + BODY,
            "move me.py": BODY,
            "run.sh": "r\n",
            "crlf.py": "1\r\n2\r\n3\r\n",
            "type.py": "t\n",
        }
    )
    sandbox.write(b"latin\xe9.py", b"caf\xe9\n")
    sandbox.commit()
    return sandbox


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["-U0"],
        ["-U10"],
        ["--no-renames"],
        ["-M"],
        ["-C", "--find-copies-harder"],
        ["--no-prefix"],
        ["-c", "diff.mnemonicPrefix=true"],
        ["--src-prefix=b/", "--dst-prefix=a/"],
    ],
    ids=" ".join,
)
def test_what_git_writes_applies(base, options):
    edit(base)
    base.git("add", "-A")
    config, flags = (options, []) if options[:1] == ["-c"] else ([], options)
    patch = base.git(*config, "diff", "--cached", *flags)
    expected = base.git("write-tree").decode().strip()
    base.git("reset", "-q", "--hard")
    compared, _ = apply(base, patch)
    assert compared.head.key == expected
    assert compared.revisions.head == "patch"
    assert compared.notices == ()


def test_several_commits_in_mail_form(base):
    start = base.id()
    base.commit({"edit.py": BODY + "one\n"}, "one\n\nwith --- a line\n+++ like this")
    edit(base)
    expected = base.commit()
    patch = base.git("format-patch", "--stdout", f"{start}..HEAD")
    base.git("reset", "-q", "--hard", start)
    compared, _ = apply(base, patch)
    assert compared.head.key == base.id(f"{expected}^{{tree}}")


def test_plain_diff_without_git_headers(sandbox):
    sandbox.commit({"a.py": "1\n2\n3\n"})
    compared, found = apply(sandbox, "--- a.py\t2024-01-01 00:00:00\n+++ a.py\t2024-01-02 00:00:00\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n")
    assert found == {"a.py": "modified"}
    assert compared.head.read_path("a.py") == b"1\ntwo\n3\n"


def test_whole_patch_with_carriage_returns(sandbox):
    sandbox.commit({"lf.py": "1\n2\n", "crlf.py": "1\r\n2\r\n"})
    patch = "".join(f"--- a/{name}\n+++ b/{name}\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n" for name in ("lf.py", "crlf.py"))
    compared, _ = apply(sandbox, patch.replace("\n", "\r\n"))
    assert compared.head.read_path("lf.py") == b"1\ntwo\n"
    assert compared.head.read_path("crlf.py") == b"1\r\ntwo\r\n"


def test_binary_is_a_notice(sandbox):
    sandbox.commit({"a.bin": b"\0a", "b.py": "1\n"})
    sandbox.write("a.bin", b"\0b")
    sandbox.write("b.py", "2\n")
    for flag in ("--binary", "--full-index"):
        compared, found = apply(sandbox, sandbox.git("diff", flag))
        assert found == {"b.py": "modified"}
        assert compared.notices == ("a.bin: binary patch, not applied",)


def test_submodule_is_a_notice(sandbox):
    sandbox.commit({"a.py": "1\n"})
    patch = "diff --git a/sub b/sub\nnew file mode 160000\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit " + "1" * 40 + "\n"
    compared, found = apply(sandbox, patch)
    assert (found, compared.notices) == ({}, ("sub: submodule, not applied",))


def test_deleting_a_binary_file_applies(sandbox):
    sandbox.commit({"a.bin": b"\0a", "b.py": "1\n"})
    os.remove(sandbox.path / "a.bin")
    for flag in ("--binary", "--full-index"):
        compared, found = apply(sandbox, sandbox.git("diff", flag))
        assert (found, compared.notices) == ({"a.bin": "deleted"}, ())


def test_empty_patch_changes_nothing(sandbox):
    sandbox.commit({"a.py": "1\n"})
    compared, found = apply(sandbox, "")
    assert found == {}
    assert compared.head.key == compared.base.key


PIECES = (
    b"--- a/x\n",
    b"+++ b/x\n",
    b"+++ /dev/null\n",
    b"--- \n",
    b"@@ -1 +1 @@\n",
    b"@@ -0,0 +1,2 @@ def f():\r\n",
    b"@@ -99999999999 +1 @@\n",
    b"-a\n",
    b"+b\n",
    b" c\n",
    b"\n",
    b"\\ No newline at end of file\n",
    b"\\\n",
    b"diff --git a/x b/x\n",
    b"diff --git \n",
    b'diff --git "a/\\303" "b/\\303"\n',
    b"new file mode 100644\n",
    b"new mode zzz\n",
    b"rename from \n",
    b"rename to y\n",
    b"Binary files a and b differ\n",
    b"GIT binary patch\n",
    b"index 123..456 100644\n",
    b"\xff\xfe\r\n",
    b"end",
)

GOOD = "--- a/a.py\n+++ b/a.py\n"


@pytest.mark.parametrize(
    ("patch", "message"),
    [
        (GOOD + "@@ -1,2 +1,2 @@\n 1\n-two\n+zwei\n", r"a\.py: the hunk at line 3 of the patch does not apply at line 1"),
        (GOOD + "@@ -2,2 +2,2 @@\n 1\n-2\n+zwei\n", r"hunk at line 3 .* line 2"),
        (GOOD + "@@ -90,1 +90,1 @@\n-2\n+zwei\n", "does not apply at line 90"),
        (GOOD + "@@ -1 +1 @@\n-1 \n+zwei\n", "does not apply"),
        (GOOD + "@@ -2 +2 @@\n-2\n+zwei\n@@ -1 +1 @@\n-1\n+eins\n", "hunk at line 6"),
        (GOOD + "@@ -1,3 +1,3 @@\n 1\n", "cannot be read"),
        ("--- a/nope.py\n+++ b/nope.py\n@@ -1 +1 @@\n-1\n+2\n", r"nope\.py: no such file"),
        ("--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+2\n", r"a\.py: already exists"),
        ("--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "leaves content"),
        ("--- a/../../etc/passwd\n+++ b/../../etc/passwd\n@@ -1 +1 @@\n-1\n+2\n", "not a path inside"),
        ("--- /dev/null\n+++ /etc/cron.d/x\n@@ -0,0 +1 @@\n+2\n", "not a path inside"),
        ("--- /dev/null\n+++ b/.git/config\n@@ -0,0 +1 @@\n+2\n", "not a path inside"),
        ("hello\nworld\n", "no unified diff"),
        ("@@ -1 +1 @@\n-1\n+2\n", "cannot be read"),
        ("diff --git a/a.py b/a.py\nold mode 100644\nnew mode 104755\n", "unknown file mode"),
    ],
)
def test_patch_that_does_not_apply(sandbox, patch, message):
    sandbox.commit({"a.py": "1\n2\n3\n"})
    with pytest.raises(PatchError, match=message) as caught:
        apply(sandbox, patch)
    assert "\n" not in str(caught.value)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
@settings(max_examples=200, deadline=None)
def test_any_text_ends_in_a_patch_error_or_files(text):
    try:
        found = parse_patch(text)
    except PatchError as error:
        message = str(error)
        found = []
    else:
        message = ""
    assert "\n" not in message
    assert all(file.old or file.new for file in found)


def test_apply_hunks_without_hunks():
    assert apply_hunks(b"x", (), "x") == b"x"


def test_patch_of_a_bare_repository(sandbox, clone):
    sandbox.commit({"a.py": "1\n"})
    sandbox.write("a.py", "2\n")
    patch = sandbox.git("diff")
    compared, found = apply(clone(sandbox, "bare.git", "--bare"), patch)
    assert found == {"a.py": "modified"}
    assert commit_snapshot(compared.head.repo, sandbox.id()).read_path("a.py") == b"1\n"
