"""Syntax hashes: equal when two pieces of code differ in comments, documentation, white space or layout only.

The text is rewritten once per file: comments and documentation go, white space in strings is kept under other byte values, all
other white space goes unless it parts two words, and a byte marks the start of each statement and the end of each block (where a
language's lines and indentation carry meaning, the marks carry it on). Bytes of value 3 cut the text at the bounds of definitions.
A hash is then one call over a slice of pieces: nested definitions are not walked again.
"""

# For maintainers. Hashing token by token over the tree, bottom-up, gives the same promises but costs about as much as all the rest
# of extraction in Python; rewriting the text is done by C code of `re` and `bytes`.

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b

from tree_sitter import Node

from nexus_diff.extract.state import DefinitionState, Extent
from nexus_diff.extract.survey import Survey
from nexus_diff.languages.base import Language
from nexus_diff.languages.layout import JOINED, SPACE, kept, literal

CUT, END_OF_BLOCK, STATEMENT, MARK, EDIT, DROP, STRING = range(7)
PIECES = {CUT: b"\x03", END_OF_BLOCK: b"\x02", STATEMENT: b"\x01", MARK: b"\x04", DROP: b" "}

OWN_BYTES = bytes(range(1, 7))
WITHOUT_OWN_BYTES = bytes.maketrans(OWN_BYTES, b"\x7f" * len(OWN_BYTES))
NEEDS_KEEPING = re.compile(rb"[\s,;\\']")
QUOTES = (b"'", b'"')
JOINT = re.compile(rb"\"\x05\s*[A-Za-z]*\"")
CONTINUATION = re.compile(rb"\\\r?\n|;(?=[ \t]*\r?\n)")
CONTINUED = re.compile(rb"\\\r?\n")
"""Where line ends mean nothing, a semicolon before one is like any other: those of `for (…; …;` stay wherever lines are broken."""
QUOTED = rb"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
WHOLE_LITERAL = re.compile(rb"(?:[LuU]|u8)?" + QUOTED + rb"|(?:[LuU]|u8)?R\".*\"|<[^>]*>", re.S)
MACRO_PIECE = re.compile(rb"""("(?:\\.|[^"\\])*(?:"|\\?\Z)|'(?:\\.|[^'\\])*(?:'|\\?\Z))|/\*.*?(?:\*/|\Z)|//[^\n]*|\\\r?\n|\s+""", re.S)
"""What does not end runs to the end of the text, so that reading stays linear."""
LAST_SEMICOLON = re.compile(rb";(?=[ \x03]*(?:[\x01\x02}]|else\b|$))")
LOOSE_SPACE = re.compile(rb" (?![\w\x80-\xff$@])|(?<![\w\x80-\xff$]) |,(?= ?[)\]}])")


class Outline:
    """The rewritten text of one file, cut at the bounds of its definitions."""

    def __init__(self, source: bytes, survey: Survey, extents: list[Extent], marks: list[int], language: Language) -> None:
        if any(byte in source for byte in OWN_BYTES):
            source = source.translate(WITHOUT_OWN_BYTES)
        self._cuts: dict[int, int] = {}
        settle(source, survey, extents)
        events = _events(source, survey, extents, marks, language)
        text = b"".join(self._pieces(source, events, survey.edits, _macro_text if language.includes else _string))
        if b"\\" in text or b";" in text:
            text = (CONTINUED if language.compiled else CONTINUATION).sub(b" ", text)
        if JOINED in text:
            text = JOINT.sub(b"", text)
        text = b" ".join(text.split())
        if b";" in text:
            text = LAST_SEMICOLON.sub(b" ", text)
        self._segments = LOOSE_SPACE.sub(b"", text).split(b"\x03")

    def _pieces(
        self, source: bytes, events: list[tuple[int, int, int]], edits: dict[tuple[int, int], bytes], string: Callable[[bytes], bytes]
    ) -> list[bytes]:
        pieces = []
        last = cuts = 0
        for start, kind, end in events:
            if start < last:
                if kind == CUT:
                    self._cuts[start] = cuts
                continue
            if start > last:
                pieces.append(source[last:start])
                last = start
            if kind == CUT:
                if start in self._cuts:
                    continue
                cuts += 1
                self._cuts[start] = cuts
            if kind == STRING:
                pieces.append(string(source[start:end]))
                last = end
            elif kind == EDIT:
                pieces.append(edits[start, end])
                last = end
            else:
                pieces.append(PIECES[kind])
                if kind == DROP:
                    last = end
        pieces.append(source[last:])
        return pieces

    def digest(self, *ranges: tuple[int, int]) -> str:
        """Hash over the byte ranges (of the original text), each bounded by bounds of definitions."""
        state = blake2b(digest_size=8)
        for start, end in ranges:
            state.update(b"\x03".join(filter(None, self._segments[self._cuts[start] : self._cuts[end]])))
            state.update(b"\x04")
        return state.hexdigest()

    def declaration(self, *ranges: tuple[int, int]) -> str:
        """The same for what stands around a body: the mark of the statement that it is part of, or begins, does not count, as there is none
        where a section of the preprocessor is all around."""
        state = blake2b(digest_size=8)
        for number, (start, end) in enumerate(ranges):
            text = b"\x03".join(filter(None, self._segments[self._cuts[start] : self._cuts[end]]))
            state.update(text if number else text.lstrip(b"\x01\x03"))
            state.update(b"\x04")
        return state.hexdigest()

    def rest(self, start: int, end: int | None, without: list[tuple[int, int]]) -> str:
        """Hash over a range (None: to the end of the file), leaving out the given ranges inside it. Statements carry marks of their own, so
        it is the same wherever the text is cut."""
        state = blake2b(digest_size=8)
        at = self._cuts[start] if start else 0
        for skip_start, skip_end in without:
            state.update(b"".join(self._segments[at : self._cuts[skip_start]]))
            at = self._cuts[skip_end]
        state.update(b"".join(self._segments[at : self._cuts[end] if end is not None else None]))
        return state.hexdigest()


