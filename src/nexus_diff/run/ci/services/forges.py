"""Comments on the host of the repository, for services that build what lies elsewhere: Jenkins, CircleCI and the like."""

# For maintainers. Which host a token belongs to is decided by its variable's name and the clone's origin together: a GITHUB_TOKEN that is
# there for something else must not go to the server of a repository that lies on another one. So a token goes to github.com's API for a
# clone of github.com, else only to a server that the environment itself names as that host, and only if the clone came from there.

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import msgspec

from nexus_diff.publish import Done
from nexus_diff.publish.gitea.comment import publish_comment as on_gitea
from nexus_diff.publish.github.client import Api
from nexus_diff.publish.github.comment import publish_comment as on_github
from nexus_diff.publish.rest import Access, Rest
from nexus_diff.run.ci.host import seconds
from nexus_diff.run.ci.services.value import Env, Job, Outlet
from nexus_diff.run.ci.sheet import Sheet

_HTTPS = re.compile(r"https://(?:[^@/]*@)?([\w.:-]+)/([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII)
_SSH = re.compile(r"(?:ssh://)?git@([\w.-]+)(?::\d+/|[:/])([\w.-]+/[\w.-]+?)(?:\.git)?/?", re.ASCII)
WITHOUT = "a comment needs a token: GITHUB_TOKEN for a repository on GitHub, GITEA_TOKEN or FORGEJO_TOKEN on these"


class Home(msgspec.Struct, frozen=True):
    """Where a repository lies: server (with its port), owner and name."""

    server: str
    repository: str


class _Forge(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of host. `api`: where its API is for a server, "" when the environment does not say that the server is one."""

    tokens: tuple[str, ...]
    api: Callable[[Env, str], str]
    comment: Callable[[Job, Home, str, str], Outlet]


def home(url: str) -> Home | None:
    """Where a clone's origin lies, if it is an address of the usual form."""
    match = _HTTPS.fullmatch(url) or _SSH.fullmatch(url)
    return Home(match[1], match[2]) if match else None


def outlets(job: Job) -> Sequence[Outlet]:
    """The comment on the pull request, on the first host that there is a token for."""
    place = home(job.origin)
    if place is None or not job.told.event.number:
        return []
    for forge in _FORGES:
        token = next(filter(None, map(job.tokens.get, forge.tokens)), "")
        api = forge.api(job.env, place.server)
        if token and api:
            return [forge.comment(job, place, api, token)]
    return []


def _server(url: str) -> str:
    """Server and port of an address, "" for what is none."""
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _github_api(env: Env, server: str) -> str:
    named = env.get("GITHUB_API_URL", "").rstrip("/")
    if named:
        return named if _server(named) in (server.lower(), f"api.{server.lower()}") else ""
    return "https://api.github.com" if server.lower() == "github.com" else ""


def _gitea_api(env: Env, server: str) -> str:
    kind = env.get("CI_FORGE_TYPE", "")
    named = (
        env.get("GITEA_SERVER_URL") or env.get("FORGEJO_SERVER_URL") or (env.get("CI_FORGE_URL") if kind in ("gitea", "forgejo") else "")
    )
    root = (named or "").rstrip("/")
    return f"{root}/api/v1" if root and _server(root) == server.lower() else ""


def _on_github(job: Job, place: Home, api_url: str, token: str) -> Outlet:
    event = job.told.event
    api = Api(token, place.repository, base_url=api_url, pause=seconds(job.env.get("NEXUS_DIFF_PAUSE", "")))

    def comment(sheet: Sheet) -> Done:
        silence, author = job.on_silence, job.request.author
        return on_github(api, event.number, event.head, sheet.comment, on_silence=silence, author=author)

    return Outlet(what="comment", publish=comment, needs="write access to pull requests")


def _on_gitea(job: Job, place: Home, api_url: str, token: str) -> Outlet:
    event = job.told.event
    pause = seconds(job.env.get("NEXUS_DIFF_PAUSE", ""))
    api = Rest(
        Access(host="The forge", base_url=api_url, setting="GITEA_SERVER_URL", authorization=f"token {token}", token=token, pause=pause)
    )

    def comment(sheet: Sheet) -> Done:
        silence, author = job.on_silence, job.request.author
        return on_gitea(api, place.repository, event.number, event.head, sheet.comment, on_silence=silence, author=author)

    return Outlet(what="comment", publish=comment, needs="write:issue")


_FORGES = (
    _Forge(tokens=("GITEA_TOKEN", "FORGEJO_TOKEN"), api=_gitea_api, comment=_on_gitea),
    _Forge(tokens=("NEXUS_DIFF_GITHUB_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"), api=_github_api, comment=_on_github),
)
TOKENS = tuple(name for forge in _FORGES for name in forge.tokens)
