"""FastAPI: routes of applications and routers, included routers, events."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model.facts import NONE

OBJECTS = {("fastapi", "FastAPI"): "fastapi", ("fastapi", "APIRouter"): "fastapi"}
_WANTS = ("fastapi",)
_VERBS = ("get", "post", "put", "patch", "delete", "options", "head", "trace")


def _prefix(reading: Reading, call: Call) -> str:
    _lifespan(reading, call)
    return reading.prefix(call.arg(-1, "prefix"))


def _lifespan(reading: Reading, call: Call) -> None:
    """`FastAPI(lifespan=f, on_startup=[f])`."""
    for name in ("lifespan", "on_startup", "on_shutdown"):
        for item in reading.items(call.arg(-1, name)):
            if handler := reading.function(item):
                reading.add(Entry(handler, "event", name.removeprefix("on_"), "fastapi", call.line))


def _route(reading: Reading, call: Call) -> None:
    """`@router.get("/x")`, `@app.api_route("/x", methods=[…])`, `@app.websocket("/x")`."""
    path = reading.route_text(call.arg(0, "path"))
    if path is None or call.receiver == NONE:
        return
    hint = reading.called(call.receiver, OBJECTS)
    reading.route(call, _verbs(reading, call), path, reading.defined(call.decorates), hint=hint, wants=_WANTS)


def _verbs(reading: Reading, call: Call) -> list[str]:
    if call.name in _VERBS:
        return [call.name.upper()]
    if "websocket" in call.name:
        return ["WS"]
    return [verb.upper() for verb in reading.texts(call.arg(-1, "methods"))] or ["GET"]


def _add(reading: Reading, call: Call) -> None:
    """`router.add_api_route("/x", f, methods=[…])`."""
    path, endpoint = reading.route_text(call.arg(0, "path")), call.arg(1, "endpoint")
    if path is None or endpoint == NONE or call.receiver == NONE:
        return
    hint = reading.called(call.receiver, OBJECTS)
    reading.route(call, _verbs(reading, call), path, reading.handler(endpoint, call), hint=hint, wants=_WANTS)


def _include(reading: Reading, call: Call) -> None:
    """`app.include_router(router, prefix="/x")`."""
    reading.mount(call.receiver, reading.keys(call.arg(0, "router")), reading.prefix(call.arg(-1, "prefix")))


def _mount(reading: Reading, call: Call) -> None:
    """`app.mount("/x", other)`."""
    prefix = reading.route_text(call.arg(0, "path"))
    if prefix is not None:
        reading.mount(call.receiver, reading.keys(call.arg(1, "app")), prefix)


def _event(reading: Reading, call: Call) -> None:
    """`@app.on_event("startup")`."""
    name = reading.text(call.arg(0, "event_type"))
    if name and reading.called(call.receiver, {**OBJECTS, ("starlette", "Starlette"): "starlette"}):
        reading.add(Entry(reading.defined(call.decorates), "event", name, "fastapi", call.line))


FASTAPI = Framework(
    name="fastapi",
    group="python",
    objects=OBJECTS,
    prefix=_prefix,
    calls={
        **dict.fromkeys(("add_api_route", "add_api_websocket_route", "add_route", "add_websocket_route"), _add),
        "include_router": _include,
        "mount": _mount,
    },
    decorators={**dict.fromkeys((*_VERBS, "api_route", "websocket", "websocket_route", "route"), _route), "on_event": _event},
    style="plain",
)
