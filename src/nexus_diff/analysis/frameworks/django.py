"""Django: lists of URL patterns, included lists, class-based views; management commands."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.analysis.frameworks.class_views import answers, class_of, http_answers
from nexus_diff.analysis.frameworks.places import declare_below, join_lists, list_of, lists
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry, Mount, Route
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.rest_framework import OBJECTS, register, view_sets
from nexus_diff.link.values import Def, Mod
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_PATHS = {("django", name): name for name in ("path", "re_path", "url", "_path", "include")}
_LIST = "urlpatterns"


def _pattern(reading: Reading, call: Call) -> None:
    """`path("x/", view)`, `re_path("^x/$", view)`, `path("x/", include(…))`."""
    route, view = reading.route_text(call.arg(0, "route", "regex")), call.arg(1, "view")
    if route is None or view == NONE or not reading.called(call.func, _PATHS):
        return
    if call.name != "path":
        route = route.removeprefix("^").removesuffix("$")
    keys = list_of(reading, call.expr)
    declare_below(reading, keys, "django", call.scope)
    included = _included(reading, view)
    if included is not None:
        for key in keys:
            for child in included:
                reading.add(Mount(key, child, route))
        return
    for verb, node in _answers(reading, view, call):
        reading.add(Route(keys, (verb,), route, node, call.line, wants=("django",)))


def _included(reading: Reading, view: int) -> Sequence[str] | None:
    """The lists behind `include(…)` or `router.urls`; None for any other view."""
    e = reading.expr(view)
    if type(e) is x.Attr and e.name == "urls":
        return reading.keys(e.value) or None
    if type(e) is x.Display and e.type == "tuple" and e.items:
        return lists(reading, e.items[0], _LIST)
    if type(e) is not x.Call or not e.args or not reading.called(e.func, {("django", "include"): "include"}):
        return None
    given = e.args[0].value
    text = reading.text(given)
    if text is not None:
        modules = reading.context.modules.target(reading.index, text)
        return [key for m in modules if isinstance(m, Mod) for key in reading.objects.exported(m.path, _LIST)]
    display = reading.expr(given)
    if type(display) is x.Display and display.type == "tuple" and display.items:
        given = display.items[0]
    return lists(reading, given, _LIST)


def _answers(reading: Reading, view: int, call: Call) -> list[tuple[str, str]]:
    """(method, node id) of a view."""
    found = class_of(reading, view)
    if found is None:
        return [("ANY", reading.handler(view, call))]
    cls, made = found
    actions = next((arg.value for arg in made.args if not arg.keyword or arg.keyword == "actions"), NONE)
    e = reading.expr(actions)
    if type(e) is x.Display and e.type == "dict":
        named = {reading.text(item) or "": (reading.text(key) or "").upper() for key, item in zip(e.keys, e.items, strict=True)}
        return answers(reading, cls, named) or [(verb, reading.node(cls)) for verb in named.values()]
    return http_answers(reading, cls)


def _file(reading: Reading) -> None:
    """Lists made of other lists; management commands."""
    if "management/commands/" in reading.path:
        _command(reading)
    view_sets(reading)
    if "django" in reading.packages or reading.records:
        join_lists(reading, "django")


def _command(reading: Reading) -> None:
    """`class Command(BaseCommand)` in `management/commands/name.py`."""
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind == "class" and definition.name == "Command" and definition.scope == 0:
            method = reading.context.classes.method(Def(reading.path, position), "handle")
            node = reading.node(method) if method is not None else reading.defined(position)
            name = reading.path.rpartition("/")[2].removesuffix(".py")
            line = reading.facts.spans[position].line
            reading.add(Entry(node, "cli", f"manage.py {name}", "django", line))


DJANGO = Framework(
    name="django",
    group="python",
    objects=OBJECTS,
    calls={**dict.fromkeys(("path", "re_path", "url"), _pattern), "register": register},
    file=_file,
    style="django",
)
