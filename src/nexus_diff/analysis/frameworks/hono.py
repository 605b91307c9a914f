"""Hono: routes, mounted applications, base paths, `on`."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Mount, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.analysis.frameworks.verbs import paths, put
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {(package, name): "hono" for package in ("hono", "hono-base", "quick", "tiny") for name in ("Hono", "HonoBase")}
OBJECTS |= {("@hono/zod-openapi", "OpenAPIHono"): "hono"}
_WANTS = ("hono",)


def _route(reading: Reading, call: Call) -> None:
    """`app.route("/x", other)`."""
    positional = call.positional
    if call.receiver == NONE or len(positional) != 2:
        return
    child = reading.keys(positional[1])
    for prefix in paths(reading, positional[0]):
        reading.mount(call.receiver, child, prefix)


def _base_path(reading: Reading, call: Call) -> None:
    """`app.basePath("/x")` gives an object of its own that puts its routes on the application."""
    prefix = reading.text(call.arg(0))
    if prefix is None or call.receiver == NONE:
        return
    root, around = _root(reading, call.receiver)
    for own in reading.keys(call.expr)[:1]:
        reading.add(Thing(own, "hono", joined("node", around, prefix)))
        for parent in reading.keys(root) if isinstance(reading.expr(root), (x.Name, x.Attr)) else ():
            reading.add(Mount(parent, own))


def _root(reading: Reading, expr: int) -> tuple[int, str]:
    """Where a chain of base paths starts, and what they are together."""
    prefix = ""
    while type(e := reading.expr(expr)) is x.Call:
        func = reading.expr(e.func)
        if type(func) is not x.Attr or func.name != "basePath":
            break
        prefix = joined("node", (reading.text(e.args[0].value) or "") if e.args else "", prefix)
        expr = func.value
    return expr, prefix


def _on(reading: Reading, call: Call) -> None:
    """`app.on("PURGE", "/x", f)`, `app.on(["PUT", "DELETE"], ["/x"], f)`."""
    positional = call.positional
    if call.receiver == NONE or len(positional) < 3:
        return
    verbs, where = reading.texts(positional[0]), paths(reading, positional[1])
    if verbs and where and all(path.startswith("/") for path in where):
        verbs = [verb.upper() for verb in verbs]
        put(reading, call, verbs, where, positional[-1], _WANTS)


HONO = Framework(
    name="hono",
    group="js",
    objects=OBJECTS,
    calls={"route": _route, "basePath": _base_path, "on": _on},
    style="node",
)
