"""The action and the workflows it ships, by the linters that security people use."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import oracles
import pytest

TOP = Path(__file__).parents[2]
WORKFLOWS = sorted([*(TOP / "examples" / "github").glob("*.yml"), *(TOP / ".github" / "workflows").glob("*.yml")])
NEWER_THAN_ACTIONLINT = ('unknown Webhook event "merge_group"', 'unknown permission scope "attestations"')
"""What GitHub has learned since the last release of actionlint for node."""
BIN = Path(sys.executable).parent


def tool(name: str) -> str:
    found = shutil.which(name, path=str(BIN)) or shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed here")
    return found


def test_there_are_workflows() -> None:
    assert {"pull-request.yml", "index.yml", "fork-report.yml"} <= {file.name for file in WORKFLOWS}


def test_row_13_zizmor_finds_nothing() -> None:
    files = [str(TOP / "action.yml"), *map(str, WORKFLOWS)]
    done = subprocess.run([tool("zizmor"), "--offline", "--persona", "pedantic", "--quiet", *files], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [TOP / "action.yml", *WORKFLOWS], ids=lambda file: file.name)
def test_row_13_the_schema_holds(file: Path) -> None:
    schema = "vendor.github-actions" if file.name == "action.yml" else "vendor.github-workflows"
    done = subprocess.run([tool("check-jsonschema"), "--builtin-schema", schema, str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [TOP / "action.yml", *WORKFLOWS], ids=lambda file: file.name)
def test_no_expression_stands_in_a_script(file: Path) -> None:
    script = -1
    for line in file.read_text().splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= script:
            script = -1
        if line.lstrip(" -").startswith("run:"):
            script = indent
        assert script < 0 or "${{" not in line, f"{file.name}: {line}"


@pytest.mark.parametrize("file", [TOP / "action.yml", *WORKFLOWS], ids=lambda file: file.name)
def test_every_inner_action_is_pinned_with_its_version(file: Path) -> None:
    for line in file.read_text().splitlines():
        if line.lstrip(" -").startswith("uses:") and "./" not in line:
            reference, _, version = line.split("uses:", 1)[1].partition("#")
            assert len(reference.strip().rpartition("@")[2]) == 40, line
            assert version.strip().startswith("v"), line


def test_row_13_actionlint_finds_nothing_that_is_wrong() -> None:
    found = [line for line in oracles.actionlint(WORKFLOWS) if not any(newer in line for newer in NEWER_THAN_ACTIONLINT)]
    assert found == []
