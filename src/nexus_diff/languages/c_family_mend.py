"""Rewrites C and C++ that the grammar cannot read without the preprocessor, byte for byte as long."""

# For maintainers. What stands for nothing once the preprocessor is done is blanked: export macros, calling conventions, annotations.
# Which macros those are, no text says: names in capitals beside a syntax error are tried one after the other, and kept blank where
# that leaves fewer errors. Sections of `#if` that are no whole statements are handled in `c_family_sections.py`.

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from typing import Any

import tree_sitter

from nexus_diff.languages.c_family_sections import QUIET, blanked, flattened
from nexus_diff.languages.parsing import parsed, reparsed

_HEAD = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+"
    rb"((?:(?:[A-Z_][A-Z0-9_]{2,}(?:\([^()\n]*\))?|\[\[[^\]\n]*\]\]|__declspec\([^()\n]*\)|__attribute__[ \t]*\(\([^()\n]*\)\))[ \t]+)+)"
    rb"(?=[A-Za-z_]\w*[ \t\r\n]*(?:[:{]|final\b|$))",
    re.M,
)
_ALONE = re.compile(rb"^[ \t]*([A-Z_]{0,60}(?:BEGIN|END|NAMESPACE|DECLS)[A-Z0-9_]{0,60}(?:[ \t]*\([\w, ]*\))?)[ \t]*\r?$", re.M)
_BEHIND = re.compile(
    rb"\)[ \t\r\n]*(?:const[ \t\r\n]+)?"
    rb"([A-Z][A-Z0-9_]{0,60}(?:LOCK|REQUIRE|EXCLU|ACQUIRE|RELEASE|GUARDED|NOEXCEPT|ANALYSIS|NONNULL|ATTR|PRINTF)[A-Z0-9_]{0,60}"
    rb"(?:[ \t]*\([^(){};]*\))?)(?=[ \t\r\n]*\{)"
)
_EXTERN_C = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]*\n(?:[ \t]*\n)*"
    rb"([ \t]*(?:extern[ \t]*\"C\"[ \t\r\n]*\{|\})[^\n#]*\n)(?:[ \t]*\n)*[ \t]*#[ \t]*endif",
    re.M,
)
_CAPITALS = re.compile(rb"(?<![\w.\"#>])_{0,2}[A-Z][A-Z0-9_]{2,}\b|\b__[a-z][a-z_]+(?<!__attribute__)\b")
_TYPES = rb"(?:unsigned|signed|int|char|long|short|void|bool|double|float|struct|const|static|size_t|u?int\d+_t)\b"
_ON_ITS_LINE = re.compile(rb"[ \t]*([A-Z][A-Z0-9_]{3,})[ \t]*(?:\([^\n]*\))?[ \t]*\r?$")
_BEFORE_TYPE = re.compile(rb"\b([A-Za-z_]\w{3,})[ \t]+(?=" + _TYPES + rb")")
_WORDS = frozenset(
    b"static const volatile extern inline register typedef struct union enum class unsigned signed long short return sizeof case else goto "
    b"constexpr virtual explicit friend public private protected template typename using operator mutable int char void double".split()
)
_NUMBER = rb"(?:unsigned|signed|long|short|int|char|double)"
_TYPE_ARGUMENT = re.compile(
    rb"(,[ \t]*(?:const[ \t]+)?(?:(?:struct|union|enum)[ \t]+\w+|" + _NUMBER + rb"(?:[ \t]+" + _NUMBER + rb")+|\w+[ \t]*(?=\*))"
    rb"[ \t]*(?:\*[ \t]*)*)\)"
)
"""A type as the last argument of a macro: `va_arg(list, struct foo *)`."""
_MEMBER_POINTER = re.compile(rb"->(\*)(?=[ \t]*\w)")
"""The star of `object->*member`, which is then read as any member."""
_FRIEND_OUTSIDE = re.compile(rb"\bfriend[ \t]+(?:class|struct)[ \t]+(::)")
"""The colons of `friend class ::Foo`."""
_PRINTED = re.compile(rb"\"[ \t\r\n]*\b((?:PRI|SCN)[diouxX](?:8|16|32|64|(?:LEAST|FAST)\d+|MAX|PTR))\b")
"""A part of a text that a macro of the library gives: `"%" PRIx64`."""
_NUMBERED = re.compile(
    rb"\b(?!(?:else|do|return|case|goto)\b)[A-Za-z_]\w*[ \t\r\n*]+\b([A-Za-z_]\w*[ \t]*\([ \t]*\d+(?:[ \t]*,[ \t]*\d+)*[ \t]*\))"
    rb"(?=[ \t\r\n]+\**[A-Za-z_]\w*[ \t]*\()"
)
"""A macro that is handed numbers, between the type of a function and its name: `void printf_like(1, 2) note(…)`."""
_MISREAD = (_MEMBER_POINTER, _FRIEND_OUTSIDE, _PRINTED, _NUMBERED)
_INNER = re.compile(rb"^[ \t]*#[ \t]*(?:include|define|undef|pragma|error|warning|line)\b(?:[^\n\\]|\\\r?\n|\\.)*", re.M)
"""Directives that are no sections."""
_COMMENT = re.compile(rb"/\*.*?\*/", re.S)
_DIRECTIVE = re.compile(rb"[ \t]*#")
_WHOLE_DIRECTIVE = re.compile(rb"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*", re.M)
_INSIDE = frozenset({"compound_statement", "if_statement", "else_clause", "for_statement", "while_statement", "case_statement"})
"""Nodes of which statements are parts."""
_GOES_ON = re.compile(rb"[\w\"]\w")
MOST_SUSPECTS = 10
MOST_PAIRED = 3
MOST_ROUNDS = 3
MOST_BLANK = 5
LARGEST = 600_000
"""Longest file, in bytes, of which macros are tried."""


