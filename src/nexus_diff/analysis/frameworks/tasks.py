"""Task queues of Python: Celery, RQ, Dramatiq, Huey."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry, Route
from nexus_diff.analysis.frameworks.registry import Framework, Handler
from nexus_diff.link.values import Def, Ext
from nexus_diff.model.facts import NONE

_CELERY = {("celery", "Celery"): "celery"}
_RQ = {("rq", "Queue"): "rq", ("django_rq", "get_queue"): "rq"}
_OTHERS = {("huey", name): "huey" for name in ("Huey", "RedisHuey", "SqliteHuey", "MemoryHuey", "FileHuey", "PriorityRedisHuey")}


def _name(reading: Reading, call: Call, given: int) -> str:
    text = reading.text(given)
    return text if text else reading.facts.definitions[call.decorates].qualified


def _bare(makers: Mapping[tuple[str, str], str]) -> Handler:
    """Recogniser of decorators that a library offers by themselves: `@shared_task`, `@job("low")`."""

    def handle(reading: Reading, call: Call) -> None:
        found = reading.called(call.func, makers)
        if found and call.decorates != NONE:
            name = _name(reading, call, call.arg(-1, "name", "actor_name"))
            reading.add(Entry(reading.defined(call.decorates), "task", name, found, call.line))

    return handle


def _on(objects: Mapping[tuple[str, str], str], kind: str) -> Handler:
    """Recogniser of `@app.task` on objects of one library."""

    def handle(reading: Reading, call: Call) -> None:
        if call.receiver != NONE and call.decorates != NONE:
            hint = reading.called(call.receiver, objects)
            name = _name(reading, call, call.arg(-1, "name"))
            keys = reading.keys(call.receiver)
            if keys or hint:
                reading.add(Route(keys, (), name, reading.defined(call.decorates), call.line, hint, (kind,)))

    return handle


def _enqueue(reading: Reading, call: Call) -> None:
    """`queue.enqueue(f, …)`."""
    if call.receiver == NONE or not reading.called(call.receiver, _RQ):
        return
    given = call.arg({"enqueue": 0}.get(call.name, 1), "f", "func")
    handler = reading.function(given)
    if handler:
        reading.add(Entry(handler, "task", handler.rpartition(":")[2], "rq", call.line))


def _classes(reading: Reading) -> None:
    """`class Import(celery.Task)` with `run`."""
    if "celery" not in reading.packages:
        return
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind != "class" or not definition.bases:
            continue
        cls = Def(reading.path, position)
        outside = [c.name for c in reading.context.classes.mro(cls) if isinstance(c, Ext)]
        if not any(name.startswith("celery.") and name.endswith("Task") for name in outside):
            continue
        method = reading.context.classes.method(cls, "run")
        if method is not None and method.path == reading.path:
            line = reading.facts.spans[position].line
            reading.add(Entry(reading.node(method), "task", definition.qualified, "celery", line))


CELERY = Framework(
    name="celery",
    group="python",
    objects=_CELERY,
    decorators={
        "task": _on(_CELERY, "celery"),
        "shared_task": _bare({("celery", "shared_task"): "celery"}),
        "periodic_task": _bare({("celery", "periodic_task"): "celery"}),
    },
    file=_classes,
    kind="task",
    style="plain",
)
RQ = Framework(
    name="rq",
    group="python",
    objects=_RQ,
    calls=dict.fromkeys(("enqueue", "enqueue_at", "enqueue_in"), _enqueue),
    decorators={"job": _bare({("rq", "job"): "rq", ("django_rq", "job"): "rq"})},
    kind="task",
)
DRAMATIQ = Framework(name="dramatiq", group="python", decorators={"actor": _bare({("dramatiq", "actor"): "dramatiq"})}, kind="task")
HUEY = Framework(
    name="huey",
    group="python",
    objects=_OTHERS,
    decorators=dict.fromkeys(("task", "periodic_task"), _on(_OTHERS, "huey")),
    kind="task",
    style="plain",
)
