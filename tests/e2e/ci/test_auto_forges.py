"""A comment on the repository's own host, from a service that is no part of it; the token goes to that host alone."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from auto_jobs import TOKEN
from ci_shop import Shop
from gitea_fake import Gitea
from github_fake import GitHub, served

from nexus_diff.run.ci.auto import auto
from nexus_diff.run.ci.request import CiRequest, Ended
from nexus_diff.run.ci.services.forges import home
from nexus_diff.run.request import Place

pytest.importorskip("github")
pytest.importorskip("requests")


JOBS: dict[str, Callable[[Shop], dict[str, str]]] = {
    "jenkins": lambda s: {"JENKINS_URL": "x", "CHANGE_ID": "7", "CHANGE_TARGET": "main"},
    "circleci": lambda s: {"CIRCLECI": "true", "CIRCLE_PULL_REQUEST": "https://x/o/r/pull/7", "CIRCLE_SHA1": s.head},
    "travis": lambda s: {"TRAVIS": "true", "TRAVIS_PULL_REQUEST": "7", "TRAVIS_PULL_REQUEST_SHA": s.head, "TRAVIS_BRANCH": "main"},
    "drone": lambda s: {"DRONE": "true", "DRONE_PULL_REQUEST": "7", "DRONE_COMMIT_SHA": s.head, "DRONE_TARGET_BRANCH": "main"},
    "woodpecker": lambda s: {"CI": "woodpecker", "CI_COMMIT_PULL_REQUEST": "7", "CI_COMMIT_SHA": s.head, "CI_COMMIT_TARGET_BRANCH": "main"},
    "buildkite": lambda s: {
        "BUILDKITE": "true",
        "BUILDKITE_PULL_REQUEST": "7",
        "BUILDKITE_COMMIT": s.head,
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
    },
    "azure": lambda s: {
        "TF_BUILD": "True",
        "BUILD_REPOSITORY_PROVIDER": "GitHub",
        "SYSTEM_COLLECTIONURI": "https://dev.azure.com/o/",
        "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER": "7",
        "SYSTEM_PULLREQUEST_SOURCECOMMITID": s.head,
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "main",
        "SYSTEM_ACCESSTOKEN": "not-this-one",
    },
}


@pytest.fixture
def run(shop: Shop, index: Path, tmp_path: Path) -> Iterator[Callable[..., tuple[Ended, Any]]]:
    """Runs a job of a service on a complete clone whose origin is the address of a host."""
    opened = []

    def start(host: Any, job: str, *, times: int = 1, **env: str) -> tuple[Ended, Any]:
        context = served(host)
        opened.append(context)
        address = context.__enter__()
        host.heads[7] = shop.head
        clone = tmp_path / "clone"
        shop.clone(clone, shop.head)
        origin = f"https://{address.partition('://')[2]}/o/r.git"
        subprocess.run(["git", "remote", "set-url", "origin", origin], cwd=clone, check=True)
        request = CiRequest(place=Place(repo=str(clone), index_dir=str(index)), base=shop.fork_point, head=shop.head)
        named = {key: value.replace("HOST", address) for key, value in env.items()}
        for _ in range(times):
            ended = auto(request, {**JOBS[job](shop), "NEXUS_DIFF_PAUSE": "0", **named})
        return ended, host

    yield start
    for context in opened:
        context.__exit__(None, None, None)


@pytest.mark.parametrize("job", JOBS)
def test_row_3_one_comment_on_github(run: Callable[..., tuple[Ended, Any]], job: str) -> None:
    fake = GitHub()
    ended, host = run(fake, job, times=2, GITHUB_TOKEN=TOKEN, GITHUB_API_URL="HOST")
    assert ended.warning == ""
    (comment,) = host.comments
    assert "charge" in comment["body"]
    assert all(headers["Authorization"].endswith(TOKEN) for headers in host.headers)


@pytest.mark.parametrize(
    "env",
    [
        {"CI_FORGE_TYPE": "forgejo", "CI_FORGE_URL": "HOST", "FORGEJO_TOKEN": TOKEN},
        {"GITEA_SERVER_URL": "HOST/", "GITEA_TOKEN": TOKEN},
    ],
)
def test_row_3_one_comment_on_a_forge(run: Callable[..., tuple[Ended, Any]], env: dict[str, str]) -> None:
    ended, host = run(Gitea(f"token {TOKEN}"), "woodpecker", times=2, **env)
    assert ended.warning == ""
    assert len(host.comments) == 1


@pytest.mark.parametrize(
    "env",
    [
        {"GITHUB_TOKEN": TOKEN},  # the clone is not of github.com
        {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": "https://ghe.example/api/v3"},
        {"GITEA_TOKEN": TOKEN},
        {"GITEA_TOKEN": TOKEN, "GITEA_SERVER_URL": "https://codeberg.example"},
        {"GITEA_TOKEN": TOKEN, "CI_FORGE_TYPE": "gitlab", "CI_FORGE_URL": "HOST"},
        {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": "https://[x"},
        {"GITEA_TOKEN": TOKEN, "GITEA_SERVER_URL": "https://[x"},
        {},
    ],
)
def test_row_24_a_token_goes_nowhere_where_its_host_is_not_the_repositorys(
    run: Callable[..., tuple[Ended, Any]], env: dict[str, str]
) -> None:
    ended, host = run(GitHub(), "jenkins", **env)
    assert host.log == []
    assert ended.warning == ""
    assert "charge" in ended.report
    assert any("is not for the host that the clone came from" in line for line in ended.said) is bool(env)


@pytest.mark.parametrize(
    ("url", "server", "repository"),
    [
        ("https://github.com/o/r.git", "github.com", "o/r"),
        ("https://github.com/o/r", "github.com", "o/r"),
        ("https://user:secret@git.example:8443/o/r.js.git", "git.example:8443", "o/r.js"),
        ("git@github.com:o/r.git", "github.com", "o/r"),
        ("ssh://git@git.example:22/o/r.git", "git.example", "o/r"),
        ("http://github.com/o/r", "", ""),
        ("file:///o/r", "", ""),
        ("https://github.com/o/r/../../x", "", ""),
        ("https://evil.example/#@github.com/o/r", "", ""),
        ("", "", ""),
    ],
)
def test_where_a_repository_lies(url: str, server: str, repository: str) -> None:
    found = home(url)
    assert (found.server, found.repository) == (server, repository) if found else not server
