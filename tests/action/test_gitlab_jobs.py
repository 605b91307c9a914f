"""The jobs for GitLab that are shipped: as a file to include and as a component, which say the same."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")

TOP = Path(__file__).parents[2]
PLAIN, COMPONENT = TOP / "ci/gitlab/nexus-diff.yml", TOP / "ci/gitlab/component.yml"
BIN = Path(sys.executable).parent


def component(**inputs: Any) -> tuple[dict[str, Any], str]:
    """The inputs of the component, and its jobs with these values for them."""
    spec = next(yaml.safe_load_all(COMPONENT.read_text()))
    values = {name: one["default"] for name, one in spec["spec"]["inputs"].items()} | inputs
    jobs = COMPONENT.read_text().partition("\n---\n")[2]
    shown = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in values.items()}
    return spec, re.sub(r"\$\[\[ inputs\.([a-z-]+) \]\]", lambda match: shown[match[1]], jobs)


def check(tmp_path: Path, text: str) -> None:
    tool = shutil.which("check-jsonschema", path=str(BIN)) or shutil.which("check-jsonschema")
    if tool is None:
        pytest.skip("check-jsonschema is not installed here")
    file = tmp_path / "jobs.yml"
    file.write_text(text)
    done = subprocess.run([tool, "--builtin-schema", "vendor.gitlab-ci", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_row_15_gitlab_takes_the_file(tmp_path: Path) -> None:
    check(tmp_path, PLAIN.read_text())


@pytest.mark.parametrize("inputs", [{}, {"unprotect-cache": False, "stage": "review", "fail-on": "breaking"}])
def test_row_15_gitlab_takes_the_component(tmp_path: Path, inputs: dict[str, Any]) -> None:
    spec, jobs = component(**inputs)
    assert "$[[" not in jobs
    check(tmp_path, jobs)
    check(tmp_path, yaml.safe_dump(spec))
    assert all(one.get("description") for one in spec["spec"]["inputs"].values())


def test_file_and_component_are_the_same_jobs() -> None:
    plain, other = yaml.safe_load(PLAIN.read_text()), yaml.safe_load(component()[1])
    assert plain[".nexus-diff"]["variables"].pop("NEXUS_DIFF_OPTIONS") == ""
    options = other[".nexus-diff"]["variables"].pop("NEXUS_DIFF_OPTIONS")
    assert options.split() == ["--fail-on=never", "--comment=on", "--discussions=off"]
    assert plain == other


def test_every_input_of_the_component_is_used() -> None:
    text = COMPONENT.read_text()
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == set(component()[0]["spec"]["inputs"])


def test_the_cache_reaches_merge_requests_and_only_the_default_branch_writes_it() -> None:
    jobs = yaml.safe_load(PLAIN.read_text())
    assert jobs[".nexus-diff"]["cache"]["unprotect"] is True
    assert jobs["nexus-diff"]["cache"] == {"policy": "pull"}
    assert jobs["nexus-diff-index"]["cache"] == {"policy": "pull-push"}
    assert jobs[".nexus-diff"]["variables"]["NEXUS_DIFF_INDEX_DIR"].startswith("$CI_PROJECT_DIR/")  # GitLab caches nothing elsewhere


def test_no_variable_that_a_stranger_sets_stands_in_a_script() -> None:
    for job in yaml.safe_load(PLAIN.read_text()).values():
        for line in [*job.get("script", []), *job.get("after_script", [])]:
            assert set(re.findall(r"\$\{?([A-Z_]+)", line)) <= {"NEXUS_DIFF_SOURCE", "NEXUS_DIFF_REF", "NEXUS_DIFF_OPTIONS", "PATH"}


def script(place: Path, then: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    lines = yaml.safe_load(PLAIN.read_text())[".nexus-diff"]["script"]
    known = {"PATH": os.environ["PATH"], "HOME": str(place), "NEXUS_DIFF_OPTIONS": "", "NEXUS_DIFF_REF": "HEAD", **env}
    return subprocess.run(
        ["sh", "-e", "-c", "\n".join([*lines, then])], cwd=place, env=known, capture_output=True, text=True, check=False, timeout=300
    )


def without_command() -> str:
    """PATH without an installed nexus-diff."""
    return os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if not (Path(part) / "nexus-diff").exists())


def test_row_2_a_failed_installation_fails_no_job(tmp_path: Path) -> None:
    done = script(tmp_path, NEXUS_DIFF_SOURCE=(tmp_path / "nowhere").as_uri(), PATH=without_command())
    assert done.returncode == 0, done.stderr
    assert "it could not be installed" in done.stderr
    assert (tmp_path / "gl-code-quality-report.json").read_text() == "[]\n"


@pytest.mark.network
def test_the_job_installs_what_is_locked(tmp_path: Path) -> None:
    """From a commit of this working tree, as the job would from the repository of the tool."""
    source = tmp_path / "source"
    source.mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=TOP, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if not name.startswith(("tests/", "benchmarks/")) and (TOP / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(TOP / name, source / name)
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=source, check=True, capture_output=True)
    place = tmp_path / "job"
    place.mkdir()
    done = script(
        place,
        NEXUS_DIFF_SOURCE=source.as_uri(),
        PATH=without_command(),
        GITLAB_CI="true",
        CI_PROJECT_DIR=str(place),
        then="git init -q . && nexus-diff init gitlab",
    )
    if "could not be installed" in done.stderr and "onnect" in done.stderr:
        pytest.skip(f"no package registry: {done.stderr.strip().splitlines()[-2:]}")
    assert done.returncode == 0, done.stderr
    assert "CI_COMMIT_SHA is not set" in done.stderr, done.stderr
    assert (place / ".gitlab/nexus-diff.yml").read_text() == PLAIN.read_text()
    assert (place / "gl-code-quality-report.json").read_text() == "[]\n"
