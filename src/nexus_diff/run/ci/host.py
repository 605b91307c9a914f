"""What a GitHub runner tells in its environment, as one value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from nexus_diff.model.errors import NexusDiffError

MOST_EVENT_BYTES = 30 << 20
"""GitHub's own limit for a payload is 25 MB."""
TOKENS = ("NEXUS_DIFF_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN")
"""Variables that may hold the token, best first."""
_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """`event`: name of the event, `payload`: path of its JSON. `sha`, `ref`: what the workflow runs for. `temp`: folder that is emptied
    after the job. `output`, `summary`: files that a step appends to, "" where there are none. `pause`: seconds between writes."""

    event: str = ""
    payload: str = ""
    repository: str = ""
    sha: str = ""
    ref: str = ""
    api_url: str = "https://api.github.com"
    server_url: str = "https://github.com"
    run_id: str = ""
    output: str = ""
    summary: str = ""
    temp: str = ""
    workspace: str = ""
    on_runner: bool = False
    pause: float = 1.0

    @property
    def run_url(self) -> str:
        """Page of this run, "" when it is not known."""
        if not (self.run_id.isascii() and self.run_id.isdigit() and self.repository):
            return ""
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"


def host_of(env: Mapping[str, str]) -> Host:
    """The host that the environment describes; what is absent stays empty."""
    repository = env.get("GITHUB_REPOSITORY", "")
    return Host(
        event=env.get("GITHUB_EVENT_NAME", ""),
        payload=env.get("GITHUB_EVENT_PATH", ""),
        repository=repository if _REPOSITORY.fullmatch(repository) else "",
        sha=env.get("GITHUB_SHA", ""),
        ref=env.get("GITHUB_REF", ""),
        api_url=(env.get("GITHUB_API_URL") or "https://api.github.com").rstrip("/"),
        server_url=(env.get("GITHUB_SERVER_URL") or "https://github.com").rstrip("/"),
        run_id=env.get("GITHUB_RUN_ID", ""),
        output=env.get("GITHUB_OUTPUT", ""),
        summary=env.get("GITHUB_STEP_SUMMARY", ""),
        temp=env.get("RUNNER_TEMP", ""),
        workspace=env.get("GITHUB_WORKSPACE", ""),
        on_runner=env.get("GITHUB_ACTIONS", "") == "true",
        pause=seconds(env.get("NEXUS_DIFF_GITHUB_PAUSE", "")),
    )


def seconds(text: str) -> float:
    """A pause between writes: one second, unless a variable says otherwise."""
    try:
        return min(10.0, max(0.0, float(text)))
    except ValueError:
        return 1.0


def take_token(env: dict[str, str] | Mapping[str, str]) -> str:
    """The token, "" for none. It is taken out of the environment, so that no child process inherits it."""
    found = ""
    for name in TOKENS:
        value = env.get(name, "").strip()
        found = found or value
        if value and hasattr(env, "pop"):
            env.pop(name, None)
    return found


def read_payload(host: Host) -> dict[str, object]:
    """The event's JSON. NexusDiffError when it cannot be had."""
    if not host.payload:
        raise NexusDiffError("GITHUB_EVENT_PATH is not set; `nexus-diff ci github` runs inside a GitHub workflow")
    try:
        with Path(host.payload).open("rb") as file:
            data = file.read(MOST_EVENT_BYTES + 1)
    except OSError as error:
        raise NexusDiffError(f"the event file {host.payload} cannot be read ({error.strerror})") from None
    if len(data) > MOST_EVENT_BYTES:
        raise NexusDiffError(f"the event file {host.payload} is larger than {MOST_EVENT_BYTES >> 20} MB")
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise NexusDiffError(f"the event file {host.payload} is not JSON") from None
    if not isinstance(found, dict):
        raise NexusDiffError(f"the event file {host.payload} is not a JSON object")
    return found
