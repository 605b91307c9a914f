"""One linked file, as the recognisers of frameworks ask about it."""

# For maintainers. Everything goes through the context in which the file was just linked, so most values are known already and every answer
# that rests on another file is recorded with the file's look-ups.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from nexus_diff.analysis.frameworks.keys import member
from nexus_diff.analysis.frameworks.library import Names, named
from nexus_diff.analysis.frameworks.objects import Objects
from nexus_diff.analysis.frameworks.records import Mount, Record, Route, Thing
from nexus_diff.analysis.frameworks.texts import Texts
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.nodes import file_id
from nexus_diff.link.values import Bound, Def, Func, Inst, Partial, Value
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Site

_DEEPEST = 6


class Call:
    """A call (or construction, or decorator without arguments) at a site. `name`: last name of what is called; `receiver`: what it is
    called on, -1 for a bare name; `decorates`: the definition below, -1 for none."""

    __slots__ = ("args", "decorates", "expr", "func", "line", "name", "receiver", "scope")

    def __init__(self, index: FileIndex, site: Site) -> None:
        exprs = index.facts.exprs
        e = exprs[site.expr]
        self.expr, self.line, self.scope = site.expr, site.line, site.scope
        self.func = e.func if type(e) is x.Call else e.type if type(e) is x.New else site.expr
        self.args: tuple[x.Arg, ...] = e.args if isinstance(e, (x.Call, x.New)) else ()
        target = exprs[self.func]
        if type(target) is x.Apply:
            self.func, target = target.type, exprs[target.type]
        self.name = target.name if isinstance(target, (x.Attr, x.Name)) else ""
        self.receiver = target.value if type(target) is x.Attr else NONE
        self.decorates = site.definition if site.kind == "decorator" else NONE

    def on(self, receiver: int) -> Call:
        """The same call, as if it were on another object."""
        found = copy(self)
        found.receiver = receiver
        return found

    @property
    def positional(self) -> list[int]:
        """Arguments by position, up to the first spread one."""
        found: list[int] = []
        for arg in self.args:
            if arg.keyword in ("*", "**"):
                break
            if not arg.keyword:
                found.append(arg.value)
        return found

    def arg(self, position: int, *names: str) -> int:
        """The argument with one of these names, or at a position (-1: by name only); -1 when it is not given."""
        for arg in self.args:
            if arg.keyword in names:
                return arg.value
        positional = self.positional
        return positional[position] if 0 <= position < len(positional) else NONE


