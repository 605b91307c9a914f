"""Accepted findings of one comparison: the comments are read from head's files, only where there are findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timezone

from nexus_diff.config import Config
from nexus_diff.git import MissingBlob, Snapshot
from nexus_diff.impact.accepted import Accepted, accept
from nexus_diff.impact.accepting import MARK, Comment, comments
from nexus_diff.impact.lines import new_lines
from nexus_diff.index.indexer import Side
from nexus_diff.model.answer import Answer
from nexus_diff.model.changes import FileChange
from nexus_diff.model.words import listed

MOST_NAMED = 5


def accepted_in(answer: Answer, config: Config, head: Side, files: Snapshot, today: date | None) -> Accepted:
    """The answer with what the code of head (`files`) or the configuration accepts marked. `today`: None for the clock's."""

    def comments_in(path: str) -> tuple[Comment, ...]:
        entry = head.tree.files().get(path)
        try:
            data = files.read(entry.oid) if entry is not None and entry.language else b""
        except MissingBlob:
            return ()
        return comments(data.decode("utf-8", "replace")) if MARK.encode() in data else ()

    def line_of(node_id: str) -> int:
        node = head.reader.node(node_id)
        return node.start_line if node is not None else 0

    rules = [rule.id for rule in config.rules]
    return accept(answer, config.accept, comments_in, line_of, today or datetime.now(timezone.utc).date(), rules)


def accept_notices(accepted: Accepted, changes: Sequence[FileChange]) -> Iterator[str]:
    """What a reviewer should know: comments that count for nothing, and those that the change brings along to silence itself."""
    yield from accepted.notices
    touched = {change.path: [lines for hunk in change.hunks if (lines := new_lines(hunk))] for change in changes}
    brought = [
        f"{file}:{comment.at}"
        for file, comment in accepted.used
        if any(first <= comment.at <= last for first, last in touched.get(file, ()))
    ]
    if brought:
        named = listed(brought, MOST_NAMED)
        yield f"this change itself brings comments that accept findings: {named}"