def prepare(source: bytes) -> bytes:
    """The source without what the grammar takes for something else, whether or not the rest parses: export macros between `class` and its
    name, macros on lines of their own that open or close namespaces, annotations between a function's parameters and its body, and the
    braces of `extern "C"` that only C++ sees."""
    if source.rfind(b"/*") > source.rfind(b"*/"):
        source = _without_open_comment(source)
    if b"__cplusplus" in source:
        source = _EXTERN_C.sub(_blank, source)
    source = _BEHIND.sub(_blank, _ALONE.sub(_blank, source))
    return _HEAD.sub(_blank, source) if b"class" in source or b"struct" in source else source


def _without_open_comment(source: bytes) -> bytes:
    """The source without what stands in a comment that never ends: the grammar looks for its end from every place in it."""
    for match in QUIET.finditer(source):
        if match[0].startswith(b"/*") and not match[0].endswith(b"*/"):
            return source[: match.start() + 2] + blanked(source[match.start() + 2 :])
    return source


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


Rows = dict[int, int]
"""First row → last row of each syntax error."""


class _Mending:
    """The attempts on one file."""

    def __init__(self, grammar: Callable[[], Any]) -> None:
        self._parser = _parser(grammar)

    def run(self, source: bytes) -> bytes:
        """The best that was found."""
        self._tree = parsed(self._parser, source)
        rows = _errors(self._tree)
        plain = reduce(lambda text, misread: misread.sub(_blank, text), _MISREAD, source) if rows else source
        if plain != source:
            source, self._tree = plain, reparsed(self._parser, source, self._tree, plain)
            rows = _errors(self._tree)
        tried: set[bytes] = set()
        for _ in range(MOST_ROUNDS if len(source) <= LARGEST else 1):
            before = len(rows)
            source, rows = self._better(source, rows, (_TYPE_ARGUMENT.sub(_blank, source),))
            source, rows = self._better(source, rows, (_without_comments(source),))
            source, rows = self._without_macros(source, rows, tried)
            source, rows = self._better(source, rows, (_without_inner(source, rows),))
            source, rows = self._better(source, rows, flattened(source, rows))
            if not rows or len(rows) == before:
                break
        return source

    def _without_macros(self, source: bytes, rows: Rows, tried: set[bytes]) -> tuple[bytes, Rows]:
        names = _suspects(source, rows)
        directives = _Directives(source)
        for name in names:
            if name in tried or not rows:
                continue
            tried.add(name)
            for pattern in (_alone(name), _before_condition(name), _as_parameter(name), _with_arguments(name), _around_a_name(name)):
                source, rows = self._better(source, rows, (directives.without(pattern, source),))
        return self._better(source, rows, _pairs(source, directives, names[:MOST_PAIRED]))

    def _better(self, source: bytes, rows: Rows, trials: Iterable[bytes]) -> tuple[bytes, Rows]:
        """The first trial with fewer errors."""
        for trial in trials if rows else ():
            if trial == source:
                continue
            tree = reparsed(self._parser, source, self._tree, trial)
            left = _errors(tree)
            if len(left) < len(rows):
                self._tree = tree
                return trial, left
        return source, rows


def _pairs(source: bytes, directives: _Directives, names: list[bytes]) -> Iterator[bytes]:
    """Two macros at once: where both stand in one declaration, one alone mends nothing."""
    for position, one in enumerate(names):
        for other in names[position + 1 :]:
            yield directives.without(_alone(other), directives.without(_alone(one), source))


def _errors(tree: tree_sitter.Tree) -> Rows:
    found: Rows = {}
    todo = [tree.root_node]
    while todo:
        node = todo.pop()
        if node.is_error or (node.is_missing and not ends_macro(node)):
            row = node.start_point[0]
            found[row] = max(node.end_point[0], found.get(row, row))
        if node.has_error:
            todo.extend(node.children)
    return found


