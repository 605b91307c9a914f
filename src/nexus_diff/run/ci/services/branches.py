"""From the variables of a job to an event, for services that have variables alone: commits, branches and the number of a pull request."""

from __future__ import annotations

from nexus_diff.run.ci.event import NOBODY, Event, good_ref, good_sha

_ZEROS = "0"
_ADVICE = "let the job fetch more history, or name what to compare with by --base"


def event_from(
    *,
    name: str,
    head: str,
    number: str = "",
    target: str = "",
    base: str = "",
    merge: str = "",
    branch: str = "",
    default: str = "",
    tag: str = "",
) -> Event:
    """What such a job is for. `number`: of the pull request, anything else than digits for none. `target`: branch that it goes to.
    `base`: commit of it, or the commit before a push. `merge`: commit that merges head into it. `default`: the default branch, if it is
    told. Everything is checked; what is nonsense counts as not told."""
    head, base, merge = good_sha(head), good_sha(base).strip(_ZEROS) and good_sha(base), good_sha(merge)
    target, branch, default = (good_ref(ref.removeprefix("refs/heads/")) for ref in (target, branch, default))
    pull = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    if pull:
        return Event(
            kind="pull",
            name=name,
            number=pull,
            head=head,
            merge=merge,
            base=base,
            base_ref=target,
            default_branch=default,
            advice=_ADVICE,
        )
    if tag or (branch and branch == default and not base):
        why = "a tag was built: there is nothing to compare with" if tag else NOBODY
        return Event(kind="index", name=name, head=head, default_branch=default, why=why)
    return Event(kind="range", name=name, head=head, base=base, base_ref=default, default_branch=default, advice=_ADVICE, why=NOBODY)
