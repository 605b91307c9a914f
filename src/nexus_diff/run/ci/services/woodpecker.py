"""Woodpecker."""

from __future__ import annotations

from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the variables of a step."""
    pull = env.get("CI_COMMIT_PULL_REQUEST", "")
    return Told(
        event=event_from(
            name=env.get("CI_PIPELINE_EVENT", "build"),
            number=pull,
            head=env.get("CI_COMMIT_SHA", ""),
            target=env.get("CI_COMMIT_TARGET_BRANCH", ""),
            base="" if pull else env.get("CI_PREV_COMMIT_SHA", ""),
            branch=env.get("CI_COMMIT_BRANCH", ""),
            default=env.get("CI_REPO_DEFAULT_BRANCH", ""),
            tag=env.get("CI_COMMIT_TAG", ""),
        ),
        link=Link(run=page(env.get("CI_PIPELINE_URL", ""))),
        branch=env.get("CI_COMMIT_SOURCE_BRANCH") or env.get("CI_COMMIT_BRANCH", ""),
        workspace=env.get("CI_WORKSPACE", ""),
    )


SERVICE = Service(
    name="woodpecker",
    title="Woodpecker",
    marks={"CI": "woodpecker", "CI_SYSTEM_NAME": "woodpecker"},
    told=told,
    elsewhere=forges.TOKENS,
    outlets=forges.outlets,
    without=forges.WITHOUT,
)
