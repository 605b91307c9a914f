"""aiohttp: routes added to an application, route tables, sub-applications, class-based views."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.class_views import http_answers
from nexus_diff.analysis.frameworks.places import declare, list_of, lists
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Route
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Def
from nexus_diff.model.facts import NONE

OBJECTS = {("aiohttp", name): "aiohttp" for name in ("Application", "RouteTableDef", "UrlDispatcher")}
_VERBS = ("get", "post", "put", "patch", "delete", "head", "options")
_PARTS = {("aiohttp", name): name for name in (*_VERBS, "view", "route")}
_WANTS = ("aiohttp",)


def _answers(reading: Reading, verb: str, handler: int, call: Call) -> list[tuple[str, str]]:
    """(method, node id) of a handler: a function, or a class with methods."""
    for value in reading.value(handler):
        if isinstance(value, Def) and reading.context.classes.is_class(value):
            return http_answers(reading, value)
    return [("ANY" if verb == "*" else verb.upper(), reading.handler(handler, call))]


def _part(reading: Reading, call: Call) -> None:
    """`web.get("/x", f)` in a list."""
    if "aiohttp" not in reading.packages or reading.called(call.func, _PARTS) != call.name:
        return
    verb, shift = (reading.text(call.arg(0, "method")) or "*", 1) if call.name == "route" else (call.name, 0)
    path, handler = reading.route_text(call.arg(shift, "path")), call.arg(shift + 1, "handler")
    if path is None or handler == NONE:
        return
    keys = list_of(reading, call.expr)
    declare(reading, keys, "aiohttp")
    for method, node in _answers(reading, verb, handler, call):
        reading.add(Route(keys, (method,), path, node, call.line, wants=_WANTS))


def _add(reading: Reading, call: Call) -> None:
    """`app.router.add_get("/x", f)`, `app.router.add_route("GET", "/x", f)`, `app.router.add_view("/x", C)`."""
    named = call.name.removeprefix("add_")
    verb, shift = (reading.text(call.arg(0, "method")) or "*", 1) if named == "route" else (named, 0)
    path, handler = reading.route_text(call.arg(shift, "path")), call.arg(shift + 1, "handler")
    if path is None or handler == NONE or call.receiver == NONE:
        return
    hint = reading.called(call.receiver, OBJECTS)
    for method, node in _answers(reading, verb, handler, call):
        reading.route(call, [method], path, node, hint=hint, wants=_WANTS)


def _decorated(reading: Reading, call: Call) -> None:
    """`@routes.get("/x")`, `@routes.view("/x")`."""
    verb, shift = (reading.text(call.arg(0, "method")) or "*", 1) if call.name == "route" else (call.name, 0)
    path = reading.route_text(call.arg(shift, "path"))
    if path is None or call.receiver == NONE or call.decorates == NONE:
        return
    hint = reading.called(call.receiver, OBJECTS)
    answers = [("ANY" if verb == "*" else verb.upper(), reading.defined(call.decorates))]
    if verb == "view":
        answers = http_answers(reading, Def(reading.path, call.decorates))
    for method, node in answers:
        reading.route(call, [method], path, node, hint=hint, wants=_WANTS)


def _add_routes(reading: Reading, call: Call) -> None:
    """`app.add_routes(…)`."""
    reading.mount(call.receiver, lists(reading, call.arg(0, "routes")), "")


def _subapp(reading: Reading, call: Call) -> None:
    """`app.add_subapp("/x", other)`."""
    prefix = reading.text(call.arg(0, "prefix"))
    if prefix is not None:
        reading.mount(call.receiver, reading.keys(call.arg(1, "subapp")), prefix)


AIOHTTP = Framework(
    name="aiohttp",
    group="python",
    objects=OBJECTS,
    calls={
        **dict.fromkeys((*_VERBS, "view", "route"), _part),
        **dict.fromkeys([f"add_{verb}" for verb in (*_VERBS, "view", "route")], _add),
        "add_routes": _add_routes,
        "add_subapp": _subapp,
    },
    decorators=dict.fromkeys((*_VERBS, "view", "route"), _decorated),
)
