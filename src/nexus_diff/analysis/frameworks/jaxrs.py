"""JAX-RS (Jersey, RESTEasy, Quarkus): resources with paths; servlets."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.annotations import below, element, imports, marks, members, module_key, texts
from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model.facts import Definition

_PACKAGES = ("javax.ws.rs", "jakarta.ws.rs")
_SERVLETS = ("javax.servlet", "jakarta.servlet")
_VERBS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
_DO = {f"do{verb.capitalize()}": verb for verb in _VERBS}


def _path(reading: Reading, definition: Definition, name: str = "Path") -> str | None:
    """What `@Path("x")` says; None without one."""
    given = next((args for found, args in marks(reading, definition) if found == name), None)
    return next(iter(texts(reading, element(given, "", "urlPatterns"))), "") if given is not None else None


def _resources(reading: Reading) -> None:
    if not imports(reading, *_PACKAGES):
        return
    key = module_key(reading.path, "jaxrs")
    for definition in reading.facts.definitions:
        if definition.kind not in ("class", "interface"):
            continue
        whole = _path(reading, definition, "ApplicationPath")
        if whole is not None:
            reading.add(Thing(key, "jaxrs", below("", whole)))
        prefix = _path(reading, definition)
        for position, method in members(reading, definition) if prefix is not None else ():
            verbs = tuple(name for name, _ in marks(reading, method) if name in _VERBS)
            if verbs:
                line, path = reading.facts.spans[position].line, below(prefix or "", _path(reading, method) or "")
                reading.add(Thing(key, "jaxrs"))
                reading.add(Route((key,), verbs, path, reading.defined(position), line, "jaxrs", ("jaxrs",)))


def _servlets(reading: Reading) -> None:
    """`@WebServlet("/x")` on a class with `doGet` and the like."""
    if not imports(reading, *_SERVLETS):
        return
    for definition in reading.facts.definitions:
        path = _path(reading, definition, "WebServlet") if definition.kind == "class" else None
        for position, method in members(reading, definition) if path is not None else ():
            if method.name in _DO:
                name = f"{_DO[method.name]} {below('', path or '')}"
                reading.add(Entry(reading.defined(position), "http", name, "servlet", reading.facts.spans[position].line))


JAXRS = Framework(name="jaxrs", group="java", file=_resources, style="node")
SERVLET = Framework(name="servlet", group="java", file=_servlets, style="node")
