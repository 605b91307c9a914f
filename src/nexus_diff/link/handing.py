"""What calling something runs, and what flows with the arguments: to parameters, into containers, out to libraries."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.link.arguments import Arguments
from nexus_diff.link.arity import own_params
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.file_output import FileOutput
from nexus_diff.link.instances import ANY
from nexus_diff.link.method_keys import method_key
from nexus_diff.link.nodes import file_id
from nexus_diff.link.values import Bound, Box, Def, Ext, Func, Inst, Param, Partial, Shape, Slot, Super, TypeParam, Value, Values, foreign
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.facts import Param as Parameter
from nexus_diff.model.graph import HubUse

HANDED_OUT = "handed-out"
"""Reason of what a library is given and may call: a CALLS relation to a function, a REFERENCES relation to the class of an object."""
MOST_NESTED = 4
"""Deepest nesting of literals whose contents are followed into parameters."""


class Handing(FileOutput):
    """Targets of calls, and passes."""

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
            untyped = self._untyped(there, param)
            if called or untyped:
                for member in self._members(args.of(position, param.name) or (), called, untyped, wrapped):
                    self.passes.add((f"param:{target_id}:{param.name}", member))

    def _owner_of(self, value: Func) -> str | None:
        """A lambda's code belongs to the function around it; None in module code."""
        there = self.world.index(value.path)
        scope = value.scope
        while there is not None and scope > 0:
            here = there.facts.scopes[scope]
            node = there.nodes[here.definition] if here.definition != NONE and here.kind in ("function", "lambda") else None
            if node is not None:
                return node.id
            scope = here.parent
        return None

    def _pass_fields(self, cls: Def, args: Sequence[x.Arg]) -> None:
        """Arguments of a class without a constructor of ours are its fields: data classes, named tuples, models."""
        there = self.world.index(cls.path)
        if there is None or self.context.classes.constructors(cls):
            return
        self.world.part(cls.path, there.qualified(cls.index), "")
        body = there.facts.definitions[cls.index].body
        fields = [d.name for d in there.facts.definitions if d.kind == "field" and d.scope == body]
        plain = not any(isinstance(base, Def) for base, _ in self.context.classes.bases(cls))
        owner = self._id(cls)
        for position, arg in enumerate(args):
            name = arg.keyword or (fields[position] if plain and position < len(fields) else "")
            if name in fields:
                members = self._members(self.evaluator.value(self.index, arg.value), True, True)
                self.passes.update((f"slot:{owner}:{name}", member) for member in members)

    def _untyped(self, there: FileIndex, param: Parameter) -> bool:
        """Whether a parameter's declared type says nothing about which class of ours it takes."""
        if param.type == NONE:
            return True
        if not there.language.duck_typed:
            return False
        declared = self.context.types.instances(there, param.type)
        return bool(declared) and all(foreign(value) for value in declared)

    def _members(self, values: Values, functions: bool = True, instances: bool = False, wrapped: bool = True, depth: int = 0) -> list[str]:
        """What flows on with these values, as members of a hub: functions that may be called, classes of instances, other hubs."""
        found: list[str] = []
        for value in values:
            if isinstance(value, (Param, Slot)):
                hub = self._hub_of(value)
                found.extend([f"@{hub}"] if hub else [])
                continue
            if isinstance(value, Func) and functions and self.index.language.duck_typed:
                owner = self._owner_of(value)
                found.extend([owner] if owner is not None else [])
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

    def _hand_out(self, site: Site, args: Sequence[x.Arg], reason: str, receivers: Sequence[Value]) -> None:
        """What is handed to a library, which may call it: functions, and methods of objects unless all receivers just pass them on."""
        objects = [value for value in receivers if self._calls_methods(value)]
        for arg in args:
            e = self.index.facts.exprs[arg.value]
            while isinstance(e, x.AddressOf):
                e = self.index.facts.exprs[e.value]
            if isinstance(e, (x.Name, x.Attr, x.Call)) or (isinstance(e, x.New) and self.index.language.calls_convert):
                for value in self.context.references.value(self.index, arg.value):
                    self._handed(site, value, reason, objects)

    def _handed(self, site: Site, value: Value, reason: str, objects: Sequence[Value]) -> None:
        if isinstance(value, Partial):
            self._handed(site, value.inner, reason, objects)
        elif isinstance(value, Bound) or (isinstance(value, Def) and not self.context.classes.is_class(value)):
            self._add(site, Def(value.path, value.index), "CALLS", reason)
        elif isinstance(value, Inst) and objects:
            cls = Def(value.path, value.index)
            called = self.context.classes.method(cls, "__call__")
            for method in [*([called] if called is not None else []), *self.context.classes.framework_methods(cls)]:
                self._add(site, method, "CALLS", "framework")
            if any(isinstance(receiver, Ext) for receiver in objects):
                self._add(site, cls, "REFERENCES", HANDED_OUT)

    def _take_over(self, position: int, method_id: str, overridden: str) -> None:
        """What is handed to a parameter of the overridden method may reach the override's."""
        definition = self.index.facts.definitions[position]
        body = self.index.facts.scopes[definition.body] if definition.body != NONE else None
        for param in definition.params if body is not None else ():
            if body is not None and (param.name in body.called or param.name in body.stored):
                self.passes.add((f"param:{method_id}:{param.name}", f"@param:{overridden}:{param.name}"))

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
            implicit = "self" if self.index.language.implicit_members else "value"
            targets.setdefault((target, how if how != "name" else implicit), True)
            self._wrappers(target, targets)
            if isinstance(value.receiver, TypeParam) and value.receiver.origin and site is not None:
                self._generic(site, value.receiver, self._dispatched(target, member))
            open_ = isinstance(value.receiver, Inst) and not value.receiver.exact and how not in ("super", "overload")
            if open_ and isinstance(value.receiver, Inst) and site is not None and self._is_replaceable(target):
                self._dispatch(site, self._promised_by(target, value.receiver), self._dispatched(target, member))
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

    def _is_replaceable(self, method: Def) -> bool:
        """Whether subclasses may have a method in the place of this one."""
        there = self.world.index(method.path)
        if there is None or not there.language.unreplaced.isdisjoint(there.facts.definitions[method.index].modifiers):
            return False
        return not there.language.virtual_only or self.context.alike.is_virtual(method)

    def _generic(self, site: Site, receiver: TypeParam, member: str) -> None:
        """A call through a bound: methods of the types that the code is used with."""
        if receiver.origin != ANY:
            self.uses.add(HubUse(self.owner(site.scope), f"member:{receiver.origin}:{member}", "CALLS", site.line, "bound"))
            return
        for bound in receiver.bound:
            class_id = self._id(Def(bound.path, bound.index)) if isinstance(bound, Inst) else None
            if class_id is not None:
                self.uses.add(HubUse(self.owner(site.scope), f"concrete:{class_id}:{member}", "CALLS", site.line, "bound"))

    def _promised_by(self, target: Def, receiver: Inst) -> Def:
        """The class whose methods others may replace: of what a structure has from an interface that it embeds, the interface (Go)."""
        cls = Def(receiver.path, receiver.index)
        there = self.world.index(target.path) if self.index.language.structural_interfaces else None
        if there is None or self._replaceable(cls) is not None or there.facts.definitions[target.index].kind != "signature":
            return cls
        return Def(target.path, there.facts.scopes[there.facts.definitions[target.index].scope].definition)

    def _dispatched(self, target: Def, member: str) -> str:
        """The name under which overrides of a method are found."""
        there = self.world.index(target.path)
        if there is not None and there.language.overloads:
            self.world.part(target.path, there.qualified(target.index), "()")
            return method_key(there.language, there.facts, there.facts.definitions[target.index])
        return member or self._name_of(target)

    def _definition_target(self, value: Def, how: str, targets: dict[tuple[Def, str], bool]) -> None:
        there = self.world.index(value.path)
        if there is None:
            return
        kind = there.facts.definitions[value.index].kind
        if kind == "interface":
            return
        if kind in CLASS_KINDS and there.language.calls_convert:
            return
        if kind in CLASS_KINDS:
            for target in self.context.classes.constructors(value) or [value]:
                targets.setdefault((target, "constructor"), True)
        elif kind == "constructor":
            targets.setdefault((value, "constructor" if how != "super" else how), True)
        elif kind not in ("variable", "field", "type", "namespace"):
            reason = how if how != "name" else ("same-file" if value.path == self.index.path else "import")
            if reason == "typed":
                scope = there.facts.scopes[there.facts.definitions[value.index].scope]
                reason = "static" if scope.kind == "class" else "field"
            targets.setdefault((value, reason), how == "super")
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
        owner = self.context.receivers.owner(self.index, site.scope)
        if owner is not None and member:
            self._dispatch(site, owner, member)

    def _name_of(self, target: Def) -> str:
        there = self.world.index(target.path)
        return there.facts.definitions[target.index].name if there is not None else ""

    def _leads_out(self, value: Value) -> bool:
        """Whether calling `value` hands its arguments to a library: a library's function, or a class of ours whose constructor is the
        library's (or only passes arguments on to it)."""
        if isinstance(value, Ext):
            return True
        if not isinstance(value, Def) or not self.context.classes.is_class(value) or not self.context.classes.open_ended(value):
            return False
        return all(self._passes_on(method) for method in self.context.classes.constructors(value))

    def _calls_methods(self, value: Value) -> bool:
        """Whether what is handed to `value` may have its methods called: not by `isinstance`, `list.append` or a queue."""
        if not isinstance(value, Ext):
            return True
        language = self.index.language
        root = value.name.partition(".")[0].partition("(")[0].partition("[")[0]
        return root not in language.builtin_names and language.carriers.isdisjoint((value.name, value.name.rpartition(".")[2]))

    def _passes_on(self, method: Def) -> bool:
        there = self.world.index(method.path)
        return there is not None and any(p.kind == "*" for p in there.facts.definitions[method.index].params)
