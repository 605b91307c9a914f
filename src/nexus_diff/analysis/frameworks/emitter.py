"""Handlers of events in JavaScript: named functions given to `on` and its like."""

# For maintainers. A function made in place runs as a part of the function around it, as far as the graph can tell, so it is no entry point
# of its own.

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.values import Bound, Def
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE


def _on(reading: Reading, call: Call) -> None:
    """`emitter.on("x", f)`."""
    positional = call.positional
    if call.receiver == NONE or len(positional) not in (2, 3):
        return
    name = reading.text(positional[0])
    handler = reading.expr(positional[1])
    if not name or (type(handler) is x.Call and not _binds(reading, handler)) or not isinstance(handler, (x.Name, x.Attr, x.Call)):
        return
    for value in reading.value(positional[1]):
        node = reading.node(value) if isinstance(value, (Def, Bound)) else ""
        if node and not node.startswith("Class:"):
            reading.add(Entry(node, "event", name, "events", call.line))


def _binds(reading: Reading, e: x.Call) -> bool:
    func = reading.expr(e.func)
    return type(func) is x.Attr and func.name == "bind"


EVENTS = Framework(
    name="events",
    group="js",
    calls=dict.fromkeys(("on", "once", "addListener", "prependListener", "addEventListener"), _on),
    kind="event",
)
