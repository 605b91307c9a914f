"""Which findings of an answer are accepted, by a comment in the code or by configuration. They stay, marked with the reason."""

# For maintainers. A filter marks, it does not drop. Which kinds of findings there are stands in `FINDINGS` alone: a section of the
# answer, and how one of its rows reads as a Finding. Whoever adds a section whose rows have `accepted` adds a line there.

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from nexus_diff.config import Accept, which
from nexus_diff.config.accept import FINDINGS as FINDING_NAMES
from nexus_diff.config.architecture import INFERRED
from nexus_diff.impact.accepting import Comment
from nexus_diff.model import answer as a

ANYWHERE = 0
"""As a line: the finding belongs to the file as a whole, so a comment that names it counts wherever it stands."""
MOST_NOTICES = 20
KNOWN = (*FINDING_NAMES, *INFERRED)
"""What a comment may name beside rules."""
_NO_FINDING = f"is neither a rule nor one of {', '.join(FINDING_NAMES)}"

CommentsIn = Callable[[str], Iterable[Comment]]
"""The comments of a file of head."""
LineOf = Callable[[str], int]
"""First line of a node of head, 0 for none."""


class Finding(msgspec.Struct, frozen=True):
    """`names`: what a comment or entry may call it. `places`: file and line of head where a comment accepts it. `files`, `symbols`: what an
    entry may name it by."""

    names: tuple[str, ...]
    places: tuple[tuple[str, int], ...] = ()
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


class Accepted(msgspec.Struct, frozen=True):
    """`used`: the comments that accepted something, each with its file. `notices`: what counts for nothing (any more), and why."""

    answer: a.Answer
    used: tuple[tuple[str, Comment], ...] = ()
    notices: tuple[str, ...] = ()


def accept(
    answer: a.Answer, entries: Sequence[Accept], comments_in: CommentsIn, line_of: LineOf, today: date, rules: Iterable[str] = ()
) -> Accepted:
    """The answer with every accepted finding marked, and counted in its summary. The comments of a file are asked for only when there is a
    finding in it. `today`: the day that decides whether something has ended. `rules`: the ids of all rules, which comments may name."""
    judge = Judge(entries, comments_in, today, {*KNOWN, *rules, *(violation.rule for violation in answer.layer_violations)})
    counts = {"accepted": 0}
    sections = {}
    for name, finding_of in FINDINGS.items():
        rows = sections[name] = tuple(_marked(judge, finding_of, line_of, getattr(answer, name)))
        number = sum(bool(row.accepted) and _counts(row) for row in rows)
        counts["accepted"] += number
        if name in answer.summary.__struct_fields__:
            counts[name] = getattr(answer.summary, name) - number
    answer = msgspec.structs.replace(answer, summary=msgspec.structs.replace(answer.summary, **counts), **sections)
    return Accepted(answer, tuple(judge.used), tuple(_few(judge.notices)))


def _counts(row: Any) -> bool:
    """Whether a finding is among those that its section's count in the summary counts."""
    return getattr(row, "status", "new") == "new" and getattr(row, "judged_by", "base") == "base"


class Judge:
    """Says of findings, one by one, why they are accepted. `used` and `notices` fill on the way."""

    def __init__(self, entries: Sequence[Accept], comments_in: CommentsIn, today: date, known: Collection[str]) -> None:
        self._live = _Entries([entry for entry in entries if not _ended(entry.until, today)])
        self._ended = _Entries([entry for entry in entries if _ended(entry.until, today)])
        self._comments_in = comments_in
        self._today = today
        self._known = known
        self._books: dict[str, dict[object, list[Comment]]] = {}
        self.used: dict[tuple[str, Comment], None] = {}
        self.notices: dict[str, None] = {}

    def reason(self, finding: Finding) -> str:
        """Why a finding is accepted, "" when it is not."""
        return self._by_comment(finding) or self._by_entry(finding)

    def _by_comment(self, finding: Finding) -> str:
        for file, line in finding.places:
            for comment in self._near(file, line, finding.names):
                if comment.fault:
                    self.notices[f"{file}:{comment.at}: this comment accepts nothing: {comment.fault}"] = None
                elif _ended(comment.until, self._today):
                    self.notices[f"{file}:{comment.at}: what this comment accepted until {comment.until} counts again"] = None
                elif not set(finding.names).isdisjoint(comment.names):
                    self.used[file, comment] = None
                    return comment.reason
                elif unknown := [name for name in comment.names if name not in self._known]:
                    self.notices[f"{file}:{comment.at}: this comment accepts nothing: {unknown[0]!r} {_NO_FINDING}"] = None
        return ""

    def _near(self, file: str, line: int, names: tuple[str, ...]) -> Iterator[Comment]:
        """The comments that may speak of a finding: those of its line, else those that call it by name."""
        book = self._books.get(file)
        if book is None:
            book = self._books[file] = {}
            for comment in self._comments_in(file):
                for key in (comment.line, *comment.names):
                    book.setdefault(key, []).append(comment)
        for key in (line,) if line != ANYWHERE else names:
            yield from book.get(key, ())

    def _by_entry(self, finding: Finding) -> str:
        live = self._live.match(finding)
        if live is not None:
            return live.why
        ended = self._ended.match(finding)
        if ended is not None:
            self.notices[f"[[accept]] {ended.finding} in {ended.where}: what it accepted until {ended.until} counts again"] = None
        return ""


