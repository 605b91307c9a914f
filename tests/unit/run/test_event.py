"""Rows 17 and 19: what each event asks for, from real payloads and from hostile ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from oracles import webhook_examples

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.run.ci.event import EVENTS, event_of
from nexus_diff.run.ci.host import host_of, read_payload, take_token

A, B, C = "a" * 40, "b" * 40, "c" * 40
PULL: dict[str, Any] = {
    "action": "opened",
    "number": 5,
    "pull_request": {
        "number": 5,
        "merge_commit_sha": C,
        "head": {"sha": A, "ref": "topic", "repo": {"full_name": "o/r"}},
        "base": {"sha": B, "ref": "main", "repo": {"full_name": "o/r"}},
    },
    "repository": {"default_branch": "main"},
}
PUSH: dict[str, Any] = {"before": B, "after": A, "repository": {"default_branch": "main"}}
RUN: dict[str, Any] = {"workflow_run": {"event": "pull_request", "head_sha": A, "conclusion": "success"}}


def changed(payload: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(payload)), **more}


CASES: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("pull_request", "", PULL, {"kind": "pull", "number": 5, "head": A, "merge": C, "base": B, "base_ref": "main", "from_fork": False}),
    ("pull_request", "", changed(PULL, action="closed"), {"kind": "nothing"}),
    ("pull_request", "", {}, {"kind": "nothing"}),
    ("pull_request_target", "", PULL, {"kind": "pull", "merge": C, "head": A}),
    (
        "merge_group",
        "",
        {"merge_group": {"head_sha": A, "base_sha": B, "base_ref": "refs/heads/main"}},
        {"kind": "range", "head": A, "base": B, "base_ref": "main"},
    ),
    ("merge_group", "", {"merge_group": {"head_sha": "HEAD", "base_sha": B}}, {"kind": "nothing"}),
    ("push", "refs/heads/main", PUSH, {"kind": "range", "head": A, "base": B}),
    ("push", "refs/heads/topic", changed(PUSH, before="0" * 40), {"kind": "range", "head": A, "base": "", "base_ref": "main"}),
    ("push", "refs/heads/main", changed(PUSH, before="0" * 40), {"kind": "index", "head": A}),
    ("push", "refs/heads/topic", changed(PUSH, after="0" * 40, deleted=True), {"kind": "nothing"}),
    ("push", "refs/tags/v1", PUSH, {"kind": "index"}),
    ("workflow_dispatch", "refs/heads/topic", {"repository": {"default_branch": "main"}}, {"kind": "range", "head": C, "base_ref": "main"}),
    ("workflow_dispatch", "refs/heads/trunk", {"repository": {"default_branch": "trunk"}}, {"kind": "index", "head": C}),
    ("schedule", "refs/heads/main", {"schedule": "0 0 * * 0"}, {"kind": "index", "head": C}),
    ("workflow_run", "", RUN, {"kind": "answer", "head": A}),
    ("workflow_run", "", {"workflow_run": {"event": "push", "head_sha": A, "conclusion": "success"}}, {"kind": "nothing"}),
    ("workflow_run", "", {"workflow_run": {"event": "pull_request", "head_sha": A, "conclusion": "cancelled"}}, {"kind": "nothing"}),
    ("issue_comment", "", {}, {"kind": "nothing"}),
    ("", "", {}, {"kind": "nothing"}),
]


@pytest.mark.parametrize(("name", "ref", "payload", "expected"), CASES)
def test_row_19_what_an_event_asks_for(name: str, ref: str, payload: dict[str, Any], expected: dict[str, Any]) -> None:
    host = host_of({"GITHUB_EVENT_NAME": name, "GITHUB_SHA": C, "GITHUB_REF": ref})
    event = event_of(host, payload)
    assert {key: getattr(event, key) for key in expected} == expected
    if event.kind in ("nothing", "index"):
        assert event.why
    assert bool(event.warnings) is (name == "pull_request_target")


def test_every_event_has_a_case() -> None:
    assert {name for name, *_ in CASES} >= set(EVENTS)


def test_a_fork_is_seen() -> None:
    payload = changed(PULL)
    payload["pull_request"]["head"]["repo"] = {"full_name": "stranger/r"}
    assert event_of(host_of({"GITHUB_EVENT_NAME": "pull_request"}), payload).from_fork
    payload["pull_request"]["head"]["repo"] = None
    assert event_of(host_of({"GITHUB_EVENT_NAME": "pull_request"}), payload).from_fork


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("value", [None, 3, -1, True, [], {}, "--upload-pack=x", "a" * 39, "refs/heads/$(x)", [[]], 1e300])
def test_a_payload_of_any_shape_is_read_without_a_fault(name: str, value: Any) -> None:
    whole = {"pull_request": PULL["pull_request"], **PUSH, **RUN, "merge_group": {"head_sha": A, "base_sha": B}}
    host = host_of({"GITHUB_EVENT_NAME": name, "GITHUB_SHA": "x", "GITHUB_REF": "refs/heads/x"})
    for payload in (
        dict.fromkeys(whole, value),
        {key: dict.fromkeys(inner, value) if isinstance(inner, dict) else value for key, inner in whole.items()},
    ):
        event = event_of(host, payload)
        for commit in (event.head, event.base, event.merge):
            assert commit == "" or len(commit) == 40
        assert not event.base_ref.startswith("-") or event.base_ref == "--upload-pack=x"  # only ever used behind refs/heads/


def test_the_token_leaves_the_environment() -> None:
    env = {"GITHUB_TOKEN": "one", "GH_TOKEN": "two", "PATH": "/bin"}
    assert take_token(env) == "one"
    assert env == {"PATH": "/bin"}


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_an_event_file_that_is_no_object_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    place = tmp_path / "event.json"
    place.write_bytes(content)
    with pytest.raises(NexusDiffError, match="event file"):
        read_payload(host_of({"GITHUB_EVENT_PATH": str(place)}))
    with pytest.raises(NexusDiffError, match="cannot be read"):
        read_payload(host_of({"GITHUB_EVENT_PATH": str(tmp_path / "absent")}))
    with pytest.raises(NexusDiffError, match="inside a GitHub workflow"):
        read_payload(host_of({}))


@pytest.mark.parametrize(
    ("repository", "kept"), [("o/r", "o/r"), ("../..", "../.."), ("o", ""), ("o/r/x", ""), ("o/r?x", ""), ("o/r\n", "")]
)
def test_a_repository_name_is_one(repository: str, kept: str) -> None:
    assert host_of({"GITHUB_REPOSITORY": repository}).repository == kept


@pytest.mark.e2e
def test_row_19_real_payloads_are_understood() -> None:
    kinds: dict[str, set[str]] = {}
    for entry in webhook_examples():
        for payload in entry["examples"] if entry["name"] in EVENTS else ():
            host = host_of({"GITHUB_EVENT_NAME": entry["name"], "GITHUB_SHA": C, "GITHUB_REF": payload.get("ref") or "refs/heads/x"})
            event = event_of(host, payload)
            kinds.setdefault(entry["name"], set()).add(event.kind)
            if event.kind in ("pull", "range"):
                assert event.head
                assert event.base
                assert event.base_ref in ("main", "master")
            if event.kind == "pull":
                assert event.number == payload["number"]
    assert kinds["pull_request"] == {"pull", "nothing"}
    assert kinds["merge_group"] == {"range"}
    assert kinds["push"] == {"index", "nothing"}
