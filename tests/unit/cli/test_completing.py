"""What a Tab offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from nexus_diff.cli import completing
from nexus_diff.cli.completing import FILES, FOLDERS, offered
from nexus_diff.cli.completion import SCRIPTS
from nexus_diff.cli.table import TABLE
from nexus_diff.report import FORMATS


@pytest.fixture(autouse=True)
def _references(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["main", "feature/one", "v1.0"]
    monkeypatch.setattr(completing, "_references", lambda typed, repo: (name for name in ["HEAD", *names] if name.startswith(typed)))


def words(*line: str) -> list[str]:
    return [word for word, _ in offered(line)[1]]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["in"], ["index", "init"]),
        (["m"], ["main"]),
        (["main..f"], ["main..feature/one"]),
        (["main...v"], ["main...v1.0"]),
        (["main.."], ["main..HEAD", "main..main", "main..feature/one", "main..v1.0"]),
        (["..m"], ["..main"]),
        (["main", ""], []),
        (["main", "--exit"], ["--exit-code"]),
        (["--color", "n"], ["never"]),
        (["--color=n"], ["--color=never"]),
        (["--fail-on", "risk:"], ["risk:low", "risk:medium", "risk:high"]),
        (["--fail-on", "breaking,v"], ["breaking,violation"]),
        (["--fail-on=b"], ["--fail-on=breaking"]),
        (["--format", "s"], ["summary", "sarif", "stat"]),
        (["--tests-for", "py"], ["pytest"]),
        (["index", "m"], ["main"]),
        (["--repo", "x", "index", "m"], ["main"]),
        (["rules", ""], ["check", "explain", "unassigned", "init"]),
        (["rules", "check", "m"], ["main"]),
        (["gc", "main", "v"], ["v1.0"]),
        (["help", "ran"], ["ranges"]),
        (["diff", "m"], ["main"]),
        (["index", "--no-p"], ["--no-pager"]),
        (["--", "in"], []),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)
def test_words(line: list[str], expected: list[str]) -> None:
    assert words(*line) == expected


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (["--output", "x"], FILES),
        (["--output=x"], FILES),
        (["--patch", ""], FILES),
        (["--repo", ""], FOLDERS),
        (["--format", "json=x"], FILES),
        (["--format=json=x"], FILES),
        (["impact", ""], FILES),
        (["explain", ""], FILES),
        (["rules", "explain", ""], FILES),
        (["path", "a", ""], FILES),
        (["path", "a", "b", ""], ""),
        (["index", ""], ""),
        (["export", "--output", ""], FOLDERS),
    ],
)
def test_files_and_folders(line: list[str], place: str) -> None:
    assert offered(line)[0] == place


@pytest.mark.parametrize("name", TABLE)
def test_every_command_and_every_option_of_it_is_offered(name: str) -> None:
    from nexus_diff.cli.arguments import parser_of

    assert name == "diff" or name in words("")
    options = [option for action in parser_of(name)._actions for option in action.option_strings]
    assert words(name, "-") == options


def test_every_format_is_offered() -> None:
    assert words("--format", "") == list(FORMATS)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("nexus-diff main..f", ["", "main..feature/one"]),
        ("nexus-diff --color=n", ["", "never"]),
        ("nexus-diff --fail-on breaking,risk:h", ["", "high"]),
        ("nexus-diff --repo 'a b' index m", ["", "main"]),
        ('nexus-diff "main..f', ["", "main..feature/one"]),
        ("nexus-diff config ", ["", "check"]),
    ],
)
def test_bash_gets_what_stands_behind_its_breaks(line: str, expected: list[str]) -> None:
    assert completing._for_bash(" \t\n\"'@><=;|&(:", line) == expected


def test_words_that_a_shell_would_obey_are_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completing, "_references", lambda typed, repo: ["a;b", "$(x)", "`y`", "{a,b}", "it's"])
    assert completing._for_bash("=:", "nexus-diff index x")[1:] == [r"a\;b", r"\$\(x\)", r"\`y\`", r"\{a,b\}", r"it\'s"]


def test_nothing_is_said_about_what_fails(capfd: pytest.CaptureFixture[str]) -> None:
    for line in ([], ["bash"], ["bash", "="], ["zsh"]):
        assert completing.main(line) == 1
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("line", ["''", "main..f", "--fail-on b", "--format s", *(f"{name} --" for name in TABLE)])
def test_a_tab_loads_little(line: str) -> None:
    """Time depends on the machine; what is imported does not."""
    code = (
        "import sys, shlex; from nexus_diff.cli.completing import main; main(['zsh', *shlex.split(sys.argv[1])]);"
        "print(' '.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, line], capture_output=True, text=True, check=True)
    assert not {"pygit2", "kuzu", "tree_sitter", "rich", "jinja2", "igraph"} & set(done.stderr.split())


@pytest.mark.parametrize("shell", SCRIPTS)
def test_scripts_are_printed_as_they_are(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    from nexus_diff.cli import main

    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == SCRIPTS[shell]
