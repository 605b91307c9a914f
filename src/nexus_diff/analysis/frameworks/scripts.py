"""Programs that a Python package installs: `[project.scripts]`, Poetry's, those of setup.cfg and setup.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nexus_diff.analysis.frameworks.reading import Call, Reading
from nexus_diff.analysis.frameworks.records import Entry, Program
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.languages.manifests import values
from nexus_diff.link.values import Mod, union
from nexus_diff.model import expr as x

Script = tuple[str, str, str, str]
"""(folder of the manifest, program, module, attribute)"""
_GROUPS = ("console_scripts", "gui_scripts")


def _scripts(reading: Reading) -> tuple[Script, ...]:
    """Every program of the tree; asked once for all files."""
    world = reading.context.world

    def compute() -> tuple[Script, ...]:
        found: list[Script] = []
        for kind in ("pyproject", "setupcfg"):
            for path, manifest in world.manifests(kind):
                found.extend(_of_manifest(path.rpartition("/")[0], values(manifest)))
        return tuple(found)

    return world.session.ask(("scripts",), compute, ())


def _of_manifest(folder: str, found: Mapping[str, Any]) -> Iterator[Script]:
    for key in ("scripts", "gui_scripts", "poetry_scripts"):
        table = found.get(key)
        for program, target in table.items() if isinstance(table, dict) else ():
            if isinstance(target, str) and (parsed := _target(target)):
                yield folder, str(program), *parsed


def _target(text: str) -> tuple[str, str] | None:
    """`pkg.mod:main [extra]` → module and attribute."""
    module, colon, attribute = text.partition("[")[0].strip().partition(":")
    return (module.strip(), attribute.strip()) if colon and module and attribute else None


def _file(reading: Reading) -> None:
    for folder, program, module, attribute in _scripts(reading):
        if _is_module(reading.path, folder, module):
            _note(reading, reading.path, program, attribute, 1)


def _is_module(path: str, folder: str, module: str) -> bool:
    """Whether a file below a manifest may be the module that it names."""
    inside = module.replace(".", "/")
    below = not folder or path.startswith(folder + "/")
    return below and any(path == end or path.endswith("/" + end) for end in (f"{inside}.py", f"{inside}/__init__.py"))


def _note(reading: Reading, path: str, program: str, attribute: str, line: int) -> None:
    first, *rest = attribute.split(".")
    found = reading.context.modules.member(path, first)
    for name in rest:
        found = union(*(reading.context.evaluator.attribute(value, name) for value in found))
    for value in found:
        if node := reading.node(value):
            reading.add(Entry(node, "cli", program, "script", line))
    for key in reading.objects.exported(path, attribute):
        reading.add(Program(key, program))


def _setup(reading: Reading, call: Call) -> None:
    """`setup(entry_points={"console_scripts": ["x = pkg:main"]})`."""
    table = reading.expr(call.arg(-1, "entry_points"))
    if type(table) is not x.Display or table.type != "dict":
        return
    for key, items in zip(table.keys, table.items, strict=True):
        for line in reading.texts(items) if reading.text(key) in _GROUPS else ():
            program, _, target = line.partition("=")
            parsed = _target(target)
            for module in reading.context.modules.target(reading.index, parsed[0]) if parsed else ():
                if isinstance(module, Mod) and parsed:
                    _note(reading, module.path, program.strip(), parsed[1], call.line)


SCRIPT = Framework(name="script", group="python", calls={"setup": _setup}, file=_file, kind="cli", style="words")
