"""Modules of a language in which names are reached by paths (`crate::a::b`): roots, imports of paths, macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.languages.builder_protocol import END
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Def, Ext, Mod, Values, union
from nexus_diff.model.expr import Attr, Name
from nexus_diff.model.facts import NONE, Import, Point

if TYPE_CHECKING:
    from nexus_diff.languages.base import Resolved
    from nexus_diff.link.context import Context

SEPARATOR = "::"
MODULE = "module"
"""Kind of imports that declare a module in a file of its own."""
MACROS = "macros"
"""Kind of imports that bring in the macros of a module only."""
MACRO = "!"
"""End of the names of macros."""
ABOVE = "super::"
"""The name under which a module has the one around it."""
MOST_PARENTS = 20


class Paths:
    """Paths of modules."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def root(self, index: FileIndex, name: str, scope: int) -> Values:
        """The module that the first part of a path stands for, by its meaning in the language ("crate", "self", "super")."""
        meaning = index.language.path_roots[name]
        if meaning == "crate":
            return self._modules(index, meaning)
        space = self._space(index, scope)
        if meaning == "self":
            return (Def(index.path, space),) if space != NONE else (Mod(index.path),)
        return self._above(index, space)

    def beside_variable(self, index: FileIndex, e: Attr) -> Values:
        """What a path means that begins with a name which a variable bears too: variables stand in no path."""
        root = index.facts.exprs[e.value]
        if not isinstance(root, Name) or root.name in index.language.path_roots:
            return NOTHING
        scope = index.facts.points[root.point].scope
        if index.scope_of_name(scope, root.name) == 0:
            return NOTHING
        modules = [v for v in self.context.scoping.global_name(index, root.name, None, scope) if isinstance(v, (Mod, Def))]
        found = union(*(self.context.evaluator.attribute(v, e.name) for v in modules))
        return tuple(v for v in found if not isinstance(v, Ext))

    def above(self, value: Def | Mod) -> Values:
        """The module around a module."""
        index = self.world.index(value.path)
        return self._above(index, value.index if isinstance(value, Def) else NONE) if index is not None else NOTHING

    def _above(self, index: FileIndex, space: int) -> Values:
        if space == NONE:
            return self._modules(index, "super")
        self.world.part(index.path, index.qualified(space), "")
        outer = self._space(index, index.facts.definitions[space].scope)
        return (Def(index.path, outer),) if outer != NONE else (Mod(index.path),)

    def _space(self, index: FileIndex, scope: int) -> int:
        """The module written in place around a scope, -1 for the file."""
        scopes = index.facts.scopes
        while scope > 0:
            if scopes[scope].kind == "namespace" and scopes[scope].definition != NONE:
                return scopes[scope].definition
            scope = scopes[scope].parent
        return NONE

    def _modules(self, index: FileIndex, source: str) -> Values:
        return self._found(self.context.modules.resolve(index, source))

    def _found(self, resolved: Resolved) -> Values:
        return tuple(Mod(path) for path in (resolved.path, *resolved.also)) if resolved.kind == "file" else NOTHING

    def crate(self, index: FileIndex, name: str) -> Values:
        """A crate by its name."""
        resolved = self.context.modules.resolve(index, name)
        return (Ext(name),) if resolved.kind == "external" else self._found(resolved)

    def follow(self, index: FileIndex, imp: Import) -> Values:
        """The module, type or namespace that the source of an import names."""
        key = ("path", index.path, imp.source, imp.scope)
        return self.world.session.ask(key, lambda: self._follow(index, imp), NOTHING)

    def _follow(self, index: FileIndex, imp: Import) -> Values:
        if imp.kind in (MODULE, MACROS) and " " in imp.source:
            return self._declared(index, imp)
        first, *rest = imp.source.split(SEPARATOR)
        if not first and rest:
            first = rest.pop(0)
            values = self.crate(index, first) or (Ext(first),)
        else:
            values = self._first(index, first, imp.scope)
        for part in rest:
            root = self._own_name(index, part)
            values = union(*(self.context.evaluator.attribute(value, root) for value in values))
        return values

    def _own_name(self, index: FileIndex, part: str) -> str:
        """The name under which a path's keyword is looked up."""
        return next((name for name, meaning in index.language.path_roots.items() if meaning == part), part)

    def _declared(self, index: FileIndex, imp: Import) -> Values:
        """`mod x;`, below the modules written in place around it."""
        how, _, name = imp.source.partition(" ")
        around: list[str] = []
        scope = imp.scope
        while scope > 0:
            here = index.facts.scopes[scope]
            if here.kind == "namespace" and here.definition != NONE:
                around.append(index.facts.definitions[here.definition].name)
            scope = here.parent
        return self._modules(index, f"{how} {'/'.join([*reversed(around), name])}")

    def _first(self, index: FileIndex, name: str, scope: int) -> Values:
        own = self._own_name(index, name)
        if own in index.language.path_roots:
            return self.root(index, own, scope)
        found = NOTHING if self._is_module(index, name, scope) else self.crate(index, name)
        if found:
            return found
        self.world.part(index.path, "", name)
        return self.context.scoping.lookup(index, name, Point(scope, END, 0)) or (Ext(name),)

    def _is_module(self, index: FileIndex, name: str, scope: int) -> bool:
        """Whether the name is that of a module declared in the file, as seen from a scope."""
        facts = index.facts
        while scope >= 0:
            self._asked(index, scope, name)
            for _, b in index.names(scope).get(name, ()):
                if b.imported != NONE and facts.imports[b.imported].kind == MODULE:
                    return True
                if b.definition != NONE and facts.definitions[b.definition].kind in ("namespace", *CLASS_KINDS):
                    return True
            scope = facts.scopes[scope].parent
        return False

    def _asked(self, index: FileIndex, scope: int, name: str) -> None:
        """Record a look at a name of a module's scope."""
        here = index.facts.scopes[scope]
        if scope == 0 or here.kind == "namespace":
            self.world.part(index.path, index.qualified(here.definition) if here.definition != NONE else "", name)

    def imported(self, index: FileIndex, imp: Import) -> Values:
        """What an import of a path binds."""
        found = self.follow(index, imp)
        if imp.name in ("", "*"):
            return found
        return union(*(self.context.evaluator.attribute(value, imp.name) for value in found))

    # All names of a module

    def star(self, index: FileIndex, scope: int, name: str) -> Values:
        """A name that imports of all names in exactly this scope bring in."""
        if name.endswith(MACRO) and name in index.language.builtin_names:
            return NOTHING
        self.world.part(index.path, "", "*")
        for position in index.star_imports:
            imp = index.facts.imports[position]
            if imp.scope != scope or (imp.kind == MACROS and not name.endswith(MACRO)):
                continue
            for value in self.follow(index, imp):
                if isinstance(value, (Mod, Def)):
                    found = self.context.evaluator.attribute(value, name)
                    if found:
                        return found
        return NOTHING

    def member(self, index: FileIndex, name: str) -> Values:
        """A name of a file's module that is not bound there: brought in with all names of another, or a macro under its plain name."""
        return self.star(index, 0, name) or (self.imported_macro(index, name, 0) if name.endswith(MACRO) else NOTHING)

    # Macros

    def macro(self, index: FileIndex, name: str, scope: int) -> Values:
        """A macro that no scope of the file binds: imported under its name without the mark, of a module around, of the crate."""
        found = self.imported_macro(index, name, scope)
        if found:
            return found
        todo: list[FileIndex] = [index]
        seen = {index.path}
        while todo and len(seen) < MOST_PARENTS:
            here = todo.pop()
            for parent in union(self._modules(here, "super"), self._modules(here, "crate")):
                there = self.world.index(parent.path) if isinstance(parent, Mod) else None
                if there is None or there.path in seen:
                    continue
                seen.add(there.path)
                found = self.context.modules.member(there.path, name)
                if found:
                    return found
                todo.append(there)
        return NOTHING

    def imported_macro(self, index: FileIndex, name: str, scope: int) -> Values:
        """A macro whose name without the mark is imported, as seen from a scope."""
        plain = name.removesuffix(MACRO)
        while scope >= 0:
            self._asked(index, scope, plain)
            for _, b in index.names(scope).get(plain, ()):
                if b.imported == NONE:
                    continue
                imp = index.facts.imports[b.imported]
                if imp.kind == MODULE or not imp.name:
                    continue
                found = union(*(self.context.evaluator.attribute(value, imp.name + MACRO) for value in self.follow(index, imp)))
                if found:
                    return found
            scope = index.facts.scopes[scope].parent
        return NOTHING
