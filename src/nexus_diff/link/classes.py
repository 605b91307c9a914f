"""Classes: their bases, method resolution order and members."""

from __future__ import annotations

from typing import NamedTuple

from nexus_diff.link.ancestry import Ancestry
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Ext, Inst, Values, union
from nexus_diff.model.expr import Attr, Call
from nexus_diff.model.facts import NONE, Binding


class Found(NamedTuple):
    """Where a member was found: the class (of the repository or not), the bindings in its body or beside it, assignments in its methods,
    the file of the bindings, and the definition in whose body they stand there (-1: outside of any)."""

    owner: Def | Ext
    own: list[Binding]
    assigned: list[Binding]
    path: str = ""
    body: int = NONE


CLASS_KINDS = frozenset({"class", "interface", "enum", "variant"})
"""Kinds of definitions that have members; a "variant" of an enum is a class below it."""
SUPER_PART = "@super"
"""Part of a class: which of its methods extend the inherited one."""


class Classes(Ancestry):
    """Look-up along inheritance."""

    def is_class(self, value: Def) -> bool:
        index = self.world.index(value.path)
        return index is not None and index.facts.definitions[value.index].kind in CLASS_KINDS

    def has_members(self, value: Def) -> bool:
        """Whether a definition is a class or a block of members of one."""
        index = self.world.index(value.path)
        kind = index.facts.definitions[value.index].kind if index is not None else ""
        return kind in CLASS_KINDS or kind == "extension"

    def own(self, cls: Def, name: str) -> list[Binding]:
        """Bindings of `name` in the class body, newest first; also `C.prototype.name = …` and `C.name = …` outside it."""
        index = self.world.index(cls.path)
        if index is None:
            return []
        qualified = index.qualified(cls.index)
        self.world.part(cls.path, qualified, name)
        definition = index.facts.definitions[cls.index]
        found: list[Binding] = []
        if definition.body != NONE and (definition.kind in CLASS_KINDS or definition.kind == "extension"):
            found = index.visible(definition.body, name, None)[0]
            if len(found) == 1 and found[0].definition != NONE and "setter" in index.facts.definitions[found[0].definition].modifiers:
                getters = [
                    b for _, b in index.names(definition.body)[name]
                    if b.definition != NONE and "property" in index.facts.definitions[b.definition].modifiers
                ]  # fmt: skip
                found = getters[-1:] or found
            if found and index.language.overloads and _is_function(index, found[0]):
                fields = [b for _, b in index.names(definition.body)[name] if not _is_function(index, b)]
                found = fields[-1:] or found
        if not found and index.objects:
            for dotted in (f"{definition.name}.prototype", definition.name):
                found = index.objects.get((definition.scope, dotted), {}).get(name, [])
                if found:
                    break
        return found

    def assigned(self, cls: Def, name: str) -> list[Binding]:
        """Assignments to the instance attribute `name` in the class's own methods."""
        index = self.world.index(cls.path)
        if index is None:
            return []
        self.world.part(cls.path, index.qualified(cls.index), f".{name}")
        return index.attributes.get(cls.index, {}).get(name, [])

    def find(self, cls: Def, name: str, after: Def | None = None, methods: bool = False) -> Found | None:
        """First class of the MRO that has `name`. An Ext as owner when the search left the repository before it was found, None when no
        class has it. `after`: start behind that class. `methods`: leave fields out."""
        key = ("find", cls, name, after, methods)
        return self.world.session.ask(key, lambda: self._find(cls, name, after, methods), None)

    def _find(self, cls: Def, name: str, after: Def | None, methods: bool) -> Found | None:
        mro = self.mro(cls)
        if after is not None:
            mro = mro[mro.index(after) + 1 :] if after in mro else ()
        outside: Ext | None = None
        for here in mro:
            if isinstance(here, Ext):
                outside = outside or here
                continue
            own, assigned = self.own(here, name), self.assigned(here, name)
            if methods:
                own, assigned = self._methods_among(here, own), []
            if own or assigned:
                return Found(here, own, assigned, here.path, here.index)
            beside = self.context.members.beside(here, name)
            if beside is not None:
                return Found(here, beside.own, [], beside.path, beside.body)
        return Found(outside, [], []) if outside is not None else None

    def _methods_among(self, cls: Def, bindings: list[Binding]) -> list[Binding]:
        index = self.world.index(cls.path)
        definitions = index.facts.definitions if index is not None else ()
        return [b for b in bindings if b.definition == NONE or definitions[b.definition].kind not in ("field", "variable")]

    def method(self, cls: Def, name: str, after: Def | None = None) -> Def | None:
        """The method `name` that an instance of the class has, None when none lies in the repository."""
        found = self.find(cls, name, after)
        if found is None or isinstance(found.owner, Ext):
            return None
        for binding in found.own:
            if binding.definition != NONE:
                return Def(found.path, binding.definition)
        return None

    def setter(self, getter: Def) -> Def | None:
        """The setter that belongs to a property's getter."""
        index = self.world.index(getter.path)
        if index is None:
            return None
        definition = index.facts.definitions[getter.index]
        for _, binding in reversed(index.names(definition.scope).get(definition.name, [])):
            if binding.definition != NONE and "setter" in index.facts.definitions[binding.definition].modifiers:
                return Def(getter.path, binding.definition)
        return None

    def constructors(self, cls: Def) -> list[Def]:
        """The methods that creating an instance runs, as far as they lie in the repository."""
        return self.world.session.ask(("constructors", cls), lambda: self._constructors(cls), [])

    def _constructors(self, cls: Def) -> list[Def]:
        index = self.world.index(cls.path)
        found = [self.method(cls, name) for name in index.language.constructors] if index is not None else []
        if index is not None and index.language.implicit_constructors:
            found = [method for method in found if method is not None and self._is_own(cls, method)]
        return [method for method in found if method is not None]

    def _is_own(self, cls: Def, method: Def) -> bool:
        """Whether a constructor stands in the class itself, in whichever part of it."""
        there = self.world.index(method.path)
        owner = there.facts.scopes[there.facts.definitions[method.index].scope].definition if there is not None else NONE
        return owner != NONE and Def(method.path, owner) in (cls, *self.context.members.parts(cls))

    def type_params(self, cls: Def) -> tuple[str, ...]:
        """Names of the class's type parameters, from its own list or from `Generic[T]`-like bases."""
        index = self.world.index(cls.path)
        if index is None:
            return ()
        definition = index.facts.definitions[cls.index]
        self.world.part(cls.path, index.qualified(cls.index), "")
        if definition.type_params:
            return tuple(p.name for p in definition.type_params)
        return self.context.types.parameters_of_bases(index, definition)

    def member(self, receiver: Inst | Def, name: str, after: Def | None = None, methods: bool = False) -> Values:
        """What `receiver.name` gives."""
        cls = Def(receiver.path, receiver.index)
        found = self.find(cls, name, after, methods)
        if found is None or isinstance(found.owner, Ext):
            of_shapes = union(*(self.context.shapes.attribute(shape, name) for shape in self.shape_bases(cls)))
            outside = found.owner if found is not None else None
            behind = self._behind(cls, receiver, name) if not of_shapes else ()
            if behind:
                return behind
            return (Ext(f"{outside.name}.{name}"),) if isinstance(outside, Ext) and not of_shapes else of_shapes
        index = self.world.index(found.path)
        assert index is not None
        owner = Def(found.path, found.body) if found.body != NONE else found.owner
        return self.context.evaluator.member_values(index, found.own, found.assigned, receiver, owner, name)

    def _behind(self, cls: Def, receiver: Inst | Def, name: str) -> Values:
        """A member of what stands behind an instance: of the type that a block of members is for, of what it gives when it is followed."""
        index = self.world.index(cls.path)
        if index is None or not index.language.outside_members or not isinstance(receiver, Inst):
            return ()
        return self.world.session.ask(("behind", receiver, name), lambda: self._followed(index, receiver, name), ())

    def _followed(self, index: FileIndex, receiver: Inst, name: str) -> Values:
        cls = Def(receiver.path, receiver.index)
        evaluator = self.context.evaluator
        definition = index.facts.definitions[cls.index]
        if definition.kind == "extension":
            self.world.part(cls.path, index.qualified(cls.index), "")
            return union(*(evaluator.attribute(v, name) for v in self.context.types.instances(index, definition.type)))
        for follow in index.language.protocols.get("deref", ()):
            method = self.method(cls, follow) if name != follow else None
            if method is not None:
                return union(*(evaluator.attribute(v, name) for v in evaluator.calls.result(method, receiver) if v != receiver))
        return ()

    def injected(self, value: Inst, name: str) -> Values:
        """The object itself as the class or ancestor of that name, where classes have their own names as members."""
        index = self.world.index(value.path)
        if index is None or not index.language.injected_names:
            return ()
        for here in self.mro(Def(value.path, value.index)):
            there = self.world.index(here.path) if isinstance(here, Def) else None
            if there is not None and isinstance(here, Def):
                self.world.part(here.path, there.qualified(here.index), "")
                if there.facts.definitions[here.index].name == name:
                    return (Inst(here.path, here.index, exact=True),)
        return ()

    def framework_methods(self, cls: Def) -> list[Def]:
        """Methods that override one of an ancestor outside the repository: each calls `super()` under its own name, which leads outside."""
        return self.world.session.ask(("framework", cls), lambda: self._framework_methods(cls), [])

    def _framework_methods(self, cls: Def) -> list[Def]:
        found: list[Def] = []
        mro = self.mro(cls)
        for here in mro if any(isinstance(c, Ext) for c in mro) else ():
            index = self.world.index(here.path) if isinstance(here, Def) else None
            if index is None or not isinstance(here, Def):
                continue
            self.world.part(here.path, index.qualified(here.index), SUPER_PART)
            for name, definition in extending(index, here.index):
                above = self.find(cls, name, after=here)
                if above is not None and isinstance(above.owner, Ext):
                    found.append(Def(here.path, definition))
        return found


def _is_function(index: FileIndex, binding: Binding) -> bool:
    kind = index.facts.definitions[binding.definition].kind if binding.definition != NONE else ""
    return kind in ("method", "function", "signature", "constructor")


def extending(index: FileIndex, cls: int) -> list[tuple[str, int]]:
    """(name, definition) of the methods of a class that call `super()` under their own name."""
    facts = index.facts
    calling = {
        (site.scope, func.name)
        for site in facts.sites
        if site.kind == "call" and isinstance(call := facts.exprs[site.expr], Call) and isinstance(func := facts.exprs[call.func], Attr)
        and index.call_name(func.value) == "super"
    }  # fmt: skip
    return [
        (d.name, position)
        for position, d in enumerate(facts.definitions)
        if d.body != NONE and (d.body, d.name) in calling and not d.name.startswith("__") and facts.scopes[d.scope].definition == cls
    ]
