"""`linguist-generated` and `linguist-vendored` marks, from the content of the .gitattributes files of one snapshot.

Pure: the user's own configuration and the files on disk play no part.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from nexus_diff.git.glob import Pattern

MARKS = {"linguist-generated": "generated", "linguist-vendored": "vendored"}
_LARGEST = 1 << 20
_LONGEST_LINE = 2048
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}

Values = dict[str, bool | None]
"""Mark → set, unset, or back to unspecified (None)."""


class _Rule(msgspec.Struct, frozen=True):
    folder: str
    pattern: Pattern
    values: Values


class Attributes:
    """Answers which marks a path has. Made from {path of a .gitattributes file: its text}."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        macros: dict[str, Values] = {}
        self._rules: list[_Rule] = []
        for path in sorted(texts, key=lambda path: (path.count("/"), path)):
            folder = path.rpartition("/")[0]
            for line in texts[path][:_LARGEST].removeprefix("\ufeff").split("\n"):
                self._add(line, folder, macros)
        self._rules.reverse()

    def marks(self, path: str) -> dict[str, bool]:
        """`{"generated": True}` when marked so, `False` when explicitly not, absent when nothing is said; likewise "vendored"."""
        found: Values = {}
        for rule in self._rules:
            if rule.folder and not path.startswith(rule.folder + "/"):
                continue
            if rule.values.keys() <= found.keys():
                continue
            if rule.pattern.matches(path[len(rule.folder) + 1 :] if rule.folder else path):
                for name, value in rule.values.items():
                    found.setdefault(name, value)
        return {name: value for name, value in found.items() if value is not None}

    def _add(self, line: str, folder: str, macros: dict[str, Values]) -> None:
        line = line.strip(" \t\r")
        if not line or line.startswith("#") or len(line) >= _LONGEST_LINE:
            return
        name, rest = _first_word(line)
        if name.startswith("[attr]"):
            if not folder:
                macros[name.removeprefix("[attr]")] = _values(rest, macros)
            return
        values = _values(rest, macros)
        pattern = Pattern(name)
        if values and pattern.valid and not name.startswith("!"):
            self._rules.append(_Rule(folder, pattern, values))


def is_attributes_file(path: str) -> bool:
    """Whether a path names a .gitattributes file."""
    return path == ".gitattributes" or path.endswith("/.gitattributes")


def _values(text: str, macros: Mapping[str, Values]) -> Values:
    values: Values = {}
    for word in re.split(r"[ \t\r]+", text):
        name, equals, value = word.lstrip("-!").partition("=")
        if name in MARKS:
            values[MARKS[name]] = None if word.startswith("!") else not (word.startswith("-") or (equals and value == "false"))
        elif name in macros and not word.startswith(("-", "!")) and not equals:
            values.update(macros[name])
    return values


def _first_word(line: str) -> tuple[str, str]:
    """The pattern of a line, unquoted, and the rest of the line."""
    if line.startswith('"'):
        quoted = re.match(r'"((?:[^"\\]|\\.)*)"', line)
        if quoted:
            return unquote(quoted[1]), line[quoted.end() :]
    name, _, rest = re.sub(r"[ \t\r]+", " ", line).partition(" ")
    return name, rest


def unquote(text: str) -> str:
    r"""The inside of a C-quoted name as git writes it (`\n`, `\"`, `\303\251`), as text."""
    out = bytearray()
    for piece in re.finditer(r"\\([0-3][0-7]{2})|\\(.)|([^\\]+)|\\", text, re.DOTALL):
        if piece[1]:
            out.append(int(piece[1], 8))
        else:
            out += (_ESCAPES.get(piece[2], piece[2]) if piece[2] else piece[3] or "\\").encode("utf-8", "surrogateescape")
    return out.decode("utf-8", "surrogateescape")
