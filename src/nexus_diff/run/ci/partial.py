"""What can be said of a change without the time to index the whole repository: the changed files, and those that mention what changed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable

import msgspec

from nexus_diff.git import Repository, commit_snapshot, open_repository
from nexus_diff.git.changes import compare
from nexus_diff.index.progress import Progress
from nexus_diff.languages import by_suffix
from nexus_diff.languages.manifests import manifest_kind
from nexus_diff.model.answer import Answer
from nexus_diff.run.analyse import Outcome, analyse
from nexus_diff.run.ci.deadline import OutOfTimeError, limited
from nexus_diff.run.request import Request

SHARE = 0.6
"""Of the time, for the whole repository; the rest is for what this module does."""
MOST_FILES = 400
MOST_NAMES = 100
_NAME = re.compile(r"[^\W\d]\w{2,}")
_GREP_SECONDS = 30.0


def within_budget(request: Request, seconds: float, progress: Progress | None = None) -> tuple[Outcome, bool]:
    """The outcome, and whether it is partial; 0 seconds for no limit. OutOfTimeError when the time is not enough for the changed files."""
    if seconds <= 0:
        return analyse(request, progress), False
    try:
        with limited(seconds * SHARE):
            return analyse(request, progress), False
    except OutOfTimeError:
        with limited(seconds * (1 - SHARE)):
            return _partial(request, seconds, progress), True


def _partial(request: Request, seconds: float, progress: Progress | None) -> Outcome:
    repo = open_repository(request.place.repo)
    base, _, head = request.range.partition("..")
    sides = commit_snapshot(repo, base), commit_snapshot(repo, head)
    changed = {path for change in compare(*sides).changes for path in (change.path, change.old_path)}
    listed = {file.path for side in sides for file in side.files()}
    code = {path for path in listed if by_suffix(path) is not None}
    manifests = {path for path in listed if manifest_kind(path)}
    first = analyse(msgspec.structs.replace(request, only=_sorted(changed | manifests)), progress)
    mentioning = sorted((_mentioning(repo, (base, head), _names(first.answer)) & code) - changed)
    near = mentioning[:MOST_FILES]
    outcome = first
    if near:
        try:
            with limited(seconds * (1 - SHARE) * 0.7):
                outcome = analyse(msgspec.structs.replace(request, only=_sorted(changed | manifests | set(near))), progress)
        except OutOfTimeError:
            near = []
    return _told(outcome, seconds, len(near), len(code - changed - set(near)))


def _told(outcome: Outcome, seconds: float, near: int, missing: int) -> Outcome:
    files = "1 file that mentions" if near == 1 else f"{near} files that mention"
    text = (
        f"partial: the repository could not be indexed within the time budget of {seconds:g} s; the changed files and {files} what changed"
        f" were looked at, {missing} other source files were not"
    )
    answer = outcome.answer
    answer = msgspec.structs.replace(
        answer, notices=(text, *answer.notices), cut={**answer.cut, "source files that were not looked at": missing}
    )
    return msgspec.structs.replace(outcome, answer=answer, troubles=(text, *outcome.troubles))


def _names(answer: Answer) -> list[str]:
    """Names that tell who uses the changed code: of symbols, and of the class where the own name says nothing."""
    found: dict[str, None] = {}
    for symbol in answer.changed_symbols:
        for name in symbol.qualified_name.split(".")[-2:] if symbol.name.startswith("__") else [symbol.name]:
            if _NAME.fullmatch(name) and not name.startswith("__"):
                found[name] = None
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


def _sorted(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(paths))
