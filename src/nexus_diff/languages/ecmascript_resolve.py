"""Where an import of TypeScript or JavaScript leads: relative paths, tsconfig paths, workspace packages, `exports` and `imports` maps."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname
from typing import Any

from nexus_diff.languages.base import Probe, Resolved
from nexus_diff.languages.ecmascript_files import (
    JS_ORDER,
    TS_ORDER,
    Tree,
    exported,
    file_of,
    folders,
    inside,
    join,
    package_entry,
    path_of,
    source_of,
    split,
)
from nexus_diff.languages.ecmascript_names import NODE_MODULES
from nexus_diff.languages.ecmascript_tsconfig import by_tsconfig
from nexus_diff.languages.ecmascript_workspace import workspace_home
from nexus_diff.languages.manifests import values

EXTERNAL = Resolved("external")
MISSING = Resolved("missing")


def resolve(importer: str, source: str, probe: Probe) -> Resolved:
    """Where `source`, imported by the file `importer`, leads."""
    if not source or source.startswith("node:") or "://" in source:
        return EXTERNAL
    while "//" in source:
        source = source.replace("//", "/")
    tree = Tree(probe, JS_ORDER if _is_javascript(importer) else TS_ORDER)
    base = dirname(importer)
    if source[0] == ".":
        return _found(path_of(join(base, source), tree)) or MISSING
    if source[0] == "/":
        return _found(_rooted(base, source, tree)) or MISSING
    if source[0] == "#":
        return _found(_package_import(base, source, tree)) or _found(by_tsconfig(base, source, tree)) or EXTERNAL
    if found := by_tsconfig(base, source, tree):
        return Resolved("file", found)
    if source in NODE_MODULES:
        return EXTERNAL
    return _found(_workspace_package(base, source, tree) or _alias(base, source, tree)) or EXTERNAL


def _found(path: str | None) -> Resolved | None:
    return Resolved("file", path) if path is not None else None


def _is_javascript(path: str) -> bool:
    return path.endswith((".js", ".jsx", ".mjs", ".cjs"))


def _rooted(base: str, source: str, tree: Tree) -> str | None:
    """`/x` as bundlers read it: from the folder of the package around, or of the repository."""
    relative = source.lstrip("/")
    return path_of(join(_package_dir(base, tree), relative), tree) or path_of(join("", relative), tree)


def _alias(base: str, source: str, tree: Tree) -> str | None:
    """`@/x` and `~/x` name no package: by convention the source folder of the package around."""
    if not source.startswith(("@/", "~/")):
        return None
    home = _package_dir(base, tree)
    return path_of(inside(home, "src/" + source[2:]), tree) or path_of(inside(home, source[2:]), tree)


def _package_dir(base: str, tree: Tree) -> str:
    for folder in folders(base):
        if tree.probe.manifest("package", inside(folder, "package.json")) is not None:
            return folder
    return ""


def _workspace_package(base: str, source: str, tree: Tree) -> str | None:
    package, subpath = split(source)
    for folder in folders(base):
        manifest = tree.probe.manifest("package", inside(folder, "package.json"))
        if manifest is None:
            continue
        found = values(manifest)
        if found.get("name") == package:
            return _in_package(folder, found, subpath, tree)
        if (where := found.get("local", {}).get(package)) is not None and (home := join(folder, where)) is not None:
            return _of_package(home, subpath, tree)
    home = workspace_home(base, package, tree)
    return None if home is None else _of_package(home, subpath, tree)


def _of_package(home: str, subpath: str, tree: Tree) -> str | None:
    manifest = tree.probe.manifest("package", inside(home, "package.json"))
    return _in_package(home, values(manifest) if manifest is not None else {}, subpath, tree)


def _in_package(home: str, manifest: Mapping[str, Any], subpath: str, tree: Tree) -> str | None:
    if not subpath:
        return package_entry(home, manifest, tree) or _conventional(home, "index", tree)
    for target in exported(manifest.get("exports"), "./" + subpath):
        if found := source_of(home, target, tree):
            return found
    return source_of(home, subpath, tree) or _conventional(home, subpath, tree)


def _conventional(home: str, subpath: str, tree: Tree) -> str | None:
    return (
        path_of(join(home, "src/" + subpath), tree) or path_of(join(home, "lib/" + subpath), tree) or (file_of(inside(home, subpath), tree))
    )


def _package_import(base: str, source: str, tree: Tree) -> str | None:
    """`#x` through `imports` of the package around."""
    home = _package_dir(base, tree)
    manifest = tree.probe.manifest("package", inside(home, "package.json"))
    if manifest is None:
        return None
    for target in exported(values(manifest).get("imports"), source):
        if found := source_of(home, target, tree) if target.startswith(".") else _workspace_package(base, target, tree):
            return found
    return None
