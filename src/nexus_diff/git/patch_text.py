"""The text of a unified diff, read into values. Pure.

Maintainers: `unidiff` reads the hunks; finding the files is ours, since names with spaces or quotes, `--no-prefix`, mail bodies and
mode-only changes lead it astray: each file is handed to it under a number instead of its names. The text is decoded as Latin-1, which
keeps every byte, so that content in any encoding survives.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from nexus_diff.git.attributes import unquote
from nexus_diff.git.trees import EXECUTABLE, REGULAR, SUBMODULE, SYMLINK
from nexus_diff.model.errors import PatchError

_NULL = "/dev/null"
_PREFIXES = ("a/", "b/"), ("b/", "a/"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"), ("w/", "i/"), ("i/", "c/"), ("1/", "2/")
_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_EXTENDED = re.compile(r"(old mode|new mode|new file mode|deleted file mode|rename from|rename to|copy from|copy to) (.*)$")


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


class _Section:
    """One file of the patch as it stands in the text."""

    def __init__(self, line: int, old: str = "", new: str = "") -> None:
        self.line = line
        self.old, self.new = old, new
        self.extended: dict[str, str] = {}
        self.binary = False
        self.hunk_lines: list[int] = []
        self.text: list[str] = []


def parse_patch(patch: bytes) -> list[FilePatch]:
    """The files of a unified diff (of one or several commits, bare or in mail form) in order. PatchError when it cannot be read."""
    text = patch.decode("latin-1")
    ends = re.findall(r"^(?:---|\+\+\+) .*$", text, re.MULTILINE)
    if ends and all(line.endswith("\r") for line in ends):  # the patch was given carriage returns on its way
        text = text.replace("\r\n", "\n")
    sections = _sections(text.split("\n"))
    if not sections and text.strip():
        raise PatchError("the patch holds no unified diff")
    strip = _prefixes([(section.old, section.new) for section in sections if not section.extended.keys() & {"rename from", "copy from"}])
    hunks = _hunks_by_section(sections)
    return [_file_patch(section, strip, hunks.get(number, ())) for number, section in enumerate(sections)]


def _sections(lines: list[str]) -> list[_Section]:
    sections: list[_Section] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith(("diff --cc ", "diff --combined ")):
            raise PatchError(f"combined diffs of merges cannot be applied (patch line {at + 1})")
        if line.startswith("diff --git "):
            sections.append(_Section(at + 1, *_git_names(line.removeprefix("diff --git "))))
        elif _is_header(lines, at):
            old, new = (_name(lines[at + side][4:].partition("\t")[0]) for side in (0, 1))
            if not sections or sections[-1].hunk_lines or not _continues(lines, sections[-1].line - 1, at):
                sections.append(_Section(at + 1))
            sections[-1].old, sections[-1].new = old, new
            at += 1
        elif _HUNK.match(line):
            at = _take_hunk(lines, at, sections)
            continue
        elif sections and not sections[-1].hunk_lines:
            _take_extended(line, sections[-1])
        at += 1
    return sections


def _is_header(lines: list[str], at: int) -> bool:
    """`---`, `+++` and a hunk: less than that may be prose of a mail."""
    return (
        lines[at].startswith("--- ") and at + 2 < len(lines) and lines[at + 1].startswith("+++ ") and _HUNK.match(lines[at + 2]) is not None
    )


def _continues(lines: list[str], start: int, at: int) -> bool:
    """Whether the `---` at `at` belongs to the `diff --git` at `start`: only its extended header stands between."""
    return lines[start].startswith("diff --git ") and all(
        _EXTENDED.match(line) or line.startswith(("index ", "similarity index ", "dissimilarity index ")) for line in lines[start + 1 : at]
    )


def _take_hunk(lines: list[str], at: int, sections: list[_Section]) -> int:
    """Copies one hunk to its section; returns the line after it."""
    if not sections:
        raise PatchError(f"the patch cannot be read: a hunk without a file (patch line {at + 1})")
    section = sections[-1]
    section.hunk_lines.append(at + 1)
    header = _HUNK.match(lines[at])
    assert header is not None  # asked by the caller
    old, new = (1 if header[group] is None else int(header[group]) for group in (2, 4))
    section.text.append(header[0])
    start = at + 1
    at = start
    while at < len(lines) and (old > 0 or new > 0 or lines[at].startswith("\\")):
        sign = lines[at][:1]
        if sign not in ("", " ", "+", "-", "\\", "\r") or (sign == "" and at == len(lines) - 1):
            break
        old -= sign in ("", " ", "-", "\r")
        new -= sign in ("", " ", "+", "\r")
        section.text.append(lines[at])
        at += 1
    if old or new:
        raise PatchError(f"the patch cannot be read: the hunk at line {start} does not have as many lines as it says")
    return at


def _take_extended(line: str, section: _Section) -> None:
    found = _EXTENDED.match(line)
    if found:
        section.extended[found[1]] = found[2]
    elif line.startswith("GIT binary patch") or (line.startswith("Binary files ") and line.rstrip().endswith(" differ")):
        section.binary = True


def _hunks_by_section(sections: list[_Section]) -> dict[int, tuple[PatchHunk, ...]]:
    from unidiff.errors import UnidiffParseError
    from unidiff.patch import PatchSet

    text = "".join(
        f"--- {number}\n+++ {number}\n" + "".join(line + "\n" for line in section.text)
        for number, section in enumerate(sections)
        if section.text
    )
    try:
        files = PatchSet(io.StringIO(text, newline="\n"))
    except UnidiffParseError as error:
        raise PatchError(f"the patch cannot be read: {str(error).strip()}") from None
    return {int(file.source_file): tuple(_hunks(file, sections[int(file.source_file)])) for file in files}


def _hunks(file: Any, section: _Section) -> Iterator[PatchHunk]:
    for number, hunk in zip(section.hunk_lines, file, strict=True):
        old: list[bytes] = []
        new: list[bytes] = []
        last: list[list[bytes]] = []
        for line in hunk:
            if line.line_type == "\\":  # No newline at end of file
                for side in last:
                    side[-1] = side[-1].removesuffix(b"\n")
                continue
            last = {"-": [old], "+": [new], " ": [old, new]}.get(line.line_type, [])
            for side in last:
                side.append(str(line.value).encode("latin-1"))
        yield PatchHunk(number, int(hunk.source_start), tuple(old), tuple(new))


def _file_patch(section: _Section, strip: tuple[str, str], hunks: tuple[PatchHunk, ...]) -> FilePatch:
    extended, line = section.extended, section.line
    copy = "copy from" in extended
    word = "copy" if copy else "rename"
    if f"{word} from" in extended and f"{word} to" in extended:  # these name the paths in full, and without a prefix
        old, new = (_path(_name(extended[f"{word} {side}"]), "", line) for side in ("from", "to"))
    else:
        old, new = _path(section.old, strip[0], line), _path(section.new, strip[1], line)
    if "new file mode" in extended:
        old = None
    if "deleted file mode" in extended:
        new = None
    if old is None and new is None:
        raise PatchError(f"the patch names no file (patch line {line})")
    text = extended.get("new file mode") or extended.get("new mode") or "0"
    mode = int(text, 8) if re.fullmatch(r"[0-7]{1,6}", text.strip()) else -1
    if mode not in (0, REGULAR, EXECUTABLE, SYMLINK, SUBMODULE):
        raise PatchError(f"{new or old}: unknown file mode {text} (patch line {line})")
    return FilePatch(line, old, new, mode, hunks, section.binary, copy)


def _git_names(text: str) -> tuple[str, str]:
    """Both names of a `diff --git` line, which matter when nothing else names the file; they are then equally long."""
    half = len(text) // 2
    return _name(text[:half]), _name(text[half + 1 :])


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
    if not path or any(part.lower() in ("", ".", "..", ".git") for part in path.split("/")):
        raise PatchError(f"{name!r}: not a path inside the repository (patch line {line})")
    return path
