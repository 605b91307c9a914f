"""What can be said of a change without the time to index the whole repository: the changed files, and those that mention what changed."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from nexus_diff import __version__
from nexus_diff.extract import extract
from nexus_diff.git import MissingBlob, Snapshot, commit_snapshot, open_repository
from nexus_diff.git.changes import compare
from nexus_diff.index.content import unreadable
from nexus_diff.index.progress import Progress
from nexus_diff.languages import by_suffix
from nexus_diff.languages.manifests import manifest_kind
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer, SkippedFile, Summary, Tool
from nexus_diff.model.changes import FileChange
from nexus_diff.report.words import count
from nexus_diff.run.analyse import Outcome, analyse
from nexus_diff.run.ci.deadline import OutOfTimeError, limited
from nexus_diff.run.request import Request

WHOLE, NEAR = 0.5, 0.35
"""Shares of the time: for the whole repository, then for the changed files with those that mention them; the rest for the changed alone."""
MOST_FILES = 400
FILES_PER_SECOND = 10
"""Of the time for those that mention the change."""
MOST_NAMES = 100
LARGEST_BLOB = 500_000
_NAME = re.compile(r"[^\W\d]\w{2,}")


class _Scope(msgspec.Struct, frozen=True):
    """`changed`: paths of both sides; `rest`: manifests; `code`: all source files; `near`: those that mention what changed."""

    changed: frozenset[str]
    rest: frozenset[str]
    code: frozenset[str]
    near: tuple[str, ...]


def within_budget(request: Request, seconds: float, progress: Progress | None = None) -> tuple[Outcome, bool]:
    """The outcome, and whether it is partial; 0 seconds for no limit."""
    if seconds <= 0:
        return analyse(request, progress), False
    try:
        with limited(seconds * WHOLE):
            return analyse(request, progress), False
    except OutOfTimeError:
        return _partial(request, seconds, progress), True


def _partial(request: Request, seconds: float, progress: Progress | None) -> Outcome:
    """The most that the rest of the time allows."""
    scope = _Scope(frozenset(), frozenset(), frozenset(), ())
    try:
        with limited(seconds * NEAR):
            scope = _scope(request, int(seconds * NEAR * FILES_PER_SECOND))
            outcome = _narrow(request, scope, scope.near, progress)
        return _told(outcome, seconds, len(scope.near), len(scope.code - scope.changed) - len(scope.near))
    except OutOfTimeError:
        pass
    try:
        with limited(seconds * (1 - WHOLE - NEAR)):
            scope = scope if scope.changed else _scope(request, 0)
            outcome = _narrow(request, scope, (), progress)
        return _told(outcome, seconds, 0, len(scope.code - scope.changed))
    except OutOfTimeError:
        return _told(_nothing(request), seconds, -1, len(scope.code))


def _narrow(request: Request, scope: _Scope, near: Iterable[str], progress: Progress | None) -> Outcome:
    only = tuple(sorted({*scope.changed, *scope.rest, *near}))
    return analyse(msgspec.structs.replace(request, only=only), progress)


def _nothing(request: Request) -> Outcome:
    """Not even the changed files could be looked into: how many there are."""
    repo = open_repository(request.place.repo)
    base, _, head = request.range.partition("..")
    changes = compare(commit_snapshot(repo, base), commit_snapshot(repo, head)).changes
    skipped = [SkippedFile(file=printable(change.path), reason="no time") for change in changes]
    answer = Answer(
        tool=Tool(version=__version__),
        base=base,
        head=head,
        base_kind="direct",
        summary=Summary(files_changed=len(changes)),
        skipped=tuple(sorted(skipped, key=lambda one: one.file)),
    )
    return Outcome(answer, request.range, 0)


def _scope(request: Request, most: int) -> _Scope:
    repo = open_repository(request.place.repo)
    base, _, head = request.range.partition("..")
    sides = commit_snapshot(repo, base), commit_snapshot(repo, head)
    changes = compare(*sides).changes
    changed = frozenset(path for change in changes for path in (change.path, change.old_path))
    listed = {file.path for side in sides for file in side.files()}
    code = frozenset(path for path in listed if by_suffix(path) is not None)
    names = _names(sides, changes) if most else []
    found = sorted(_mentioning(sides[1], code - changed, names), key=lambda path: (-_nearness(path, changed), path))
    found = found[: min(most, MOST_FILES)]
    return _Scope(changed, frozenset(path for path in listed if manifest_kind(path)), code, tuple(found))


def _nearness(path: str, others: Iterable[str]) -> int:
    """How many folders a path has in common with the nearest of others."""
    parts = path.split("/")[:-1]
    return max((_shared(parts, other.split("/")[:-1]) for other in others), default=0)


def _shared(one: list[str], other: list[str]) -> int:
    """How many parts two lists begin with in common."""
    return next((at for at, (mine, yours) in enumerate(zip(one, other, strict=False)) if mine != yours), min(len(one), len(other)))


def _told(outcome: Outcome, seconds: float, near: int, missing: int) -> Outcome:
    what = (
        f"the changed files and {count(near, 'file')} in which their names stand were looked at" if near >= 0 else "nothing was looked at"
    )
    text = f"partial: the repository could not be indexed within the time budget of {seconds:g} s; {what}, {missing} other files were not"
    answer = outcome.answer
    answer = msgspec.structs.replace(
        answer, notices=(text, *answer.notices), cut={**answer.cut, "source files that were not looked at": missing}
    )
    return msgspec.structs.replace(outcome, answer=answer, troubles=(text, *outcome.troubles))


def _names(sides: tuple[Snapshot, Snapshot], changes: Iterable[FileChange]) -> list[str]:
    """Names of the definitions that hold changed lines, and of the class where the own name says nothing: who uses them names them."""
    found: dict[str, None] = {}
    for change in changes:
        old = [range(hunk.old_start, hunk.old_start + hunk.old_count) for hunk in change.hunks]
        new = [range(hunk.new_start, hunk.new_start + hunk.new_count) for hunk in change.hunks]
        for side, path, oid, lines in ((sides[0], change.old_path, change.old_oid, old), (sides[1], change.path, change.new_oid, new)):
            language = by_suffix(path)
            data = side.read(oid) if language is not None and oid else b""
            if language is None or len(data) > LARGEST_BLOB or unreadable(data):
                continue
            facts = extract(data, language)
            for definition, span in zip(facts.definitions, facts.spans, strict=True):
                if any(part.start <= span.end and span.start < part.stop for part in lines):
                    own = definition.qualified.split(".")[-2:] if definition.name.startswith("__") else [definition.name]
                    found.update(dict.fromkeys(name for name in own if _NAME.fullmatch(name) and not name.startswith("__")))
    return list(found)[:MOST_NAMES]


def _mentioning(files: Snapshot, paths: Iterable[str], names: list[str]) -> set[str]:
    """Those of the files in which one of the names stands as a word: far quicker than parsing them."""
    if not names or files.repo.is_partial:  # git would fetch every file first
        return set()
    word = re.compile(rb"\b(?:%s)\b" % b"|".join(re.escape(name.encode("utf-8", "surrogateescape")) for name in names))
    return {path for path in paths if (file := files.get(path)) is not None and word.search(_text(files, file.oid))}


def _text(files: Snapshot, oid: str) -> bytes:
    try:
        data = files.read(oid)
    except MissingBlob:
        return b""
    return data if len(data) <= LARGEST_BLOB else b""
