"""A graph in memory, and two versions of source texts turned into a comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher

import pytest
from memory import MemoryRecord, MemoryTree

from nexus_diff.extract import extract
from nexus_diff.impact import Comparison, FileSymbols, breaking_call_sites, compare, file_symbols
from nexus_diff.impact.breaking_case import Side as BreakingSide
from nexus_diff.languages import by_suffix
from nexus_diff.link import link_tree
from nexus_diff.link.nodes import file_node, nodes_of
from nexus_diff.link.view import View
from nexus_diff.model.changes import FileChange, Hunk
from nexus_diff.model.graph import FileEntry, Node, Relation

Edge = (
    tuple[str, str]
    | tuple[str, str, float]
    | tuple[str, str, float, str]
    | tuple[str, str, float, str, int]
    | tuple[str, str, float, str, int, str]
)
Compared = Callable[..., Comparison]


class MemoryGraph:
    """A GraphReader over relations written as (source, target, confidence, type, line, reason)."""

    def __init__(self, edges: Iterable[Edge], extra: Iterable[str] = ()) -> None:
        self.relations = sorted({self._relation(*edge) for edge in edges})
        ids = {end for relation in self.relations for end in (relation.source, relation.target)} | set(extra)
        self.nodes = {key: self._node(key) for key in ids}
        self.asked: list[str] = []
        self._in: dict[str, list[Relation]] = {}
        self._out: dict[str, list[Relation]] = {}
        for relation in self.relations:
            self._in.setdefault(relation.target, []).append(relation)
            self._out.setdefault(relation.source, []).append(relation)

    @staticmethod
    def _relation(
        source: str, target: str, confidence: float = 0.95, type_: str = "CALLS", line: int = 1, reason: str = "made up"
    ) -> Relation:
        return Relation(source, target, type_, line, reason, confidence)

    @staticmethod
    def _node(key: str) -> Node:
        label, path, name = [*key.split(":", 2), "", ""][:3]
        return Node(key, label, name.rsplit(".", 1)[-1] or path, name or path, path, 1, 9, "python", False, name.startswith("test_"))

    def node(self, node_id: str) -> Node | None:
        return self.nodes.get(node_id)

    def nodes_in(self, path: str) -> Iterable[Node]:
        return [node for node in self.nodes.values() if node.file_path == path]

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        self.asked.append(node_id)
        return [r for r in self._in.get(node_id, ()) if r.type in types and r.confidence >= min_confidence]

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self._out.get(node_id, ()) if r.type in types and r.confidence >= min_confidence]

    def files(self) -> Iterator[FileEntry]:
        return iter(())


@pytest.fixture(scope="session")
def graph() -> type[MemoryGraph]:
    return MemoryGraph


def _hunks(old: str | None, new: str | None) -> tuple[Hunk, ...]:
    matcher = SequenceMatcher(None, (old or "").splitlines(), (new or "").splitlines(), autojunk=False)
    return tuple(Hunk(i + 1, j - i, k + 1, m - k) for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal")


def _symbols(path: str, text: str | None, marks: frozenset[str]) -> FileSymbols | None:
    language = by_suffix(path)
    if language is None or text is None:
        return None
    facts = extract(text.encode(), language)
    entry = FileEntry(path, "0" * 40, language.name, "", marks)
    return file_symbols(file_node(entry, facts.line_count), nodes_of(entry, facts, language), facts, marks)


def _changes(old: Mapping[str, str | None], new: Mapping[str, str | None], renames: Mapping[str, str]) -> Iterator[FileChange]:
    for path in sorted(old.keys() | new.keys()):
        source = renames.get(path, path)
        if path in renames.values() and path not in new:
            continue
        if path not in new:
            yield FileChange("deleted", path, path, "1" * 40, "", _hunks(old[path], ""))
        elif source not in old:
            yield FileChange("added", path, path, "", "1" * 40, _hunks("", new[path]))
        elif source != path or old[path] != new[path]:
            status = "renamed" if source != path else "modified"
            yield FileChange(status, path, source, "1" * 40, "2" * 40, _hunks(old[source], new[path]))


def _reversed(change: FileChange) -> FileChange:
    status = {"added": "deleted", "deleted": "added"}.get(change.status, change.status)
    hunks = tuple(Hunk(hunk.new_start, hunk.new_count, hunk.old_start, hunk.old_count) for hunk in change.hunks)
    return FileChange(status, change.old_path, change.path, change.new_oid, change.old_oid, hunks)


@pytest.fixture(scope="session")
def compared() -> Compared:
    """compared(old files, new files, {new path: old path} of renamed files, marks) → Comparison; `backwards` from new to old.
    A text of None stands for a file that was not parsed."""

    def run(
        old: Mapping[str, str | None],
        new: Mapping[str, str | None],
        renames: Mapping[str, str] | None = None,
        marks: frozenset[str] = frozenset(),
        backwards: bool = False,
    ) -> Comparison:
        sides = [{path: _symbols(path, text, marks) for path, text in files.items()} for files in (old, new)]
        parsed = [{path: symbols for path, symbols in side.items() if symbols is not None} for side in sides]
        changes = list(_changes(old, new, renames or {}))
        if backwards:
            return compare(parsed[1], parsed[0], [_reversed(change) for change in changes])
        return compare(parsed[0], parsed[1], changes)

    return run


_HARMLESS = {"comment", "renamed", "moved"}
_NOTHING_RUNS = re.compile(
    r"signature \S+: (?:is (?:now|no longer) (?:final|sealed|readonly)|is now (?:exported|public)|is no longer private"
    r"|is no longer private, is now protected|is now public, is now final)"
)


@pytest.fixture(scope="session")
def kinds(compared: Compared) -> Callable[[Mapping[str, str], Mapping[str, str]], list[str]]:
    """kinds(old files, new files) → what is said of each changed symbol; walks start when one of them changes what runs."""

    def run(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
        found = compared(old, new)
        said = [f"{'+'.join(s.changes)} {s.qualified_name}{': ' if s.details else ''}{', '.join(s.details)}" for s in found.symbols]
        walks = [text for text in said if not _HARMLESS.issuperset(text.split()[0].split("+")) and not _NOTHING_RUNS.fullmatch(text)]
        assert bool(found.seeds) == bool(walks)
        return said

    return run


class LinkedGraph(MemoryGraph):
    """A GraphReader over a linked tree, with the nodes that linking made."""

    def __init__(self, record: MemoryRecord) -> None:
        super().__init__([])
        self.nodes = {node.id: node for nodes in record.nodes.values() for node in nodes}
        for relation in record.relations():
            self._in.setdefault(relation.target, []).append(relation)
            self._out.setdefault(relation.source, []).append(relation)


Broke = Callable[..., list[str]]


@pytest.fixture(scope="session")
def broken() -> Broke:
    """broken(old files, new files, {new path: old path} of renamed files) → "file:line kind: message", "+" before what is in the diff."""

    def run(old: Mapping[str, str], new: Mapping[str, str], renames: Mapping[str, str] | None = None) -> list[str]:
        changes = list(_changes(old, new, renames or {}))
        sides, parsed = [], []
        for files in (old, new):
            tree = MemoryTree(files)
            record = MemoryRecord(link_tree(tree))
            sides.append(BreakingSide(LinkedGraph(record), View(tree, record)))
            parsed.append({path: found for path, text in files.items() if (found := _symbols(path, text, frozenset())) is not None})
        comparison = compare(parsed[0], parsed[1], changes)
        found = breaking_call_sites(comparison, sides[0], sides[1], changes).sites
        return [f"{'+' if site.in_diff else ''}{site.file}:{site.line} {site.kind}: {site.message}" for site in found]

    return run
