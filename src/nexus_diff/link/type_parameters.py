"""Type parameters: where a name in a type is one, and what bounds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Ext, TypeParam, Values
from nexus_diff.model.expr import Call, Display, Index, Name
from nexus_diff.model.facts import NONE, Definition

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

LONG_NAME = 4
"""Shortest name of a type that nothing in sight declares which is taken for a library's; shorter ones may be parameters of a
function type."""


class TypeParameters:
    """Type parameters by their names."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    if TYPE_CHECKING:

        def instances(self, index: FileIndex, expr: int) -> Values: ...

        def _asked(self, index: FileIndex, expr: int) -> Values: ...

    def _variable(self, index: FileIndex, e: Name) -> Values:
        """A `T = TypeVar("T", bound=…)`."""
        for binding in index.visible(0, e.name, None)[0]:
            call = index.facts.exprs[binding.value] if binding.value != NONE else None
            if isinstance(call, Call):
                bound = next((a.value for a in call.args if a.keyword == "bound"), NONE)
                return (TypeParam(e.name, self._bound(index, bound) if bound != NONE else NOTHING),)
        return (TypeParam(e.name),)

    def _bound(self, index: FileIndex, expr: int) -> Values:
        text = index.literal(expr)
        return self.context.scoping.named_instances(index, text) if text else self.instances(index, expr)

    def parameter(self, index: FileIndex, e: Name) -> Values:
        """A type parameter of an enclosing class or function."""
        scope = index.facts.points[e.point].scope
        while scope >= 0:
            here = index.facts.scopes[scope]
            params = index.facts.definitions[here.definition].type_params if here.definition != NONE else ()
            for position, param in enumerate(params):
                if param.name == e.name:
                    if index.language.monomorphic:
                        self.world.part(index.path, index.qualified(here.definition), "" if here.kind == "class" else "()")
                    bound = self._asked(index, param.type) or self._bound_by_owner(index, here.definition, position)
                    return (TypeParam(e.name, bound, self.context.instances.origin(index, here.definition, e.name)),)
            scope = here.parent
        outside = (index.language.contextual and len(e.name) >= LONG_NAME) or index.language.undeclared_types
        return (Ext(e.name),) if outside else NOTHING

    def _bound_by_owner(self, index: FileIndex, function: int, position: int) -> Values:
        """The bound of a type parameter that a method outside of its type only names: it stands at the type."""
        owner = self.context.members.owner_of(index, function) if function in index.attached else None
        there = self.world.index(owner.path) if owner is not None else None
        if owner is None or there is None:
            return NOTHING
        self.world.part(owner.path, there.qualified(owner.index), "")
        params = there.facts.definitions[owner.index].type_params
        return self._asked(there, params[position].type) if position < len(params) else NOTHING

    def parameters_of_bases(self, index: FileIndex, definition: Definition) -> tuple[str, ...]:
        """Type parameters of a class that declares them through its bases: `class C(Generic[T], Base[K, V])`."""
        found: dict[str, None] = {}
        for base in definition.bases:
            e = index.facts.exprs[base.expr]
            if type(e) is not Index:
                continue
            key = index.facts.exprs[e.key]
            for item in key.items if type(key) is Display else (e.key,):
                argument = index.facts.exprs[item]
                if type(argument) is Name and self._is_type_variable(index, argument):
                    found[argument.name] = None
        return tuple(found)

    def _is_type_variable(self, index: FileIndex, e: Name) -> bool:
        return any(index.call_name(b.value).rpartition(".")[2] in ("TypeVar", "ParamSpec") for b in index.visible(0, e.name, None)[0]) or (
            len(e.name) <= 2 and e.name.isupper()
        )
