"""A file's summary, part by part: what other files can come to depend on, each part as a digest.

Two versions of a file are compared part by part; who recorded a part whose digest differs is linked again. A part holds expressions
unevaluated and without positions, so neither a moved line nor a changed body that no return value needs makes a difference.
"""

# For maintainers. The keys mirror what the evaluator records (`World.part`): whatever it reads of another file must be in the digest of a
# part that it has recorded by then. Function-local names are never recorded on their own: their bindings are folded into the digest of
# the expression that reads them (a slice).

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from nexus_diff.languages.builder_protocol import END
from nexus_diff.link.classes import CLASS_KINDS, SUPER_PART, extending
from nexus_diff.link.contexts import PLACES, Places
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.fixtures import PART, fixtures_in
from nexus_diff.link.includes import INCLUDE, INCLUDES
from nexus_diff.link.lookups import OBJECTS, part_key
from nexus_diff.link.members import MEMBERS
from nexus_diff.link.shapes import LITERALS
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition, Param, Scope

Parts = dict[str, bytes]
_CYCLE = b"cycle"
_UNTOUCHED = 1 << 30
_DEEPEST = 300
"""Nesting of what one digest covers."""


def parts_of(index: FileIndex) -> Parts:
    """Key of every part of the file's summary → digest."""
    return _Parts(index).all()


def _digest(value: object) -> bytes:
    return blake2b(repr(value).encode("utf-8", "backslashreplace"), digest_size=8).digest()