class Reading(Texts):
    """One file and what was found in it so far."""

    def __init__(self, context: Context, index: FileIndex, names: Names) -> None:
        super().__init__(context, index)
        self.path = index.path
        self._names = names
        self.objects = Objects(context, index.path)
        self.records: set[Record] = set()
        self._parents: dict[int, int] | None = None
        self._packages: frozenset[str] | None = None
        self._followers: dict[int, tuple[str, int]] | None = None

    def add(self, record: Record) -> None:
        """Keeps a record of this file."""
        self.records.add(record)

    @property
    def parents(self) -> dict[int, int]:
        """Item, operand or argument → the list, operation or call that it stands in."""
        if self._parents is None:
            self._parents = {}
            for position, e in enumerate(self.facts.exprs):
                for child in _children(e):
                    self._parents.setdefault(child, position)
        return self._parents

    @property
    def packages(self) -> frozenset[str]:
        """Top-level names of what the file imports."""
        if self._packages is None:
            self._packages = frozenset(imp.source.partition(".")[0] for imp in self.facts.imports)
        return self._packages

    @property
    def followers(self) -> dict[int, tuple[str, int]]:
        """Expression → (name, call) of the first method that is called on it."""
        if self._followers is None:
            self._followers = {}
            for position, e in enumerate(self.facts.exprs):
                func = self.facts.exprs[e.func] if type(e) is x.Call else None
                if type(func) is x.Attr:
                    self._followers.setdefault(func.value, (func.name, position))
        return self._followers

    # What expressions mean

    def called(self, expr: int, names: Names) -> str:
        """What `names` calls the value of an expression, "" if none."""
        return next((found for value in self.value(expr) if (found := named(self.context, value, names))), "")

    def kind(self, expr: int) -> str:
        """The framework whose object an expression is by its type, "" if none."""
        return self.called(expr, self._names)

    def keys(self, expr: int) -> tuple[str, ...]:
        """Objects that an expression may mean."""
        return self.objects.keys(self.index, expr) if expr != NONE else ()

    def member(self, expr: int, name: str) -> Binding | None:
        """A member of an object literal."""
        return member(self.index, expr, name)

    # Nodes

    def owner(self, scope: int) -> str:
        """Node id of the nearest named function around a scope, else of the file."""
        scopes, nodes = self.facts.scopes, self.index.nodes
        while scope > 0:
            here = scopes[scope]
            node = nodes[here.definition] if here.definition != NONE and here.kind in ("function", "lambda") else None
            if node is not None:
                return node.id
            scope = here.parent
        return file_id(self.path)

    def defined(self, definition: int) -> str:
        """Node id of a definition of this file, else of the file."""
        node = self.index.nodes[definition] if definition != NONE else None
        return node.id if node is not None else file_id(self.path)

    def node(self, value: Value) -> str:
        """Node id of a function or class; "" for what has none."""
        if isinstance(value, Partial):
            return self.node(value.inner)
        if isinstance(value, Inst):
            method = self.context.classes.method(Def(value.path, value.index), "__call__")
            return self.node(method or Def(value.path, value.index))
        if isinstance(value, (Def, Bound)):
            nodes = self.context.world.nodes(value.path)
            node = nodes[value.index] if nodes else None
            return node.id if node is not None and node.label != "CodeElement" else ""
        return ""

    def handler(self, expr: int, call: Call) -> str:
        """Node id of the function that an argument of `call` names: through wrappers, lists and partials; of what stands around the call
        for one made in place, or one that cannot be told."""
        return next(self._handlers(expr, call.scope, 0), "") or self.owner(call.scope)

    def function(self, expr: int) -> str:
        """Node id of the function or class that an expression means, "" when none is known."""
        return next((found for value in self.value(expr) if (found := self.node(value))), "")

    def _handlers(self, expr: int, scope: int, depth: int) -> Iterator[str]:
        e = self.expr(expr)
        if e is None or depth > _DEEPEST:
            return
        if type(e) is x.Func:
            here = self.facts.scopes[e.scope]
            node = self.index.nodes[here.definition] if here.definition != NONE else None
            yield node.id if node is not None else self.owner(scope)
        elif type(e) is x.Display:
            for item in reversed(e.items):
                yield from self._handlers(item, scope, depth + 1)
        elif type(e) is x.Call:
            yield from self._through_call(e, scope, depth)
        else:
            yield from self._named(expr)

    def _through_call(self, e: x.Call, scope: int, depth: int) -> Iterator[str]:
        """`login_required(view)`, `wrap(fn)`, `View.as_view()`, `fn.bind(this)`."""
        func = self.expr(e.func)
        if type(func) is x.Attr and func.name in ("as_view", "bind"):
            yield from self._named(func.value)
        for arg in reversed(e.args):
            inner = self.expr(arg.value)
            if isinstance(inner, (x.Name, x.Attr, x.Call, x.Func)):
                yield from self._handlers(arg.value, scope, depth + 1)
        if type(func) is x.Call:
            yield from self._through_call(func, scope, depth + 1)
        yield from (found for value in self.value(e.func) if (found := self._made_by(value)))

    def _made_by(self, value: Value) -> str:
        """What a call of a function of ours gives to be called: the function that it makes is a part of it."""
        return self.node(value) if isinstance(value, (Def, Bound)) else ""

    def _named(self, expr: int) -> Iterator[str]:
        for value in self.value(expr):
            if isinstance(value, Func) and value.path == self.path:
                yield self.owner(self.facts.scopes[value.scope].parent)
            elif found := self.node(value):
                yield found

    # Records

    def thing(self, call: Call, kind: str, prefix: str = "") -> None:
        """The object that a call makes."""
        for key in self.keys(call.expr)[:1]:
            self.add(Thing(key, kind, prefix))

    def mount(self, parent: int, child: Sequence[str], prefix: str, instead: bool = False) -> None:
        """What is put on some objects is reached through another as well."""
        for above in self.keys(parent):
            for below in child:
                if above != below:
                    self.add(Mount(above, below, prefix, instead))

    def route(
        self, call: Call, verbs: Sequence[str], path: str, handler: str, wants: Sequence[str] = (), hint: str = "", loose: bool = False
    ) -> None:
        """A route on the receiver of a call."""
        hint = hint or self.kind(call.receiver)
        if hint and wants and hint not in wants:
            return
        keys = self.keys(call.receiver)
        if keys or hint or loose:
            self.add(Route(keys, tuple(verbs), path, handler, call.line, hint, tuple(wants), loose))

    def route_on(
        self, keys: tuple[str, ...], verbs: Sequence[str], path: str, handler: str, line: int, hint: str, wants: Sequence[str]
    ) -> None:
        """A route on objects that are known."""
        if not hint or hint in wants:
            self.add(Route(keys, tuple(verbs), path, handler, line, hint, tuple(wants)))


def _children(e: x.Expr) -> Sequence[int]:
    if type(e) is x.Display:
        return e.items
    if type(e) is x.Op:
        return (e.left, e.right) if e.op in ("+", "+=") else ()
    return [arg.value for arg in e.args] if isinstance(e, (x.Call, x.New)) else ()
