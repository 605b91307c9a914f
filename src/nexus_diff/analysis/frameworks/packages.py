"""What packages offer: names of `__init__.py`, entry files and programs of package.json. The weakest kind of entry point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.languages.ecmascript_files import TS_ORDER, Tree, exported, package_entry, source_of
from nexus_diff.languages.manifests import values
from nexus_diff.link.nodes import file_id
from nexus_diff.link.values import Def

MOST_NAMES = 1000
"""Names of one file that are looked at."""


def _python(reading: Reading) -> None:
    """Names that a package's `__init__.py` lists in `__all__`, else those that it takes from its own modules."""
    folder, _, name = reading.path.rpartition("/")
    if name != "__init__.py" or "test" in reading.index.entry.marks or any(part.startswith("_") for part in folder.split("/")):
        return
    listed = reading.facts.all_names
    if listed is None:
        listed = tuple(i.alias for i in reading.facts.imports if i.source.startswith(".") and i.scope == 0 and i.name not in ("", "*"))
    _note(reading, sorted(name for name in set(listed) if name and not name.startswith("_")))


def _note(reading: Reading, names: list[str]) -> None:
    for name in names[:MOST_NAMES]:
        for value in reading.context.modules.member(reading.path, name):
            if isinstance(value, Def) and (node := reading.node(value)):
                reading.add(Entry(node, "api", name, "package", 1))


Place = tuple[str, str]
"""(file, name of a program; "" for an entry file)"""


def _places(reading: Reading) -> frozenset[Place]:
    """Files that some package.json names; asked once for all files."""
    world = reading.context.world

    def compute() -> frozenset[Place]:
        tree = Tree(world, TS_ORDER)
        found: set[Place] = set()
        for path, manifest in world.manifests("package"):
            home, given = path.rpartition("/")[0], values(manifest)
            entry = package_entry(home, given, tree)
            found.update([(entry, "")] if entry else [])
            found.update((file, "") for target in _subpaths(given) if (file := source_of(home, target, tree)))
            found.update((file, program) for program, target in _programs(given) if (file := source_of(home, target, tree)))
        return frozenset(found)

    return world.session.ask(("package places",), compute, frozenset())


def _subpaths(given: Mapping[str, Any]) -> Iterator[str]:
    exports = given.get("exports")
    for subpath in sorted(exports) if isinstance(exports, dict) else ():
        if subpath.startswith(".") and "*" not in subpath and subpath != ".":
            yield from exported(exports, subpath)[:1]


def _programs(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    programs = given.get("bin")
    if isinstance(programs, str):
        yield str(given.get("name", "")).rpartition("/")[2] or programs, programs
    elif isinstance(programs, dict):
        yield from ((name, target) for name, target in sorted(programs.items()) if isinstance(target, str))


def _node(reading: Reading) -> None:
    for path, program in sorted(_places(reading)):
        if path == reading.path and program:
            reading.add(Entry(file_id(path), "cli", program, "script", 1))
        elif path == reading.path:
            names = {name for name in reading.index.exports if name not in ("=", "")}
            names.update(
                d.name for d in reading.facts.definitions if d.scope == 0 and "exported" in d.modifiers and "default" not in d.modifiers
            )
            names.update(i.alias for i in reading.facts.imports if i.kind == "reexport" and i.alias)
            names.update(name for dotted in ("exports", "module.exports") for name in reading.index.objects.get((0, dotted), ()))
            names.update(["default"] if ("=", "") not in reading.index.exports.items() else [])
            _note(reading, sorted(names))


PYTHON_PACKAGE = Framework(name="package", group="python", file=_python, kind="api")
NODE_PACKAGE = Framework(name="package", group="js", file=_node, kind="api")