class _Parts:
    def __init__(self, index: FileIndex) -> None:
        self.index = index
        self.facts = index.facts
        self._exprs: dict[int, bytes] = {}
        self._bindings: dict[int, bytes] = {}
        self._open: dict[tuple[int, int], int] = {}
        self._pending: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._low = _UNTOUCHED
        self._everything = b""

    def all(self) -> Parts:
        found: dict[str, bytes] = {}
        path = self.index.path

        def put(scope: str, name: str, value: object) -> None:
            found[part_key(path, scope, name)] = _digest(value)

        self._module(put)
        for position, definition in enumerate(self.facts.definitions):
            qualified = self.index.qualified(position)
            put(qualified, "(", [(p.name, p.kind, p.default != NONE, p.optional, p.type != NONE) for p in definition.params])
            if definition.body != NONE:
                body = self.facts.scopes[definition.body]
                put(qualified, "(*", [p.name for p in definition.params if p.name in body.called or p.name in body.stored])
            put(qualified, "()", self._signature(definition))
            if definition.kind in CLASS_KINDS or definition.kind == "extension":
                put(qualified, "", self._header(definition))
                put(qualified, SUPER_PART, extending(self.index, position))
                if self.index.language.outside_members or self.index.language.functional_interfaces:
                    put(qualified, MEMBERS, self._methods(definition))
            if (
                definition.kind in CLASS_KINDS
                or definition.kind == "extension"
                or definition.kind == "namespace"
                or self._has_members(definition)
            ):
                self._members(position, definition, qualified, put)
        for position, attributes in self.index.attributes.items():
            qualified = self.index.qualified(position)
            for name, bindings in attributes.items():
                put(qualified, f".{name}", [self.binding(b) for b in bindings])
        if self.index.language.contextual:
            self._literals(put)
            self._places(put)
        return found

    def _literals(self, put: Any) -> None:
        """Members of object literals, and the names that literals go by."""
        for number, scope in enumerate(self.facts.scopes):
            if scope.kind == "object":
                names = self.index.names(number)
                for name, entries in names.items():
                    put(self.index.object_key(number), name, [self.binding(b) for _, b in entries])
                put(self.index.object_key(number), "", [(name, [self.binding(b) for _, b in e]) for name, e in names.items()])
        put("", LITERALS, self._named_literals())

    def _named_literals(self) -> object:
        index = self.index
        local = [
            (dotted, [(name, [self.binding(b) for b in bindings]) for name, bindings in attributes.items()])
            for (scope, dotted), attributes in index.objects.items() if scope != 0
        ]  # fmt: skip
        homes = {dotted for _, dotted in index.objects}
        named = [
            (b.target, index.dotted(b.attr_of) if b.attr_of != NONE else "", self.expr(b.value))
            for b in self.facts.bindings if index.objects and b.value != NONE and isinstance(self.facts.exprs[b.value], (x.Func, x.Display))
            and (b.target in homes or any(home.endswith(f".{b.target}") for home in homes))
        ]  # fmt: skip
        return local, named

    def _places(self, put: Any) -> None:
        """Where functions and literals stand (see `contexts`), by the definition around."""
        places = Places(self.index)
        scopes = self.facts.scopes
        found: dict[str, list[object]] = {}
        for number, position in places.functions.items():
            chain: list[object] = []
            here = position
            while here in places.parents:
                here = places.parents[here][0]
                chain.append(self.expr(here))
            if here in places.returned:
                scope = scopes[places.returned[here]]
                chain.append((self._results(scope), self._declared_return(scope)))
            if here in places.bound:
                chain.append(self._placed(places.bound[here]))
            found.setdefault(self.index.owner_key(scopes[number].parent), []).append(chain)
        for definition, binding in places.defined.items():
            body = self.facts.definitions[definition].body
            if body != NONE:
                found.setdefault(self.index.owner_key(scopes[body].parent), []).append(self._placed(binding))
        for owner, chains in found.items():
            put(owner, PLACES, chains)

    def _declared_return(self, scope: Scope) -> bytes:
        return self.expr(self.facts.definitions[scope.definition].returns) if scope.definition != NONE else b""

    def _placed(self, binding: Binding) -> object:
        return (binding.target, self.expr(binding.type), self.expr(binding.attr_of), self.expr(binding.value), self._home(binding.scope))

    def _home(self, scope: int) -> object:
        """What decides the meaning of `this` in a scope."""
        index = self.index
        if not index.language.contextual and not index.language.implicit_members:
            return None
        home = index.home(scope)
        here = self.facts.scopes[home]
        attached = index.attached.get(here.definition)
        parent = here.parent
        while parent > 0 and self.facts.scopes[parent].kind == "block":
            parent = self.facts.scopes[parent].parent
        owner = index.class_around(here) if here.kind == "function" else NONE
        return (
            here.kind,
            self._defined(here.definition) if here.definition != NONE else None,
            self._defined(owner) if owner != NONE else None,
            index.object_key(parent) if parent > 0 and self.facts.scopes[parent].kind == "object" else "",
            self.expr(attached.attr_of) if attached is not None else b"",
            here.definition in index.attributes or index.has_prototype(here.definition),
            [self.expr(b.type) for _, b in index.names(home).get("this", ())],
        )

    def _has_members(self, definition: Definition) -> bool:
        return any((definition.scope, d) in self.index.objects for d in (f"{definition.name}.prototype", definition.name))

    def _module(self, put: Any) -> None:
        facts, index = self.facts, self.index
        exported: dict[str, list[object]] = {}
        for name, entries in index.names(0).items():
            exported.setdefault(name, []).append([self.binding(b) for _, b in entries])
        for name, local in index.exports.items():
            exported.setdefault(name, []).append(("export", local))
        for imp in facts.imports:
            if imp.kind == "reexport" and imp.alias:
                exported.setdefault(imp.alias, []).append(msgspec.to_builtins(imp))
        for position, definition in enumerate(facts.definitions):
            if "default" in definition.modifiers and definition.scope == 0:
                exported.setdefault("default", []).append(self._defined(position))
        for name, values in exported.items():
            put("", name, values)
        stars = [(imp.source, imp.kind, index.owner_key(imp.scope)) for imp in (facts.imports[i] for i in index.star_imports)]
        if index.language.includes:
            put("", INCLUDES, [imp.source for imp in facts.imports if imp.kind == INCLUDE])
        put("", OBJECTS, bool(index.objects))
        put("", "*", (stars, facts.all_names))
        put("", PART, [(f.name, self._defined(f.definition), f.autouse, f.owner) for f in fixtures_in(index)])
        for (scope, dotted), attributes in index.objects.items():
            if scope == 0:
                for name, bindings in attributes.items():
                    put("", f"{dotted}.{name}", [self.binding(b) for b in bindings])

    def _members(self, position: int, definition: Definition, qualified: str, put: Any) -> None:
        names = self.index.names(definition.body) if definition.body != NONE else {}
        for name, entries in names.items():
            put(qualified, name, ([self.binding(b) for _, b in entries], self._signature(definition) if name == "()" else None))
        for dotted in (f"{definition.name}.prototype", definition.name):
            for name, bindings in self.index.objects.get((definition.scope, dotted), {}).items():
                if name not in names:
                    put(qualified, name, [self.binding(b) for b in bindings])

    def _methods(self, definition: Definition) -> object:
        return [
            (d.name, len(d.params), self._defined(i)) for i, d in enumerate(self.facts.definitions) if d.scope == definition.body != NONE
        ]

    def _header(self, definition: Definition) -> object:
        return (
            [(self.expr(b.expr), b.kind, b.keyword) for b in definition.bases],
            [self.expr(d) for d in definition.decorators],
            [self._param(p) for p in definition.type_params],
            sorted(definition.modifiers),
            self.expr(definition.type),
            self.expr(definition.value),
            [d.name for d in self.facts.definitions if d.kind == "field" and d.scope == definition.body],
        )

    def _signature(self, definition: Definition) -> object:
        body = self.facts.scopes[definition.body] if definition.body != NONE else None
        declared = definition.returns != NONE
        return (
            [self._param(p) for p in definition.params],
            self.expr(definition.returns),
            [self.expr(d) for d in definition.decorators],
            [self._param(p) for p in definition.type_params],
            sorted(definition.modifiers),
            self.expr(definition.value) if definition.kind == "type" else b"",
            self._results(body) if body is not None and definition.kind not in CLASS_KINDS else None,
            declared,
            self.expr(definition.type),
            self._home(definition.body) if definition.body != NONE and definition.kind not in CLASS_KINDS else None,
        )

    def _results(self, scope: Scope) -> object:
        return ([self.expr(e) for e in scope.returns], [self.expr(e) for e in scope.yields])

    def _param(self, param: Param) -> object:
        return (param.name, param.kind, self.expr(param.default), self.expr(param.type), param.optional, param.prop)

    def _defined(self, position: int) -> object:
        definition = self.facts.definitions[position]
        node = self.index.nodes[position]
        return ("definition", definition.kind, node.id if node is not None else definition.qualified, sorted(definition.modifiers))

    def binding(self, binding: Binding) -> bytes:
        found = self._bindings.get(id(binding))
        if found is None:
            found = self._digested(self._bindings, id(binding), lambda: self._bound(binding))
        return found

    def _digested(self, memo: dict[int, bytes], key: int, structure: Callable[[], object]) -> bytes:
        """Digest of something that may contain itself. What was cut at something still being digested is kept until that is done only: a
        digest must cover all that can be reached from its own root."""
        place = (id(memo), key)
        depth = self._open.get(place)
        if depth is not None:
            self._low = min(self._low, depth)
            return _CYCLE
        pending = self._pending.get(place)
        if pending is not None:
            self._low = min(self._low, pending[1])
            return pending[0]
        depth = len(self._open)
        if depth >= _DEEPEST:
            return self._whole()
        self._open[place] = depth
        before, self._low = self._low, _UNTOUCHED
        found = _digest(structure())
        del self._open[place]
        if self._low >= depth:
            memo[key] = found
            if self._pending:
                self._pending = {k: kept for k, kept in self._pending.items() if kept[1] < depth}
            self._low = before
        else:
            self._pending[place] = (found, self._low)
            self._low = min(before, self._low)
        return found

    def _whole(self) -> bytes:
        """Stands for what is too deep to be told apart: it changes with anything in the file."""
        if not self._everything:
            self._everything = _digest(self.facts)
        return self._everything

    def _bound(self, binding: Binding) -> object:
        if binding.imported != NONE:
            return ("import", msgspec.to_builtins(self.facts.imports[binding.imported]))
        value = (self.expr(binding.value), self.expr(binding.type), binding.block, binding.narrow)
        return (self._defined(binding.definition), value) if binding.definition != NONE else value

    def expr(self, position: int) -> bytes:
        if position == NONE:
            return b""
        found = self._exprs.get(position)
        if found is None:
            found = self._digested(self._exprs, position, lambda: self._structure(self.facts.exprs[position]))
        return found

    def _structure(self, e: x.Expr) -> object:
        if type(e) is x.Name and e.name in ("this", "super"):
            return ("name", e.name, self._home(self.facts.points[e.point].scope), self._local(e))
        if type(e) is x.Name:
            return ("name", e.name, self._local(e))
        if type(e) is x.Func:
            return ("func", self._function(self.facts.scopes[e.scope], e.scope))
        fields: list[object] = [type(e).__name__]
        for name in e.__struct_fields__:
            value = getattr(e, name)
            if name in _TEXT_FIELDS.get(type(e), ()):
                fields.append(value)
            elif type(value) is int:
                fields.append(self.expr(value))
            else:
                fields.append([(self.expr(i.value), i.keyword) if type(i) is x.Arg else self.expr(i) for i in value])
        return fields

    def _local(self, e: x.Name) -> object:
        """The slice behind a name of a function scope; nothing for names of modules and classes."""
        point = self.facts.points[e.point]
        nested = not self.index.language.hoisting and point.at == END and point.scope > 0
        scope = self.index.scope_of_name(self.facts.scopes[point.scope].parent if nested else point.scope, e.name)
        here = self.facts.scopes[scope]
        if here.kind in ("module", "class", "namespace"):
            return None
        if not self.index.language.hoisting and scope == point.scope and not self.index.visible(scope, e.name, point)[0]:
            scope = self.index.scope_of_name(here.parent, e.name)
            if self.facts.scopes[scope].kind in ("module", "class", "namespace"):
                return None
        position = self.index.parameter(scope, e.name)
        param = self._param(self.index.params(scope)[position]) if position != NONE else None
        moment = point if scope == point.scope else None
        if moment is None and self.facts.scopes[point.scope].at != NONE:  # any of them may be what stood before a block
            return (position, param, [self.binding(b) for _, b in self.index.names(scope).get(e.name, ())])
        return (position, param, [self.binding(b) for b in self.index.visible(scope, e.name, moment)[0]])

    def _function(self, scope: Scope, number: int) -> object:
        members = (
            [(name, [self.binding(b) for _, b in entries]) for name, entries in self.index.names(number).items()]
            if scope.kind == "object"
            else None
        )
        own = self._defined(scope.definition) if scope.definition != NONE else None
        key = self.index.object_key(number) if scope.kind == "object" else ""
        return (scope.kind, own, [self._param(p) for p in scope.params], self._results(scope), sorted(scope.modifiers), members, key)


_TEXT_FIELDS: dict[type, tuple[str, ...]] = {
    x.Attr: ("name",),
    x.Item: ("position", "key"),
    x.Iter: ("awaited",),
    x.Enter: ("awaited",),
    x.Op: ("op",),
    x.Literal: ("type", "value"),
    x.Display: ("type",),
    x.Union: ("intersection",),
    x.ObjectType: ("names",),
    x.TypeOf: ("op",),
}
