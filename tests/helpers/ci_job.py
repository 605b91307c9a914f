"""A job of a workflow as a runner starts it: the environment, the files, the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

TOKEN = "ghs_" + "canary" * 6


class Job:
    """`run` starts `nexus-diff ci github` in a process of its own. `api`: address of the fake. `env`: what else the runner sets."""

    def __init__(self, place: Path, clone: Path, api: str, event: str, payload: dict[str, Any], sha: str, **env: str) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.place = place
        self.clone = clone
        self.output, self.summary = place / "output", place / "summary"
        for file in (self.output, self.summary):
            file.touch()
        (place / "event.json").write_text(json.dumps(payload))
        self.env = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(place / "event.json"),
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_SHA": sha,
            "GITHUB_REF": "refs/pull/7/merge",
            "GITHUB_API_URL": api,
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_RUN_ID": "99",
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_TOKEN": TOKEN,
            "RUNNER_TEMP": str(place),
            "NEXUS_DIFF_INDEX_DIR": str(place / "index"),
            "NEXUS_DIFF_GITHUB_PAUSE": "0",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            **env,
        }
        self.code = 0
        self.out = self.err = ""

    def run(self, *arguments: str, timeout: float = 110, service: str = "github", **env: str) -> Job:
        known = {key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "RUNNER_"))}
        done = subprocess.run(
            [sys.executable, "-m", "nexus_diff", "ci", service, *arguments],
            cwd=self.clone,
            env={**known, **self.env, **env},
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        return self

    @property
    def warnings(self) -> list[str]:
        """Lines that warn, wherever they are printed."""
        return [
            line for line in (self.out + self.err).splitlines() if line.startswith(("::warning title=nexus-diff", "nexus-diff: warning"))
        ]

    @property
    def report(self) -> Any:
        return json.loads((self.place / "nexus-diff/report.json").read_text())

    def __repr__(self) -> str:
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"
