"""Jobs of CI services as these start them: what the environment holds, and the small host that answers."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ci_world
from azure_fake import Azure
from bitbucket_fake import Bitbucket
from ci_shop import Shop
from gitea_fake import Gitea

TOKEN = "canary" * 6
Env = dict[str, str]


def gitea(shop: Shop, api: str, place: Path, token: str = TOKEN) -> Env:
    """A workflow run for a pull request. Gitea checks out its head."""
    payload = place / "event.json"
    payload.write_text(json.dumps(ci_world.pull_payload(shop)))
    return {
        "GITEA_ACTIONS": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(payload),
        "GITHUB_REPOSITORY": "o/r",
        "GITHUB_SHA": shop.head,
        "GITHUB_REF": "refs/pull/7/head",
        "GITHUB_API_URL": f"{api}/api/v1",
        "GITHUB_SERVER_URL": "https://gitea.example",
        "GITHUB_RUN_ID": "3",
        "GITHUB_OUTPUT": str(place / "output"),
        "GITHUB_TOKEN": token,
        "RUNNER_TEMP": str(place),
        "NEXUS_DIFF_GITHUB_PAUSE": "0",
    }


def azure(shop: Shop, api: str, place: Path, token: str = TOKEN) -> Env:
    """A validation build of a pull request, which builds the merge."""
    return {
        "TF_BUILD": "True",
        "BUILD_REASON": "PullRequest",
        "BUILD_BUILDID": "12",
        "BUILD_SOURCEVERSION": shop.merge,
        "BUILD_SOURCEBRANCH": "refs/pull/7/merge",
        "BUILD_REPOSITORY_ID": "0a1b2c3d-0000-4000-8000-000000000001",
        "BUILD_REPOSITORY_PROVIDER": "TfsGit",
        "SYSTEM_COLLECTIONURI": f"{api}/",
        "SYSTEM_TEAMPROJECT": "Big Shop",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "7",
        "SYSTEM_PULLREQUEST_SOURCECOMMITID": shop.head,
        "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/topic",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        "SYSTEM_ACCESSTOKEN": token,
        "AGENT_TEMPDIRECTORY": str(place),
        "NEXUS_DIFF_PAUSE": "0",
    }


def bitbucket(shop: Shop, api: str, place: Path, token: str = "") -> Env:
    """A pipeline of a pull request; no token is there unless one is given."""
    access = {"BITBUCKET_ACCESS_TOKEN": token, "NEXUS_DIFF_BITBUCKET_API": f"{api}/2.0"} if token else {"NEXUS_DIFF_BITBUCKET_PROXY": api}
    return {
        "BITBUCKET_BUILD_NUMBER": "5",
        "BITBUCKET_REPO_FULL_NAME": "team/shop",
        "BITBUCKET_COMMIT": shop.head,
        "BITBUCKET_BRANCH": "topic",
        "BITBUCKET_PR_ID": "7",
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        "BITBUCKET_PR_DESTINATION_COMMIT": shop.base[:12],
        "NEXUS_DIFF_PAUSE": "0",
        **access,
    }


ENVIRONMENTS: dict[str, Callable[..., Env]] = {"gitea": gitea, "azure": azure, "bitbucket": bitbucket}
FAKES: dict[str, Callable[[str], Any]] = {
    "gitea": lambda token: Gitea(f"token {token}"),
    "azure": lambda token: Azure(f"Bearer {token}"),
    "bitbucket": lambda token: Bitbucket(),
}


def clean(env: Env) -> Env:
    """The environment of a process with nothing of the service that runs these tests."""
    own = {key: os.environ[key] for key in ("PATH", "HOME", "PYTHONPATH", "TMPDIR") if key in os.environ}
    return {**own, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **env}
