"""Modules, layers and interfaces of Tach, written as rules."""

# For maintainers. A module with `depends_on` becomes the source of a `forbid` rule over all modules that it does not list; Tach looks at
# direct imports only. Regular expressions of interfaces have no counterpart and are named in the notes.

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nexus_diff.config.accept import FINDINGS
from nexus_diff.rules.adopt_importlinter import listed
from nexus_diff.rules.proposal import Proposal, Value, identifier, unique

ROOT = "<root>"


def adopt(options: Mapping[str, Any], files: Iterable[str]) -> Proposal:
    """The rules that mean what the modules mean. `files`: of the repository."""
    known = set(files)
    notes: list[str] = []
    roots = listed(options.get("source_roots")) or ["."]
    modules = [module for module in options.get("modules", ()) for module in _each(module)]
    named = {str(module["path"]): module for module in modules if module.get("path") not in (None, ROOT)}
    order = sorted(named, key=lambda path: (-path.count("."), path))
    parts = {_part(path): _paths(path, roots, known) for path in order}
    ids: set[str] = set(FINDINGS)
    rules: list[Mapping[str, Value]] = []
    layers = _layers(options, named, notes)
    if layers:
        rules.append({"id": unique("layers", ids), "layers": layers, "through": "direct"})
    for path in sorted(named):
        rules += _of_module(path, named, ids)
    shown = (", ".join(listed(interface.get("from"))) or "all" for interface in options.get("interfaces", ()))
    notes += [f"interface of {names}: write its files as `public` and a public_only rule" for names in shown]
    if any(path == ROOT for module in modules for path in [module.get("path")]):
        notes.append(f"{ROOT} has no counterpart: files outside of all parts are not judged")
    settings: dict[str, Value] = {"edges": ["imports"], "type_only": options.get("ignore_type_checking_imports") is False}
    return Proposal(parts, rules, (), settings, notes)


def _each(module: Mapping[str, Any]) -> list[dict[str, Any]]:
    """`paths = [...]` stands for several modules alike."""
    paths = listed(module.get("paths"))
    return [{**module, "path": path} for path in paths] if paths else [dict(module)]


def _part(path: str) -> str:
    return path.replace("**", "all").replace("*", "each")


def _paths(path: str, roots: Iterable[str], files: set[str]) -> tuple[str, ...]:
    inside = path.replace(".", "/")
    homes = ["" if root in (".", "") else root.strip("/") + "/" for root in roots]
    fitting = [home for home in homes if any(file.startswith((f"{home}{inside}/", f"{home}{inside}.")) for file in files)] or homes[:1]
    return tuple(pattern for home in fitting for pattern in (f"{home}{inside}/**", f"{home}{inside}.py"))


def _layers(options: Mapping[str, Any], named: Mapping[str, Mapping[str, Any]], notes: list[str]) -> list[str]:
    found = []
    for layer in options.get("layers", ()):
        name = str(layer.get("name")) if isinstance(layer, dict) else str(layer)
        members = sorted(_part(path) for path, module in named.items() if module.get("layer") == name)
        if not members:
            notes.append(f"layer {name!r} has no modules")
            continue
        closed = "!" if isinstance(layer, dict) and layer.get("closed") else ""
        found.append(" : ".join(members) + closed)
    return found


def _of_module(path: str, named: Mapping[str, Mapping[str, Any]], ids: set[str]) -> Iterable[Mapping[str, Value]]:
    module = named[path]
    others = [other for other in sorted(named) if other != path]
    if "depends_on" in module:
        allowed = {str(entry.get("path")) if isinstance(entry, dict) else str(entry) for entry in module["depends_on"]}
        shared = {other for other in others if named[other].get("utility")}
        refused = [_part(other) for other in others if other not in allowed | shared]
        if refused:
            yield {"id": unique(identifier(f"{path} depends"), ids), "from": _part(path), "forbid": refused}
    forbidden = [str(entry.get("path")) if isinstance(entry, dict) else str(entry) for entry in module.get("cannot_depend_on", ())]
    refused = [_part(other) for other in forbidden if other in named]
    if refused:
        yield {"id": unique(identifier(f"{path} cannot depend"), ids), "from": _part(path), "forbid": refused}
    if module.get("visibility") is not None:
        users = [_part(user) for user in listed(module["visibility"]) if user in named] or [_part(path)]
        yield {"id": unique(identifier(f"{path} visibility"), ids), "protect": _part(path), "allow_from": users}
