"""`paths` and `baseUrl` of tsconfig.json and jsconfig.json, through `extends` and `references`."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname
from typing import Any

from nexus_diff.languages.ecmascript_files import Tree, folders, inside, join, matches, path_of, split
from nexus_diff.languages.ecmascript_workspace import workspace_home
from nexus_diff.languages.manifests import values

_MAX_EXTENDS = 16


def by_tsconfig(base: str, source: str, tree: Tree) -> str | None:
    """The file that `paths` or `baseUrl` of the nearest enclosing configuration gives for a bare `source`."""
    for folder in folders(base):
        for name in ("tsconfig.json", "jsconfig.json"):
            path = inside(folder, name)
            if tree.probe.manifest("tsconfig", path) is not None:
                return _by_config(path, source, tree)
    return None


def _by_config(path: str, source: str, tree: Tree) -> str | None:
    options = _options(path, tree)
    if "paths" not in options and "baseUrl" not in options:
        for reference in options.get("references", ()):
            target = join(dirname(path), reference)
            other = target if target is None or target.endswith(".json") else inside(target, "tsconfig.json")
            if other is not None and (found := _by_options(_options(other, tree), source, tree)):
                return found
        return None
    return _by_options(options, source, tree)


def _by_options(options: Mapping[str, Any], source: str, tree: Tree) -> str | None:
    paths_base = options.get("baseUrl", options.get("pathsBase", ""))
    for pattern, star in matches(options.get("paths", {}), source):
        for target in options["paths"][pattern]:
            if found := path_of(join(paths_base, target.replace("*", star, 1)), tree):
                return found
    if "baseUrl" in options:
        return path_of(join(options["baseUrl"], source), tree)
    return None


def _options(path: str, tree: Tree) -> dict[str, Any]:
    """Options of a configuration with those it extends; `baseUrl` and `pathsBase` are folders of the repository."""
    merged: dict[str, Any] = {}
    queue, seen = [path], set[str]()
    while queue and len(seen) < _MAX_EXTENDS:
        current = queue.pop(0)
        manifest = tree.probe.manifest("tsconfig", current)
        if current in seen or manifest is None:
            continue
        seen.add(current)
        found, folder = values(manifest), dirname(current)
        if isinstance(found.get("baseUrl"), str) and "baseUrl" not in merged and (base := join(folder, found["baseUrl"])) is not None:
            merged["baseUrl"] = base
        if isinstance(found.get("paths"), dict) and "paths" not in merged:
            merged |= {"paths": found["paths"], "pathsBase": folder}
        if current == path:
            merged["references"] = found.get("references", ())
        queue[:0] = [e for text in reversed(found.get("extends", ())) for e in _extended(folder, text, tree)]
    return merged


def _extended(folder: str, text: str, tree: Tree) -> list[str]:
    """Configuration files that `extends: text` may mean, inside the repository."""
    if text.startswith("."):
        target = join(folder, text)
    else:
        package, rest = split(text)
        home = workspace_home(folder, package, tree)
        target = None if home is None else inside(home, rest or "tsconfig.json")
    if target is None:
        return []
    return [target] if target.endswith(".json") else [f"{target}.json", inside(target, "tsconfig.json")]
