"""Typer: commands of applications, nested applications, `typer.run`."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.click import command_name
from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.model.facts import NONE

OBJECTS = {("typer", "Typer"): "typer"}
_WANTS = ("typer",)


def _prefix(reading: Reading, call: Call) -> str:
    return reading.text(call.arg(-1, "name")) or ""


def _command(reading: Reading, call: Call) -> None:
    """`@app.command("x")`, `@app.callback()`."""
    if call.decorates == NONE or call.receiver == NONE:
        return
    name = "" if call.name == "callback" else command_name(reading, call)
    hint = reading.called(call.receiver, OBJECTS)
    reading.route(call, (), name, reading.defined(call.decorates), hint=hint, wants=_WANTS)


def _add(reading: Reading, call: Call) -> None:
    """`app.add_typer(other, name="x")`."""
    name = reading.text(call.arg(-1, "name"))
    reading.mount(call.receiver, reading.keys(call.arg(0, "typer_instance")), name or "", name is not None)


def _run(reading: Reading, call: Call) -> None:
    """`typer.run(main)`."""
    handler = reading.function(call.arg(0, "function"))
    if handler and reading.called(call.func, {("typer", "run"): "run"}):
        reading.add(Entry(handler, "cli", f"python {reading.path}", "typer", call.line))


TYPER = Framework(
    name="typer",
    group="python",
    objects=OBJECTS,
    prefix=_prefix,
    calls={"add_typer": _add, "run": _run},
    decorators={"command": _command, "callback": _command},
    kind="cli",
    style="words",
)
