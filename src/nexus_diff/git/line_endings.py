"""Content of a working file as git would commit it: line endings and `$Id$`. Pure.

Maintainers: follows git's convert.c. libgit2 has the same filters, but pygit2 gives access to them from 1.19 on only, which has no
build for Python 3.10. Other filters (LFS and the like) are programs, which are never run.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

Attribute = str | bool | None
"""As pygit2 gives it: set, unset, a value, or not mentioned (None)."""

_PRINTABLE = bytes({*range(32, 127), *range(128, 256), *b"\b\t\n\r\x1b\x0c"})


class Rules(msgspec.Struct, frozen=True):
    """What decides for one path: its attributes, and the `core.autocrlf` setting ("true", "input" or "false")."""

    text: Attribute = None
    crlf: Attribute = None
    eol: Attribute = None
    ident: Attribute = None
    autocrlf: str = "false"


def clean(data: bytes, rules: Rules, committed: Callable[[], bytes]) -> bytes:
    """`data` as it would be stored. `committed`: content that is in the index, asked for only when it matters."""
    kind = _kind(rules)
    if b"\r" in data and (kind == "text" or (kind == "auto" and not _is_binary(data) and b"\r\n" not in committed())):
        data = data.replace(b"\r\n", b"\n")
    if rules.ident is True:
        data = re.sub(rb"\$Id:[^$\n]*\$", b"$Id$", data)
    return data


def _kind(rules: Rules) -> str:
    """ "text", "auto" or "binary"."""
    text = rules.text if rules.text is not None else rules.crlf
    if text is False:
        return "binary"
    if text == "auto":
        return "auto"
    if text is True or text == "input" or rules.eol in ("lf", "crlf"):
        return "text"
    return "auto" if rules.autocrlf in ("true", "input") else "binary"


def _is_binary(data: bytes) -> bool:
    """git's guess: a NUL, a carriage return on its own, or many unprintable bytes."""
    if b"\0" in data or data.count(b"\r") != data.count(b"\r\n"):
        return True
    unprintable = len(data.translate(None, _PRINTABLE))
    return (len(data) - unprintable) >> 7 < unprintable
