"""Which object an expression means: followed through names, imports, attributes, chains and results to where the object is bound."""

# For maintainers. The evaluator says what *type* a value has; prefixes need to know *which* application or router it is. A key names the
# binding that holds it, never a position in a table, because a key of one file stands in the records of others. Whatever is read of
# another file is asked for by a part that covers it (`World.part`), as in the evaluator.

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Bound, Def, Func, Inst, Mod, Partial, Value
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding, Import

MOST_STEPS = 40
"""Longest trace."""
MOST_KEYS = 4
"""Objects that one expression may mean."""
_DERIVES = frozenset({"basePath"})
"""Methods that give an object of their own."""
_SAME = frozenset(
    {
        "use", "get", "post", "put", "patch", "delete", "del", "options", "head", "all", "on", "route", "mount", "notFound", "onError",
        "routes", "middleware", "prefix", "param", "register", "openapi", "command", "set", "after", "addHook",
    }
)  # fmt: skip
"""Methods that give the object which they are called on (or what stands for it)."""

_PARTS = frozenset({"router", "urls", "cli"})
"""Attributes of an object that take routes or commands for it, or stand for them."""


class Objects:
    """Traces of one context, for the records of one file (`home`)."""

    def __init__(self, context: Context, home: str) -> None:
        self.context = context
        self.home = home
        self.world = context.world
        self._makers: dict[str, dict[int, Binding]] = {}
        self._roots: dict[str, dict[int, int]] = {}
        self._functions: dict[str, dict[int, str]] = {}

    def maker(self, index: FileIndex, expr: int) -> Binding | None:
        """The first binding of what a chain that starts at `expr` gives."""
        found = self._makers.get(index.path)
        if found is None:
            found = self._makers[index.path] = {}
            for binding in index.facts.bindings:
                if binding.value != NONE:
                    found.setdefault(self.root(index, binding.value), binding)
                    self._members_of(index, binding, found)
            for number, scope in enumerate(index.facts.scopes):
                for returned in scope.returns:
                    found.setdefault(self.root(index, returned), Binding("@result", number))
        return found.get(expr)

    def _members_of(self, index: FileIndex, binding: Binding, found: dict[int, Binding]) -> None:
        """`exports = { router: Router() }` binds "exports.router"."""
        e = index.facts.exprs[binding.value]
        for key, item in zip(e.keys, e.items, strict=True) if type(e) is x.Display and e.keys else ():
            name = index.literal(key) if key != NONE else None
            if name and item != NONE:
                inner = Binding(f"{binding.target}.{name}", binding.scope, item, attr_of=binding.attr_of)
                found.setdefault(self.root(index, item), inner)

    def made(self, index: FileIndex, expr: int) -> str:
        """Key of what an expression makes: that of its first binding, else by its position, which is a name in its own file only."""
        binding = self.maker(index, expr)
        if binding is not None:
            return self.bound(index, binding)
        return key_of(index.path, "", f"#{expr}") if index.path == self.home else ""

    def bound(self, index: FileIndex, binding: Binding) -> str:
        """Key of what a binding holds. What is bound in a function without a name has one in its own file only; else ""."""
        around = _scope_name(index, binding.scope)
        if "@" in around and index.path != self.home:
            return ""
        dotted = index.dotted(binding.attr_of) if binding.attr_of != NONE else ""
        return key_of(index.path, around, f"{dotted}.{binding.target}" if dotted else binding.target)

    def root(self, index: FileIndex, expr: int) -> int:
        """Where a chain of calls on one object starts."""
        return _root(index, expr, self._roots.setdefault(index.path, {}))

    def parameter_key(self, index: FileIndex, scope: int, position: int) -> str:
        """The key of a parameter; "" when the function takes fewer, or has no name that holds outside its file."""
        name = self._function_name(index, scope) if position < len(index.params(scope)) else ""
        if not name or (name.startswith("#") and index.path != self.home):
            return ""
        return key_of(index.path, name, f"@{position}")

    def _function_name(self, index: FileIndex, scope: int) -> str:
        """A name for a function's scope that survives changes elsewhere in the file, as far as it is bound to anything."""
        here = index.facts.scopes[scope]
        if here.definition != NONE:
            return index.qualified(here.definition)
        names = self._functions.get(index.path)
        if names is None:
            names = self._functions[index.path] = {}
            for binding in index.facts.bindings:
                e = index.facts.exprs[binding.value] if binding.value != NONE else None
                if type(e) is x.Func:
                    dotted = index.dotted(binding.attr_of) if binding.attr_of != NONE else ""
                    names.setdefault(e.scope, f"={dotted}.{binding.target}" if dotted else f"={binding.target}")
        return names.get(scope, f"#{scope}")

    def keys(self, index: FileIndex, expr: int) -> tuple[str, ...]:
        """Keys of the objects that an expression may mean, in order; none when it cannot be told."""
        return tuple(dict.fromkeys(_Trace(self).expr(index, expr)))[:MOST_KEYS]

    def exported(self, path: str, name: str) -> tuple[str, ...]:
        """Keys of the objects that a module exports under a name."""
        return tuple(dict.fromkeys(_Trace(self).exported(path, name)))[:MOST_KEYS]

    def parameter(self, value: Value, position: int) -> str:
        """Key of a parameter of a function, "" when there is none. The receiver of a method does not count."""
        if isinstance(value, Partial):
            return self.parameter(value.inner, position)
        if isinstance(value, Func):
            index = self.world.index(value.path)
            return self.parameter_key(index, value.scope, position) if index is not None else ""
        if not isinstance(value, (Def, Bound)):
            return ""
        index = self.world.index(value.path)
        body = index.facts.definitions[value.index].body if index is not None else NONE
        if index is None or body == NONE:
            return ""
        here = index.facts.scopes[body]
        method = here.kind == "function" and index.class_around(here) != NONE and index.language.receiver == "first-param"
        skip = method and isinstance(value, Bound) and "static" not in index.facts.definitions[value.index].modifiers
        self.world.part(index.path, index.qualified(value.index), "(")
        return self.parameter_key(index, body, position + (1 if skip else 0))


