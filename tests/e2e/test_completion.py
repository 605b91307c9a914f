"""Tab in real shells: what stands on the line when Enter is pressed after it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from terminal import Screen

START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(nexus-diff completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -U compinit; compinit -u -D; eval "$(nexus-diff completion zsh)"'),
    "fish": (["fish", "--no-config", "-i"], "nexus-diff completion fish | source"),
}
LINES = [
    ("ver\tHEAD", ["verify", "HEAD"]),
    ("main..fea\t", ["main..feature"]),
    ("v1.\t", ["v1.0"]),
    ("main...topic/o\t", ["main...topic/one"]),
    ("ma\t --exit-\t", ["main", "--exit-code"]),
    ("main --fail-on vio\t", ["main", "--fail-on", "violation"]),
    ("main --fail-on=vio\t", ["main", "--fail-on=violation"]),
    ("main --fail-on breaking,risk:h\t", ["main", "--fail-on", "breaking,risk:high"]),
    ("main --format markd\t", ["main", "--format", "markdown"]),
    ("--repo src/de\t", ["--repo", "src/deep/"]),
    ("main --output only\t", ["main", "--output", "only one.txt"]),
    ("--color=al\t main", ["--color=always", "main"]),
    ("hook pre-p\t", ["hook", "pre-push"]),
    ("rules expl\tsrc/ap\t", ["rules", "explain", "src/app.py"]),
    ("config ch\t", ["config", "check"]),
    ("help exit\t", ["help", "exit-codes"]),
    ("index evil\t", ["index", "evil;touch${IFS}pwned"]),
]


@pytest.fixture
def place(make: Callable[..., Any], tmp_path: Path) -> Any:
    """A repository with branches, and a nexus-diff on the PATH that shows its arguments."""
    repo = make()
    repo.commit({"src/app.py": "def app(): pass\n", "src/deep/other.py": "", "only one.txt": "x"})
    for name in ("feature", "topic/one", "evil;touch${IFS}pwned"):
        repo.git("branch", name)
    repo.git("tag", "v1.0")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "nexus-diff"
    program.write_text(
        f'#!/bin/sh\ncase "$1" in __complete | completion) exec "{sys.executable}" -m nexus_diff "$@" ;; esac\n'
        "for word; do printf '{%s}' \"$word\"; done; echo END\n"
    )
    program.chmod(0o755)
    return repo


@pytest.fixture(params=sorted(START))
def shell(request: pytest.FixtureRequest, place: Any, tmp_path: Path) -> Iterator[Screen]:
    """A shell that has been taught, waiting for a line."""
    command, teach = START[request.param]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not here")
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("BASH", "ZSH", "fish"))},
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "TERM": "dumb" if request.param == "bash" else "xterm",
        "PS1": "$ ",
        "INPUTRC": os.devnull,
    }
    screen = Screen(command, place.path, env, errors=True, keyboard=True, columns=200)
    screen.type(f"{teach}; echo rea''dy\n")
    screen.wait_for("ready\r\n")
    yield screen
    screen.close()


def test_tab_completes(shell: Screen, place: Any) -> None:
    for typed, expected in LINES:
        shell.text = ""
        before = ""
        for part in typed.split("\t"):
            shell.type(f"nexus-diff {part}" if not before else part)
            before += part
            if before != typed.replace("\t", ""):
                shell.type("\t")
        if typed.endswith("\t"):
            shell.type("\t")
        shell.type("\n")
        shown = shell.wait_for("END\r\n")
        wanted = "".join(f"{{{word.rstrip('/')}}}" for word in expected) + "END"
        assert wanted in shown.replace("/}", "}"), (typed, shown)
    assert not (place.path / "pwned").exists()
