"""What the routers of Go have in common: handlers, groups, and what is put on the router of a function made in place."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Mount, Thing
from nexus_diff.link.values import Def, Inst
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

ANY = "ANY"
VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE")
_SERVES = "ServeHTTP"


def packages(*paths: str, names: Sequence[str], kind: str) -> dict[tuple[str, str], str]:
    """The table of `names` in some packages."""
    return {(path, name): kind for path in paths for name in names}


def handler(reading: Reading, expr: int, call: Call) -> str:
    """Node id of what answers a request: a function, or the `ServeHTTP` of an object."""
    for value in reading.value(expr):
        if isinstance(value, Inst):
            method = reading.context.classes.method(Def(value.path, value.index), _SERVES)
            if method is not None:
                return reading.node(method)
    return reading.handler(expr, call)


def put(reading: Reading, call: Call, verb: str, path: int, answer: int, wants: tuple[str, ...]) -> None:
    """Notes a route on the receiver of a call."""
    text = reading.route_text(path)
    if text is not None and answer != NONE and call.receiver != NONE:
        reading.route(call, [verb], text, handler(reading, answer, call), wants=wants)


def group(reading: Reading, call: Call, kind: str, prefix: str) -> None:
    """A call that gives an object of its own, whose routes are reached through the receiver below `prefix`."""
    parents = reading.keys(call.receiver)
    for own in reading.keys(call.expr)[:1] if parents or reading.kind(call.receiver) == kind else ():
        reading.add(Thing(own, kind if not parents else "", prefix))
        for parent in parents:
            if parent != own:
                reading.add(Mount(parent, own))


def inside(reading: Reading, call: Call, function: int, prefix: str) -> None:
    """`r.Route("/x", func(r Router) {…})`: what is put on the parameter is reached below `prefix`."""
    for value in reading.value(function):
        key = reading.objects.parameter(value, 0)
        if key:
            reading.mount(call.receiver, (key,), prefix)


def verb_of(reading: Reading, expr: int) -> str:
    """The HTTP method that an argument names: a string, `http.MethodGet`."""
    e = reading.expr(expr)
    if type(e) is x.Attr and e.name.startswith("Method"):
        return e.name.removeprefix("Method").upper()
    return (reading.text(expr) or ANY).upper()
