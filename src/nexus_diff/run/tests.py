"""The tests of one comparison: where their closure starts, what steers whole runs, and which changed code has none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from nexus_diff.impact import Change, Comparison
from nexus_diff.impact.edits import MODULE_CODE
from nexus_diff.impact.tests import Selection, Start, affected_tests
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.impact.tests_gaps import gaps
from nexus_diff.impact.tests_steering import steering
from nexus_diff.index.indexer import Side
from nexus_diff.languages import by_suffix
from nexus_diff.model.answer import Answer, ChangedSymbol, TestGap
from nexus_diff.model.changes import FileChange
from nexus_diff.model.words import listed
from nexus_diff.run.known import Facts

MOST_NAMED = 3
_SYSTEM_HEADER = re.compile(r"import of `<(?:sys/)?[\w.]+>` ")
"""The detail of an include of the language's library or the system."""


class Tests(msgspec.Struct, frozen=True):
    """`notices`: changed files that selection cannot follow."""

    __test__ = False

    selection: Selection
    gaps: tuple[TestGap, ...]
    notices: tuple[str, ...]


def tests_of(base: Side, head: Side, changes: Sequence[FileChange], symbols: Comparison) -> Tests:
    """Affected tests and gaps of a comparison."""
    callers = Callers(head.reader, Facts(head))
    before = Callers(base.reader, Facts(base))
    steers, unfollowed = steering(changes, head.tree.files())
    selection = affected_tests(before, callers, starts(symbols), steers, symbols.renames)
    return Tests(selection, gaps(callers, symbols.symbols), tuple(_unfollowed(unfollowed)))


def with_tests(answer: Answer, tests: Tests) -> Answer:
    """The answer with its tests."""
    selected = tests.selection.tests
    return msgspec.structs.replace(
        answer,
        summary=msgspec.structs.replace(answer.summary, affected_tests=len(selected)),
        changed_symbols=counted(answer.changed_symbols, tests.selection.reaching),
        affected_tests=selected,
        test_gaps=tests.gaps,
        cut={**answer.cut, **tests.selection.cut},
    )


def counted(symbols: Iterable[ChangedSymbol], reaching: Mapping[str, int]) -> tuple[ChangedSymbol, ...]:
    """The changed symbols with the number of tests that reach each; none reaches what only comments changed in."""
    if not reaching:
        return tuple(symbols)
    return tuple(msgspec.structs.replace(symbol, tests=reaching.get(symbol.id, 0)) for symbol in symbols)


def starts(symbols: Comparison) -> Iterator[Start]:
    """Every changed symbol that is more than comments: those that walks start from, and what only has another name or place."""
    idle = {change.symbol.id for change in symbols.changes if _only_names(change)}
    for seed in symbols.seeds:
        if seed.via not in idle:
            yield Start(seed.base, seed.head, seed.importers)
    for change in symbols.changes:
        if {"moved", "renamed"}.isdisjoint(change.symbol.changes):
            continue
        if change.base is not None and change.head is not None:
            yield Start(change.base.node.id, change.head.node.id)
        elif change.symbol.kind == "file" and change.symbol.old is not None:
            yield Start("File:" + change.symbol.old.file, change.symbol.id, True)


def _only_names(change: Change) -> bool:
    """Whether a file has other imports and nothing else, in a language whose imports only name things: who uses these changed as well."""
    symbol = change.symbol
    if symbol.kind != "file" or symbol.changes != ("modified",) or MODULE_CODE in symbol.details:
        return False
    language = by_suffix(symbol.file)
    if language is not None and language.includes:
        return all(_SYSTEM_HEADER.match(detail) for detail in symbol.details)
    return language is not None and not language.runs_on_import


def _unfollowed(files: Sequence[str]) -> Iterator[str]:
    if files:
        named = listed(files, MOST_NAMED)
        count = "1 changed file is" if len(files) == 1 else f"{len(files)} changed files are"
        yield f"{count} no code that can be followed ({named}): tests that depend on such files are not listed"
