"""What differs between two revisions, before symbols are known."""

from __future__ import annotations

import msgspec


class Hunk(msgspec.Struct, frozen=True, gc=False):
    """Lines `old_start … old_start+old_count-1` became `new_start … new_start+new_count-1` (zero context; 1-based; a count of 0 means
    that nothing stands there, and start is the line *before* which it would stand)."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


class FileChange(msgspec.Struct, frozen=True, gc=False):
    """`status`: "added", "deleted", "modified", "renamed" (old_path differs), "mode", "type". oids are 40 hex, "" on the absent side.
    `binary`: no hunks. `old_mode`, `new_mode`: git file modes, 0 on the absent side. Paths are as in git, `/`-separated,
    undecodable bytes as surrogate escapes."""

    status: str
    path: str
    old_path: str
    old_oid: str
    new_oid: str
    hunks: tuple[Hunk, ...] = ()
    binary: bool = False
    old_mode: int = 0
    new_mode: int = 0


class Revisions(msgspec.Struct, frozen=True, gc=False):
    """The two trees that are compared. `base`/`head`: commit ids (head is "" for the working tree, "index" for --staged, "patch"
    for --patch). `base_kind`: "merge-base", "direct", "approximate". `label`: how to name the range to a person."""

    base: str
    head: str
    base_kind: str
    label: str


class TreeFile(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One entry of a tree. `mode`: git file mode as an int (0o100644, 0o120000 symlink, 0o160000 submodule …). `size` -1 when unknown."""

    path: str
    oid: str
    mode: int
    size: int = -1
