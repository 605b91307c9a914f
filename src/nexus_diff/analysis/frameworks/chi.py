"""chi: routes, nested routers, mounted handlers."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.go_routes import ANY, VERBS, group, inside, packages, put, verb_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework

OBJECTS = packages("github.com/go-chi/chi", "chi", "mux", names=("NewRouter", "NewMux", "Router", "Mux"), kind="chi")
_WANTS = ("chi",)


def _verb(reading: Reading, call: Call) -> None:
    """`r.Get("/x", f)`, `r.HandleFunc("/x", f)`."""
    given = call.positional
    if len(given) == 2:
        put(reading, call, ANY if call.name.startswith("Handle") else call.name.upper(), given[0], given[1], _WANTS)


def _method(reading: Reading, call: Call) -> None:
    """`r.Method("GET", "/x", h)`."""
    given = call.positional
    if len(given) == 3:
        put(reading, call, verb_of(reading, given[0]), given[1], given[2], _WANTS)


def _route(reading: Reading, call: Call) -> None:
    """`r.Route("/x", func(r chi.Router) {…})`, `r.Group(func(r chi.Router) {…})`."""
    given = call.positional
    if given:
        inside(reading, call, given[-1], reading.prefix(given[0]) if len(given) == 2 else "")


def _mount(reading: Reading, call: Call) -> None:
    """`r.Mount("/x", routes())`."""
    given = call.positional
    if len(given) == 2:
        reading.mount(call.receiver, reading.keys(given[1]), reading.prefix(given[0]))


def _with(reading: Reading, call: Call) -> None:
    """`r.With(middleware)` gives a router on the same path."""
    group(reading, call, "chi", "")


CHI = Framework(
    name="chi",
    group="go",
    objects=OBJECTS,
    calls={
        **dict.fromkeys((*(verb.capitalize() for verb in VERBS), "Handle", "HandleFunc"), _verb),
        "Method": _method,
        "MethodFunc": _method,
        "Route": _route,
        "Group": _route,
        "Mount": _mount,
        "With": _with,
    },
)
