"""A job of a GitLab pipeline as a runner starts it: the predefined variables, the clone, the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from code_quality import read_report
from gitlab_fake import NUMBER, PROJECT

TOKEN, JOB_TOKEN = "glpat-" + "canary" * 4, "glcbt-" + "canary" * 4


def variables(api: str, clone: Path, sha: str, **more: str) -> dict[str, str]:
    """What every job is told; `more` comes on top."""
    return {
        "GITLAB_CI": "true",
        "CI": "true",
        "CI_API_V4_URL": api,
        "CI_SERVER_URL": "https://gitlab.example.org",
        "CI_PROJECT_ID": PROJECT,
        "CI_PROJECT_URL": "https://gitlab.example.org/group/shop",
        "CI_PROJECT_DIR": str(clone),
        "CI_JOB_URL": "https://gitlab.example.org/group/shop/-/jobs/99",
        "CI_JOB_TOKEN": JOB_TOKEN,
        "CI_DEFAULT_BRANCH": "main",
        "CI_COMMIT_SHA": sha,
        "CI_COMMIT_BEFORE_SHA": "0" * 40,
        "NEXUS_DIFF_GITLAB_PAUSE": "0",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **more,
    }


def merge_request(kind: str = "detached", head: str = "", base: str = "", **more: str) -> dict[str, str]:
    """What a pipeline of a merge request is told. `head`: of the source branch, told in pipelines of merged results and trains alone."""
    return {
        "CI_PIPELINE_SOURCE": "merge_request_event",
        "CI_MERGE_REQUEST_IID": str(NUMBER),
        "CI_MERGE_REQUEST_EVENT_TYPE": kind,
        "CI_MERGE_REQUEST_PROJECT_ID": PROJECT,
        "CI_MERGE_REQUEST_SOURCE_PROJECT_ID": PROJECT,
        "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.example.org/group/shop",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
        "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "" if kind == "detached" else head,
        **more,
    }


class LabJob:
    """`run` starts `nexus-diff ci gitlab` in a process of its own, in the clone."""

    def __init__(self, clone: Path, index: Path, env: dict[str, str]) -> None:
        self.clone = clone
        self.env = {"NEXUS_DIFF_INDEX_DIR": str(index), **env}
        self.code = 0
        self.out = self.err = ""

    def run(self, *arguments: str, service: str = "gitlab", **env: str) -> LabJob:
        known = {key: value for key, value in os.environ.items() if not key.startswith(("CI_", "GITLAB", "GITHUB_", "RUNNER_"))}
        done = subprocess.run(
            [sys.executable, "-m", "nexus_diff", "ci", service, *arguments],
            cwd=self.clone,
            env={**known, **self.env, **env},
            capture_output=True,
            text=True,
            check=False,
            timeout=110,
        )
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        return self

    @property
    def warnings(self) -> list[str]:
        return [line for line in (self.out + self.err).splitlines() if line.startswith("nexus-diff: warning")]

    @property
    def quality(self) -> list[dict[str, Any]]:
        """The Code Quality report, as GitLab would take it."""
        return read_report((self.clone / "gl-code-quality-report.json").read_bytes())

    @property
    def broken(self) -> list[dict[str, Any]]:
        """What it says about breaking call sites."""
        return [entry for entry in self.quality if entry["check_name"] == "nexus-diff/breaking-call-site"]

    @property
    def report(self) -> Any:
        return json.loads((self.clone / "nexus-diff-report/report.json").read_bytes())

    @property
    def dotenv(self) -> dict[str, str]:
        lines = (self.clone / "nexus-diff.env").read_text().splitlines()
        return {name: value for name, _, value in (line.partition("=") for line in lines)}

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"
