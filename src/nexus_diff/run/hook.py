"""What a git hook is asked about: the ranges of a push, from pre-commit's environment or from git's own lines."""

# For maintainers. pre-commit sets PRE_COMMIT_FROM_REF and PRE_COMMIT_TO_REF; the first push of a whole history has neither, and it takes
# just the first branch of a push. git itself writes one line per branch on stdin: local ref, local id, remote ref, remote id, with an id
# of zeros for a branch that is deleted, or that the remote does not have yet. No line at all comes when all is up to date, and from
# managers of hooks that keep stdin to themselves: then HEAD is compared with its upstream.

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nexus_diff.git import commit_of, find_default_branch, merge_bases, open_repository
from nexus_diff.git.repository import Repository
from nexus_diff.model.errors import GitError, NexusDiffError
from nexus_diff.run.request import Place

MOST_BRANCHES = 5
"""Branches of one push that are looked at; a push of all branches is no moment for an analysis."""
_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Push(msgspec.Struct, frozen=True):
    """One branch of a push. `base`: what the remote has, "" when it does not have the branch yet."""

    base: str
    head: str
    name: str = ""


class Pushed(msgspec.Struct, frozen=True):
    """`ranges`: (name of the branch, range) to analyse. `notes`: what is not analysed, and why."""

    ranges: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def pushed(place: Place, env: Mapping[str, str], lines: Iterable[str]) -> Pushed:
    """The ranges of one push. Raises NexusDiffError for lines that git does not write."""
    repo = open_repository(place.repo)
    lines = list(lines)
    pushes = list(dict.fromkeys(_from_environment(env) or _from_lines(lines)))
    if not lines and not pushes and repo.head():
        pushes = [Push("@{upstream}", repo.head() or "")]
    ranges: dict[str, str] = {}
    notes: list[str] = []
    for push in pushes[:MOST_BRANCHES]:
        head = commit_of(repo, push.head)
        base = _known(repo, push.base) or _fork_point(repo, head)
        if base:
            ranges.setdefault(f"{base}..{head}", push.name or head[:12])
        else:
            notes.append(f"{push.name or 'this push'}: the remote has nothing to compare with yet")
    if len(pushes) > MOST_BRANCHES:
        notes.append(f"{len(pushes) - MOST_BRANCHES} more branches are pushed and were not looked at")
    return Pushed(tuple((name, text) for text, name in ranges.items()), tuple(notes))


def _from_environment(env: Mapping[str, str]) -> list[Push]:
    base = env.get("PRE_COMMIT_FROM_REF") or env.get("PRE_COMMIT_ORIGIN") or ""
    head = env.get("PRE_COMMIT_TO_REF") or env.get("PRE_COMMIT_SOURCE") or ""
    return [Push("" if _zero(base) else base, head, env.get("PRE_COMMIT_LOCAL_BRANCH", ""))] if head and not _zero(head) else []


def _from_lines(lines: Iterable[str]) -> Iterator[Push]:
    for line in lines:
        words = line.split()
        if not words:
            continue
        if len(words) != 4 or not (_ID.fullmatch(words[1]) and _ID.fullmatch(words[3])):
            raise NexusDiffError(f"stdin: {line.strip()[:80]!r} is no line of a pre-push hook; run this as git or pre-commit does")
        if not _zero(words[1]):
            yield Push("" if _zero(words[3]) else words[3], words[1], words[0].removeprefix("refs/heads/"))


def _zero(name: str) -> bool:
    return bool(name) and not name.strip("0")


def _known(repo: Repository, name: str) -> str:
    """The remote's commit, "" when it is not here, as after a forced push of others. By hand, `--from-ref` may be any revision."""
    try:
        commit = commit_of(repo, name) if name else ""
    except GitError:
        return ""
    return commit if commit and merge_bases(repo, commit, commit) else ""


def _fork_point(repo: Repository, head: str) -> str:
    """The default branch's commit to compare a new branch with, "" when the branch is all there is."""
    try:
        _, tip = find_default_branch(repo)
    except GitError:
        return ""
    return "" if tip == head or not merge_bases(repo, tip, head) else tip
