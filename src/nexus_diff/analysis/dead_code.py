"""Dead code: symbols that nothing names, by no relation, no decorator, no string, and that nobody outside can use."""

# For maintainers. Wrong findings cost trust, missed ones cost nothing: whatever may use a symbol counts, guesses included. What is left are
# private functions, methods and classes without any trace of use.

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from nexus_diff.analysis.entry_points import FUNCTIONS, is_special
from nexus_diff.analysis.said import PRIVATE, Said
from nexus_diff.model.graph import HERITAGE, FileEntry, GraphReader, Node

LABELS = frozenset({"Function", "Method", "Class"})
USES = frozenset({"CALLS", "REFERENCES", "EXTENDS", "IMPLEMENTS", "OVERRIDES"})
_OVERRIDES = frozenset({"OVERRIDES", "IMPLEMENTS"})
INERT = frozenset(
    {
        "staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "wraps", "lru_cache", "cache", "contextmanager",
        "asynccontextmanager", "dataclass", "final", "total_ordering", "singledispatch", "deprecated",
    }
)  # fmt: skip
"""Last names of decorators that hand a function to nobody."""
_SPECIAL = re.compile(r"^_[a-z].*_$|\[|^<|^(?:anonymous|default)$")
"""Names that some program calls by convention (`_repr_html_`), computed ones, and those that stand for no name."""
_REPEATED = re.compile(r"#\d+$")
UNREAD = frozenset({"generated", "vendored", "test"})
"""Marks of files whose symbols are not looked at."""


class DeadCode:
    """The dead code of one graph. `said`: what a file says of itself; `outside`: whether a class has a base that is not in the repository;
    `named`: whether a name stands in a string or is a private attribute that is read; `mentioned`: whether the symbol's own file names it
    outside of itself; `entries`: ids of the entry points; `entry`: the entry of a file."""

    def __init__(
        self,
        graph: GraphReader,
        *,
        said: Callable[[str], Said],
        entry: Callable[[str], FileEntry | None],
        outside: Callable[[Node], bool],
        named: Callable[[str], bool],
        mentioned: Callable[[Node], bool],
        entries: frozenset[str],
    ) -> None:
        self._graph = graph
        self._said = said
        self._entry = entry
        self._outside = outside
        self._named = named
        self._mentioned = mentioned
        self._entries = entries

    def in_files(self, paths: Iterable[str]) -> Iterator[Node]:
        """The dead symbols of these files, in order; not those inside of dead ones."""
        for path in paths:
            end = 0
            for node in self._graph.nodes_in(path):
                if node.start_line > end and self.is_dead(node):
                    end = node.end_line
                    yield node

    def is_dead(self, node: Node) -> bool:
        """Whether nothing uses a symbol, nor can."""
        if node.label not in LABELS or node.is_exported or node.is_test or node.id in self._entries:
            return False
        if is_special(node) or _SPECIAL.search(node.name) or not self._is_read(node.file_path) or not self._stands_alone(node):
            return False
        if self._is_used(node) or self._is_registered(node) or self._is_member_of_more(node):
            return False
        return not self._named(node.name) and not self._mentioned(node)

    def _is_read(self, path: str) -> bool:
        entry = self._entry(path)
        return (
            entry is not None
            and bool(entry.language)
            and not entry.skipped
            and UNREAD.isdisjoint(entry.marks)
            and not path.endswith(".d.ts")
        )

    def _stands_alone(self, node: Node) -> bool:
        """Whether it is a symbol of its own: at the top of a file, in a function, or a private method of a class. What stands in an object
        or is assigned to one belongs to whoever gets it, and so do the other methods of a class, and all of a registered one, whose
        template may name them."""
        if _REPEATED.search(node.id) or self._graph.node(f"{node.id}#2") is not None:
            return False
        outer = node.qualified_name.removesuffix(node.name).rstrip(".")
        holders = [other for other in self._graph.nodes_in(node.file_path) if outer and other.qualified_name == outer]
        if node.label == "Method":
            classes = [holder for holder in holders if holder.label == "Class"]
            return node.name.startswith(PRIVATE) and bool(classes) and not any(map(self._is_registered, classes))
        return not outer or any(holder.label in FUNCTIONS or holder.label == "Class" for holder in holders)

    def _is_used(self, node: Node) -> bool:
        """Whether anything but itself, and what stands in it, names it, or a member of it if it is a class."""
        parts = [node]
        if node.label == "Class":
            parts += [other for other in self._graph.nodes_in(node.file_path) if other.id != node.id and self._is_inside(other.id, node)]
        return any(not self._is_inside(relation.source, node) for part in parts for relation in self._graph.incoming(part.id, USES, 0.0))

    def _is_inside(self, node_id: str, outer: Node) -> bool:
        if node_id == outer.id:
            return True
        node = self._graph.node(node_id)
        return (
            node is not None
            and node.label != "File"
            and node.file_path == outer.file_path
            and outer.start_line <= node.start_line
            and node.end_line <= outer.end_line
            and node.qualified_name.startswith(outer.qualified_name + ".")
        )

    def _is_registered(self, node: Node) -> bool:
        for name, line, decorators in self._said(node.file_path).decorated:
            if (name, line) == (node.qualified_name, node.start_line):
                return any(decorator.rpartition(".")[2] not in INERT for decorator in decorators) or not decorators
        return False

    def _is_member_of_more(self, node: Node) -> bool:
        """Whether it overrides something, or may: its class, or one above, has a base that nobody knows here."""
        if any(True for _ in self._graph.outgoing(node.id, _OVERRIDES, 0.0)):
            return True
        outer = node.qualified_name.rpartition(".")[0]
        classes = [other for other in self._graph.nodes_in(node.file_path) if other.qualified_name == outer and other.label == "Class"]
        seen: set[str] = set()
        while classes:
            cls = classes.pop()
            if cls.id in seen:
                continue
            seen.add(cls.id)
            if self._outside(cls):
                return True
            above = (self._graph.node(relation.target) for relation in self._graph.outgoing(cls.id, HERITAGE, 0.0))
            classes += [base for base in above if base is not None]
        return False
