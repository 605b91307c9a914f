"""What `this` and `super` are where they are keywords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.held import CONST, POINTER
from nexus_diff.link.values import NOTHING, Def, Inst, Shape, Super, Values, union
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Receivers:
    """Receivers by scope."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def value(self, index: FileIndex, name: str, scope: int) -> Values:
        """Values of `this` or `super` read in `scope`."""
        if index.language.receiver != "this":
            return self._by_class(index, name, scope)
        if index.language.outside_members and name == "this":
            cls = self.owner(index, scope)
            if cls is not None:
                return (self.own(index, cls, scope),)
        home = index.home(scope)
        here = index.facts.scopes[home]
        if here.kind == "class" and here.definition != NONE:
            return self._of_class(index, name, here.definition, static=False)
        if here.kind != "function":
            return NOTHING
        if name == "this" and "this" in index.names(home):
            return union(*(self.context.types.instances(index, b.type) for _, b in index.names(home)["this"] if b.type != NONE))
        owner = index.class_around(here)
        if owner != NONE:
            modifiers = index.facts.definitions[here.definition].modifiers if here.definition != NONE else frozenset[str]()
            return self._of_class(index, name, owner, "static" in modifiers)
        return self._of_function(index, here.parent, here.definition) if name == "this" else NOTHING

    def owner(self, index: FileIndex, scope: int) -> Def | None:
        """The class whose body or method `scope` stands in."""
        scopes = index.facts.scopes
        while scope >= 0:
            here = scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                return self.context.members.home(index, here.definition)
            if here.definition in index.attached and index.language.outside_members:
                owner = self.context.members.owner_of(index, here.definition)
                if owner is not None:
                    return owner
            scope = here.parent
        return None

    def own(self, index: FileIndex, cls: Def, scope: int) -> Inst:
        """The own instance of a class in a scope of its methods, as the method holds it."""
        if not index.language.indexed_pointers:
            return Inst(cls.path, cls.index)
        return Inst(cls.path, cls.index, held=POINTER | (CONST if self._is_constant(index, scope) else 0))

    def _is_constant(self, index: FileIndex, scope: int) -> bool:
        """Whether the method around a scope is one that leaves its instance as it is."""
        while scope > 0:
            here = index.facts.scopes[scope]
            is_method = here.definition != NONE and (here.definition in index.attached or index.class_around(here) != NONE)
            if here.kind == "function" and is_method:
                return "const" in index.facts.definitions[here.definition].modifiers
            scope = here.parent
        return False

    def _by_class(self, index: FileIndex, name: str, scope: int) -> Values:
        """`this` and `super` where each function in a class is a method of it."""
        owner = self.owner(index, scope)
        if owner is None:
            return NOTHING
        if name == "super":
            return (Super(owner.path, owner.index),)
        if self._static_around(index, scope):
            return (owner,)
        return (Inst(owner.path, owner.index),)

    def _static_around(self, index: FileIndex, scope: int) -> bool:
        scopes = index.facts.scopes
        while scope > 0:
            here = scopes[scope]
            if here.kind == "function" and index.class_around(here) != NONE:
                return "static" in index.facts.definitions[here.definition].modifiers if here.definition != NONE else False
            scope = here.parent
        return False

    def _of_class(self, index: FileIndex, name: str, owner: int, static: bool) -> Values:
        if name == "super":
            return (Super(index.path, owner, not static),)
        return (Def(index.path, owner),) if static else (Inst(index.path, owner),)

    def _of_function(self, index: FileIndex, parent: int, definition: int) -> Values:
        """`this` of a function that is no method of a class: the object that it is a member of, or what it constructs."""
        while index.facts.scopes[parent].kind == "block":
            parent = index.facts.scopes[parent].parent
        if index.facts.scopes[parent].kind == "object":
            return union((Shape(index.path, NONE, parent),), self.context.contexts.function(index, parent))
        binding = index.attached.get(definition)
        if binding is None:
            return (Inst(index.path, definition),) if definition in index.attributes or index.has_prototype(definition) else NOTHING
        e = index.facts.exprs[binding.attr_of]
        if isinstance(e, x.Attr) and e.name == "prototype":
            values = self.context.evaluator.value(index, e.value)
            return tuple(Inst(v.path, v.index) for v in values if isinstance(v, Def))
        return self.context.evaluator.value(index, binding.attr_of)
