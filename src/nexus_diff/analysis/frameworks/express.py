"""Express: applications, routers, mounted routers."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.verbs import VERBS, used, verb
from nexus_diff.model import expr as x

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
    for prefix, arg in used(reading, call):
        for item in reading.items(arg):
            if isinstance(reading.expr(item), (x.Name, x.Attr, x.Call)):
                reading.mount(call.receiver, reading.keys(item), prefix)


EXPRESS = Framework(
    name="express",
    group="js",
    objects=OBJECTS,
    style="node",
    calls={**dict.fromkeys((*VERBS, "del"), verb), "use": _use},
)
