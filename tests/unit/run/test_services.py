"""Which service a job runs on, and what its variables mean."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.services import SERVICES, recognised

A, B, C = "a" * 40, "b" * 40, "c" * 40
ZERO = "0" * 40


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({}, "plain"),
        ({"CI": "true"}, "plain"),
        ({"GITHUB_ACTIONS": "true"}, "github"),
        ({"GITHUB_ACTIONS": "true", "GITEA_ACTIONS": "true"}, "gitea"),
        ({"GITHUB_ACTIONS": "true", "FORGEJO_ACTIONS": "true"}, "gitea"),
        ({"GITLAB_CI": "true"}, "gitlab"),
        ({"BITBUCKET_BUILD_NUMBER": "12"}, "bitbucket"),
        ({"BITBUCKET_BUILD_NUMBER": ""}, "plain"),
        ({"TF_BUILD": "True"}, "azure"),
        ({"BUILDKITE": "true"}, "buildkite"),
        ({"CIRCLECI": "true"}, "circleci"),
        ({"TRAVIS": "true"}, "travis"),
        ({"CI": "woodpecker"}, "woodpecker"),
        ({"DRONE": "true"}, "drone"),
        ({"CI": "woodpecker", "DRONE": "true"}, "woodpecker"),
        ({"TEAMCITY_VERSION": "2026.1"}, "teamcity"),
        ({"JENKINS_URL": "https://jenkins.example/"}, "jenkins"),
    ],
)
def test_a_service_is_recognised(env: dict[str, str], name: str) -> None:
    assert recognised(env).name == name


def test_names_are_unique() -> None:
    names = [service.name for service in SERVICES]
    assert len(set(names)) == len(names)


PULL = {"number": 7, "head": A, "base_ref": "main"}


@pytest.mark.parametrize(
    ("env", "kind", "expected"),
    [
        # pull requests
        (
            {
                "TF_BUILD": "True",
                "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
                "SYSTEM_PULLREQUEST_SOURCECOMMITID": A,
                "BUILD_SOURCEVERSION": C,
                "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
            },
            "pull",
            {**PULL, "merge": C},
        ),
        (
            {"BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "7", "BITBUCKET_COMMIT": A, "BITBUCKET_PR_DESTINATION_BRANCH": "main"},
            "pull",
            PULL,
        ),
        (
            {"BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "7", "BUILDKITE_COMMIT": A, "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main"},
            "pull",
            PULL,
        ),
        ({"JENKINS_URL": "x", "CHANGE_ID": "7", "GIT_COMMIT": C, "CHANGE_TARGET": "main"}, "pull", {**PULL, "head": "", "merge": ""}),
        ({"CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://github.com/o/r/pull/7", "CIRCLE_SHA1": A}, "pull", {"number": 7, "head": A}),
        (
            {
                "TRAVIS": "true",
                "TRAVIS_PULL_REQUEST": "7",
                "TRAVIS_PULL_REQUEST_SHA": A,
                "TRAVIS_COMMIT": C,
                "TRAVIS_BRANCH": "main",
                "TRAVIS_COMMIT_RANGE": f"{B}...{A}",
            },
            "pull",
            {**PULL, "merge": C, "base": ""},
        ),
        (
            {
                "DRONE": "true",
                "DRONE_PULL_REQUEST": "7",
                "DRONE_COMMIT_SHA": A,
                "DRONE_TARGET_BRANCH": "main",
                "DRONE_REPO_BRANCH": "main",
                "DRONE_BRANCH": "main",
            },
            "pull",
            PULL,
        ),
        (
            {"CI": "woodpecker", "CI_COMMIT_PULL_REQUEST": "7", "CI_COMMIT_SHA": A, "CI_COMMIT_TARGET_BRANCH": "main"},
            "pull",
            PULL,
        ),
        # branches
        (
            {"BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_COMMIT": A, "BUILDKITE_BRANCH": "x"}
            | {"BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main"},
            "range",
            {"number": 0, "head": A, "base_ref": "main"},
        ),
        (
            {"BUILDKITE": "true", "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_COMMIT": A, "BUILDKITE_BRANCH": "main"}
            | {"BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main"},
            "index",
            {"head": A},
        ),
        (
            {
                "TRAVIS": "true",
                "TRAVIS_PULL_REQUEST": "false",
                "TRAVIS_COMMIT": A,
                "TRAVIS_BRANCH": "x",
                "TRAVIS_COMMIT_RANGE": f"{B}...{A}",
            },
            "range",
            {"head": A, "base": B, "merge": ""},
        ),
        ({"DRONE": "true", "DRONE_COMMIT_SHA": A, "DRONE_COMMIT_BEFORE": ZERO, "DRONE_BRANCH": "x"}, "range", {"head": A, "base": ""}),
        ({"CI": "woodpecker", "CI_COMMIT_SHA": A, "CI_PREV_COMMIT_SHA": B, "CI_COMMIT_BRANCH": "x"}, "range", {"base": B}),
        ({"TF_BUILD": "True", "BUILD_SOURCEVERSION": A, "BUILD_SOURCEBRANCH": "refs/tags/v1"}, "index", {"head": A, "merge": ""}),
        ({"TEAMCITY_VERSION": "1", "BUILD_VCS_NUMBER": A}, "range", {"head": A}),
        ({}, "range", {"head": "", "base": "", "base_ref": ""}),
        # nonsense
        ({"BITBUCKET_BUILD_NUMBER": "1", "BITBUCKET_PR_ID": "7; rm", "BITBUCKET_COMMIT": "HEAD"}, "range", {"head": "", "number": 0}),
        (
            {
                "BITBUCKET_BUILD_NUMBER": "1",
                "BITBUCKET_PR_ID": "7",
                "BITBUCKET_COMMIT": A,
                "BITBUCKET_PR_DESTINATION_BRANCH": "--upload-pack=x",
            },
            "pull",
            {"base_ref": ""},
        ),
    ],
)
def test_what_the_variables_mean(env: dict[str, str], kind: str, expected: dict[str, object]) -> None:
    event = recognised(env).told(env).event
    assert event.kind == kind
    assert {key: getattr(event, key) for key in expected} == expected


def test_gitea_reads_the_payload(tmp_path: Path) -> None:
    pull = {"number": 7, "head": {"sha": A, "ref": "x"}, "base": {"sha": B, "ref": "main"}}
    file = tmp_path / "event.json"
    file.write_text(json.dumps({"action": "synchronized", "number": 7, "pull_request": pull}))
    env = {"GITEA_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(file), "GITHUB_SHA": A}
    event: Event = recognised(env).told(env).event
    assert (event.kind, event.number, event.head, event.base_ref) == ("pull", 7, A, "main")


@pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)
def test_an_empty_environment_is_no_crash(service: object) -> None:
    from nexus_diff.model.errors import NexusDiffError

    try:
        told = service.told({})  # type: ignore[attr-defined]
    except NexusDiffError:
        return  # told in words
    assert told.event.head == ""


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://ci.example/job/x%2Fy/12/?a=b#c", True),
        ("http://jenkins:8080/job/a/1/", True),
        ("https://ci.example/a) [x](javascript:1", False),
        ("javascript:alert(1)", False),
        ("https://x/\n::error::", False),
        ("", False),
    ],
)
def test_row_8_the_page_of_a_run_is_an_address_and_nothing_else(url: str, kept: bool) -> None:
    env = {"JENKINS_URL": "x", "BUILD_URL": url}
    assert recognised(env).told(env).link.run == (url if kept else "")
