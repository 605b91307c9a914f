"""Starlette: lists of `Route`, `WebSocketRoute` and `Mount`; routes added to an application."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.class_views import http_answers
from nexus_diff.analysis.frameworks.places import declare, list_of, lists
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Mount, Route
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Def
from nexus_diff.model.facts import NONE

OBJECTS = {("starlette", "Starlette"): "starlette", ("starlette", "Router"): "starlette"}
_PARTS = {("starlette", name): name for name in ("Route", "WebSocketRoute", "Mount")}


def _prefix(reading: Reading, call: Call) -> str:
    """`Starlette(routes=…)` holds what the list holds."""
    for parent in reading.keys(call.expr):
        for child in lists(reading, call.arg(-1, "routes")):
            reading.add(Mount(parent, child))
    return ""


def _route(reading: Reading, call: Call) -> None:
    """`Route("/x", endpoint, methods=[…])`."""
    path, endpoint = reading.route_text(call.arg(0, "path")), call.arg(1, "endpoint")
    if path is None or endpoint == NONE or reading.called(call.func, _PARTS) != call.name:
        return
    keys = list_of(reading, call.expr)
    declare(reading, keys, "starlette")
    for verb, node in _answers(reading, call, endpoint):
        reading.add(Route(keys, (verb,), path, node, call.line, wants=("starlette",)))


def _answers(reading: Reading, call: Call, endpoint: int) -> list[tuple[str, str]]:
    """(method, handler) of an endpoint: a function, or a class with methods."""
    listed = [verb.upper() for verb in reading.texts(call.arg(-1, "methods"))]
    if "ebsocket" in call.name.lower():
        return [("WS", reading.handler(endpoint, call))]
    for value in reading.value(endpoint):
        if isinstance(value, Def) and reading.context.classes.is_class(value):
            return http_answers(reading, value, listed)
    return [(verb, reading.handler(endpoint, call)) for verb in listed or ["GET"]]


def _mount(reading: Reading, call: Call) -> None:
    """`Mount("/x", routes=[…])`, `Mount("/x", app)`."""
    path = reading.route_text(call.arg(0, "path"))
    if path is None or not reading.called(call.func, _PARTS):
        return
    for parent in list_of(reading, call.expr):
        for child in (*lists(reading, call.arg(-1, "routes")), *reading.keys(call.arg(1, "app"))):
            reading.add(Mount(parent, child, path))


def _add(reading: Reading, call: Call) -> None:
    """`app.add_route("/x", f)`, `@app.route("/x")`."""
    path = reading.route_text(call.arg(0, "path"))
    hint = reading.called(call.receiver, OBJECTS)
    endpoint = call.arg(1, "route", "endpoint")
    if path is None or call.receiver == NONE or (endpoint == NONE and call.decorates == NONE):
        return
    if call.decorates == NONE:
        answers = _answers(reading, call, endpoint)
    else:
        verbs = ["WS"] if "websocket" in call.name else reading.texts(call.arg(-1, "methods")) or ["GET"]
        answers = [(verb, reading.defined(call.decorates)) for verb in verbs]
    for verb, node in answers:
        reading.route(call, [verb], path, node, hint=hint, wants=("starlette",))


STARLETTE = Framework(
    name="starlette",
    group="python",
    objects=OBJECTS,
    prefix=_prefix,
    calls={"Route": _route, "WebSocketRoute": _route, "Mount": _mount, "add_route": _add, "add_websocket_route": _add},
    decorators={"route": _add, "websocket_route": _add},
)
