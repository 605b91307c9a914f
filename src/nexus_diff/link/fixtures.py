"""What a test runner calls on a test's behalf: fixtures by parameter name, autouse fixtures, set-up methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.members import MEMBERS
from nexus_diff.link.names import joined
from nexus_diff.link.values import NOTHING, Box, Def, Values, union
from nexus_diff.model.expr import Call, Display
from nexus_diff.model.facts import NONE
from nexus_diff.model.graph import AROUND

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

PART = "@fixtures"
"""Part of a file's summary: the fixtures it defines."""


class Fixture:
    """A fixture: its definition and whether it applies unasked. `owner`: class definition it stands in, -1 for the module."""

    __slots__ = ("autouse", "definition", "name", "owner")

    def __init__(self, name: str, definition: int, autouse: bool, owner: int) -> None:
        self.name = name
        self.definition = definition
        self.autouse = autouse
        self.owner = owner


def fixtures_in(index: FileIndex) -> list[Fixture]:
    """The fixtures that a file defines, in source order."""
    marks = index.language.fixture_decorators
    found: list[Fixture] = []
    for position, definition in enumerate(index.facts.definitions) if marks else ():
        for decorator in definition.decorators:
            e = index.facts.exprs[decorator]
            args = e.args if isinstance(e, Call) else ()
            dotted = index.dotted(e.func if isinstance(e, Call) else decorator) or ""
            if dotted.rpartition(".")[2] not in marks:
                continue
            keywords = {a.keyword: a.value for a in args}
            name = (index.literal(keywords["name"]) if "name" in keywords else None) or definition.name
            found.append(Fixture(name, position, "autouse" in keywords, index.class_around(index.facts.scopes[definition.body])))
    return found


