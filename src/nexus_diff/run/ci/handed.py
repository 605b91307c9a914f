"""An answer that another run has made and handed over as an artifact: every byte of it may be an attacker's."""

# For maintainers. The run that made it belongs to a fork's pull request, whose author may have changed the workflow. So only data is taken,
# never Markdown: the report is made anew here, where all text is made harmless. Which pull request it is about is not read from the
# artifact but asked of the host, by what the host's own event tells. And no check is made of it: it could say anything.

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import msgspec

from nexus_diff.model.answer import Answer
from nexus_diff.model.errors import NexusDiffError
from nexus_diff.publish.github.client import Api
from nexus_diff.run.ci.event import Event

FILE = "report.json"
MOST_BYTES = 20 << 20
_KNOWN = frozenset({FILE, "report.md", "report.sarif"})
_REVISION = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})?")
_KINDS = ("merge-base", "direct", "approximate")
NOTICE = "this report comes from the run of a fork's pull request; whoever wrote the change could change the report"


class _Head(msgspec.Struct, frozen=True):
    sha: str


class _Pull(msgspec.Struct, frozen=True):
    number: int
    head: _Head


def read_answer(folder: str) -> Answer:
    """The answer in a folder that holds an unpacked artifact. NexusDiffError for anything that we would not have written ourselves."""
    place = Path(folder)
    try:
        names = sorted(os.listdir(place))
    except OSError as error:
        raise NexusDiffError(f"the artifact's folder cannot be read ({error.strerror})") from None
    strange = [name for name in names if name not in _KNOWN]
    if strange or FILE not in names:
        what = f"holds {strange[0][:60]!r}" if strange else f"has no {FILE}"
        raise NexusDiffError(f"the artifact {what}; it is not one of nexus-diff, and is not read")
    answer = _decoded(_bytes(place / FILE))
    if not (_REVISION.fullmatch(answer.base) and _REVISION.fullmatch(answer.head)) or answer.base_kind not in _KINDS:
        raise NexusDiffError("the artifact names no commits; it is not read")
    return msgspec.structs.replace(answer, notices=(NOTICE, *answer.notices))


def pull_of(api: Api, event: Event) -> int:
    """The open pull request whose head the event's run was for, 0 if there is none (any more)."""
    if not (event.head_owner and event.head_branch):
        return 0
    for page in api.pages("pulls", _Pull, most=2, state="open", head=f"{event.head_owner}:{event.head_branch}"):
        for pull in page:
            if pull.head.sha == event.head:
                return pull.number
    return 0


def _bytes(place: Path) -> bytes:
    """Content of a regular file of a sane size; links are not followed."""
    try:
        handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NexusDiffError(f"{FILE} of the artifact is no regular file; it is not read")
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise NexusDiffError(f"{FILE} of the artifact cannot be read ({error.strerror})") from None
    if len(data) > MOST_BYTES:
        raise NexusDiffError(f"{FILE} of the artifact is larger than {MOST_BYTES >> 20} MB; it is not read")
    return data


def _decoded(data: bytes) -> Answer:
    try:
        return msgspec.json.decode(data, type=Answer, strict=True)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError, ValueError) as error:
        said = str(error).splitlines()[0][:160] if str(error) else type(error).__name__
        raise NexusDiffError(f"{FILE} of the artifact is not an answer ({said}); it is not read") from None
