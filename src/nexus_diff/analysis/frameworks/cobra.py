"""Cobra: commands by their `Use`, below the commands that they are added to."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.go_routes import packages
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model.facts import NONE

OBJECTS = packages("github.com/spf13/cobra", names=("Command",), kind="cobra")
_RUNS = ("Run", "RunE")


def _command(reading: Reading, call: Call) -> None:
    """`&cobra.Command{Use: "serve [port]", RunE: serve}`."""
    if not reading.called(call.func, OBJECTS):
        return
    words = (reading.text(call.arg(-1, "Use")) or "").split()
    runs = call.arg(-1, *_RUNS)
    for key in reading.keys(call.expr)[:1]:
        reading.add(Thing(key, "cobra", words[0] if words else ""))
        if runs != NONE:
            reading.add(Route((key,), (), "", reading.handler(runs, call), call.line, wants=("cobra",)))


def _add(reading: Reading, call: Call) -> None:
    """`root.AddCommand(serve, other)`."""
    for child in call.positional:
        reading.mount(call.receiver, reading.keys(child), "")


COBRA = Framework(name="cobra", group="go", objects=OBJECTS, calls={"Command": _command, "AddCommand": _add}, kind="cli", style="words")
