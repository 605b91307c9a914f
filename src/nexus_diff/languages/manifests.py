"""Reads the files that steer import resolution: tsconfig/jsconfig.json, package.json, pnpm-workspace.yaml, pyproject.toml, setup.cfg, and
those of other languages (`go_mod.py`)."""

# For maintainers. Only the keys that a resolver asks for are kept, in canonical JSON, so that an edit elsewhere in a manifest
# (a version, a script) re-links nothing. Input is hostile: sizes are bounded and whatever cannot be read becomes a Problem.

from __future__ import annotations

import configparser
import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from nexus_diff.config.lines import TooDeep
from nexus_diff.config.toml import read_toml
from nexus_diff.languages.go_mod import read_go_mod, read_go_work
from nexus_diff.languages.rust_cargo import read_cargo
from nexus_diff.model.facts import ManifestFacts, Problem

MAX_BYTES = 1_000_000
"""Larger manifests are data, not configuration; they are not read."""

_TSCONFIG = re.compile(r"(?:[\w.-]+[.-])?(?:tsconfig|jsconfig)(?:[.-][\w.-]+)?\.json", re.ASCII)
_JSON_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:[^"\\\n]|\\.)*"?)|,(?=\s*[}\]])', re.DOTALL)
_YAML_ITEM = re.compile(r"\s*-\s*(.+)")
_PACKAGE_TEXTS = ("name", "main", "module", "types", "typings", "source", "browser", "type", "react-native")
_PACKAGE_TREES = ("exports", "imports", "bin", "typesVersions")
_COMPILER_OPTIONS = ("baseUrl", "paths", "rootDir", "rootDirs", "outDir", "jsxImportSource", "allowJs")
_LOCAL_PREFIXES = ("file:", "link:", "portal:")


def manifest_kind(path: str) -> str:
    """The kind of manifest at `path`: "tsconfig", "package", "pnpm-workspace", "pyproject", "setupcfg", "gomod",
    "gowork", "cargo", or "" for any other file."""
    name = path.rpartition("/")[2]
    if name == "package.json":
        return "package"
    if name == "pyproject.toml":
        return "pyproject"
    if name == "setup.cfg":
        return "setupcfg"
    if name in ("pnpm-workspace.yaml", "pnpm-workspace.yml"):
        return "pnpm-workspace"
    if name in ("go.mod", "go.work"):
        return name.replace(".", "")
    if name == "Cargo.toml":
        return "cargo"
    return "tsconfig" if _TSCONFIG.fullmatch(name) else ""


def read_manifest(kind: str, data: bytes) -> ManifestFacts:
    """The facts of one manifest of that kind. Never raises: what cannot be read is a problem, with the values left empty."""
    if len(data) > MAX_BYTES:
        return _facts(kind, {}, Problem("truncated", 0, f"larger than {MAX_BYTES} bytes"))
    try:
        text = data.decode("utf-8-sig")
        return _facts(kind, _READERS[kind](text))
    except UnicodeDecodeError:
        return _facts(kind, {}, Problem("encoding"))
    except (RecursionError, TooDeep):
        return _facts(kind, {}, Problem("too deep"))
    except ValueError as error:
        return _facts(kind, {}, Problem("syntax", getattr(error, "lineno", 0), str(error)[:200]))


@lru_cache(maxsize=4096)
def values(facts: ManifestFacts) -> Mapping[str, Any]:
    """The decoded values of a manifest; treat as read-only."""
    decoded: dict[str, Any] = json.loads(facts.values)
    return decoded


