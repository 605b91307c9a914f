"""What a function returns: as it is declared, as its body says, for the receiver that it is called on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from nexus_diff.link.delegates import NO_RESULT
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import NOTHING, Box, Def, Ext, Func, Inst, Value, Values, foreign, union
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context
    from nexus_diff.link.evaluate import Evaluator


class Results:
    """Results of functions."""

    def __init__(self, context: Context, evaluator: Evaluator) -> None:
        self.context = context
        self.world = context.world
        self.evaluator = evaluator

    def result(self, function: Def, receiver: Value | None) -> Values:
        """What calling `function` gives, with its own instance replaced by the receiver."""
        found = self.world.session.ask(("returns", function), lambda: self._returns(function), NOTHING)
        if receiver is None or not found:
            return found
        index = self.world.index(function.path)
        assert index is not None
        definition = index.facts.definitions[function.index]
        scope = index.facts.scopes[definition.scope]
        if function.index in index.attached and definition.type_params and definition.params and index.language.outside_members:
            own: dict[str, Values] = {}
            self._infer(index, definition.params[0].type, (receiver,), own)
            return self.context.substitution.substitute(found, own)
        if scope.kind != "class" or scope.definition == NONE:
            return found
        owner = Def(function.path, scope.definition)
        as_receiver = _like_receiver if index.language.declared_results else _as_receiver
        found = tuple(as_receiver(v, owner, receiver) for v in found)
        given = self.context.substitution.arguments(receiver, owner)
        return self.context.substitution.substitute(found, given) if given else found

    def _returns(self, function: Def) -> Values:
        index = self.world.index(function.path)
        if index is None:
            return NOTHING
        self.world.part(function.path, index.qualified(function.index), "()")
        definition = index.facts.definitions[function.index]
        declared = self.context.types.instances(index, definition.returns) if definition.returns != NONE else NOTHING
        if definition.body == NONE or (declared and index.language.overloads):
            return declared
        known = any(not isinstance(value, Ext) for value in declared)
        scope = index.facts.scopes[definition.body]
        if known and not scope.returns and not (index.language.duck_typed and scope.yields):
            return declared
        found = self.returned(index, definition.body)
        if index.language.duck_typed and declared and all(foreign(value) for value in declared):
            return union(tuple(v for v in found if not isinstance(v, Ext)), declared)
        return self.context.signatures.beside(index, declared, found) if known else found or declared

    def returned(self, index: FileIndex, body: int) -> Values:
        """What the body of a function returns, whatever is declared."""
        scope = index.facts.scopes[body]
        if scope.yields:
            elements = union(*(self.evaluator.value(index, e) for e in scope.yields[:12]))
            return (Box("generator", (elements,)),)
        return union(*(self.evaluator.value(index, e) for e in scope.returns[:24]))

    def anonymous(self, function: Func) -> Values:
        """What a lambda or arrow function returns."""
        index = self.world.index(function.path)
        if index is None:
            return NOTHING
        return self.world.session.ask(("lambda", function), lambda: self._anonymous(index, function.scope), NOTHING)

    def _anonymous(self, index: FileIndex, scope: int) -> Values:
        found = self.returned(index, scope)
        if not index.language.awaitables or "async" not in index.facts.scopes[scope].modifiers:
            return found
        task = index.language.awaitables[0]
        return (Box(task, (found,)),) if found and found != NO_RESULT else (Ext(task),)

    def _infer(self, there: FileIndex, type_expr: int, values: Values, given: dict[str, Values]) -> None:
        self.context.signatures.infer(self.context.types.instances(there, type_expr), values, given)


def _like_receiver(value: Value, owner: Def, receiver: Value) -> Value:
    """The owner's own instance with the receiver's type arguments."""
    own = isinstance(value, Inst) and not value.args and Def(value.path, value.index) == owner
    if own and isinstance(receiver, Inst) and receiver.args and Def(receiver.path, receiver.index) == owner:
        return msgspec.structs.replace(value, args=receiver.args)
    return value


def _as_receiver(value: Value, owner: Def, receiver: Value) -> Value:
    """The receiver in place of the owner's own instance (`return self`)."""
    if (
        isinstance(value, Inst)
        and value.path == owner.path
        and value.index == owner.index
        and not value.args
        and not value.exact
        and isinstance(receiver, Inst)
    ):
        return receiver
    if isinstance(value, Inst) and value.exact and value.path == owner.path and value.index == owner.index and isinstance(receiver, Def):
        return Inst(receiver.path, receiver.index, value.args, True)
    return value
