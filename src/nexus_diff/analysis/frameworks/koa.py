"""Koa with its router: routes, prefixes, nested routers."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.verbs import VERBS, is_path, paths, put, used, verb_of
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {("koa", ""): "koa", ("koa-router", ""): "koa", ("@koa/router", ""): "koa", ("@koa/router", "Router"): "koa"}
_WANTS = ("koa",)


def _prefix(reading: Reading, call: Call) -> str:
    """`new Router({ prefix: "/x" })`."""
    options = reading.member(call.arg(0), "prefix")
    return reading.prefix(options.value) if options is not None else ""


def _set_prefix(reading: Reading, call: Call) -> None:
    """`router.prefix("/x")`."""
    prefix = reading.text(call.arg(0))
    if prefix is not None and call.receiver != NONE and reading.called(call.receiver, OBJECTS):
        for key in reading.keys(call.receiver):
            reading.add(Thing(key, "koa", prefix))


def _named(reading: Reading, call: Call) -> None:
    """`router.get("name", "/x", f)` has a name before the path."""
    positional = call.positional
    if call.receiver == NONE or len(positional) < 3:
        return
    name, where = paths(reading, positional[0]), paths(reading, positional[1])
    if name and where and not is_path(name[0]) and all(map(is_path, where)):
        put(reading, call, [verb_of(call.name)], where, positional[-1], _WANTS)


def _use(reading: Reading, call: Call) -> None:
    """`app.use(router.routes())`, `router.use("/x", other.routes())`."""
    for prefix, arg in used(reading, call):
        e = reading.expr(arg)
        func = reading.expr(e.func) if type(e) is x.Call else None
        if type(func) is x.Attr and func.name in ("routes", "middleware"):
            reading.mount(call.receiver, reading.keys(func.value), prefix)


KOA = Framework(
    name="koa",
    group="js",
    objects=OBJECTS,
    prefix=_prefix,
    calls={**dict.fromkeys((*VERBS, "del"), _named), "use": _use, "prefix": _set_prefix},
    style="node",
)
