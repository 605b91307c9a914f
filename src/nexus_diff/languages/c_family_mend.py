"""Rewrites C and C++ that the grammar cannot read without the preprocessor, byte for byte as long."""

# For maintainers. What stands for nothing once the preprocessor is done is blanked: export macros, calling conventions, annotations.
# Which macros those are, no text says: names in capitals beside a syntax error are tried one after the other, and kept blank where
# that leaves fewer errors. Sections of `#if` that are no whole statements are handled in `c_family_sections.py`.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import tree_sitter

from nexus_diff.languages.c_family_sections import blanked, flattened

_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+"
    rb"((?:(?:[A-Z_][A-Z0-9_]{2,}(?:\([^()\n]*\))?|\[\[[^\]\n]*\]\]|__declspec\([^()\n]*\)|__attribute__[ \t]*\(\([^()\n]*\)\))[ \t]+)+)"
    rb"(?=[A-Za-z_]\w*[ \t\r\n]*(?:[:{]|final\b|$))",
    re.M,
)
_ALONE = re.compile(rb"^[ \t]*([A-Z_]*(?:BEGIN|END|NAMESPACE|DECLS)[A-Z0-9_]*(?:[ \t]*\([\w, ]*\))?)[ \t]*\r?$", re.M)
_BEHIND = re.compile(
    rb"\)[ \t\r\n]*(?:const[ \t\r\n]+)?"
    rb"([A-Z][A-Z0-9_]*(?:LOCK|REQUIRE|EXCLU|ACQUIRE|RELEASE|GUARDED|NOEXCEPT|ANALYSIS|NONNULL|ATTR|PRINTF)[A-Z0-9_]*"
    rb"(?:[ \t]*\([^(){};]*\))?)(?=[ \t\r\n]*\{)"
)
_EXTERN_C = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]*\n(?:[ \t]*\n)*"
    rb"([ \t]*(?:extern[ \t]*\"C\"[ \t\r\n]*\{|\})[^\n#]*\n)(?:[ \t]*\n)*[ \t]*#[ \t]*endif",
    re.M,
)
_CAPITALS = re.compile(rb"(?<![\w.\"#>])_{0,2}[A-Z][A-Z0-9_]{2,}\b|\b__[a-z][a-z_]+(?<!__attribute__)\b")
_DIRECTIVE = re.compile(rb"[ \t]*#")
MOST_SUSPECTS = 10
MOST_ROUNDS = 3
LARGEST = 400_000
"""Longest file, in bytes, of which macros are tried."""


def prepare(source: bytes) -> bytes:
    """The source without what the grammar takes for something else, whether or not the rest parses: export macros between `class` and its
    name, macros on lines of their own that open or close namespaces, annotations between a function's parameters and its body, and the
    braces of `extern "C"` that only C++ sees."""
    if b"__cplusplus" in source:
        source = _EXTERN_C.sub(_blank, source)
    source = _BEHIND.sub(_blank, _ALONE.sub(_blank, source))
    return _HEAD.sub(_blank, source) if b"class" in source or b"struct" in source else source


def _blank(match: re.Match[bytes]) -> bytes:
    whole, start = match[0], match.start()
    begin, end = match.start(1) - start, match.end(1) - start
    return whole[:begin] + blanked(whole[begin:end]) + whole[end:]


def mender(grammar: Callable[[], Any]) -> Callable[[bytes], bytes]:
    """The mend function for a grammar."""
    return lambda source: _Mending(grammar).run(source)


@cache
def _parser(grammar: Callable[[], Any]) -> tree_sitter.Parser:
    return tree_sitter.Parser(tree_sitter.Language(grammar()))


class _Mending:
    """The attempts on one file."""

    def __init__(self, grammar: Callable[[], Any]) -> None:
        self._parser = _parser(grammar)

    def run(self, source: bytes) -> bytes:
        """The best that was found."""
        rows = self._errors(source)
        tried: set[bytes] = set()
        for _ in range(MOST_ROUNDS if len(source) <= LARGEST else 1):
            before = len(rows)
            if len(source) <= LARGEST:
                source, rows = self._without_macros(source, rows, tried)
            source, rows = self._without_sections(source, rows)
            if not rows or len(rows) == before:
                break
        return source

    def _errors(self, source: bytes) -> list[int]:
        """Rows of syntax errors, sorted, each once."""
        found: set[int] = set()
        todo = [self._parser.parse(source).root_node]
        while todo:
            node = todo.pop()
            if node.is_error or (node.is_missing and not _ends_macro(node)):
                found.add(node.start_point[0])
            if node.has_error:
                todo.extend(node.children)
        return sorted(found)

    def _without_macros(self, source: bytes, rows: list[int], tried: set[bytes]) -> tuple[bytes, list[int]]:
        for name in _suspects(source, rows):
            if name in tried or not rows:
                continue
            tried.add(name)
            for pattern in (_alone(name), _with_arguments(name)):
                trial = pattern.sub(_without, source)
                if trial == source:
                    continue
                left = self._errors(trial)
                if len(left) < len(rows):
                    source, rows = trial, left
        return source, rows

    def _without_sections(self, source: bytes, rows: list[int]) -> tuple[bytes, list[int]]:
        for trial in flattened(source, rows):
            left = self._errors(trial)
            if len(left) < len(rows):
                return trial, left
        return source, rows


def _ends_macro(missing: tree_sitter.Node) -> bool:
    """Whether the missing node is the semicolon behind a macro that stands for a whole statement, which needs none."""
    statement, before = missing.parent, missing.prev_sibling
    if before is not None and before.type == "macro_type_specifier":
        return missing.type == ";"
    call = statement.named_children[0] if statement is not None and statement.named_child_count else None
    function = call.child_by_field_name("function") if call is not None and call.type == "call_expression" else None
    return missing.type == ";" and function is not None and function.text is not None and function.text.isupper()


def _suspects(source: bytes, rows: list[int]) -> list[bytes]:
    """Names in capitals on lines with errors and the lines before them, the most frequent first."""
    lines = source.split(b"\n")
    counts: Counter[bytes] = Counter()
    for row in rows[:200]:
        for line in lines[max(0, row - 1) : row + 2]:
            if not _DIRECTIVE.match(line):
                counts.update(set(_CAPITALS.findall(line)))
    return [name for name, _ in counts.most_common(MOST_SUSPECTS)]


_DIRECTIVES = rb"(^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*)|"
"""Directives are passed by: a macro is defined there."""


def _alone(name: bytes) -> re.Pattern[bytes]:
    """The name where nothing is handed to it."""
    return re.compile(_DIRECTIVES + rb"(?<![\w\"])" + re.escape(name) + rb"\b(?![ \t]*\()", re.M)


def _with_arguments(name: bytes) -> re.Pattern[bytes]:
    return re.compile(_DIRECTIVES + rb"(?<![\w\"])" + re.escape(name) + rb"\b[ \t]*\((?:[^()\n]|\([^()\n]*\))*\)", re.M)


def _without(match: re.Match[bytes]) -> bytes:
    return match[0] if match[1] is not None else blanked(match[0])
