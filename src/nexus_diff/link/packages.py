"""Names that other files see without importing a file: packages, namespaces, and imports that name a definition in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import EVERYWHERE, GLOBAL, SPACES, TRANSPARENT, joined
from nexus_diff.link.values import NOTHING, Def, Ext, Inst, Space, Value, Values, union
from nexus_diff.model.expr import Arg
from nexus_diff.model.facts import NONE, Import

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

USING = "using"
"""Kind of imports that name a definition or a namespace in full, in languages whose other imports name files (C++)."""


class Packages:
    """Definitions by their names in full."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def named(self, candidate: str) -> Def | None:
        """The definition that a candidate of the table of names stands for."""
        path, _, qualified = candidate.rpartition("\t")
        index = self.world.index(path)
        position = index.position(qualified) if index is not None else NONE
        return Def(path, position) if position != NONE else None

    def all_named(self, group: str, full: str) -> tuple[Def, ...]:
        """Every definition of that name in full, by path."""
        return self.world.session.ask(("in full", group, full), lambda: self._all_named(group, full), ())

    def _all_named(self, group: str, full: str) -> tuple[Def, ...]:
        found = (self.named(c) for c in self.world.candidates(f"{group}.q", full))
        return tuple(d for d in found if d is not None and not self._is_member(d))

    def _is_member(self, d: Def) -> bool:
        """Whether a function is written outside of a class that it is a member of, rather than outside of its namespace."""
        index = self.world.index(d.path)
        if index is None or d.index not in index.attached or index.facts.definitions[d.index].kind != "method":
            return False
        return self.context.members.owner_of(index, d.index) is not None

    def member(self, group: str, full: str) -> Values:
        """What a name in full means: definitions with a body before mere declarations, one for all parts of a class; else a package."""
        found = self.all_named(group, full)
        if found:
            return self._chosen(found)
        return (Space(group, full),) if self.world.candidates(f"{group}{SPACES}", full) else NOTHING

    def meant(self, index: FileIndex, full: str) -> Values:
        """What a name in full means in this file."""
        if not index.language.includes:
            return self.member(index.language.group, full)
        found = self.all_named(index.language.group, full)
        return self._chosen(self.context.includes.meant(index, found)) if len(found) > 1 else self.member(index.language.group, full)

    def _chosen(self, found: Values) -> Values:
        if len(found) == 1:
            return found
        bodies: list[Value] = []
        rest: list[Value] = []
        for d in found:
            index = self.world.index(d.path) if isinstance(d, Def) else None
            definition = index.facts.definitions[d.index] if index is not None and isinstance(d, Def) else None
            if definition is None:
                continue
            if "partial" in definition.modifiers and bodies:
                continue
            (rest if definition.kind == "signature" else bodies).append(d)
        return tuple(bodies or rest)

    def prefix(self, index: FileIndex) -> str | None:
        """The prefix of a file's names, None where names have none."""
        of = index.language.package_of
        return of(index.path, index.facts) if of is not None else None

    def ambient(self, index: FileIndex, name: str, scope: int) -> Values:
        """What a bare name that no scope of the file binds means: in the namespaces around, in the package, through imports of all
        names."""
        package = self.prefix(index)
        if package is None:
            return NOTHING
        group = index.language.group
        for prefix in self._prefixes(index, scope, package):
            full = joined(prefix, name)
            local = self.context.includes.local(index, full) if index.language.includes else NOTHING
            beside = local if self.context.includes.macros(local) else NOTHING
            found = self.held(union(beside, self.meant(index, full)) if beside or not local else local)
            found = found or self._static_member(group, prefix, name)
            if found:
                return found
        if not index.language.qualified_imports:
            return self._in_opened(index, name) if index.language.includes else NOTHING
        return self.member(group, name) or ((Ext(name),) if name in index.language.standard_modules else NOTHING)

    def _in_opened(self, index: FileIndex, name: str) -> Values:
        """What a name means in the namespaces that macros open."""
        found = (self.held(self.meant(index, joined(space, name))) for space in self.context.includes.opened(index))
        return next((values for values in found if values), NOTHING)

    def around(self, index: FileIndex, scope: int) -> Sequence[str]:
        """The names in full of what a bare name is looked up in, inside first."""
        package = self.prefix(index)
        return self._prefixes(index, scope, package) if package is not None else ()

    def _static_member(self, group: str, full: str, name: str) -> Values:
        """A member of the class of that name in full, if it is one whose members are all imported."""
        owner = next((d for d in self.all_named(group, full) if self.context.classes.is_class(d)), None)
        found = self.context.classes.find(owner, name) if owner is not None else None
        if found is None or owner is None or isinstance(found.owner, Ext):
            return NOTHING
        return self.context.classes.member(owner, name)

    def starred(self, index: FileIndex, name: str) -> Values:
        """What a name that is found nowhere is when all names of something outside of the repository are imported: one of those."""
        if not index.language.starred_names:
            return NOTHING
        self.world.part(index.path, "", "*")
        for position in index.star_imports:
            imp = index.facts.imports[position]
            member = "static" in imp.flags
            if member is not name[:1].isupper() and not self.member(index.language.group, imp.source):
                return (Ext(f"{imp.source}.{name}"),)
        return NOTHING

    def associated(self, index: FileIndex, name: str, args: Sequence[Arg]) -> Values:
        """What a name means in the namespaces of the arguments' classes."""
        spaces: dict[str, None] = {}
        for arg in args:
            for value in self.context.evaluator.value(index, arg.value):
                if isinstance(value, (Inst, Def)):
                    self._of_owner(Def(value.path, value.index), spaces)
        for space in spaces:
            found = self.meant(index, joined(space, name))
            if found:
                return found
        return NOTHING

    def value(self, group: str, full: str) -> Values:
        """What reading a name in full gives: of a variable, what it holds."""
        found = self.member(group, full)
        return self.held(found) if found else self.outside(group, full)

    def outside(self, group: str, full: str) -> Values:
        """What reading a name in full gives whose namespace a macro opens: what it holds stands outside of it."""
        around, _, name = full.rpartition(".")
        if not around or not self.world.candidates(f"{group}{TRANSPARENT}", around):
            return NOTHING
        return self.value(group, joined(around.rpartition(".")[0], name))

    def held(self, found: Values) -> Values:
        """Values with variables replaced by what they hold."""
        return union(*(self._held(v) for v in found)) if any(isinstance(v, Def) for v in found) else found

    def _held(self, value: Value) -> Values:
        there = self.world.index(value.path) if isinstance(value, Def) else None
        definition = there.facts.definitions[value.index] if there is not None and isinstance(value, Def) else None
        if there is None or definition is None or definition.kind != "variable" or definition.scope != 0:
            return (value,)
        name = definition.name
        return self.world.session.ask(("held", there.path, name), lambda: self.context.scoping.global_name(there, name), NOTHING)

    def opened(self, index: FileIndex) -> frozenset[str]:
        """All packages and namespaces that are open somewhere in a file."""
        package = self.prefix(index)
        if package is None:
            return frozenset()
        found: dict[str, None] = {package: None}
        for position, definition in enumerate(index.facts.definitions):
            if definition.kind == "namespace":
                self._around(joined(package, index.qualified(position).partition("#")[0]), found)
        for position in index.star_imports:
            self._open(index, index.facts.imports[position], found)
        self.world.part(index.path, "", "*")
        self._opened_everywhere(index, found)
        return frozenset(found)

    def _opened_everywhere(self, index: FileIndex, found: dict[str, None]) -> None:
        """What other files open for the whole project that a file belongs to."""
        folder = index.path if index.language.global_imports is not None else ""
        while folder:
            folder = folder.rpartition("/")[0]
            for path in self.world.candidates(f"{index.language.group}{EVERYWHERE}", folder):
                there = self.world.index(path)
                if there is not None and path != index.path:
                    self.world.part(path, "", "*")
                    imports = (there.facts.imports[i] for i in there.star_imports)
                    found.update((imp.source, None) for imp in imports if GLOBAL in imp.flags)

    def _prefixes(self, index: FileIndex, scope: int, package: str) -> list[str]:
        facts = index.facts
        found: dict[str, None] = {}
        while scope > 0:
            here = facts.scopes[scope]
            self._opened(index, scope, found)
            if here.definition != NONE and here.kind == "namespace":
                self._around(joined(package, facts.definitions[here.definition].qualified), found)
            elif here.definition in index.attached and index.language.outside_members:
                for owner in self.context.evaluator.value(index, index.attached[here.definition].attr_of):
                    self._of_owner(owner, found)
            scope = here.parent
        found[package] = None
        self._opened(index, 0, found)
        self._opened_everywhere(index, found)
        return list(found)

    def _of_owner(self, owner: Value, found: dict[str, None]) -> None:
        if isinstance(owner, Space):
            self._around(owner.name, found)
        there = self.world.index(owner.path) if isinstance(owner, Def) else None
        if there is not None and isinstance(owner, Def):
            prefix = self.prefix(there)
            definition = there.facts.definitions[owner.index]
            full = joined(prefix or "", definition.qualified)
            self._around(full if definition.kind == "namespace" else full.rpartition(".")[0], found)

    def _around(self, full: str, found: dict[str, None]) -> None:
        while full:
            found[full] = None
            full = full.rpartition(".")[0]

    def _opened(self, index: FileIndex, scope: int, found: dict[str, None]) -> None:
        """What imports of all names in this scope open."""
        self.world.part(index.path, "", "*")
        for position in index.star_imports:
            imp = index.facts.imports[position]
            if imp.scope == scope and self.by_name(index, imp):
                self._open(index, imp, found)

    def _open(self, index: FileIndex, imp: Import, found: dict[str, None]) -> None:
        """What one import of all names opens: what it names as seen from the namespaces around it, or in full."""
        package = self.prefix(index) or ""
        scope = imp.scope if index.language.relative_imports else 0
        while scope > 0:
            here = index.facts.scopes[scope]
            around = joined(package, index.facts.definitions[here.definition].qualified) if here.definition != NONE else ""
            while around:
                full = joined(around, imp.source)
                if self.member(index.language.group, full):
                    found[full] = None
                    return
                around = around.rpartition(".")[0]
            scope = here.parent
        for position in index.star_imports if scope != imp.scope else ():
            outer = index.facts.imports[position]
            full = joined(outer.source, imp.source)
            if outer.scope == 0 and "static" not in outer.flags and self.all_named(index.language.group, full):
                found[full] = None
                return
        found[imp.source] = None

    def by_name(self, index: FileIndex, imp: Import) -> bool:
        """Whether an import names a definition in full rather than a file."""
        return index.language.qualified_imports or imp.kind == USING

    def imported(self, index: FileIndex, imp: Import) -> Values:
        """What an import by a name in full binds: a definition, a member of a class, a package."""
        group = index.language.group
        full = joined(imp.source, imp.name) if imp.name not in ("", "*") else imp.source
        found = self.member(group, full)
        if found or imp.name in ("", "*"):
            return found or self._relative(index, imp, full) or (Ext(full),)
        for owner in self.all_named(group, imp.source)[:1]:
            found = self.context.classes.member(owner, imp.name)
        return found or self._relative(index, imp, full) or (Ext(full),)

    def _relative(self, index: FileIndex, imp: Import, full: str) -> Values:
        """A name in full may leave out the namespaces around."""
        package = self.prefix(index)
        for prefix in self._prefixes(index, imp.scope, package) if package is not None and imp.kind == USING else ():
            found = self.member(index.language.group, joined(prefix, full)) if prefix != imp.source else NOTHING
            if found:
                return found
        return NOTHING
