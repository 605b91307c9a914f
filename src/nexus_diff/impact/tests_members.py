"""Links into classes and methods that no call spells out: instances, accessors, overrides, what libraries and operators run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nexus_diff.impact.reverse import CONSTRUCTORS, twins
from nexus_diff.impact.tests_layout import Layouts
from nexus_diff.impact.tests_links import ACCESSOR, GUESSED, IMPLICIT, OWNER, Known, Link, Links
from nexus_diff.impact.tests_live import Packages
from nexus_diff.languages import REGISTRY
from nexus_diff.model.facts import INIT
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, CREATES, HERITAGE, OVERRIDES, REFERENCES, GraphReader, Node, Relation

HANDED_OUT = "handed-out"
"""Reason of a REFERENCES relation to the class of an object that a library was given."""
_CREATION = frozenset({"__init_subclass__", "__set_name__", "__class_getitem__", "__prepare__", "__subclasshook__"})
"""Methods that a class statement or a type expression runs."""


class Members:
    """Classes and methods of one graph."""

    def __init__(self, graph: GraphReader, layouts: Layouts, packages: Packages, links: Links, known: Known) -> None:
        self._graph, self._layouts, self._packages, self._links, self._known = graph, layouts, packages, links, known
        self._foreign: dict[str, frozenset[str]] = {}
        self._created: dict[str, dict[str, list[Link]]] = {}
        self._above: dict[str, list[str]] = {}
        self._given: dict[str, list[Link]] = {}

    def creators(self, cls: Node) -> Iterator[Link]:
        """Whoever creates an instance: by the class, its constructors, or an inherited one when nothing nearer is called."""
        made = (r for r in self._graph.incoming(cls.id, REFERENCES, 0.0) if r.reason == CREATES)
        yield from (self._links.of(relation, "creates") for relation in made)
        own = self._own_constructors(cls)
        for constructor in own:
            yield from (self._links.of(relation, "creates") for relation in self._graph.incoming(constructor, CALLS, CALL_THRESHOLD))
        if own or any(True for _ in self._graph.incoming(cls.id, CALLS, CALL_THRESHOLD)):
            return
        for constructor in self._inherited_constructors(cls.id):
            if self._layouts.in_tests(cls.file_path):
                yield from self._test_callers(constructor).get(self._packages.root(cls.file_path), ())
            else:
                yield Link(constructor, "creates", OWNER)

    def _own_constructors(self, cls: Node) -> list[str]:
        """Constructors that a class writes itself: by the names that they have in every class, or by the name of the class."""
        language = REGISTRY.get(cls.language)
        named = self._layouts.of(cls.file_path).methods(cls.id) if language is not None and INIT in language.constructors else []
        return [twin for twin in twins(cls.id) if self._graph.node(twin) is not None] + [m.id for m in named if m.name == cls.name]

    def _test_callers(self, constructor: str) -> dict[str, list[Link]]:
        """Who calls a constructor in test code, by package: classes of tests are at home in one."""
        found = self._created.get(constructor)
        if found is None:
            found = self._created[constructor] = {}
            for relation in self._graph.incoming(constructor, CALLS, CALL_THRESHOLD):
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

    def _ancestors(self, class_id: str) -> list[str]:
        """Classes above, nearest first."""
        found = self._above.get(class_id)
        if found is None:
            queue, seen = [class_id], {class_id}
            for here in queue:
                for relation in self._graph.outgoing(here, HERITAGE, 0.0):
                    if relation.target not in seen:
                        seen.add(relation.target)
                        queue.append(relation.target)
            found = self._above[class_id] = queue[1:]
        return found

    def of_method(self, method: Node, callers: Sequence[Relation]) -> Iterator[Link]:
        """Who may run a method besides its callers. Tests that call it do not tell who else does: where a library may know its name, they
        do not count."""
        yield from self._accessors(method)
        owner = self._layouts.of(method.file_path).class_of(method.id)
        if owner is None or method.name in CONSTRUCTORS or method.name in _CREATION or self._is_used(method, callers):
            return
        duck = _is_duck(method)
        if duck or _is_dunder(method.name):
            yield from self._handed_out(owner)
        if callers and not (duck or any(relation.reason == "property" for relation in callers)):
            return
        above = list(self.calls_of_overridden(method))
        if above:
            yield from above
        elif self._from_outside(method, owner.id) if callers else self._is_run_unseen(method, owner):
            yield Link(owner.id, "implicit", IMPLICIT)

    def _is_used(self, method: Node, callers: Sequence[Relation]) -> bool:
        """Whether code of its own kind calls it: production code, for what is not in a test itself."""
        if self._layouts.in_tests(method.file_path):
            return bool(callers)
        nodes = (self._graph.node(relation.source) for relation in callers)
        return any(node is not None and not self._layouts.in_tests(node.file_path) for node in nodes)

    def _handed_out(self, owner: Node) -> Iterator[Link]:
        """Who gives a library an instance."""
        found = self._given.get(owner.id)
        if found is None:
            classes = (owner.id, *self._ancestors(owner.id))
            given = (relation for each in classes for relation in self._graph.incoming(each, REFERENCES, 0.0))
            links = (self._links.of(relation, "handed") for relation in given if relation.reason == HANDED_OUT)
            found = self._given[owner.id] = [Link(link.source, link.how, IMPLICIT, link.line) for link in links if link.source]
        yield from found

    def _is_run_unseen(self, method: Node, owner: Node) -> bool:
        """Whether operators, accessors or a library may run a method that nobody seems to call."""
        if _is_dunder(method.name) or "#" in _last(method.id) or self._layouts.in_tests(method.file_path):
            return True
        return self._from_outside(method, owner.id)

    def _accessors(self, method: Node) -> Iterator[Link]:
        """Getter, setter and overload variants of one name share their callers."""
        base = method.id.partition("#")[0]
        variants = self._layouts.of(method.file_path).variants.get(base)
        for other in (base, *variants) if variants else ():
            if other != method.id:
                for relation in self._graph.incoming(other, CALLS, CALL_THRESHOLD):
                    yield Link(self._links.of(relation).source, "accessor", ACCESSOR * relation.confidence, relation.line)

    def calls_of_overridden(self, method: Node) -> Iterator[Link]:
        """Callers of the methods that this one overrides: they may run it."""
        queue, seen = [method.id], {method.id}
        for here in queue:
            for up in self._graph.outgoing(here, OVERRIDES, 0.0):
                if up.target in seen:
                    continue
                seen.add(up.target)
                queue.append(up.target)
                for relation in self._graph.incoming(up.target, CALLS, CALL_THRESHOLD):
                    yield Link(self._links.of(relation).source, "override", ACCESSOR * relation.confidence, relation.line)

    def _from_outside(self, method: Node, class_id: str) -> bool:
        """Whether a class, or one above it, extends something outside the repository that may have this method. Built-in types have
        those of theirs only."""
        found = self._foreign.get(class_id)
        if found is None:
            nodes = (self._graph.node(each) for each in (class_id, *self._ancestors(class_id)))
            found = self._foreign[class_id] = frozenset().union(*(self._known.outside(node) for node in nodes if node is not None))
        language = REGISTRY.get(method.language)
        if language is None or not found:
            return bool(found)
        return not found <= language.builtin_names or method.name in language.builtin_methods

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
        elif not any(True for _ in self._graph.incoming(method.id, CALLS, CALL_THRESHOLD)) and not any(self.calls_of_overridden(method)):
            yield Link(owner.id, "implicit", GUESSED)


def _is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__") and name not in CONSTRUCTORS


def _is_duck(method: Node) -> bool:
    """Whether a library may call it on an object that it knows nothing about."""
    language = REGISTRY.get(method.language)
    return language is not None and method.name in language.duck_methods


def _last(node_id: str) -> str:
    return node_id.rpartition(".")[2]
