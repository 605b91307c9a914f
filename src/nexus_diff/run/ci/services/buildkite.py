"""Buildkite: an annotation of the build, when the agent's program is there."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from nexus_diff.publish.buildkite.annotation import PROGRAM, publish_annotation
from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Job, Outlet, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the variables that the agent sets."""
    return Told(
        event=event_from(
            name=env.get("BUILDKITE_SOURCE", "build"),
            number=env.get("BUILDKITE_PULL_REQUEST", ""),
            head=env.get("BUILDKITE_COMMIT", ""),
            target=env.get("BUILDKITE_PULL_REQUEST_BASE_BRANCH", ""),
            branch=env.get("BUILDKITE_BRANCH", ""),
            default=env.get("BUILDKITE_PIPELINE_DEFAULT_BRANCH", ""),
            tag=env.get("BUILDKITE_TAG", ""),
        ),
        link=Link(run=page(env.get("BUILDKITE_BUILD_URL", "")), graph=False),
        branch=env.get("BUILDKITE_BRANCH", ""),
        workspace=env.get("BUILDKITE_BUILD_CHECKOUT_PATH", ""),
    )


def outlets(job: Job) -> Sequence[Outlet]:
    """A comment where there is a token for it, and the annotation; in a container the agent's program may be missing."""
    found = list(forges.outlets(job))
    if shutil.which(PROGRAM) is not None:
        found.append(Outlet(what="annotation", publish=lambda sheet: publish_annotation(sheet.comment, sheet.check)))
    return found


SERVICE = Service(name="buildkite", title="Buildkite", marks={"BUILDKITE": "true"}, told=told, elsewhere=forges.TOKENS, outlets=outlets)
