"""One step backwards for test selection: what may have run, or decided, a symbol. Wider than a call graph, in ways that were measured."""

# For maintainers. On the run-time traces of flask, click and rich (benchmarks/tests.py) calls alone find 86-95 % of the tests that execute
# a function; their bounds by kind, each kept because leaving it out costs recall, or letting it run free costs selection for no recall:
# * A function handed on or named as a value is reached from whoever names it.
# * Module code that belongs to a class body, a constant or a decorator counts for that symbol, not for the file.
# * What is defined inside a test function runs only where that test runs; test code is never reached from production code through a
#   callback or an override, but from whoever creates it. (Selected share: 55 → 41 % on flask, no recall lost.) Nor is a stand-in that one
#   test file defines reached from another one that calls what it stands in for and does not name it.
# * A decorated function has its callers already: the wrapper around it calls every decorated one, so that way is not taken.
# * A method nobody seems to call is called by a library, an operator or a protocol: whoever creates the class may run it. Without bound
#   for dunder methods and for what overrides a library's method, near the change only for others. Tests that call it are no evidence of
#   who else does, where a library may know its name.
# * An object that a library is given may have its methods called there, if libraries know them by name (`write`, `dumps`, operators): by
#   whoever handed it over. (Without the list of names: selected share 53 → 70 % on flask, recall 99.2 → 99.8 %.)
# * A framework that calls what was registered with it does not know the other package: whoever imports that package does. Compiled code
#   that names what it calls knows it, whatever it imports.
# * Links below LEAST (bare names, guesses) are followed next to the change only: further out they cost selection and found nothing.

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.reverse import FANNING
from nexus_diff.impact.tests_layout import CLASSES, Layouts, is_named_test
from nexus_diff.impact.tests_links import GUESSED, IMPLICIT, LEAST, NEAR, OWNER, RUNNER, Known, Link, Links, NothingKnown, best_links
from nexus_diff.impact.tests_live import Packages
from nexus_diff.impact.tests_members import Members
from nexus_diff.impact.tests_memory import Remembered
from nexus_diff.languages import REGISTRY
from nexus_diff.model.graph import AROUND, CALL_THRESHOLD, CALLS, HERITAGE, IMPORTS, REFERENCES, VARIANT, GraphReader, Node, Relation

_TYPES = frozenset({"CALLS", "REFERENCES", "EXTENDS", "IMPLEMENTS"})


