"""Links into classes and methods that no call spells out: instances, accessors, overrides, what libraries and operators run."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.reverse import CONSTRUCTORS, twins
from nexus_diff.impact.tests_layout import Layouts
from nexus_diff.impact.tests_links import ACCESSOR, GUESSED, IMPLICIT, OWNER, Known, Link, Links
from nexus_diff.impact.tests_live import Packages
from nexus_diff.model.graph import CALL_THRESHOLD, GraphReader, Node

_CALLS = frozenset({"CALLS"})
_HEIRS = frozenset({"EXTENDS", "IMPLEMENTS"})
_OVERRIDES = frozenset({"OVERRIDES"})
_CREATION = frozenset({"__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__", "__subclasshook__"})
"""Methods that a class statement or a type expression runs."""


class Members:
    """Classes and methods of one graph."""

    def __init__(self, graph: GraphReader, layouts: Layouts, packages: Packages, links: Links, known: Known) -> None:
        self._graph, self._layouts, self._packages, self._links, self._known = graph, layouts, packages, links, known
        self._foreign: dict[str, bool] = {}
        self._created: dict[str, dict[str, list[Link]]] = {}

    def creators(self, cls: Node) -> Iterator[Link]:
        """Whoever creates an instance: by the class, its constructors, or an inherited one when nothing nearer is called."""
        own = [twin for twin in twins(cls.id) if self._graph.node(twin) is not None]
        for constructor in own:
            yield from (self._links.of(relation, "creates") for relation in self._graph.incoming(constructor, _CALLS, CALL_THRESHOLD))
        if own or any(True for _ in self._graph.incoming(cls.id, _CALLS, CALL_THRESHOLD)):
            return
        for constructor in self._inherited_constructors(cls.id):
            if self._layouts.in_tests(cls.file_path):
                yield from self._test_callers(constructor).get(self._packages.root(cls.file_path), ())
            else:
                yield Link(constructor, "creates", OWNER)

    def _test_callers(self, constructor: str) -> dict[str, list[Link]]:
        """Who calls a constructor in test code, by package: classes of tests are at home in one."""
        found = self._created.get(constructor)
        if found is None:
            found = self._created[constructor] = {}
            for relation in self._graph.incoming(constructor, _CALLS, CALL_THRESHOLD):
                link = self._links.of(relation, "creates")
                node = self._graph.node(link.source)
                if node is not None and self._layouts.in_tests(node.file_path):
                    found.setdefault(self._packages.root(node.file_path), []).append(link)
        return found

    def _inherited_constructors(self, class_id: str) -> list[str]:
        for base in self._ancestors(class_id):
            found = [twin for twin in twins(base) if self._graph.node(twin) is not None]
            if found:
                return found
        return []

    def _ancestors(self, class_id: str) -> Iterator[str]:
        """Classes above, nearest first."""
        queue, seen = [class_id], {class_id}
        for here in queue:
            for relation in self._graph.outgoing(here, _HEIRS, 0.0):
                if relation.target not in seen:
                    seen.add(relation.target)
                    queue.append(relation.target)
                    yield relation.target

    def of_method(self, method: Node, known: bool) -> Iterator[Link]:
        yield from self._accessors(method)
        owner = self._layouts.of(method.file_path).class_of(method.id)
        if owner is None or known or method.name in CONSTRUCTORS:
            return
        above = list(self.calls_of_overridden(method))
        if above:
            yield from above
        elif method.name not in _CREATION and self._is_run_unseen(method, owner):
            yield Link(owner.id, "implicit", IMPLICIT)

    def _is_run_unseen(self, method: Node, owner: Node) -> bool:
        """Whether operators, accessors or a library may run a method that nobody seems to call."""
        if _is_dunder(method.name) or "#" in _last(method.id) or self._layouts.in_tests(method.file_path):
            return True
        return self._from_outside(owner.id)

    def _accessors(self, method: Node) -> Iterator[Link]:
        """Getter, setter and overload variants of one name share their callers."""
        base = method.id.partition("#")[0]
        for other in (base, *(f"{base}#{number}" for number in range(2, 6))):
            if other != method.id and self._graph.node(other) is not None:
                for relation in self._graph.incoming(other, _CALLS, CALL_THRESHOLD):
                    yield Link(self._links.of(relation).source, "accessor", ACCESSOR * relation.confidence, relation.line)

    def calls_of_overridden(self, method: Node) -> Iterator[Link]:
        """Callers of the methods that this one overrides: they may run it."""
        queue, seen = [method.id], {method.id}
        for here in queue:
            for up in self._graph.outgoing(here, _OVERRIDES, 0.0):
                if up.target in seen:
                    continue
                seen.add(up.target)
                queue.append(up.target)
                for relation in self._graph.incoming(up.target, _CALLS, CALL_THRESHOLD):
                    yield Link(self._links.of(relation).source, "override", ACCESSOR * relation.confidence, relation.line)

    def _from_outside(self, class_id: str) -> bool:
        """Whether a class, or one above it, extends something that is not in the repository."""
        found = self._foreign.get(class_id)
        if found is None:
            nodes = (self._graph.node(each) for each in (class_id, *self._ancestors(class_id)))
            found = self._foreign[class_id] = any(node is not None and self._known.outside(node) for node in nodes)
        return found

    def near(self, method: Node, distance: int) -> Iterator[Link]:
        """Guesses that are worth it close to the change only."""
        if method.name in CONSTRUCTORS or self._layouts.in_tests(method.file_path):
            return
        owner = self._layouts.of(method.file_path).class_of(method.id)
        if owner is None:
            return
        if _is_dunder(method.name):
            if distance == 0:
                yield Link(owner.id, "implicit", GUESSED)
        elif not any(True for _ in self._graph.incoming(method.id, _CALLS, CALL_THRESHOLD)) and not any(self.calls_of_overridden(method)):
            yield Link(owner.id, "implicit", GUESSED)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in CONSTRUCTORS


def _last(node_id: str) -> str:
    return node_id.rpartition(".")[2]
