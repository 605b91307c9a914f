"""The bases of classes and the order in which members are looked up along them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nexus_diff.link.linearisation import linearised
from nexus_diff.link.values import Box, Def, Ext, Inst, Shape, Value

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

Mro = tuple[Def | Ext, ...]
MAX_MRO = 64
_NO_SHAPES: tuple[Shape, ...] = ()


class Ancestry:
    """Bases and method resolution orders."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def bases(self, cls: Def) -> tuple[tuple[Def | Ext, Inst | None], ...]:
        """Direct bases in order, each with its instance form (which holds type arguments)."""
        return self.world.session.ask(("bases", cls), lambda: self._bases(cls), ())

    def _bases(self, cls: Def) -> tuple[tuple[Def | Ext, Inst | None], ...]:
        found: list[tuple[Def | Ext, Inst | None]] = []
        for part in (cls, *self.context.members.parts(cls)):
            found.extend(base for base in self._written(part, cls) if base not in found)
        return tuple(found)

    def _written(self, part: Def, cls: Def) -> list[tuple[Def | Ext, Inst | None]]:
        """The bases that are written at a class, or at another part of it."""
        found: list[tuple[Def | Ext, Inst | None]] = []
        index = self.world.index(part.path)
        if index is None:
            return found
        self.world.part(part.path, index.qualified(part.index), "")
        for base in index.facts.definitions[part.index].bases:
            if base.keyword:
                continue
            for value in self.context.types.base(index, base.expr):
                if isinstance(value, Inst):
                    target = Def(value.path, value.index)
                    if target != cls:
                        found.append((target, value))
                elif isinstance(value, (Ext, Box)):
                    found.append((Ext(value.name), None))
        return found

    def container(self, instance: Inst) -> Box | None:
        """The library's container that an instance is by inheritance (`class Rows extends ArrayList<Row>`), None when it is none."""
        cls = Def(instance.path, instance.index)
        found = self.world.session.ask(("container", cls), lambda: self._container(cls), None)
        if found is None:
            return None
        owner, box = found
        given = self.context.substitution.arguments(instance, owner)
        return Box(box.name, tuple(self.context.substitution.substitute(a, given) for a in box.args)) if given else box

    def _container(self, cls: Def) -> tuple[Def, Box] | None:
        for here, value in self._written_above(cls):
            if isinstance(value, Box) and value.args and value.name != "Callable":
                return here, value
        return None

    def _written_above(self, cls: Def) -> Iterator[tuple[Def, Value]]:
        """What the class and its ancestors in the repository write as their bases, each with the one that writes it."""
        for here in self.mro(cls):
            index = self.world.index(here.path) if isinstance(here, Def) else None
            if index is None or not isinstance(here, Def):
                continue
            self.world.part(here.path, index.qualified(here.index), "")
            for base in index.facts.definitions[here.index].bases:
                yield from ((here, value) for value in self.context.types.base(index, base.expr) if not base.keyword)

    def mro(self, cls: Def) -> Mro:
        """The class and its ancestors in look-up order: C3 where it has a solution, else depth first. What lies outside stands as Ext."""
        return self.world.session.ask(("mro", cls), lambda: self._mro(cls), (cls,))

    def _mro(self, cls: Def) -> Mro:
        bases = [base for base, _ in self.bases(cls)]
        index = self.world.index(cls.path)
        if index is not None and index.language.nearest_first:
            return self._by_level(cls)
        lines: list[list[Def | Ext]] = [list(self.mro(base)) if isinstance(base, Def) else [base] for base in bases]
        return (cls, *linearised([*lines, list(bases)], MAX_MRO - 1))

    def _by_level(self, cls: Def) -> Mro:
        found: dict[Def | Ext, None] = {cls: None}
        level: list[Def | Ext] = [cls]
        while level and len(found) < MAX_MRO:
            above = dict.fromkeys(base for c in level if isinstance(c, Def) for base, _ in self.bases(c))
            level = [base for base in above if base not in found]
            found.update(dict.fromkeys(level))
        return tuple(found)[:MAX_MRO]

    def open_ended(self, cls: Def) -> bool:
        """Whether some ancestor lies outside the repository."""
        return any(isinstance(c, Ext) for c in self.mro(cls))

    def shape_bases(self, cls: Def) -> tuple[Shape, ...]:
        """Object types that the class, interface or one of its ancestors extends by an alias."""
        index = self.world.index(cls.path)
        if index is None or not index.language.shape_bases:
            return _NO_SHAPES
        return self.world.session.ask(("shape bases", cls), lambda: self._shape_bases(cls), _NO_SHAPES)

    def _shape_bases(self, cls: Def) -> tuple[Shape, ...]:
        return tuple(dict.fromkeys(value for _, value in self._written_above(cls) if isinstance(value, Shape)))
