"""Classes whose methods answer requests: `View.as_view()`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x

HTTP_METHODS = ("get", "post", "put", "patch", "delete", "head", "options", "trace")
_DEEPEST = 6


def class_of(reading: Reading, expr: int, maker: str = "as_view", depth: int = 0) -> tuple[Def, x.Call] | None:
    """The class behind `Class.as_view(…)`, through names and wrappers, with that call; None when there is none."""
    e = reading.expr(expr)
    if depth > _DEEPEST or e is None:
        return None
    if type(e) is x.Name:
        return class_of(reading, reading.bound(e), maker, depth + 1)
    if type(e) is not x.Call:
        return None
    func = reading.expr(e.func)
    if type(func) is x.Attr and func.name == maker:
        cls = next((v for v in reading.value(func.value) if isinstance(v, Def) and reading.context.classes.is_class(v)), None)
        return (cls, e) if cls is not None else None
    return next((found for arg in e.args if (found := class_of(reading, arg.value, maker, depth + 1)) is not None), None)


def answers(reading: Reading, cls: Def, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """(what `names` calls it, node id) of the methods of a class that answer requests and lie in the repository."""
    found = []
    for name, called in names.items():
        method = reading.context.classes.method(cls, name)
        node = reading.node(method) if method is not None else ""
        if node:
            found.append((called, node))
    return found


def http_answers(reading: Reading, cls: Def, only: Sequence[str] = ()) -> list[tuple[str, str]]:
    """(HTTP method, node id) of a class's own `get`, `post` …; the class itself for any method when it has none of them."""
    found = answers(reading, cls, {name: name.upper() for name in HTTP_METHODS})
    if only:
        found = [(verb, node) for verb, node in found if verb in only]
    if found:
        return found
    one = reading.context.classes.method(cls, "dispatch_request")
    listed = only or (_listed(reading, cls) or ["GET"] if one is not None else ["ANY"])
    return [(verb, reading.node(one or cls)) for verb in listed]


def _listed(reading: Reading, cls: Def) -> list[str]:
    """HTTP methods in the class attribute `methods`, where that stands in this file."""
    for binding in reading.context.classes.own(cls, "methods") if cls.path == reading.path else ():
        return [verb.upper() for verb in reading.texts(binding.value)]
    return []
