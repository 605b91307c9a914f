"""git's path patterns as .gitattributes uses them, matched in bounded time (patterns come from the repository and may be hostile).

Maintainers: no regular expressions: `*a*a*a*b` makes them backtrack without end. Within a segment the greedy two-pointer match needs
to remember the last `*` only; across segments the same holds for `**`.
One oddity of git is left out: a bracket expression or a backslash that runs over a slash (`[/[ab]`) never matches here.
"""

from __future__ import annotations

import string
from collections.abc import Callable

Token = tuple[str, frozenset[str]]
"""In a segment: "*" any run, "?" any character, "=" one of these, "!" none of these."""

_STAR: Token = ("*", frozenset())
_CLASSES: dict[str, str] = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "cntrl": "".join(map(chr, (*range(32), 127))),
    "digit": string.digits,
    "graph": string.ascii_letters + string.digits + string.punctuation,
    "lower": string.ascii_lowercase,
    "print": string.ascii_letters + string.digits + string.punctuation + " ",
    "punct": string.punctuation,
    "space": string.whitespace,
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}


class Pattern:
    """One pattern: without a slash it is matched against the last part of a path, else against the whole path."""

    def __init__(self, text: str) -> None:
        self.anchored = "/" in text
        segments = text.removeprefix("/").split("/") if self.anchored else [text]
        self.valid = bool(text)
        self._segments: list[list[Token] | None] = []
        for segment in segments:
            if segment == "**" and self.anchored:
                self._segments.append(None)
                continue
            tokens = _tokens(segment)
            self.valid = self.valid and tokens is not None and segment != ""
            self._segments.append(tokens or [])

    def matches(self, path: str) -> bool:
        """Whether the pattern matches a file's path (relative to the folder that the pattern belongs to)."""
        if not self.valid:
            return False
        parts = path.split("/") if self.anchored else [path.rpartition("/")[2]]
        return _match_segments(self._segments, parts)


def _match_segments(pattern: list[list[Token] | None], parts: list[str]) -> bool:
    """A trailing `**` stands for at least one part, any other for any number of them."""
    if pattern[-1] is None:
        if not parts or len(pattern) == 1:
            return bool(parts)
        return any(_wildcard(pattern[:-1], parts[:end], _segment) for end in range(1, len(parts)))
    return _wildcard(pattern, parts, _segment)


def _segment(tokens: list[Token] | None, text: str) -> bool:
    return tokens is not None and _wildcard([None if token is _STAR else token for token in tokens], list(text), _character)


def _character(token: Token | None, sign: str) -> bool:
    if token is None:
        return False
    kind, signs = token
    return kind == "?" or (sign in signs) == (kind == "=")


def _wildcard(pattern: list, items: list[str], one: Callable[..., bool]) -> bool:  # type: ignore[type-arg]
    """Whether `items` match `pattern`, where None stands for any run of items and anything else is asked through `one`."""
    at = mark = position = 0
    star = -1
    while position < len(items):
        if at < len(pattern) and pattern[at] is None:
            star, mark = at, position
            at += 1
        elif at < len(pattern) and one(pattern[at], items[position]):
            at += 1
            position += 1
        elif star >= 0:
            mark += 1
            at, position = star + 1, mark
        else:
            return False
    return all(item is None for item in pattern[at:])


def _tokens(text: str) -> list[Token] | None:
    """A segment as tokens, None when it can never match (an unclosed bracket, a trailing backslash)."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == "*":
            if not tokens or tokens[-1] is not _STAR:
                tokens.append(_STAR)
        elif sign == "?":
            tokens.append(("?", frozenset()))
        elif sign == "[":
            found = _bracket(text, at + 1)
            if found is None:
                return None
            token, at = found
            tokens.append(token)
        elif sign == "\\":
            at += 1
            if at == len(text):
                return None
            tokens.append(("=", frozenset(text[at])))
        else:
            tokens.append(("=", frozenset(sign)))
        at += 1
    return tokens


def _bracket(text: str, at: int) -> tuple[Token, int] | None:
    """The set of a bracket expression that starts after `[`, and the index of its `]`."""
    kind = "!" if text[at : at + 1] in ("!", "^") else "="
    at += kind == "!"
    signs: set[str] = set()
    first = True
    while at < len(text) and (first or text[at] != "]"):
        first = False
        if text.startswith("[:", at) and (end := text.find(":]", at)) >= 0:
            if text[at + 2 : end] not in _CLASSES:
                return None
            signs.update(_CLASSES[text[at + 2 : end]])
            at = end + 2
            continue
        low, at = _sign(text, at)
        if text[at : at + 1] == "-" and at + 1 < len(text) and text[at + 1] != "]":
            high, at = _sign(text, at + 1)
            signs.update(map(chr, range(ord(low), min(ord(high), ord(low) + 0xFFF) + 1)))
        else:
            signs.add(low)
    return ((kind, frozenset(signs)), at) if at < len(text) else None


def _sign(text: str, at: int) -> tuple[str, int]:
    """The character at `at`, a backslash taken away, and the index after it."""
    if text[at] == "\\" and at + 1 < len(text):
        at += 1
    return text[at], at + 1
