"""A file's summary, part by part: what other files can come to depend on, each part as a digest.

Two versions of a file are compared part by part; who recorded a part whose digest differs is linked again. A part holds expressions
unevaluated and without positions, so neither a moved line nor a changed body that no return value needs makes a difference.
"""

# For maintainers. The keys mirror what the evaluator records (`World.part`): whatever it reads of another file must be in the digest of a
# part that it has recorded by then. Function-local names are never recorded on their own: their bindings are folded into the digest of
# the expression that reads them (a slice).

from __future__ import annotations

from typing import Any

import msgspec

from nexus_diff.link.classes import CLASS_KINDS, SUPER_PART, extending
from nexus_diff.link.contexts import PLACES, Places
from nexus_diff.link.digests import Digests, digest
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.fixtures import PART, fixtures_in
from nexus_diff.link.includes import INCLUDE, INCLUDES
from nexus_diff.link.lookups import OBJECTS, part_key
from nexus_diff.link.members import MEMBERS
from nexus_diff.link.shapes import LITERALS
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Definition, Scope

Parts = dict[str, bytes]


def parts_of(index: FileIndex) -> Parts:
    """Key of every part of the file's summary → digest."""
    return _Parts(index).all()


class _Parts(Digests):
    def all(self) -> Parts:
        found: dict[str, bytes] = {}
        path = self.index.path

        def put(scope: str, name: str, value: object) -> None:
            found[part_key(path, scope, name)] = digest(value)

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
                self._members(definition, qualified, put)
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
        stars = [
            (imp.source, imp.kind, sorted(imp.flags), index.owner_key(imp.scope)) for imp in (facts.imports[i] for i in index.star_imports)
        ]
        if index.language.includes:
            put("", INCLUDES, [imp.source for imp in facts.imports if imp.kind == INCLUDE])
        put("", OBJECTS, bool(index.objects))
        put("", "*", (stars, facts.all_names))
        put("", PART, [(f.name, self._defined(f.definition), f.autouse, f.owner) for f in fixtures_in(index)])
        for (scope, dotted), attributes in index.objects.items():
            if scope == 0:
                for name, bindings in attributes.items():
                    put("", f"{dotted}.{name}", [self.binding(b) for b in bindings])

    def _members(self, definition: Definition, qualified: str, put: Any) -> None:
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
