"""Where things stand in a file: what is around a symbol, and what a line of module code belongs to."""

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.languages import REGISTRY
from nexus_diff.model.graph import IMPORTS, GraphReader, Node

FUNCTIONS = ("Function", "Method")
CLASSES = ("Class", "Interface")
_HOLDERS = (*FUNCTIONS, *CLASSES, "CodeElement")


def is_named_test(node: Node) -> bool:
    """Whether a test runner collects this function or method; files that hold fixtures for others hold no tests."""
    if not node.is_test or node.label not in FUNCTIONS:
        return False
    language = REGISTRY.get(node.language)
    return language is None or node.file_path.rpartition("/")[2] not in language.fixture_files


class FileLayout:
    """The nodes of one file by nesting. `tests`: ids of what its test runner collects; `variants`: function → others of its name in its
    scope (a setter, overloads); `around`: symbol → the innermost one around it."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = [node for node in nodes if node.label in _HOLDERS]
        self.tests = [node.id for node in self.nodes if is_named_test(node)]
        self.variants: dict[str, list[str]] = {}
        for node in self.nodes:
            if node.label in FUNCTIONS and "#" in node.id:
                self.variants.setdefault(node.id.partition("#")[0], []).append(node.id)
        self.around: dict[str, Node] = {}
        open_nodes: list[Node] = []
        for node in sorted(self.nodes, key=lambda node: (node.start_line, -node.end_line, node.id)):
            while open_nodes and open_nodes[-1].end_line < node.start_line:
                open_nodes.pop()
            if open_nodes:
                self.around[node.id] = open_nodes[-1]
            open_nodes.append(node)
        classes = {node.qualified_name: node for node in self.nodes if node.label in CLASSES}
        outside = [node for node in self.nodes if node.label == "Method" and node.id not in self.around]
        self._outside = {node.id: cls for node in outside if (cls := classes.get(node.qualified_name.rpartition(".")[0])) is not None}
        self._methods: dict[str, list[Node]] = {}
        for node in self.nodes:
            outer = self.class_of(node.id) if node.label == "Method" else None
            if outer is not None:
                self._methods.setdefault(outer.id, []).append(node)

    def holder(self, line: int) -> Node | None:
        """The innermost symbol that has the line: the class of a statement in a class body, the function of a decorator."""
        best: Node | None = None
        for node in self.nodes:
            if node.start_line <= line <= node.end_line and (
                best is None or (node.start_line, -node.end_line) >= (best.start_line, -best.end_line)
            ):
                best = node
        return best

    def function_around(self, node_id: str) -> Node | None:
        """The innermost function that a symbol is defined in."""
        outer = self.around.get(node_id)
        while outer is not None and outer.label not in FUNCTIONS:
            outer = self.around.get(outer.id)
        return outer

    def class_of(self, node_id: str) -> Node | None:
        """The class that a method is a member of."""
        outer = self.around.get(node_id)
        if outer is None and node_id in self._outside:
            return self._outside[node_id]
        return outer if outer is not None and outer.label in CLASSES else None

    def methods(self, class_id: str) -> list[Node]:
        """Methods directly in a class."""
        return self._methods.get(class_id, [])


class Layouts:
    """Layouts and test marks of one graph, made when they are asked for."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph
        self._layouts: dict[str, FileLayout] = {}
        self._in_tests: dict[str, bool] = {}

    def of(self, path: str) -> FileLayout:
        """The layout of a file."""
        found = self._layouts.get(path)
        if found is None:
            found = self._layouts[path] = FileLayout(self._graph.nodes_in(path))
        return found

    def in_tests(self, path: str) -> bool:
        """Whether a file matches the test patterns."""
        found = self._in_tests.get(path)
        if found is None:
            node = self._graph.node("File:" + path)
            found = self._in_tests[path] = node is not None and node.is_test
        return found

    def tests_of(self, path: str) -> list[str]:
        """Ids of the tests in a file: functions and methods; the file itself where tests are anonymous callbacks."""
        if not self.in_tests(path):
            return []
        found = self.of(path).tests
        return found or (["File:" + path] if self.is_file_test(path) else [])

    def is_file_test(self, path: str) -> bool:
        """Whether the file as a whole is the unit that a runner runs: its language has no named tests, and it is no helper of others."""
        node = self._graph.node("File:" + path)
        if node is None or not node.is_test:
            return False
        language = REGISTRY.get(node.language)
        if language is None or language.is_test is not None:
            return False
        stem = path.rpartition("/")[2]
        if ".test." in stem or ".spec." in stem or "-test." in stem or "_test." in stem:
            return True
        return not any(True for _ in self._graph.incoming(node.id, IMPORTS, 0.0))
