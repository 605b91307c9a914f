"""The declaration that an overriding method stands in for: what a compiler has a call of it name, whatever class it is called on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.method_keys import alike, method_key
from nexus_diff.link.values import Def
from nexus_diff.model.facts import NONE

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

_NO_SLOT: Def | None = None


class Slots:
    """Methods and properties that were declared where overrides of them were found."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def of(self, method: Def) -> Def | None:
        """The first declaration of what a method or property overrides; None for one that overrides nothing of the repository."""
        there = self.world.index(method.path)
        if there is None or not there.language.declared_slots or "override" not in there.facts.definitions[method.index].modifiers:
            return None
        return self.world.session.ask(("slot", method), lambda: self._of(method), _NO_SLOT)

    def _of(self, method: Def) -> Def | None:
        there = self.world.index(method.path)
        if there is None:
            return None
        self.world.part(method.path, there.qualified(method.index), "()")
        d = there.facts.definitions[method.index]
        key = method_key(there.language, there.facts, d)
        owner = self.context.receivers.owner(there, d.scope)
        for cls in self.context.classes.mro(owner)[1:] if owner is not None else ():
            found = self._declared(cls, d.name, key) if isinstance(cls, Def) else None
            if found is not None:
                return found
        return None

    def _declared(self, cls: Def, name: str, key: str) -> Def | None:
        """What a class declares itself under a key, without overriding it in turn."""
        for candidate in self.context.alike.of_class(cls, name):
            there = self.world.index(candidate.path)
            d = there.facts.definitions[candidate.index] if there is not None else None
            if there is None or d is None or (d.body == NONE and d.kind not in ("method", "property", "signature")):
                continue
            self.world.part(candidate.path, there.qualified(candidate.index), "()")
            if not d.modifiers.isdisjoint(("virtual", "abstract")) and alike(method_key(there.language, there.facts, d), key):
                return candidate
        return None
