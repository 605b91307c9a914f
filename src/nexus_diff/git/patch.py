"""A unified diff, applied in memory to the files of a snapshot.

Maintainers: `unidiff` finds files and hunks; names, modes and the application itself are ours. The text is decoded as Latin-1, which
keeps every byte, so that content in any encoding survives. Application is exact: context that differs in one byte, or stands in
another line, is an error.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from nexus_diff.git.attributes import unquote
from nexus_diff.git.snapshot import Snapshot
from nexus_diff.git.trees import EXECUTABLE, REGULAR, SUBMODULE, blob_id
from nexus_diff.model.changes import TreeFile
from nexus_diff.model.errors import PatchError

_NULL = "/dev/null"
_PREFIXES = ("a/", "b/"), ("b/", "a/"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"), ("w/", "i/"), ("i/", "c/"), ("1/", "2/")


class PatchHunk(msgspec.Struct, frozen=True):
    """Lines to find and lines to put in their place, with line ends. `line`: where the hunk stands in the patch."""

    line: int
    start: int
    old: tuple[bytes, ...]
    new: tuple[bytes, ...]


class FilePatch(msgspec.Struct, frozen=True):
    """What a patch says about one file. `old`, `new`: paths, None on the absent side; `mode` 0: unchanged."""

    line: int
    old: str | None
    new: str | None
    mode: int
    hunks: tuple[PatchHunk, ...]
    binary: bool = False
    copy: bool = False


def patched(base: Snapshot, patch: bytes) -> tuple[Snapshot, list[str]]:
    """The snapshot that results from applying a patch (of one or several commits) to `base`, and notices on what could not be
    applied because it is binary. PatchError with file and line when the patch does not fit."""
    state = _State(base)
    notices = []
    for file in parse_patch(patch):
        if file.binary:
            notices.append(f"{file.new or file.old}: binary patch, not applied")
        else:
            state.apply(file)
    return Snapshot(base.repo, base.tree, {**base.overlay, **state.overlay}, state.contents), notices


def parse_patch(patch: bytes) -> list[FilePatch]:
    """The files of a unified diff in order. PatchError when it cannot be read."""
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    text = patch.decode("latin-1")
    crlf = "\n--- " in "\n" + text and all(line.endswith("\r") for line in re.findall(r"^(?:---|\+\+\+) .*$", text, re.MULTILINE))
    if crlf:
        text = text.replace("\r\n", "\n")
    try:
        found = PatchSet(io.StringIO(text, newline="\n"))
    except UnidiffParseError as error:
        raise PatchError(f"the patch cannot be read: {str(error).strip()}") from None
    if not found and text.strip():
        raise PatchError("the patch holds no unified diff")
    strip = _prefixes([(_name(file.source_file), _name(file.target_file)) for file in found])
    return [_file_patch(file, strip) for file in found]


class _State:
    """The files as they are after the patches applied so far."""

    def __init__(self, base: Snapshot) -> None:
        self.base = base
        self.overlay: dict[str, TreeFile | None] = {}
        self.contents: dict[str, bytes] = {}

    def apply(self, file: FilePatch) -> None:
        old = None if file.old is None else self._get(file.old)
        name = file.new or file.old or ""
        if file.old is not None and old is None:
            raise PatchError(f"{file.old}: no such file in HEAD (patch line {file.line})")
        if file.old is None and self._get(name) is not None:
            raise PatchError(f"{name}: already exists in HEAD (patch line {file.line})")
        if SUBMODULE in (file.mode, 0 if old is None else old.mode):
            return
        before = b"" if old is None else self._read(old)
        after = apply_hunks(before, file.hunks, file.old or name)
        if file.old is not None and file.old != file.new and not file.copy:
            self.overlay[file.old] = None
        if file.new is None and after:
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


def _file_patch(file: Any, strip: tuple[str, str]) -> FilePatch:
    info = [line.rstrip("\n") for line in file.patch_info or ()]
    line = int(file.diff_line_no or 1)
    old, new = _path(_name(file.source_file), strip[0], line), _path(_name(file.target_file), strip[1], line)
    modes = [int(found[1], 8) for text in info if (found := re.match(r"new (?:file )?mode (\d{6})$", text))]
    copy = any(text.startswith("copy from ") for text in info)
    for text in info:  # renames name their paths in full, and without a prefix
        found = re.match(r"(?:rename|copy) (from|to) (.*)$", text)
        if found and found[1] == "from":
            old = _path(_name(found[2]), "", line)
        elif found:
            new = _path(_name(found[2]), "", line)
    if old is None and new is None:
        raise PatchError(f"the patch names no file (patch line {line})")
    mode = modes[-1] if modes else 0
    if mode and mode not in (REGULAR, EXECUTABLE, 0o120000, SUBMODULE):
        raise PatchError(f"{new}: unknown file mode {mode:o} (patch line {line})")
    return FilePatch(line, old, new, mode, tuple(_hunks(file)), bool(file.is_binary_file), copy)


def _hunks(file: Any) -> Iterator[PatchHunk]:
    for hunk in file:
        old: list[bytes] = []
        new: list[bytes] = []
        last = ""
        for line in hunk:
            data = str(line.value).encode("latin-1")
            if line.line_type == "\\":
                for side in [old] * (last in " -") + [new] * (last in " +"):
                    side[-1] = side[-1].removesuffix(b"\n")
                continue
            if line.line_type in ("-", " "):
                old.append(data)
            if line.line_type in ("+", " "):
                new.append(data)
            last = line.line_type or last
        number = int(hunk[0].diff_line_no or 1) - 1 if len(hunk) else 0
        yield PatchHunk(number, int(hunk.source_start), tuple(old), tuple(new))


def _prefixes(names: list[tuple[str, str]]) -> tuple[str, str]:
    """What stands before the paths on either side: `a/` and `b/`, one of git's other pairs, or nothing; the same for all files."""
    for old, new in _PREFIXES:
        if all(one.startswith((old, _NULL)) and other.startswith((new, _NULL)) for one, other in names):
            return old, new
    return "", ""


def _name(text: str) -> str:
    """A name as the patch writes it, unquoted."""
    text = text.rstrip("\r")
    if len(text) > 1 and text[0] == text[-1] == '"':
        return unquote(text[1:-1])
    return text.encode("latin-1").decode("utf-8", "surrogateescape")


def _path(name: str, prefix: str, line: int) -> str | None:
    if name == _NULL:
        return None
    path = name.removeprefix(prefix)
    if not path or any(part in ("", ".", "..", ".git") for part in path.split("/")):
        raise PatchError(f"{name!r}: not a path inside the repository (patch line {line})")
    return path
