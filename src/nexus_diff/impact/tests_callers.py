"""One step backwards for test selection: what may have run, or decided, a symbol. Wider than a call graph, in ways that were measured."""

# For maintainers. On the run-time traces of flask, click and rich (benchmarks/tests.py) calls alone find 86-95 % of the tests that execute
# a function; their bounds by kind, each kept because leaving it out costs recall, or letting it run free costs selection for no recall:
# * A function handed on or named as a value is reached from whoever names it.
# * Module code that belongs to a class body, a constant or a decorator counts for that symbol, not for the file.
# * What is defined inside a test function runs only where that test runs; test code is never reached from production code through a
#   callback or an override, but from whoever creates it. (Selected share: 55 → 41 % on flask, no recall lost.)
# * A decorated function has its callers already: the wrapper around it calls every decorated one, so that way is not taken.
# * A method nobody seems to call is called by a library, an operator or a protocol: whoever creates the class may run it. Without bound
#   for dunder methods and for what overrides a library's method, near the change only for others.
# * A file that no test imports, in a package that no test imports, cannot be where a test came through.

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from nexus_diff.impact.reverse import CONSTRUCTORS, twins
from nexus_diff.impact.tests_layout import CLASSES, FUNCTIONS, Layouts
from nexus_diff.impact.tests_live import Packages
from nexus_diff.model.graph import CALL_THRESHOLD, GraphReader, Node, Relation

_TYPES = frozenset({"CALLS", "REFERENCES", "EXTENDS", "IMPLEMENTS"})
_HEIRS = frozenset({"EXTENDS", "IMPLEMENTS"})
_CALLS = frozenset({"CALLS"})
_OVERRIDES = frozenset({"OVERRIDES"})
_IMPORTS = frozenset({"IMPORTS"})

_CREATION = frozenset({"__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__", "__subclasshook__"})
"""Methods that a class statement or a type expression runs."""

NEAR = 1
"""How far from the change a method without known callers is followed to its class, when nothing says that a library calls it."""
LEAST = 0.4
"""Smallest confidence of a link that is followed further away; near the change every guess is."""
IMPLICIT, ACCESSOR, GUESSED, OWNER = 0.45, 0.8, 0.25, 0.9
"""Confidence of: a call by protocol or library, an accessor of the same name, a method that nobody seems to call, the code around."""


class Link(msgspec.Struct, frozen=True, gc=False):
    """`source` may have run the symbol, or decided what it does. `how`: call, fixture, set-up, value, name, nested, implicit, creates,
    extends, accessor, override, decorates, module, contains, imports."""

    source: str
    how: str
    sure: float
    line: int = 0


class Known(Protocol):
    """What the facts of a revision tell beyond its graph."""

    def outside(self, cls: Node) -> bool:
        """Whether a class has a base that is not in the repository, given the bases that are."""

    def users(self, constant: Node) -> Iterable[tuple[str, int]]:
        """Symbols that name a module's constant, or files whose module code does, each with a line."""

    def guarded(self, path: str, line: int) -> bool:
        """Whether a line of module code runs only where the file is the main program."""


class NothingKnown:
    """For graphs without facts."""

    def outside(self, cls: Node) -> bool:
        return False

    def users(self, constant: Node) -> Iterable[tuple[str, int]]:
        return ()

    def guarded(self, path: str, line: int) -> bool:
        return False


