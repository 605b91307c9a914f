"""What `nexus-diff ci auto` would post, and where: by the environment alone, nothing is asked over the network."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from nexus_diff.run.ci.event import Event, event_of
from nexus_diff.run.ci.gitlab_host import TOKENS as GITLAB_TOKENS
from nexus_diff.run.ci.gitlab_host import gitlab_event_of, gitlab_host_of
from nexus_diff.run.ci.host import TOKENS as GITHUB_TOKENS
from nexus_diff.run.ci.host import host_of, read_payload
from nexus_diff.run.ci.request import CiRequest
from nexus_diff.run.ci.services import SERVICES, recognised
from nexus_diff.run.ci.services.value import Env, Job, Service
from nexus_diff.run.doctor import OK, PROBLEM, WARNING, Finding, Look, Patient
from nexus_diff.run.doctor.repository import place_of

AREA = "publishing"
_KINDS = (
    ("ghs_", "of a job or GitHub App: comments and check runs, as far as its permissions go"),
    ("ghp_", "of a person: comments, but no check runs"),
    ("gho_", "of a person: comments, but no check runs"),
    ("github_pat_", "of a person: comments as far as it was allowed, but no check runs"),
    ("glpat-", "of a person, project or group: notes, if it has the scope api"),
    ("glcbt-", "of a job: it can read, but write no notes"),
)
"""Beginning of a token → what it may do, as far as that shows."""
_GITHUB, _GITLAB = "github", "gitlab"


def service(patient: Patient) -> Iterator[Finding]:
    """Which service runs us, and what this job is about."""
    found = recognised(patient.env)
    if not found.marks:
        yield Finding(AREA, "service", OK, "no CI service: nothing is posted, reports go to stdout and files")
        return
    yield Finding(AREA, "service", OK, found.title)
    event = _event(found, patient.env)
    yield Finding(AREA, "this job", OK, _about(event))
    for warning in event.warnings:
        yield Finding(AREA, "this job", WARNING, warning)


def outlets(patient: Patient) -> Iterator[Finding]:
    """Where it would be posted, with what is missing for it."""
    found = recognised(patient.env)
    if not found.marks:
        return
    event = _event(found, patient.env)
    token = next(filter(None, (patient.env.get(name, "").strip() for name in _tokens_of(found))), "")
    if event.kind not in ("pull", "range"):
        yield Finding(AREA, "posted", OK, "nothing: this job only refreshes the index" if event.kind == "index" else "nothing")
        return
    places = list(_places(found, event, token, patient))
    yield Finding(AREA, "posted", OK, ", ".join(places) or "the report, to the log")
    if event.from_fork and found.name == _GITHUB:
        said = "the token of a pull request from a fork can only read: no comment, no check run"
        yield Finding(AREA, "posted", WARNING, said, "the workflow for forks posts them: nexus-diff init github, docs/github.md")
    elif not token and found.name in (_GITHUB, _GITLAB):
        said = f"no token, so no {'comment and no check run' if found.name == _GITHUB else 'note'}"
        yield Finding(AREA, "posted", WARNING, said, f"hand one over in {_tokens_of(found)[0]} or {_tokens_of(found)[1]}")
    elif not token and found.without:
        yield Finding(AREA, "posted", WARNING, "no token", found.without)


def tokens(patient: Patient) -> Iterator[Finding]:
    """Which variables hold one; never what."""
    names = dict.fromkeys((*GITHUB_TOKENS, *GITLAB_TOKENS, *(name for one in SERVICES for name in one.tokens)))
    for name in names:
        value = patient.env.get(name, "").strip()
        if value:
            yield Finding(AREA, f"${name}", OK, f"is set (not shown); {_kind(value)}")


def clients(patient: Patient) -> Iterator[Finding]:
    """The library that talks to the service."""
    found = recognised(patient.env)
    needed = {_GITHUB: ("PyGithub", "github"), _GITLAB: ("python-gitlab", "gitlab")}.get(found.name)
    if needed is None or not any(patient.env.get(name) for name in _tokens_of(found)):
        return
    try:
        yield Finding(AREA, needed[0], OK, metadata.version(needed[0]))
    except metadata.PackageNotFoundError:
        yield Finding(
            AREA, needed[0], PROBLEM, "is not installed, so nothing can be posted", f"pip install 'nexus-diff-impact[{needed[1]}]'"
        )


def _tokens_of(found: Service) -> tuple[str, ...]:
    return {_GITHUB: GITHUB_TOKENS, _GITLAB: GITLAB_TOKENS}.get(found.name, tuple(found.tokens))


def _event(found: Service, env: Env) -> Event:
    if found.name == _GITHUB:
        host = host_of(env)
        return event_of(host, read_payload(host))
    if found.name == _GITLAB:
        return gitlab_event_of(env)
    return found.told(env).event


def _about(event: Event) -> str:
    if event.kind == "pull":
        return (
            f"pull request {event.number}{f' into {event.base_ref}' if event.base_ref else ''}{' from a fork' if event.from_fork else ''}"
        )
    if event.kind == "range":
        return f"commits{f' against {event.base_ref}' if event.base_ref else ''}"
    return event.why or {"index": "the default branch", "answer": "the report of another run"}.get(event.kind, "nothing to analyse")


def _places(found: Service, event: Event, token: str, patient: Patient) -> Iterator[str]:
    may = bool(token) and not event.from_fork
    if found.name == _GITHUB:
        host = host_of(patient.env)
        if may and event.number:
            yield f"a comment on pull request {event.number} of {host.repository}"
        if may:
            yield f"a check run on {event.head[:12]}"
        yield "annotations on changed lines"
        yield from ["the job summary"] if host.summary else []
    elif found.name == _GITLAB:
        yield "a Code Quality report"
        if token and event.number:
            yield f"a note on merge request {event.number} of {gitlab_host_of(patient.env).page or 'its project'}"
        yield "the job log"
    else:
        job = Job(request=CiRequest(place=place_of(patient)), env=patient.env, token=token, told=found.told(patient.env))
        yield from (outlet.what for outlet in found.outlets(job))


def _kind(token: str) -> str:
    return next((may for beginning, may in _KINDS if token.startswith(beginning)), "what it may do does not show")


LOOKS: dict[str, Look] = {"service": service, "posted": outlets, "tokens": tokens, "client": clients}