def key_of(path: str, scope: str, name: str) -> str:
    """The key of the object bound to `name` in a scope ("" is the module)."""
    return f"{path}\0{scope}\0{name}"


def _scope_name(index: FileIndex, scope: int) -> str:
    """The named function or class around a scope; with "@" and a number where a function without a name lies in between."""
    scopes = index.facts.scopes
    here = scope
    while here > 0 and scopes[here].kind in ("block", "comprehension"):
        here = scopes[here].parent
    if scopes[here].kind == "class":
        return index.qualified(scopes[here].definition)
    anonymous = here > 0 and scopes[here].kind in ("function", "lambda", "object") and scopes[here].definition == NONE
    return f"{index.owner_key(here)}@{here}" if anonymous else index.owner_key(here)


def defined_key(index: FileIndex, definition: int) -> str:
    """The key of what decorators make of a definition."""
    d = index.facts.definitions[definition]
    return key_of(index.path, index.owner_key(d.scope), d.name)


def _root(index: FileIndex, expr: int, known: dict[int, int]) -> int:
    """What stands at the start of a chain of methods that give their own object: the `express()` of `express().use(f).get(…)`. `known`:
    roots of the file found before, and from now on, so that a long chain is walked once."""
    exprs = index.facts.exprs
    passed: list[int] = []
    while expr != NONE and expr not in known:
        e = exprs[expr]
        passed.append(expr)
        if type(e) is x.Call and type(func := exprs[e.func]) is x.Attr and func.name in _SAME:
            expr = func.value
        elif isinstance(e, (x.Await, x.Cast)):
            expr = e.value
        else:
            break
    found = known.get(expr, expr)
    known.update(dict.fromkeys(passed, found))
    return found


