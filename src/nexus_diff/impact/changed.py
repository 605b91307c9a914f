"""Which symbols a change adds, deletes, renames, moves or edits, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from nexus_diff.impact.comments import commented
from nexus_diff.impact.edits import edited, file_edited, idle, only_fields
from nexus_diff.impact.match import match_rest
from nexus_diff.impact.pairing import Matching, Side
from nexus_diff.impact.paths import modules_around
from nexus_diff.impact.values import CHANGE_ORDER, Change, Comparison, FileSymbols, Seed, Symbol
from nexus_diff.languages import REGISTRY
from nexus_diff.model.answer import ChangedSymbol, OldPlace
from nexus_diff.model.changes import FileChange
from nexus_diff.model.graph import Node

_HARMLESS = frozenset({"moved", "renamed", "comment"})
"""Kinds of change that nothing but the name or place depends on: no walk starts from them."""
_ONE_SIDED = frozenset({"added", "deleted", "renamed", "type"})
"""States of a file in which a side without symbols means that there are none (else: that the file was not parsed)."""


def compare(base: Mapping[str, FileSymbols], head: Mapping[str, FileSymbols], files: Iterable[FileChange]) -> Comparison:
    """How the symbols of the changed files differ. `base`, `head`: by path, at least the parsed files among `files` on that side; a file
    that is missing there although it exists was not parsed: its symbols are not compared."""
    whole, unparsed = _sides(base, head, files)
    matching = Matching(Side(old for _, old, _ in whole if old), Side(new for _, _, new in whole if new))
    for change, old, new in whole:
        if old and new:
            matching.add_files(old, new, change)
    match_rest(matching)
    found = [*_symbols(matching), *_files(whole), *(_unparsed(file) for file in unparsed)]
    reported = {item.change.symbol.id for item in found}
    found += [_comment(matching, place, detail) for place, detail in commented(matching, whole, reported)]
    found.sort(key=lambda item: (item.change.symbol.file, item.change.symbol.start_line, item.change.symbol.id))
    renames = {old_id: new_id for old_id, new_id in sorted(matching.head_of.items()) if old_id != new_id}
    seeds = sorted(Seed(item.change.symbol.id, item.base, item.head, item.importers, item.inward) for item in found if _walks(item))
    return Comparison(tuple(item.change for item in found), renames, tuple(seeds))


_Sides = list[tuple[FileChange, "FileSymbols | None", "FileSymbols | None"]]


class _Found(msgspec.Struct, frozen=True):
    """A change with the node ids of its two sides."""

    change: Change
    base: str = ""
    head: str = ""
    importers: bool = False
    inward: bool = False
    idle: bool = False


def _sides(
    base: Mapping[str, FileSymbols], head: Mapping[str, FileSymbols], files: Iterable[FileChange]
) -> tuple[_Sides, list[FileSymbols]]:
    """The files to compare with their two sides, and those that were parsed on one side only."""
    whole: _Sides = []
    unparsed: list[FileSymbols] = []
    for change in sorted(files, key=lambda change: (change.path, change.old_path)):
        old = None if change.status == "added" else base.get(change.old_path or change.path)
        new = None if change.status == "deleted" else head.get(change.path)
        if (old and new) or change.status in _ONE_SIDED:
            whole.append((change, old, new))
        elif old or new:
            unparsed += [file for file in (new or old,) if file]
    return whole, unparsed


def _walks(item: _Found) -> bool:
    return not item.idle and not _HARMLESS.issuperset(item.change.symbol.changes)


def _symbols(matching: Matching) -> Iterator[_Found]:
    for old in matching.free_base():
        home = matching.base.home[old.node.id]
        details = [*_namesakes(matching.head, old, "stay"), *_marks(home)]
        yield _Found(
            Change(_reported(old.node, old.kind, {"deleted"}, details, in_tests=_in_tests(matching.base, home, old.node)), old, None),
            base=old.node.id,
        )
    for new in matching.free_head():
        home = matching.head.home[new.node.id]
        details = [*_namesakes(matching.base, new, "were there"), *_marks(home)]
        yield _Found(
            Change(_reported(new.node, new.kind, {"added"}, details, in_tests=_in_tests(matching.head, home, new.node)), None, new),
            head=new.node.id,
        )
    for old_id, new_id in matching.head_of.items():
        if old_id not in matching.base.symbols:
            continue
        old, new = matching.base.symbols[old_id], matching.head.symbols[new_id]
        kinds, details = edited(matching, old, new)
        if kinds:
            was = old.node if kinds & {"moved", "renamed"} else None
            home = matching.head.home[new_id]
            symbol = _reported(new.node, new.kind, kinds, details + _marks(home), was, in_tests=_in_tests(matching.head, home, new.node))
            inward = kinds == {"modified"} and new.kind == "class" and only_fields(matching, old, new)
            yield _Found(Change(symbol, old, new), old_id, new_id, inward=inward, idle=idle(old, new, kinds, details))


def _namesakes(side: Side, symbol: Symbol, verb: str) -> Iterator[str]:
    """Says that the other side has definitions of the name as well: overloads, sections for one platform each."""
    if side.names[symbol.node.file_path, symbol.node.qualified_name]:
        yield f"one of several of this name, others {verb}"


def _files(whole: _Sides) -> Iterator[_Found]:
    for _, old, new in whole:
        if old and new:
            kinds, details, runs = file_edited(old, new)
            if kinds:
                was = old.file if kinds & {"moved", "renamed"} else None
                symbol = _reported(new.file, "file", kinds, details + _marks(new), was)
                yield _Found(Change(symbol), old.file.id, new.file.id, runs)
        elif old:
            change = Change(_reported(old.file, "file", {"deleted"}, _marks(old)))
            yield _Found(change, base=old.file.id, importers=REGISTRY[old.facts.language].imports_files)
        elif new:
            change = Change(_reported(new.file, "file", {"added"}, _marks(new)))
            yield _Found(change, head=new.file.id, importers=REGISTRY[new.facts.language].runs_on_import)


def _in_tests(side: Side, home: FileSymbols, node: Node) -> bool:
    """Whether a node stands in a test file or in a module for tests."""
    return home.file.is_test or any(key in side.symbols and side.symbols[key].node.is_test for key in modules_around(node))


def _unparsed(file: FileSymbols) -> _Found:
    details = ["was parsed on one side only: its symbols are not compared"]
    return _Found(Change(_reported(file.file, "file", {"modified"}, details)), file.file.id, file.file.id, True)


def _comment(matching: Matching, place: FileSymbols | Symbol, detail: str) -> _Found:
    details = [detail] if detail else []
    if isinstance(place, Symbol):
        old = matching.base.symbols[matching.base_of[place.node.id]]
        in_tests = _in_tests(matching.head, matching.head.home[place.node.id], place.node)
        return _Found(Change(_reported(place.node, place.kind, {"comment"}, details, in_tests=in_tests), old, place))
    return _Found(Change(_reported(place.file, "file", {"comment"}, details)))


def _marks(file: FileSymbols) -> list[str]:
    return [f"{mark} file" for mark in ("generated", "vendored") if mark in file.marks]


def _reported(
    node: Node, kind: str, kinds: set[str], details: list[str], was: Node | None = None, *, in_tests: bool = False
) -> ChangedSymbol:
    changes = tuple(change for change in CHANGE_ORDER if change in kinds)
    return ChangedSymbol(
        id=node.id,
        kind=kind,
        name=node.name,
        qualified_name=node.qualified_name,
        file=node.file_path,
        start_line=node.start_line,
        end_line=node.end_line,
        change=changes[0],
        changes=changes,
        details=tuple(details),
        old=OldPlace(file=was.file_path, name=was.name, start_line=was.start_line, end_line=was.end_line) if was else None,
        is_test=in_tests or node.is_test,
    )
