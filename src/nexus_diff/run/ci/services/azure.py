"""Azure Pipelines, of repositories of Azure DevOps; for repositories elsewhere the log alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote

from nexus_diff.publish import Check, Done
from nexus_diff.publish.azure.commands import annotation_commands, command
from nexus_diff.publish.azure.status import publish_status
from nexus_diff.publish.azure.thread import MOST_CHARS, publish_comment
from nexus_diff.publish.rest import Access, Rest
from nexus_diff.run.ci.event import page
from nexus_diff.run.ci.host import seconds
from nexus_diff.run.ci.services import forges
from nexus_diff.run.ci.services.branches import event_from
from nexus_diff.run.ci.services.value import Env, Job, Outlet, Service, Told
from nexus_diff.run.ci.sheet import Link, Sheet

_REPOSITORY = re.compile(r"[0-9A-Fa-f-]{36}|[\w. -]{1,100}")
_OWN = "TfsGit"


def told(env: Env) -> Told:
    """By the predefined variables; the source commit of a pull request is its head, the built one the merge."""
    collection, project = env.get("SYSTEM_COLLECTIONURI", "").rstrip("/"), quote(env.get("SYSTEM_TEAMPROJECT", ""), safe="")
    build = env.get("BUILD_BUILDID", "")
    number = env.get("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER") or env.get("SYSTEM_PULLREQUEST_PULLREQUESTID", "")
    built, source = env.get("BUILD_SOURCEVERSION", ""), env.get("SYSTEM_PULLREQUEST_SOURCECOMMITID", "")
    ref = env.get("BUILD_SOURCEBRANCH", "")
    run = f"{collection}/{project}/_build/results?buildId={build}" if collection and project and build.isascii() and build.isdigit() else ""
    return Told(
        event=event_from(
            name=env.get("BUILD_REASON", ""),
            number=number,
            head=source or built,
            merge=built if source else "",
            target=env.get("SYSTEM_PULLREQUEST_TARGETBRANCH", ""),
            branch=ref,
            tag=ref if ref.startswith("refs/tags/") else "",
        ),
        link=Link(run=page(run), graph=False, most_comment=MOST_CHARS),
        server_url=collection,
        branch=env.get("SYSTEM_PULLREQUEST_SOURCEBRANCH", "").removeprefix("refs/heads/"),
        temp=env.get("AGENT_TEMPDIRECTORY", ""),
        workspace=env.get("BUILD_SOURCESDIRECTORY", ""),
    )


def outlets(job: Job) -> Sequence[Outlet]:
    """With the job's own token: a status and a comment on the pull request; for a repository elsewhere a comment there."""
    env, event = job.env, job.told.event
    repository = env.get("BUILD_REPOSITORY_ID", "")
    if env.get("BUILD_REPOSITORY_PROVIDER", _OWN) != _OWN:
        return forges.outlets(job)
    if not (job.token and event.number and _REPOSITORY.fullmatch(repository)):
        return []
    api = Rest(
        Access(
            host="Azure DevOps",
            base_url=env.get("SYSTEM_COLLECTIONURI", ""),
            setting="SYSTEM_COLLECTIONURI",
            authorization=f"Bearer {job.token}",
            token=job.token,
            pause=seconds(env.get("NEXUS_DIFF_PAUSE", "")),
        )
    )
    project = quote(env.get("SYSTEM_TEAMPROJECT", ""), safe="")
    pull = f"{project}/_apis/git/repositories/{quote(repository, safe='')}/pullRequests/{event.number}"
    needs = "Contribute to pull requests, for the build service"

    def status(check: Check) -> Done:
        return publish_status(api, pull, check)

    def comment(sheet: Sheet) -> Done:
        return publish_comment(api, pull, event.head, sheet.comment, on_silence=job.on_silence, author=job.request.author)

    return [
        Outlet(what="check", publish=lambda sheet: status(sheet.check), unanalysed=status, needs=needs),
        Outlet(what="comment", publish=comment, needs=needs),
    ]


def warn(text: str) -> str:
    """A warning of the job."""
    return command("task.logissue", f"nexus-diff: {text}", {"type": "warning"})


SERVICE = Service(
    name="azure",
    title="Azure Pipelines",
    marks={"TF_BUILD": "True"},
    told=told,
    tokens=("SYSTEM_ACCESSTOKEN",),
    elsewhere=forges.TOKENS,
    outlets=outlets,
    log=annotation_commands,
    warn=warn,
    summary=lambda path: command("task.uploadsummary", path),
    without="a comment and a status need SYSTEM_ACCESSTOKEN in the step's environment",
)
