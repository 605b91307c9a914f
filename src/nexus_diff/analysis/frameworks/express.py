"""Express: applications, routers, mounted routers."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.verbs import VERBS, paths, verb
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE

OBJECTS = {
    ("express", ""): "express",
    ("express", "express"): "express",
    ("express", "createApplication"): "express",
    ("express", "Router"): "express",
    ("express", "Application"): "express",
    ("express", "Express"): "express",
    ("express", "IRouter"): "express",
    ("express-serve-static-core", "Express"): "express",
    ("router", ""): "express",
    ("express-promise-router", ""): "express",
}


def _use(reading: Reading, call: Call) -> None:
    """`app.use("/x", …, router)`."""
    positional = call.positional
    if call.receiver == NONE or not positional:
        return
    prefixes = paths(reading, positional[0])
    for arg in positional[1:] if prefixes else positional:
        for item in reading.items(arg):
            if isinstance(reading.expr(item), (x.Name, x.Attr, x.Call)):
                child = reading.keys(item)
                for prefix in prefixes or [""]:
                    reading.mount(call.receiver, child, prefix)


EXPRESS = Framework(
    name="express",
    group="js",
    objects=OBJECTS,
    style="node",
    calls={**dict.fromkeys((*VERBS, "del"), verb), "use": _use},
)
