"""Comments that accept a finding, on its line or alone before it: `nexus-diff: allow(NAME[, NAME …][, until=YYYY-MM-DD]) reason`."""

# For maintainers. Comments are found as text, in any language: a comment sign, our name, the bracket. A string that holds just that
# would count as well, on its own line, in plain sight. Lines come from the repository and may be hostile: nothing here backtracks,
# and each line is read once.

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

import msgspec

from nexus_diff.config.accept import day

MARK = "nexus-diff:"
"""What each such comment holds; a text without it need not be searched."""
LONGEST_REASON = 300

_COMMENT = re.compile(r"(?:#|//|/\*|\*|--|<!--|;|%)[ \t]{0,8}nexus-diff:[ \t]{0,8}allow[ \t]{0,8}\(([^()]{0,300})\)([^\r\n]{0,400})")
_CLOSING = re.compile(r"\*/|-->")
_NAME = re.compile(r"[A-Za-z0-9][\w.:/-]{0,99}\Z")


class Comment(msgspec.Struct, frozen=True):
    """`names`: what it accepts. `line`: the line whose findings it accepts; `at`: where it stands itself. `until`: last day on which it
    counts, None for ever. `fault`: why it counts for nothing, "" when it counts."""

    names: tuple[str, ...]
    line: int
    at: int
    reason: str = ""
    until: date | None = None
    fault: str = ""


def comments(text: str) -> tuple[Comment, ...]:
    """All such comments of a file, in order. Lines end with a line feed. Comments that stand alone reach to the next line of code."""
    if MARK not in text:
        return ()
    return tuple(_comments(text.split("\n")))


def _comments(lines: Iterable[str]) -> Iterator[Comment]:
    waiting: list[Comment] = []
    for number, line in enumerate(lines, 1):
        match = _COMMENT.search(line) if MARK in line else None
        if match is not None and _alone(line, match):
            waiting.append(_comment(match, number))
            continue
        for comment in waiting:
            yield msgspec.structs.replace(comment, line=number)
        waiting = []
        if match is not None:
            yield _comment(match, number)
    yield from waiting


def _alone(line: str, match: re.Match[str]) -> bool:
    """Whether a line holds nothing but the comment."""
    after = _CLOSING.split(match[2], maxsplit=1)[1:]
    return not line[: match.start()].strip(" \t{") and not "".join(after).strip(" \t\r}")


def _comment(match: re.Match[str], number: int) -> Comment:
    names: list[str] = []
    until: date | None = None
    faults: list[str] = []
    for word in (part.strip() for part in match[1].split(",")):
        key, equals, value = (part.strip() for part in word.partition("="))
        if equals and key == "until":
            until = day(value)
            faults += [] if until else [f"{value!r} is no date; write until=YYYY-MM-DD"]
        elif _NAME.match(word):
            names.append(word)
        else:
            faults.append(f"{word!r} is no name of a finding; write for example allow(breaking)")
    reason = _CLOSING.split(match[2], maxsplit=1)[0].strip()[:LONGEST_REASON]
    if not any(sign.isalnum() for sign in reason):
        faults.append("the reason is missing; write it after the bracket")
    return Comment(tuple(names), number, number, reason, until, faults[0] if faults else "")
