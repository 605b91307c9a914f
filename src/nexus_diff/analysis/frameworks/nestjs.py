"""NestJS: controllers with decorated methods, message handlers, jobs on a schedule."""

from __future__ import annotations

from collections.abc import Mapping

from nexus_diff.analysis.frameworks.keys import key_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework, Handler
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.analysis.frameworks.verbs import paths
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

_VERBS = {name: name.upper() for name in ("Get", "Post", "Put", "Patch", "Delete", "Head", "Options")} | {"All": "ANY"}
_COMMON = "@nestjs/common"
_CONTROLLER = {(_COMMON, "Controller"): "Controller"}
_OTHERS: Mapping[str, tuple[str, str]] = {
    "MessagePattern": ("@nestjs/microservices", "event"),
    "EventPattern": ("@nestjs/microservices", "event"),
    "OnEvent": ("@nestjs/event-emitter", "event"),
    "SubscribeMessage": ("@nestjs/websockets", "event"),
    "Cron": ("@nestjs/schedule", "task"),
    "Interval": ("@nestjs/schedule", "task"),
    "Process": ("@nestjs/bull", "task"),
}


def _application(reading: Reading) -> str:
    """Key of the application that a file belongs to: the folder around its `src`."""
    home = reading.path.partition("/src/")[0] if "/src/" in reading.path else ""
    return key_of(home, "", "@nestjs")


def _verb(reading: Reading, call: Call) -> None:
    """`@Get(":id")` on a method of a controller."""
    if call.decorates == NONE or not reading.called(call.func, {(_COMMON, call.name): call.name}):
        return
    key = _application(reading)
    below = paths(reading, call.arg(0)) or [""]
    for prefix in _prefixes(reading, call.decorates):
        for path in below:
            whole = joined("node", _rooted(prefix), _rooted(path)) or "/"
            reading.add(Thing(key, "nestjs"))
            reading.add(Route((key,), (_VERBS[call.name],), whole, reading.defined(call.decorates), call.line, "nestjs", ("nestjs",)))


def _rooted(path: str) -> str:
    return path if path.startswith("/") or not path else "/" + path


def _prefixes(reading: Reading, method: int) -> list[str]:
    """What `@Controller(…)` on the class around a method says; nothing when there is none."""
    scope = reading.facts.scopes[reading.facts.definitions[method].scope]
    cls = reading.facts.definitions[scope.definition] if scope.definition != NONE else None
    for decorator in cls.decorators if cls is not None else ():
        e = reading.expr(decorator)
        if type(e) is x.Call and reading.called(e.func, _CONTROLLER):
            given = e.args[0].value if e.args else NONE
            options = reading.member(given, "path")
            return paths(reading, options.value if options is not None else given) or [""]
    return []


def _other(reading: Reading, call: Call) -> None:
    """`@MessagePattern("x")`, `@Cron("0 * * * *")`."""
    package, kind = _OTHERS[call.name]
    if call.decorates != NONE and reading.called(call.func, {(package, call.name): call.name}):
        given = reading.text(call.arg(0)) or reading.facts.definitions[call.decorates].qualified
        reading.add(Entry(reading.defined(call.decorates), kind, given, "nestjs", call.line))


def _global_prefix(reading: Reading, call: Call) -> None:
    """`app.setGlobalPrefix("api")`."""
    prefix = reading.text(call.arg(0))
    if prefix:
        reading.add(Thing(_application(reading), "nestjs", _rooted(prefix)))


_DECORATORS: dict[str, Handler] = {**dict.fromkeys(_VERBS, _verb), **dict.fromkeys(_OTHERS, _other)}
NESTJS = Framework(name="nestjs", group="js", calls={"setGlobalPrefix": _global_prefix}, decorators=_DECORATORS, style="node")
