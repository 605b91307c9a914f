"""Lists made short without hiding: rows that say the same thing stand once, with the number of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from nexus_diff.model.answer import Answer, ChangedSymbol, Hop, Impacted, SkippedFile
from nexus_diff.model.graph import UNSUPPORTED
from nexus_diff.report.value import ImpactedRow, Package, Quiet, TestRow

_FEW = 4
"""Up to here, rows of several folders stand together without headings, and tests of one reason stand one by one."""
_ONLY_IMPORTS = ("import of ", "imports ")


def by_package(rows: Sequence[ImpactedRow]) -> tuple[Package, ...]:
    """Rows by folder, the folder of the first row first; without headings where that would not help."""
    folders: dict[str, list[ImpactedRow]] = {}
    for row in rows:
        folders.setdefault(row.symbol.file.rpartition("/")[0], []).append(row)
    if len(rows) <= _FEW or len(folders) == 1:
        return (Package(name="", rows=tuple(rows)),) if rows else ()
    return tuple(Package(name=name or ".", rows=tuple(group)) for name, group in folders.items())


def by_reason(tests: Sequence[TestRow]) -> list[TestRow]:
    """In their order, but of many tests that were chosen for one reason the first only, with the number of the others."""
    sharing: dict[str, list[TestRow]] = {}
    for test in tests:
        sharing.setdefault(test.why, []).append(test)
    found = []
    for test in tests:
        group = sharing[test.why]
        if len(group) <= _FEW:
            found.append(test)
        elif group[0] is test:
            files = len({other.file for other in group[1:]})
            found.append(TestRow(file=test.file, name=test.name, line=test.line, why=test.why, alike=len(group) - 1, files=files))
    return found


def apart(symbols: Iterable[ChangedSymbol]) -> tuple[list[ChangedSymbol], Quiet]:
    """What is listed of the changed symbols, and what is only counted: all that does not change what the product does."""
    listed: list[ChangedSymbol] = []
    comments = imports = moved = 0
    tests: list[str] = []
    for symbol in symbols:
        if symbol.change == "comment":
            comments += 1
        elif symbol.is_test:
            tests.append(symbol.file)
        elif _only_imports(symbol):
            imports += 1
        elif _only_moved_along(symbol):
            moved += 1
        else:
            listed.append(symbol)
    return listed, Quiet(comments=comments, tests=len(tests), test_files=len(set(tests)), imports=imports, moved=moved)


def _only_imports(symbol: ChangedSymbol) -> bool:
    modified = symbol.kind == "file" and symbol.changes == ("modified",)
    return modified and bool(symbol.details) and all(detail.startswith(_ONLY_IMPORTS) for detail in symbol.details)


def _only_moved_along(symbol: ChangedSymbol) -> bool:
    """Whether a symbol did no more than move with its file or with what it stands in, which is listed."""
    return symbol.changes == ("moved",) and len(symbol.details) == 1 and symbol.details[0].startswith("moved with ")


def only_imports(symbol: Impacted) -> bool:
    """Whether a file does no more to the change than import it."""
    last: Hop | None = symbol.path[-1] if symbol.distance == 1 and symbol.path else None
    return symbol.kind == "file" and last is not None and (last.type, last.reason) == ("REFERENCES", "import")


def foreign(answer: Answer) -> tuple[list[SkippedFile], tuple[tuple[str, int], ...]]:
    """Skipped files that deserve a line, and the endings of those in no supported language with their numbers, the most frequent first:
    prose, data and lock files are in every change."""
    listed = [file for file in answer.skipped if file.reason != UNSUPPORTED]
    endings = Counter(_ending(file.file) for file in answer.skipped if file.reason == UNSUPPORTED)
    return listed, tuple(sorted(endings.items(), key=lambda item: (-item[1], item[0])))


def _ending(path: str) -> str:
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    return f".{ending}" if dot and stem and ending else name


def rows_by_distance(symbols: Sequence[Impacted]) -> Iterable[tuple[int, list[Impacted]]]:
    """Distance → its symbols, nearest first; surest first within."""
    ordered = sorted(symbols, key=lambda symbol: (symbol.distance, -symbol.confidence, symbol.file, symbol.start_line, symbol.id))
    return ((distance, list(group)) for distance, group in groupby(ordered, key=lambda symbol: symbol.distance))
