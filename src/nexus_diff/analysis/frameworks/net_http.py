"""Go's net/http: patterns of the default multiplexer and of others."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.go_routes import ANY, VERBS, handler, packages
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Ext
from nexus_diff.model.facts import NONE

OBJECTS = packages("net/http", names=("NewServeMux", "ServeMux", "DefaultServeMux"), kind="net/http")


def _handle(reading: Reading, call: Call) -> None:
    """`http.HandleFunc("GET /x", f)`, `mux.Handle("/x", h)`."""
    given = call.positional
    pattern = reading.route_text(given[0]) if len(given) == 2 else None
    if pattern is None or call.receiver == NONE:
        return
    first, _, rest = pattern.partition(" ")
    verb, path = (first, rest.strip()) if first in VERBS else (ANY, pattern)
    answer = handler(reading, given[1], call)
    if any(isinstance(value, Ext) and value.name == "net/http" for value in reading.value(call.receiver)):
        reading.add(Entry(answer, "http", f"{verb} {path}", "net/http", call.line))
    else:
        reading.route(call, [verb], path, answer, wants=("net/http",))


NET_HTTP = Framework(name="net/http", group="go", objects=OBJECTS, calls={"Handle": _handle, "HandleFunc": _handle})
