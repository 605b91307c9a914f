"""One revision under one configuration: places of files, imports that count, and edges with their evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

from nexus_diff.config.architecture import Allow, ArchitectureConfig, Rule
from nexus_diff.link.confidence import CERTAIN, is_named
from nexus_diff.link.nodes import file_id
from nexus_diff.model.graph import IMPORT, PARENT_IMPORT, TYPE_IMPORT, FileLinks
from nexus_diff.rules.allow import Allowances
from nexus_diff.rules.parts import Parts, Place
from nexus_diff.rules.values import EDGE_TYPES, Code, Edge

Imports = Mapping[str, tuple[str, ...]]
"""File → files that it imports, sorted."""
_NOTHING = FileLinks()
_NONE: dict[str, int] = {}
_fields = attrgetter("path", "line", "reason")


class View:
    """What rules ask. Everything is worked out when it is asked for, and kept."""

    def __init__(
        self, code: Code, parts: Parts, settings: ArchitectureConfig, allow: Iterable[Allow] = (), rules: Iterable[Rule] = ()
    ) -> None:
        self.code = code
        self.parts = parts
        self.settings = settings
        self.allowances = Allowances(allow)
        self.rules = tuple(rules)
        self.why = {rule.id: rule.why for rule in self.rules}
        self._lines: dict[str, dict[str, int]] | None = None
        self._by_part: dict[str, list[str]] | None = None
        self._files: tuple[str, ...] | None = None
        self._allowed: dict[str, Imports] = {}

    def files(self) -> tuple[str, ...]:
        """All files, sorted."""
        if self._files is None:
            self._files = tuple(sorted(self.code.files()))
        return self._files

    def place(self, path: str) -> Place:
        """Where a file stands."""
        return self.parts.place(path)

    def files_of(self, part: str) -> list[str]:
        """Files of a part, sorted."""
        if self._by_part is None:
            self._by_part = {}
            for path in self.files():
                self._by_part.setdefault(self.place(path).part, []).append(path)
        return self._by_part.get(part, [])

    def links(self, path: str) -> FileLinks:
        """What a file depends on."""
        return self.code.links().get(path, _NOTHING)

    def types(self, rule: Rule) -> frozenset[str]:
        """Relation types that a rule looks at."""
        return frozenset(EDGE_TYPES[name] for name in rule.edges or self.settings.edges)

    def counted(self, reason: str) -> bool:
        """Whether an import for this reason counts."""
        return reason != PARENT_IMPORT and (reason != TYPE_IMPORT or self.settings.type_only)

    def lines(self, path: str) -> dict[str, int]:
        """Files that a file imports, with the first line of each."""
        return self._all_lines().get(path, _NONE)

    def _all_lines(self) -> dict[str, dict[str, int]]:
        if self._lines is None:
            reasons = {reason for reason in (IMPORT, TYPE_IMPORT, PARENT_IMPORT) if self.counted(reason)}
            self._lines = {}
            for path, links in self.code.links().items():
                found: dict[str, int] = {}
                for target, line, reason in map(_fields, links.imports):
                    if reason in reasons and line < found.get(target, 1 << 60):
                        found[target] = line
                if found:
                    self._lines[path] = found
        return self._lines

    def imports(self, rule: str) -> Imports:
        """The import graph, without the edges that the rule is told to let pass."""
        if not self.allowances.of(rule):
            rule = ""
        found = self._allowed.get(rule)
        if found is None:
            found = {path: tuple(sorted(targets)) for path, targets in self._all_lines().items()}
            if rule:
                found = {path: tuple(t for t in targets if not self._passes(rule, path, t)) for path, targets in found.items()}
            self._allowed[rule] = found
        return found

    def _passes(self, rule: str, path: str, target: str) -> bool:
        return self.allowances.allowed(rule, (path, self.place(path).name), (target, self.place(target).name))

    def pairs(self, path: str, types: frozenset[str]) -> Iterator[tuple[str, str]]:
        """(other file, relation type) for everything that a file depends on."""
        if "IMPORTS" in types:
            yield from ((target, "IMPORTS") for target in self.lines(path))
        yield from (pair for pair in self.links(path).uses if pair[1] in types)

    def import_edge(self, path: str, target: str) -> Edge:
        """The first import of one file by another."""
        reasons = {i.line: i.reason for i in self.links(path).imports if i.path == target and self.counted(i.reason)}
        line = min(reasons, default=0)
        return Edge(file_id(path), file_id(target), "IMPORTS", path, line, CERTAIN, reasons.get(line, "import"))

    def edges(self, path: str, target: str, type_: str) -> list[Edge]:
        """The dependencies of one type of a file on another, the first of each pair of symbols, sorted."""
        if type_ == "IMPORTS":
            return [self.import_edge(path, target)]
        found: dict[tuple[str, str], Edge] = {}
        for r in self.code.relations(path):
            if r.type != type_ or r.confidence < self.settings.min_confidence or not is_named(r.reason):
                continue
            node = self.code.node(r.target)
            if node is not None and node.file_path == target:
                edge = Edge(r.source, r.target, r.type, path, r.line, r.confidence, r.reason)
                key = (r.source, r.target)
                if key not in found or edge.line < found[key].line:
                    found[key] = edge
        return sorted(found.values())

    def symbol_name(self, node_id: str) -> str:
        """Dotted name of a node: that of its file (or folder, see `Place`) and its own."""
        node = self.code.node(node_id)
        if node is None:
            return node_id.partition(":")[2]
        place = self.place(node.file_path)
        if node.label == "File":
            return place.name
        return f"{place.home}.{node.qualified_name}" if place.home else node.qualified_name

    def path_of(self, node_id: str) -> str:
        """File of a node."""
        node = self.code.node(node_id)
        return node.file_path if node is not None else node_id.partition(":")[2]
