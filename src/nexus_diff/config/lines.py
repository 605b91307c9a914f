"""On which line each key, table and array element of a TOML text stands. The standard parser does not say."""

# For maintainers. This is a scanner, not a parser: it runs before the parser (so that hostile nesting never reaches it), accepts more than
# TOML does and never fails; its answers are used only for texts that the parser accepts as well. Paths are tuples of keys, with a
# number for an element of an array: ("tests", "patterns", 2).

from __future__ import annotations

import re
from collections.abc import Mapping

MAX_DEPTH = 32
"""Deepest nesting of arrays and inline tables, and most parts of one dotted key. The parser needs time that grows with the square of the
latter, and a stack as deep as the former."""

Path = tuple["str | int", ...]

_BLANK = re.compile(r"(?:[ \t\r]|#[^\n]*)*")
_BLANK_LINES = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[^\s.=\[\]{},\"'#]+")
_BARE_VALUE = re.compile(r"[^\s\[\]{},\"'#]+")
_LITERAL = re.compile(r"'[^'\n]*'?")
_BASIC = re.compile(r'"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"?')
_REST_OF_LINE = re.compile(r"[^\n]*")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[btnfr\"\\])")
_SIMPLE_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class TooDeep(Exception):  # noqa: N818 - an answer of the scanner, turned into an error with a file name by its caller
    """More than MAX_DEPTH levels, on `line`."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is nested more than {MAX_DEPTH} levels deep")
        self.line = line


def key_lines(text: str) -> dict[Path, int]:
    """The 1-based line of every key, table header and array element. Raises TooDeep."""
    scanner = _Scanner(text)
    scanner.run()
    return scanner.lines


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of `path`, or of the nearest table around it that has one; 1 if none has."""
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._counted_to = 0
        self._line = 1
        self._elements: dict[Path, int] = {}

    def run(self) -> None:
        table: Path = ()
        while self.at < len(self.text):
            self._skip(_BLANK_LINES)
            if self.at >= len(self.text):
                return
            if self._peek("["):
                table = self._header()
            else:
                self._pair(table)
            self._skip(_REST_OF_LINE)

    def _header(self) -> Path:
        line = self._here()
        several = self._peek("[[")
        self.at += 2 if several else 1
        key = self._key()
        parents, last = self._resolve(key[:-1]), key[-1:]
        path = parents + last
        if several:
            number = self._elements.get(path, -1) + 1
            self._elements[path] = number
            self.lines.setdefault(path, line)
            path = (*path, number)
        for end in range(1, len(path) + 1):
            self.lines.setdefault(path[:end], line)
        return path

    def _resolve(self, key: Path) -> Path:
        """`key` from the top, with the number of the latest element after each array of tables."""
        path: Path = ()
        for part in key:
            path = (*path, part)
            if path in self._elements:
                path = (*path, self._elements[path])
        return path

    def _pair(self, table: Path, depth: int = 0) -> None:
        line = self._here()
        key = self._key()
        for end in range(1, len(key) + 1):
            self.lines.setdefault(table + key[:end], line)
        self._skip(_BLANK)
        if self._peek("="):
            self.at += 1
            self._skip(_BLANK)
            self._value(table + key, depth)

    def _key(self) -> Path:
        parts: list[str | int] = []
        line = self._here()
        while True:
            self._skip(_BLANK)
            parts.append(self._key_part())
            if len(parts) > MAX_DEPTH:
                raise TooDeep(line)
            self._skip(_BLANK)
            if not self._peek("."):
                return tuple(parts)
            self.at += 1

    def _key_part(self) -> str:
        if self._peek('"'):
            return _ESCAPE.sub(_unescape, self._skip(_BASIC)[1:].removesuffix('"'))
        if self._peek("'"):
            return self._skip(_LITERAL)[1:].removesuffix("'")
        return self._skip(_BARE_KEY)

    def _value(self, path: Path, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise TooDeep(self._here())
        if self._peek("["):
            self._array(path, depth)
        elif self._peek("{"):
            self._inline_table(path, depth)
        elif self._peek('"""') or self._peek("'''"):
            self._long_string(self.text[self.at : self.at + 3])
        elif self._peek('"'):
            self._skip(_BASIC)
        elif self._peek("'"):
            self._skip(_LITERAL)
        else:
            self._skip(_BARE_VALUE)

    def _array(self, path: Path, depth: int) -> None:
        self.at += 1
        number = 0
        while self._inside("]"):
            element: Path = (*path, number)
            self.lines[element] = self._here()
            before = self.at
            self._value(element, depth + 1)
            self._skip(_BLANK_LINES)
            if self._peek(","):
                self.at += 1
                number += 1
            elif self.at == before:
                self.at += 1

    def _inline_table(self, path: Path, depth: int) -> None:
        self.at += 1
        while self._inside("}"):
            before = self.at
            self._pair(path, depth + 1)
            self._skip(_BLANK_LINES)
            if self._peek(",") or self.at == before:
                self.at += 1

    def _inside(self, closing: str) -> bool:
        """Whether the bracket is still open; steps over its end."""
        self._skip(_BLANK_LINES)
        if self._peek(closing):
            self.at += 1
            return False
        return self.at < len(self.text)

    def _long_string(self, quotes: str) -> None:
        end = self.at + 3
        while True:
            end = self.text.find(quotes, end)
            if end < 0:
                self.at = len(self.text)
                return
            if quotes == "'''" or not self._escaped(end):
                break
            end += 1
        end += 3
        while self.text.startswith(quotes[0], end):  # up to two quotes may stand before the closing three
            end += 1
        self.at = end

    def _escaped(self, at: int) -> bool:
        start = at
        while self.text[start - 1] == "\\":
            start -= 1
        return (at - start) % 2 == 1

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match.group()

    def _peek(self, token: str) -> bool:
        return self.text.startswith(token, self.at)

    def _here(self) -> int:
        self._line += self.text.count("\n", self._counted_to, self.at)
        self._counted_to = self.at
        return self._line


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 1:
        return _SIMPLE_ESCAPES[code]
    number = int(code[1:], 16)
    return chr(number) if number < 0x110000 else "\ufffd"
