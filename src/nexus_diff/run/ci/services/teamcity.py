"""TeamCity: inspections of the build by service messages. The target of a pull request is a parameter that a build has to pass on."""

from __future__ import annotations

from nexus_diff.publish.teamcity.messages import inspections, message
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told


def told(env: Env) -> Told:
    """By the commit that is built; base and pull request are not among TeamCity's variables."""
    return Told(event=event_from(name="build", head=env.get("BUILD_VCS_NUMBER", "")))


def warn(text: str) -> str:
    """A warning in the build log."""
    return message("message", {"text": f"nexus-diff: {text}", "status": "WARNING"})


SERVICE = Service(
    name="teamcity",
    title="TeamCity",
    marks={"TEAMCITY_VERSION": "*"},
    told=told,
    log=inspections,
    warn=warn,
    elsewhere=forges.TOKENS,
    outlets=forges.outlets,
    without=forges.WITHOUT,
)
