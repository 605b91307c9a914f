"""Text of the analysed repository made harmless. Names, paths and messages are hostile until they went through here."""

# For maintainers. Three facts decide the Markdown side (measured with GitHub's own renderer): `&#64;` and `\@` come out as a live `@`,
# so only a code span keeps a mention out of the text; a code span holds if its fence is longer than every run of backticks inside; in a
# table a pipe splits the cell even inside a code span unless written `\|`, which elsewhere would show its backslash. So everything from
# outside becomes a code span, or prose of plain words, each in a flavour for tables.

from __future__ import annotations

import re

# Printable by Python's account, yet drawn as nothing: Hangul fillers, the empty Braille cell, joiners, variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_BACKTICKS = re.compile("`+")
_PLAIN_WORD = re.compile(r"(?:[A-Za-z]+(?:['-][a-z]+)*[,.;:]?|\d{1,6}[,;:]?)\Z")
_LOOKS_LIKE_COMMIT = re.compile(r"[0-9a-f]{7,}\W?\Z")
# What a CI service takes for a command in a log: `::name::` where a line begins, `##[name]` anywhere. The last character is escaped.
_COMMAND = re.compile(r"\A\s*::|##\[")
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\x1b": "\\x1b"}


def visible(text: str) -> str:
    """The text on one line, with every character that would move the cursor, reorder or hide something written as an escape,
    and one of every sequence that a CI service takes for a command.
    Undecodable bytes of paths (surrogate escapes) are written as that byte: `\\xff`."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(char if char.isprintable() and not _BLANK.match(char) else _escape(char) for char in text)
    return _COMMAND.sub(_spelled, text) if "::" in text or "##[" in text else text


def _spelled(match: re.Match[str]) -> str:
    return f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}"


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code <= 0xFF:
        return _ESCAPES.get(char) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def short(text: str, limit: int, dots: str = "…") -> str:
    """At most `limit` characters, the middle given up first: both ends of a path tell more."""
    if len(text) <= limit:
        return text
    tail = (limit - len(dots)) // 2
    return text[: limit - len(dots) - tail] + dots + text[len(text) - tail :]


class Markdown(str):
    """Text that already is harmless Markdown."""

    __slots__ = ()


def md_code(text: str, limit: int = 160) -> Markdown:
    """The text as a code span that nothing in it can end."""
    inner = short(visible(text), limit) or " "
    fence = "`" * (max((len(run) for run in _BACKTICKS.findall(inner)), default=0) + 1)
    pad = " " if inner.startswith("`") or inner.endswith("`") else ""
    return Markdown(f"{fence}{pad}{inner}{pad}{fence}")


def md_prose(text: str, limit: int = 400) -> Markdown:
    """A sentence that may hold names: plain words stay, everything else becomes code spans."""
    parts: list[str] = []
    pending: list[str] = []
    for word in [*short(visible(text), limit).split(" "), ""]:
        plain = not word or bool(_PLAIN_WORD.match(word) and not _LOOKS_LIKE_COMMIT.match(word))
        if not plain:
            pending.append(word)
            continue
        if pending:
            parts.append(md_code(" ".join(pending), limit))
            pending = []
        if word:
            parts.append(word)
    return Markdown(" ".join(parts))


def in_table(text: Markdown) -> Markdown:
    """The same for a table cell."""
    return Markdown(text.replace("|", "\\|"))
