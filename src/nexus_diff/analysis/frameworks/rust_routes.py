"""Routes of Axum (`.route("/x", get(f))`), Actix and Rocket (`#[get("/x")]`, `.route("/x", web::get().to(f))`)."""

# For maintainers. Routers are built in chains, often one function for each part; what such a function makes is put below the prefix of the
# `nest` or `scope` that its call is handed to, within one file.

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.analysis.frameworks.keys import key_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_VERBS = frozenset({"get", "post", "put", "patch", "delete", "head", "options", "trace", "connect"})
_ANY = frozenset({"any", "route"})
_NESTING = frozenset({"nest", "nest_service", "scope"})
_DEEPEST = 8


def _attributes(reading: Reading) -> None:
    """`#[get("/x")]` above a function, `#[route("/x", method = "GET")]`."""
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind != "function":
            continue
        for decorator in definition.decorators:
            e = reading.expr(decorator)
            name = reading.expr(e.func) if isinstance(e, x.Call) else None
            if not isinstance(e, x.Call) or not isinstance(name, (x.Name, x.Attr)) or not e.args:
                continue
            path = reading.route_text(e.args[0].value)
            if path is not None and path.startswith("/") and name.name in _VERBS | _ANY:
                verb = name.name.upper() if name.name in _VERBS else "ANY"
                _add(reading, "actix", verb, path, reading.defined(position), reading.facts.spans[position].line)


def _route(reading: Reading, call: Call) -> None:
    """`.route("/x", get(f).post(g))` of Axum, `.route("/x", web::get().to(f))` of Actix."""
    given = call.positional
    path = reading.route_text(given[0]) if len(given) == 2 else None
    if path is None:
        return
    prefix = _prefix(reading, reading.facts.scopes[call.scope].owner, 0)
    for framework, verb, handler in _answers(reading, given[1], 0):
        _add(reading, framework, verb, joined("node", prefix, path), reading.handler(handler, call), call.line)


def _answers(reading: Reading, expr: int, depth: int) -> Iterator[tuple[str, str, int]]:
    """(framework, method, handler) of what answers at a path."""
    e = reading.expr(expr)
    if not isinstance(e, x.Call) or depth > _DEEPEST:
        return
    func = reading.expr(e.func)
    if not isinstance(func, (x.Name, x.Attr)):
        return
    if func.name == "to" and isinstance(func, x.Attr) and e.args:
        yield "actix", _verb_of(reading, func.value), e.args[0].value
        return
    if isinstance(func, x.Attr):
        yield from _answers(reading, func.value, depth + 1)
    if func.name in _VERBS | _ANY and e.args:
        yield "axum", func.name.upper() if func.name in _VERBS else "ANY", e.args[0].value


def _verb_of(reading: Reading, expr: int) -> str:
    """The method of `web::get()`."""
    e = reading.expr(expr)
    func = reading.expr(e.func) if isinstance(e, x.Call) else None
    name = func.name if isinstance(func, (x.Name, x.Attr)) else ""
    return name.upper() if name in _VERBS else "ANY"


def _prefix(reading: Reading, function: int, depth: int) -> str:
    """What stands before the routes of a function: the prefixes of the places in the file that its call is handed to."""
    if function == NONE or depth > _DEEPEST:
        return ""
    for site in reading.facts.sites:
        call = Call(reading.index, site) if site.kind == "call" else None
        if call is None or call.name not in _NESTING or len(call.positional) < 2:
            continue
        text = reading.route_text(call.positional[0])
        inner = reading.expr(call.positional[1])
        made = reading.value(inner.func) if isinstance(inner, x.Call) else ()
        if text is not None and Def(reading.path, function) in made:
            return joined("node", _prefix(reading, reading.facts.scopes[call.scope].owner, depth + 1), text)
    return ""


def _add(reading: Reading, framework: str, verb: str, path: str, handler: str, line: int) -> None:
    key = key_of(reading.path, "", framework)
    reading.add(Thing(key, framework))
    reading.add(Route((key,), (verb,), "/" + path.lstrip("/"), handler, line, framework, (framework,)))


AXUM = Framework(name="axum", group="rust", calls={"route": _route}, style="node")
ACTIX = Framework(name="actix", group="rust", file=_attributes, style="node")
