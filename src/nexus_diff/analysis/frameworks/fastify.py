"""Fastify: routes by verb and by `route`, plugins registered with a prefix."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.library import named
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.verbs import VERBS, paths, put, verb_of
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {("fastify", name): "fastify" for name in ("", "fastify", "FastifyInstance")}
_WANTS = ("fastify",)
_PLUGINS = {("fastify", f"FastifyPlugin{kind}"): "plugin" for kind in ("", "Async", "Callback")}


def _verb(reading: Reading, call: Call) -> None:
    """`fastify.get("/x", { handler: f })`."""
    positional = call.positional
    if call.receiver != NONE and len(positional) == 2:
        _note(reading, call, [verb_of(call.name)], paths(reading, positional[0]), positional[1])


def _note(reading: Reading, call: Call, verbs: list[str], where: list[str], options: int) -> None:
    """Routes whose handler is a member of an options object."""
    found = reading.member(options, "handler")
    if found is None or not where:
        return
    if found.value != NONE:
        put(reading, call, verbs, where, found.value, _WANTS)
        return
    node = reading.index.nodes[found.definition] if found.definition != NONE else None
    keys = reading.keys(call.receiver)
    handler, hint = node.id if node is not None else reading.owner(call.scope), reading.kind(call.receiver)
    for path in where:
        reading.add(Route(keys, tuple(verbs), path, handler, call.line, hint, _WANTS))


def _route(reading: Reading, call: Call) -> None:
    """`fastify.route({ method: "GET", url: "/x", handler: f })`."""
    options = call.arg(0)
    method, url = reading.member(options, "method"), reading.member(options, "url") or reading.member(options, "path")
    if call.receiver == NONE or method is None or url is None:
        return
    verbs = [verb.upper() for verb in reading.texts(method.value)]
    _note(reading, call, verbs, paths(reading, url.value), options)


def _register(reading: Reading, call: Call) -> None:
    """`fastify.register(plugin, { prefix: "/x" })`: the plugin is handed the application."""
    if call.receiver == NONE or not call.positional:
        return
    options = reading.member(call.arg(1), "prefix")
    prefix = reading.prefix(options.value) if options is not None else ""
    reading.mount(call.receiver, _plugins(reading, call.positional[0]), prefix)


def _plugins(reading: Reading, expr: int, depth: int = 0) -> list[str]:
    """Keys of the first parameter of the function that a plugin is, also inside `fp(…)`."""
    e = reading.expr(expr)
    found = [key for value in reading.value(expr) if (key := reading.objects.parameter(value, 0))]
    if not found and type(e) is x.Call and e.args and depth < 3:
        return _plugins(reading, e.args[0].value, depth + 1)
    if not found and type(e) is x.Name:
        bound = reading.bound(e)
        return _plugins(reading, bound, depth + 1) if bound != NONE and depth < 3 else []
    return found


def _file(reading: Reading) -> None:
    """Functions that are declared to be plugins are handed an application, whoever registers them."""
    if "fastify" not in reading.packages:
        return
    for binding in reading.facts.bindings:
        declared = reading.context.types.instances(reading.index, binding.type) if binding.type != NONE else ()
        if any(named(reading.context, value, _PLUGINS) for value in declared):
            body = reading.facts.definitions[binding.definition].body if binding.definition != NONE else NONE
            e = reading.expr(binding.value)
            scope = body if body != NONE else e.scope if type(e) is x.Func else NONE
            key = reading.objects.parameter_key(reading.index, scope, 0) if scope != NONE else ""
            if key:
                reading.add(Thing(key, "fastify"))


FASTIFY = Framework(
    name="fastify",
    group="js",
    objects=OBJECTS,
    calls={**dict.fromkeys(VERBS, _verb), "route": _route, "register": _register},
    file=_file,
    style="node",
)
