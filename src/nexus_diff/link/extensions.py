"""Extension methods: static methods that are called on their first argument as if they were members of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.costs import NEVER
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import NOTHING, Bound, Def, Ext, TypeParam, Value, Values
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Extensions:
    """Extension methods by name and receiver."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def methods(self, index: FileIndex, receivers: Values, name: str) -> Values:
        """The extension methods `name` that may be called on these receivers: those whose class stands in a namespace that the file opens
        and whose first parameter takes the receiver."""
        group = index.language.group
        candidates = self.world.candidates(f"{group}.e", name)
        if not candidates or not receivers:
            return NOTHING
        opened = self.context.packages.opened(index)
        found: list[Value] = []
        for candidate in candidates:
            method = self.context.packages.named(candidate)
            if method is None or self._namespace(method) not in opened:
                continue
            receiver = next((r for r in receivers if self._takes(index, method, r)), None)
            if receiver is not None:
                found.append(Bound(method.path, method.index, receiver))
        return tuple(found)

    def _namespace(self, method: Def) -> str:
        """The namespace of the class that a method stands in, in full."""
        there = self.world.index(method.path)
        if there is None:
            return ""
        scope = there.facts.scopes[there.facts.definitions[method.index].scope]
        cls = there.facts.definitions[scope.definition].qualified if scope.definition != NONE else ""
        return joined(self.context.packages.prefix(there) or "", cls).rpartition(".")[0]

    def _takes(self, index: FileIndex, method: Def, receiver: Value) -> bool:
        there = self.world.index(method.path)
        params = there.facts.definitions[method.index].params if there is not None else ()
        if there is None or not params or params[0].type == NONE:
            return False
        self.world.part(method.path, there.qualified(method.index), "()")
        wanted = self.context.types.instances(there, params[0].type)
        if any(isinstance(w, TypeParam) for w in wanted) and isinstance(receiver, Ext) and not receiver.name:
            return False
        return self.context.conversions.step(index, wanted, (receiver,)) < NEVER
