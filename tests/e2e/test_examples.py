"""Every example of every help text, run as it stands there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nexus_diff.cli.command import Example, examples_of
from nexus_diff.cli.commands import command
from nexus_diff.cli.table import TABLE

EXAMPLES = [(name, example) for name in TABLE for example in examples_of(command(name))]
FINDINGS = ("--fail-on", "--exit-code", "rules check", "shadow", "doctor")
"""Examples with these may end with 1: that is what they are for."""
FILES: dict[str, str | bytes | None] = {
    "src/__init__.py": "",
    "src/db.py": "class Repo:\n    def save(self, order):\n        return order\n",
    "src/app.py": "from src.db import Repo\n\n\ndef create_order(order):\n    return Repo().save(order)\n",
    "tests/test_app.py": "from src.app import create_order\n\n\ndef test_create():\n    assert create_order(1) == 1\n",
    "nexus-diff.toml": "[impact]\ndepth = 5\n",
    ".importlinter": (
        "[importlinter]\nroot_package = src\n\n[importlinter:contract:layers]\nname = layers\ntype = layers\nlayers =\n"
        "    src.app\n    src.db\n"
    ),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, repo_type: Any) -> Any:
    """A repository in which everything is that examples speak of, and programs that they call."""
    repo = repo_type(tmp_path_factory.mktemp("examples") / "repo")
    repo.commit(FILES, "shop")
    repo.git("tag", "v1.0")
    repo.git("checkout", "--quiet", "-b", "feature")
    for number in range(3):
        repo.commit({"src/db.py": f"class Repo:\n    def save(self, order, to={number}):\n        return order\n"})
    repo.git("tag", "v2.0")
    repo.write({"src/app.py": str(FILES["src/app.py"]) + "\n\ndef main():\n    create_order(1)\n"})
    repo.write({"fix.diff": repo.git("diff") + "\n", "places.txt": "create_order\nsrc/app.py:5\n"})
    repo.git("checkout", "--quiet", "--", "src/app.py")
    assert repo.run("index", "v1.0").code == 0
    return repo


def bin_folder(folder: Path) -> Path:
    """nexus-diff and pytest of this interpreter, and a stand-in for jq where there is none."""
    folder.mkdir()
    programs = {"nexus-diff": "nexus_diff", "pytest": "pytest -p no:cacheprovider"}
    if shutil.which("jq") is None:
        programs["jq"] = "json.tool"
    for name, module in programs.items():
        file = folder / name
        tail = "<&0" if name == "jq" else '"$@"'
        file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} {tail}\n')
        file.chmod(0o755)
    return folder


def shell_for(example: Example) -> list[str]:
    if "fish" in example.line:
        return ["fish", "--no-config", "-c", example.line]
    if "zsh" in example.line:
        return ["zsh", "-fc", f"autoload -U compinit; compinit -u -D; {example.line}"]
    return ["bash", "-o", "pipefail", "-c", example.line]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[f"{name}-{example.line[:60]}" for name, example in EXAMPLES])
def test_example(name: str, example: Example, world: Any, tmp_path: Path) -> None:
    command_line = shell_for(example)
    for program in (command_line[0], *(["man"] if "| man" in example.line else [])):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not here")
    place = tmp_path / "repo"
    shutil.copytree(world.path, place, symlinks=True)
    (place / "results.xml").write_text('<testsuite><testcase classname="tests.test_app" name="test_create"/></testsuite>')
    path = f"{bin_folder(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "GIT_CONFIG_GLOBAL": os.devnull, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        command_line, cwd=place, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    allowed = (0, 1) if any(word in example.line for word in FINDINGS) else (0,)
    assert done.returncode in allowed, f"{example.line}\n{done.stdout}\n{done.stderr}"
    for sign in ("Traceback", "unrecognized", "invalid choice", "internal error"):
        assert sign not in done.stderr