class Fixtures:
    """Fixtures by name, as the runner finds them: class, file, then the fixture files of the folders above."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self._by_path: dict[str, list[Fixture]] = {}

    def _of_file(self, index: FileIndex) -> list[Fixture]:
        self.world.part(index.path, "", PART)
        found = self._by_path.get(index.path)
        if found is None:
            found = self._by_path[index.path] = fixtures_in(index)
        return found

    def _files(self, index: FileIndex) -> list[FileIndex]:
        """The file itself, then the fixture files that it sees, nearest first."""
        found = [index]
        folder = index.path
        while folder:
            folder = folder.rpartition("/")[0]
            for name in index.language.fixture_files:
                path = f"{folder}/{name}" if folder else name
                there = self.world.index(path) if path != index.path and self.world.file(path) else None
                if there is not None:
                    found.append(there)
        return found

    def applies(self, index: FileIndex, definition: int) -> bool:
        """Whether the runner fills this function's parameters: a collected test, or a fixture."""
        language = index.language
        if not (language.fixture_decorators or language.set_ups) or "test" not in index.entry.marks:
            return False
        node = index.nodes[definition]
        return (node is not None and node.is_test) or any(f.definition == definition for f in self._of_file(index))

    def find(self, index: FileIndex, name: str, cls: int, asking: int) -> Def | None:
        """The fixture `name` as function `asking` sees it; a fixture that asks for its own name gets the next one outwards."""
        for there in self._files(index):
            candidates = [f for f in self._of_file(there) if f.name == name and not (there is index and f.definition == asking)]
            if cls != NONE:
                own = [f for f in candidates if there is index and f.owner == cls]
                if own:
                    return Def(there.path, own[-1].definition)
            free = [f for f in candidates if f.owner == NONE]
            if free:
                return Def(there.path, free[-1].definition)
            imported = self._imported(there, name)
            if imported is not None:
                return imported
        return self._inherited(index, name, cls)

    def _imported(self, there: FileIndex, name: str) -> Def | None:
        """A fixture brought in by an import."""
        self.world.part(there.path, "", "*")
        if all(b.imported == NONE for b in there.visible(0, name, None)[0]) and not there.star_imports:
            return None
        for value in self.context.scoping.global_name(there, name):
            home = self.world.index(value.path) if isinstance(value, Def) else None
            if isinstance(value, Def) and home is not None and any(f.definition == value.index for f in self._of_file(home)):
                return value
        return None

    def _inherited(self, index: FileIndex, name: str, cls: int) -> Def | None:
        if cls == NONE:
            return None
        return self.context.classes.method(Def(index.path, cls), name)

    def value(self, index: FileIndex, scope: int, name: str) -> Values:
        """What a parameter that the runner fills holds; empty when no fixture of the repository bears the name."""
        here = index.facts.scopes[scope]
        if not index.language.fixture_decorators or here.definition == NONE or not self.applies(index, here.definition):
            return NOTHING
        given = self._parametrized(index, here.definition, name)
        if given:
            return given
        fixture = self.find(index, name, index.class_around(here), here.definition)
        if fixture is None:
            return NOTHING
        result = self.context.evaluator.calls.result(fixture, None)
        return union(
            *(v.args[0] if isinstance(v, Box) and v.name in ("generator", "Generator", "Iterator") and v.args else (v,) for v in result)
        )

    def _parametrized(self, index: FileIndex, definition: int, name: str) -> Values:
        """What `parametrize("a, b", [(1, 2), …])` decorators give a parameter."""
        facts = index.facts
        for decorator in facts.definitions[definition].decorators:
            e = facts.exprs[decorator]
            if not isinstance(e, Call) or len(e.args) < 2 or (index.dotted(e.func) or "").rpartition(".")[2] != "parametrize":
                continue
            names = self._names(index, e.args[0].value)
            rows = facts.exprs[e.args[1].value]
            if name in names and isinstance(rows, Display):
                at = names.index(name) if len(names) > 1 else None
                return union(*(self._cell(index, row, at) for row in rows.items[:60]))
        return NOTHING

    def _names(self, index: FileIndex, expr: int) -> list[str]:
        e = index.facts.exprs[expr]
        if isinstance(e, Display):
            return [index.literal(item) or "" for item in e.items]
        return [part.strip() for part in (index.literal(expr) or "").split(",")]

    def _cell(self, index: FileIndex, row: int, at: int | None) -> Values:
        e = index.facts.exprs[row]
        if isinstance(e, Call) and (index.dotted(e.func) or "").rpartition(".")[2] == "param":
            items = [a.value for a in e.args if not a.keyword]
            return self.context.evaluator.value(index, items[at or 0]) if len(items) > (at or 0) else NOTHING
        if at is None:
            return self.context.evaluator.value(index, row)
        return self.context.evaluator.value(index, e.items[at]) if isinstance(e, Display) and len(e.items) > at else NOTHING

    def used(self, index: FileIndex, definition: int) -> dict[Def, str]:
        """What the runner calls for this test or fixture → "fixture", "set-up" or AROUND."""
        facts = index.facts
        here = facts.definitions[definition]
        cls = index.class_around(facts.scopes[here.body]) if here.body != NONE else NONE
        found: dict[Def, str] = {}
        filled = here.params if index.language.fixture_decorators else ()
        names = [p.name for p in filled if p.default == NONE and p.kind in ("pos", "kwonly")]
        names += self._marked(index, definition) + (self._marked(index, cls) if cls != NONE else [])
        names += self._sources(index, definition)
        for name in names:
            fixture = self.find(index, name, cls, definition)
            if fixture is not None:
                found[fixture] = "fixture"
        node = index.nodes[definition]
        if node is not None and node.is_test:
            for target, reason in self._unasked(index, cls):
                found.setdefault(target, reason)
        found.pop(Def(index.path, definition), None)
        return found

    def _marked(self, index: FileIndex, definition: int) -> list[str]:
        """Names in `usefixtures(...)` marks."""
        names: list[str] = []
        for decorator in index.facts.definitions[definition].decorators:
            e = index.facts.exprs[decorator]
            if isinstance(e, Call) and (index.dotted(e.func) or "").rpartition(".")[2] == "usefixtures":
                names += [text for text in (index.literal(a.value) for a in e.args) if text]
        return names

    def _sources(self, index: FileIndex, definition: int) -> list[str]:
        """Names of the methods that give a test its values; without a name, that of the test's own name."""
        names: list[str] = []
        marks = index.language.source_marks
        for decorator in index.facts.definitions[definition].decorators if marks else ():
            e = index.facts.exprs[decorator]
            func = e.func if isinstance(e, Call) else decorator
            if (index.dotted(func) or "").rpartition(".")[2] not in marks:
                continue
            texts: list[str | None] = []
            for arg in e.args if isinstance(e, Call) else ():
                given = index.facts.exprs[arg.value]
                texts += map(index.literal, given.items if isinstance(given, Display) else (arg.value,))
            names += [text for text in texts if text] or [index.facts.definitions[definition].name]
        return names

    def _unasked(self, index: FileIndex, cls: int) -> tuple[tuple[Def, str], ...]:
        """What the runner calls for every test of a class (of the file's functions, when it is none) without being asked."""
        return self.world.session.ask(("unasked", index.path, cls), lambda: self._find_unasked(index, cls), ())

    def _set_ups(self, cls: int, index: FileIndex) -> list[Def]:
        """Methods of a class and its ancestors that are marked to run around each test."""
        found: list[Def] = []
        for here in self.context.classes.mro(Def(index.path, cls)):
            there = self.world.index(here.path) if isinstance(here, Def) else None
            if there is None or not isinstance(here, Def):
                continue
            self.world.part(here.path, there.qualified(here.index), MEMBERS)
            body = there.facts.definitions[here.index].body
            found += [
                Def(here.path, position)
                for position, d in enumerate(there.facts.definitions)
                if d.scope == body != NONE and "set-up" in d.modifiers
            ]
        return found

    def _find_unasked(self, index: FileIndex, cls: int) -> tuple[tuple[Def, str], ...]:
        found: dict[Def, str] = {}
        for there in self._files(index):
            for fixture in self._of_file(there):
                if fixture.autouse and (fixture.owner == NONE or (there is index and fixture.owner == cls)):
                    found.setdefault(Def(there.path, fixture.definition), "fixture")
        for marked in self._set_ups(cls, index) if cls != NONE and index.language.source_marks else ():
            found.setdefault(marked, "set-up")
        for name in index.language.set_ups:
            if cls != NONE:
                method = self.context.classes.method(Def(index.path, cls), name)
                if method is not None:
                    found.setdefault(method, "set-up")
            package = self.context.packages.prefix(index)
            for function in self.context.packages.all_named(index.language.group, joined(package, name)) if package is not None else ():
                found.setdefault(function, AROUND)
            for binding in index.visible(0, name, None)[0] if package is None else ():
                if binding.definition != NONE:
                    found.setdefault(Def(index.path, binding.definition), "set-up")
        return tuple(found.items())
