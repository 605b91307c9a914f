"""Where an `#include` of C and C++ leads."""

from __future__ import annotations

from posixpath import dirname, normpath

from nexus_diff.languages.base import Probe, Resolved

MISSING = Resolved("missing")
EXTERNAL = Resolved("external")
INCLUDE_DIRECTORIES = ("", "include", "src", "inc", "lib")
"""Folders that builds usually search, from the root of the repository."""


def resolve(importer: str, source: str, probe: Probe) -> Resolved:
    """Where `source` leads: `x.h` was written in quotes (looked for beside the file first), `<x.h>` in angles. Folders that a build
    searches are not known, so any folder below which the path exists will do; the nearest to the including file is taken."""
    angled = source.startswith("<")
    path = source.strip("<>").replace("\\", "/")
    if not path or path.startswith("/"):
        return EXTERNAL
    folder = dirname(importer)
    if not angled and (found := _inside(folder, path)) is not None and probe.file(found):
        return Resolved("file", found)
    for include in INCLUDE_DIRECTORIES:
        found = _inside(include, path)
        if found is not None and found != importer and probe.file(found):
            return Resolved("file", found)
    return _by_suffix(importer, path, probe) or (EXTERNAL if angled else MISSING)


def _by_suffix(importer: str, path: str, probe: Probe) -> Resolved | None:
    while path.startswith("../"):
        path = path[3:]
    top = path.partition("/")[0] if "/" in path else path.partition(".")[0]
    candidates = [
        found for root in probe.roots(top) if (found := _inside(root, path)) is not None and found != importer and probe.file(found)
    ]
    if not candidates:
        return None
    return Resolved("file", min(candidates, key=lambda found: (-_shared(found, importer), found.count("/"), found)))


def _inside(folder: str, path: str) -> str | None:
    """`folder/path` without `.` and `..`; None when that lies outside of the repository."""
    joined = normpath(f"{folder}/{path}" if folder else path)
    return None if joined.startswith(("../", "/")) or joined in ("..", ".") else joined


def _shared(one: str, other: str) -> int:
    """How many folders two paths have in common from the root."""
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
