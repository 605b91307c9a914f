"""Tiny repositories in memory, judged by rules: sources before and after in, violations out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from memory import MemoryRecord, MemoryTree, link

from nexus_diff.config import Config, load
from nexus_diff.impact import compare, file_symbols
from nexus_diff.languages import REGISTRY
from nexus_diff.link.nodes import file_node, nodes_of
from nexus_diff.model.answer import LayerViolation
from nexus_diff.model.changes import FileChange
from nexus_diff.model.graph import FileLinks, Node, Relation
from nexus_diff.rules.judge import Change, check, judge
from nexus_diff.rules.parts import Parts
from nexus_diff.rules.view import View

Sources = Mapping[str, str]


class MemoryCode:
    """`rules.values.Code` over linked sources."""

    def __init__(self, sources: Sources) -> None:
        self.tree = MemoryTree(sources)
        self.record: MemoryRecord = link(sources)
        self._nodes: dict[str, Node] = {node.id: node for nodes in self.record.nodes.values() for node in nodes}
        self._relations = self.record.relations()

    def files(self) -> Iterable[str]:
        return [path for path, entry in self.tree.files().items() if entry.language in REGISTRY]

    def manifests(self) -> Iterable[str]:
        return [path for path, entry in self.tree.files().items() if entry.language == "manifest"]

    def is_test(self, path: str) -> bool:
        return "test" in self.tree.files()[path].marks

    def links(self) -> Mapping[str, FileLinks]:
        return {path: output.links for path, output in self.record.outputs.items() if path}

    def relations(self, path: str) -> Iterable[Relation]:
        output = self.record.outputs.get(path)
        return output.relations if output is not None else ()

    def node(self, node_id: str) -> Node | None:
        return self._nodes.get(node_id)

    def nodes_in(self, path: str) -> Iterable[Node]:
        return sorted(self.record.nodes.get(path, ()), key=lambda node: (node.start_line, -node.end_line, node.id))

    def incoming(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self._relations if r.target == node_id and r.type in types and r.confidence >= min_confidence]

    def outgoing(self, node_id: str, types: frozenset[str], min_confidence: float) -> Iterable[Relation]:
        return [r for r in self._relations if r.source == node_id and r.type in types and r.confidence >= min_confidence]


def view(sources: Sources, config: Config) -> View:
    """One side."""
    return View(MemoryCode(sources), Parts(config.parts), config.architecture, config.allow, config.rules)


def changes(before: Sources, after: Sources, moved: Mapping[str, str]) -> list[FileChange]:
    """What git would say; `moved`: old path → new path."""
    found = []
    for path in sorted(before.keys() | after.keys()):
        if path in moved.values():
            old = next(key for key, value in moved.items() if value == path)
            found.append(FileChange("renamed", path, old, "1" * 40, "2" * 40))
        elif path in moved:
            continue
        elif path not in before:
            found.append(FileChange("added", path, path, "", "2" * 40))
        elif path not in after:
            found.append(FileChange("deleted", path, path, "1" * 40, ""))
        elif before[path] != after[path]:
            found.append(FileChange("modified", path, path, "1" * 40, "2" * 40))
    return found


def _symbols(sources: Sources, paths: Iterable[str]) -> Iterator[tuple[str, object]]:
    tree = MemoryTree(sources)
    for path in paths:
        entry = tree.files().get(path)
        facts = tree.facts(path) if entry is not None else None
        if entry is not None and facts is not None:
            node = file_node(entry, facts.line_count)
            yield path, file_symbols(node, nodes_of(entry, facts, REGISTRY[entry.language]), facts, entry.marks)


def judged(config: str, before: Sources, after: Sources, moved: Mapping[str, str] | None = None) -> list[LayerViolation]:
    """Violations of a change."""
    settings = load({"nexus-diff.toml": config})
    files = changes(before, after, moved or {})
    renames = compare(
        dict(_symbols(before, (change.old_path for change in files))),  # type: ignore[arg-type]
        dict(_symbols(after, (change.path for change in files))),  # type: ignore[arg-type]
        files,
    ).renames
    touched = frozenset(path for change in files for path in (change.path, change.old_path))
    base, head = view(before, settings), view(after, settings)
    links = (base.code.links(), head.code.links())
    touched |= {path for path in before.keys() & after.keys() if links[0].get(path) != links[1].get(path)}
    return judge(base, head, settings.rules, Change(renames, touched))


def checked(config: str, sources: Sources) -> list[LayerViolation]:
    """Violations of one revision."""
    settings = load({"nexus-diff.toml": config})
    return check(view(sources, settings), settings.rules)


def shown(violation: LayerViolation) -> str:
    """One line: rule, status, and the chain with `+` at added hops: `+src/a.py:1 IMPORTS → src/b.py`."""
    hops = [f"{'+' if hop.added else ''}{hop.file}:{hop.line} {hop.id.partition(':')[2]} {hop.type}" for hop in violation.path]
    return " → ".join([f"{violation.rule} {violation.status}: ", *hops, violation.target.partition(":")[2]])
