"""Reads Cargo.toml: the package, its targets, and what its crates depend on."""

from __future__ import annotations

from typing import Any

from nexus_diff.config.toml import read_toml

_SECTIONS = ("dependencies", "dev-dependencies", "build-dependencies")


def read_cargo(text: str) -> dict[str, Any]:
    """The keys of a Cargo.toml that matter for looking up modules, crates and tests."""
    top = read_toml(text)
    package, library = _table(top.get("package")), _table(top.get("lib"))
    name = _text(package.get("name"))
    found = {
        "package": name,
        "lib_name": crate_name(_text(library.get("name")) or name),
        "lib_path": _text(library.get("path")),
        "bin_paths": _paths(top.get("bin")),
        "test_paths": _paths(top.get("test")) + _paths(top.get("bench")),
        "dependencies": _dependencies(top),
        "members": _texts(_table(top.get("workspace")).get("members")),
    }
    return {key: value for key, value in found.items() if value}


def crate_name(package: str) -> str:
    """The name under which code sees a package."""
    return package.replace("-", "_")


def _dependencies(top: dict[str, Any]) -> dict[str, dict[str, Any]]:
    tables = [top, *_table(top.get("target")).values(), _table(top.get("workspace"))]
    found: dict[str, dict[str, Any]] = {}
    for table in tables:
        for section in _SECTIONS:
            for name, given in _table(_table(table).get(section)).items():
                found.setdefault(crate_name(name), _dependency(name, given))
    return found


def _dependency(name: str, given: object) -> dict[str, Any]:
    """Where a dependency comes from, as far as it may lie in the repository."""
    table = _table(given)
    made: dict[str, Any] = {"package": _text(table.get("package")) or name}
    if path := _text(table.get("path")):
        made["path"] = path
    if table.get("workspace") is True:
        made["workspace"] = True
    return made


def _paths(listed: object) -> list[str]:
    rows = listed if isinstance(listed, list) else []
    return [path for row in rows if (path := _text(_table(row).get("path")))]


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