class _Trace:
    """One question, with its bounds."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self.context = objects.context
        self.world = objects.world
        self._left = MOST_STEPS
        self._seen: set[tuple[object, ...]] = set()

    def _once(self, *question: object) -> bool:
        """Whether a step is new and there is room for it."""
        if self._left <= 0 or question in self._seen:
            return False
        self._left -= 1
        self._seen.add(question)
        return True

    def expr(self, index: FileIndex, expr: int) -> Iterator[str]:
        expr = self._objects.root(index, expr)
        if expr == NONE or not self._once("expr", index.path, expr):
            return
        e = index.facts.exprs[expr]
        if type(e) is x.Name:
            yield from self._name(index, e)
        elif type(e) is x.Attr:
            yield from self._attribute(index, e)
        elif isinstance(e, (x.Call, x.New)):
            func = index.facts.exprs[e.func] if type(e) is x.Call else None
            derived = type(func) is x.Attr and func.name in _DERIVES
            made = list(self._result(index, e)) if type(e) is x.Call and not derived else []
            yield from made or self._made(index, expr)
        elif (type(e) is x.Display and not e.keys) or (type(e) is x.Op and e.op in ("+", "+=")):
            yield from self._made(index, expr)
        else:
            for part in _alternatives(e):
                yield from self.expr(index, part)

    def _name(self, index: FileIndex, e: x.Name) -> Iterator[str]:
        scope = index.scope_of_name(index.facts.points[e.point].scope, e.name)
        if scope == 0:
            yield from self.module_name(index, e.name)
            return
        bindings = [b for b in index.visible(scope, e.name, None)[0] if not b.narrow]
        found = list(self._bound(index, bindings))
        position = index.parameter(scope, e.name)
        key = self._objects.parameter_key(index, scope, position) if not found and position != NONE else ""
        yield from [key] if key else found

    def _bound(self, index: FileIndex, bindings: list[Binding]) -> Iterator[str]:
        """The objects of the newest of some bindings that tell any."""
        for binding in bindings:
            found = list(self._of_binding(index, binding))
            if found:
                yield from found
                return

    def _of_binding(self, index: FileIndex, binding: Binding) -> Iterator[str]:
        definition = index.facts.definitions[binding.definition] if binding.definition != NONE else None
        if binding.imported != NONE:
            yield from self._imported(index, index.facts.imports[binding.imported])
        elif binding.value != NONE:
            yield from self.expr(index, binding.value)
        elif definition is not None and definition.decorators:
            yield defined_key(index, binding.definition)

    def module_name(self, index: FileIndex, name: str) -> Iterator[str]:
        """A name of a module's own scope."""
        if not self._once("name", index.path, name):
            return
        self.world.part(index.path, "", name)
        bindings = [b for b in index.visible(0, name, None)[0] if not b.narrow]
        found = list(self._bound(index, bindings))
        if not found and not bindings:
            for position in index.star_imports:
                found = list(self._through(index, index.facts.imports[position].source, name))
                if found:
                    break
        yield from found

    def _through(self, index: FileIndex, source: str, name: str) -> Iterator[str]:
        for module in self.context.modules.target(index, source):
            if isinstance(module, Mod):
                yield from self.exported(module.path, name)

    def _imported(self, index: FileIndex, imp: Import) -> Iterator[str]:
        if imp.name == "=":
            for module in self.context.modules.target(index, imp.source):
                if isinstance(module, Mod):
                    yield from self.whole(module.path)
        elif imp.name not in ("", "*"):
            yield from self._through(index, imp.source, imp.name)

    def exported(self, path: str, name: str) -> Iterator[str]:
        """What another file gets for a name of a module."""
        index = self.world.index(path) if self.world.file(path) else None
        if index is None or not self._once("exported", path, name):
            return
        for part in (name, "*", "module.exports", f"exports.{name}", f"module.exports.{name}"):
            self.world.part(path, "", part)
        found = list(self.module_name(index, index.exports.get(name, name)))
        for imp in index.facts.imports if not found else ():
            if imp.kind == "reexport" and (imp.alias == name or (imp.name == "*" and not imp.alias)):
                found = list(self._through(index, imp.source, imp.name if imp.alias else name))
                if found:
                    break
        if not found and index.language.module_objects:
            found = list(self._common_js(index, name))
        yield from found

    def _common_js(self, index: FileIndex, name: str) -> Iterator[str]:
        for dotted in ("exports", "module.exports"):
            assigned = index.objects.get((0, dotted), {}).get(name, [])
            if assigned:
                yield from self._bound(index, assigned[::-1])
                return
        for binding in index.objects.get((0, "module"), {}).get("exports", ()):
            value = member(index, binding.value, name)
            if value is not None:
                yield from self._of_binding(index, value)
        if name == "default":
            yield from self.whole(index.path)

    def whole(self, path: str) -> Iterator[str]:
        """What `require` gives."""
        index = self.world.index(path) if self.world.file(path) else None
        if index is None or not self._once("whole", path):
            return
        self.world.part(path, "", "module.exports")
        yield from self._bound(index, index.objects.get((0, "module"), {}).get("exports", [])[::-1])

    def _attribute(self, index: FileIndex, e: x.Attr) -> Iterator[str]:
        found = list(self._of_owner(index, e))
        if not found and e.name in _PARTS:
            found = list(self.expr(index, e.value))
        yield from found

    def _of_owner(self, index: FileIndex, e: x.Attr) -> Iterator[str]:
        """An attribute of a module or of an object of ours, or one assigned by name."""
        for value in self.context.evaluator.value(index, e.value):
            if isinstance(value, Mod):
                yield from self.exported(value.path, e.name)
            elif isinstance(value, Inst):
                yield from self._of_instance(Def(value.path, value.index), e.name)
        dotted = index.dotted(e.value)
        if dotted is not None and "." not in dotted:
            scope = index.scope_of_name(index.facts.points[_first(index, e)].scope, dotted)
            if scope == 0:
                self.world.part(index.path, "", f"{dotted}.{e.name}")
            yield from self._bound(index, index.objects.get((scope, dotted), {}).get(e.name, [])[::-1])

    def _of_instance(self, cls: Def, name: str) -> Iterator[str]:
        """An attribute of an object of ours: the object that its class puts there."""
        for here in self.context.classes.mro(cls):
            index = self.world.index(here.path) if isinstance(here, Def) else None
            if index is None or not isinstance(here, Def):
                continue
            bindings = [*self.context.classes.own(here, name), *self.context.classes.assigned(here, name)]
            for binding in bindings:
                yield from self._of_binding(index, binding)
            if bindings:
                return

    def _result(self, index: FileIndex, e: x.Call) -> Iterator[str]:
        """What a function of the repository returns, and what `require` gives."""
        func = index.facts.exprs[e.func]
        if type(func) is x.Name and func.name == "require" and e.args and (source := index.literal(e.args[0].value)):
            for module in self.context.modules.target(index, source):
                if isinstance(module, Mod):
                    yield from self.whole(module.path)
            return
        for value in self.context.evaluator.value(index, e.func):
            if isinstance(value, (Def, Bound)):
                there = self.world.index(value.path)
                body = there.facts.definitions[value.index].body if there is not None else NONE
                if there is None or body == NONE or there.facts.scopes[body].kind == "class":
                    continue
                self.world.part(there.path, there.qualified(value.index), "()")
                for returned in there.facts.scopes[body].returns:
                    yield from self.expr(there, returned)

    def _made(self, index: FileIndex, expr: int) -> Iterator[str]:
        """An object made by this call is named after the first binding of it."""
        key = self._objects.made(index, expr)
        if key:
            yield key


def _alternatives(e: x.Expr) -> tuple[int, ...]:
    """What an expression takes one of."""
    if isinstance(e, x.Union):
        return e.items
    return (e.left, e.right) if isinstance(e, x.Op) and e.op in ("or", "and", "??") else ()


def _first(index: FileIndex, e: x.Attr) -> int:
    """Point of the name at the start of `a.b`."""
    inner = index.facts.exprs[e.value]
    return inner.point if type(inner) is x.Name else 0


def member(index: FileIndex, expr: int, name: str) -> Binding | None:
    """The member `name` of an object literal, as a binding; None when there is none."""
    e = index.facts.exprs[expr] if expr != NONE else None
    if type(e) is x.Func and index.facts.scopes[e.scope].kind == "object":
        entries = index.names(e.scope).get(name)
        return entries[-1][1] if entries else None
    if type(e) is x.Display and e.keys:
        for key, item in zip(e.keys, e.items, strict=True):
            if key != NONE and index.literal(key) == name:
                return Binding(name, 0, item)
    return None
