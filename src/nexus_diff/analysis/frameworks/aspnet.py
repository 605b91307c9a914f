"""ASP.NET: controllers with attributes, minimal APIs with groups; programs of C#."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nexus_diff.analysis.frameworks.keys import key_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.styles import joined
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE, Definition

_VERBS: Mapping[str, str] = {f"Http{name}": name.upper() for name in ("Get", "Post", "Put", "Patch", "Delete", "Head", "Options")}
_MAPS: Mapping[str, tuple[str, ...]] = {f"Map{name}": (name.upper(),) for name in ("Get", "Post", "Put", "Patch", "Delete")}
_ROUTE = "Route"
_CONTROLLER = "Controller"
_BASES = frozenset({"Controller", "ControllerBase", "ApiController"})
_MARK = "ApiController"
_BUILDERS = frozenset(
    {"WebApplication", "IEndpointRouteBuilder", "RouteGroupBuilder", "IApplicationBuilder", "Create", "Build", "CreateBuilder"}
)
"""Last names of the types and calls that give what minimal APIs map routes on."""


def _attributes(reading: Reading, definition: Definition) -> Iterator[tuple[str, tuple[x.Arg, ...]]]:
    """(name, arguments) of the attributes of a definition."""
    for decorator in definition.decorators:
        e = reading.expr(decorator)
        args = e.args if isinstance(e, x.Call) else ()
        name = reading.expr(e.func) if isinstance(e, x.Call) else e
        if isinstance(name, (x.Name, x.Attr)):
            yield name.name.removesuffix("Attribute"), args


def _template(reading: Reading, args: tuple[x.Arg, ...]) -> str:
    """The path that an attribute gives: its argument without a name."""
    given = next((arg.value for arg in args if not arg.keyword), NONE)
    return reading.route_text(given) or ""


def _is_controller(reading: Reading, definition: Definition) -> bool:
    if definition.kind != "class" or "abstract" in definition.modifiers:
        return False
    bases = {reading.index.last_name(base.expr) for base in definition.bases}
    return (
        definition.name.endswith(_CONTROLLER) or bool(bases & _BASES) or any(name == _MARK for name, _ in _attributes(reading, definition))
    )


def _controllers(reading: Reading) -> None:
    """Actions of controllers: methods with `[HttpGet("x")]`, below `[Route("api/[controller]")]`."""
    for position, definition in enumerate(reading.facts.definitions):
        if not _is_controller(reading, definition) or definition.body == NONE:
            continue
        prefixes = [_template(reading, args) for name, args in _attributes(reading, definition) if name == _ROUTE] or [""]
        for action, method in enumerate(reading.facts.definitions):
            if method.scope == definition.body and method.kind == "method":
                for prefix in prefixes:
                    _action(reading, reading.facts.definitions[position], action, prefix)


def _action(reading: Reading, controller: Definition, action: int, prefix: str) -> None:
    method = reading.facts.definitions[action]
    found = list(_attributes(reading, method))
    own = [_template(reading, args) for name, args in found if name == _ROUTE]
    for name, args in found:
        verb = _VERBS.get(name)
        if verb is None:
            continue
        for below in [path] if (path := _template(reading, args)) else own or [""]:
            _add(reading, controller, action, verb, prefix, below)
    if own and not any(name in _VERBS for name, _ in found):
        for below in own:
            _add(reading, controller, action, "ANY", prefix, below)


def _add(reading: Reading, controller: Definition, action: int, verb: str, prefix: str, below: str) -> None:
    method = reading.facts.definitions[action]
    whole = below.lstrip("~") if below.startswith(("/", "~/")) else joined("node", prefix, below)
    whole = whole.replace("[controller]", controller.name.removesuffix(_CONTROLLER)).replace("[action]", method.name)
    key = key_of(reading.path, "", "aspnet")
    reading.add(Thing(key, "aspnet"))
    line = reading.facts.spans[action].line
    reading.add(Route((key,), (verb,), "/" + whole.lstrip("/"), reading.defined(action), line, "aspnet", ("aspnet",)))


def _map(reading: Reading, call: Call) -> None:
    """`app.MapGet("/x", handler)`, on a group too."""
    path, handler = reading.route_text(call.arg(0, "pattern")), call.arg(1, "handler")
    if path is None or handler == NONE or call.receiver == NONE or (prefix := _group(reading, call.receiver, 0)) is None:
        return
    key = key_of(reading.path, "", "aspnet")
    reading.add(Thing(key, "aspnet"))
    whole = "/" + joined("node", prefix, path).lstrip("/")
    reading.add(Route((key,), _MAPS[call.name], whole, reading.handler(handler, call), call.line, "aspnet", ("aspnet",)))


def _group(reading: Reading, expr: int, depth: int) -> str | None:
    """What a receiver puts before its routes: the texts of `MapGroup`; None for what is no builder of routes."""
    e = reading.expr(expr)
    if depth > 8 or e is None:
        return None
    if isinstance(e, x.Call):
        func = reading.expr(e.func)
        if isinstance(func, x.Attr) and func.name == "MapGroup":
            above = _group(reading, func.value, depth + 1)
            return None if above is None else joined("node", above, reading.prefix(e.args[0].value if e.args else NONE))
        if isinstance(func, x.Attr) and func.name in _BUILDERS:
            return ""
        return _group(reading, func.value, depth + 1) if isinstance(func, x.Attr) else None
    if isinstance(e, x.Name):
        scope = reading.index.scope_of_name(reading.facts.points[e.point].scope, e.name)
        for binding in reading.index.visible(scope, e.name, None)[0][:1]:
            if binding.value != NONE:
                return _group(reading, binding.value, depth + 1)
            return "" if reading.index.last_name(binding.type) in _BUILDERS else None
        position = reading.index.parameter(reading.facts.points[e.point].scope, e.name)
        param = reading.index.params(reading.facts.points[e.point].scope)[position] if position != NONE else None
        return "" if param is not None and reading.index.last_name(param.type) in _BUILDERS else None
    return None


def _programs(reading: Reading) -> None:
    """`static void Main`, and files of statements alone."""
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind == "method" and definition.name == "Main" and "static" in definition.modifiers:
            line = reading.facts.spans[position].line
            reading.add(Entry(reading.defined(position), "main", definition.qualified, "dotnet", line))
    lines = [site.line for site in reading.facts.sites if site.scope == 0 and site.kind == "call"]
    if lines and reading.path.rpartition("/")[2] == "Program.cs":
        reading.add(Entry(reading.defined(NONE), "main", reading.path, "dotnet", min(lines)))


ASPNET = Framework(name="aspnet", group="csharp", file=_controllers, calls=dict.fromkeys(_MAPS, _map), style="node")
DOTNET = Framework(name="dotnet", group="csharp", file=_programs, kind="main")
