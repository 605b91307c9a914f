"""`app.get("/x", …, handler)`: what the frameworks of Node have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.texts import UNSAID
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

VERBS = ("get", "post", "put", "patch", "delete", "head", "options", "all")
WANTS = ("express", "fastify", "hono", "koa")
_NEED_PATHS = frozenset({"express", "fastify", "koa"})
"""Frameworks in which a route has a path, whatever stands for it."""
_MOST_CHAINED = 16
USUAL_NAMES = frozenset({"app", "router", "server", "fastify", "api", "route", "routes", "r"})
"""Parameters called like this hold what routes are put on."""


def verb_of(name: str) -> str:
    """HTTP method of a registering method."""
    return {"all": "ANY", "del": "DELETE"}.get(name, name.upper())


def paths(reading: Reading, expr: int) -> list[str]:
    """The paths in a first argument: a string, or a list of them. Regular expressions read as such."""
    found: list[str] = []
    for item in reading.items(expr):
        e = reading.expr(item)
        text = "(regular expression)" if type(e) is x.Literal and e.type == "regex" else reading.text(item)
        if text is not None:
            found.append(text)
    return found


def used(reading: Reading, call: Call) -> Iterator[tuple[str, int]]:
    """What `app.use("/x", …)` mounts: every argument with every path, "" without one."""
    positional = call.positional
    if call.receiver == NONE or not positional:
        return
    prefixes = paths(reading, positional[0])
    for arg in positional[1:] if prefixes else positional:
        yield from ((prefix, arg) for prefix in prefixes or [""])


def is_path(text: str) -> bool:
    """Whether a text can be the path of a route, rather than an event or a name."""
    return text[:1] in ("/", "*", "(", ":", "…", "")


def verb(reading: Reading, call: Call) -> None:
    """`app.get("/x", …, f)`, `router.route("/x").get(f)`: on the objects of any framework of Node."""
    if call.receiver == NONE:
        return
    chained = _chained(reading, call.receiver)
    given = [arg.value for arg in call.args if arg.keyword in ("", "*")]
    where, handlers = (chained, given) if chained else (_where(reading, call), given[1:])
    if where and handlers and all(map(is_path, where)) and reading.member(handlers[-1], "handler") is None:
        put(reading, call, [verb_of(call.name)], where, handlers[-1], WANTS)


def _where(reading: Reading, call: Call) -> list[str]:
    """The paths of a call; one that is computed reads "…" where the object is known."""
    first = call.args[0].value if len(call.args) > 1 and not call.args[0].keyword else NONE
    found = paths(reading, first)
    computed = not found and isinstance(reading.expr(first), (x.Name, x.Attr, x.Call))
    return [UNSAID] if computed and reading.kind(call.receiver) in _NEED_PATHS else found


def put(reading: Reading, call: Call, verbs: Sequence[str], where: Sequence[str], handler: int, wants: Sequence[str]) -> None:
    """Notes routes with some paths."""
    hint = reading.kind(call.receiver)
    node = reading.handler(handler, call)
    loose = not hint and _usual(reading, call.receiver)
    for path in where:
        reading.route(call, verbs, path, node, hint=hint, wants=tuple(wants), loose=loose)


def _chained(reading: Reading, expr: int) -> list[str]:
    """The paths of `router.route("/x")` at the start of a chain of verbs."""
    e = reading.expr(expr)
    for _ in range(_MOST_CHAINED):
        if type(e) is not x.Call:
            break
        func = reading.expr(e.func)
        if type(func) is not x.Attr:
            break
        if func.name == "route" and len(e.args) == 1:
            return paths(reading, e.args[0].value)
        if func.name not in VERBS:
            break
        e = reading.expr(func.value)
    return []


def _usual(reading: Reading, expr: int) -> bool:
    """Whether this is a parameter called as usual."""
    e = reading.expr(expr)
    if type(e) is not x.Name or e.name not in USUAL_NAMES:
        return False
    scope = reading.index.scope_of_name(reading.facts.points[e.point].scope, e.name)
    return scope > 0 and reading.index.parameter(scope, e.name) != NONE