def tolerant_json(text: str) -> Any:
    """Decodes JSON that may hold comments and trailing commas, as TypeScript reads its configuration."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        bare = _JSON_TOKEN.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"[^\n]+", " ", m[0]), text)
        return json.loads(_TRAILING_COMMA.sub(lambda m: m[1] or " ", bare))


def _facts(kind: str, found: dict[str, Any], *problems: Problem) -> ManifestFacts:
    return ManifestFacts(kind, json.dumps(found, sort_keys=True, separators=(",", ":")), problems)


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []


def _tsconfig(text: str) -> dict[str, Any]:
    top = _table(tolerant_json(text))
    options = _table(top.get("compilerOptions"))
    found: dict[str, Any] = {key: options[key] for key in _COMPILER_OPTIONS if key in options}
    if isinstance(found.get("paths"), dict):
        found["paths"] = {pattern: _texts(targets) for pattern, targets in found["paths"].items()}
    if extends := _texts(top.get("extends")):
        found["extends"] = extends
    references = top.get("references")
    if isinstance(references, list) and (paths := [r["path"] for r in references if isinstance(_table(r).get("path"), str)]):
        found["references"] = paths
    return found


def _package(text: str) -> dict[str, Any]:
    top = _table(tolerant_json(text))
    found: dict[str, Any] = {key: top[key] for key in _PACKAGE_TEXTS if isinstance(top.get(key), str)}
    found.update({key: top[key] for key in _PACKAGE_TREES if isinstance(top.get(key), str | dict | list)})
    workspaces = top.get("workspaces")
    globs = _texts(workspaces.get("packages") if isinstance(workspaces, dict) else workspaces)
    if globs:
        found["workspaces"] = globs
    local = {name: where for field in ("dependencies", "devDependencies") for name, where in _local(top.get(field))}
    if local:
        found["local"] = local
    return found


def _local(dependencies: object) -> list[tuple[str, str]]:
    rows = _table(dependencies).items()
    return [(name, v.partition(":")[2]) for name, v in rows if isinstance(v, str) and v.startswith(_LOCAL_PREFIXES)]


def _pnpm_workspace(text: str) -> dict[str, Any]:
    """Reads the one list we need, `packages`, in block or inline form; the rest of YAML is none of our business."""
    globs: list[str] = []
    inside = False
    for line in text.splitlines():
        bare = re.sub(r"(^|\s)#.*", "", line).rstrip()
        if bare.startswith("packages:"):
            inside = True
            globs += [item.strip(" '\"") for item in bare[len("packages:") :].strip(" []").split(",")]
        elif inside and (item := _YAML_ITEM.match(bare)):
            globs.append(item[1].strip(" '\""))
        elif bare and not bare[0].isspace():
            inside = False
    return {"workspaces": [g for g in globs if g]}


def _pyproject(text: str) -> dict[str, Any]:
    top = read_toml(text)
    tool = _table(top.get("tool"))
    setuptools = _table(tool.get("setuptools"))
    packages = setuptools.get("packages")
    hatch = _table(_table(_table(_table(tool.get("hatch")).get("build")).get("targets")).get("wheel"))
    pytest = _table(_table(tool.get("pytest")).get("ini_options"))
    found = {
        "name": _table(top.get("project")).get("name"),
        "scripts": _table(top.get("project")).get("scripts"),
        "gui_scripts": _table(top.get("project")).get("gui-scripts"),
        "poetry_scripts": _table(_table(tool.get("poetry")).get("scripts")),
        "package_dir": setuptools.get("package-dir"),
        "where": _texts(_table(_table(packages).get("find")).get("where")),
        "packages": _texts(packages) + _texts(hatch.get("packages")),
        "sources": hatch.get("sources"),
        "poetry": [p for p in _table(tool.get("poetry")).get("packages") or () if isinstance(p, dict)],
        "pythonpath": _texts(pytest.get("pythonpath")),
        "testpaths": _texts(pytest.get("testpaths")),
        "python_files": _texts(pytest.get("python_files")),
    }
    kept = {key: value for key, value in found.items() if value}
    return _table(json.loads(json.dumps(kept, default=str)))


def _setupcfg(text: str) -> dict[str, Any]:
    """The programs that setup.cfg names."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ValueError(str(error)) from None
    scripts: dict[str, str] = {}
    for group in ("console_scripts", "gui_scripts"):
        for line in parser.get("options.entry_points", group, fallback="").splitlines():
            program, equals, target = line.partition("=")
            if equals:
                scripts[program.strip()] = target.strip()
    return {"scripts": scripts} if scripts else {}


_READERS: Mapping[str, Callable[[str], dict[str, Any]]] = {
    "tsconfig": _tsconfig,
    "package": _package,
    "pnpm-workspace": _pnpm_workspace,
    "pyproject": _pyproject,
    "setupcfg": _setupcfg,
    "gomod": read_go_mod,
    "gowork": read_go_work,
    "cargo": read_cargo,
}
