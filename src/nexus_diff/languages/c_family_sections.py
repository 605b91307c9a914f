"""Sections of `#if` that cut statements in two, for `c_family_mend.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_LINE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b(?:[^\n\\]|\\\r?\n|\\.)*", re.M)
QUIET = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.S)
_ELSEWHERE = re.compile(rb"WIN32|WINDOWS|WINNT|WINSOCK|_MSC_VER|MINGW|CYGWIN|_AIX|__VMS|MSDOS|AMIGA|ANDROID|__APPLE__|__OS2__|__HAIKU__")
"""Conditions of systems that few builds are for."""
MOST_TRIALS = 12
MOST_ERRORS = 200
_NEAR = 500


def blanked(text: bytes) -> bytes:
    """The text as white space, its lines kept."""
    return re.sub(rb"[^\r\n]", b" ", text)


@dataclass(slots=True)
class _Group:
    """One `#if … #endif`: byte ranges of its directives."""

    directives: list[tuple[int, int]] = field(default_factory=list)
    depth: int = 0

    @property
    def start(self) -> int:
        return self.directives[0][0]

    @property
    def end(self) -> int:
        return self.directives[-1][1]

    def sections(self) -> list[tuple[int, int]]:
        """What stands between the directives."""
        return [(one[1], other[0]) for one, other in zip(self.directives, self.directives[1:], strict=False)]


def _groups(source: bytes) -> list[_Group]:
    found: list[_Group] = []
    open_: list[_Group] = []
    for match in _LINE.finditer(source):
        word, span = match[1], match.span()
        if word.startswith(b"if"):
            open_.append(_Group([span], len(open_)))
        elif open_:
            open_[-1].directives.append(span)
            if word == b"endif":
                found.append(open_.pop())
    return found


def flattened(source: bytes, rows: Mapping[int, int]) -> Iterator[bytes]:
    """Trials without the directives of sections at syntax errors (first row → last row): all of them at once, with all that they hold or
    with the first of alternatives, then one after the other."""
    groups = _touched(source, _groups(source), rows)
    if not groups:
        return
    yield _apply(source, groups)
    yield _apply(source, groups, first=True)
    if len(groups) > 1:
        for group in groups[:MOST_TRIALS]:
            yield _apply(source, [group])


def _touched(source: bytes, groups: list[_Group], rows: Mapping[int, int]) -> list[_Group]:
    """Groups with an error inside or beside them, the innermost first."""
    if not groups or not rows:
        return []
    starts = [0, *(match.end() for match in re.finditer(rb"\n", source))]
    most = len(starts) - 1
    spans = [(starts[max(0, row - 1)], starts[min(most, last + 2)]) for row, last in sorted(rows.items())[:MOST_ERRORS] if row <= most]
    found = [group for group in groups if any(start < group.end and group.start < end for start, end in spans)]
    return sorted(found, key=lambda group: (-group.depth, group.start))


def _apply(source: bytes, groups: list[_Group], first: bool = False) -> bytes:
    made = bytearray(source)
    for group in groups:
        for start, end in group.directives:
            made[start:end] = blanked(source[start:end])
        sections = group.sections()
        nets = [_net(bytes(made[start:end])) for start, end in sections]  # groups inside come first
        if len(sections) > 1 and (first or any(nets) or _are_heads(source, group)):
            kept = _kept([source[slice(*directive)] for directive in group.directives[:-1]])
            for start, end in (section for position, section in enumerate(sections) if position != kept):
                made[start:end] = blanked(source[start:end])
    return bytes(made)


def _kept(directives: list[bytes]) -> int:
    """Which section stands for all: the first that is not for another system."""
    elsewhere = (bool(_ELSEWHERE.search(d)) and b"!" not in d and b"ifndef" not in d for d in directives)
    return next((position for position, other in enumerate(elsewhere) if not other), 0)


def _are_heads(source: bytes, group: _Group) -> bool:
    """Whether each section is the head of a function whose body stands behind them all."""
    ends = [QUIET.sub(b"", source[start:end]).rstrip()[-1:] for start, end in group.sections()]
    return set(ends) == {b")"} and QUIET.sub(b"", source[group.end : group.end + _NEAR]).lstrip()[:1] == b"{"


def _net(text: bytes) -> tuple[int, int] | None:
    """Braces and parentheses that a section opens and leaves open; None when it leaves none."""
    text = QUIET.sub(b"", text)
    net = text.count(b"{") - text.count(b"}"), text.count(b"(") - text.count(b")")
    return net if any(net) or text.strip().startswith(b"}") else None
