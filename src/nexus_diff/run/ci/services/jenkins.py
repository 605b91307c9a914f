"""Jenkins: multibranch pipelines tell the pull request; the report goes to the log, findings to a JUnit file for the step `junit`."""

from __future__ import annotations

from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the variables of the plugins git and branch-api. For a pull request GIT_COMMIT is left out: it may not be what is checked out."""
    return Told(
        event=event_from(
            name="build",
            number=env.get("CHANGE_ID", ""),
            head="" if env.get("CHANGE_ID") else env.get("GIT_COMMIT", ""),
            target=env.get("CHANGE_TARGET", ""),
            branch=env.get("BRANCH_NAME", ""),
            tag=env.get("TAG_NAME", ""),
        ),
        link=Link(run=page(env.get("BUILD_URL", ""))),
        branch=env.get("CHANGE_BRANCH", "") or env.get("BRANCH_NAME", ""),
        workspace=env.get("WORKSPACE", ""),
    )


SERVICE = Service(
    name="jenkins",
    title="Jenkins",
    marks={"JENKINS_URL": "*"},
    told=told,
    elsewhere=forges.TOKENS,
    outlets=forges.outlets,
    without=forges.WITHOUT,
)
