"""Makes C# readable where `#if` cuts a declaration in two: all sections but one are blanked, lines and positions stay."""

# For maintainers. The grammar reads `#if` between statements and between members, where all sections are kept. In a list of bases, of
# arguments, between a condition and its block, it cannot. Cases of a switch are all kept, without the directives. Which symbols are defined
# is not in the file; of the sections of such a group the one is kept that a build of today would most likely compile (`_likely`).

from __future__ import annotations

import re

_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|elif|else|endif)\b([^\r\n]*)", re.MULTILINE)
_TOKEN = re.compile(r"\s*(\|\||&&|!=|==|!|\(|\)|[A-Za-z_]\w*)")
_MODERN = re.compile(r"HAVE_|FEATURE_|SUPPORTS?_|ENABLE_|USE_|NETSTANDARD|NETCOREAPP|NETCORE|NET[5-9]|NET\d\d+_|NET4[5-9]|TRACE$|true$")
_CODE = re.compile(rb'//[^\n]*|/\*.*?\*/|@"(?:[^"]|"")*"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', re.DOTALL)
_DEEPEST = 40


class _Section:
    """One section: its condition ("" for else), the start of its directive's line, the start and end of its text."""

    def __init__(self, condition: str, line: int, start: int) -> None:
        self.condition = condition
        self.line = line
        self.start = self.end = start


class _Group:
    """One `#if` … `#endif`."""

    def __init__(self) -> None:
        self.sections: list[_Section] = []
        self.end = 0
        self.inner: list[_Group] = []


def mend(source: bytes) -> bytes:
    """The source with one section left of each group that is not a list of whole statements or members."""
    text = bytearray(source)
    for group in _groups(source):
        _mend_group(source, text, group)
    return bytes(text)


def _groups(source: bytes) -> list[_Group]:
    """Groups from outside in."""
    top: list[_Group] = []
    open_: list[_Group] = []
    for match in _DIRECTIVE.finditer(source):
        word, condition = match[1].decode(), match[2].decode("utf-8", "replace").partition("//")[0].strip()
        line_end = source.find(b"\n", match.end())
        after = len(source) if line_end < 0 else line_end + 1
        if word == "if":
            group = _Group()
            (open_[-1].inner if open_ else top).append(group)
            open_.append(group)
            group.sections.append(_Section(condition, match.start(), after))
        elif not open_:
            continue
        elif word == "endif":
            group = open_.pop()
            group.sections[-1].end = match.start()
            group.end = after
        else:
            open_[-1].sections[-1].end = match.start()
            open_[-1].sections.append(_Section(condition if word == "elif" else "", match.start(), after))
    return [group for group in top if group.end]


def _mend_group(source: bytes, text: bytearray, group: _Group, depth: int = 0) -> None:
    if depth > _DEEPEST:
        return
    sections = group.sections
    if any(_code(source, s.start, s.end).startswith((b"case ", b"default:")) for s in sections):
        for section in sections:
            _blank(text, section.line, section.start)
        _blank(text, sections[-1].end, group.end)
    elif not all(_whole(source, s.start, s.end) for s in sections) or not _between(source, sections[0].line):
        kept = _likely([s.condition for s in sections])
        for number, section in enumerate(sections):
            _blank(text, section.line, section.start)
            if number != kept:
                _blank(text, section.start, section.end)
        _blank(text, sections[-1].end, group.end)
    for inner in group.inner:
        _mend_group(source, text, inner, depth + 1)


def _blank(text: bytearray, start: int, end: int) -> None:
    for position in range(start, end):
        if text[position] not in b"\r\n":
            text[position] = 32


def _code(source: bytes, start: int, end: int) -> bytes:
    """Source without comments, strings and directives."""
    bare = _CODE.sub(lambda m: b"" if m[0][:1] == b"/" else b'""', source[start:end])
    return re.sub(rb"^[ \t]*#[^\n]*", b"", bare, flags=re.MULTILINE).strip()


def _whole(source: bytes, start: int, end: int) -> bool:
    """Whether a section consists of whole statements or members."""
    code = _code(source, start, end)
    if not code:
        return True
    if code[-1:] not in b";}]" or any(code.count(a) != code.count(z) for a, z in ((b"{", b"}"), (b"(", b")"), (b"[", b"]"))):
        return False
    depth = 0
    for letter in code:
        depth += (letter in b"{(") - (letter in b"})")
        if depth < 0:
            return False
    return not code.startswith((b"else", b",", b":", b"?", b"&&", b"||", b"."))


def _between(source: bytes, start: int) -> bool:
    """Whether a statement or member may start at `start`."""
    before = _code(source, max(0, start - 2000), start)
    return not before or before[-1:] in b";{}]:"


def _likely(conditions: list[str]) -> int:
    """The section that a build of today would compile: the first whose condition holds with modern symbols alone, else the last one."""
    for number, condition in enumerate(conditions):
        if not condition or _holds(condition):
            return number
    return len(conditions) - 1 if len(conditions) > 1 else -1


def _holds(condition: str) -> bool:
    tokens = [m[1] for m in _TOKEN.finditer(condition)][:200]
    try:
        value, _ = _either(tokens, 0, 0)
    except (IndexError, RecursionError):
        return False
    return value


def _either(tokens: list[str], at: int, depth: int) -> tuple[bool, int]:
    value, at = _both(tokens, at, depth)
    while at < len(tokens) and tokens[at] == "||":
        right, at = _both(tokens, at + 1, depth)
        value = value or right
    return value, at


def _both(tokens: list[str], at: int, depth: int) -> tuple[bool, int]:
    value, at = _one(tokens, at, depth)
    while at < len(tokens) and tokens[at] in ("&&", "==", "!="):
        op = tokens[at]
        right, at = _one(tokens, at + 1, depth)
        value = (value and right) if op == "&&" else (value == right) == (op == "==")
    return value, at


def _one(tokens: list[str], at: int, depth: int) -> tuple[bool, int]:
    if depth > _DEEPEST:
        raise IndexError
    if tokens[at] == "!":
        value, at = _one(tokens, at + 1, depth + 1)
        return not value, at
    if tokens[at] == "(":
        value, at = _either(tokens, at + 1, depth + 1)
        return value, at + 1
    return _MODERN.match(tokens[at]) is not None, at + 1
