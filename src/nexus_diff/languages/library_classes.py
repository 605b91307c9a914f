"""Classes of a standard library, from a text with a line each.

A line holds the name (with "!" for an enum), "|", the bases and interfaces, nearest first, "|", the members. A member is `Name=type` (a
property or field) or `Name/least-most=type` (methods: the least and the greatest number of their arguments, no greatest where they take any
number; the type where all of them give the same one), with "@" for "/" where it is called on its first argument, and "+" before it where
only newer versions of the library have it. "$0" in a type is the first type argument of the class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

MANY = 1 << 20


class Member(NamedTuple):
    """A member: the type that reading or calling it gives ("" where that is not known), and how many arguments its methods take."""

    type: str
    method: bool = False
    least: int = 0
    most: int = 0
    extends: bool = False
    newer: bool = False


class LibraryClass(NamedTuple):
    """A class, struct, interface or enum."""

    bases: tuple[str, ...]
    members: Mapping[str, Member]
    enum: bool = False


class Library:
    """The classes of a text, which is asked for when the first of them is; each of them is read when it is asked for. `root`: the class
    that all others extend; `enums_are`: what enums are besides, the class of all enums first; `array`: the class of arrays, and
    `arrays_are`: what these are besides; `sequence`: what can be gone through, on which the methods of the class `of_sequences` are
    called."""

    def __init__(
        self,
        text: Callable[[], str],
        *,
        root: str = "",
        enums_are: tuple[str, ...] = (),
        array: str = "",
        arrays_are: tuple[str, ...] = (),
        sequence: str = "",
        of_sequences: str = "",
    ) -> None:
        self._text = text
        self.root = root
        self.enums_are = enums_are
        self.array = array
        self.arrays_are = arrays_are
        self.sequence = sequence
        self.of_sequences = of_sequences
        self._lines: dict[str, str] | None = None
        self._read: dict[str, LibraryClass | None] = {}

    def get(self, name: str) -> LibraryClass | None:
        """The class of that name, None where the library has none."""
        if self._lines is None:
            parted = (line.partition("|") for line in self._text().splitlines())
            self._lines = {name.removesuffix("!"): rest if not name.endswith("!") else "!" for name, _, rest in parted}
        if name not in self._read:
            line = self._lines.get(name)
            self._read[name] = _class(line, self.enums_are) if line is not None else None
        return self._read[name]


def _class(line: str, enums_are: tuple[str, ...]) -> LibraryClass:
    if line == "!":
        return LibraryClass(enums_are, {}, enum=True)
    bases, _, members = line.partition("|")
    return LibraryClass(tuple(bases.split()), dict(_member(text) for text in members.split()))


def _member(text: str) -> tuple[str, Member]:
    head, _, type = text.partition("=")
    extends = "@" in head
    name, method, counts = head.replace("@", "/").partition("/")
    least, between, most = counts.partition("-")
    greatest = int(most) if most else MANY if between else int(least or 0)
    return name.lstrip("+"), Member(type, bool(method), int(least or 0), greatest, extends, name.startswith("+"))
