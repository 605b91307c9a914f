"""What a parameter may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.attributes import leaves_open
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Box, Def, Ext, Inst, Param, TypeParam, Values, foreign, union
from nexus_diff.model import expr as x
from nexus_diff.model import facts
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Parameters:
    """Parameters by scope and position."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def value(self, index: FileIndex, scope: int, position: int) -> Values:
        """What a parameter may hold: the receiver, its declared type, its default."""
        here = index.facts.scopes[scope]
        param = index.params(scope)[position]
        if position == 0 and here.definition != NONE and index.language.receiver == "first-param":
            receiver = self._first_param(index, scope)
            if receiver:
                return receiver
        if param.type == NONE and index.language.contextual:
            found = self.context.contexts.parameter(index, scope, position)
            if found:
                return found
        found = self._declared(index, param, here.definition)
        if "test" in index.entry.marks and all(isinstance(v, (Param, Ext)) for v in found) and here.definition != NONE:
            return self.context.fixtures.value(index, scope, param.name) or found
        return found

    def _first_param(self, index: FileIndex, scope: int) -> Values:
        here = index.facts.scopes[scope]
        owner = index.class_around(here)
        if owner == NONE:
            return NOTHING
        definition = index.facts.definitions[here.definition]
        if "static" in definition.modifiers:
            return NOTHING
        if "classmethod" in definition.modifiers or definition.name in ("__new__", "__init_subclass__", "__class_getitem__"):
            return (Def(index.path, owner),)
        if index.facts.definitions[owner].kind == "extension":
            return self.context.types.extended(index, owner)
        trait = Def(index.path, owner)
        if self.context.instances.is_trait(trait):
            return self.context.instances.own(index, here.definition, trait)
        return (Inst(index.path, owner),)

    def _declared(self, index: FileIndex, param: facts.Param, function: int) -> Values:
        found = self.context.types.instances(index, param.type) if param.type != NONE else NOTHING
        if param.kind == "*" and index.language.rest_as_written and found:
            return found
        if param.kind == "*":
            return (Box("tuple" if found else "list", (found, found)) if found else Ext("tuple"),)
        if param.kind == "**":
            return (Box("dict", (NOTHING, found)),)
        hidden = index.language.duck_typed and bool(found) and all(foreign(v) for v in found)
        if found and not hidden and not any(leaves_open(v) for v in found):
            return found
        if found and all(isinstance(v, TypeParam) and v.origin and all(isinstance(b, Inst) for b in v.bound) for v in found):
            return found
        given: Values = (Param(index.path, function, param.name),) if function != NONE and param.name else NOTHING
        known = union(*(v.bound if isinstance(v, TypeParam) else (v,) for v in found if not isinstance(v, Ext)))
        if param.default != NONE and type(index.facts.exprs[param.default]) is not x.Literal:
            default = self.context.evaluator.value(index, param.default)
            return union(known, self.context.signatures.alternative(index, known, default), given)
        return union(known, given)
