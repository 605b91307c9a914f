"""The action's shell scripts, run as the runner runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
RECORDER = """#!/bin/sh
for argument in "$@"; do printf '%s\\n' "$argument"; done > "$RECORD"
exit "${EXIT:-0}"
"""


def run(script: str, tmp_path: Path, cwd: Path | None = None, **env: str) -> tuple[int, str, dict[str, str]]:
    output = tmp_path / "output"
    output.write_text("")
    values = {"PATH": os.environ["PATH"], "GITHUB_OUTPUT": str(output), "GITHUB_ACTION_PATH": str(TOP), "RUNNER_TEMP": str(tmp_path), **env}
    done = subprocess.run(
        ["bash", str(TOP / "action" / script)], env=values, cwd=cwd or tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    told = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return done.returncode, done.stdout + done.stderr, told


@pytest.fixture
def recorder(tmp_path: Path) -> dict[str, str]:
    command = tmp_path / "nexus-diff-recorder"
    command.write_text(RECORDER)
    command.chmod(0o755)
    return {"NEXUS_DIFF": str(command), "RECORD": str(tmp_path / "arguments"), "NEXUS_DIFF_REPORT_DIR": str(tmp_path / "report")}


ALWAYS = ["ci", "github", "--repo=."]
ON = ["--comment=on", "--check=on", "--annotations=on", "--summary=on", "--sarif=on"]
ARGUMENTS = [
    ({}, []),
    ({"COMMENT": "true", "CHECK": "true", "ANNOTATIONS": "true", "SUMMARY": "true", "SARIF": "true", "STRICT": "false"}, ON),
    ({"COMMENT": "false", "CHECK": "false"}, ["--comment=off", "--check=off"]),
    ({"COMMENT": "delete"}, ["--comment=delete"]),
    ({"SUMMARY": "false", "STRICT": "true"}, ["--summary=off", "--strict"]),
    ({"FAIL_ON": "risk:high", "ANSWER": "a b", "PROJECT": "-x"}, ["--fail-on=risk:high", "--answer=a b", "--project=-x"]),
    ({"CONFIG": "$(touch pwned)", "MIN_CONFIDENCE": "`id`"}, ["--config=$(touch pwned)", "--min-confidence=`id`"]),
    ({"TIME_BUDGET": "60; exit 7"}, ["--time-budget=60; exit 7"]),
]


@pytest.mark.parametrize(("inputs", "expected"), ARGUMENTS)
def test_inputs_become_arguments(tmp_path: Path, recorder: dict[str, str], inputs: dict[str, str], expected: list[str]) -> None:
    code, text, _ = run("run.sh", tmp_path, **recorder, **inputs)
    assert (code, text) == (0, "")
    assert (tmp_path / "arguments").read_text().splitlines() == [*ALWAYS, f"--output-dir={tmp_path / 'report'}", *expected]
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize("name", ["COMMENT", "CHECK", "ANNOTATIONS", "SUMMARY", "SARIF", "STRICT"])
def test_a_switch_that_is_neither_on_nor_off_is_named(tmp_path: Path, recorder: dict[str, str], name: str) -> None:
    code, text, _ = run("run.sh", tmp_path, **recorder, **{name: "yes\n::set-env name=X::1"})
    assert code == 1
    assert text == f"::error title=nexus-diff::input {name.lower()}: write true or false\n"


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_exit_code_is_the_command_s(tmp_path: Path, recorder: dict[str, str], code: int) -> None:
    assert run("run.sh", tmp_path, **recorder, EXIT=str(code))[0] == code


def test_a_python_is_found(tmp_path: Path) -> None:
    code, _, told = run("python.sh", tmp_path)
    assert code == 0
    if told["found"]:
        version = subprocess.run(
            [told["found"], "-c", "import sys; print(sys.version_info[:2] >= (3, 10))"], capture_output=True, text=True
        )
        assert version.stdout == "True\n"


def test_no_python_means_one_has_to_be_set_up(tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("bash", "env"):
        (tools / tool).symlink_to(f"/usr/bin/{tool}" if Path(f"/usr/bin/{tool}").exists() else f"/bin/{tool}")
    assert run("python.sh", tmp_path, PATH=str(tools)) == (0, "", {"found": ""})


@pytest.mark.parametrize("wanted", ["no-such-python", "true", "$(id)", "a\n::set-env name=X::1"])
def test_a_python_that_will_not_do_is_refused(tmp_path: Path, wanted: str) -> None:
    code, text, _ = run("python.sh", tmp_path, WANTED=wanted)
    assert code == 1
    assert text.startswith("::error title=nexus-diff::input python: this is no Python 3.10")
    assert len(text.splitlines()) == 1


EVENTS = [
    ("push", "refs/heads/main", True, "HEAD"),
    ("schedule", "refs/heads/main", True, "HEAD"),
    ("workflow_dispatch", "refs/heads/main", True, "HEAD"),
    ("push", "refs/heads/feature", False, "HEAD"),
    ("pull_request", "refs/pull/7/merge", False, "HEAD^1"),
    ("merge_group", "refs/heads/gh-readonly-queue/main/pr-7", False, "HEAD^1"),
]


@pytest.mark.parametrize(("event", "ref", "saves", "revision"), EVENTS)
def test_the_cache_entry_is_named_by_the_tree_of_the_base(tmp_path: Path, event: str, ref: str, saves: bool, revision: str) -> None:
    venv = tmp_path / "nexus-diff" / "venv" / "bin"
    venv.mkdir(parents=True)
    (venv / "nexus-diff").write_text("#!/bin/sh\n")
    (venv / "nexus-diff").chmod(0o755)
    (venv / "python").symlink_to(sys.executable)
    repo = repository(tmp_path)
    told = run("install.sh", tmp_path, cwd=repo, EVENT_NAME=event, REF=ref, DEFAULT_BRANCH="main", PYTHONPATH=os.pathsep.join(sys.path))[2]
    tree = git(repo, "rev-parse", revision + "^{tree}")
    assert told["may-save"] == ("true" if saves else "false")
    assert told["cache-key"] == told["cache-prefix"] + tree
    assert told["cache-prefix"].startswith("nexus-diff-")
    assert len(told["cache-key"]) <= 512
    assert Path(told["index-dir"]).is_dir()
    assert Path(told["report-dir"]).is_dir()


def repository(tmp_path: Path) -> Path:
    repo = tmp_path / "repo"
    repo.mkdir()
    git(repo, "init", "-q", "-b", "main")
    for number in range(2):
        (repo / "a.py").write_text(f"x = {number}\n")
        git(repo, "add", ".")
        git(repo, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", str(number))
    return repo


def git(repo: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=repo, capture_output=True, text=True, check=True).stdout.strip()
