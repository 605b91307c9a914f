"""Text as the engines can hold it: UTF-8 without NUL. Everything else is carried in a private plane and comes back as it was."""

# For maintainers. Paths that are not UTF-8 reach us with surrogate escapes, string literals of JavaScript may hold lone surrogates and
# NUL; neither SQLite, Kuzu nor msgpack takes them. They are mapped to U+10F000…U+10F800; a character that stands there anyway is
# preceded by a mark, so that the mapping is one to one and `unpack(pack(s)) == s` for every string.

from __future__ import annotations

import re

_FIRST = 0x10F000
_NUL = chr(_FIRST + 0x800)
MARK = "\U0010f8ff"
"""Never the whole of what `pack` yields."""
_ODD = re.compile("[\0\ud800-\udfff\U0010f000-\U0010f800\U0010f8ff]")
_PACKED = re.compile("\U0010f8ff(.)|[\U0010f000-\U0010f800]", re.DOTALL)


def _hide(match: re.Match[str]) -> str:
    char = match[0]
    if char == "\0":
        return _NUL
    if char <= "\udfff":
        return chr(_FIRST + ord(char) - 0xD800)
    return MARK + char


def _show(match: re.Match[str]) -> str:
    if match[1] is not None:
        return match[1]
    code = ord(match[0]) - _FIRST
    return "\0" if code == 0x800 else chr(0xD800 + code)


def pack(text: str) -> str:
    """The same text, fit for the engines. Plain text comes back unchanged."""
    if text.isascii():
        return text.replace("\0", _NUL) if "\0" in text else text
    return _ODD.sub(_hide, text)


def unpack(text: str) -> str:
    """The inverse of `pack`."""
    return text if text.isascii() else _PACKED.sub(_show, text)
