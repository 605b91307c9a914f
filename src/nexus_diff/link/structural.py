"""Interfaces that are met by whoever has their methods: which ones a type implements.

The table of names keeps each interface under one of its methods (group `.i`), so that a type asks for the names of its own methods only,
and is told again when an interface with such a method comes, goes or changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.members import MEMBERS
from nexus_diff.link.names import INTERFACES, MANY
from nexus_diff.link.values import Box, Def, Ext, Inst, Shape, TypeParam, Value, Values
from nexus_diff.model.expr import Display
from nexus_diff.model.facts import NONE, Definition

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

Method = Def | tuple[int, int]
"""A method of the repository, or how many parameters and results one from outside has."""
_NO_INTERFACES: tuple[Def, ...] = ()
_NO_METHODS: dict[str, Method] = {}
_NO_NAMES: tuple[str, ...] = ()
_SAME = {"byte": "uint8", "rune": "int32", "interface{}": "any"}


class Structural:
    """Types and the interfaces that they meet."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def implemented(self, cls: Def) -> tuple[Def, ...]:
        """The interfaces of the repository that a type meets, by path."""
        return self.world.session.ask(("implemented", cls), lambda: self._implemented(cls), _NO_INTERFACES)

    def _implemented(self, cls: Def) -> tuple[Def, ...]:
        index = self.world.index(cls.path)
        methods = self.methods(cls)
        if index is None or not methods:
            return _NO_INTERFACES
        group = index.language.group
        found: dict[Def, None] = {}
        for name in (*sorted(methods), MANY):
            for candidate in self.world.candidates(f"{group}{INTERFACES}", name):
                interface = self.context.packages.named(candidate)
                if interface is not None and interface != cls and self._met(methods, interface):
                    found[interface] = None
        return tuple(found)

    def of_library(self, cls: Def) -> tuple[str, ...]:
        """The interfaces of libraries that a type meets."""
        return self.world.session.ask(("of library", cls), lambda: self._of_library(cls), _NO_NAMES)

    def _of_library(self, cls: Def) -> tuple[str, ...]:
        index, methods = self.world.index(cls.path), self.methods(cls)
        known = index.language.library_interfaces if index is not None else {}
        return tuple(
            name
            for name, wanted in known.items()
            if wanted.keys() <= methods.keys() and all(self._alike(methods[n], arity) for n, arity in wanted.items())
        )

    def methods(self, cls: Def) -> dict[str, Method]:
        """All methods of a type or interface by name, those of what it embeds included."""
        return self.world.session.ask(("methods", cls), lambda: self._methods(cls), _NO_METHODS)

    def _methods(self, cls: Def) -> dict[str, Method]:
        found: dict[str, Method] = {}
        own = self.world.index(cls.path)
        library = own.language.library_interfaces if own is not None else {}
        for here in self.context.classes.mro(cls):
            if isinstance(here, Ext):
                for name, arity in library.get(here.name, {}).items():
                    found.setdefault(name, arity)
                continue
            index = self.world.index(here.path)
            if index is None:
                continue
            body = index.facts.definitions[here.index].body
            self.world.part(here.path, index.qualified(here.index), MEMBERS)
            for position, definition in enumerate(index.facts.definitions):
                if definition.scope == body != NONE and definition.kind == "signature":
                    found.setdefault(definition.name, Def(here.path, position))
            for method in self.context.members.methods(here):
                there = self.world.index(method.path)
                if there is not None:
                    found.setdefault(there.facts.definitions[method.index].name, method)
        return found

    def _met(self, methods: dict[str, Method], interface: Def) -> bool:
        wanted = self.methods(interface)
        return bool(wanted) and wanted.keys() <= methods.keys() and all(self._alike(methods[n], m) for n, m in wanted.items())

    def _alike(self, method: Method, wanted: Method) -> bool:
        """Whether a method has the parameters and results that an interface asks for. What other packages cannot name they cannot meet."""
        if method == wanted:
            return True
        if not isinstance(method, Def) or not isinstance(wanted, Def):
            return self._arity(method) == self._arity(wanted)
        here, there = self.world.index(method.path), self.world.index(wanted.path)
        if here is None or there is None:
            return False
        own, other = here.facts.definitions[method.index], there.facts.definitions[wanted.index]
        if "private" in other.modifiers and self.context.packages.prefix(here) != self.context.packages.prefix(there):
            return False
        self.world.part(method.path, here.qualified(method.index), "()")
        self.world.part(wanted.path, there.qualified(wanted.index), "()")
        return self._same_types(here, own, there, other)

    def _arity(self, method: Method) -> tuple[int, int]:
        index = self.world.index(method.path) if isinstance(method, Def) else None
        if not isinstance(method, Def) or index is None:
            return method if not isinstance(method, Def) else (-1, -1)
        definition = index.facts.definitions[method.index]
        self.world.part(method.path, index.qualified(method.index), "()")
        result = index.facts.exprs[definition.returns] if definition.returns != NONE else None
        gives = 0 if result is None else len(result.items) if isinstance(result, Display) else 1
        return len(definition.params) - 1, gives

    def _same_types(self, here: FileIndex, own: Definition, there: FileIndex, other: Definition) -> bool:
        if len(own.params) != len(other.params) or (own.returns == NONE) != (other.returns == NONE):
            return False
        for mine, asked in zip(own.params[1:], other.params[1:], strict=True):
            if (mine.kind == "*") != (asked.kind == "*") or not self._same(here, mine.type, there, asked.type):
                return False
        return own.returns == NONE or self._same(here, own.returns, there, other.returns)

    def _same(self, here: FileIndex, mine: int, there: FileIndex, asked: int) -> bool:
        types = self.context.types
        return mine == NONE or asked == NONE or _equal(types.instances(here, mine), types.instances(there, asked))


def _equal(mine: Values, asked: Values) -> bool:
    """Whether two types are the same, as far as they are known."""
    if not mine or not asked or len(mine) > 1 or len(asked) > 1:
        return True
    return _equal_value(mine[0], asked[0])


def _equal_value(mine: Value, asked: Value) -> bool:
    if isinstance(mine, (TypeParam, Shape)) or isinstance(asked, (TypeParam, Shape)):
        return True
    if isinstance(mine, Ext) and isinstance(asked, Ext):
        return _SAME.get(mine.name, mine.name) == _SAME.get(asked.name, asked.name)
    if isinstance(mine, Box) and isinstance(asked, Box):
        return mine.name == asked.name and len(mine.args) == len(asked.args) and all(map(_equal, mine.args, asked.args))
    if isinstance(mine, Inst) and isinstance(asked, Inst):
        return (mine.path, mine.index) == (asked.path, asked.index) and all(map(_equal, mine.args, asked.args))
    return False
