"""The parts of a run that are the same on every CI service: the commits, the analysis within its time, and how what went wrong is told."""

from __future__ import annotations

import errno
import os

import msgspec

from nexus_diff.git import commit_of, find_default_branch, open_repository
from nexus_diff.git.fetching import Remote
from nexus_diff.index.progress import Progress
from nexus_diff.model.answer import Answer
from nexus_diff.model.errors import GitError, NexusDiffError
from nexus_diff.report.escape import visible
from nexus_diff.run.analyse import Outcome
from nexus_diff.run.ci.base import Compared
from nexus_diff.run.ci.deadline import OutOfTimeError, limited
from nexus_diff.run.ci.event import Event
from nexus_diff.run.ci.findings import Found, annotations_of, changed_lines
from nexus_diff.run.ci.partial import within_budget
from nexus_diff.run.ci.request import CiRequest
from nexus_diff.run.request import Request

MOST_WARNING = 900
"""Characters of the one line that tells of everything that went wrong."""
FETCH_SECONDS = 120.0


def remote_of(request: CiRequest, *, server_url: str = "", token: str = "", user: str = "x-access-token") -> Remote:
    """Where the clone came from; `token` is lent to git, as that of `user`, for a remote on `server_url` alone."""
    return Remote(open_repository(request.place.repo), server_url=server_url, token=token, user=user, seconds=FETCH_SECONDS)


def as_asked(request: CiRequest, event: Event, remote: Remote) -> Event:
    """The event with the base and head that the user named instead. GitError for a name that is none."""
    if event.kind == "answer" or not (request.base or request.head):
        return event
    head = _commit(remote, request.head, "--head") if request.head else event.head or _commit(remote, "HEAD", "--head")
    if request.base:
        base, base_ref = _commit(remote, request.base, "--base"), ""
    else:
        base, base_ref = event.base, event.base_ref or event.default_branch
        base_ref = base_ref if base or base_ref else default_branch(remote)
    return msgspec.structs.replace(event, kind="pull", head=head, merge="", base=base, base_ref=base_ref, why="")


def default_branch(remote: Remote) -> str:
    """Name of the default branch: the remote's, else what the clone takes for it. GitError when neither tells."""
    name = remote.default()
    if name:
        return name
    try:
        return find_default_branch(remote.repo)[0].removeprefix(f"{remote.name}/")
    except GitError:
        raise GitError("no default branch is known here; name what to compare with by --base BRANCH") from None


def _commit(remote: Remote, name: str, option: str) -> str:
    """The commit that a user means: here, of the remote, or to be fetched by its id."""
    for candidate in (name, f"{remote.name}/{name}"):
        try:
            return commit_of(remote.repo, candidate)
        except GitError:
            continue
    found = remote.tip(name) or name
    if remote.get(found):
        return found
    raise GitError(f"{option} {name[:100]}: no commit, branch or tag of that name is here, and none can be fetched")


def outcome_of(request: CiRequest, sides: Compared, progress: Progress | None) -> tuple[Outcome, bool]:
    """What the change reaches, and whether there was time for a part of it only."""
    asked = Request(
        place=request.place,
        range=f"{sides.base}..{sides.head}",
        direct=True,
        min_confidence=request.min_confidence,
        depth=request.depth,
        timings=request.timings,
        fail_on=request.fail_on,
    )
    outcome, partial = within_budget(asked, request.seconds, progress)
    answer = msgspec.structs.replace(outcome.answer, base_kind=sides.kind, notices=(*sides.notices, *outcome.answer.notices))
    return msgspec.structs.replace(outcome, answer=answer), partial


def found_of(request: CiRequest, answer: Answer, sides: Compared) -> Found:
    """The findings on changed lines."""
    if not (answer.breaking_call_sites or answer.layer_violations):
        return Found()
    # opened anew: commits may have been fetched since
    lines = changed_lines(open_repository(request.place.repo), sides.base, sides.head, sides.tells)
    return annotations_of(answer, lines, request.fail_on)


def refreshed(request: CiRequest, revision: str, progress: Progress | None) -> str:
    """Sees to it that there is an index of the revision; a line about it."""
    from nexus_diff.run.snapshots import index

    with limited(request.seconds):
        made = index(request.place, revision, progress)
    return f"index of {made.commit[:12]}: {'made' if made.made else 'there already'}"


def below(path: str, folder: str) -> bool:
    """Whether a path lies in a folder; links count as what they lead to."""
    try:
        place, top = os.path.realpath(path), os.path.realpath(folder)
    except OSError:  # a link on the way that this user may not read
        return False
    return bool(folder) and os.path.commonpath((place, top)) == top


def cause(error: BaseException) -> str:
    """What ended a run, in one line for people."""
    if isinstance(error, OutOfTimeError):
        return f"{error}: not analysed"
    if isinstance(error, NexusDiffError):
        return str(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return "no space left on the device: not analysed"
    if isinstance(error, MemoryError):
        return "out of memory: not analysed"
    trace, place = error.__traceback__, ""
    while trace is not None:
        place = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    said = str(error).splitlines()[:1]
    return f"internal error: {type(error).__name__}: {said[0][:200] if said else ''} ({place}); this is a bug in nexus-diff"


def one_line(warnings: list[str], *tokens: str) -> str:
    """All warnings in one line, without the tokens."""
    text = "; ".join(" ".join(visible(line) for line in warning.splitlines()) for warning in dict.fromkeys(warnings))
    for token in filter(None, tokens):
        text = text.replace(token, "***")
    return text if len(text) <= MOST_WARNING else text[: MOST_WARNING - 1] + "…"
