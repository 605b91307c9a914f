"""Owners of one comparison, by the CODEOWNERS file of the base revision: a change cannot choose its own reviewers."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence

import msgspec

from nexus_diff.git import MissingBlob, Snapshot
from nexus_diff.git.codeowners import MAX_BYTES, PLACES, CodeOwners, parse
from nexus_diff.impact.owners import owners
from nexus_diff.model.answer import Answer
from nexus_diff.model.changes import FileChange

GITLAB_CI = ".gitlab-ci.yml"
MOST_FAULTS = 3

Notice = Callable[[str], None]


def with_owners(answer: Answer, base: Snapshot, changes: Sequence[FileChange], notice: Notice) -> Answer:
    """The answer with the owners of what changed and what is impacted."""
    file = code_owners(base, notice)
    if file is None:
        return answer
    rows, cut = owners((change.path for change in changes), (symbol.file for symbol in answer.reached), file.owners)
    return msgspec.structs.replace(answer, owners=rows, cut={**answer.cut, **cut})


def code_owners(base: Snapshot, notice: Notice) -> CodeOwners | None:
    """The file that counts, None when there is none that can be read."""
    places = [place for place in PLACES if _regular(base, place)]
    if not places:
        return None
    place = places[0]
    if len(places) > 1:
        notice(f"there are {len(places)} CODEOWNERS files; {place} counts")
    data = _content(base, place)
    if data is None or len(data) > MAX_BYTES:
        notice(f"{place} {'is not here' if data is None else f'has more than {MAX_BYTES:,} bytes'}: owners are not known")
        return None
    found = parse(data.decode("utf-8", "replace"), place, gitlab=_regular(base, GITLAB_CI))
    for fault in found.faults[:MOST_FAULTS]:
        notice(f"{place}:{fault.line}: {fault.what}")
    if len(found.faults) > MOST_FAULTS:
        notice(f"{place}: {len(found.faults) - MOST_FAULTS} more lines have such mistakes")
    return found


def _regular(files: Snapshot, path: str) -> bool:
    file = files.get(path)
    return file is not None and stat.S_ISREG(file.mode)


def _content(files: Snapshot, path: str) -> bytes | None:
    file = files.get(path)
    try:
        return files.read(file.oid) if file is not None else None
    except MissingBlob:
        return None
