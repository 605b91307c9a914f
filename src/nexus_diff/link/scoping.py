"""What a name means at a program point: through the scopes from inside out, then the module, then the package around."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nexus_diff.languages.builder_protocol import END
from nexus_diff.link.file_index import MEMBER_SCOPES, FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.paths import MACRO
from nexus_diff.link.values import NOTHING, Def, Ext, Inst, Mod, Slot, Space, Values, union
from nexus_diff.model.facts import NONE, Binding, Point, Scope

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
_PASSING = ("class", "comprehension", "block")
"""Scopes that run where they stand, so that their reads see the scope around them as it is then."""


class Scoping:
    """Names by scope."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def lookup(self, index: FileIndex, name: str, point: Point) -> Values:
        """What `name` means at a program point: through the scopes from inside out, then stars, then built-ins."""
        scopes = index.facts.scopes
        scope, at = point.scope, point
        moment: Point | None = at
        first = True
        outside: Values = NOTHING
        if scope > 0 and not index.language.hoisting and at.at == END:
            scope, moment, first = scopes[scope].parent, None, False
        while scope > 0:
            here = scopes[scope]
            if name in here.globals:
                scope = 0
                moment = None
                break
            if here.kind not in MEMBER_SCOPES or (first and index.language.bare_members):
                found, certain = index.visible(scope, name, moment)
                position = index.parameter(scope, name) if not certain else NONE
                if found or position != NONE:
                    before = self.context.parameters.value(index, scope, position) if position != NONE else NOTHING
                    now = self._bound(index, scope, name, found)
                    return union(now if not before else self.context.signatures.alternative(index, before, now), before)
            if index.language.implicit_members and index.type_parameter(scope, name):
                return NOTHING
            if index.language.implicit_members:
                member = self.context.members.implicit(index, scope, name, point.scope)
                if any(not isinstance(v, Ext) for v in member):
                    return member
                outside = outside or member
            if index.language.path_roots:
                if here.kind == "namespace":
                    self.world.part(index.path, index.qualified(here.definition), name)
                brought = self.context.paths.star(index, scope, name)
                if brought:
                    return brought
            moment = _moment_around(here, at, first)
            first = False
            if here.kind == "namespace" and index.language.path_roots and not name.endswith(MACRO):
                return self._beyond(index, name, at.scope)
            scope = here.parent
        values = self.global_name(index, name, moment, at.scope)
        return values or outside

    def global_name(self, index: FileIndex, name: str, moment: Point | None = None, scope: int = 0) -> Values:
        """A name of the module scope, or of the package around (as seen from `scope`)."""
        self.world.part(index.path, "", name)
        found = index.visible(0, name, moment)[0]
        if found:
            values = self._bound(index, 0, name, found)
            if any(self.context.evaluator.holds(v) for v in values):
                return union(values, (Slot(index.path, NONE, name),))
            if index.language.includes and self.context.includes.macros(values):
                return union(values, self.context.packages.ambient(index, name, scope))
            if values or not index.language.path_roots:  # an import of a macro leaves its name to others
                return values
        if index.language.path_roots:
            return self.context.paths.star(index, 0, name) or self._beyond(index, name, scope)
        starred = self._star_imported(index, name)
        if starred:
            return starred
        ambient = self.context.packages.ambient(index, name, scope)
        if ambient:
            return ambient
        if name in index.language.builtin_names:
            return (Ext(name),)
        return self.context.packages.starred(index, name)

    def _bound(self, index: FileIndex, scope: int, name: str, found: Sequence[Binding]) -> Values:
        """What bindings of a name give. Where types and macros have names of their own, several imports may bring one: the one from the
        repository is meant."""
        values = union(*(self.context.evaluator.binding(index, b) for b in found))
        imported = index.language.path_roots and all(b.imported != NONE for b in found) and all(isinstance(v, Ext) for v in values)
        for _, other in index.names(scope).get(name, ()) if imported else ():
            brought = self.context.evaluator.binding(index, other) if other.imported != NONE and other not in found else NOTHING
            if any(not isinstance(v, Ext) for v in brought):
                return brought
        return values

    def _star_imported(self, index: FileIndex, name: str) -> Values:
        """A name that a star import of the file brings; the last one first."""
        self.world.part(index.path, "", "*")
        for position in reversed(index.star_imports):
            imp = index.facts.imports[position]
            if imp.kind == "reexport" or self.context.packages.by_name(index, imp):
                continue
            for module in self.context.modules.target(index, imp.source):
                values = self.context.modules.star_member(module.path, name) if isinstance(module, Mod) else NOTHING
                if isinstance(module, Space):
                    values = self.context.packages.value(module.group, joined(module.name, name))
                if values:
                    return values
        return NOTHING

    def _beyond(self, index: FileIndex, name: str, scope: int) -> Values:
        """A name that no module around binds, where modules are reached by paths: of the prelude, of a macro, of a crate."""
        if name in index.language.builtin_names:
            return (Ext(name),)
        if name.endswith(MACRO):
            return self.context.paths.macro(index, name, scope)
        return self.context.paths.crate(index, name) if name.isidentifier() and name.islower() else NOTHING

    def named_instances(self, index: FileIndex, name: str) -> Values:
        """Instances of the class that a module-level name stands for."""
        return tuple(Inst(v.path, v.index) for v in self.global_name(index, name) if isinstance(v, Def))


def _moment_around(here: Scope, at: Point, first: bool) -> Point | None:
    """When a read inside a scope sees the scope around it; None: at any time."""
    if here.at != NONE:
        return Point(here.parent, here.at, here.at_block)
    return Point(here.parent, at.outer_at, at.block) if first and here.kind in _PASSING and at.outer_at != NONE else None
