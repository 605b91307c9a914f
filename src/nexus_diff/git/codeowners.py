"""CODEOWNERS files: who owns a path, as GitHub or as GitLab reads them. Pure: a text and paths in, owners out."""

# For maintainers. The two hosts use one file name for two languages (docs/owners.md says how they differ). Patterns become those of
# `git.glob`, which match in bounded time; a file may hold a hundred thousand of them, so each is filed under a part that a path must have
# before it can match, and all matching together has a budget.

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from nexus_diff.git.glob import Pattern

GITHUB, GITLAB = "GitHub", "GitLab"
PLACES: tuple[str, ...] = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
"""Where a file may be, in the order in which it is looked for; the first one counts."""
MAX_BYTES = 3_000_000
"""GitHub loads no larger file."""
MAX_LINE = 10_000
MAX_WORK = 2_000_000
"""For all paths together: two or three seconds. A pattern that cannot match counts 1."""
MAX_SECTIONS = 1_000
_MATCHING, _COMPILING = 25, 100
"""What matching a pattern counts, and making it ready for that, in multiples of one that cannot match."""

_OWNER = re.compile(r"@{1,2}[A-Za-z0-9_][\w.+-]{0,99}(?:/[\w.+-]{1,99}){0,20}\Z|[^\s@`]{1,64}@[^\s@`]{1,255}\Z", re.ASCII)
_GAP = re.compile(r"(?<!\\)[ \t]+")
_HEADER = re.compile(r"(\^)?\[([^\]]*)\](?:\[\d*\])?(.*)\Z")
_UNNAMED = "codeowners"
"""How GitLab calls the section before the first heading."""
_STARS = re.compile(r"[*?]+")
_WILD = re.compile(r"[*?\[\\]")


class Fault(msgspec.Struct, frozen=True):
    """A line that was read otherwise than its writer may have meant it."""

    line: int
    what: str


class Entry(msgspec.Struct, frozen=True):
    """One line. `globs`: patterns from the top, any of which may match. `exclusion`: what it matches has no owner in its section."""

    globs: tuple[str, ...]
    owners: tuple[str, ...]
    exclusion: bool = False


class CodeOwners:
    """A parsed file; ask with `owners`. `faults`: its lines that were read otherwise than meant."""

    def __init__(self, dialect: str, sections: Iterable[Iterable[Entry]], faults: Iterable[Fault]) -> None:
        self.dialect = dialect
        self.faults = tuple(faults)
        self._sections = [_Section(list(entries)) for entries in sections]
        self._left = MAX_WORK

    def owners(self, path: str) -> tuple[str, ...] | None:
        """Owners of a path, in the order of the file: of each section those of the last entry that matches. None when no more patterns may
        be tried."""
        found: dict[str, None] = {}
        for section in self._sections:
            owners, self._left = section.owners(path, self._left)
            if self._left <= 0:
                return None
            found.update(dict.fromkeys(owners))
        return tuple(found)


class _Section:
    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = _Shelf([entry for entry in entries if not entry.exclusion])
        self._exclusions = _Shelf([entry for entry in entries if entry.exclusion])

    def owners(self, path: str, left: int) -> tuple[tuple[str, ...], int]:
        """Owners in this section, and what is left of the budget."""
        excluded, left = self._exclusions.last_match(path, left - 1)
        if excluded is not None:
            return (), left
        entry, left = self._entries.last_match(path, left)
        return entry.owners if entry is not None else (), left


class _Shelf:
    """Entries by what a path must have to be matched: the folders it begins with, a part, an ending of a part, or nothing in particular."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._literals = [_literal(entry.globs[0]) for entry in entries]
        self._patterns: dict[int, list[Pattern]] = {}
        self._places: dict[str, list[int]] = {}
        for number in range(len(entries) - 1, -1, -1):
            self._places.setdefault(_key(entries[number].globs[0]), []).append(-number)

    def last_match(self, path: str, left: int) -> tuple[Entry | None, int]:
        """The last entry that matches, and what is left of the budget."""
        slashed = "/" + path
        for place in heapq.merge(*(self._places[key] for key in dict.fromkeys(_keys(path)) if key in self._places)):
            left -= 1
            if left <= 0:
                break
            if self._literals[-place] not in slashed:
                continue
            left -= _MATCHING if -place in self._patterns else _COMPILING
            if self._matches(-place, path):
                return self._entries[-place], left
        return None, left

    def _matches(self, number: int, path: str) -> bool:
        found = self._patterns.get(number)
        if found is None:
            found = self._patterns[number] = [Pattern(glob) for glob in self._entries[number].globs]
        return any(pattern.matches(path) for pattern in found)


def _literal(glob: str) -> str:
    """A text that stands in every path (with a slash before it) that the glob matches: the longest that is easily found."""
    return "" if "[" in glob or "\\" in glob else max(_STARS.split(glob), key=len)


def _keys(path: str) -> Iterator[str]:
    """Everything that `_key` may say of a glob that matches the path."""
    yield ""
    parts = path.split("/")
    for end in range(1, len(parts) + 1):
        yield "/" + "/".join(parts[:end])
    for part in parts:
        yield part
        yield "*." + part.rpartition(".")[2]


def _key(glob: str) -> str:
    """What a path that the glob matches must have: the folders it begins with (`/x/y`), any part (`x`), a part with an ending (`*.x`); ""
    for nothing."""
    first, *rest = glob[1:].split("/")
    if not _WILD.search(glob):
        return glob
    if not _WILD.search(first):
        return glob[: _WILD.search(glob).start()].rpartition("/")[0]  # type: ignore[union-attr]
    if first == "**" and rest and rest[0]:
        _, dot, ending = rest[0].rpartition(".")
        if not _WILD.search(rest[0]):
            return rest[0]
        if dot and not _WILD.search(ending):
            return "*." + ending
    return ""


def parse(text: str, place: str, *, gitlab: bool = False) -> CodeOwners:
    """The file at `place`. Read as GitLab reads it if it lies in `.gitlab`, has sections or exclusions, or `gitlab` says that the project
    is GitLab's and it does not lie in `.github`; as GitHub does otherwise."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
    if place.startswith(".github/"):
        return _github(lines)
    if gitlab or place.startswith(".gitlab/") or any(line.startswith("!") or _HEADER.match(line) for line in lines if line):
        return _gitlab(lines)
    return _github(lines)


