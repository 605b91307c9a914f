"""Calls that no call expression spells: properties, descriptors, operators, iteration, context managers, raised classes."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.link import confidence
from nexus_diff.link.borrows import Lent
from nexus_diff.link.classes import Found
from nexus_diff.link.conversions import NULLS
from nexus_diff.link.handing import Handing
from nexus_diff.link.values import Bound, Box, Def, Ext, Inst, Param, Slot, Super, Value
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import CREATES, HubUse

NOBODY = "?"
"""In the place of the method that a site runs by itself: a library runs whichever there is."""
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
_DEEP = frozenset({"==", "!=", "in", "not in", "format"})
"""Operators that containers hand on to their elements."""


class Implicit(Handing):
    """Implicit calls of one file."""

    def _raise(self, site: Site) -> None:
        """Raising a class makes an instance of it."""
        for value in self.evaluator.value(self.index, site.expr):
            if isinstance(value, Def) and self.context.classes.is_class(value):
                for target in self.context.classes.constructors(value) or [value]:
                    self._add(site, target, "CALLS", "constructor")

    def _filled(self, site: Site) -> None:
        """A structure takes functions into its fields; in Go, whoever makes a value may be the one for whom a library runs its methods."""
        e = self._expr(site)
        for value in self.evaluator.value(self.index, site.expr) if self.index.language.calls_convert else ():
            if isinstance(value, Inst):
                self._add(site, Def(value.path, value.index), "REFERENCES", CREATES, confidence.CERTAIN)
        if not self.index.language.functions_in_fields or not isinstance(e, x.New):
            return
        for value in self.evaluator.value(self.index, e.type):
            if isinstance(value, Def) and self.context.classes.is_class(value):
                self._pass_fields(value, e.args)

    def _convert(self, site: Site) -> None:
        """A value that becomes an object of a class runs its constructor, unless it is such an object already."""
        e = self._expr(site)
        if not isinstance(e, x.New):
            return
        classes = [v for v in self.evaluator.value(self.index, e.type) if isinstance(v, Def) and self.context.classes.is_class(v)]
        given = self.evaluator.value(self.index, e.args[0].value)
        if not classes or not given or any(not isinstance(v, (Ext, Inst)) for v in given):
            return
        for value in given:
            if isinstance(value, Ext) and (value.name.endswith(("()", "[]")) or value.name in NULLS):
                return
            if isinstance(value, Inst) and any(cls in self.context.classes.mro(Def(value.path, value.index)) for cls in classes):
                return
        for target in self.context.overloads.callees(self.index, e.type, e.args):
            if isinstance(target, Def) and target not in classes:
                self._add(site, target, "CALLS", "constructor")

    def _attribute(self, site: Site) -> None:
        """An attribute read or stored may run a property or a descriptor."""
        e = self._expr(site)
        group = self.index.language.group
        if isinstance(e, x.Name) and self.index.language.implicit_members and self.world.candidates(f"{group}.p", e.name):
            self._own_property(site, e.name)
        if not isinstance(e, x.Attr):
            return
        hook = self.index.language.protocols.get("set" if site.kind == "attr_set" else "get", ("",))[0]
        property_ = bool(self.world.candidates(f"{group}.p", e.name))
        descriptor = bool(hook) and bool(self.world.candidates(f"{group}.m", hook))
        if not property_ and not descriptor:
            return
        for value in self.evaluator.value(self.index, e.value):
            if isinstance(value, (Inst, Super)):
                if property_:
                    self._property(site, value, e.name)
                if descriptor and isinstance(value, Inst):
                    self._descriptor(site, value, e.name, hook)

    def _own_property(self, site: Site, name: str) -> None:
        """A property of the classes around, read or stored by its bare name."""
        scope = site.scope
        while scope > 0:
            here = self.index.facts.scopes[scope]
            if here.kind == "class" and here.definition != NONE:
                owner = self.context.members.home(self.index, here.definition)
                found = self.context.classes.find(owner, name)
                if found is not None:
                    if not self._named_as_its_type(found, name):
                        self._property(site, Inst(owner.path, owner.index), name)
                    return
            scope = here.parent

    def _named_as_its_type(self, found: Found, name: str) -> bool:
        """Whether a property bears the name of its type: then the name may mean either (`Color Color`)."""
        there = self.world.index(found.path)
        definitions = [b.definition for b in found.own if b.definition != NONE]
        return there is not None and any(there.last_name(there.facts.definitions[d].returns) == name for d in definitions)

    def _property(self, site: Site, value: Inst | Super, name: str) -> None:
        receiver = Def(value.path, value.index)
        method = self.context.classes.method(receiver, name, receiver if isinstance(value, Super) else None)
        there = self.world.index(method.path) if method is not None else None
        if method is None or there is None or "property" not in there.facts.definitions[method.index].modifiers:
            return
        if site.kind == "attr_set":
            method = self.context.classes.setter(method) or method
        slot = self.context.slots.of(method) if isinstance(value, Inst) else None
        self._add(site, slot or method, "CALLS", "property")
        if slot is not None:
            self._add(site, method, "REFERENCES", "override")
        if isinstance(value, Inst) and not value.exact:
            self._dispatch(site, receiver, name, "CALLS" if self.index.language.accessor_overrides else "REFERENCES")

    def _descriptor(self, site: Site, value: Inst, name: str, hook: str) -> None:
        found = self.context.classes.find(Def(value.path, value.index), name)
        if found is None or isinstance(found.owner, Ext):
            return
        there = self.world.index(found.path)
        for binding in found.own if there is not None else ():
            for held in self.evaluator.binding(there, binding) if there is not None else ():
                method = self.context.classes.method(Def(held.path, held.index), hook) if isinstance(held, Inst) else None
                if method is not None:
                    self._add(site, method, "CALLS", "dunder")

    def _operator(self, site: Site) -> None:
        e = self._expr(site)
        language = self.index.language
        if isinstance(e, x.Index):
            names = language.protocols.get("getitem", ())
            changing = self.context.borrows.is_changed(self.index, site.expr) if language.borrows else False
            self._dunders(site, e.value, names[1:] + names[:1] if changing else names)
        elif isinstance(e, x.Op):
            left = self.index.facts.exprs[e.left]
            operand = left.value if e.op == "[]=" and isinstance(left, x.Index) else e.left
            if e.op == "[]=":
                self._keep(self.evaluator.value(self.index, operand), self.evaluator.value(self.index, e.right))
            names = language.operators.get(e.op, ())
            of_left = tuple(n for n in names if not n.startswith("r:"))
            lent = language.borrows and e.op in _COMPARISONS and self.context.borrows.through_library(self.index, operand, e.right)
            own = NOBODY if lent else names[0] if names else ""
            self._dunders(site, operand, of_left, deep=e.op in _DEEP, other=e.right, own=own)
            if e.right != NONE:
                self._dunders(site, e.right, tuple(n[2:] for n in names if n.startswith("r:")))

    def _protocol(self, site: Site, protocol: str) -> None:
        e = self._expr(site)
        names = self.index.language.protocols.get(protocol, ())
        if isinstance(e, (x.Iter, x.Enter, x.Await)):
            self._dunders(site, e.value, names, every=protocol in ("with", "awith"))
            if isinstance(e, x.Iter):
                self._next(site, e)
                names = (*names, *self.index.language.protocols.get("anext" if e.awaited else "next", ()))
            self._flowing(site, e.value, names)

    def _flowing(self, site: Site, operand: int, names: Sequence[str]) -> None:
        """Implicit calls on whatever flows into a parameter or container."""
        for value in self.evaluator.value(self.index, operand):
            hub = self._hub_of(value) if isinstance(value, (Param, Slot)) else None
            for name in names if hub is not None else ():
                if self.world.candidates(f"{self.index.language.group}.m", name):
                    self.uses.add(HubUse(self.owner(site.scope), f"member:{hub}:{name}", "CALLS", site.line, "flow"))

    def _next(self, site: Site, e: x.Iter) -> None:
        """`__next__` of the iterator that `__iter__` gives."""
        language = self.index.language
        names = language.protocols.get("anext" if e.awaited else "next", ())
        iterate = language.protocols.get("aiter" if e.awaited else "iter", ("",))[0]
        for value in self.evaluator.value(self.index, e.value) if names else ():
            method = self.context.classes.method(Def(value.path, value.index), iterate) if isinstance(value, Inst) else None
            if method is not None and isinstance(value, Inst):
                method = self.context.borrows.method(self.index, e.value, method, value)
            for iterator in self.evaluator.calls.result(method, value) if method is not None else ():
                if isinstance(iterator, Inst):
                    self._dunder(site, iterator, names, False)

    def _dunders(
        self, site: Site, operand: int, names: Sequence[str], every: bool = False, deep: bool = False, other: int = NONE, own: str = ""
    ) -> None:  # fmt: skip
        """Relations to the first of these methods that the operand has (`every`: to each); `deep`: the elements of containers too."""
        group = f"{self.index.language.group}.m"
        names = [name for name in names if self.world.candidates(group, name)]
        if not names:
            return
        for value in self.evaluator.value(self.index, operand):
            for part in _elements(value) if deep else (value,):
                if isinstance(part, Inst):
                    self._dunder(site, part, names, every, (operand, other), own if part is value else NOBODY)

    def _dunder(
        self, site: Site, value: Inst, names: Sequence[str], every: bool, operands: tuple[int, int] = (NONE, NONE), own: str = ""
    ) -> None:  # fmt: skip
        """Relations to the first of these methods that an instance has (`every`: to each). `own`: the one that the site itself runs, where
        a library's method runs the others in its place."""
        cls, language = Def(value.path, value.index), self.index.language
        for name in names:
            method = self.context.classes.method(cls, name)
            if method is not None and operands[0] != NONE:
                method = self.context.borrows.method(self.index, operands[0], method, value)
            if method is not None:
                kind = language.protocol_relation if own in ("", name) else language.fallback_relation
                for target in self._overloaded(method, value, *operands):
                    self._add(site, target, kind, "dunder")
                if not value.exact:
                    self._dispatch(site, cls, name, kind)
                if not every:
                    return

    def _compares(self, method: Def) -> bool:
        """Whether an operator's method is that of a comparison."""
        names = self.index.language.operators
        return any(self._name_of(method) in names.get(op, ()) for op in _COMPARISONS)

    def _overloaded(self, method: Def, value: Inst, operand: int, other: int) -> list[Def]:
        """The operators of a name that the other operand chooses."""
        if other == NONE or not self.index.language.overloads:
            return [method]
        bound = Bound(method.path, method.index, value)
        found = self.context.overloads.chosen(self.index, (bound,), (Lent(other, left=operand, by_value=not self._compares(method)),))
        return [Def(v.path, v.index) for v in found if isinstance(v, (Def, Bound))]


def _elements(value: Value, depth: int = 0) -> list[Value]:
    """A value, or the elements of a container, at most three levels down."""
    if not isinstance(value, Box) or depth > 3:
        return [value]
    return [part for values in value.args for inner in values for part in _elements(inner, depth + 1)]
