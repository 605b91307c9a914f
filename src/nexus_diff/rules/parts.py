"""Which part of the code a file belongs to, and names by which rules pick symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from nexus_diff.config.architecture import Part
from nexus_diff.config.rule_values import SYMBOL
from nexus_diff.languages import by_suffix

_TOKEN = re.compile(r"\*\*/|/\*\*$|\*\*|\*|\?|\{(\w+)\}")
_STANDS_FOR_FOLDER = frozenset({"__init__", "index", "mod"})
_LONGEST = 500
"""Longer paths belong to no part, and longer names match nothing: matching takes time that grows with a power of the length."""


class Place(msgspec.Struct, frozen=True, order=True):
    """Where a file stands. `part`: name of its part, "" for none. `values`: what the part's pattern captured. `public`: others may use it.
    `unchecked`: what it depends on is not judged. `name`: dotted name of the file. `home`: what stands before the names of its symbols: the
    file's name, the folder's where people name by folders, "" where the names begin with a namespace themselves. `spaced`: names in it may
    begin with a namespace."""

    path: str
    name: str
    home: str
    part: str = ""
    values: tuple[tuple[str, str], ...] = ()
    public: bool = False
    unchecked: bool = False
    spaced: bool = False

    @property
    def label(self) -> str:
        """How to name the part to a person and in keys: `feature[cart]`, or the file's name outside of all parts."""
        if not self.part:
            return self.name
        return f"{self.part}[{', '.join(value for _, value in self.values)}]" if self.values else self.part


class Parts:
    """The parts of a configuration, asked for places."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = [(part, [compiled(p) for p in part.paths], [compiled(p) for p in part.public]) for part in parts]
        self._places: dict[str, Place] = {}
        self.names = tuple(part.name for part in parts)

    def place(self, path: str) -> Place:
        """Where the file stands: the first part that has a matching pattern."""
        found = self._places.get(path)
        if found is None:
            found = self._places[path] = self._find(path)
        return found

    def pattern(self, place: Place) -> str:
        """The pattern that put a file into its part, "" for none."""
        for part, _, _ in self._parts:
            if part.name == place.part:
                return next((pattern for pattern in part.paths if compiled(pattern).fullmatch(place.path)), "")
        return ""

    def _find(self, path: str) -> Place:
        language = by_suffix(path)
        name = dotted(path)
        home = name
        if language is not None and (language.folder_names or language.namespaced_names):
            home = dotted(path.rpartition("/")[0]) if language.folder_names else ""
        spaced = language is not None and language.package_of is not None and not language.folder_names
        for part, patterns, public in self._parts if len(path) <= _LONGEST else ():
            match = next((m for pattern in patterns if (m := pattern.fullmatch(path))), None)
            if match is not None:
                values = tuple(sorted((key, value) for key, value in match.groupdict().items() if value is not None))
                open_ = any(_agrees(p, path, values) for p in public)
                return Place(path, name, home, part.name, values, open_, part.unchecked, spaced)
        return Place(path, name, home, spaced=spaced)


def _agrees(pattern: re.Pattern[str], path: str, values: tuple[tuple[str, str], ...]) -> bool:
    match = pattern.fullmatch(path)
    return match is not None and match.groupdict().items() <= dict(values).items()


@lru_cache(maxsize=4_096)
def compiled(pattern: str) -> re.Pattern[str]:
    """A path pattern as a regular expression. One without a wildcard at its end means the file or everything below the folder."""
    text, at = "", 0
    for token in _TOKEN.finditer(pattern.rstrip("/")):
        text += re.escape(pattern[at : token.start()]) + _regex(token)
        at = token.end()
    text += re.escape(pattern.rstrip("/")[at:])
    return re.compile(text if pattern.endswith("*") else text + r"(?:/.*)?", re.DOTALL)


def _regex(token: re.Match[str]) -> str:
    if token.group(1):
        return f"(?P<{token.group(1)}>[^/]+)"
    return {"**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}[token.group()]


def dotted(path: str) -> str:
    """`src/shop/cart/index.ts` → `src.shop.cart`."""
    folder, _, base = path.rpartition("/")
    stem = base.partition(".")[0] or base
    names = [name for name in (*folder.split("/"), "" if folder and stem in _STANDS_FOR_FOLDER else stem) if name]
    return ".".join(names)


class SymbolPattern:
    """`symbol:` and a dotted pattern: `*` within a name, `**` any names; it may leave out names at the front."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix(SYMBOL)
        self._names = self.text.split(".")
        self._whole = re.compile(rf"(?:.*\.)?{_name_regex(self.text)}", re.DOTALL)

    def matches(self, name: str) -> bool:
        """Whether it means the symbol with this dotted name."""
        return len(name) <= _LONGEST and self._whole.fullmatch(name) is not None

    def may_lie_in(self, file: str) -> bool:
        """Whether it can mean something in the file with this dotted name (or the file itself)."""
        if "**" in self.text:
            return True
        if len(file) > _LONGEST:
            return False
        heads = (".".join(self._names[:end]) for end in range(1, len(self._names) + 1))
        return any(_suffix(head).fullmatch(file) for head in heads)


@lru_cache(maxsize=4_096)
def _suffix(head: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*\.)?{_name_regex(head)}", re.DOTALL)


def _name_regex(text: str) -> str:
    return re.escape(text).replace(r"\*\*", ".*").replace(r"\*", "[^.]*")


class Selector:
    """Parts and symbols that a rule names."""

    def __init__(self, texts: Iterable[str]) -> None:
        listed = tuple(texts)
        self.text = ", ".join(listed)
        self.parts = frozenset(text for text in listed if not text.startswith(SYMBOL))
        self.symbols = tuple(SymbolPattern(text) for text in listed if text.startswith(SYMBOL))

    def whole(self, place: Place) -> bool:
        """Whether everything in the file is meant."""
        return place.part in self.parts or any(pattern.matches(place.name) for pattern in self.symbols)

    def some(self, place: Place) -> bool:
        """Whether something in the file may be meant."""
        return self.whole(place) or any(place.spaced or pattern.may_lie_in(place.home) for pattern in self.symbols)

    def has(self, place: Place, name: str) -> bool:
        """Whether a symbol of the file, with this dotted name, is meant."""
        return self.whole(place) or any(pattern.matches(name) for pattern in self.symbols)
