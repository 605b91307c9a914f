"""Linking one file: its sites and definitions → relations and hub uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nexus_diff.link import confidence
from nexus_diff.link.arity import fits, own_params
from nexus_diff.link.calls import Arguments
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.nodes import file_id
from nexus_diff.link.values import CALLABLE, Bound, Box, Def, Ext, Inst, Mod, Param, Partial, Shape, Slot, Super, Value, Values
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Import, Site
from nexus_diff.model.graph import HubUse, LinkOutput, Relation

_STORES = frozenset({"append", "add", "insert", "setdefault", "appendleft", "push", "unshift", "set", "register", "extend", "update"})
"""Methods of containers that put their last argument into them."""


_DEEP = frozenset({"==", "!=", "in", "not in", "format"})
"""Operators that containers hand on to their elements."""


MOST_NESTED = 4
"""Deepest nesting of literals whose contents are followed into parameters."""


_LOOSE = frozenset({"behind-type", "attached"})
"""Reasons that arguments say nothing about."""


class FileLinker:
    """Links one file. Use once."""

    def __init__(self, context: Context, index: FileIndex) -> None:
        self.context = context
        self.world = context.world
        self.evaluator = context.evaluator
        self.index = index
        self.relations: set[Relation] = set()
        self.uses: set[HubUse] = set()
        self.passes: set[tuple[str, str]] = set()
        self.calls = 0
        self.resolved = 0
        self._owners: dict[int, str] = {}
        self._by_kind: dict[str, Callable[[Site], None]] = {
            "call": self._call,
            "jsx": self._call,
            "decorator": self._decorator,
            "raise": self._raise,
            "attr": self._attribute,
            "attr_set": self._attribute,
            "value": self._value,
            "type": self._type,
            "op": self._operator,
            "iter": lambda site: self._protocol(site, "aiter" if getattr(self._expr(site), "awaited", False) else "iter"),
            "with": lambda site: self._protocol(site, "awith" if getattr(self._expr(site), "awaited", False) else "with"),
            "await": lambda site: self._protocol(site, "await"),
        }

    def link(self) -> LinkOutput:
        """All relations that start in this file."""
        session = self.world.session
        session.begin()
        for site in self.index.facts.sites:
            self.link_site(site)
        for position, imp in enumerate(self.index.facts.imports):
            self._import(imp, self.index.facts.import_lines[position])
        self._heritage()
        self.passes.update(self.context.implementers.of_file(self.index, self._id))
        own = f"p|{self.index.path}|"
        return LinkOutput(
            relations=tuple(sorted(self.relations)),
            hub_uses=tuple(sorted(self.uses)),
            lookups=tuple(sorted(key for key in session.looked_up() if not key.startswith(own))),
            calls=self.calls,
            resolved=self.resolved,
            cut=session.cut,
            passes=tuple(sorted(self.passes)),
        )

    def link_site(self, site: Site) -> None:
        """Relations of one site."""
        handle = self._by_kind.get(site.kind)
        if handle is not None:
            handle(site)

    # Who calls

    def owner(self, scope: int) -> str:
        """Id of the nearest function or method around a scope, else of the file."""
        found = self._owners.get(scope)
        if found is None:
            found = self._owners[scope] = self._find_owner(scope)
        return found

    def _find_owner(self, scope: int) -> str:
        facts, nodes = self.index.facts, self.index.nodes
        while scope > 0:
            here = facts.scopes[scope]
            if here.definition != NONE and here.kind in ("function", "lambda"):
                node = nodes[here.definition]
                if node is not None:
                    return node.id
            scope = here.parent
        return file_id(self.index.path)

    def _expr(self, site: Site) -> x.Expr:
        return self.index.facts.exprs[site.expr]

    def _id(self, target: Def) -> str | None:
        there = self.world.index(target.path)
        node = there.nodes[target.index] if there is not None else None
        return node.id if node is not None else None

    def _add(self, site: Site, target: Def, type_: str, reason: str, sure: float = 0.0, k: int = 1) -> None:
        target_id = self._id(target)
        if target_id is not None:
            sure = sure or confidence.of(self.index.language.group, reason)
            self.relations.add(Relation(self._caller(site), target_id, type_, site.line, reason, sure, k))

    def _caller(self, site: Site) -> str:
        """Who runs a site: a call that wraps a function belongs to what it makes (`const f = memo(() => …)`)."""
        definition = self.index.wrapping.get(site.expr) if self.index.language.contextual and site.kind == "call" else None
        node = self.index.nodes[definition] if definition is not None else None
        return node.id if node is not None else self.owner(site.scope)

    # Calls

    def _call(self, site: Site) -> None:
        self.calls += 1
        e = self._expr(site)
        if isinstance(e, x.Call):
            func, args = e.func, e.args
        elif isinstance(e, x.New):
            func, args = e.type, e.args
        else:
            return
        target = self.index.facts.exprs[func]
        if isinstance(target, x.Apply):
            func, target = target.type, self.index.facts.exprs[target.type]
        values = self.evaluator.value(self.index, func)
        if isinstance(target, x.Name) and args and target.name in self.index.language.builtin_protocols:
            names = self.index.language.protocols.get(self.index.language.builtin_protocols[target.name], ())
            self._dunders(site, args[0].value, names)
        if isinstance(target, x.Attr):
            self._on_flow(site, target)
        if isinstance(target, x.Attr) and target.name in _STORES and args:
            self._keep(self.evaluator.value(self.index, target.value), self.evaluator.value(self.index, args[-1].value))
        if values:
            self.resolved += 1
            self._reach(site, values, args, self._how(func, target), (isinstance(target, x.Attr) and target.name) or "")
            if isinstance(target, x.Attr) and self._how(func, target) == "typed" and any(isinstance(v, Ext) for v in values):
                self._framework(site, target)
        elif isinstance(target, x.Attr):
            self._by_method_name(site, target, args)
        elif isinstance(target, x.Name):
            self._by_function_name(site, target, args)

    def _how(self, func: int, target: x.Expr) -> str:
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
            if isinstance(first, Mod):
                return "module"
            return "super" if isinstance(first, Super) else "typed"
        return "value"

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
        for (target, reason), bound in targets.items():
            if args is not None:
                if site.kind == "call" and reason not in _LOOSE and not self._fits(target, args, bound):
                    reason += confidence.MISFIT
                self._pass(target, bound, self.evaluator.calls.arguments(self.index, args, {}))
            self._add(site, target, "CALLS", reason, k=k)
        if args is not None and self.index.language.contextual:
            for value in values:
                self.passes.update(self.context.implementers.of_call(self.index, value, self._expr(site), args, self._id))
        if args is not None and any(self._leads_out(value) for value in values):
            callers = self.index.language.callers
            at_once = any(isinstance(value, Ext) and value.name.rpartition(".")[2] in callers for value in values)
            self._hand_out(site, args, "called-back" if at_once else "handed-out")

    def _leads_out(self, value: Value) -> bool:
        """Whether calling `value` hands its arguments to a library: a library's function, or a class of ours whose constructor is the
        library's (or only passes arguments on to it)."""
        if isinstance(value, Ext):
            return True
        if not isinstance(value, Def) or not self.context.classes.is_class(value) or not self.context.classes.open_ended(value):
            return False
        return all(self._passes_on(method) for method in self.context.classes.constructors(value))

    def _passes_on(self, method: Def) -> bool:
        there = self.world.index(method.path)
        return there is not None and any(p.kind == "*" for p in there.facts.definitions[method.index].params)

    def _framework(self, site: Site, target: x.Attr) -> None:
        """A library's method called on an instance of ours: it may call what we override there."""
        for value in self.evaluator.value(self.index, target.value):
            if isinstance(value, Inst):
                for method in self.context.classes.framework_methods(Def(value.path, value.index)):
                    self._add(site, method, "CALLS", "framework")

    def _pass(self, target: Def, bound: bool, args: Arguments, wrapped: bool = True) -> None:
        """Functions handed to a parameter that is called or kept: members of the parameter's hub."""
        there = self.world.index(target.path)
        definition = there.facts.definitions[target.index] if there is not None else None
        if there is None or definition is None or definition.body == NONE or definition.kind in CLASS_KINDS:
            return
        if there.language.contextual and "test" in self.index.entry.marks and "test" not in there.entry.marks:
            return
        body = there.facts.scopes[definition.body]
        virtual = bound and definition.kind != "function"
        self.world.part(target.path, there.qualified(target.index), "(")
        if not virtual:
            self.world.part(target.path, there.qualified(target.index), "(*")
        target_id = self._id(target)
        params = own_params(definition, bound and there.language.receiver == "first-param" and "static" not in definition.modifiers)
        for position, param in enumerate(params):
            called = virtual or param.name in body.called or param.name in body.stored
            if called or param.type == NONE:
                for member in self._members(args.of(position, param.name) or (), called, param.type == NONE, wrapped):
                    self.passes.add((f"param:{target_id}:{param.name}", member))

    def _members(self, values: Values, functions: bool = True, instances: bool = False, wrapped: bool = True, depth: int = 0) -> list[str]:
        """What flows on with these values, as members of a hub: functions that may be called, classes of instances, other hubs."""
        found: list[str] = []
        for value in values:
            if isinstance(value, (Param, Slot)):
                hub = self._hub_of(value)
                found.extend([f"@{hub}"] if hub else [])
                continue
            if isinstance(value, Box):
                for inner in value.args if value.name != "Callable" else ():
                    found.extend(self._members(inner, functions, instances, wrapped, depth + 1))
                continue
            if isinstance(value, Shape):
                inside = self.context.shapes.written_out(value) if depth < MOST_NESTED else ()
                found.extend(self._members(inside, functions, instances, wrapped, depth + 1))
                continue
            if instances and isinstance(value, Inst):
                class_id = self._id(Def(value.path, value.index))
                found.extend([f"={class_id}"] if class_id else [])
            if not functions and depth == 0:
                continue
            targets: dict[tuple[Def, str], bool] = {}
            if isinstance(value, (Def, Bound, Partial)):
                self._targets(value, "value", targets, None, "")
            elif isinstance(value, Inst):
                method = self.context.classes.method(Def(value.path, value.index), "__call__")
                targets.update({(method, ""): True} if method is not None else {})
            found.extend(i for target, how in targets if (wrapped or how != "wrapper") and (i := self._id(target)) is not None)
        return found

    def _hub_of(self, value: Param | Slot) -> str | None:
        owner = self._id(Def(value.path, value.index)) if value.index != NONE else file_id(value.path)
        return f"{'param' if isinstance(value, Param) else 'slot'}:{owner}:{value.name}" if owner is not None else None

    def _keep(self, containers: Values, items: Values) -> None:
        """Functions put into a container that an attribute or module name holds: members of its hub."""
        for container in containers:
            hub = self._hub_of(container) if isinstance(container, Slot) else None
            if hub is not None:
                self.passes.update((hub, member) for member in self._members(items, True, True))

    def _hand_out(self, site: Site, args: Sequence[x.Arg], reason: str) -> None:
        """What is handed to a library, which may call it: functions, callable objects, objects with methods that extend the library's."""
        for arg in args:
            e = self.index.facts.exprs[arg.value]
            if isinstance(e, (x.Name, x.Attr, x.Call)):
                for value in self.evaluator.value(self.index, arg.value):
                    self._handed(site, value, reason)

    def _handed(self, site: Site, value: Value, reason: str) -> None:
        if isinstance(value, Partial):
            self._handed(site, value.inner, reason)
        elif isinstance(value, Bound) or (isinstance(value, Def) and not self.context.classes.is_class(value)):
            self._add(site, Def(value.path, value.index), "CALLS", reason)
        elif isinstance(value, Inst):
            cls = Def(value.path, value.index)
            called = self.context.classes.method(cls, "__call__")
            for method in [*([called] if called is not None else []), *self.context.classes.framework_methods(cls)]:
                self._add(site, method, "CALLS", "framework")

    def _targets(self, value: Value, how: str, targets: dict[tuple[Def, str], bool], site: Site | None, member: str) -> None:
        """Definitions that calling `value` runs; hub uses are added for the site, if any."""
        if isinstance(value, (Param, Slot)):
            hub = self._hub_of(value)
            if hub is not None and site is not None:
                self.uses.add(HubUse(self.owner(site.scope), hub, "CALLS", site.line, "callback"))
        elif isinstance(value, Partial):
            self._targets(value.inner, value.how, targets, site, "")
        elif isinstance(value, Bound):
            target = Def(value.path, value.index)
            targets.setdefault((target, how if how != "name" else "value"), True)
            self._wrappers(target, targets)
            if isinstance(value.receiver, Inst) and not value.receiver.exact and how != "super" and site is not None:
                self._dispatch(site, Def(value.receiver.path, value.receiver.index), member or self._name_of(target))
        elif isinstance(value, Inst):
            method = self.context.classes.method(Def(value.path, value.index), "__call__")
            if method is not None:
                targets.setdefault((method, "callable"), True)
        elif isinstance(value, Def):
            self._definition_target(value, how, targets)
        elif isinstance(value, Super) and self.index.language.receiver == "this":
            for base, _ in self.context.classes.bases(Def(value.path, value.index)):
                if isinstance(base, Def):
                    self._definition_target(base, "super", targets)
        elif isinstance(value, Ext) and how == "self" and site is not None:
            self._self_outside(site, member)

    def _definition_target(self, value: Def, how: str, targets: dict[tuple[Def, str], bool]) -> None:
        there = self.world.index(value.path)
        if there is None:
            return
        kind = there.facts.definitions[value.index].kind
        if kind == "interface":
            return
        if kind in CLASS_KINDS:
            for target in self.context.classes.constructors(value) or [value]:
                targets.setdefault((target, "constructor"), True)
        elif kind not in ("variable", "field", "type", "namespace"):
            reason = how if how != "name" else ("same-file" if value.path == self.index.path else "import")
            targets.setdefault((value, "static" if reason == "typed" else reason), how == "super")
            self._wrappers(value, targets)

    def _wrappers(self, function: Def, targets: dict[tuple[Def, str], bool]) -> None:
        """What decorators of the repository put in a function's place."""
        there = self.world.index(function.path)
        if there is not None and there.facts.definitions[function.index].decorators:
            for wrapper in self.evaluator.calls.decorated(function):
                if isinstance(wrapper, Def) and not self.context.classes.is_class(wrapper):
                    targets.setdefault((wrapper, "wrapper"), False)

    def _self_outside(self, site: Site, member: str) -> None:
        """A call on the own instance of what an outside ancestor defines: subclasses in the repository may override it."""
        owner = self.evaluator.class_of_scope(self.index, site.scope)
        if owner is not None and member:
            self._dispatch(site, owner, member)

    def _dispatch(self, site: Site, cls: Def, member: str) -> None:
        class_id = self._id(cls)
        if class_id is not None:
            self.uses.add(HubUse(self.owner(site.scope), f"dispatch:{class_id}:{member}", "CALLS", site.line, "override"))

    def _name_of(self, target: Def) -> str:
        there = self.world.index(target.path)
        return there.facts.definitions[target.index].name if there is not None else ""

    def _fits(self, target: Def, args: Sequence[x.Arg], bound: bool) -> bool:
        there = self.world.index(target.path)
        if there is None:
            return False
        definition = there.facts.definitions[target.index]
        if definition.kind in CLASS_KINDS:
            return True
        self.world.part(target.path, there.qualified(target.index), "(")
        this = there.language.receiver == "this"
        return fits(own_params(definition, bound and not this and "static" not in definition.modifiers), args, extra_allowed=this)

    # Guesses by bare name

    def _by_method_name(self, site: Site, target: x.Attr, args: Sequence[x.Arg]) -> None:
        language = self.index.language
        if self._mixin_call(site, target):
            return
        if target.name in language.builtin_methods or (target.name.startswith("__") and target.name.endswith("__")):
            return
        self._guess(site, f"{language.group}.m", target.name, args)

    def _on_flow(self, site: Site, target: x.Attr) -> None:
        """A method of whatever flows into a parameter or container."""
        for value in self.evaluator.value(self.index, target.value):
            if isinstance(value, Slot) and self.index.language.contextual and target.name in self.index.language.builtin_methods:
                continue
            if isinstance(value, (Param, Slot)) and self.world.candidates(f"{self.index.language.group}.m", target.name):
                hub = self._hub_of(value)
                if hub is not None:
                    self.uses.add(HubUse(self.owner(site.scope), f"member:{hub}:{target.name}", "CALLS", site.line, "flow"))

    def _mixin_call(self, site: Site, target: x.Attr) -> bool:
        """`self.m()` where no ancestor has m: a mixin or template method, whose subclasses have it."""
        if self._how(site.expr, target) != "self":
            return False
        owner = self.evaluator.class_of_scope(self.index, site.scope)
        if owner is None:
            return False
        self._dispatch(site, owner, target.name)
        return True

    def _by_function_name(self, site: Site, target: x.Name, args: Sequence[x.Arg]) -> None:
        scope = self.index.facts.points[target.point].scope
        bound_here = self.index.scope_of_name(scope, target.name) != 0 or target.name in self.index.names(0)
        if not bound_here and target.name not in ("this", "super"):
            self._guess(site, f"{self.index.language.group}.f", target.name, args, "global")

    def _guess(self, site: Site, group: str, name: str, args: Sequence[x.Arg], reason: str = "unique-name") -> None:
        candidates = self.world.candidates(group, name)
        if len(candidates) == 1:
            target, least, most = candidates[0].split("\t")
            positional = sum(1 for a in args if not a.keyword)
            spread = any(a.keyword for a in args)
            right = positional <= int(most) and (spread or positional >= int(least))
            reason = reason if right or reason == "global" else reason + confidence.MISFIT
            sure = confidence.of(self.index.language.group, reason)
            self.relations.add(Relation(self.owner(site.scope), target, "CALLS", site.line, reason, sure, 1))
        elif candidates:
            self.uses.add(HubUse(self.owner(site.scope), f"name:{group}:{name}", "CALLS", site.line, "bare-name"))

    # Other sites

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

    def _raise(self, site: Site) -> None:
        """Raising a class makes an instance of it."""
        for value in self.evaluator.value(self.index, site.expr):
            if isinstance(value, Def) and self.context.classes.is_class(value):
                for target in self.context.classes.constructors(value) or [value]:
                    self._add(site, target, "CALLS", "constructor")

    def _attribute(self, site: Site) -> None:
        """An attribute read or stored may run a property or a descriptor."""
        e = self._expr(site)
        if not isinstance(e, x.Attr):
            return
        group = self.index.language.group
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

    def _property(self, site: Site, value: Inst | Super, name: str) -> None:
        receiver = Def(value.path, value.index)
        method = self.context.classes.method(receiver, name, receiver if isinstance(value, Super) else None)
        there = self.world.index(method.path) if method is not None else None
        if method is None or there is None or "property" not in there.facts.definitions[method.index].modifiers:
            return
        if site.kind == "attr_set":
            method = self.context.classes.setter(method) or method
        self._add(site, method, "CALLS", "property")
        if isinstance(value, Inst) and not value.exact:
            self._dispatch(site, receiver, name)

    def _descriptor(self, site: Site, value: Inst, name: str, hook: str) -> None:
        found = self.context.classes.find(Def(value.path, value.index), name)
        if found is None or isinstance(found[0], Ext):
            return
        there = self.world.index(found[0].path)
        for binding in found[1] if there is not None else ():
            for held in self.evaluator.binding(there, binding) if there is not None else ():
                method = self.context.classes.method(Def(held.path, held.index), hook) if isinstance(held, Inst) else None
                if method is not None:
                    self._add(site, method, "CALLS", "dunder")

    def _value(self, site: Site) -> None:
        for value in self.evaluator.value(self.index, site.expr):
            target = Def(value.path, value.index) if isinstance(value, (Def, Bound)) else None
            if target is not None:
                self._add(site, target, "REFERENCES", "value", confidence.CERTAIN)

    def _type(self, site: Site) -> None:
        for value in self._type_parts(site.expr):
            self._add(site, value, "REFERENCES", "type", confidence.CERTAIN)

    def _type_parts(self, expr: int) -> list[Def]:
        """Definitions named anywhere in a type expression."""
        e = self.index.facts.exprs[expr]
        if isinstance(e, (x.Name, x.Attr)):
            return [v for v in self.evaluator.value(self.index, expr) if isinstance(v, Def)]
        parts: list[int] = []
        if isinstance(e, x.Index):
            parts = [e.value, e.key]
        elif isinstance(e, x.Apply):
            parts = [e.type, *e.args]
        elif isinstance(e, (x.Union, x.Display)):
            parts = list(e.items)
        elif isinstance(e, x.Op):
            parts = [e.left, *([e.right] if e.right != NONE else [])]
        elif isinstance(e, x.FuncType):
            parts = [*e.params, *([e.returns] if e.returns != NONE else [])]
        elif isinstance(e, x.ObjectType):
            parts = list(e.types)
        elif isinstance(e, x.TypeOf):
            parts = [e.value]
        return [d for part in parts if part != NONE for d in self._type_parts(part)]

    def _operator(self, site: Site) -> None:
        e = self._expr(site)
        language = self.index.language
        if isinstance(e, x.Index):
            self._dunders(site, e.value, language.protocols.get("getitem", ()))
        elif isinstance(e, x.Op):
            left = self.index.facts.exprs[e.left]
            operand = left.value if e.op == "[]=" and isinstance(left, x.Index) else e.left
            if e.op == "[]=":
                self._keep(self.evaluator.value(self.index, operand), self.evaluator.value(self.index, e.right))
            names = language.operators.get(e.op, ())
            self._dunders(site, operand, tuple(n for n in names if not n.startswith("r:")), deep=e.op in _DEEP)
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
            for iterator in self.evaluator.calls.result(method, value) if method is not None else ():
                if isinstance(iterator, Inst):
                    self._dunder(site, iterator, names, False)

    def _dunders(self, site: Site, operand: int, names: Sequence[str], every: bool = False, deep: bool = False) -> None:
        """Relations to the first of these methods that the operand has (`every`: to each); `deep`: the elements of containers too."""
        group = f"{self.index.language.group}.m"
        names = [name for name in names if self.world.candidates(group, name)]
        if not names:
            return
        for value in self.evaluator.value(self.index, operand):
            for part in _elements(value) if deep else (value,):
                if isinstance(part, Inst):
                    self._dunder(site, part, names, every)

    def _dunder(self, site: Site, value: Inst, names: Sequence[str], every: bool) -> None:
        cls = Def(value.path, value.index)
        for name in names:
            method = self.context.classes.method(cls, name)
            if method is not None:
                self._add(site, method, "CALLS", "dunder")
                if not value.exact:
                    self._dispatch(site, cls, name)
                if not every:
                    return

    def _import(self, imp: Import, line: int) -> None:
        """IMPORTS between files, REFERENCES to the definition that an import names."""
        found = self.context.modules.target(self.index, imp.source)
        named: Values = ()
        if imp.name not in ("", "*"):
            named = self.context.modules.imported(self.index, imp)
        for module in {*found, *named}:
            if isinstance(module, Mod) and module.path != self.index.path:
                source, target = file_id(self.index.path), file_id(module.path)
                self.relations.add(Relation(source, target, "IMPORTS", line, "import", confidence.CERTAIN, 1))
        for value in named:
            target_id = self._id(value) if isinstance(value, Def) else None
            if target_id is not None:
                owner = self.owner(imp.scope)
                self.relations.add(Relation(owner, target_id, "REFERENCES", line, "import", confidence.CERTAIN, 1))

    # Heritage and structure

    def _heritage(self) -> None:
        facts, nodes = self.index.facts, self.index.nodes
        own_file = file_id(self.index.path)
        for position, definition in enumerate(facts.definitions):
            node = nodes[position]
            if node is None:
                continue
            self.relations.add(Relation(own_file, node.id, "DEFINES", node.start_line, "structure", confidence.STRUCTURE, 1))
            if definition.kind in CLASS_KINDS:
                self._class(Def(self.index.path, position), node.id)
            elif definition.kind in ("method", "constructor", "property", "signature"):
                self._method(position, node.id)
            if self.context.fixtures.applies(self.index, position):
                self._runner(position, node.id)

    def _take_over(self, position: int, method_id: str, overridden: str) -> None:
        """What is handed to a parameter of the overridden method may reach the override's."""
        definition = self.index.facts.definitions[position]
        body = self.index.facts.scopes[definition.body] if definition.body != NONE else None
        for param in definition.params if body is not None else ():
            if body is not None and (param.name in body.called or param.name in body.stored):
                self.passes.add((f"param:{method_id}:{param.name}", f"@param:{overridden}:{param.name}"))

    def _runner(self, position: int, node_id: str) -> None:
        """What the test runner calls for a test or fixture."""
        line = self.index.facts.spans[position].line
        for target, reason in self.context.fixtures.used(self.index, position).items():
            target_id = self._id(target)
            if target_id is not None:
                self.relations.add(Relation(node_id, target_id, "CALLS", line, reason, confidence.of(self.index.language.group, reason), 1))

    def _class(self, cls: Def, class_id: str) -> None:
        facts = self.index.facts
        definition = facts.definitions[cls.index]
        line = facts.spans[cls.index].line
        for base in definition.bases:
            if base.keyword:
                continue
            for value in self.context.types.base(self.index, base.expr):
                target = self._id(Def(value.path, value.index)) if isinstance(value, Inst) else None
                if target is not None and target != class_id:
                    kind = "IMPLEMENTS" if base.kind == "implements" else "EXTENDS"
                    self.relations.add(Relation(class_id, target, kind, line, "base", confidence.CERTAIN, 1))

    def _method(self, position: int, method_id: str) -> None:
        """OVERRIDES: to the nearest ancestor's method of the same name."""
        facts = self.index.facts
        definition = facts.definitions[position]
        scope = facts.scopes[definition.scope]
        if scope.kind != "class" or scope.definition == NONE:
            return
        cls = Def(self.index.path, scope.definition)
        for base in self.context.classes.mro(cls)[1:]:
            if isinstance(base, Ext):
                continue
            for binding in self.context.classes.own(base, definition.name):
                target = self._id(Def(base.path, binding.definition)) if binding.definition != NONE else None
                if target is not None:
                    line = facts.spans[position].line
                    self.relations.add(Relation(method_id, target, "OVERRIDES", line, "override", confidence.CERTAIN, 1))
                    self._take_over(position, method_id, target)
                    return


def _elements(value: Value, depth: int = 0) -> list[Value]:
    """A value, or the elements of a container, at most three levels down."""
    if not isinstance(value, Box) or depth > 3:
        return [value]
    return [part for values in value.args for inner in values for part in _elements(inner, depth + 1)]
