"""docs/ci.md: what is to be copied is valid by the services' own schemas, and every service that is recognised is described."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from nexus_diff.run.ci.services import SERVICES, plain

PAGE = (Path(__file__).parents[3] / "docs" / "ci.md").read_text()
SCHEMAS = {
    "bitbucket-pipelines.yml": "vendor.bitbucket-pipelines",
    "azure-pipelines.yml": "vendor.azure-pipelines",
    ".gitea/workflows/impact.yml": "vendor.github-workflows",
    ".buildkite/pipeline.yml": "vendor.buildkite",
    ".circleci/config.yml": "vendor.circle-ci",
    ".travis.yml": "vendor.travis",
    ".drone.yml": "vendor.drone-ci",
    ".woodpecker/impact.yaml": "vendor.woodpecker-ci",
}
BLOCKS = {match[1]: match[0] for match in re.finditer(r"(?<=```yaml\n)# (\S+).*?(?=\n```)", PAGE, re.DOTALL)}


def checked(place: Path, text: str, schema: str) -> subprocess.CompletedProcess[str]:
    file = place / "config.yml"
    file.write_text(text)
    # Azure's schema has patterns that are none in Unicode mode
    command = [sys.executable, "-m", "check_jsonschema", "--regex-variant", "nonunicode", "--builtin-schema", schema, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_configuration_is_valid(name: str, tmp_path: Path) -> None:
    done = checked(tmp_path, BLOCKS[name], SCHEMAS[name])
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("bitbucket-pipelines.yml", "image: python:3.13", "image: [1]"),
        ("azure-pipelines.yml", "script: |", "scripts: |"),
        (".gitea/workflows/impact.yml", "runs-on:", "runson:"),
        (".buildkite/pipeline.yml", "label:", "labels:"),
        (".circleci/config.yml", "docker:", "dockers:"),
        (".travis.yml", "language: python", "language: [1, {}]"),
        (".drone.yml", "steps:", "step:"),
        (".woodpecker/impact.yaml", "steps:", "step:"),
    ],
)
def test_the_check_can_fail(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    assert right in BLOCKS[name]
    assert checked(tmp_path, BLOCKS[name].replace(right, wrong), SCHEMAS[name]).returncode == 1


def test_every_configuration_is_checked() -> None:
    assert set(BLOCKS) == set(SCHEMAS)


@pytest.mark.parametrize("service", [*SERVICES, plain.SERVICE], ids=lambda service: service.name)
def test_every_service_has_its_row(service: object) -> None:
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {service.title} |"))  # type: ignore[attr-defined]
    for mark, value in service.marks.items():  # type: ignore[attr-defined]
        assert mark in row or value == "woodpecker"
    for token in service.tokens:  # type: ignore[attr-defined]
        assert token in row


def test_all_install_the_same_commit() -> None:
    assert len(set(re.findall(r"nexus-diff@([0-9a-f]{40})", PAGE))) == 1
