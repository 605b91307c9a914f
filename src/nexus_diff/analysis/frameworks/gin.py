"""Gin and Echo: routes of engines and groups."""

from __future__ import annotations

from functools import partial

from nexus_diff.analysis.frameworks.go_routes import ANY, VERBS, group, packages, put, verb_of
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.registry import Framework

OBJECTS = packages("github.com/gin-gonic/gin", "gin", names=("Default", "New", "Engine", "RouterGroup", "IRouter", "IRoutes"), kind="gin")
ECHO = packages("github.com/labstack/echo", "echo", names=("New", "Echo", "Group"), kind="echo")
_WANTS = ("gin",)


def _verb(reading: Reading, call: Call, last: bool, wants: tuple[str, ...]) -> None:
    """`r.GET("/x", middleware…, f)`; in Echo, middleware comes last."""
    given = call.positional
    if len(given) > 1:
        put(reading, call, ANY if call.name in ("Any", "RouteNotFound") else call.name, given[0], given[-1 if last else 1], wants)


def _handle(reading: Reading, call: Call) -> None:
    """`r.Handle("GET", "/x", f)`."""
    given = call.positional
    if len(given) > 2:
        put(reading, call, verb_of(reading, given[0]), given[1], given[-1], _WANTS)


def _add(reading: Reading, call: Call) -> None:
    """`e.Add("GET", "/x", f)`."""
    given = call.positional
    if len(given) > 2:
        put(reading, call, verb_of(reading, given[0]), given[1], given[2], ("echo",))


def _group(reading: Reading, call: Call, kind: str) -> None:
    """`r.Group("/x")`."""
    if call.positional:
        group(reading, call, kind, reading.prefix(call.positional[0]))


GIN = Framework(
    name="gin",
    group="go",
    objects=OBJECTS,
    calls={
        **dict.fromkeys((*VERBS, "Any"), partial(_verb, last=True, wants=_WANTS)),
        "Handle": _handle,
        "Group": partial(_group, kind="gin"),
    },
)
ECHO_FRAMEWORK = Framework(
    name="echo",
    group="go",
    objects=ECHO,
    calls={
        **dict.fromkeys((*VERBS, "Any"), partial(_verb, last=False, wants=("echo",))),
        "Add": _add,
        "Group": partial(_group, kind="echo"),
    },
)