def _github(lines: Sequence[str]) -> CodeOwners:
    entries: list[Entry] = []
    faults: list[Fault] = []
    for number, line in _real(lines, faults):
        pattern, *words = _GAP.split(line)
        owners = list(_until_comment(words))
        wrong = [word for word in owners if not _OWNER.match(word)]
        if pattern.startswith(("!", "\\#")) or "[" in pattern or "]" in pattern:
            faults.append(Fault(number, "GitHub knows neither ! nor [ ] nor \\# in patterns; the line is skipped"))
        elif wrong:
            faults.append(Fault(number, f"{wrong[0][:60]!r} is no owner; write @user, @org/team or an address; the line is skipped"))
        else:
            entries.append(Entry(_github_globs(pattern), tuple(dict.fromkeys(owners))))
    return CodeOwners(GITHUB, [entries], faults)


def _github_globs(pattern: str) -> tuple[str, ...]:
    """The pattern as globs from the top: below a folder everything is meant, but `x/*` stops at the files of x."""
    pattern = pattern.replace("\\ ", " ")
    body = pattern.rstrip("/")
    anchored = pattern.startswith("/") or "/" in body
    glob = "/" + pattern.lstrip("/") if anchored or body == "**" else "/**/" + pattern
    if glob.endswith("/"):
        return (glob + "**",)
    return (glob,) if glob.endswith(("/*", "/**")) else (glob, glob + "/**")


def _gitlab(lines: Sequence[str]) -> CodeOwners:
    sections: dict[str, dict[str, Entry]] = {_UNNAMED: {}}
    faults: list[Fault] = []
    entries = sections[_UNNAMED]
    default: tuple[str, ...] = ()
    for number, line in _real(lines, faults):
        header = _HEADER.match(line)
        if header is not None and len(sections) >= MAX_SECTIONS:
            faults.append(Fault(number, f"more than {MAX_SECTIONS} sections; the rest of the file is not read"))
            break
        if header is not None:
            entries = sections.setdefault(header[2].strip().casefold(), {})
            default = tuple(word for word in header[3].split() if _OWNER.match(word)) if header[3][:1].isspace() else ()
            continue
        pattern, *words = _GAP.split(line)
        owners = [word for word in words if _OWNER.match(word)]
        excluded = pattern.startswith("!")
        if len(owners) < len(words) and not excluded:
            wrong = next(word for word in words if not _OWNER.match(word))
            faults.append(Fault(number, f"{wrong[:60]!r} is no owner; write @user, @group, @@role or an address; it is left out"))
        if line.startswith(("[", "^[")):
            faults.append(Fault(number, "a section needs a closing ]; the line is read as a pattern"))
        glob = _gitlab_glob(pattern.removeprefix("!"))
        # as in GitLab, a pattern that comes twice keeps its first place and takes its last owners
        entries[glob] = Entry((glob,), tuple(dict.fromkeys(owners)) or default, excluded)
    return CodeOwners(GITLAB, [list(section.values()) for section in sections.values()], faults)


def _gitlab_glob(pattern: str) -> str:
    """The pattern as GitLab's fnmatch takes it: only `**/` crosses folders, a folder needs its slash."""
    if pattern == "*":
        return "/**/*"
    pattern = pattern.replace("\\ ", " ")
    pattern = pattern.removeprefix("\\") if pattern.startswith("\\#") else pattern
    glob = pattern if pattern.startswith("/") else "/**/" + pattern
    return glob + "**/*" if glob.endswith("/") else glob.removesuffix("**") + "*" if glob.endswith("/**") else glob


def _real(lines: Sequence[str], faults: list[Fault]) -> Iterator[tuple[int, str]]:
    """Lines that say something, with their number."""
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            faults.append(Fault(number, f"longer than {MAX_LINE} characters; the line is skipped"))
        elif line and not line.startswith("#"):
            yield number, line


def _until_comment(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word.startswith("#"):
            return
        yield word
