"""The two commits that an event compares, exactly, whatever the shape of the clone; history is fetched only where it is missing."""

# For maintainers. GITHUB_SHA of a pull request is the merge of its head into the base: its first parent is the base that was really merged,
# while the payload's base.sha is as old as the last event, and the branch itself may have moved on. So the merge commit is asked first,
# and costs at most a fetch of depth 2. Comparing the head with today's tip of the base, tree by tree, is what gives false findings.

from __future__ import annotations

import msgspec

from nexus_diff.git import Repository
from nexus_diff.git.fetching import Remote
from nexus_diff.model.errors import GitError
from nexus_diff.run.ci.event import Event


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """`base`, `head`: commits to compare as they are. `kind`: "merge-base", "direct" or "approximate". `tells`: the commit that findings
    belong to: the pull request's head, where `head` is its merge."""

    base: str
    head: str
    kind: str
    tells: str
    notices: tuple[str, ...] = ()


def compared(repo: Repository, remote: Remote, event: Event) -> Compared:
    """What the event compares. GitError when nothing can be compared at all; a base that had to be guessed is "approximate", with a
    notice."""
    if event.kind == "pull":
        found = _merged(remote, event) or _from_merge_base(remote, event.head, _tips(remote, event))
    elif event.base:
        found = _between(remote, event)
    else:
        found = _from_merge_base(remote, event.head, _tips(remote, event))
    return found or _approximate(remote, event)


def _merged(remote: Remote, event: Event) -> Compared | None:
    """By the merge commit: it is checked out, or costs less than the history that leads to the merge base."""
    merge = event.merge
    if not merge or merge == event.head:
        return None
    here = remote.has(merge)
    if not here and not remote.boundary() and remote.has(event.head):
        return None  # a complete clone knows the merge base
    if not here and not remote.get(merge, depth=2):
        return None
    parents = remote.parents(merge)
    if len(parents) != 2 or (event.head and parents[1] != event.head):
        return None
    if merge in remote.boundary():
        remote.deepen(1, merge)
    if not remote.get(parents[0]):
        return None
    notice = f"{merge[:12]} was analysed: the merge of {parents[1][:12]} into {parents[0][:12]}"
    return Compared(base=parents[0], head=merge, kind="merge-base", tells=parents[1], notices=(notice,))


def _from_merge_base(remote: Remote, head: str, tips: list[str]) -> Compared | None:
    """By the merge base with the first of `tips` that can be had."""
    if not remote.get(head):
        return None
    for tip in tips:
        if not remote.get(tip):
            continue
        bases = remote.merge_bases(tip, head)
        if bases and remote.get(bases[0]):
            notices = (f"{len(bases)} merge bases; {bases[0][:12]} is used",) if len(bases) > 1 else ()
            return Compared(base=bases[0], head=head, kind="merge-base", tells=head, notices=notices)
    return None


def _between(remote: Remote, event: Event) -> Compared | None:
    """Two commits that the payload names: their trees are all that is needed."""
    if not (remote.get(event.head) and remote.get(event.base)):
        return None
    kind = "merge-base" if event.name == "merge_group" else "direct"
    return Compared(base=event.base, head=event.head, kind=kind, tells=event.head)


def _tips(remote: Remote, event: Event) -> list[str]:
    """Where the base branch may stand, best first. A shallow clone, and one of an earlier job, may have remembered an old place."""
    branch = event.base_ref
    asked = remote.tip(branch) if branch and (event.reused or remote.boundary()) else ""
    tracked = remote.tracked(branch) if branch else ""
    known = [asked, event.base, tracked] if event.reused else [asked, tracked, event.base]
    if branch and not any(known[:2]):
        known.insert(0, remote.tip(branch))
    return list(dict.fromkeys(tip for tip in known if tip))


def _approximate(remote: Remote, event: Event) -> Compared:
    """Against the nearest thing to a base that is here, and said so."""
    heads = [head for head in (event.head, event.merge) if head and remote.get(head)]
    if not heads:
        raise GitError(f"commit {(event.head or event.merge)[:12]} is not in this clone and cannot be fetched; check it out first")
    head = heads[0]
    for base in (*_tips(remote, event), *remote.parents(head)[:1]):
        if base != head and remote.get(base):
            notice = f"the base is approximate: the merge base cannot be had, {base[:12]} is compared instead; {event.advice}"
            return Compared(base=base, head=head, kind="approximate", tells=event.head or head, notices=(notice,))
    raise GitError(f"no commit to compare with is in this clone, and none can be fetched; {event.advice}")