class Callers:
    """The links into a symbol, over one graph."""

    def __init__(self, graph: GraphReader, known: Known | None = None) -> None:
        self.graph = graph = Remembered(graph)
        self.layouts = Layouts(graph)
        self._packages = Packages(graph)
        self._known: Known = known or NothingKnown()
        self._links = Links(graph, self.layouts, self._known)
        self._members = Members(graph, self.layouts, self._packages, self._links, self._known)
        self._plain: dict[str, list[Link]] = {}

    def links(self, node_id: str, distance: int) -> Iterator[Link]:
        """Everything one step further from the change, `distance` steps away from it so far."""
        found = self._plain.get(node_id)
        if found is None:
            found = self._plain[node_id] = list(self._settled(node_id))
        node = self.graph.node(node_id)
        near = node is not None and distance <= NEAR
        yield from (link for link in found if near or link.sure >= LEAST)
        if node is None or not near:
            return
        if node.label == "Method":
            yield from self._members.near(node, distance)
        elif node.label == "CodeElement":
            yield from self._users(node, distance)

    def _settled(self, node_id: str) -> Iterator[Link]:
        node = self.graph.node(node_id)
        if node is None:
            return
        if node.label == "File":
            yield from self._into_file(node)
            return
        if self.layouts.in_tests(node.file_path):
            outer = self.layouts.of(node.file_path).function_around(node_id)
            if outer is not None:
                yield Link(outer.id, "nested", OWNER)
                return
            if is_named_test(node):
                yield from self._into_test(node)
                return
        yield from self._contained(node, [link for key, link in best_links(self._into(node)).items() if key not in ("", node_id)])

    def _into_file(self, file: Node) -> Iterator[Link]:
        """A test file stands for its tests; what imports a file runs its module code."""
        path = file.file_path
        yield from (Link(test, "module", OWNER) for test in self.layouts.tests_of(path) if test != file.id)
        if self.layouts.in_tests(path):
            yield from (Link(r.source, "imports", r.confidence, r.line) for r in self.graph.incoming(file.id, IMPORTS, 0.0))

    def _into_test(self, test: Node) -> Iterator[Link]:
        """Other tests and helpers that call a test: what calls back into a test from elsewhere was called by that test."""
        for relation in self.graph.incoming(test.id, CALLS, 0.0):
            link = self._links.of(relation)
            source = self.graph.node(link.source)
            if source is not None and link.source != test.id and self.layouts.in_tests(source.file_path):
                yield link

    def _contained(self, node: Node, links: list[Link]) -> Iterator[Link]:
        """Links from code that cannot know the node by itself are replaced: by its class, else by its file, which someone must import."""
        in_tests = self.layouts.in_tests(node.file_path)
        dispatched = self._dispatched(node) if in_tests else frozenset()
        named = frozenset() if in_tests else self._named_in(node)
        inside = [
            link
            for link in links
            if link.source not in dispatched and (link.source in named or not self._from_afar(link.source, node, in_tests))
        ]
        if len(inside) == len(links):
            yield from links
            return
        owner = self.layouts.of(node.file_path).class_of(node.id)
        if owner is not None:
            inside.append(Link(owner.id, "implicit", IMPLICIT))
        elif not inside or not in_tests:
            inside.append(Link("File:" + node.file_path, "contains", IMPLICIT))
        yield from inside

    def _named_in(self, node: Node) -> frozenset[str]:
        """Who names what it calls or uses, in compiled languages: it may, whether or not an import leads to the file. Files of one package
        need none (Java), nor do paths in full (Rust), nor methods of what a function gives."""
        language = REGISTRY.get(node.language)
        if language is None or language.runs_on_import:
            return frozenset()
        relations = self.graph.incoming(node.id, _TYPES, CALL_THRESHOLD)
        return frozenset(self._links.of(relation).source for relation in relations if relation.reason not in FANNING)

    def _dispatched(self, node: Node) -> frozenset[str]:
        """Code of other test files that calls a method of a test's stand-in by what it stands in for, and does not name its class."""
        owner = self.layouts.of(node.file_path).class_of(node.id)
        calls = list(self.graph.incoming(node.id, CALLS, 0.0)) if owner is not None else []
        found = {r.source for r in calls if r.reason == "override"} - {r.source for r in calls if r.reason != "override"}
        if not found or owner is None:
            return frozenset()
        naming = {self._file(relation.source) for relation in self.graph.incoming(owner.id, _TYPES, 0.0)}
        return frozenset(source for source in found if (file := self._file(source)) != node.file_path and file not in naming)

    def _file(self, node_id: str) -> str:
        node = self.graph.node(node_id)
        return node.file_path if node is not None else ""

    def _from_afar(self, source: str, node: Node, in_tests: bool) -> bool:
        there = self.graph.node(source)
        if there is None or there.file_path == node.file_path or self.layouts.in_tests(there.file_path):
            return False
        return in_tests or self._packages.foreign(there.file_path, node.file_path)

    def _into(self, node: Node) -> Iterator[Link]:
        relations = list(self.graph.incoming(node.id, _TYPES, 0.0))
        wrapped = self._wrappers(node, relations)
        for relation in relations:
            if relation.type == "CALLS":
                if relation.source not in wrapped:
                    yield self._links.of(relation)
            elif relation.type in HERITAGE:
                yield Link(relation.source, "extends", relation.confidence, relation.line)
            elif relation.reason in ("value", VARIANT):
                yield self._links.of(relation, "value")
            elif relation.reason in RUNNER:
                yield self._links.of(relation)
            elif relation.reason == AROUND:
                yield self._links.of(relation, "set-up")
        if node.label in CLASSES:
            yield from self._members.creators(node)
        elif node.label == "Method":
            callers = [r for r in relations if r.type == "CALLS" and r.confidence >= CALL_THRESHOLD]
            yield from self._members.of_method(node, callers)
        elif node.label == "Function" and not any(relation.type == "CALLS" for relation in relations):
            outer = self.layouts.of(node.file_path).function_around(node.id)
            if outer is not None:
                yield Link(outer.id, "nested", GUESSED)

    def _wrappers(self, node: Node, relations: list[Relation]) -> set[str]:
        """Wrappers that a decorator puts around this function, if it has callers of its own."""
        callbacks = {r.source for r in relations if r.type == "CALLS" and r.reason == "callback"}
        if not callbacks or not any(r.type == "CALLS" and r.source not in callbacks and r.confidence >= CALL_THRESHOLD for r in relations):
            return set()
        return {source for source in callbacks if self._decorates(source, node)}

    def _decorates(self, wrapper: str, node: Node) -> bool:
        """Whether the function around `wrapper` is applied as a decorator on the lines of `node`."""
        inner = self.graph.node(wrapper)
        outer = self.layouts.of(inner.file_path).function_around(wrapper) if inner is not None else None
        if outer is None:
            return False
        for relation in self.graph.incoming(outer.id, CALLS, 0.0):
            if relation.reason == "decorator" and node.start_line <= relation.line <= node.end_line:
                source = self.graph.node(relation.source)
                if source is not None and source.file_path == node.file_path:
                    return True
        return False

    def _users(self, constant: Node, distance: int) -> Iterator[Link]:
        """Who uses a constant. Close to the change only: through constants everything would reach everything."""
        for relation in self.graph.incoming(constant.id, REFERENCES, 0.0):
            if relation.reason == "constant":
                yield self._links.of(relation, "value")
        if distance == 0:
            yield from (Link(source, "value", OWNER, line) for source, line in self._known.users(constant))
