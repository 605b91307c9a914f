"""Symbols and files in which only comments, documentation, layout or the order of definitions changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.impact.lines import Range, new_lines, old_lines, overlap, uncovered
from nexus_diff.impact.pairing import Matching, Side
from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.model.changes import FileChange, Hunk

REORDERED = "definitions reordered"

Place = FileSymbols | Symbol


def commented(
    matching: Matching, files: Iterable[tuple[FileChange, FileSymbols | None, FileSymbols | None]], changed: set[str]
) -> Iterator[tuple[Place, str]]:
    """The innermost symbols (else files) of head that a hunk touches without changing any, each with a detail. `changed`: ids of the
    symbols that changed; what a hunk adds around one, such as the empty line before a new function, is no change of its neighbours."""
    for change, base, head in files:
        if base is None or head is None:
            continue
        found: dict[str, tuple[Place, str]] = {}
        for hunk in change.hunks:
            for place, detail in _in_hunk(matching, base, head, hunk, changed):
                key = place.node.id if isinstance(place, Symbol) else place.file.id
                if key not in changed and (not detail or not _any_changed(base, head, changed)):
                    found.setdefault(key, (place, detail))
        yield from found.values()


def _in_hunk(matching: Matching, base: FileSymbols, head: FileSymbols, hunk: Hunk, changed: set[str]) -> Iterator[tuple[Place, str]]:
    was, now = old_lines(hunk), new_lines(hunk)
    old = {matching.head_of.get(key, key) for key in _touched(matching.base, base.file.id, was)}
    new = _touched(matching.head, head.file.id, now)
    if (old | new) & changed:
        return
    symbols = [matching.head.symbols[key] for key in sorted(old | new)]
    around = {symbol.parent for symbol in symbols}
    for symbol in symbols:
        if _relocated(matching, symbol, was, now):
            yield matching.head.symbols.get(symbol.parent, head), REORDERED
        elif symbol.node.id not in around:
            yield symbol, ""
    if not symbols:
        yield head, ""


def _relocated(matching: Matching, symbol: Symbol, was: Range | None, now: Range | None) -> bool:
    """Whether the hunk takes the line of its name away or puts it there, and does not touch its other side."""
    old = matching.base.symbols[matching.base_of[symbol.node.id]]
    before, after = overlap(was, (old.span.start, old.span.end)), overlap(now, (symbol.span.start, symbol.span.end))
    if before and after:
        return False
    return bool(overlap(before, (old.span.line, old.span.line)) or overlap(after, (symbol.span.line, symbol.span.line)))


def _any_changed(base: FileSymbols, head: FileSymbols, changed: set[str]) -> bool:
    """Whether a symbol of the file is reported anyway, so that its definitions stand elsewhere for a reason that can be seen."""
    return any(symbol.node.id in changed for file in (base, head) for symbol in file.symbols)


def _touched(side: Side, container: str, lines: Range | None) -> set[str]:
    """Ids of the symbols in a container of which some line outside nested symbols is among the lines."""
    found: set[str] = set()
    for symbol in side.inside(container, lines):
        if uncovered(overlap(lines, (symbol.span.doc, symbol.span.end)), _nested(side, symbol, lines)):
            found.add(symbol.node.id)
        found |= _touched(side, symbol.node.id, lines)
    return found


def _nested(side: Side, symbol: Symbol, lines: Range | None) -> list[Range]:
    return [(one.span.doc, one.span.end) for one in side.inside(symbol.node.id, lines)]
