"""Programs of C and C++: `main` and what systems and fuzzers call in its place."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework

MAINS = frozenset({"main", "wmain", "_tmain", "WinMain", "wWinMain", "DllMain", "LLVMFuzzerTestOneInput"})
"""Functions that the system, or a fuzzer, starts a program with."""


def _programs(reading: Reading) -> None:
    if "test" in reading.index.entry.marks:
        return
    for position, definition in enumerate(reading.facts.definitions):
        if definition.kind == "function" and definition.scope == 0 and definition.name in MAINS and "local" not in definition.modifiers:
            reading.add(Entry(reading.defined(position), "main", reading.path, "c", reading.facts.spans[position].line))


C_PROGRAMS = Framework(name="c", group="c", file=_programs, kind="main")
