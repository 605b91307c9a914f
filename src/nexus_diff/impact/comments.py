"""Symbols and files in which only comments, documentation or layout changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.impact.lines import Range, new_lines, old_lines, overlap, uncovered
from nexus_diff.impact.pairing import Matching, Side
from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.model.changes import FileChange


def commented(
    matching: Matching, files: Iterable[tuple[FileChange, FileSymbols | None, FileSymbols | None]], changed: set[str]
) -> Iterator[FileSymbols | Symbol]:
    """The innermost symbols (else files) of head that a hunk touches without changing any. `changed`: ids of the symbols that changed; what
    a hunk adds around one, such as the empty line before a new function, is no change of its neighbours."""
    done = set(changed)
    for change, base, head in files:
        if base is None or head is None:
            continue
        for hunk in change.hunks:
            old = {matching.head_of.get(key, key) for key in _touched(matching.base, base, old_lines(hunk))}
            new = _touched(matching.head, head, new_lines(hunk))
            if (old | new) & changed:
                continue
            symbols = [matching.head.symbols[key] for key in sorted(old | new)]
            around = {symbol.parent for symbol in symbols}
            for symbol in symbols:
                if symbol.node.id not in around and symbol.node.id not in done:
                    done.add(symbol.node.id)
                    yield symbol
            if not symbols and head.file.id not in done:
                done.add(head.file.id)
                yield head


def _touched(side: Side, file: FileSymbols, lines: Range | None) -> set[str]:
    """Ids of the symbols of which some line outside nested symbols is among the lines."""
    if lines is None:
        return set()
    found = set()
    for symbol in file.symbols:
        inside = overlap(lines, (symbol.span.doc, symbol.span.end))
        if inside:
            nested = side.children.get(symbol.node.id, ())
            if uncovered(inside, [(one.span.doc, one.span.end) for one in nested]):
                found.add(symbol.node.id)
    return found
