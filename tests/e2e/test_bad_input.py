"""Bad input: one clear line, the right exit code, and nothing lost."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Setup = Callable[[Any, Path], "list[str] | None"]


def not_a_repository(repo: Any, tmp: Path) -> list[str]:
    (tmp / "plain").mkdir()
    return ["--repo", str(tmp / "plain")]


def no_folder(repo: Any, tmp: Path) -> list[str]:
    return ["--repo", str(tmp / "nowhere")]


def unknown_revision(repo: Any, tmp: Path) -> list[str]:
    return ["main..no-such-branch"]


def shallow(repo: Any, tmp: Path) -> list[str]:
    repo.git("checkout", "--quiet", "-b", "work")
    repo.commit({"b.py": "def b(): pass\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit({"c.py": "def c(): pass\n"})
    repo.clone(tmp / "shallow", "--depth=1", "--no-single-branch")
    return ["--repo", str(tmp / "shallow"), "origin/main..origin/work"]


def broken_config(repo: Any, tmp: Path) -> list[str]:
    repo.commit({"nexus-diff.toml": "[index]\nmax_file_bytes = 'much'\nexclude = 3\n"})
    repo.commit({"a.py": "def a(): return 1\n"})
    return ["HEAD"]


def broken_config_on_disk(repo: Any, tmp: Path) -> list[str]:
    repo.write({"nexus-diff.toml": "[impact\n"})
    return []


def missing_config(repo: Any, tmp: Path) -> list[str]:
    return ["--config", str(tmp / "none.toml")]


def bad_patch(repo: Any, tmp: Path) -> list[str]:
    (tmp / "p").write_text("--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-something else\n+x\n")
    return ["--patch", str(tmp / "p")]


def missing_patch(repo: Any, tmp: Path) -> list[str]:
    return ["--patch", str(tmp / "none.diff")]


def no_default_branch(repo: Any, tmp: Path) -> list[str]:
    repo.git("branch", "--quiet", "-m", "main", "trunk")
    return []


def unwritable_output(repo: Any, tmp: Path) -> list[str]:
    return ["HEAD", "--output", str(tmp / "no" / "such" / "folder")]


def index_folder_is_a_file(repo: Any, tmp: Path) -> list[str]:
    (tmp / "file").write_text("")
    return ["HEAD", "--index-dir", str(tmp / "file")]


def two_ranges(repo: Any, tmp: Path) -> list[str]:
    return ["main..HEAD", "--staged"]


def long_revision(repo: Any, tmp: Path) -> list[str]:
    repo.clone(tmp / "clone")
    return ["--repo", str(tmp / "clone"), "x" * 100_000]


@pytest.mark.parametrize(
    ("setup", "line"),
    [
        (not_a_repository, r"plain is not in a git repository"),
        (no_folder, r"nowhere: no such folder"),
        (unknown_revision, r"unknown revision 'no-such-branch'"),
        (long_revision, r"unknown revision 'x{60}…', 100,000 characters long$"),
        (shallow, r"lacks the merge base .*: git fetch --unshallow origin main"),
        (broken_config, r"nexus-diff.toml:2: .*max_file_bytes"),
        (broken_config_on_disk, r"nexus-diff.toml:1: not valid TOML"),
        (missing_config, r"none.toml: cannot be read"),
        (bad_patch, r"a.py"),
        (missing_patch, r"none.diff: cannot be read"),
        (no_default_branch, r"no default branch found .* pass a range"),
        (unwritable_output, r"folder: cannot be written"),
        (index_folder_is_a_file, r"file"),
        (two_ranges, r"RANGE and --staged exclude one another"),
    ],
)
def test_it_cannot_run_and_says_why(repo: Any, tmp_path: Path, setup: Setup, line: str) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    arguments = setup(repo, tmp_path) or []
    status = repo.git("status", "--porcelain")
    ran = repo.run(*arguments, "--format", "json")
    assert ran.code == 2, ran
    assert ran.out == ""
    lines = [text for text in ran.err.splitlines() if "indexing," not in text]
    assert all(text.startswith("nexus-diff: ") for text in lines), ran
    assert re.search(line, lines[0]), ran
    assert "Traceback" not in ran.err
    assert repo.git("status", "--porcelain") == status


@pytest.mark.parametrize("arguments", ["HEAD", "init gitlab", "status", "hook pre-push --strict"])
def test_a_current_folder_that_is_gone_is_said(repo: Any, tmp_path: Path, arguments: str) -> None:
    command = f'mkdir "$0" && cd "$0" && rmdir "$0" && exec "{sys.executable}" -m nexus_diff {arguments}'
    done = subprocess.run(["sh", "-c", command, str(tmp_path / "gone")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()) == (2, ["nexus-diff: the current folder is gone; go to another one"])


def test_ci_without_git_says_so(repo: Any, tmp_path: Path) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    ran = repo.run("ci", "auto", env={"PATH": str(tmp_path), "CI": "", "GITHUB_ACTIONS": "", "GITLAB_CI": ""})
    assert ran.code == 0
    assert ran.err.splitlines()[-1] == "nexus-diff: warning: the git program is not on the PATH; install git"


def test_every_mistake_of_a_configuration_is_listed(repo: Any, tmp_path: Path) -> None:
    repo.commit({"a.py": ""})
    broken_config(repo, tmp_path)
    ran = repo.run("config", "check")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 2


@pytest.mark.parametrize("arguments", [[], ["main..HEAD"], ["HEAD"], ["index"], ["status"], ["cypher", "MATCH (n:File) RETURN n.id"]])
def test_an_empty_repository_is_said_and_is_no_error(repo: Any, arguments: list[str]) -> None:
    ran = repo.run(*arguments)
    assert ran.code == 0, ran
    assert "no commit yet" in ran.out + ran.err or not arguments


def test_an_empty_bare_repository(make: Any) -> None:
    assert make("bare.git", bare=True).run().code == 0


def test_files_before_the_first_commit(repo: Any) -> None:
    repo.write({"a.py": "def a(): pass\n"})
    answer = repo.ask()
    assert ("a", "added") in [(symbol["qualified_name"], symbol["change"]) for symbol in answer["changed_symbols"]]


def test_no_supported_file_is_said_and_is_no_error(repo: Any) -> None:
    repo.commit({"README.md": "# a\n"})
    repo.commit({"README.md": "# b\n"})
    answer = repo.ask("HEAD")
    assert any(
        "no file in a supported language (C, C#, C++, Go, Java, JavaScript, Python, Rust, TypeScript)" in text for text in answer["notices"]
    )
    assert answer["skipped"] == [{"file": "README.md", "reason": "no supported language"}]


GOOD = {"good.py": "def good():\n    return 1\n", "user.py": "from good import good\n\n\ndef user():\n    return good()\n"}
BETTER = {"good.py": "def good():\n    return 2\n"}


@pytest.mark.parametrize(
    ("name", "content", "section", "text"),
    [
        ("latin.py", b"# caf\xe9\ndef latin():\n    pass\n", "notices", r"latin.py:1: not valid UTF-8"),
        ("wrong.py", b"def wrong(:\n    pass\n", "notices", r"wrong.py:\d+: syntax error"),
        ("nul.py", b"x = 1\0\n", "skipped", r"binary"),
        ("utf16.py", "x = 1\n".encode("utf-16"), "skipped", r"UTF-16"),
        ("long.js", b"var x = '" + b"y" * 60_000 + b"';\n", "skipped", r"minified \(a line of 60,011 bytes\)"),
        ("huge.js", b"x" * 50_000_000, "skipped", r"larger than \[index\] max_file_bytes"),
        ("big.py", b"x = 1\n" * 200_000, "skipped", r"larger than \[index\] max_file_bytes"),
        ("lfs.py", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n", "skipped", r"Git LFS pointer"),
        ("deep.py", b"x = " + b"(" * 30_000 + b")" * 30_000 + b"\n", "", ""),
        ("deep.ts", b"const x = " + b"[" * 20_000 + b"]" * 20_000 + b";\n", "", ""),
        ("crlf.py", b"def crlf():\r\n    pass\r\n", "", ""),
        ("empty.py", b"", "", ""),
        ("no-newline.py", b"def f(): pass", "", ""),
        ("bom.py", b"\xef\xbb\xbfdef bom(): pass\n", "", ""),
        ("with space.py", b"def f(): pass\n", "", ""),
        ("quote\"'.py", b"def f(): pass\n", "", ""),
        ("new\nline.py", b"def f(): pass\n", "", ""),
        ("tab\tand\x1b[31m.py", b"def f(): pass\n", "", ""),
        ("żółć.py", b"def f(): pass\n", "", ""),
        ("bad\udcff.py", b"def f(): pass\n", "", ""),
    ],
)
def test_row_17_it_goes_on_and_says_what_it_left_out(repo: Any, tmp_path: Path, name: str, content: bytes, section: str, text: str) -> None:
    repo.commit(GOOD)
    try:
        repo.commit({**BETTER, name: content})
    except OSError:
        pytest.skip("this file system does not take such names")
    answer = repo.ask("HEAD", "--format", f"text={tmp_path / 'text'}", "--format", f"markdown={tmp_path / 'markdown'}")
    assert ("good", "modified") in [(symbol["qualified_name"], symbol["change"]) for symbol in answer["changed_symbols"]]
    assert [symbol["qualified_name"] for symbol in answer["impacted"] if symbol["kind"] == "function"] == ["user"]
    if section == "skipped":
        (skipped,) = answer["skipped"]
        assert skipped["file"] == name
        assert re.search(text, skipped["reason"])
    elif section == "notices":
        assert any(re.search(text, notice) for notice in answer["notices"]), answer["notices"]
    for kind in ("text", "markdown"):
        shown = (tmp_path / kind).read_text()
        assert "good" in shown
        assert "\x1b" not in shown
    assert repo.here("verify", "HEAD").code == 0


def _odd_files(suffix: str, text: bytes) -> dict[str, bytes]:
    """Odd files in one language, by name."""
    return {
        f"odd/{suffix}/{name}.{suffix}": content
        for name, content in {
            "mark": b"\xef\xbb\xbf" + text,
            "wide": text.decode().encode("utf-16"),
            "latin": text + b"// \xe9 # \xff\n",
            "windows": text.replace(b"\n", b"\r\n"),
            "old-mac": text.replace(b"\n", b"\r"),
            "cut": text[: len(text) * 2 // 3],
            "nothing": b"",
            "late": text + b"// pad\n" * 1500 + b"\0" + text,
            "deep": b"(" * 3000 + b"\n" + b"{" * 3000,
            "noise": bytes(1 + i * i * 31 % 255 for i in range(3000)),
            "Case": text,
            "case": text,
            "we\nird \x1b[31m|<img>`@all`": text,
        }.items()
    }


def test_row_17_odd_files_in_every_language(repo: Any) -> None:
    texts = {
        "c": b"int f(int a) { return a; }\nint g(void) { return f(1); }\n",
        "cpp": b"struct A { int f(int a) { return a; } };\nint g() { A a; return a.f(1); }\n",
        "cs": b"class A { int F(int a) { return a; } int G() { return F(1); } }\n",
        "go": b"package p\n\nfunc f(a int) int { return a }\n",
        "java": b"class A { int f(int a) { return a; } int g() { return f(1); } }\n",
        "rs": b"pub fn f(a: u8) -> u8 { a }\npub fn g() -> u8 { f(1) }\n",
        "py": b"def f(a):\n    return a\n",
        "ts": b"export function f(a: number) { return a }\n",
        "js": b"exports.f = function (a) { return a }\n",
    }
    odd = {path: content for suffix, text in texts.items() for path, content in _odd_files(suffix, text).items()}
    repo.commit(GOOD)
    repo.commit({**BETTER, **odd})
    answer = repo.ask("HEAD")
    assert [s["name"] for s in answer["impacted"]][:1] == ["user"]
    reasons = {file["file"]: file["reason"] for file in answer["skipped"]}
    assert {f"odd/{suffix}/wide.{suffix}" for suffix in texts} == reasons.keys()
    changed = {s["file"] for s in answer["changed_symbols"]}
    assert {f"odd/{suffix}/{name}.{suffix}" for suffix in texts for name in ("mark", "windows", "latin")} <= changed


def test_row_17_links_and_submodules_are_listed(repo: Any, make: Any, tmp_path: Path) -> None:
    repo.commit(GOOD)
    other = make("other")
    other.commit({"x.py": "def x(): pass\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.path), "sub")
    os.symlink("good.py", repo.path / "link.py")
    os.symlink("/etc", repo.path / "out")
    repo.commit(BETTER)
    answer = repo.ask("HEAD")
    reasons = {skipped["file"]: skipped["reason"] for skipped in answer["skipped"]}
    assert reasons["sub"] == "submodule"
    assert reasons["link.py"] == reasons["out"] == "symbolic link"
    assert repo.ask()["changed_symbols"] == []


def test_a_read_only_git_directory_falls_back_to_the_user_cache(repo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, as root may write everywhere."""
    from nexus_diff.run import workspace
    from nexus_diff.run.request import Place
    from nexus_diff.run.snapshots import index

    repo.commit(GOOD)
    monkeypatch.setattr(workspace.os, "access", lambda path, mode: False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = index(Place(repo=str(repo.path)))
    assert Path(found.path).is_relative_to(tmp_path / "cache" / "nexus-diff")
    assert any("the index is kept in" in text for text in found.notices)
    assert not repo.index.exists()


def test_a_full_disk_is_one_line(repo: Any) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    repo.commit(GOOD)
    ran = repo.run("HEAD", "--output", str(full))
    assert ran.code == 2
    assert "No space left" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_full_index_disk_is_one_line_and_leaves_no_snapshot(repo: Any, tmp_path: Path) -> None:
    """A limit on the size of files stands in for a small disk."""
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    repo.commit(GOOD)
    command = f"ulimit -f 200; trap '' XFSZ; exec {sys.executable} -m nexus_diff index"
    done = subprocess.run(["bash", "-c", command], cwd=repo.path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert repo.snapshots() == []
    assert repo.run("index").code == 0


@pytest.mark.parametrize("kilobytes", [500, 2000, 4000, 6000])
def test_a_disk_that_runs_full_is_one_line(repo: Any, kilobytes: int) -> None:
    """Wherever the disk ends: the engine must not end the process either."""
    alone = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
    if (
        shutil.which("unshare") is None
        or subprocess.run([*alone, "mount -t tmpfs tmpfs /mnt"], capture_output=True, check=False).returncode
    ):
        pytest.skip("needs a mount of its own")
    repo.commit(GOOD)
    command = f"mount -t tmpfs -o size={kilobytes}k tmpfs /mnt && {sys.executable} -m nexus_diff index --index-dir /mnt/index"
    done = subprocess.run([*alone, command], cwd=repo.path, capture_output=True, text=True, check=False)
    assert done.returncode == 2, done
    assert "no space left" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_closed_standard_input_is_one_line(repo: Any) -> None:
    repo.commit(GOOD)
    command = f"exec {sys.executable} -m nexus_diff --patch - <&-"
    done = subprocess.run(["sh", "-c", command], cwd=repo.path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("nexus-diff: -: standard input is closed")


@pytest.mark.parametrize("option", ["--patch", "--config"])
def test_a_file_without_end_is_one_line(repo: Any, option: str) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("needs /dev/zero")
    repo.commit(GOOD)
    ran = repo.run(option, "/dev/zero")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_a_bare_repository_has_nothing_staged(repo: Any, tmp_path: Path) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    subprocess.run(["git", "clone", "-q", "--bare", str(repo.path), str(tmp_path / "bare.git")], check=True)
    ran = repo.run("--staged", "--repo", str(tmp_path / "bare.git"))
    assert ran.code == 2
    assert "no staged changes" in ran.err


@pytest.mark.parametrize("line", ["0", "\u00b2", "\u0663", "9" * 5_000, "-1", "1e3"])
def test_a_line_that_is_no_number_is_said(repo: Any, line: str) -> None:
    repo.commit({"a.py": "def a(): pass\n"})
    for command in (["explain"], ["impact"], ["path", "a.py"], ["rules", "explain"]):
        ran = repo.here(*command, f"a.py:{line}")
        assert (ran.code, ran.out) == (2, ""), ran
        assert len(ran.err.splitlines()[-1]) < 400, ran
        assert "internal error" not in ran.err, ran


@pytest.mark.parametrize("name", [b"a.py", b"a\xffb.py", b"a\nb.py", b"a b.py"])
def test_files_are_found_by_the_names_that_a_shell_hands_over(repo: Any, name: bytes) -> None:
    (repo.path / os.fsdecode(name)).write_text("def a(): pass\n\n\ndef b(): a()\n")
    repo.git("add", ".")
    repo.git("commit", "--quiet", "-m", "x")
    for before in ("", "./"):
        asked = before + os.fsdecode(name)
        for command in (
            ["explain", f"{asked}:4"],
            ["impact", asked],
            ["impact", f"{asked}:4"],
            ["path", asked, asked],
            ["rules", "explain", asked],
        ):
            ran = (repo.here if before else repo.run)(*command)
            assert ran.code == 0, ran


def test_rules_of_another_tool_that_make_no_sound_ones_name_their_file(repo: Any, tmp_path: Path) -> None:
    repo.commit({"a.py": "x = 1\n"})
    (tmp_path / "tach.toml").write_text("[[modules]]\npath = 3\n")
    ran = repo.run("rules", "init", "--from", str(tmp_path / "tach.toml"))
    assert (ran.code, ran.out) == (2, "")
    assert "tach.toml: makes no sound rules here ([parts] '3' is no name for a part" in ran.err
    assert len([line for line in ran.err.splitlines() if "indexing" not in line]) == 1


@pytest.mark.parametrize("arguments", [["impact", "--symbols-from"], ["rules", "init", "--from"], ["--patch"], ["--config"]])
def test_a_file_without_an_end_is_refused(repo: Any, arguments: list[str]) -> None:
    repo.commit({"a.py": "x = 1\n"})
    ran = repo.run(*arguments, "/dev/zero")
    assert (ran.code, ran.out) == (2, "")
    assert re.search(r"/dev/zero.* (larger|more) than", ran.err), ran


@pytest.mark.parametrize(("actions", "lines"), [("true", 2), ("", 1)])
def test_a_job_that_could_not_begin_is_annotated(repo: Any, actions: str, lines: int) -> None:
    ran = repo.run("ci", "github", "--fail-on", "braking", env={"GITHUB_ACTIONS": actions})
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (0, "", lines)
    assert "--fail-on: 'braking' is none of breaking" in ran.err
    assert ("::warning title=nexus-diff::nothing was analysed" in ran.err) == bool(actions)
    assert repo.run("ci", "github", "--fail-on", "braking", "--strict", env={"GITHUB_ACTIONS": actions}).code == 2