def ends_macro(missing: tree_sitter.Node) -> bool:
    """Whether the missing node is the semicolon behind a macro that stands for a whole statement, or for the head of a loop or of a test,
    and needs none. Inside of functions it may bear any name."""
    statement, before = missing.parent, missing.prev_sibling
    if before is not None and before.type == "macro_type_specifier":
        return missing.type == ";"
    call = statement.named_children[0] if statement is not None and statement.named_child_count else None
    function = call.child_by_field_name("function") if call is not None and call.type == "call_expression" else None
    if missing.type != ";" or function is None or function.text is None or statement is None:
        return False
    around = statement.parent
    return function.text.isupper() or (function.type == "identifier" and around is not None and around.type in _INSIDE)


def _without_comments(source: bytes) -> bytes:
    """The source without comments in directives, which end a macro's text for the grammar."""
    return (
        _INNER.sub(lambda directive: _COMMENT.sub(lambda comment: blanked(comment[0]), directive[0]), source) if b"/*" in source else source
    )


def _without_inner(source: bytes, rows: Rows) -> bytes:
    """The source without directives within or beside syntax errors: inside a list of values, say."""
    starts = [0, *(match.end() for match in re.finditer(rb"\n", source)), len(source)]
    spans = [
        (starts[max(0, row - 1)], starts[min(len(starts) - 1, last + 2)]) for row, last in sorted(rows.items())[:200] if row < len(starts)
    ]

    def near(directive: re.Match[bytes]) -> bytes:
        return blanked(directive[0]) if any(start <= directive.start() < end for start, end in spans) else directive[0]

    return _INNER.sub(near, source)


def _suspects(source: bytes, rows: Rows) -> list[bytes]:
    """Names in capitals, and names in front of a type, on lines with errors and the lines before them, and names in
    capitals that have a line of an error to themselves, the most frequent first."""
    lines = source.split(b"\n")
    counts: Counter[bytes] = Counter()
    for row in sorted(rows)[:200]:
        for line in lines[max(0, row - 1) : row + 2]:
            if not _DIRECTIVE.match(line):
                before_types = [name for name in _BEFORE_TYPE.findall(line) if name not in _WORDS]
                counts.update(list(dict.fromkeys((*_CAPITALS.findall(line), *before_types))))
        for line in (*lines[row + 2 : rows[row] + 1], _line_above(lines, row)):
            counts.update(_ON_ITS_LINE.findall(line))
    return [name for name, _ in counts.most_common(MOST_SUSPECTS)]


def _line_above(lines: list[bytes], row: int) -> bytes:
    """The last line with text before the one in front of a row, where only white space and the start of a block stand between."""
    above = row - 1
    while above > max(0, row - MOST_BLANK) and lines[above].strip() in (b"", b"{"):
        above -= 1
    return lines[above] if 0 <= above < row - 1 else b""


class _Directives:
    """Where directives stand in a source. They are passed by: a macro is defined there."""

    def __init__(self, source: bytes) -> None:
        spans = [match.span() for match in _WHOLE_DIRECTIVE.finditer(source)] if b"#" in source else []
        self._starts = [start for start, _ in spans]
        self._ends = [end for _, end in spans]

    def without(self, pattern: re.Pattern[bytes], source: bytes) -> bytes:
        """The source with the matches outside of directives blanked, but for the pattern's group. A match begins no word's rest and no
        string's text."""

        def blank(match: re.Match[bytes]) -> bytes:
            start = match.start()
            last = bisect_right(self._starts, start) - 1
            if (last >= 0 and start < self._ends[last]) or _GOES_ON.match(source, max(0, start - 1), start + 1):
                return match[0]
            if not match.re.groups:
                return blanked(match[0])
            begin, end = match.start(1) - start, match.end(1) - start
            return blanked(match[0][:begin]) + match[1] + blanked(match[0][end:])

        return pattern.sub(blank, source)


def _alone(name: bytes) -> re.Pattern[bytes]:
    """The name where nothing is handed to it."""
    return re.compile(re.escape(name) + rb"\b(?![ \t]*\()")


def _before_condition(name: bytes) -> re.Pattern[bytes]:
    """The name between `if` or `while` and what it makes a condition of: `if LIKELY(x)`."""
    return re.compile(rb"(?:(?<=\bif )|(?<=\bwhile ))" + re.escape(name) + rb"\b(?=[ \t]*\()")


def _as_parameter(name: bytes) -> re.Pattern[bytes]:
    """The macro with its arguments as one of several parameters of a template or function, with the comma in front of it."""
    return re.compile(rb",[ \t\r\n]*" + re.escape(name) + rb"\b[ \t]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?=[ \t\r\n]*[>,)])")


def _with_arguments(name: bytes) -> re.Pattern[bytes]:
    return re.compile(re.escape(name) + rb"\b[ \t]*\((?:[^();]|\([^();]*\))*\)")


def _around_a_name(name: bytes) -> re.Pattern[bytes]:
    """The macro around its first argument, a name: `OPTION(FIRST, 1),` in an enum."""
    return re.compile(re.escape(name) + rb"\b[ \t]*\([ \t]*(\w+)[ \t]*(?:,[^()]*(?:\([^()]*\)[^()]*)*)?\)(?=[ \t\r\n]*[,}])")
