"""What the history of the base says about one comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from nexus_diff.git.recent import Recent, RecentCommits
from nexus_diff.impact.cochange import LARGEST_COMMIT, churn, co_change
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer, CoChange
from nexus_diff.model.changes import FileChange

NOT_COMPUTED = "not computed: co_change"


class History(msgspec.Struct, frozen=True):
    """`churn`: commits that touched each changed file of the base, None when the history is not known."""

    co_change: tuple[CoChange, ...] = ()
    churn: dict[str, int] | None = None
    notices: tuple[str, ...] = ()


def history_of(reading: RecentCommits, changes: Sequence[FileChange], head: Collection[str]) -> History:
    """What usually changes along with these files, and how often they change. `head`: all paths of head."""
    recent = reading.result()
    if recent.unknown:
        return History(notices=(f"{NOT_COMPUTED} ({recent.unknown})",))
    commits = [tuple(map(printable, files)) for files in recent.commits]
    old = [change.old_path for change in changes if change.status != "added"]
    if len(old) > LARGEST_COMMIT:
        return History(churn=churn(commits, old), notices=(f"{NOT_COMPUTED} (more than {LARGEST_COMMIT} files changed)",))
    touched = {change.path for change in changes}
    rows = co_change(commits, old, lambda path: path in head and path not in touched)
    return History(rows, churn(commits, old), tuple(_cut(recent)))


def with_history(answer: Answer, history: History) -> Answer:
    """The answer with its section."""
    return msgspec.structs.replace(answer, co_change=history.co_change)


def _cut(recent: Recent) -> Iterator[str]:
    if recent.cut:
        yield f"only the last {len(recent.commits)} commits were read for files that change together: their lists of files are very long"
