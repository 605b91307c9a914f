"""Flask (and Quart): routes of applications and blueprints, nested blueprints, URL rules, method views."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.class_views import class_of, http_answers
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model.facts import NONE

OBJECTS = {(package, name): "flask" for package in ("flask", "quart") for name in (package.capitalize(), "Blueprint")}
OBJECTS |= {("app", "Flask"): "flask", ("blueprints", "Blueprint"): "flask", ("scaffold", "Scaffold"): "flask"}
_WANTS = ("flask",)


def _prefix(reading: Reading, call: Call) -> str:
    return reading.prefix(call.arg(-1, "url_prefix"))


def _route(reading: Reading, call: Call) -> None:
    """`@app.route("/x", methods=[…])`, `@app.get("/x")`."""
    path = reading.route_text(call.arg(0, "rule"))
    if path is None or call.receiver == NONE:
        return
    listed = [verb.upper() for verb in reading.texts(call.arg(-1, "methods"))]
    verbs = [call.name.upper()] if call.name not in ("route", "websocket") else ["WS"] if call.name == "websocket" else listed or ["GET"]
    hint = reading.called(call.receiver, OBJECTS)
    reading.route(call, verbs, path, reading.defined(call.decorates), hint=hint, wants=_WANTS)


def _url_rule(reading: Reading, call: Call) -> None:
    """`app.add_url_rule("/x", "name", view)`."""
    path, view = reading.route_text(call.arg(0, "rule")), call.arg(2, "view_func")
    if path is None or call.receiver == NONE or view == NONE:
        return
    hint = reading.called(call.receiver, OBJECTS)
    listed = [verb.upper() for verb in reading.texts(call.arg(-1, "methods"))]
    found = class_of(reading, view)
    if found is None:
        reading.route(call, listed or ["GET"], path, reading.handler(view, call), hint=hint, wants=_WANTS)
        return
    for verb, node in http_answers(reading, found[0], listed):
        reading.route(call, [verb], path, node, hint=hint, wants=_WANTS)


def _register(reading: Reading, call: Call) -> None:
    """`app.register_blueprint(bp, url_prefix="/x")`."""
    given = call.arg(-1, "url_prefix")
    reading.mount(call.receiver, reading.keys(call.arg(0, "blueprint")), reading.prefix(given), given != NONE)


FLASK = Framework(
    name="flask",
    group="python",
    objects=OBJECTS,
    prefix=_prefix,
    calls={"add_url_rule": _url_rule, "register_blueprint": _register},
    decorators=dict.fromkeys(("route", "get", "post", "put", "patch", "delete", "websocket"), _route),
)
