"""Gitea Actions and Forgejo Actions. They speak GitHub's variables and payloads, but have no check runs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from nexus_diff.publish import Check, Done
from nexus_diff.publish.gitea.comment import publish_comment
from nexus_diff.publish.gitea.status import publish_status
from nexus_diff.publish.github.files import publish_outputs, publish_summary
from nexus_diff.publish.rest import Access, Rest
from nexus_diff.run.ci.event import event_of
from nexus_diff.run.ci.host import Host, host_of, read_payload
from nexus_diff.run.ci.services.value import Env, Job, Outlet, Service, Told
from nexus_diff.run.ci.sheet import Link, Sheet

SWITCH_OFF = "Give `nexus-diff ci` the option --comment off to switch this comment off."


def _host(env: Env) -> Host:
    """The host, whose API is its own: never GitHub's, which is meant where a runner of GitHub's tells nothing."""
    host = host_of(env)
    server = env.get("GITHUB_SERVER_URL", "").rstrip("/")
    api = env.get("GITHUB_API_URL", "").rstrip("/") or (f"{server}/api/v1" if server else "")
    return msgspec.structs.replace(host, server_url=server, api_url=api)


def told(env: Env) -> Told:
    """As a workflow of GitHub, with links of Gitea."""
    host = _host(env)
    return Told(
        event=event_of(host, read_payload(host)),
        link=Link(
            blob=f"{host.server_url}/{host.repository}/src/commit" if host.repository else "", run=host.run_url, switch_off=SWITCH_OFF
        ),
        server_url=host.server_url,
        branch=env.get("GITHUB_HEAD_REF") or env.get("GITHUB_REF", "").removeprefix("refs/heads/"),
        temp=host.temp,
        workspace=host.workspace,
    )


def outlets(job: Job) -> Sequence[Outlet]:
    """Files of the runner where it has them; status and comment with a token."""
    host, event = _host(job.env), job.told.event
    found = []
    if host.output:
        found.append(Outlet(what="outputs", publish=lambda sheet: publish_outputs(host.output, sheet.outputs)))
    if host.summary:
        found.append(Outlet(what="summary", publish=lambda sheet: publish_summary(host.summary, sheet.summary, sheet.short_summary)))
    if not (job.token and host.repository and host.api_url):
        return found
    access = Access(
        host="The forge",
        base_url=host.api_url,
        setting="GITHUB_API_URL",
        authorization=f"token {job.token}",
        token=job.token,
        pause=host.pause,
    )
    api = Rest(access)

    def status(check: Check) -> Done:
        return publish_status(api, host.repository, check)

    found.append(Outlet(what="check", publish=lambda sheet: status(sheet.check), unanalysed=status, needs="write:repository"))

    def comment(sheet: Sheet) -> Done:
        silence, author = job.on_silence, job.request.author
        return publish_comment(api, host.repository, event.number, event.head, sheet.comment, on_silence=silence, author=author)

    if event.number:
        found.append(Outlet(what="comment", publish=comment, needs="write:issue"))
    return found


SERVICE = Service(
    name="gitea",
    title="Gitea Actions or Forgejo Actions",
    marks={"GITEA_ACTIONS": "true", "FORGEJO_ACTIONS": "true"},
    told=told,
    tokens=("GITEA_TOKEN", "FORGEJO_TOKEN", "GITHUB_TOKEN"),
    outlets=outlets,
    without="a comment and a status need a token in GITEA_TOKEN, FORGEJO_TOKEN or GITHUB_TOKEN",
)
