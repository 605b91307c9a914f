"""Programs of Go (`main`, and the `init` functions that run before it) and what the package at the root of a module offers."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework

MOST_NAMES = 1000
"""Names of one file that are looked at."""


def _programs(reading: Reading) -> None:
    folder = reading.path.rpartition("/")[0]
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind != "function" or definition.scope != 0 or definition.params:
            continue
        line = reading.facts.spans[position].line
        if definition.name == "main" and reading.facts.package == "main":
            reading.add(Entry(reading.defined(position), "main", f"go run ./{folder}", "go", line))
        elif definition.name == "init":
            reading.add(Entry(reading.defined(position), "main", f"init of {folder or reading.facts.package}", "go", line))


def _offers(reading: Reading) -> None:
    """Exported functions of the package in the folder of a go.mod."""
    folder = reading.path.rpartition("/")[0]
    if reading.facts.package in ("", "main") or "test" in reading.index.entry.marks:
        return
    if reading.context.world.manifest("gomod", f"{folder}/go.mod" if folder else "go.mod") is None:
        return
    for position, definition in enumerate(reading.facts.definitions[:MOST_NAMES]):
        if definition.kind == "function" and definition.scope == 0 and "exported" in definition.modifiers:
            name = f"{reading.facts.package}.{definition.name}"
            reading.add(Entry(reading.defined(position), "api", name, "package", reading.facts.spans[position].line))


GO = Framework(name="go", group="go", file=_programs, kind="main")
GO_PACKAGE = Framework(name="package", group="go", file=_offers, kind="api")
