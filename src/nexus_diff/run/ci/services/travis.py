"""Travis CI: it builds the merge of a pull request."""

from __future__ import annotations

from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Service, Told
from nexus_diff.run.ci.sheet import Link


def told(env: Env) -> Told:
    """By the default variables. TRAVIS_BRANCH is the target of a pull request, the branch itself else."""
    number = env.get("TRAVIS_PULL_REQUEST", "")
    pull = number not in ("", "false")
    built = env.get("TRAVIS_COMMIT", "")
    return Told(
        event=event_from(
            name=env.get("TRAVIS_EVENT_TYPE", "build"),
            number=number,
            head=env.get("TRAVIS_PULL_REQUEST_SHA", "") if pull else built,
            merge=built if pull else "",
            target=env.get("TRAVIS_BRANCH", "") if pull else "",
            base="" if pull else env.get("TRAVIS_COMMIT_RANGE", "").partition("...")[0],
            branch="" if pull else env.get("TRAVIS_BRANCH", ""),
            tag=env.get("TRAVIS_TAG", ""),
        ),
        link=Link(run=page(env.get("TRAVIS_BUILD_WEB_URL", ""))),
        branch=env.get("TRAVIS_PULL_REQUEST_BRANCH", "") or env.get("TRAVIS_BRANCH", ""),
        workspace=env.get("TRAVIS_BUILD_DIR", ""),
    )


SERVICE = Service(
    name="travis",
    title="Travis CI",
    marks={"TRAVIS": "true"},
    told=told,
    elsewhere=forges.TOKENS,
    outlets=forges.outlets,
    without=forges.WITHOUT,
)
