"""gorilla/mux: routes with their methods, subrouters."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.analysis.frameworks.go_routes import ANY, group, handler, packages, verb_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = packages("github.com/gorilla/mux", "mux", names=("NewRouter", "Router"), kind="gorilla")
_WANTS = ("gorilla",)
_REGISTERS = ("HandleFunc", "Handle", "HandlerFunc", "Handler")
_NARROWS = frozenset({"Path", "PathPrefix", "Methods", "NewRoute", "Name", "Host", "Schemes", "Headers", "Queries"})
"""Methods that give a route of the router on which the chain starts."""
_MOST = 24


def _inwards(reading: Reading, expr: int) -> Iterator[tuple[str, x.Call]]:
    """The calls of a chain before one, from there to the router, each with the name of what is called."""
    for _ in range(_MOST):
        e = reading.expr(expr)
        func = reading.expr(e.func) if type(e) is x.Call else None
        if type(e) is not x.Call or type(func) is not x.Attr:
            return
        yield func.name, e
        expr = func.value


def _outwards(reading: Reading, expr: int) -> Iterator[tuple[str, x.Call]]:
    """The calls of a chain after one."""
    for _ in range(_MOST):
        following = reading.followers.get(expr)
        e = reading.expr(following[1]) if following is not None else None
        if following is None or type(e) is not x.Call:
            return
        yield following[0], e
        expr = following[1]


def _register(reading: Reading, call: Call) -> None:
    """`r.HandleFunc("/x", f).Methods("GET")`, `r.Path("/x").Methods("GET").HandlerFunc(f)`."""
    given = call.positional
    if not given or call.receiver == NONE:
        return
    before = list(_inwards(reading, call.receiver))
    path = reading.route_text(given[0]) if len(given) == 2 else ""
    verbs: list[str] = []
    router = call.receiver
    for name, e in (*before, *_outwards(reading, call.expr)):
        if name in ("Path", "PathPrefix") and e.args:
            path = joined("flask", reading.prefix(e.args[0].value), path or "")
        elif name == "Methods":
            verbs += [verb_of(reading, arg.value) for arg in e.args]
    for name, e in before:
        func = reading.expr(e.func)
        if type(func) is x.Attr and name in _NARROWS:
            router = func.value
        else:
            break
    if path is None or (len(given) == 1 and not before):
        return
    hint = reading.kind(router)
    keys = reading.keys(router)
    if keys or hint:
        reading.route_on(keys, verbs or [ANY], path, handler(reading, given[-1], call), call.line, hint, _WANTS)


def _subrouter(reading: Reading, call: Call) -> None:
    """`r.PathPrefix("/x").Subrouter()`."""
    prefix, router = "", call.receiver
    for name, e in _inwards(reading, call.receiver):
        func = reading.expr(e.func)
        if name == "PathPrefix" and e.args:
            prefix = joined("flask", reading.prefix(e.args[0].value), prefix)
        if type(func) is not x.Attr or name not in _NARROWS:
            break
        router = func.value
    group(reading, call.on(router), "gorilla", prefix)


GORILLA = Framework(name="gorilla", group="go", objects=OBJECTS, calls={**dict.fromkeys(_REGISTERS, _register), "Subrouter": _subrouter})
