"""Which module variables a file's code uses: constants, registries, singletons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Def, Mod, Space
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

MAX_HOPS = 8
"""Longest chain of re-exports that is followed to a variable."""


class Constants:
    """Module variables by name, in their own file or through imports."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def root(self, index: FileIndex, expr: int) -> tuple[int, str, str] | None:
        """The scope of the module or namespace, the name there at the root of an expression, and the member of it that is read first; None
        when there is no such name."""
        member = ""
        e = index.facts.exprs[expr]
        while not isinstance(e, x.Name):
            if isinstance(e, x.Attr):
                member, expr = e.name, e.value
            elif isinstance(e, (x.Call, x.New)):
                member, expr = "", e.func if isinstance(e, x.Call) else e.type
            elif isinstance(e, (x.Index, x.Iter, x.Enter, x.Await)):
                member, expr = "", e.value
            else:
                return None
            e = index.facts.exprs[expr]
        scopes, around = index.facts.scopes, index.facts.points[e.point].scope
        scope = index.scope_of_name(around, e.name)
        if not index.language.includes:
            return (0, e.name, member) if scope == 0 else None
        while not scope and around > 0 and scopes[around].kind != "namespace":
            around = scopes[around].parent
        scope = scope or around
        return (scope, e.name, member) if scope == 0 or scopes[scope].kind == "namespace" else None

    def named(self, index: FileIndex, scope: int, name: str, member: str) -> list[Def]:
        """The module variables that a root stands for: `LIMITS["a"].get()` uses LIMITS, `settings.DEBUG` the DEBUG of that module."""
        found: list[Def] = []
        bindings = index.visible(scope, name, None)[0] or index.visible(0, name, None)[0]
        package = self.context.packages.prefix(index) if not bindings else None
        if package is not None and scope:
            return self._in_namespaces(index, scope, name, member)
        if package is not None:
            local = self._included(index, joined(package, name)) if index.language.includes else []
            return local or self._in_package(index.language.group, package, name)
        for binding in bindings:
            if binding.definition != NONE and index.facts.definitions[binding.definition].kind == "variable":
                found.append(Def(index.path, binding.definition))
            elif binding.imported != NONE:
                imp = index.facts.imports[binding.imported]
                wanted = member if imp.name in ("", "*") else imp.name
                for module in (
                    self.context.modules.imported(index, imp) if imp.name in ("", "*") else self.context.modules.source(index, imp)
                ):
                    if isinstance(module, Mod) and wanted:
                        found.extend(self._exported(module.path, wanted, MAX_HOPS))
                    elif isinstance(module, Space) and wanted:
                        found.extend(self._in_package(module.group, module.name, wanted))
        return found

    def _in_namespaces(self, index: FileIndex, scope: int, name: str, member: str) -> list[Def]:
        """The variables that a name, or a member of what may be a namespace, means inside a namespace."""
        for prefix in self.context.packages.around(index, scope):
            for full in (joined(prefix, name), joined(joined(prefix, name), member) if member else ""):
                found = [d for d in self.context.packages.meant(index, full) if isinstance(d, Def)] if full else []
                variables = (self._included(index, full) if full else []) or self._variables(found)
                if variables:
                    return variables
        return []

    def _included(self, index: FileIndex, full: str) -> list[Def]:
        """The variables of a name in full that are local to what a file includes: macros, `static const`."""
        return self._variables(d for d in self.context.includes.local(index, full) if isinstance(d, Def))

    def _variables(self, found: Iterable[Def]) -> list[Def]:
        return [d for d in found if (there := self.world.index(d.path)) and there.facts.definitions[d.index].kind == "variable"]

    def _in_package(self, group: str, package: str, name: str) -> list[Def]:
        """The variables of a package that bear a name."""
        return self._variables(self.context.packages.all_named(group, joined(package, name)))

    def _exported(self, path: str, name: str, hops: int) -> list[Def]:
        """The variable `name` of a module, or of the one that it re-exports it from."""
        index = self.world.index(path) if self.world.file(path) else None
        if index is None or not hops:
            return []
        self.world.part(path, "", name)
        local = index.exports.get(name, name)
        self.world.part(path, "", local)
        for binding in index.visible(0, local, None)[0]:
            if binding.definition != NONE:
                is_variable = index.facts.definitions[binding.definition].kind == "variable"
                return [Def(path, binding.definition)] if is_variable else []
            if binding.imported != NONE:
                return self._onwards(index, binding.imported, hops)
        for position, imp in enumerate(index.facts.imports):
            if imp.kind == "reexport" and imp.alias == name:
                return self._onwards(index, position, hops)
        return []

    def _onwards(self, index: FileIndex, imported: int, hops: int) -> list[Def]:
        imp = index.facts.imports[imported]
        if imp.name in ("", "*", "=", "default"):
            return []
        modules = [m for m in self.context.modules.source(index, imp) if isinstance(m, Mod)]
        return [found for module in modules for found in self._exported(module.path, imp.name, hops - 1)]
