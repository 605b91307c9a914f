"""Names of objects, and the little of a file's own syntax that goes into them."""

from __future__ import annotations

from nexus_diff.link.file_index import FileIndex
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Binding

_SAME = frozenset(
    {
        "use", "get", "post", "put", "patch", "delete", "del", "options", "head", "all", "on", "route", "mount", "notFound", "onError",
        "routes", "middleware", "prefix", "param", "register", "openapi", "command", "set", "after", "addHook",
    }
)  # fmt: skip
"""Methods that give the object which they are called on (or what stands for it)."""


def key_of(path: str, scope: str, name: str) -> str:
    """The key of the object bound to `name` in a scope ("" is the module)."""
    return f"{path}\0{scope}\0{name}"


def scope_name(index: FileIndex, scope: int) -> str:
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


def root(index: FileIndex, expr: int, known: dict[int, int]) -> int:
    """What stands at the start of a chain of methods that give their own object: the `express()` of `express().use(f).get(…)`. `known`:
    roots of the file found before, and from now on, so that a long chain is walked once."""
    exprs = index.facts.exprs
    passed: list[int] = []
    while expr != NONE and expr not in known:
        e = exprs[expr]
        passed.append(expr)
        if type(e) is x.Call and type(func := exprs[e.func]) is x.Attr and func.name in _SAME:
            expr = func.value
        elif isinstance(e, (x.Await, x.Cast, x.AddressOf, x.Deref)):
            expr = e.value
        else:
            break
    found = known.get(expr, expr)
    known.update(dict.fromkeys(passed, found))
    return found


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
