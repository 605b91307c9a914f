"""Bitbucket Pipelines: a Code Insights report, with no token through the proxy that runs beside every step."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nexus_diff.model.answer import Answer
from nexus_diff.publish import Check, Done
from nexus_diff.publish.bitbucket.insights import publish_report
from nexus_diff.publish.rest import Access, Rest
from nexus_diff.run.ci.host import seconds
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Job, Outlet, Service, Told
from nexus_diff.run.ci.sheet import Link, Sheet

API = "https://api.bitbucket.org/2.0"
PROXIED = "http://api.bitbucket.org/2.0"
"""The proxy adds the credentials, and speaks plain HTTP on this machine alone."""
PROXY = "http://localhost:29418"
_REPOSITORY = re.compile(r"[\w.{}-]{1,100}/[\w.{}-]{1,100}", re.ASCII)


def told(env: Env) -> Told:
    """By the default variables."""
    repository, build = env.get("BITBUCKET_REPO_FULL_NAME", ""), env.get("BITBUCKET_BUILD_NUMBER", "")
    known = bool(_REPOSITORY.fullmatch(repository))
    page = f"https://bitbucket.org/{repository}/pipelines/results/{build}" if known and build.isascii() and build.isdigit() else ""
    return Told(
        event=event_from(
            name="pipeline",
            number=env.get("BITBUCKET_PR_ID", ""),
            head=env.get("BITBUCKET_COMMIT", ""),
            target=env.get("BITBUCKET_PR_DESTINATION_BRANCH", ""),
            base=env.get("BITBUCKET_PR_DESTINATION_COMMIT", "") if env.get("BITBUCKET_PR_ID") else "",
            branch=env.get("BITBUCKET_BRANCH", ""),
            tag=env.get("BITBUCKET_TAG", ""),
        ),
        link=Link(run=page),
        server_url="https://bitbucket.org",
        user="x-token-auth",
        branch=env.get("BITBUCKET_BRANCH", ""),
        workspace=env.get("BITBUCKET_CLONE_DIR", ""),
    )


def outlets(job: Job) -> Sequence[Outlet]:
    """The report."""
    env, repository = job.env, job.env.get("BITBUCKET_REPO_FULL_NAME", "")
    if not _REPOSITORY.fullmatch(repository):
        return []
    pause = seconds(env.get("NEXUS_DIFF_PAUSE", ""))
    if job.token:
        access = Access(
            host="Bitbucket",
            base_url=env.get("NEXUS_DIFF_BITBUCKET_API") or API,
            setting="NEXUS_DIFF_BITBUCKET_API",
            authorization=f"Bearer {job.token}",
            token=job.token,
            pause=pause,
        )
    else:
        proxy = env.get("NEXUS_DIFF_BITBUCKET_PROXY") or PROXY
        access = Access(host="Bitbucket", base_url=PROXIED, setting="NEXUS_DIFF_BITBUCKET_PROXY", proxy=proxy, pause=pause)
    api = Rest(access)

    def report(sheet: Sheet) -> Done:
        newest = job.newest()
        if newest and newest != sheet.check.head:
            return Done(what="stale", why=f"the branch has moved on to {newest[:12]}")
        return publish_report(api, repository, sheet.check, facts(sheet.report.answer), project=job.request.project)

    def unanalysed(check: Check) -> Done:
        return publish_report(api, repository, check, {}, project=job.request.project)

    return [Outlet(what="check", publish=report, unanalysed=unanalysed, needs="repository:write")]


def facts(answer: Answer) -> dict[str, str]:
    """What is shown beside the report."""
    summary = answer.summary
    return {
        "Risk": summary.risk.level,
        "Changed symbols": str(summary.changed_symbols),
        "Impacted symbols": str(summary.impacted),
        "Breaking call sites": str(summary.breaking_call_sites),
        "Rule violations": str(summary.layer_violations),
        "Affected tests": str(summary.affected_tests),
    }


SERVICE = Service(
    name="bitbucket",
    title="Bitbucket Pipelines",
    marks={"BITBUCKET_BUILD_NUMBER": "*"},
    told=told,
    tokens=("BITBUCKET_ACCESS_TOKEN",),
    outlets=outlets,
)
