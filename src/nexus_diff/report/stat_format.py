"""One line per changed file: how many of its symbols changed, how many others these reach, how many call sites they break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from nexus_diff.model.answer import Answer, ChangedSymbol
from nexus_diff.report.broken import Broken
from nexus_diff.report.escape import short, visible
from nexus_diff.report.page import Line
from nexus_diff.report.terminal import ASCII
from nexus_diff.report.text_format import colored, measure
from nexus_diff.report.value import Options, Report

_WIDTH = 80
_LEAST = 20
"""Columns that a path has at least, on however narrow a terminal."""
_MARK = {"added": "A", "deleted": "D", "moved": "R", "renamed": "R"}


def render(report: Report, options: Options) -> str:
    """The files in order, then the headline. Columns are aligned; paths give up their middle where a line would not fit."""
    lines = [*_lines(report.answer, options), [(" " + report.headline, "head")]]
    if options.color:
        return colored(lines)
    text = "".join("".join(part for part, _ in line).rstrip() + "\n" for line in lines)
    return text if options.unicode else text.translate(ASCII).encode("ascii", "backslashreplace").decode()


def _lines(answer: Answer, options: Options) -> Iterator[Line]:
    rows = list(_rows(answer))
    columns = list(zip(*(counts for _, _, counts, _ in rows if counts), strict=True))
    widths = [max(len(str(number)) for number in column) for column in columns]
    words = ("changed", "reached", "breaking")
    needed = 4 + sum(width + len(word) + 3 for width, word in zip(widths, words, strict=False))
    cells = measure() if any(not path.isascii() for _, path, _, _ in rows) else len
    room = max(_LEAST, (options.width or _WIDTH) - needed)
    paths = [short(visible(path), room) for _, path, _, _ in rows]
    longest = max(map(cells, paths), default=0)
    for (mark, _, counts, note), path in zip(rows, paths, strict=True):
        line: Line = [(f" {mark} ", "dim"), (path + " " * (longest - cells(path)), "place")]
        if note:
            line.append((f"  {visible(note)}", "dim"))
        yield line + _cells(counts, widths, words)


def _cells(counts: Sequence[int], widths: Sequence[int], words: Sequence[str]) -> Line:
    styles = ("", "", "bad")
    return [
        (f"  {number:>{width}} {word}", style if number else "dim")
        for number, width, word, style in zip(counts, widths, words, styles, strict=False)
    ]


def _rows(answer: Answer) -> Iterator[tuple[str, str, tuple[int, ...], str]]:
    """Mark, path, numbers, and the reason where a file was not analysed."""
    by_file: dict[str, list[ChangedSymbol]] = {}
    for symbol in answer.changed_symbols:
        by_file.setdefault(symbol.file, []).append(symbol)
    reached = Counter(symbol.via for symbol in answer.reached if not symbol.in_tests)
    broken = _broken(answer)
    skipped = {file.file: file.reason for file in answer.skipped}
    for path in sorted({*by_file, *skipped}):
        symbols = by_file.get(path, [])
        if not symbols:
            yield " ", path, (), skipped[path]
            continue
        mark = next((_MARK.get(symbol.change, "M") for symbol in symbols if symbol.kind == "file"), "M")
        yield mark, path, (len(symbols), sum(reached[symbol.id] for symbol in symbols), broken[path]), ""


def _broken(answer: Answer) -> Counter[str]:
    """Changed file → call sites that it breaks."""
    definitions = Broken(answer, loose=True)
    found = (definitions.of(site) for site in answer.breaking_call_sites if not site.accepted)
    return Counter(symbol.file for symbol in found if symbol is not None)
