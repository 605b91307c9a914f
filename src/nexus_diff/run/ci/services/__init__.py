"""The CI services that `nexus-diff ci auto` knows, by the variables of their jobs. One module with one value for each."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.run.ci.services import (
    azure,
    bitbucket,
    buildkite,
    circleci,
    drone,
    gitea,
    jenkins,
    own,
    plain,
    teamcity,
    travis,
    woodpecker,
)
from nexus_diff.run.ci.services.value import Service

SERVICES: tuple[Service, ...] = (
    gitea.SERVICE,  # sets GitHub's variables as well
    own.GITHUB,
    own.GITLAB,
    bitbucket.SERVICE,
    azure.SERVICE,
    buildkite.SERVICE,
    circleci.SERVICE,
    travis.SERVICE,
    woodpecker.SERVICE,  # sets Drone's variables as well, in older versions
    drone.SERVICE,
    teamcity.SERVICE,
    jenkins.SERVICE,
)
"""In the order in which they are looked for."""


def recognised(env: Mapping[str, str]) -> Service:
    """The service whose job this is; `plain` for none that is known."""
    return next((service for service in SERVICES if service.runs(env)), plain.SERVICE)
