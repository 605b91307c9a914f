"""What a change does to what only the whole graph tells: processes, cycles, dead code, and the communities of what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

import msgspec

from nexus_diff.analysis.belonging import neighbours_community
from nexus_diff.analysis.cycles import LEVELS, cycle_changes, imports, package_of
from nexus_diff.analysis.dead_code import LABELS, USES, DeadCode
from nexus_diff.analysis.entry_points import Choice
from nexus_diff.analysis.frameworks import entry_points
from nexus_diff.analysis.process_changes import Flows, Touched, process_changes
from nexus_diff.analysis.said import KIND, Said, decode, is_named, mentioned
from nexus_diff.config import Config
from nexus_diff.index.graphs import all_links
from nexus_diff.index.indexer import Side
from nexus_diff.model.answer import Answer, ChangedSymbol, CycleChange
from nexus_diff.model.answer import DeadCode as DeadSymbol
from nexus_diff.model.changes import FileChange
from nexus_diff.model.graph import CALL_THRESHOLD, Node
from nexus_diff.run.known import Facts
from nexus_diff.store import Whole

MOST_CANDIDATES = 5_000
"""Symbols that are asked whether the change made them dead."""


class Spoken:
    """What the files of one side say of themselves, read as it is asked for."""

    def __init__(self, side: Side) -> None:
        self._reader = side.reader
        self._said: dict[str, Said] = {}

    def of(self, path: str) -> Said:
        """What one file says."""
        found = self._said.get(path)
        if found is None:
            data = self._reader.blob(KIND, path)
            found = self._said[path] = Said() if data is None else decode(data)
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """Names that stand in any string."""
        return frozenset(word for _, data in self._reader.blobs(KIND) for word in decode(data).words)

    @cached_property
    def globs(self) -> tuple[str, ...]:
        """Those of them with something put in when they run."""
        return tuple(sorted(word for word in self.words if "*" in word))

    def decorators(self, node: Node) -> tuple[str, ...]:
        """Names of the decorators of a symbol."""
        for name, line, decorators in self.of(node.file_path).decorated:
            if (name, line) == (node.qualified_name, node.start_line):
                return decorators
        return ()


def dead_code_of(side: Side, spoken: Spoken, entries: Iterable[str]) -> DeadCode:
    """The dead code of one side. `entries`: ids of its entry points."""
    facts = Facts(side)
    return DeadCode(
        side.reader,
        said=spoken.of,
        entry=side.reader.entry,
        outside=lambda cls: bool(facts.outside(cls)),
        named=lambda name: is_named(name, spoken.words, spoken.globs),
        mentioned=lambda node: _mentioned(side, node),
        entries=frozenset(entries),
    )


def _mentioned(side: Side, node: Node) -> bool:
    facts = side.tree.facts(node.file_path)
    return facts is None or mentioned(facts, node.qualified_name, node.start_line, node.name)


def with_whole(
    answer: Answer, base: Side, head: Side, whole: Whole, config: Config, changes: Sequence[FileChange], renames: dict[str, str]
) -> Answer:
    """The answer with these sections. `whole`: of base; `answer`: with its changed and impacted symbols; `renames`: base id → head id."""
    touched = touched_by(answer, renames)
    flows = Flows(tuple(whole.processes()), whole.entries())
    known = entry_points(head.reader)
    choice = Choice(config.entry_points)
    spoken = Spoken(head)
    found = process_changes(base.reader, head.reader, flows, known, lambda node: not choice.removes(node, spoken.decorators(node)), touched)
    cycles = cycles_changed(base, head, changes)
    entered = [*(entry.id for entry in flows.entries.known), *(entry.id for entry in known)]
    dead, cut = _Dying(base, head, spoken, entered, touched).changes(answer)
    left = {"entry points whose processes were not followed": found.cut, "symbols not asked whether they are dead": cut}
    return msgspec.structs.replace(
        answer,
        summary=msgspec.structs.replace(answer.summary, processes=len(found.found)),
        changed_symbols=_with_communities(answer.changed_symbols, head, whole, touched),
        processes=found.found,
        cycles=cycles,
        dead_code=dead,
        cut={**answer.cut, **{what: number for what, number in left.items() if number}},
    )


def touched_by(answer: Answer, renames: dict[str, str]) -> Touched:
    """What the changed and impacted symbols of an answer touch."""
    real = [symbol for symbol in answer.changed_symbols if symbol.change != "comment"]
    return Touched(
        changed=frozenset(symbol.id for symbol in real if symbol.change != "deleted"),
        added=frozenset(symbol.id for symbol in real if symbol.change == "added"),
        deleted=frozenset(symbol.id for symbol in real if symbol.change == "deleted"),
        impacted={renames.get(symbol.id, symbol.id): symbol.distance for symbol in answer.reached},
        renames=renames,
    )


def cycles_changed(base: Side, head: Side, changes: Sequence[FileChange]) -> tuple[CycleChange, ...]:
    """Cycles of imports that the change brings or mends."""
    before, after = all_links(base.reader), all_links(head.reader)
    moved = {change.old_path: change.path for change in changes if change.old_path and change.old_path != change.path}
    packages = {package_of(old): package_of(new) for old, new in sorted(moved.items())}
    living = {package_of(entry.path) for entry in head.reader.files()} if packages else set()
    here: dict[str, Callable[[str], str]] = {
        "file": lambda path: moved.get(path, path),
        "package": lambda folder: folder if folder in living else packages.get(folder, folder),
    }
    found: list[CycleChange] = []
    for level in LEVELS:
        old, new = imports(before, level), imports(after, level)
        if old != new:
            found += cycle_changes(old, new, level, here[level])
    return tuple(sorted(found, key=lambda c: (c.status != "new", c.level, c.members)))


class _Dying:
    """Which symbols nothing uses any more, and which dead ones are used again or gone."""

    def __init__(self, base: Side, head: Side, spoken: Spoken, entries: Iterable[str], touched: Touched) -> None:
        entered = list(entries)
        self._base, self._head, self._touched = base, head, touched
        self._old = {new: old for old, new in touched.renames.items()}
        self._before = dead_code_of(base, Spoken(base), entered)
        self._after = dead_code_of(head, spoken, entered)

    def changes(self, answer: Answer) -> tuple[tuple[DeadSymbol, ...], int]:
        """Both kinds, new ones first, and how many symbols were not asked."""
        asked = sorted(self._candidates(answer.changed_symbols))
        found = [change for node_id in asked[:MOST_CANDIDATES] if (change := self._change(node_id)) is not None]
        gone = (self._base.reader.node(node_id) for node_id in sorted(self._touched.deleted))
        found += [_dead("fixed", node) for node in gone if node is not None and self._before.is_dead(node)]
        return tuple(sorted(found, key=lambda dead: (dead.status != "new", dead.file, dead.id))), max(0, len(asked) - MOST_CANDIDATES)

    def _candidates(self, symbols: Iterable[ChangedSymbol]) -> set[str]:
        """Head's ids of what changed code is, uses, or used."""
        found = set(self._touched.added)
        for symbol in symbols:
            if symbol.change == "comment":
                continue
            old = symbol.id if symbol.change == "deleted" else self._old.get(symbol.id, symbol.id)
            found.update(self._touched.here(relation.target) for relation in self._base.reader.outgoing(old, USES, CALL_THRESHOLD))
            if symbol.change != "deleted":
                found.add(symbol.id)
                found.update(relation.target for relation in self._head.reader.outgoing(symbol.id, USES, CALL_THRESHOLD))
        return found

    def _change(self, node_id: str) -> DeadSymbol | None:
        node = self._head.reader.node(node_id)
        if node is None or node.label not in LABELS:
            return None
        before = self._base.reader.node(self._old.get(node_id, node_id)) if node_id not in self._touched.added else None
        dead, was = self._after.is_dead(node), before is not None and self._before.is_dead(before)
        return None if dead == was else _dead("new" if dead else "fixed", node)


def _dead(status: str, node: Node) -> DeadSymbol:
    return DeadSymbol(status=status, id=node.id, file=node.file_path, name=node.qualified_name)


def _with_communities(symbols: Sequence[ChangedSymbol], head: Side, whole: Whole, touched: Touched) -> tuple[ChangedSymbol, ...]:
    """Each symbol with its community in base; a new one with that of most of its neighbours."""
    old = {new: before for before, new in touched.renames.items()}

    def community_of(node_id: str) -> str:
        return whole.community_of(old.get(node_id, node_id))

    made = []
    for symbol in symbols:
        name = community_of(symbol.id)
        if not name and symbol.id in touched.added:
            name = neighbours_community(head.reader, symbol.id, community_of)
        made.append(msgspec.structs.replace(symbol, community=name) if name else symbol)
    return tuple(made)
