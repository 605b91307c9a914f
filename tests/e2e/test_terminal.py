"""Manners on a terminal and off it: colours, width, pager, signals, encodings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen

COMMAND = [sys.executable, "-m", "nexus_diff"]
ENV = {
    "TERM": "xterm",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
}
UNSET = ("CI", "GITHUB_ACTIONS", "GIT_PAGER", "PAGER", "LESS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS")


@pytest.fixture
def edited(shop: Any) -> Any:
    """The shop with an uncommitted edit that reaches much."""
    shop.write(
        {"shop/prices.py": "def net(price, tax):\n    return price\n\n\ndef gross(price, rate=0.2):\n    return net(price) * (1 + rate)\n"}
    )
    return shop


@pytest.fixture
def pager(tmp_path: Path) -> Path:
    """A pager that keeps what it gets, with its environment."""
    file = tmp_path / "pager"
    file.write_text(f'#!/bin/sh\nenv > "{tmp_path}/env"\ncat > "{tmp_path}/paged"\n')
    file.chmod(0o755)
    return file


def environment(**more: str) -> dict[str, str]:
    return {**{name: value for name, value in os.environ.items() if name not in UNSET}, **ENV, **more}


def shown(repo: Any, *arguments: str, columns: int = 100, **more: str) -> tuple[int, str, str]:
    screen = Screen([*COMMAND, *arguments], repo.path, environment(**more), columns=columns)
    try:
        return screen.end()
    finally:
        screen.close()


def test_row_18_a_terminal_gets_colours_and_the_pager_of_git(edited: Any, pager: Path) -> None:
    code, text, errors = shown(edited, GIT_PAGER=str(pager))
    assert (code, text, errors) == (0, "", "")
    assert "\x1b[" in (pager.parent / "paged").read_text()
    assert "LESS=FRX" in (pager.parent / "env").read_text().splitlines()


def test_options_of_less_are_the_users_own(edited: Any, pager: Path) -> None:
    shown(edited, GIT_PAGER=str(pager), LESS="i")
    assert "LESS=i" in (pager.parent / "env").read_text().splitlines()


@pytest.mark.parametrize(
    ("configured", "env", "used"),
    [
        ("{pager}", {"PAGER": "cat"}, True),
        ("", {"PAGER": "{pager}"}, True),
        ("cat", {"PAGER": "{pager}"}, False),
        ("{pager}", {"GIT_PAGER": "cat"}, False),
        ("{pager}", {"GIT_PAGER": ""}, False),
        ("{pager}", {"CI": "true"}, False),
        ("{pager}", {"TERM": "dumb"}, False),
        ("{pager}", {"CI": "false"}, True),
    ],
)
def test_which_pager(edited: Any, pager: Path, configured: str, env: dict[str, str], used: bool) -> None:
    if configured:
        edited.git("config", "core.pager", configured.format(pager=pager))
    code, text, errors = shown(edited, "--stat", **{name: value.format(pager=pager) for name, value in env.items()})
    assert (code, errors) == (0, "")
    assert (pager.parent / "paged").exists() == used
    assert ("shop/prices.py" in text) != used


@pytest.mark.parametrize("arguments", [("--no-pager",), ("--format", "markdown"), ("--json",), ("--name-only", "-z")])
def test_no_pager_for_programs_nor_when_switched_off(edited: Any, pager: Path, arguments: tuple[str, ...]) -> None:
    _, text, _ = shown(edited, *arguments, GIT_PAGER=str(pager))
    assert "shop/prices.py" in text
    assert not (pager.parent / "paged").exists()


def test_no_pager_without_a_terminal(edited: Any, pager: Path) -> None:
    assert "shop/prices.py" in edited.run(env={"GIT_PAGER": str(pager)}).out
    assert not (pager.parent / "paged").exists()


def test_a_pager_that_ends_early_does_no_harm(edited: Any) -> None:
    assert shown(edited, "help", "--man", GIT_PAGER="true") == (0, "", "")
    assert shown(edited, "--exit-code", GIT_PAGER="head -n 1 > /dev/null") == (1, "", "")


def test_without_the_pager_the_text_is_there(edited: Any) -> None:
    code, text, errors = shown(edited, "--exit-code", GIT_PAGER="no-such-pager")
    assert code == 1
    assert "shop/prices.py" in text
    assert "no-such-pager" in errors


@pytest.mark.parametrize(
    ("flag", "env", "terminal", "coloured"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"CLICOLOR_FORCE": "1"}, False, True),
        ("auto", {"CLICOLOR_FORCE": ""}, False, False),
        ("auto", {"TERM": "dumb"}, True, False),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_row_18_who_decides_about_colours(edited: Any, flag: str, env: dict[str, str], terminal: bool, coloured: bool) -> None:
    arguments = ("--stat", "--color", flag, "--no-pager")
    text = shown(edited, *arguments, **env)[1] if terminal else edited.run(*arguments, env=env).out
    assert "shop/prices.py" in text
    assert ("\x1b[" in text) == coloured


@pytest.mark.parametrize("columns", [40, 60, 200])
def test_lines_fit_the_terminal(shop: Any, columns: int) -> None:
    shop.commit({f"{'deep/' * 20}prices{number}.py": "def net(price):\n    return price\n" for number in range(3)})
    _, text, _ = shown(shop, "HEAD", "--stat", "--no-pager", "--color", "never", columns=columns)
    rows = text.splitlines()[:-1]
    assert len(rows) == 3
    assert max(map(len, rows)) <= max(columns, 57)
    assert len({row.index("changed") for row in rows}) == 1


def test_row_18_without_utf_8_text_is_ascii_and_json_the_same_value(shop: Any) -> None:
    shop.commit({"shop/größe.py": "def größe():\n    return 1\n"})
    ascii_, utf8 = {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "utf-8"}
    for arguments in (("HEAD",), ("HEAD", "--stat"), ("HEAD", "--name-only"), ("status",), ("audit",), ("help", "environment")):
        text = shop.run(*arguments, env=ascii_).out
        assert text.isascii()
        assert "\\u2192" not in text
    for arguments in (
        ("HEAD", "--json"),
        ("HEAD", "--format", "sarif"),
        ("audit", "--json"),
        ("cypher", "MATCH (n:Function) RETURN n", "--json"),
    ):
        plain = shop.run(*arguments, env=ascii_).out
        assert plain.isascii()
        assert json.loads(plain) == shop.run(*arguments, env=utf8).json


def test_names_for_programs_are_the_bytes_of_git(shop: Any) -> None:
    odd = ["shop/\udcff\udcfe.py", "shop/new\nline.py", "shop/größe.py", "shop/back\\xff.py"]
    shop.commit(dict.fromkeys(odd, "def net(price):\n    return price\n"))
    done = subprocess.run([*COMMAND, "HEAD", "--name-only", "-z"], cwd=shop.path, env=environment(), capture_output=True, check=True)
    assert done.stdout.split(b"\0") == [*sorted(map(os.fsencode, odd)), b""]
    assert set(shop.git("diff", "--name-only", "-z", "HEAD~1", "HEAD").split("\0")) - {""} == set(odd)
    assert shop.run("HEAD", "--name-only").out.splitlines() == sorted(
        ["shop/\\xff\\xfe.py", "shop/new\\nline.py", "shop/größe.py", "shop/back\\xff.py"]
    )


def test_exit_code_is_about_what_is_reached(edited: Any) -> None:
    assert edited.run("--exit-code").code == 1
    ran = edited.run("--exit-code", "--quiet")
    assert (ran.code, ran.out, ran.err) == (1, "", "")
    assert edited.run("--exit-code", "--quiet", "--stat").out
    assert edited.run().code == 0
    edited.git("checkout", "--quiet", "--", ".")
    assert edited.run("--exit-code", "--quiet").code == 0
    edited.write({"README.md": "# Other\n"})
    assert edited.run("--exit-code").code == 0


def test_what_excludes_what(edited: Any) -> None:
    for arguments, said in (
        (("-z",), "-z belongs to"),
        (("-z", "--stat"), "-z belongs to"),
        (("--stat", "--json"), "both go to stdout"),
        (("--tests-for", "pytest", "--json"), "exclude one another"),
    ):
        ran = edited.run(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err


def test_arguments_of_a_runner_for_xargs_0(edited: Any) -> None:
    ran = edited.run("--tests-for", "pytest", "-z")
    assert ran.out == "tests/test_cart.py::test_total\0"


@pytest.mark.parametrize("arguments", ["", "--version", "--help", "help", "--json", "--name-only -z"])
@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
def test_an_output_that_cannot_be_written_is_one_line(edited: Any, arguments: str, where: str) -> None:
    if "full" in where and not Path("/dev/full").exists():
        pytest.skip("a system without /dev/full")
    command = (
        f"{' '.join(COMMAND)} {arguments} --quiet {where}"
        if arguments not in ("--version",)
        else f"{' '.join(COMMAND)} {arguments} {where}"
    )
    done = subprocess.run(["bash", "-c", command], cwd=edited.path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("nexus-diff: ")


LARGE = {f"m{at}.py": "\n".join(f"def f{line}():\n    return f{line + 1}()\n" for line in range(200)) for at in range(150)}
UNIGNORED = "import os, signal, sys; signal.signal(int(sys.argv[1]), signal.SIG_DFL); os.execv(sys.argv[2], sys.argv[2:])"
"""Shells let what they run in the background ignore SIGINT: the tests may run there, the command does not."""


def interrupted(repo: Any, number: signal.Signals, *arguments: str) -> tuple[int, str, str]:
    """What a command that indexes ends with when it gets a signal meanwhile."""
    command = [sys.executable, "-c", UNIGNORED, str(int(number)), *COMMAND, *arguments]
    child = subprocess.Popen(command, cwd=repo.path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not repo.index.exists() and child.poll() is None:
        time.sleep(0.01)
    child.send_signal(number)
    out, err = child.communicate(timeout=30)
    return child.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_process_without_a_word(repo: Any, number: signal.Signals) -> None:
    repo.commit(LARGE)
    assert interrupted(repo, number, "index") == (-number, "", "")


SAID = "nexus-diff: interrupted; nothing was left half-written\n"


def test_a_hook_that_is_interrupted_does_not_stop_the_push(repo: Any) -> None:
    repo.commit(LARGE)
    repo.write({"m1.py": "def f1(): pass\n"})
    repo.git("add", "-A")
    assert interrupted(repo, signal.SIGINT, "hook", "pre-commit") == (0, "", SAID)


def test_nor_does_one_that_is_interrupted_while_python_runs_code_of_a_string(repo: Any) -> None:
    code = "import sys\nfrom nexus_diff.cli import guard\nguard._run = lambda argv: exec('raise KeyboardInterrupt')\n"
    twice = "codes = [guard.guarded(['hook', 'pre-push']) for _ in range(2)]\nsys.exit(max(codes))\n"  # the first loads all that it needs
    repo.write({"started.py": code + twice})
    command = [sys.executable, "-m", "started"]
    done = subprocess.run(command, cwd=repo.path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", 2 * SAID)


def test_progress_is_for_terminals_and_patience(repo: Any) -> None:
    repo.commit({f"m{at}.py": "\n".join(f"def f{line}():\n    return f{line + at}()\n" for line in range(100)) for at in range(250)})
    for arguments, bar in ((("index",), True), (("index", "--quiet", "--index-dir", "other"), False)):
        screen = Screen([*COMMAND, *arguments], repo.path, environment(), errors=True)
        began = time.monotonic()
        try:
            code, text, _ = screen.end()
        finally:
            screen.close()
        assert code == 0
        if time.monotonic() - began > 2:
            assert ("parsing" in text or "linking" in text or "storing" in text) == bar
    assert "nexus-diff: indexing, 250 files to parse\n" in repo.run("index", "--index-dir", "third").err
