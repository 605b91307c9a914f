"""What a GitLab runner tells by predefined variables: where the job runs, and what there is to analyse."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping

import msgspec

from nexus_diff.run.ci.event import NOBODY, Event, good_ref, good_sha
from nexus_diff.run.ci.event import page as good_page
from nexus_diff.run.ci.host import seconds

TOKENS = ("NEXUS_DIFF_GITLAB_TOKEN", "GITLAB_TOKEN")
"""Variables that may hold the token, best first."""
_MERGES = ("merged_result", "merge_train")
_NUMBER = re.compile(r"[1-9]\d{0,14}")
ADVICE = "set GIT_DEPTH: 0 for the job"


class GitLabHost(msgspec.Struct, frozen=True, kw_only=True):
    """`project`: id of the project that the merge request is in, `page`: its address; the merge request of a fork is in the project that
    the fork was made of, whose repository is `upstream` ("" where it is the clone's own). `folder`: the working tree. `job_token`: what
    git may read with. `ca_file`: certificates to trust. `on_target`: the job is one of a branch that merge
    requests go to: the default branch, or a protected one."""

    project: str = ""
    page: str = ""
    upstream: str = ""
    api_url: str = ""
    server_url: str = ""
    job_url: str = ""
    job_token: str = ""
    ca_file: str = ""
    folder: str = ""
    on_runner: bool = False
    on_target: bool = False
    pause: float = 1.0


def gitlab_host_of(env: Mapping[str, str]) -> GitLabHost:
    """The host that the environment describes; what is absent stays empty."""
    server = env.get("CI_SERVER_URL", "").rstrip("/")
    project = env.get("CI_MERGE_REQUEST_PROJECT_ID") or env.get("CI_PROJECT_ID", "")
    page = env.get("CI_MERGE_REQUEST_PROJECT_URL") or env.get("CI_PROJECT_URL", "")
    page = page if server and page.startswith(server + "/") else ""
    ca_file = env.get("CI_SERVER_TLS_CA_FILE", "")
    return GitLabHost(
        project=project if _NUMBER.fullmatch(project) else "",
        page=page,
        upstream=f"{page}.git" if page and _from_fork(env) else "",
        api_url=env.get("CI_API_V4_URL", "").rstrip("/"),
        server_url=server,
        job_url=good_page(env.get("CI_JOB_URL", "")),
        job_token=env.get("CI_JOB_TOKEN", ""),
        ca_file=ca_file if ca_file and os.path.isfile(ca_file) else "",
        folder=env.get("CI_PROJECT_DIR", ""),
        on_runner=env.get("GITLAB_CI", "") == "true",
        on_target=_on_target(env),
        pause=seconds(env.get("NEXUS_DIFF_GITLAB_PAUSE", "")),
    )


def take_gitlab_token(env: MutableMapping[str, str]) -> str:
    """The token for notes, "" for none. It is taken out of the environment, so that no child process inherits it."""
    found = [env.pop(name, "").strip() for name in TOKENS]
    return next(filter(None, found), "")


def gitlab_event_of(env: Mapping[str, str]) -> Event:
    """What the pipeline is to be asked for. Never raises: one that cannot be understood is "nothing" with the reason."""
    source, head = env.get("CI_PIPELINE_SOURCE", ""), good_sha(env.get("CI_COMMIT_SHA", ""))
    if not head:
        lacks = "is no commit id" if env.get("CI_COMMIT_SHA") else "is not set"
        return Event(kind="nothing", name=source, warnings=(f"CI_COMMIT_SHA {lacks}; `nexus-diff ci gitlab` runs inside a GitLab job",))
    if env.get("CI_MERGE_REQUEST_IID"):
        return _merge_request(env, source, head)
    if env.get("CI_COMMIT_TAG"):
        return Event(kind="nothing", name=source, head=head, why="a tag has nothing to be compared with")
    return _branch(env, source, head)


def _merge_request(env: Mapping[str, str], source: str, built: str) -> Event:
    """In pipelines of merged results and merge trains what is built is the merge, else the head."""
    number = env["CI_MERGE_REQUEST_IID"]
    if not _NUMBER.fullmatch(number):
        return Event(kind="nothing", name=source, head=built, warnings=("CI_MERGE_REQUEST_IID is no number: nothing is compared",))
    kind = env.get("CI_MERGE_REQUEST_EVENT_TYPE", "")
    merged = kind in _MERGES
    return Event(
        kind="pull",
        name=kind or source,
        number=int(number),
        head=good_sha(env.get("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA", "")) if merged else built,
        merge=built if merged else "",
        base=_known(env.get("CI_MERGE_REQUEST_DIFF_BASE_SHA", "")),
        base_ref=good_ref(env.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "")),
        default_branch=good_ref(env.get("CI_DEFAULT_BRANCH", "")),
        from_fork=_from_fork(env),
        reused=True,
        advice=ADVICE,
    )


def _branch(env: Mapping[str, str], source: str, head: str) -> Event:
    """A push to a branch that merge requests go to is compared with what was there before; another branch as a whole with the default
    branch, since that is what a merge request of it would show."""
    branch, default = good_ref(env.get("CI_COMMIT_BRANCH", "")), good_ref(env.get("CI_DEFAULT_BRANCH", ""))
    before = _known(env.get("CI_COMMIT_BEFORE_SHA", ""))
    if not branch or not default:
        return Event(kind="nothing", name=source, head=head, why="this pipeline is of no branch, or of a project without a default branch")
    target = _on_target(env)
    if target and not (source == "push" and before):
        return Event(kind="index", name=source, head=head, default_branch=default, why=NOBODY)
    return Event(
        kind="range",
        name=source,
        head=head,
        base=before if target else "",
        base_ref=default,
        default_branch=default,
        reused=True,
        advice=ADVICE,
        why=NOBODY,
    )


def _on_target(env: Mapping[str, str]) -> bool:
    branch = env.get("CI_COMMIT_BRANCH", "")
    return bool(branch) and (branch == env.get("CI_DEFAULT_BRANCH", "") or env.get("CI_COMMIT_REF_PROTECTED", "") == "true")


def _from_fork(env: Mapping[str, str]) -> bool:
    one, other = env.get("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", ""), env.get("CI_MERGE_REQUEST_PROJECT_ID", "")
    return bool(other) and one != other


def _known(sha: str) -> str:
    """A commit, "" for one of forty zeros."""
    return good_sha(sha) if sha.strip("0") else ""
