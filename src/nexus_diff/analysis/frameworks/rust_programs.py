"""Programs of Rust (`fn main` of programs, examples and build scripts) and what a library offers at its root."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework

MOST_NAMES = 1000
"""Names of one file that are looked at."""
_FOLDERS = ("bin", "examples")


def _programs(reading: Reading) -> None:
    run = _command(reading.path)
    for position, definition in enumerate(reading.facts.definitions if run else ()):
        if definition.kind == "function" and definition.name == "main" and definition.scope == 0:
            reading.add(Entry(reading.defined(position), "main", run, "cargo", reading.facts.spans[position].line))


def _command(path: str) -> str:
    """How the program at a path is run; "" for a file that is none."""
    *folders, name = path.split("/")
    stem = name.removesuffix(".rs")
    if name == "build.rs":
        return "cargo build"
    if stem == "main":
        stem = folders.pop() if folders else ""
    within = folders[-1] if folders else ""
    if within in _FOLDERS:
        return f"cargo run --{'bin' if within == 'bin' else 'example'} {stem}"
    return "cargo run" if name == "main.rs" else ""


def _offers(reading: Reading) -> None:
    """Public functions at the root of a library."""
    if not reading.path.endswith("lib.rs") or "test" in reading.index.entry.marks:
        return
    for position, definition in enumerate(reading.facts.definitions[:MOST_NAMES]):
        if definition.kind == "function" and definition.scope == 0 and "exported" in definition.modifiers:
            reading.add(Entry(reading.defined(position), "api", definition.name, "crate", reading.facts.spans[position].line))


CARGO = Framework(name="cargo", group="rust", file=_programs, kind="main")
CRATE = Framework(name="crate", group="rust", file=_offers, kind="api")