class Callers:
    """The links into a symbol, over one graph."""

    def __init__(self, graph: GraphReader, known: Known | None = None) -> None:
        self.graph = graph
        self.layouts = Layouts(graph)
        self._packages = Packages(graph)
        self._known: Known = known or NothingKnown()
        self._foreign: dict[str, bool] = {}
        self._plain: dict[str, list[Link]] = {}
        self._created: dict[str, dict[str, list[Link]]] = {}

    def links(self, node_id: str, distance: int) -> Iterator[Link]:
        """Everything one step further from the change, `distance` steps away from it so far."""
        found = self._plain.get(node_id)
        if found is None:
            found = self._plain[node_id] = list(self._settled(node_id))
        node = self.graph.node(node_id)
        if node is not None and distance <= NEAR:
            yield from found
            yield from self._near(node, distance)
        else:
            yield from (link for link in found if link.sure >= LEAST)

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
        yield from self._contained(node, [link for link in self._links(node) if link.source not in ("", node_id)])

    def _into_file(self, file: Node) -> Iterator[Link]:
        """A test file stands for its tests; what imports a file runs its module code."""
        path = file.file_path
        yield from (Link(test, "module", OWNER) for test in self.layouts.tests_of(path) if test != file.id)
        if self.layouts.in_tests(path):
            yield from (Link(r.source, "imports", r.confidence, r.line) for r in self.graph.incoming(file.id, _IMPORTS, 0.0))

    def _contained(self, node: Node, links: list[Link]) -> Iterator[Link]:
        """Links from code that cannot know the node by itself are replaced: by its class, else by its file, which someone must import."""
        in_tests = self.layouts.in_tests(node.file_path)
        inside = [link for link in links if not self._from_afar(link.source, node, in_tests)]
        if len(inside) == len(links):
            yield from links
            return
        owner = self.layouts.of(node.file_path).class_of(node.id)
        if owner is not None:
            inside.append(Link(owner.id, "implicit", IMPLICIT))
        elif not inside or not in_tests:
            inside.append(Link("File:" + node.file_path, "contains", IMPLICIT))
        yield from inside

    def _from_afar(self, source: str, node: Node, in_tests: bool) -> bool:
        there = self.graph.node(source)
        if there is None or self.layouts.in_tests(there.file_path):
            return False
        return in_tests or self._packages.foreign(there.file_path, node.file_path)

    def _links(self, node: Node) -> Iterator[Link]:
        relations = list(self.graph.incoming(node.id, _TYPES, 0.0))
        wrapped = self._wrappers(node, relations)
        known = False
        for relation in relations:
            if relation.type == "CALLS":
                known = known or relation.confidence >= CALL_THRESHOLD
                if relation.source not in wrapped:
                    yield self._link(relation)
            elif relation.type in _HEIRS:
                yield Link(relation.source, "extends", relation.confidence, relation.line)
            elif relation.reason == "value":
                yield self._link(relation, "value")
        if node.label in CLASSES:
            yield from self._creators(node)
        elif node.label == "Method":
            yield from self._of_method(node, known)
        elif node.label == "Function" and not any(relation.type == "CALLS" for relation in relations):
            outer = self.layouts.of(node.file_path).function_around(node.id)
            if outer is not None:
                yield Link(outer.id, "nested", GUESSED)

    def _link(self, relation: Relation, how: str = "") -> Link:
        """A relation as a link; one that starts in module code starts in the symbol which has that line."""
        source = relation.source
        if not how:
            how = relation.reason if relation.reason in ("fixture", "set-up") else "call"
            how = "name" if relation.confidence < CALL_THRESHOLD and "name" in relation.reason else how
        if source.startswith("File:") and relation.line:
            source, decorated = self._owner(source[5:], relation.line, relation.target)
            how = "decorates" if decorated else how
        return Link(source, how, relation.confidence, relation.line)

    def _owner(self, path: str, line: int, target: str) -> tuple[str, bool]:
        """What a line of module code belongs to ("" for nothing: main programs do not count), and whether that is a function that the line
        decorates. In a test file constants are left to the file: it stands for all of its tests."""
        holder = self.layouts.of(path).holder(line)
        if (holder is None or holder.label == "CodeElement") and self._known.guarded(path, line):
            return "", False
        if holder is None or holder.id == target or (holder.label == "CodeElement" and self.layouts.in_tests(path)):
            return "File:" + path, False
        return holder.id, holder.label in FUNCTIONS

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
        for relation in self.graph.incoming(outer.id, _CALLS, 0.0):
            if relation.reason == "decorator" and node.start_line <= relation.line <= node.end_line:
                source = self.graph.node(relation.source)
                if source is not None and source.file_path == node.file_path:
                    return True
        return False

    # Classes and methods

    def _creators(self, cls: Node) -> Iterator[Link]:
        """Whoever creates an instance: by the class, its constructors, or an inherited one when nothing nearer is called."""
        own = [twin for twin in twins(cls.id) if self.graph.node(twin) is not None]
        for constructor in own:
            yield from (self._link(relation, "creates") for relation in self.graph.incoming(constructor, _CALLS, CALL_THRESHOLD))
        if own or any(True for _ in self.graph.incoming(cls.id, _CALLS, CALL_THRESHOLD)):
            return
        for constructor in self._inherited_constructors(cls.id):
            if self.layouts.in_tests(cls.file_path):
                yield from self._test_callers(constructor).get(self._packages.root(cls.file_path), ())
            else:
                yield Link(constructor, "creates", OWNER)

    def _test_callers(self, constructor: str) -> dict[str, list[Link]]:
        """Who calls a constructor in test code, by package: classes of tests are at home in one."""
        found = self._created.get(constructor)
        if found is None:
            found = self._created[constructor] = {}
            for relation in self.graph.incoming(constructor, _CALLS, CALL_THRESHOLD):
                link = self._link(relation, "creates")
                node = self.graph.node(link.source)
                if node is not None and self.layouts.in_tests(node.file_path):
                    found.setdefault(self._packages.root(node.file_path), []).append(link)
        return found

    def _inherited_constructors(self, class_id: str) -> list[str]:
        for base in self._ancestors(class_id):
            found = [twin for twin in twins(base) if self.graph.node(twin) is not None]
            if found:
                return found
        return []

    def _ancestors(self, class_id: str) -> Iterator[str]:
        """Classes above, nearest first."""
        queue, seen = [class_id], {class_id}
        for here in queue:
            for relation in self.graph.outgoing(here, _HEIRS, 0.0):
                if relation.target not in seen:
                    seen.add(relation.target)
                    queue.append(relation.target)
                    yield relation.target

    def _of_method(self, method: Node, known: bool) -> Iterator[Link]:
        yield from self._accessors(method)
        owner = self.layouts.of(method.file_path).class_of(method.id)
        if owner is None or known or method.name in CONSTRUCTORS:
            return
        above = list(self._calls_of_overridden(method))
        if above:
            yield from above
        elif method.name not in _CREATION and self._is_run_unseen(method, owner):
            yield Link(owner.id, "implicit", IMPLICIT)

    def _is_run_unseen(self, method: Node, owner: Node) -> bool:
        """Whether operators, accessors or a library may run a method that nobody seems to call."""
        if _is_dunder(method.name) or "#" in _last(method.id) or self.layouts.in_tests(method.file_path):
            return True
        return self._from_outside(owner.id)

    def _near(self, node: Node, distance: int) -> Iterator[Link]:
        """What is worth it close to the change only: guesses, and constants, through which everything would reach everything."""
        if node.label == "CodeElement":
            yield from (Link(source, "value", OWNER, line) for source, line in self._known.users(node))
        if node.label != "Method" or self.layouts.in_tests(node.file_path) or node.name in CONSTRUCTORS:
            return
        owner = self.layouts.of(node.file_path).class_of(node.id)
        if owner is None:
            return
        if _is_dunder(node.name):
            if distance == 0:
                yield Link(owner.id, "implicit", GUESSED)
        elif not any(True for _ in self.graph.incoming(node.id, _CALLS, CALL_THRESHOLD)) and not any(self._calls_of_overridden(node)):
            yield Link(owner.id, "implicit", GUESSED)

    def _accessors(self, method: Node) -> Iterator[Link]:
        """Getter, setter and overload variants of one name share their callers."""
        base = method.id.partition("#")[0]
        for other in (base, *(f"{base}#{number}" for number in range(2, 6))):
            if other != method.id and self.graph.node(other) is not None:
                for relation in self.graph.incoming(other, _CALLS, CALL_THRESHOLD):
                    yield Link(self._link(relation).source, "accessor", ACCESSOR * relation.confidence, relation.line)

    def _calls_of_overridden(self, method: Node) -> Iterator[Link]:
        """Callers of the methods that this one overrides: they may run it."""
        queue, seen = [method.id], {method.id}
        for here in queue:
            for up in self.graph.outgoing(here, _OVERRIDES, 0.0):
                if up.target in seen:
                    continue
                seen.add(up.target)
                queue.append(up.target)
                for relation in self.graph.incoming(up.target, _CALLS, CALL_THRESHOLD):
                    yield Link(self._link(relation).source, "override", ACCESSOR * relation.confidence, relation.line)

    def _from_outside(self, class_id: str) -> bool:
        """Whether a class, or one above it, extends something that is not in the repository."""
        found = self._foreign.get(class_id)
        if found is None:
            nodes = (self.graph.node(each) for each in (class_id, *self._ancestors(class_id)))
            found = self._foreign[class_id] = any(node is not None and self._known.outside(node) for node in nodes)
        return found


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in CONSTRUCTORS


def _last(node_id: str) -> str:
    return node_id.rpartition(".")[2]


def best_links(links: Iterable[Link]) -> dict[str, Link]:
    """The surest link per source."""
    best: dict[str, Link] = {}
    for link in links:
        known = best.get(link.source)
        if known is None or (-link.sure, link.how, link.line) < (-known.sure, known.how, known.line):
            best[link.source] = link
    return best
