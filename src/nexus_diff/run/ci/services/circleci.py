"""CircleCI: it names the pull request, but neither its target nor the default branch."""

from __future__ import annotations

from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the built-in variables."""
    return Told(
        event=event_from(
            name="build",
            number=env.get("CIRCLE_PULL_REQUEST", "").rpartition("/")[2],
            head=env.get("CIRCLE_SHA1", ""),
            branch=env.get("CIRCLE_BRANCH", ""),
            tag=env.get("CIRCLE_TAG", ""),
        ),
        link=Link(run=page(env.get("CIRCLE_BUILD_URL", ""))),
        branch=env.get("CIRCLE_BRANCH", ""),
    )


SERVICE = Service(
    name="circleci",
    title="CircleCI",
    marks={"CIRCLECI": "true"},
    told=told,
    elsewhere=forges.TOKENS,
    outlets=forges.outlets,
    without=forges.WITHOUT,
)
