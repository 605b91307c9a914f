"""Following an expression to the objects that it may mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nexus_diff.analysis.frameworks.keys import defined_key, member
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Bound, Def, Inst, Mod, Space
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Import

if TYPE_CHECKING:
    from nexus_diff.analysis.frameworks.objects import Objects

MOST_STEPS = 40
"""Longest trace."""
_DERIVES = frozenset({"basePath"})
"""Methods that give an object of their own."""
_PARTS = frozenset({"router", "urls", "cli"})
"""Attributes of an object that take routes or commands for it, or stand for them."""


class Trace:
    """One question, with its bounds."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self.context = objects.context
        self.world = objects.world
        self._left = MOST_STEPS
        self._seen: set[tuple[object, ...]] = set()

    def _once(self, *question: object) -> bool:
        """Whether a step is new and there is room for it."""
        if self._left <= 0 or question in self._seen:
            return False
        self._left -= 1
        self._seen.add(question)
        return True

    def expr(self, index: FileIndex, expr: int) -> Iterator[str]:
        """Keys of the objects that an expression may mean."""
        expr = self._objects.root(index, expr)
        if expr == NONE or not self._once("expr", index.path, expr):
            return
        e = index.facts.exprs[expr]
        if type(e) is x.Name:
            yield from self._name(index, e)
        elif type(e) is x.Attr:
            yield from self._attribute(index, e)
        elif isinstance(e, (x.Call, x.New)):
            func = index.facts.exprs[e.func] if type(e) is x.Call else None
            derived = type(func) is x.Attr and func.name in _DERIVES
            made = list(self._result(index, e)) if type(e) is x.Call and not derived else []
            yield from made or self._made(index, expr)
        elif (type(e) is x.Display and not e.keys) or (type(e) is x.Op and e.op in ("+", "+=")):
            yield from self._made(index, expr)
        else:
            for part in _alternatives(e):
                yield from self.expr(index, part)

    def _name(self, index: FileIndex, e: x.Name) -> Iterator[str]:
        scope = index.scope_of_name(index.facts.points[e.point].scope, e.name)
        if scope == 0:
            yield from self.module_name(index, e.name)
            return
        bindings = [b for b in index.visible(scope, e.name, None)[0] if not b.narrow]
        found = list(self._bound(index, bindings))
        position = index.parameter(scope, e.name)
        key = self._objects.parameter_key(index, scope, position) if not found and position != NONE else ""
        yield from [key] if key else found

    def _bound(self, index: FileIndex, bindings: list[Binding]) -> Iterator[str]:
        """The objects of the newest of some bindings that tell any."""
        for binding in bindings:
            found = list(self._of_binding(index, binding))
            if found:
                yield from found
                return

    def _of_binding(self, index: FileIndex, binding: Binding) -> Iterator[str]:
        definition = index.facts.definitions[binding.definition] if binding.definition != NONE else None
        if binding.imported != NONE:
            yield from self._imported(index, index.facts.imports[binding.imported])
        elif binding.value != NONE:
            yield from self.expr(index, binding.value)
        elif definition is not None and definition.decorators:
            yield defined_key(index, binding.definition)

    def module_name(self, index: FileIndex, name: str) -> Iterator[str]:
        """A name of a module's own scope."""
        if not self._once("name", index.path, name):
            return
        self.world.part(index.path, "", name)
        bindings = [b for b in index.visible(0, name, None)[0] if not b.narrow]
        found = list(self._bound(index, bindings))
        if not found and not bindings:
            for position in index.star_imports:
                found = list(self._through(index, index.facts.imports[position].source, name))
                if found:
                    break
        prefix = self.context.packages.prefix(index) if not found and not bindings else None
        yield from found if prefix is None else self._in_package(index.language.group, joined(prefix, name))

    def _in_package(self, group: str, full: str) -> Iterator[str]:
        """A variable of a package, which some file of it has."""
        for definition in self.context.packages.all_named(group, full):
            there = self.world.index(definition.path)
            if there is not None and there.facts.definitions[definition.index].kind == "variable":
                yield from self.module_name(there, there.facts.definitions[definition.index].name)

    def _through(self, index: FileIndex, source: str, name: str) -> Iterator[str]:
        for module in self.context.modules.target(index, source):
            if isinstance(module, Mod):
                yield from self.exported(module.path, name)

    def _imported(self, index: FileIndex, imp: Import) -> Iterator[str]:
        if imp.name == "=":
            for module in self.context.modules.target(index, imp.source):
                if isinstance(module, Mod):
                    yield from self.whole(module.path)
        elif imp.name not in ("", "*"):
            yield from self._through(index, imp.source, imp.name)

    def exported(self, path: str, name: str) -> Iterator[str]:
        """What another file gets for a name of a module."""
        index = self.world.index(path) if self.world.file(path) else None
        if index is None or not self._once("exported", path, name):
            return
        for part in (name, "*", "module.exports", f"exports.{name}", f"module.exports.{name}"):
            self.world.part(path, "", part)
        found = list(self.module_name(index, index.exports.get(name, name)))
        for imp in index.facts.imports if not found else ():
            if imp.kind == "reexport" and (imp.alias == name or (imp.name == "*" and not imp.alias)):
                found = list(self._through(index, imp.source, imp.name if imp.alias else name))
                if found:
                    break
        if not found and index.language.module_objects:
            found = list(self._common_js(index, name))
        yield from found

    def _common_js(self, index: FileIndex, name: str) -> Iterator[str]:
        for dotted in ("exports", "module.exports"):
            assigned = index.objects.get((0, dotted), {}).get(name, [])
            if assigned:
                yield from self._bound(index, assigned[::-1])
                return
        for binding in index.objects.get((0, "module"), {}).get("exports", ()):
            value = member(index, binding.value, name)
            if value is not None:
                yield from self._of_binding(index, value)
        if name == "default":
            yield from self.whole(index.path)

    def whole(self, path: str) -> Iterator[str]:
        """What `require` gives."""
        index = self.world.index(path) if self.world.file(path) else None
        if index is None or not self._once("whole", path):
            return
        self.world.part(path, "", "module.exports")
        yield from self._bound(index, index.objects.get((0, "module"), {}).get("exports", [])[::-1])

    def _attribute(self, index: FileIndex, e: x.Attr) -> Iterator[str]:
        found = list(self._of_owner(index, e))
        if not found and e.name in _PARTS:
            found = list(self.expr(index, e.value))
        yield from found

    def _of_owner(self, index: FileIndex, e: x.Attr) -> Iterator[str]:
        """An attribute of a module or of an object of ours, or one assigned by name."""
        for value in self.context.evaluator.value(index, e.value):
            if isinstance(value, Mod):
                yield from self.exported(value.path, e.name)
            elif isinstance(value, Space):
                yield from self._in_package(value.group, joined(value.name, e.name))
            elif isinstance(value, Inst):
                yield from self._of_instance(Def(value.path, value.index), e.name)
        dotted = index.dotted(e.value)
        if dotted is not None and "." not in dotted:
            scope = index.scope_of_name(index.facts.points[_first(index, e)].scope, dotted)
            if scope == 0:
                self.world.part(index.path, "", f"{dotted}.{e.name}")
            yield from self._bound(index, index.objects.get((scope, dotted), {}).get(e.name, [])[::-1])

    def _of_instance(self, cls: Def, name: str) -> Iterator[str]:
        """An attribute of an object of ours: the object that its class puts there."""
        for here in self.context.classes.mro(cls):
            index = self.world.index(here.path) if isinstance(here, Def) else None
            if index is None or not isinstance(here, Def):
                continue
            bindings = [*self.context.classes.own(here, name), *self.context.classes.assigned(here, name)]
            for binding in bindings:
                yield from self._of_binding(index, binding)
            if bindings:
                return

    def _result(self, index: FileIndex, e: x.Call) -> Iterator[str]:
        """What a function of the repository returns, and what `require` gives."""
        func = index.facts.exprs[e.func]
        if type(func) is x.Name and func.name == "require" and e.args and (source := index.literal(e.args[0].value)):
            for module in self.context.modules.target(index, source):
                if isinstance(module, Mod):
                    yield from self.whole(module.path)
            return
        for value in self.context.evaluator.value(index, e.func):
            if isinstance(value, (Def, Bound)):
                there = self.world.index(value.path)
                body = there.facts.definitions[value.index].body if there is not None else NONE
                if there is None or body == NONE or there.facts.scopes[body].kind == "class":
                    continue
                self.world.part(there.path, there.qualified(value.index), "()")
                for returned in there.facts.scopes[body].returns:
                    yield from self.expr(there, returned)

    def _made(self, index: FileIndex, expr: int) -> Iterator[str]:
        """An object made by this call is named after the first binding of it."""
        key = self._objects.made(index, expr)
        if key:
            yield key


def _alternatives(e: x.Expr) -> tuple[int, ...]:
    """What an expression takes one of."""
    if isinstance(e, x.Union):
        return e.items
    return (e.left, e.right) if isinstance(e, x.Op) and e.op in ("or", "and", "??") else ()


def _first(index: FileIndex, e: x.Attr) -> int:
    """Point of the name at the start of `a.b`."""
    inner = index.facts.exprs[e.value]
    return inner.point if type(inner) is x.Name else 0
