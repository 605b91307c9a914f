"""Traits that whatever type meets a bound has (`impl<T: Iterator> Tools for T`): their methods are members of types of the library too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import FOR_ALL, OF_TRAIT
from nexus_diff.link.values import NOTHING, Bound, Box, Def, Ext, Inst, Param, Slot, Value, Values, union
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context


class Blankets:
    """Members that blocks for all types give."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def methods(self, index: FileIndex, receivers: Values, name: str) -> Values:
        """The methods of a name that values get from traits that all types have. Where libraries have such methods, those are meant."""
        if not index.language.monomorphic or name in index.language.builtin_methods:
            return NOTHING
        kept = [r for r in receivers if not isinstance(r, (Param, Slot, Def))]
        traits = self._traits(index.language.group, name) if kept else ()
        return union(*((self._of(trait, block, name, r),) for trait, block in traits for r in kept[:1]))

    def _traits(self, group: str, name: str) -> tuple[tuple[Def, Def], ...]:
        return self.world.session.ask(("blankets", group, name), lambda: self._found(group, name), ())

    def _found(self, group: str, name: str) -> tuple[tuple[Def, Def], ...]:
        """(method of the trait, block that gives the trait to all types)"""
        found: list[tuple[Def, Def]] = []
        for candidate in self.world.candidates(f"{group}.x", OF_TRAIT + name):
            method = self.context.packages.named(candidate)
            trait = candidate.rpartition("\t")[2].rpartition(".")[0].rpartition(".")[2]
            blocks = self.world.candidates(f"{group}.x", FOR_ALL + trait) if method is not None else ()
            block = self.context.packages.named(blocks[0]) if blocks else None
            if method is not None and block is not None and not self._for_functions(block):
                found.append((method, block))
        return tuple(found)

    def _for_functions(self, block: Def) -> bool:
        """Whether a block is for all functions of some kind (`F: FnMut(A)`)."""
        there = self.world.index(block.path)
        d = there.facts.definitions[block.index] if there is not None else None
        if there is None or d is None:
            return True
        self.world.part(block.path, there.qualified(block.index), "")
        bounds = [p.type for p in d.type_params if p.name == d.name and p.type != NONE]
        return any(isinstance(v, Box) and v.name == "Callable" for b in bounds for v in self.context.types.instances(there, b))

    def _of(self, method: Def, block: Def, name: str, receiver: Value) -> Value:
        """The method that a block writes, else that of the trait, called on the receiver."""
        own = [b.definition for b in self.context.classes.own(block, name) if b.definition != NONE]
        if own:
            return Bound(block.path, own[0], Inst(block.path, block.index))
        return method if self.context.alike.is_static(method) else Bound(method.path, method.index, receiver)


def unknown(values: Values) -> bool:
    """Whether nothing of the repository is among the values."""
    return all(isinstance(v, Ext) for v in values)
