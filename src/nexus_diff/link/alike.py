"""The functions of one name that compete for a call: overloads of a class or of a package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.method_keys import same_type, type_names
from nexus_diff.link.names import joined
from nexus_diff.link.values import Def, Inst, Super, Value, Values
from nexus_diff.model.facts import NONE, Binding, Definition, Param

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

FUNCTIONS = frozenset({"function", "method", "constructor", "signature"})
_VIRTUAL = frozenset({"virtual", "abstract", "override"})


class Alike:
    """Functions of one name, wherever they stand."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def is_static(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and "static" in there.facts.definitions[function.index].modifiers

    def is_extension(self, function: Def) -> bool:
        """Whether a function is called on its first argument as if it were a member of it."""
        there = self.world.index(function.path)
        return there is not None and "extension" in there.facts.definitions[function.index].modifiers

    def is_function(self, function: Def) -> bool:
        there = self.world.index(function.path)
        return there is not None and there.facts.definitions[function.index].kind in FUNCTIONS

    def named(self, function: Def, receiver: Value | None) -> tuple[Def, ...]:
        """All functions of the same name that compete with `function`: of its class (and of its ancestors, seen from the receiver, where
        inherited ones compete), or of its package."""
        cls = Def(receiver.path, receiver.index) if isinstance(receiver, (Inst, Super, Def)) else None
        key = ("alike", function, cls)
        return self.world.session.ask(key, lambda: self._named(function, cls), (function,))

    def _named(self, function: Def, cls: Def | None) -> tuple[Def, ...]:
        return self._distinct(self._all(function, cls)) or (function,)

    def params(self, function: Def) -> tuple[Param, ...]:
        """The parameters of a function; what its declaration gives a default need not be handed over."""
        there = self.world.index(function.path)
        if there is None:
            return ()
        definition = there.facts.definitions[function.index]
        if not there.language.includes or definition.kind == "signature" or all(p.default != NONE for p in definition.params):
            return definition.params
        return self.world.session.ask(("params", function), lambda: self._with_defaults(there, function), definition.params)

    def _with_defaults(self, there: FileIndex, function: Def) -> tuple[Param, ...]:
        params = list(there.facts.definitions[function.index].params)
        taken = parameter_names(there, there.facts.definitions[function.index])
        for other in self._all(function, None):
            index = self.world.index(other.path)
            if index is None or other == function:
                continue
            self.world.part(other.path, index.qualified(other.index), "()")
            d = index.facts.definitions[other.index]
            if d.kind == "signature" and len(d.params) == len(params) and may_be_same(parameter_names(index, d), taken):
                params = [
                    msgspec.structs.replace(p, optional=p.optional or q.default != NONE or q.optional)
                    for p, q in zip(params, d.params, strict=True)
                ]
        return tuple(params)

    def is_virtual(self, method: Def) -> bool:
        """Whether a method may be replaced by those of classes below: it is declared so, in its class or above."""
        return self.world.session.ask(("virtual", method), lambda: self._is_virtual(method), True)

    def _is_virtual(self, method: Def) -> bool:
        there = self.world.index(method.path)
        if there is None:
            return True
        d = there.facts.definitions[method.index]
        owner = self.context.receivers.owner(there, d.body if method.index in there.attached and d.body != NONE else d.scope)
        taken = parameter_names(there, d)
        for here in self.context.classes.mro(owner) if owner is not None else ():
            if not isinstance(here, Def):
                return True
            for other in self.of_class(here, d.name):
                index = self.world.index(other.path)
                if index is None:
                    continue
                self.world.part(other.path, index.qualified(other.index), "()")
                found = index.facts.definitions[other.index]
                if not _VIRTUAL.isdisjoint(found.modifiers) and may_be_same(parameter_names(index, found), taken):
                    return True
        return owner is None

    def _all(self, function: Def, cls: Def | None) -> list[Def]:
        there = self.world.index(function.path)
        if there is None:
            return [function]
        d = there.facts.definitions[function.index]
        scope = there.facts.scopes[d.scope]
        owner = self.context.receivers.owner(there, d.scope) if scope.kind == "class" else None
        owner = owner or (self.context.members.owner_of(there, function.index) if function.index in there.attached else None)
        found: dict[Def, None] = {}
        if owner is not None:
            constructs = d.kind == "constructor" or "constructor" in d.modifiers
            key = there.language.constructors[0] if constructs and there.language.constructors else d.name
            merge = there.language.overloads == "merge" and not constructs
            seen = cls if cls is not None and owner in self.context.classes.mro(cls) else owner
            for here in self.context.classes.mro(seen) if merge else (owner,):
                if isinstance(here, Def):
                    found.update(dict.fromkeys(self.of_class(here, key)))
            if there.language.overloads == "blocks" and scope.definition != NONE:
                found = self._of_kind(Def(there.path, scope.definition), found)
        else:
            around = "" if scope.definition == NONE else there.qualified(scope.definition)
            self.world.part(there.path, around, d.name)
            same = there.names(d.scope).get(d.name, ())
            found.update((Def(there.path, b.definition), None) for _, b in same if b.definition != NONE)
            prefix = self.context.packages.prefix(there)
            if prefix is not None and not (there.language.includes and "local" in d.modifiers):
                named = self.context.packages.all_named(there.language.group, joined(prefix, d.qualified))
                meant = self.context.includes.meant(there, named) if there.language.includes else named
                found.update((v, None) for v in meant if isinstance(v, Def))
        return [f for f in found if self.is_function(f)]

    def _of_kind(self, block: Def, found: dict[Def, None]) -> dict[Def, None]:
        """Those that stand beside the members of a block: in blocks of traits, or among what the type has by itself."""
        implements = self.context.members.implements(block)
        same: dict[Def, None] = {}
        for function in found:
            there = self.world.index(function.path)
            owner = there.facts.scopes[there.facts.definitions[function.index].scope].definition if there is not None else NONE
            if owner != NONE and self.context.members.implements(Def(function.path, owner)) == implements:
                same[function] = None
        return same

    def of_class(self, cls: Def, name: str) -> list[Def]:
        """The functions of a name that are members of a class itself, wherever they stand."""
        found = [Def(cls.path, b.definition) for b in self._own(cls, name) if b.definition != NONE]
        for part in self.context.members.parts(cls):
            found.extend(Def(part.path, b.definition) for b in self._own(part, name) if b.definition != NONE)
        for function in self.context.members.functions(cls):
            there = self.world.index(function.path)
            if there is not None and there.attached[function.index].target == name:
                found.append(function)
        return found

    def types_of_class(self, cls: Def, name: str) -> Values:
        """The types of a name that stand in a class itself."""
        for part in (cls, *self.context.members.parts(cls)):
            there = self.world.index(part.path)
            for b in self._own(part, name) if there is not None else ():
                if there is not None and b.definition != NONE and there.facts.definitions[b.definition].kind in (*CLASS_KINDS, "type"):
                    return (Def(part.path, b.definition),)
        return ()

    def _own(self, cls: Def, name: str) -> list[Binding]:
        index = self.world.index(cls.path)
        body = index.facts.definitions[cls.index].body if index is not None else NONE
        if index is None or body == NONE:
            return []
        self.world.part(cls.path, index.qualified(cls.index), name)
        return [b for _, b in index.names(body).get(name, ())]

    def _distinct(self, found: list[Def]) -> tuple[Def, ...]:
        """One of several that take the same: the first, as those of a class come before those of its ancestors, but one with a body before
        a declaration. Two of one class are two, even if their type parameters bear the same names."""
        kept: dict[tuple[str, ...], Def] = {}
        paired: set[Def] = set()
        for function in found:
            there = self.world.index(function.path)
            if there is None:
                continue
            self.world.part(function.path, there.qualified(function.index), "()")
            d = there.facts.definitions[function.index]
            # a template outside of its class repeats the type parameters of the class
            generic = len(d.type_params) if there.language.overloads == "merge" else 0
            key: tuple[str, ...] = (str(generic), *parameter_names(there, d))
            before = self._overriding(kept, key)
            if before in kept and d.kind != "signature" and self._alternative(kept[before], function):
                before = (*key, f"#{len(kept)}")  # in other sections of an #if, or with other bounds
            known = kept.get(before)
            index = self.world.index(known.path) if known is not None else None
            declared = index is not None and known is not None and index.facts.definitions[known.index].kind == "signature"
            if known is not None and declared is not (d.kind == "signature"):
                paired.add(function if declared else known)
            if known is None or (declared and d.kind != "signature"):
                kept[before] = function
        return self._by_other_names(tuple(kept.values()), paired)

    def _by_other_names(self, kept: tuple[Def, ...], paired: set[Def]) -> tuple[Def, ...]:
        """Without declarations that are of a definition which writes the types by other names: the only one without a declaration that
        takes as many. `paired`: definitions whose declarations were found."""
        declared: dict[int, list[Def]] = {}
        bodies: dict[int, list[Def]] = {}
        for function in kept if len(kept) > 1 else ():
            there = self.world.index(function.path)
            if there is None or not there.language.includes:
                return kept
            d = there.facts.definitions[function.index]
            if "declared" in d.modifiers:
                declared.setdefault(len(d.params), []).append(function)
            elif function not in paired and "macro" not in d.modifiers and there.facts.scopes[d.scope].kind != "class":
                bodies.setdefault(len(d.params), []).append(function)
        dropped = {one[0] for count, one in declared.items() if len(one) == len(bodies.get(count, ())) == 1}
        return tuple(function for function in kept if function not in dropped)

    def _overriding(self, kept: dict[tuple[str, ...], Def], key: tuple[str, ...]) -> tuple[str, ...]:
        """The key of what was found before for the same parameters, type parameters standing for anything; else the key itself."""
        if key in kept:
            return key
        for other in kept:
            if may_be_same(other, key):
                return other
        return key

    def _alternative(self, before: Def | None, function: Def) -> bool:
        """Whether two functions that take the same stand in one place, both with a body."""
        there = self.world.index(function.path)
        if before is None or there is None or before.path != function.path:
            return False
        one, other = there.facts.definitions[before.index], there.facts.definitions[function.index]
        return one.kind != "signature" and one.scope == other.scope

    def type_params(self, function: Def) -> int:
        there = self.world.index(function.path)
        return len(there.facts.definitions[function.index].type_params) if there is not None else 0


def parameter_names(there: FileIndex, definition: Definition) -> tuple[str, ...]:
    """What a function takes, as text: the last names of its parameters' types, "*" for type parameters."""
    return tuple(type_names(there.language, there.facts, definition))


def may_be_same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether functions that take these (see `parameter_names`) may take the same, type parameters standing for anything."""
    return len(one) == len(other) and all(same_type(a, b) for a, b in zip(one, other, strict=True))