class _Entries:
    """Entries of the configuration, by what they call a finding; each file is matched once."""

    def __init__(self, entries: Sequence[Accept]) -> None:
        self._named: dict[str, list[Accept]] = {}
        for entry in entries:
            self._named.setdefault(entry.finding, []).append(entry)
        self._symbols = {(entry.finding, entry.where): entry for entry in entries}
        self._globs = {name: which([entry.where for entry in named]) for name, named in self._named.items()}
        self._files: dict[tuple[str, str], Accept | None] = {}

    def match(self, finding: Finding) -> Accept | None:
        """An entry that accepts the finding."""
        for name in finding.names:
            if name not in self._named:
                continue
            found = next((self._symbols[name, symbol] for symbol in finding.symbols if (name, symbol) in self._symbols), None)
            found = found or next(filter(None, (self._of_file(name, file) for file in finding.files)), None)
            if found is not None:
                return found
        return None

    def _of_file(self, name: str, file: str) -> Accept | None:
        key = name, file
        if key not in self._files:
            number = self._globs[name](file)
            self._files[key] = None if number is None else self._named[name][number]
        return self._files[key]


def _ended(until: date | None, today: date) -> bool:
    return until is not None and until < today


def _marked(judge: Judge, finding_of: Callable[[Any, LineOf], Finding], line_of: LineOf, rows: Iterable[Any]) -> Iterator[Any]:
    for row in rows:
        reason = "" if getattr(row, "status", "new") == "fixed" else judge.reason(finding_of(row, line_of))
        yield msgspec.structs.replace(row, accepted=reason) if reason else row


def _few(notices: Mapping[str, None]) -> Iterator[str]:
    yield from list(notices)[:MOST_NOTICES]
    if len(notices) > MOST_NOTICES:
        yield f"{len(notices) - MOST_NOTICES} more comments or entries accept nothing"


def _breaking(site: a.BreakingCallSite, _: LineOf) -> Finding:
    return Finding(("breaking", site.kind), ((site.file, site.line),), (site.file,), (site.callee, site.caller))


def _violation(violation: a.LayerViolation, _: LineOf) -> Finding:
    places = tuple((hop.file, hop.line) for hop in violation.path[:1] if hop.side == "head")
    files = tuple(dict.fromkeys(hop.file for hop in violation.path))
    return Finding(("violation", violation.rule), places, files[:1], (violation.source, violation.target, *(h.id for h in violation.path)))


def _gap(gap: a.TestGap, line_of: LineOf) -> Finding:
    return Finding(("test-gap",), ((gap.file, line_of(gap.id)),), (gap.file,), (gap.name, gap.id))


def _cycle(cycle: a.CycleChange, _: LineOf) -> Finding:
    return Finding(("cycle",), tuple((member, ANYWHERE) for member in cycle.members), cycle.members, cycle.members)


def _dead(dead: a.DeadCode, line_of: LineOf) -> Finding:
    return Finding(("dead-code",), ((dead.file, line_of(dead.id)),), (dead.file,), (dead.name, dead.id))


FINDINGS: Mapping[str, Callable[[Any, LineOf], Finding]] = {
    "breaking_call_sites": _breaking,
    "layer_violations": _violation,
    "test_gaps": _gap,
    "cycles": _cycle,
    "dead_code": _dead,
}
"""Section of the answer → its rows as findings."""