def hashes(outline: Outline, definitions: list[DefinitionState], index: int) -> tuple[str, str, str]:
    """(body hash, signature hash, own hash) of a definition."""
    made = definitions[index]
    extent = made.extent
    body = outline.digest((extent.body_start, extent.body_end))
    signature = outline.declaration(*_declaration(extent))
    if made.body < 0 or made.kind in ("function", "method"):
        return body, signature, body
    nested = nested_ranges(definitions, index + 1, extent.body_end, made.body)
    return body, signature, outline.rest(min(extent.name_end, extent.body_start), extent.body_end, nested)


def _declaration(extent: Extent) -> tuple[tuple[int, int], ...]:
    """What a definition is but for its name and its body, of which either may come first (`typedef struct { … } name`)."""
    if extent.name_start >= extent.body_end > extent.body_start:
        return (extent.start, extent.body_start), (extent.body_end, extent.name_start), (extent.name_end, max(extent.name_end, extent.end))
    return (extent.start, extent.name_start), (extent.name_end, extent.body_start)


def nested_ranges(definitions: list[DefinitionState], first: int, end: int, scope: int = 0) -> list[tuple[int, int]]:
    """Ranges of the outermost definitions with a body from `first` on that start before byte `end`, and of those that belong to scopes
    around `scope`, wherever they stand."""
    ranges: list[tuple[int, int]] = []
    last = 0
    for at in range(first, len(definitions)):
        made = definitions[at]
        extent = made.extent
        if extent.start >= end:
            break
        if (made.body >= 0 or made.scope < scope) and extent.start >= last:
            ranges.append((extent.start, extent.end))
            last = extent.end
    return ranges


def settle(source: bytes, survey: Survey, extents: list[Extent]) -> None:
    """Draw the ends of definitions back before semicolons, and before comments that stand behind their last statement."""
    starts = {end: start for start, end in survey.comments}
    for extent in extents:
        if extent.body_start == extent.end:  # no body
            extent.body_start = max(extent.name_end, _settled(source, starts, extent.end))
        extent.body_end = max(extent.body_start, _settled(source, starts, extent.body_end))
        end = max(extent.body_end, _settled(source, starts, extent.end))
        extent.end_row = max(extent.start_row, extent.end_row - source.count(b"\n", end, extent.end))
        extent.end = end


def _settled(source: bytes, comment_starts: dict[int, int], end: int) -> int:
    while end:
        if end in comment_starts:
            end = comment_starts[end]
        elif source[end - 1] in b" \t\r\n\f;":
            end -= 1
        else:
            break
    return end


def _events(source: bytes, survey: Survey, extents: list[Extent], marks: list[int], language: Language) -> list[tuple[int, int, int]]:
    events = [(start, DROP, end) for start, end in survey.comments]
    events += [(start, EDIT, end) for start, end in survey.edits]
    for start, end in survey.strings:
        if source[end - 1] == 39 or source[start] != 34 or NEEDS_KEEPING.search(source, start, end):
            events.append((start, STRING, end))
    inside: dict[int, int] = {}
    for extent in extents:
        inside[extent.end] = min(extent.body_start, inside.get(extent.end, extent.body_start))
        positions = {extent.start, extent.name_start, extent.name_end, extent.body_start, extent.body_end, extent.end}
        events.extend([(position, CUT, 0) for position in positions])
    events.extend([(position, MARK, 0) for position in marks])
    comment_starts = {end: start for start, end in survey.comments}
    for block in survey.blocks:
        if block.id == survey.root:  # asking for its parent takes as long as the block is deep
            _statements(block, survey, language, events)
            continue  # the end of the file closes it
        end = _settled(source, comment_starts, block.end_byte)
        if inside.get(end, end) > block.start_byte:  # else the end of a definition closes it
            events.append((end, END_OF_BLOCK, 0))
        _statements(block, survey, language, events)
    events.sort()
    return events


def _statements(block: Node, survey: Survey, language: Language, events: list[tuple[int, int, int]]) -> None:
    is_docstring = language.is_docstring
    first = is_docstring is not None
    for child in block.named_children:
        if child.is_extra or survey.edits.get(child.byte_range) == SPACE:
            continue
        if first:
            first = False
            if is_docstring is not None and is_docstring(child):
                events.append((child.start_byte, DROP, child.end_byte))
                continue
        events.append((child.start_byte, STATEMENT, 0))


def _macro_text(text: bytes) -> bytes:
    """A literal, or what a macro stands for, in which white space counts between quotes alone."""
    if WHOLE_LITERAL.fullmatch(text):
        return _string(text)
    return MACRO_PIECE.sub(lambda found: _string(found[1]) if found[1] else b" ", text)


def _string(text: bytes) -> bytes:
    """The literal in double quotes, with white space and what is quoted inside under other byte values."""
    quote = text[-1:]
    start = text.find(quote)
    if quote in QUOTES and len(text) - start >= 2 and text[start : start + 3] != quote * 3:
        prefix, inside = text[:start].lower(), text[start + 1 : -1]
        return prefix + b'"' + (kept(inside) if b"r" in prefix else literal(inside)) + b'"'
    return kept(text)
