"""Django REST framework: view sets put on routers."""

# For maintainers. A view set is an object like a router: its own file says which routes it has, a registration mounts it. Extra actions
# hang on a key of their own, so that a subclass inherits them without what it overrides.

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.analysis.frameworks.keys import defined_key
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Mount, Route
from nexus_diff.link.values import Def, Ext
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {("rest_framework", name): "django" for name in ("DefaultRouter", "SimpleRouter", "BaseRouter")}
OBJECTS |= {("rest_framework_nested", name): "django" for name in ("DefaultRouter", "SimpleRouter")}
_MADE: dict[str, tuple[str, ...]] = {
    "ModelViewSet": ("list", "create", "retrieve", "update", "partial_update", "destroy"),
    "ReadOnlyModelViewSet": ("list", "retrieve"),
    "ListModelMixin": ("list",),
    "CreateModelMixin": ("create",),
    "RetrieveModelMixin": ("retrieve",),
    "UpdateModelMixin": ("update", "partial_update"),
    "DestroyModelMixin": ("destroy",),
    "ViewSet": (),
    "GenericViewSet": (),
}
"""Actions that classes of the library bring along."""
_ACTIONS = {
    "list": ("GET", ""),
    "create": ("POST", ""),
    "retrieve": ("GET", "{pk}/"),
    "update": ("PUT", "{pk}/"),
    "partial_update": ("PATCH", "{pk}/"),
    "destroy": ("DELETE", "{pk}/"),
}
_EXTRA = "@actions"


def register(reading: Reading, call: Call) -> None:
    """`router.register("x", ViewSet)`."""
    prefix, viewset = reading.text(call.arg(0, "prefix")), call.arg(1, "viewset")
    if prefix is None or viewset == NONE or call.receiver == NONE or not reading.called(call.receiver, OBJECTS):
        return
    for value in reading.value(viewset):
        index = reading.context.world.index(value.path) if isinstance(value, Def) else None
        if index is not None and isinstance(value, Def):
            reading.mount(call.receiver, [defined_key(index, value.index)], f"{prefix}/" if prefix else "")


def view_sets(reading: Reading) -> None:
    """Notes what the view sets of a file answer."""
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind == "class" and definition.bases:
            cls = Def(reading.path, position)
            line = reading.facts.spans[position].line
            for verb, path, node in _answers(reading, cls):
                reading.add(Route((defined_key(reading.index, position),), (verb,), path, node, line, wants=("django",)))


def _answers(reading: Reading, cls: Def) -> Iterator[tuple[str, str, str]]:
    """(method, path below the prefix, handler) of a view set; notes extra actions by the way. Nothing for any other class."""
    classes = reading.context.classes
    mro = classes.mro(cls)
    known = [name for c in mro if isinstance(c, Ext) and (name := c.name.rpartition(".")[2]) in _MADE and c.name.startswith("rest_")]
    if not known:
        return
    made = {action for name in known for action in _MADE[name]}
    for action, (verb, path) in _ACTIONS.items():
        method = classes.method(cls, action)
        if method is not None or action in made:
            yield verb, path, reading.node(method or cls)
    own = defined_key(reading.index, cls.index)
    for ancestor in mro:
        there = reading.context.world.index(ancestor.path) if isinstance(ancestor, Def) else None
        if there is not None and isinstance(ancestor, Def):
            reading.add(Mount(own, defined_key(there, ancestor.index) + _EXTRA))
    for position, definition in enumerate(reading.facts.definitions):
        if definition.scope == reading.facts.definitions[cls.index].body and definition.decorators:
            _note_extra(reading, position, own + _EXTRA)


def _note_extra(reading: Reading, method: int, key: str) -> None:
    """`@action(detail=True, methods=[…], url_path="x")`."""
    definition = reading.facts.definitions[method]
    for decorator in definition.decorators:
        e = reading.expr(decorator)
        if type(e) is not x.Call or not reading.called(e.func, {("rest_framework", "action"): "action"}):
            continue
        given = {arg.keyword: arg.value for arg in e.args}
        path = (reading.text(given.get("url_path", NONE)) or definition.name) + "/"
        if _is_true(reading, given.get("detail", NONE)):
            path = "{pk}/" + path
        verbs = [verb.upper() for verb in reading.texts(given.get("methods", NONE))] or ["GET"]
        line = reading.facts.spans[method].line
        reading.add(Route((key,), tuple(verbs), path, reading.defined(method), line, wants=("django",)))


def _is_true(reading: Reading, expr: int) -> bool:
    e = reading.expr(expr)
    return type(e) is x.Literal and e.type == "bool" and e.value == "True"
