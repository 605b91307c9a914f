"""Digests of bindings, expressions and functions of a file: without positions, with all that they lead to inside the file."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

import msgspec

from nexus_diff.languages.builder_protocol import END
from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Param, Scope

_CYCLE = b"cycle"
_UNTOUCHED = 1 << 30
_DEEPEST = 300
"""Nesting of what one digest covers."""


def digest(value: object) -> bytes:
    return blake2b(repr(value).encode("utf-8", "backslashreplace"), digest_size=8).digest()


class Digests:
    """Digests of one file."""

    def __init__(self, index: FileIndex) -> None:
        self.index = index
        self.facts = index.facts
        self._exprs: dict[int, bytes] = {}
        self._bindings: dict[int, bytes] = {}
        self._open: dict[tuple[int, int], int] = {}
        self._pending: dict[tuple[int, int], tuple[bytes, int]] = {}
        self._low = _UNTOUCHED
        self._everything = b""

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
        found = digest(structure())
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
            self._everything = digest(self.facts)
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
    x.Held: ("how",),
    x.AddressOf: ("how",),
}
