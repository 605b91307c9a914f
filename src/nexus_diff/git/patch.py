"""A unified diff, applied in memory to the files of a snapshot.

Application is exact: context that differs in one byte, or stands in another line, is an error.
"""

from __future__ import annotations

from nexus_diff.git.patch_text import FilePatch, PatchHunk, parse_patch
from nexus_diff.git.snapshot import Snapshot
from nexus_diff.git.trees import REGULAR, SUBMODULE, blob_id
from nexus_diff.model.changes import TreeFile
from nexus_diff.model.errors import PatchError


def patched(base: Snapshot, patch: bytes) -> tuple[Snapshot, list[str]]:
    """The snapshot that results from applying a patch (of one or several commits) to `base`, and notices on what could not be
    applied (binary files, submodules). PatchError with file and line when the patch does not fit."""
    state = _State(base)
    for file in parse_patch(patch):
        state.apply(file)
    return Snapshot(base.repo, base.tree, {**base.overlay, **state.overlay}, state.contents), state.notices


class _State:
    """The files as they are after the patches applied so far."""

    def __init__(self, base: Snapshot) -> None:
        self.base = base
        self.overlay: dict[str, TreeFile | None] = {}
        self.contents: dict[str, bytes] = {}
        self.notices: list[str] = []

    def apply(self, file: FilePatch) -> None:
        old = None if file.old is None else self._get(file.old)
        name = file.new or file.old or ""
        if file.old is not None and old is None:
            raise PatchError(f"{file.old}: no such file in HEAD (patch line {file.line})")
        if file.old is None and self._get(name) is not None:
            raise PatchError(f"{name}: already exists in HEAD (patch line {file.line})")
        submodule = SUBMODULE in (file.mode, 0 if old is None else old.mode)
        if submodule or (file.binary and file.new is not None):
            self.notices.append(f"{name}: {'submodule' if submodule else 'binary patch'}, not applied")
            return
        before = b"" if old is None else self._read(old)
        after = apply_hunks(before, file.hunks, file.old or name)
        if file.old is not None and file.old != file.new and not file.copy:
            self.overlay[file.old] = None
        if file.new is None and after and not file.binary:
            raise PatchError(f"{name}: the patch deletes the file but leaves content in it (patch line {file.line})")
        if file.new is not None:
            oid = blob_id(after)
            self.contents[oid] = after
            self.overlay[file.new] = TreeFile(file.new, oid, file.mode or (REGULAR if old is None else old.mode))

    def _get(self, path: str) -> TreeFile | None:
        return self.overlay[path] if path in self.overlay else self.base.get(path)

    def _read(self, file: TreeFile) -> bytes:
        return self.contents[file.oid] if file.oid in self.contents else self.base.read(file.oid)


def apply_hunks(content: bytes, hunks: tuple[PatchHunk, ...], path: str) -> bytes:
    """`content` with the hunks applied at exactly their lines. PatchError that names file and line otherwise."""
    if not hunks:
        return content
    lines = content.split(b"\n")
    lines = [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    out: list[bytes] = []
    at = 0
    for hunk in hunks:
        start = hunk.start if not hunk.old else hunk.start - 1  # of an empty side, the line before is given
        found = tuple(lines[start : start + len(hunk.old)])
        new = hunk.new
        if found != hunk.old and tuple(line.replace(b"\r\n", b"\n") for line in found) == hunk.old:
            new = tuple(line.replace(b"\n", b"\r\n") for line in new)  # the patch lost its carriage returns on the way
            found = hunk.old
        if start < at or start > len(lines) or found != hunk.old:
            raise PatchError(f"{path}: the hunk at line {hunk.line} of the patch does not apply at line {hunk.start} of the file")
        out += lines[at:start]
        out += new
        at = start + len(hunk.old)
    return b"".join(out + lines[at:])
