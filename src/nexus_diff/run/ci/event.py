"""From the payload of an event to what there is to analyse. Everything in a payload is read with suspicion: names are other people's."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from nexus_diff.run.ci.host import Host

_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_BAD_REF = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{")
_LOGIN = re.compile(r"[A-Za-z0-9_-]{1,100}(?:\[bot\])?")
_PAGE = re.compile(r"https?://[\w.~:/?#@!$&*+,;=%-]{1,1000}", re.ASCII)
NOBODY = "there is no pull request to report to"


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """`kind`: "pull" (a pull request), "range" (commits that were pushed or queued), "index" (no change: refresh the index), "answer"
    (publish what another run analysed), "nothing" (`why` says why). `number`: of the pull request, 0 for none. `head`: its head, or the
    last commit. `merge`: commit that merges head into the base. `base`: what the payload names as base, which may be old. `base_ref`,
    `default_branch`: names of branches. `head_owner`, `head_branch`: where the head of a handed-over answer lies. `reused`: the clone may
    be one of an earlier job. `advice`: what to set where history cannot be had. `warnings`: what the user should change."""

    kind: str
    name: str
    number: int = 0
    head: str = ""
    merge: str = ""
    base: str = ""
    base_ref: str = ""
    default_branch: str = ""
    head_owner: str = ""
    head_branch: str = ""
    from_fork: bool = False
    reused: bool = False
    advice: str = "check out with fetch-depth: 2"
    why: str = ""
    warnings: tuple[str, ...] = ()


def event_of(host: Host, payload: dict[str, object]) -> Event:
    """What the event asks for. Never raises: an event that cannot be understood is "nothing" with the reason."""
    reader = _READERS.get(host.event)
    if reader is None:
        return _nothing(host, f"the event {host.event[:60]!r} is not one that is analysed")
    return reader(host, payload)


def _pull_request(host: Host, payload: dict[str, object]) -> Event:
    pull = _table(payload, "pull_request")
    head, base = _table(pull, "head"), _table(pull, "base")
    number, sha = _number(pull, "number") or _number(payload, "number"), _sha(head, "sha")
    if not number or not sha:
        return _nothing(host, "the payload names no pull request")
    if _text(payload, "action") == "closed":
        return _nothing(host, f"pull request {number} is closed")
    trusted = host.event == "pull_request_target"
    warnings: tuple[str, ...] = ()
    if trusted:
        warnings = ("pull_request_target gives code of the pull request a token that can write; use pull_request (docs/github.md)",)
    return Event(
        kind="pull",
        name=host.event,
        number=number,
        head=sha,
        # under pull_request_target GITHUB_SHA is the default branch
        merge=_sha(pull, "merge_commit_sha") if trusted else good_sha(host.sha),
        base=_sha(base, "sha"),
        base_ref=_ref(base, "ref"),
        default_branch=_ref(_table(payload, "repository"), "default_branch"),
        from_fork=_text(_table(head, "repo"), "full_name") != _text(_table(base, "repo"), "full_name"),
        warnings=warnings,
    )


def _merge_group(host: Host, payload: dict[str, object]) -> Event:
    group = _table(payload, "merge_group")
    head, base = _sha(group, "head_sha"), _sha(group, "base_sha")
    if not head or not base:
        return _nothing(host, "the payload names no merge group")
    ref = _ref(group, "base_ref").removeprefix("refs/heads/")
    return Event(kind="range", name=host.event, head=head, base=base, base_ref=ref, why=NOBODY)


def _push(host: Host, payload: dict[str, object]) -> Event:
    after, before = _sha(payload, "after") or good_sha(host.sha), _sha(payload, "before")
    if not after or payload.get("deleted") is True or not after.strip("0"):
        return _nothing(host, "the push deleted a branch")
    if not host.ref.startswith("refs/heads/"):
        return Event(kind="index", name=host.event, head=after, why="a tag was pushed: there is nothing to compare with")
    default = _ref(_table(payload, "repository"), "default_branch")
    base = before if before.strip("0") else ""
    if not base and host.ref == f"refs/heads/{default}":
        return Event(kind="index", name=host.event, head=after, default_branch=default, why="the first push of the default branch")
    return Event(kind="range", name=host.event, head=after, base=base, base_ref=default, default_branch=default, why=NOBODY)


def _by_hand(host: Host, payload: dict[str, object]) -> Event:
    """workflow_dispatch and schedule: a branch is compared with the default branch; the default branch has nothing to be compared with."""
    default = _ref(_table(payload, "repository"), "default_branch")
    head = good_sha(host.sha)
    if host.event == "schedule" or not default or host.ref in ("", f"refs/heads/{default}") or not host.ref.startswith("refs/heads/"):
        return Event(kind="index", name=host.event, head=head, default_branch=default, why=NOBODY)
    return Event(kind="range", name=host.event, head=head, base_ref=default, default_branch=default, why=NOBODY)


def _workflow_run(host: Host, payload: dict[str, object]) -> Event:
    run = _table(payload, "workflow_run")
    head = _sha(run, "head_sha")
    if _text(run, "event") != "pull_request" or not head:
        return _nothing(host, "the run that ended was not one of a pull request")
    if _text(run, "conclusion") not in ("success", "failure"):
        return _nothing(host, "the run of the pull request did not end by itself")
    owner, branch = _text(_table(_table(run, "head_repository"), "owner"), "login"), _ref(run, "head_branch")
    return Event(kind="answer", name=host.event, head=head, head_owner=owner if _LOGIN.fullmatch(owner) else "", head_branch=branch)


_READERS: dict[str, Callable[[Host, dict[str, object]], Event]] = {
    "pull_request": _pull_request,
    "pull_request_target": _pull_request,
    "merge_group": _merge_group,
    "push": _push,
    "workflow_dispatch": _by_hand,
    "schedule": _by_hand,
    "workflow_run": _workflow_run,
}
EVENTS = tuple(_READERS)


def _nothing(host: Host, why: str) -> Event:
    return Event(kind="nothing", name=host.event, why=why)


def _table(value: dict[str, object], key: str) -> dict[str, object]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _text(value: dict[str, object], key: str) -> str:
    found = value.get(key)
    return found if isinstance(found, str) else ""


def _number(value: dict[str, object], key: str) -> int:
    found = value.get(key)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 < found < 1 << 53 else 0


def good_sha(text: str) -> str:
    """The id of a commit, "" for what is none."""
    return text if _SHA.fullmatch(text) else ""


def _sha(value: dict[str, object], key: str) -> str:
    return good_sha(_text(value, key))


def good_ref(text: str) -> str:
    """The name of a branch, "" for what git would not take as one, or would take for an option."""
    return "" if len(text) > 500 or text.startswith("-") or _BAD_REF.search(text) else text


def page(url: str) -> str:
    """The address of a run's page, "" for what could be more than an address in a text."""
    return url if _PAGE.fullmatch(url) else ""


def _ref(value: dict[str, object], key: str) -> str:
    return good_ref(_text(value, key))
