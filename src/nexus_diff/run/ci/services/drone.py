"""Drone."""

from __future__ import annotations

from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the variables of a step."""
    pull = env.get("DRONE_PULL_REQUEST", "")
    return Told(
        event=event_from(
            name=env.get("DRONE_BUILD_EVENT", "build"),
            number=pull,
            head=env.get("DRONE_COMMIT_SHA", ""),
            target=env.get("DRONE_TARGET_BRANCH", ""),
            base="" if pull else env.get("DRONE_COMMIT_BEFORE", ""),
            branch=env.get("DRONE_BRANCH", ""),
            default=env.get("DRONE_REPO_BRANCH", ""),
            tag=env.get("DRONE_TAG", ""),
        ),
        link=Link(run=page(env.get("DRONE_BUILD_LINK", ""))),
        branch=env.get("DRONE_SOURCE_BRANCH", ""),
        workspace=env.get("DRONE_WORKSPACE", ""),
    )


SERVICE = Service(
    name="drone", title="Drone", marks={"DRONE": "true"}, told=told, elsewhere=forges.TOKENS, outlets=forges.outlets, without=forges.WITHOUT
)
