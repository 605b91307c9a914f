"""One blob in, one cache row out: facts, or the reason why there are none."""

from __future__ import annotations

import codecs
from typing import NamedTuple

import msgspec

from nexus_diff.index.facts_cache import Row, pack
from nexus_diff.languages import REGISTRY
from nexus_diff.languages.manifests import read_manifest

MANIFEST = "manifest:"
"""How the cache's language of a manifest begins; its kind follows."""
LONGEST_LINE = 50_000
LONGEST_AVERAGE_LINE = 5_000
BINARY = "binary (holds NUL bytes)"
WIDE = "UTF-16 or UTF-32 text, only UTF-8 is read"
LFS = "Git LFS pointer, the content is not in the repository"

_NUL_WINDOW = 8_000
_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""How texts of two or four bytes a character begin."""
_LFS_HEAD = b"version https://git-lfs.github.com/spec/"


class Task(NamedTuple):
    """A blob to read: `language` is a language's name, or MANIFEST + kind."""

    oid: str
    language: str
    data: bytes


def row_of(task: Task) -> Row:
    """What the blob holds. A pure function of the task: no path, no settings, so it can be kept for every branch and machine."""
    from nexus_diff.extract import extract

    if task.language.startswith(MANIFEST):
        facts: object = read_manifest(task.language[len(MANIFEST) :], task.data)
    elif reason := unreadable(task.data):
        return Row(task.oid, task.language, reason)
    else:
        facts = extract(task.data, REGISTRY[task.language])
    return Row(task.oid, task.language, "", pack(msgspec.msgpack.encode(facts)))


def unreadable(data: bytes) -> str:
    """Why this content is not worth parsing, "" if it is."""
    if b"\0" in data[:_NUL_WINDOW]:
        return WIDE if data.startswith(_WIDE_MARKS) else BINARY
    if data.startswith(_LFS_HEAD) and len(data) < 1024:
        return LFS
    if len(data) > LONGEST_AVERAGE_LINE:
        lines = data.removesuffix(b"\n").split(b"\n")
        longest = max(map(len, lines))
        if longest > LONGEST_LINE or len(data) / len(lines) > LONGEST_AVERAGE_LINE:
            return f"minified (a line of {longest:,} bytes)"
    return ""
