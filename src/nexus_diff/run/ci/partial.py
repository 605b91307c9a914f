"""What can be said of a change without the time to index the whole repository: the changed files, and those that mention what changed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable

import msgspec

from nexus_diff import __version__
from nexus_diff.extract import extract
from nexus_diff.git import Repository, Snapshot, commit_snapshot, open_repository
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

WHOLE, NEAR = 0.6, 0.25
"""Shares of the time: for the whole repository, then for the changed files with those that mention them; the rest for the changed alone."""
MOST_FILES = 400
MOST_NAMES = 100
LARGEST_BLOB = 500_000
_NAME = re.compile(r"[^\W\d]\w{2,}")
_GREP_SECONDS = 30.0


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
            scope = _scope(request)
            outcome = _narrow(request, scope, scope.near, progress)
        return _told(outcome, seconds, len(scope.near), len(scope.code - scope.changed) - len(scope.near))
    except OutOfTimeError:
        pass
    try:
        with limited(seconds * (1 - WHOLE - NEAR)):
            scope = scope if scope.changed else _scope(request, near=False)
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


def _scope(request: Request, *, near: bool = True) -> _Scope:
    repo = open_repository(request.place.repo)
    base, _, head = request.range.partition("..")
    sides = commit_snapshot(repo, base), commit_snapshot(repo, head)
    changes = compare(*sides).changes
    changed = frozenset(path for change in changes for path in (change.path, change.old_path))
    listed = {file.path for side in sides for file in side.files()}
    code = frozenset(path for path in listed if by_suffix(path) is not None)
    names = _names(sides, changes) if near else []
    found = sorted((_mentioning(repo, (base, head), names) & code) - changed)[:MOST_FILES]
    return _Scope(changed, frozenset(path for path in listed if manifest_kind(path)), code, tuple(found))


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


def _mentioning(repo: Repository, commits: Iterable[str], names: list[str]) -> set[str]:
    """Files in which one of the names stands as a word; git looks through whole trees in a moment."""
    found: set[str] = set()
    if not names or repo.is_partial:  # git would fetch every file first
        return found
    words = [word for name in names for word in ("-e", name)]
    for commit in commits:
        command = repo.command("grep", "--name-only", "--word-regexp", "--fixed-strings", "-I", "-z", *words, commit, "--")
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, env=repo.environment(), timeout=_GREP_SECONDS, check=False
            )
        except (subprocess.TimeoutExpired, OSError):
            continue
        lines = done.stdout.decode("utf-8", "surrogateescape").split("\0")
        found.update(line.partition(":")[2] for line in lines if line)
    return found
