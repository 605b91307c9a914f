"""Members that stand outside of their type: in blocks of their own, as single functions, in other parts of a class; and members that a bare
name means."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Bound, Def, Inst, Value, Values
from nexus_diff.model.facts import NONE, Binding

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

MEMBERS = "@members"
"""Part of a class or extension: which methods stand in its body."""
_NO_PARTS: tuple[Def, ...] = ()


class Beside(NamedTuple):
    """Bindings of a member outside of its class: their file, and the definition in whose body they stand (-1: none)."""

    own: list[Binding]
    path: str
    body: int


class Members:
    """Members beside a class."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def home(self, index: FileIndex, definition: int) -> Def:
        """The class that a class body belongs to: its first part, the type that an extension extends; else the definition itself."""
        here = Def(index.path, definition)
        d = index.facts.definitions[definition]
        if d.kind != "extension" and "partial" not in d.modifiers:
            return here
        return self.world.session.ask(("home", here), lambda: self._home(index, here), here)

    def _home(self, index: FileIndex, here: Def) -> Def:
        d = index.facts.definitions[here.index]
        if d.kind == "extension":
            self.world.part(here.path, index.qualified(here.index), "")
            return next((Def(v.path, v.index) for v in self.context.types.instances(index, d.type) if isinstance(v, Inst)), here)
        prefix = self.context.packages.prefix(index)
        full = f"{prefix}.{d.qualified}" if prefix else d.qualified
        found = [v for v in self.context.packages.member(index.language.group, full) if isinstance(v, Def)]
        if index.language.arities:
            arity = self.context.types.arity
            found = [v for v in self.context.packages.all_named(index.language.group, full) if arity(v) == arity(here)]
        return next(iter(found), here)

    def owner_of(self, index: FileIndex, function: int) -> Def | None:
        """The class that a function written outside of it is a member of."""
        binding = index.attached.get(function)
        if binding is None:
            return None
        key = ("owner", index.path, function)
        return self.world.session.ask(key, lambda: self._owner_of(index, binding), None)

    def _owner_of(self, index: FileIndex, binding: Binding) -> Def | None:
        values = self.context.types.instances(index, binding.attr_of)
        return next((Def(v.path, v.index) for v in values if isinstance(v, Inst)), None)

    def type_named(self, index: FileIndex, scope: int, name: str) -> Values:
        """The type that a bare name means: one that stands in a class around or in an ancestor of it, or one of the file or package."""
        inside = scope
        while scope > 0:
            here = index.facts.scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                for cls in self.context.classes.mro(self.home(index, here.definition)):
                    found = self.context.alike.types_of_class(cls, name) if isinstance(cls, Def) else NOTHING
                    if found:
                        return found
            scope = here.parent
        return self.context.scoping.global_name(index, name, None, inside)

    def parts(self, cls: Def) -> tuple[Def, ...]:
        """Other parts of a class and the extensions of it, by path; extensions may stand in the class's own file too."""
        index = self.world.index(cls.path)
        if index is None or not index.language.outside_members:
            return _NO_PARTS
        return self.world.session.ask(("parts", cls), lambda: self._parts(index, cls), _NO_PARTS)

    def _parts(self, index: FileIndex, cls: Def) -> tuple[Def, ...]:
        found: list[Def] = []
        d = index.facts.definitions[cls.index]
        group = index.language.group
        if "partial" in d.modifiers:
            prefix = self.context.packages.prefix(index)
            same = self.context.packages.all_named(group, f"{prefix}.{d.qualified}" if prefix else d.qualified)
            arity = self.context.types.arity
            found.extend(part for part in same if part != cls and (not index.language.arities or arity(part) == arity(cls)))
        for there, part in self._outside(cls):
            if there.facts.definitions[part.index].kind == "extension" and self.home(there, part.index) == cls:
                found.append(part)
        return tuple(sorted(found, key=lambda part: (self.inactive(part), self.implements(part))))

    def inactive(self, part: Def) -> bool:
        """Whether an ordinary build leaves a part of a class out."""
        there = self.world.index(part.path)
        return there is not None and "inactive" in there.facts.definitions[part.index].modifiers

    def implements(self, part: Def) -> bool:
        """Whether a part of a class gives it the members of a trait rather than members of its own; own ones come first."""
        there = self.world.index(part.path)
        d = there.facts.definitions[part.index] if there is not None else None
        return d is not None and d.kind == "extension" and bool(d.bases)

    def _outside(self, cls: Def) -> list[tuple[FileIndex, Def]]:
        """Everything that stands outside of a type of this class's name."""
        index = self.world.index(cls.path)
        if index is None:
            return []
        name = index.facts.definitions[cls.index].name
        group = index.language.group
        found: list[tuple[FileIndex, Def]] = []
        for candidate in self.world.candidates(f"{group}.x", name):
            here = self.context.packages.named(candidate)
            there = self.world.index(here.path) if here is not None else None
            if here is not None and there is not None:
                found.append((there, here))
        return found

    def functions(self, cls: Def) -> tuple[Def, ...]:
        """Single functions outside of a class that are members of it."""
        index = self.world.index(cls.path)
        if index is None or not index.language.outside_members:
            return _NO_PARTS
        return self.world.session.ask(("functions", cls), lambda: self._functions(cls), _NO_PARTS)

    def _functions(self, cls: Def) -> tuple[Def, ...]:
        return tuple(here for there, here in self._outside(cls) if here.index in there.attached and self.owner_of(there, here.index) == cls)

    def beside(self, cls: Def, name: str) -> Beside | None:
        """Where a member stands that the class's own body does not have; None when nowhere."""
        for part in self.parts(cls):
            there = self.world.index(part.path)
            body = there.facts.definitions[part.index].body if there is not None else NONE
            if there is None or body == NONE:
                continue
            self.world.part(part.path, there.qualified(part.index), name)
            own = there.visible(body, name, None)[0]
            if own:
                return Beside(own, part.path, part.index)
        for function in self.functions(cls):
            there = self.world.index(function.path)
            if there is not None and there.attached[function.index].target == name:
                return Beside([there.attached[function.index]], function.path, NONE)
        return None

    def methods(self, cls: Def) -> list[Def]:
        """The members that stand outside of the class's own body."""
        found: list[Def] = []
        for part in self.parts(cls):
            there = self.world.index(part.path)
            body = there.facts.definitions[part.index].body if there is not None else NONE
            if there is not None and body != NONE:
                self.world.part(part.path, there.qualified(part.index), MEMBERS)
                found.extend(Def(part.path, i) for i, d in enumerate(there.facts.definitions) if d.scope == body)
        return [*found, *self.functions(cls)]

    def implicit(self, index: FileIndex, scope: int, name: str, reader: int) -> Values:
        """What a bare name read in `reader` means as a member of the class of exactly this scope, which is around it."""
        here = index.facts.scopes[scope]
        if here.definition == NONE:
            return NOTHING
        if here.kind == "class":
            owner: Def | None = self.home(index, here.definition)
        elif here.definition in index.attached:
            owner = self.owner_of(index, here.definition)
        else:
            return NOTHING
        found = self.context.classes.member(self.context.receivers.own(index, owner, reader), name) if owner is not None else NOTHING
        return found if index.language.method_values else tuple(v for v in found if not self._is_method(v))

    def _is_method(self, value: Value) -> bool:
        return isinstance(value, Bound) or (isinstance(value, Def) and self.context.alike.is_function(value))
