"""Which object an expression means: followed through names, imports, attributes, chains and results to where the object is bound."""

# For maintainers. The evaluator says what *type* a value has; prefixes need to know *which* application or router it is. A key names the
# binding that holds it, never a position in a table, because a key of one file stands in the records of others. Whatever is read of
# another file is asked for by a part that covers it (`World.part`), as in the evaluator.

from __future__ import annotations

from nexus_diff.analysis.frameworks.keys import key_of, root, scope_name
from nexus_diff.analysis.frameworks.tracing import Trace
from nexus_diff.link.context import Context
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Bound, Def, Func, Partial, Value
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding

MOST_KEYS = 4
"""Objects that one expression may mean."""


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
        around = scope_name(index, binding.scope)
        if "@" in around and index.path != self.home:
            return ""
        dotted = index.dotted(binding.attr_of) if binding.attr_of != NONE else ""
        return key_of(index.path, around, f"{dotted}.{binding.target}" if dotted else binding.target)

    def root(self, index: FileIndex, expr: int) -> int:
        """Where a chain of calls on one object starts."""
        return root(index, expr, self._roots.setdefault(index.path, {}))

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
        return tuple(dict.fromkeys(Trace(self).expr(index, expr)))[:MOST_KEYS]

    def exported(self, path: str, name: str) -> tuple[str, ...]:
        """Keys of the objects that a module exports under a name."""
        return tuple(dict.fromkeys(Trace(self).exported(path, name)))[:MOST_KEYS]

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
        method = method or value.index in index.attached
        skip = method and isinstance(value, Bound) and "static" not in index.facts.definitions[value.index].modifiers
        self.world.part(index.path, index.qualified(value.index), "(")
        return self.parameter_key(index, body, position + (1 if skip else 0))
