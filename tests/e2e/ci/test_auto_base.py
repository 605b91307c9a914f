"""Row 1 on every service: by its variables and in its clone, what is compared is what the pull request adds, though main has moved on."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ci_world
import msgspec
import pytest

from nexus_diff.git import changes, commit_snapshot, open_repository
from nexus_diff.model.errors import GitError
from nexus_diff.run.ci.auto import completed
from nexus_diff.run.ci.base import compared
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.request import CiRequest
from nexus_diff.run.ci.services import recognised
from nexus_diff.run.ci.work import as_asked, remote_of
from nexus_diff.run.request import Place

Env = dict[str, str]


ENVIRONMENTS: dict[str, Callable[[Any], Env]] = {
    "azure": lambda w: {
        "TF_BUILD": "True",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
        "SYSTEM_PULLREQUEST_SOURCECOMMITID": w.head,
        "BUILD_SOURCEVERSION": w.merge,
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
    },
    "travis": lambda w: {
        "TRAVIS": "true",
        "TRAVIS_PULL_REQUEST": "7",
        "TRAVIS_PULL_REQUEST_SHA": w.head,
        "TRAVIS_COMMIT": w.merge,
        "TRAVIS_BRANCH": "main",
    },
    "bitbucket": lambda w: {
        "BITBUCKET_BUILD_NUMBER": "1",
        "BITBUCKET_PR_ID": "7",
        "BITBUCKET_COMMIT": w.head,
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        "BITBUCKET_PR_DESTINATION_COMMIT": w.tip[:12],
    },
    "buildkite": lambda w: {
        "BUILDKITE": "true",
        "BUILDKITE_PULL_REQUEST": "7",
        "BUILDKITE_COMMIT": w.head,
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
    },
    "buildkite, a branch": lambda w: {
        "BUILDKITE": "true",
        "BUILDKITE_PULL_REQUEST": "false",
        "BUILDKITE_COMMIT": w.head,
        "BUILDKITE_BRANCH": "topic",
        "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main",
    },
    "jenkins": lambda w: {"JENKINS_URL": "x", "CHANGE_ID": "7", "CHANGE_TARGET": "main", "GIT_COMMIT": w.head},
    "circleci": lambda w: {"CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://host/o/r/pull/7", "CIRCLE_SHA1": w.head},
    "drone": lambda w: {"DRONE": "true", "DRONE_PULL_REQUEST": "7", "DRONE_COMMIT_SHA": w.head, "DRONE_TARGET_BRANCH": "main"},
    "woodpecker": lambda w: {
        "CI": "woodpecker",
        "CI_COMMIT_PULL_REQUEST": "7",
        "CI_COMMIT_SHA": w.head,
        "CI_COMMIT_TARGET_BRANCH": "main",
        "CI_PREV_COMMIT_SHA": w.base,
    },
    "teamcity": lambda w: {"TEAMCITY_VERSION": "1", "BUILD_VCS_NUMBER": w.head},
    "plain": lambda w: {},
}
MERGED = ("azure", "travis")


def event_in(clone: Path, env: Env, **flags: str) -> Event:
    """What the job is for, with what the clone tells."""
    service = recognised(env)
    told = service.told(env)
    request = CiRequest(place=Place(repo=str(clone)), **flags)
    remote = remote_of(request)
    return completed(as_asked(request, told.event, remote), remote, told.branch)


def changed(clone: Path, event: Event) -> tuple[str, set[str]]:
    """How sure the base is, and the files that differ."""
    remote = remote_of(CiRequest(place=Place(repo=str(clone))))
    sides = compared(remote.repo, remote, event)
    repo = open_repository(clone)
    return sides.kind, {change.path for change in changes(commit_snapshot(repo, sides.base), commit_snapshot(repo, sides.head))}


@pytest.mark.parametrize("depth", [1, 0])
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_row_1_the_pull_request_and_nothing_else(world: Any, tmp_path: Path, name: str, depth: int) -> None:
    clone = world.clone(tmp_path / "clone", world.merge if name in MERGED else world.head, depth=depth)
    assert changed(clone, event_in(clone, ENVIRONMENTS[name](world))) == ("merge-base", ci_world.CHANGED)


def test_row_1_a_merge_that_jenkins_made(world: Any, tmp_path: Path) -> None:
    clone = world.clone(tmp_path / "clone", world.head)
    run = ["git", "-c", "user.name=j", "-c", "user.email=j@example.org", "merge", "--quiet", "-m", "m", "origin/main"]
    subprocess.run(run, cwd=clone, check=True, capture_output=True)
    assert changed(clone, event_in(clone, ENVIRONMENTS["jenkins"](world))) == ("merge-base", ci_world.CHANGED)


@pytest.mark.parametrize("flags", [{"base": "main"}, {"base": "TIP"}, {"base": "main", "head": "HEAD"}, {"head": "topic"}])
@pytest.mark.parametrize("name", ["plain", "drone"])
def test_row_1_base_and_head_as_the_user_names_them(world: Any, tmp_path: Path, name: str, flags: Env) -> None:
    clone = world.clone(tmp_path / "clone", world.head, depth=1)
    named = {key: world.tip if value == "TIP" else value for key, value in flags.items()}
    event = event_in(clone, ENVIRONMENTS[name](world), **named)
    assert (event.kind, event.head) == ("pull", world.head)
    assert event.number == (7 if name == "drone" else 0)
    assert changed(clone, event) == ("merge-base", ci_world.CHANGED)


@pytest.mark.parametrize("flags", [{"base": "no-such"}, {"head": "e" * 40}, {"base": "--upload-pack=x"}])
def test_a_name_that_is_none_is_refused_in_words(world: Any, tmp_path: Path, flags: Env) -> None:
    clone = world.clone(tmp_path / "clone", world.head, depth=1)
    with pytest.raises(GitError, match="no commit, branch or tag of that name is here"):
        event_in(clone, {}, **flags)


@pytest.mark.parametrize(
    "env",
    [
        {"CIRCLECI": "true", "CIRCLE_SHA1": "TIP", "CIRCLE_BRANCH": "main"},
        {"TEAMCITY_VERSION": "1", "BUILD_VCS_NUMBER": "TIP"},
        {"TF_BUILD": "True", "BUILD_SOURCEVERSION": "TIP", "BUILD_SOURCEBRANCH": "refs/heads/main"},
        {},
    ],
)
@pytest.mark.parametrize("depth", [1, 0])
def test_row_19_the_default_branch_has_nothing_to_be_compared_with(world: Any, tmp_path: Path, env: Env, depth: int) -> None:
    clone = world.clone(tmp_path / "clone", world.tip, depth=depth)
    named = {key: world.tip if value == "TIP" else value for key, value in env.items()}
    assert event_in(clone, named).kind == "index"


def test_a_remote_that_tells_nothing(world: Any, tmp_path: Path) -> None:
    clone = world.clone(tmp_path / "clone", world.head, depth=1)
    subprocess.run(["git", "remote", "set-url", "origin", "/nowhere"], cwd=clone, check=True)
    with pytest.raises(GitError, match="--base BRANCH"):
        event_in(clone, {})


def test_an_event_keeps_what_flags_do_not_name() -> None:
    event = Event(kind="answer", name="workflow_run")
    assert as_asked(CiRequest(base="x"), event, None) is event  # type: ignore[arg-type]
    assert msgspec.structs.asdict(as_asked(CiRequest(), event, None)) == msgspec.structs.asdict(event)  # type: ignore[arg-type]
