"""Linking one file: its sites and definitions → relations and hub uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nexus_diff.link import confidence
from nexus_diff.link.arguments import Arguments
from nexus_diff.link.beside import Beside
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.guesses import Guesses
from nexus_diff.link.handing import HANDED_OUT
from nexus_diff.link.heritage import Heritage
from nexus_diff.link.implicit import Implicit
from nexus_diff.link.initialisers import Initialisers
from nexus_diff.link.values import CALLABLE, Bound, Box, Def, Ext, Func, Inst, Mod, Param, Slot, Space, Super, TypeParam, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import HubUse, LinkOutput

Remark = Callable[[Context, FileIndex], bytes]
"""Reads a file that has just been linked, asks through the same context and so is told again when an answer changes."""
_STORES = frozenset({"append", "add", "insert", "setdefault", "appendleft", "push", "unshift", "set", "register", "extend", "update"})
"""Methods of containers that put their last argument into them."""
_LOOSE = frozenset({"behind-type", "attached"})
"""Reasons that arguments say nothing about."""


class FileLinker(Implicit, Heritage, Guesses, Beside):
    """Links one file. Use once."""

    def __init__(self, context: Context, index: FileIndex, remark: Remark | None = None) -> None:
        super().__init__(context, index)
        self._remark = remark
        self.remarks = b""
        self._initialisers: Initialisers | None = None
        self.calls = 0
        self.resolved = 0

    def link(self) -> LinkOutput:
        """All relations that start in this file."""
        session = self.world.session
        session.begin()
        for site in self.index.facts.sites:
            self._as_deep_as_it_goes(self.link_site, site)
        for position in range(len(self.index.facts.imports)):
            self._as_deep_as_it_goes(self._import, position)
        self._as_deep_as_it_goes(self._heritage)
        self._as_deep_as_it_goes(lambda: self.passes.update(self.context.implementers.of_file(self.index, self._id)))
        if self.index.language.monomorphic:
            self._as_deep_as_it_goes(lambda: self.passes.update(self.context.instances.of_results(self.index)))
            self._as_deep_as_it_goes(lambda: self.passes.update(self.context.instances.of_bounds(self.index)))
        self._as_deep_as_it_goes(self._add_remarks)
        looked_up, cut = session.looked_up()
        own = f"p|{self.index.path}|"
        return LinkOutput(
            relations=tuple(sorted(self.relations)),
            hub_uses=tuple(sorted(self.uses)),
            lookups=tuple(sorted(key for key in looked_up if not key.startswith(own))),
            calls=self.calls,
            resolved=self.resolved,
            cut=cut,
            passes=tuple(sorted(self.passes)),
            links=self.links(),
            members=tuple(sorted(self.members)),
            meets=tuple(sorted(self.meets)),
            remarks=self.remarks,
        )

    def _add_remarks(self) -> None:
        if self._remark is not None:
            self.remarks = self._remark(self.context, self.index)

    def _as_deep_as_it_goes(self, act: Callable[..., None], *args: Any) -> None:
        """One step of linking; where the interpreter's stack ends, the step ends, and the file counts one more thing cut."""
        try:
            act(*args)
        except RecursionError:
            self.world.session.recover()

    def link_site(self, site: Site) -> None:
        """Relations of one site."""
        handle = _BY_KIND.get(site.kind)
        before = self.calls, self.resolved
        for runner in self._runners(site) or ("",):
            self.run_in = runner
            self.calls, self.resolved = before
            if handle is not None:
                handle(self, site)
            if site.kind not in ("type", "base", "del", "forward"):
                self._constants(site)
        self.run_in = ""

    def _runners(self, site: Site) -> tuple[str, ...]:
        """The constructors that run a site in an initialiser; nothing for any other site."""
        if not self.index.language.initialisers_in_constructors:
            return ()
        self._initialisers = self._initialisers or Initialisers(self.index)
        return self._initialisers.run_in(site)

    def _call(self, site: Site) -> None:
        self.calls += 1
        e = self._expr(site)
        if isinstance(e, x.Call):
            func, args = e.func, e.args
        elif isinstance(e, x.New):
            func, args = e.type, e.args
        else:
            return
        self._type_arguments(site, e)
        target = self.index.facts.exprs[func]
        if isinstance(target, x.Apply):
            func, target = target.type, self.index.facts.exprs[target.type]
        if isinstance(e, x.Call):
            values = self.context.overloads.callees(self.index, func, args, len(e.type_args))
        else:
            values = self.context.overloads.made(self.index, e.type, args)
        if isinstance(e, x.New) and self.index.language.indexed_pointers:
            values = tuple(v for v in values if not self._is_plain_function(v))
        if all(isinstance(v, Ext) for v in values):
            values = self.context.blocks.called(self.index, site.expr, target, args) or values
        if isinstance(target, x.Name) and args and target.name in self.index.language.builtin_protocols:
            names = self.index.language.protocols.get(self.index.language.builtin_protocols[target.name], ())
            self._dunders(site, args[0].value, names)
        if isinstance(target, x.Attr):
            self._on_flow(site, target)
        if isinstance(target, x.Attr) and target.name in _STORES and args:
            self._keep(self.evaluator.value(self.index, target.value), self.evaluator.value(self.index, args[-1].value))
        if values:
            self.resolved += 1
            self._converts(site, values)
            how = self._how(target)
            self._reach(site, values, args, how, (isinstance(target, x.Attr) and target.name) or "")
            if isinstance(target, x.Attr) and self.index.language.monomorphic:
                self._of_parameter(site, target, values)
            if isinstance(target, x.Attr) and how == "typed" and any(isinstance(v, Ext) for v in values):
                self._framework(site, target)
                self._through_library(site, target)
        elif isinstance(target, x.Attr) and self.index.language.trait_blocks and self.evaluator.callee(self.index, func):
            self.resolved += 1  # blocks of the repository have it for other arguments: for these, the library has
        elif isinstance(target, x.Attr) and not self._mixin_call(site, target):
            self._by_method_name(site, target, args)
        elif isinstance(target, x.Name):
            self._by_function_name(site, target, args)

    def _of_parameter(self, site: Site, target: x.Attr, values: Values) -> None:
        """`T::function()`: that of the types which the type parameter stands for."""
        for value in self.evaluator.value(self.index, target.value):
            for function in values if isinstance(value, TypeParam) and value.origin else ():
                if isinstance(function, Def) and isinstance(value, TypeParam) and self.context.alike.is_static(function):
                    self._generic(site, value, self._dispatched(function, target.name))

    def _is_plain_function(self, value: object) -> bool:
        """Whether a value is a function that constructs nothing: a pointer to it is initialised, it is not called."""
        if isinstance(value, (Func, Param, Slot)):
            return True
        there = self.world.index(value.path) if isinstance(value, (Def, Bound)) else None
        d = there.facts.definitions[value.index] if there is not None and isinstance(value, (Def, Bound)) else None
        return d is not None and d.kind in ("function", "method") and "constructor" not in d.modifiers

    def _how(self, target: x.Expr) -> str:
        """Reason of a call by the way its callee is written."""
        if isinstance(target, x.Name):
            return "name"
        if isinstance(target, x.Attr):
            inner = self.index.facts.exprs[target.value]
            if isinstance(inner, x.Name) and (
                inner.name == "this" or self.index.receiver_class(self.index.facts.points[inner.point].scope, inner.name) != NONE
            ):
                return "attached" if self._is_borrowed(inner) else "self"
            first = next(iter(self.evaluator.value(self.index, target.value)), None)
            if isinstance(first, (Mod, Space)) or (isinstance(first, Def) and self._kind(first) == "namespace"):
                return "module"
            return "super" if isinstance(first, Super) else "typed"
        return "value"

    def _kind(self, value: Def) -> str:
        there = self.world.index(value.path)
        return there.facts.definitions[value.index].kind if there is not None else ""

    def _is_borrowed(self, this: x.Name) -> bool:
        """Whether `this` stands for an object that a library made, in a function put on it."""
        scope = self.index.facts.points[this.point].scope
        if not self.index.language.contextual or self.index.object_of_this(scope) is None:
            return False
        return all(isinstance(value, Ext) for value in self.context.receivers.value(self.index, this.name, scope))

    def _reach(self, site: Site, values: Values, args: Sequence[x.Arg] | None, how: str, member: str) -> None:
        """Relations to everything that calling these values may run."""
        targets: dict[tuple[Def, str], bool] = {}
        for value in values:
            self._targets(value, how, targets, site, member)
        k = len(targets)
        tied = self.context.overloads.tied(values)
        for (target, reason), bound in targets.items():
            if args is not None:
                if site.kind == "call" and reason not in _LOOSE and not self._fits(target, args, bound):
                    reason += confidence.MISFIT
                self._pass(target, bound, self.evaluator.calls.arguments(self.index, args, {}))
            if tied > 1 and (reason.removesuffix(confidence.MISFIT) in confidence.NAMED or target.path == self.index.path):
                self._add(site, target, "CALLS", "overload", confidence.of_overload(tied), k)
            else:
                self._add(site, target, "CALLS", reason, k=k)
            if how != "super" and (slot := self.context.slots.of(target)) is not None:
                self._add(site, slot, "CALLS", "declared")
            if self.index.language.declared_calls:
                self._declared(site, target)
        if args:
            for value in values:
                if isinstance(value, Def) and self.index.language.duck_typed and self.context.classes.is_class(value):
                    self._pass_fields(value, args)
        if args is not None and self.index.language.contextual:
            for value in values:
                self.passes.update(self.context.implementers.of_call(self.index, value, self._expr(site), args, self._id))
        if args is not None and self.index.language.monomorphic:
            result = self.evaluator.value(self.index, site.expr)
            for value in values:
                self.passes.update(self.context.instances.of_call(self.index, value, self._expr(site), result))
        leading = [value for value in values if self._leads_out(value)] if args else []
        if args and leading:
            callers = self.index.language.callers
            at_once = any(isinstance(value, Ext) and value.name.rpartition(".")[2] in callers for value in values)
            self._hand_out(site, args, "called-back" if at_once else HANDED_OUT, leading)

    def _on_flow(self, site: Site, target: x.Attr) -> None:
        """A method of whatever flows into a parameter or container. Methods that containers have mean the container, where types say so."""
        owns = self.index.language.contextual or self.index.language.includes
        for value in self.evaluator.value(self.index, target.value):
            if isinstance(value, Slot) and owns and target.name in self.index.language.builtin_methods:
                continue
            if isinstance(value, (Param, Slot)) and self.world.candidates(f"{self.index.language.group}.m", target.name):
                hub = self._hub_of(value)
                if hub is not None:
                    self.uses.add(HubUse(self.owner(site.scope), f"member:{hub}:{target.name}", "CALLS", site.line, "flow"))

    def _mixin_call(self, site: Site, target: x.Attr) -> bool:
        """`self.m()` where no ancestor has m: a mixin or template method, whose subclasses have it."""
        if self._how(target) != "self":
            return False
        owner = self.context.receivers.owner(self.index, site.scope)
        if owner is None:
            return False
        self._dispatch(site, owner, target.name)
        return True

    def _decorator(self, site: Site) -> None:
        values = self.evaluator.value(self.index, site.expr)
        plain = tuple(v for v in values if isinstance(v, Bound) or (isinstance(v, Def) and not self.context.classes.is_class(v)))
        if plain or any(isinstance(v, CALLABLE) or (isinstance(v, Box) and v.name == "Callable") for v in values):
            values = plain or tuple(v for v in values if not isinstance(v, Inst))
        self._reach(site, values, None, "decorator", "")
        if site.definition == NONE:
            return
        decorated = self.evaluator.calls.held(self.index, site.definition, site.expr)
        for value in values:
            targets: dict[tuple[Def, str], bool] = {}
            self._targets(value, "decorator", targets, None, "")
            for (target, _), bound in targets.items():
                self._pass(target, bound, Arguments((x.Arg(0),), lambda _: decorated, {}), wrapped=False)


_BY_KIND: dict[str, Callable[[FileLinker, Site], None]] = {
    "call": FileLinker._call,
    "jsx": FileLinker._call,
    "decorator": FileLinker._decorator,
    "raise": FileLinker._raise,
    "convert": FileLinker._convert,
    "new": FileLinker._filled,
    "attr": FileLinker._attribute,
    "attr_set": FileLinker._attribute,
    "value": FileLinker._value,
    "type": FileLinker._type,
    "op": FileLinker._operator,
    "iter": lambda linker, site: linker._protocol(site, "aiter" if getattr(linker._expr(site), "awaited", False) else "iter"),
    "with": lambda linker, site: linker._protocol(site, "awith" if getattr(linker._expr(site), "awaited", False) else "with"),
    "await": lambda linker, site: linker._protocol(site, "await"),
}
"""A table of the class, not of each linker: one that refers back to its linker would keep the file's facts until the next collection."""
