"""Extension methods: static methods that are called on their first argument as if they were members of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nexus_diff.link.costs import NEVER, WIDEST
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.ratings import Rating
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, TypeParam, Value, Values
from nexus_diff.model import expr as x
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

    def chosen(self, index: FileIndex, values: Sequence[Value], args: Sequence[x.Arg], types: int) -> Values:
        """Those of extension methods, bound to their receivers, that arguments choose: they compete with one another, whatever class they
        stand in, and the receiver is an argument too."""
        ratings = self.context.ratings
        receivers = {Def(v.path, v.index): v.receiver for v in values if isinstance(v, Bound)}
        outside = self._of_library(index, receivers, len(args))
        if outside:
            return outside
        open_ones = [d for d in receivers if ratings.leaves_open(index, d, args, receivers[d], types)] or list(receivers)
        taking = [d for d in open_ones if ratings.takes(d, args, receivers[d])] or open_ones
        rated = [(ratings.of_extension(index, d, args, receivers[d]), d) for d in taking]
        found = ratings.nearest(index, [(r, d) for r, d in rated if r.cost < NEVER and self._is_sure(index, d, receivers[d], r)])
        return tuple(Bound(d.path, d.index, receivers[d]) for d in found)

    def _of_library(self, index: FileIndex, extensions: Mapping[Def, Value], count: int) -> Values:
        """The method that a receiver of a library's type has itself, which comes before extensions of its name."""
        for function, receiver in extensions.items():
            there = self.world.index(function.path)
            name = there.facts.definitions[function.index].name if there is not None else ""
            if isinstance(receiver, (Ext, Box)) and self.context.library_members.takes(index, receiver, name, count):
                return (Ext(f"{receiver.name}.{name}"),)
        return NOTHING

    def _is_sure(self, index: FileIndex, function: Def, receiver: Value, rating: Rating) -> bool:
        """Whether an extension is meant rather than a method of a library's type that has the same name."""
        there = self.world.index(function.path)
        name = there.facts.definitions[function.index].name if there is not None else ""
        if self.context.library_members.as_sequence(index, receiver, name, len(rating.costs) - 1):
            return not any(isinstance(w, TypeParam) for wanted in rating.wanted for w in wanted) and max(rating.costs) < WIDEST
        return name not in index.language.builtin_methods or all(cost < WIDEST for cost in rating.costs)

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
