"""Programs of Java: `public static void main`, and commands of picocli."""

from __future__ import annotations

from nexus_diff.analysis.frameworks.annotations import element, imports, marks, members, texts
from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework

_RUNS = ("run", "call")


def _programs(reading: Reading) -> None:
    package = reading.facts.package
    for position, definition in enumerate(reading.facts.definitions):
        if definition.name != "main" or definition.kind != "method" or not {"static", "exported"} <= definition.modifiers:
            continue
        if len(definition.params) == 1 and "test" not in reading.index.entry.marks:
            owner = definition.qualified.rpartition(".")[0].replace(".", "$")
            name = f"java {package}.{owner}" if package else f"java {owner}"
            reading.add(Entry(reading.defined(position), "main", name, "java", reading.facts.spans[position].line))


def _commands(reading: Reading) -> None:
    """`@Command(name = "x")` on a class that is run or called."""
    if not imports(reading, "picocli"):
        return
    for definition in reading.facts.definitions:
        given = next((args for name, args in marks(reading, definition) if name == "Command"), None)
        for position, method in members(reading, definition) if given is not None and definition.kind == "class" else ():
            if method.name in _RUNS and not method.params:
                name = next(iter(texts(reading, element(given or (), "name"))), definition.name)
                reading.add(Entry(reading.defined(position), "cli", name, "picocli", reading.facts.spans[position].line))


JAVA = Framework(name="java", group="java", file=_programs, kind="main")
PICOCLI = Framework(name="picocli", group="java", file=_commands, kind="cli")
