"""Where an import of TypeScript or JavaScript leads: relative paths, tsconfig paths, workspace packages, `exports` and `imports` maps."""

# For maintainers. The order is TypeScript's (bundler resolution), with two liberties: an implementation wins over a declaration
# file beside it, since the graph is about code that runs; and what package.json says about build output (`dist/index.js`) is
# mapped back to the source it was built from. Every question goes through the probe, which records it.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import dirname, normpath
from typing import Any, NamedTuple

from nexus_diff.languages.base import Probe, Resolved
from nexus_diff.languages.ecmascript_names import NODE_MODULES
from nexus_diff.languages.manifests import values
from nexus_diff.model.facts import ManifestFacts

EXTERNAL = Resolved("external")
MISSING = Resolved("missing")

_TS_ORDER = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts")
_JS_ORDER = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_REWRITES = {".js": (".ts", ".tsx", ".d.ts"), ".jsx": (".tsx", ".d.ts"), ".mjs": (".mts", ".d.mts"), ".cjs": (".cts", ".d.cts")}
_DECLARATION = re.compile(r"\.d(\.[cm]?ts)$")
_SCRIPT = re.compile(r"\.[cm]?[jt]sx?$")
_OUTPUT = frozenset(
    {"dist", "build", "out", "lib", "es", "esm", "cjs", "umd", "types", "output", "_dist", "dist-types", "module", "commonjs"}
)
_GENERATED = frozenset({"dist", "build", "out", "output", "_dist", "dist-types"})
_CONDITIONS = ("source", "development", "import", "module", "default", "node", "require", "browser", "worker", "types")
_ENTRY_FIELDS = ("source", "module", "main", "types", "typings")
_MAX_EXTENDS = 16
_Manifests = tuple[tuple[str, ManifestFacts], ...]


class _Tree(NamedTuple):
    """The tree to look in, and the order in which extensions are tried for this importer."""

    probe: Probe
    order: tuple[str, ...]


def resolve(importer: str, source: str, probe: Probe) -> Resolved:
    """Where `source`, imported by the file `importer`, leads."""
    if not source or source.startswith("node:") or "://" in source:
        return EXTERNAL
    tree = _Tree(probe, _JS_ORDER if _is_javascript(importer) else _TS_ORDER)
    base = dirname(importer)
    if source[0] == ".":
        return _found(_path(_join(base, source), tree)) or MISSING
    if source[0] == "/":
        return _found(_rooted(base, source, tree)) or MISSING
    if source[0] == "#":
        return _found(_package_import(base, source, tree)) or _found(_by_tsconfig(base, source, tree)) or EXTERNAL
    if found := _by_tsconfig(base, source, tree):
        return Resolved("file", found)
    if source in NODE_MODULES:
        return EXTERNAL
    return _found(_workspace_package(base, source, tree) or _alias(base, source, tree)) or EXTERNAL


def _found(path: str | None) -> Resolved | None:
    return Resolved("file", path) if path is not None else None


def _is_javascript(path: str) -> bool:
    return path.endswith((".js", ".jsx", ".mjs", ".cjs"))


def _join(base: str, relative: str) -> str | None:
    """`relative` seen from the folder `base`; None when it leaves the repository."""
    joined = normpath(f"{base}/{relative}" if base else relative or ".")
    if joined == ".":
        return ""
    return None if joined == ".." or joined.startswith(("../", "/")) else joined


def _folders(base: str) -> Iterator[str]:
    """`base` and the folders around it, inside out, the root last."""
    while base:
        yield base
        base = dirname(base)
    yield ""


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


# Files and folders


def _path(target: str | None, tree: _Tree) -> str | None:
    """The file that a path without a promise about its extension names: exact, with an extension, or a folder's entry."""
    if target is None:
        return None
    return _file(target, tree) or _folder(target, tree)


def _file(target: str, tree: _Tree) -> str | None:
    if not target:
        return None
    for candidate in _spellings(target, tree.order):
        if tree.probe.file(candidate):
            return candidate
    bare = re.split(r"[?#]", target, maxsplit=1)[0]
    return bare if bare != target and bare and tree.probe.file(bare) else None


def _spellings(target: str, order: tuple[str, ...]) -> Iterator[str]:
    stem, dot, extension = target.rpartition(".")
    rewrites = [stem + other for other in _REWRITES.get(dot + extension, ())]
    declared = _DECLARATION.search(target)
    if order is _JS_ORDER or not rewrites:
        yield target
        yield from rewrites
    else:
        yield from (r for r in rewrites if not _DECLARATION.search(r))
        yield target
        yield from (r for r in rewrites if _DECLARATION.search(r))
    if not declared:
        for suffix in order:
            yield target + suffix


def _folder(target: str, tree: _Tree) -> str | None:
    if not tree.probe.directory(target):
        return None
    manifest = tree.probe.manifest("package", _in(target, "package.json"))
    if manifest is not None and (found := _package_entry(target, values(manifest), tree)):
        return found
    return _file(_in(target, "index"), tree)


# tsconfig.json and jsconfig.json


def _by_tsconfig(base: str, source: str, tree: _Tree) -> str | None:
    """The file that `paths` or `baseUrl` of the nearest enclosing configuration gives for a bare `source`."""
    for folder in _folders(base):
        for name in ("tsconfig.json", "jsconfig.json"):
            path = _in(folder, name)
            if tree.probe.manifest("tsconfig", path) is not None:
                return _by_config(path, source, tree)
    return None


def _by_config(path: str, source: str, tree: _Tree) -> str | None:
    options = _options(path, tree)
    if "paths" not in options and "baseUrl" not in options:
        for reference in options.get("references", ()):
            target = _join(dirname(path), reference)
            other = target if target is None or target.endswith(".json") else _in(target, "tsconfig.json")
            if other is not None and (found := _by_options(_options(other, tree), source, tree)):
                return found
        return None
    return _by_options(options, source, tree)


def _by_options(options: Mapping[str, Any], source: str, tree: _Tree) -> str | None:
    paths_base = options.get("baseUrl", options.get("pathsBase", ""))
    for pattern, star in _matches(options.get("paths", {}), source):
        for target in options["paths"][pattern]:
            if found := _path(_join(paths_base, target.replace("*", star, 1)), tree):
                return found
    if "baseUrl" in options:
        return _path(_join(options["baseUrl"], source), tree)
    return None


def _options(path: str, tree: _Tree) -> dict[str, Any]:
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
        if isinstance(found.get("baseUrl"), str) and "baseUrl" not in merged and (base := _join(folder, found["baseUrl"])) is not None:
            merged["baseUrl"] = base
        if isinstance(found.get("paths"), dict) and "paths" not in merged:
            merged |= {"paths": found["paths"], "pathsBase": folder}
        if current == path:
            merged["references"] = found.get("references", ())
        queue[:0] = [e for text in reversed(found.get("extends", ())) for e in _extended(folder, text, tree)]
    return merged


def _extended(folder: str, text: str, tree: _Tree) -> list[str]:
    """Configuration files that `extends: text` may mean, inside the repository."""
    if text.startswith("."):
        target = _join(folder, text)
    else:
        package, rest = _split(text)
        home = _workspace(folder, package, tree)
        target = None if home is None else _in(home, rest or "tsconfig.json")
    if target is None:
        return []
    return [target] if target.endswith(".json") else [f"{target}.json", _in(target, "tsconfig.json")]


def _matches(patterns: Mapping[str, Any], source: str) -> list[tuple[str, str]]:
    """Patterns with at most one `*` that `source` fits, exact ones first, then longest prefix, with what the star stands for."""
    found = [(pattern, "") for pattern in patterns if pattern == source]
    stars = []
    for pattern in patterns:
        prefix, star, suffix = pattern.partition("*")
        if star and len(source) >= len(prefix) + len(suffix) and source.startswith(prefix) and source.endswith(suffix):
            stars.append((-len(prefix), -len(suffix), pattern, source[len(prefix) : len(source) - len(suffix)]))
    return found + [(pattern, text) for _, _, pattern, text in sorted(stars)]


def _rooted(base: str, source: str, tree: _Tree) -> str | None:
    """`/x` as bundlers read it: from the folder of the package around, or of the repository."""
    inside = source.lstrip("/")
    return _path(_join(_package_dir(base, tree), inside), tree) or _path(_join("", inside), tree)


def _alias(base: str, source: str, tree: _Tree) -> str | None:
    """`@/x` and `~/x` name no package: by convention the source folder of the package around."""
    if not source.startswith(("@/", "~/")):
        return None
    home = _package_dir(base, tree)
    return _path(_in(home, "src/" + source[2:]), tree) or _path(_in(home, source[2:]), tree)


# package.json


def _split(source: str) -> tuple[str, str]:
    """Package name and subpath of a bare import."""
    parts = source.split("/")
    count = 2 if source.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])


def _package_dir(base: str, tree: _Tree) -> str:
    for folder in _folders(base):
        if tree.probe.manifest("package", _in(folder, "package.json")) is not None:
            return folder
    return ""


def _workspace_package(base: str, source: str, tree: _Tree) -> str | None:
    package, subpath = _split(source)
    for folder in _folders(base):
        manifest = tree.probe.manifest("package", _in(folder, "package.json"))
        if manifest is None:
            continue
        found = values(manifest)
        if found.get("name") == package:
            return _in_package(folder, found, subpath, tree)
        if (where := found.get("local", {}).get(package)) is not None and (home := _join(folder, where)) is not None:
            return _of_package(home, subpath, tree)
    home = _workspace(base, package, tree)
    return None if home is None else _of_package(home, subpath, tree)


def _of_package(home: str, subpath: str, tree: _Tree) -> str | None:
    manifest = tree.probe.manifest("package", _in(home, "package.json"))
    return _in_package(home, values(manifest) if manifest is not None else {}, subpath, tree)


def _in_package(home: str, manifest: Mapping[str, Any], subpath: str, tree: _Tree) -> str | None:
    if not subpath:
        return _package_entry(home, manifest, tree) or _conventional(home, "index", tree)
    for target in _exported(manifest.get("exports"), "./" + subpath):
        if found := _source_of(home, target, tree):
            return found
    return _source_of(home, subpath, tree) or _conventional(home, subpath, tree)


def _package_entry(home: str, manifest: Mapping[str, Any], tree: _Tree) -> str | None:
    fields = [manifest[f] for f in _ENTRY_FIELDS if isinstance(manifest.get(f), str)]
    targets = [*fields[:1], *_exported(manifest.get("exports"), "."), *fields[1:]] if "source" in manifest else None
    for target in targets if targets is not None else [*_exported(manifest.get("exports"), "."), *fields]:
        if found := _source_of(home, target, tree):
            return found
    return None


def _conventional(home: str, subpath: str, tree: _Tree) -> str | None:
    return _path(_join(home, "src/" + subpath), tree) or _path(_join(home, "lib/" + subpath), tree) or (_file(_in(home, subpath), tree))


def _source_of(home: str, target: str, tree: _Tree) -> str | None:
    """The source file behind a path of package.json, which may name build output that is not in the repository."""
    relative = _join("", target)
    if not relative:
        return None
    parts = relative.split("/")
    built = list(_unbuilt(home, parts, tree)) if parts[0] in _OUTPUT else []
    exact = _path(_in(home, relative), tree)
    if exact is not None and not (built and parts[0] in _GENERATED):
        return exact
    return built[0] if built else None


def _unbuilt(home: str, parts: list[str], tree: _Tree) -> Iterator[str]:
    count = 1 + (len(parts) > 2 and parts[1] in _OUTPUT)
    for dropped in range(count, 0, -1):
        rest = "/".join(parts[dropped:])
        stem = _SCRIPT.sub("", _DECLARATION.sub(r"\1", rest))
        for prefix in ("src", "source", ""):
            if found := _path(_in(home, _in(prefix, stem)), tree):
                yield found


def _exported(exports: object, subpath: str) -> list[str]:
    """Targets that an `exports` map gives for `subpath` (`.` or `./x`), best condition first."""
    if not isinstance(exports, dict) or not any(isinstance(k, str) and k.startswith((".", "#")) for k in exports):
        return _targets(exports, "") if subpath == "." else []
    for pattern, star in _matches(exports, subpath):
        return _targets(exports[pattern], star)
    return []


def _targets(value: object, star: str, depth: int = 0) -> list[str]:
    if isinstance(value, str):
        return [value.replace("*", star)]
    if depth > 8:
        return []
    if isinstance(value, list):
        return [t for item in value for t in _targets(item, star, depth + 1)]
    if isinstance(value, dict):
        known = [c for c in _CONDITIONS if c in value]
        keys = known + sorted(k for k in value if k not in _CONDITIONS)
        return [t for key in keys for t in _targets(value[key], star, depth + 1)]
    return []


def _package_import(base: str, source: str, tree: _Tree) -> str | None:
    """`#x` through `imports` of the package around."""
    home = _package_dir(base, tree)
    manifest = tree.probe.manifest("package", _in(home, "package.json"))
    if manifest is None:
        return None
    for target in _exported(values(manifest).get("imports"), source):
        if found := _source_of(home, target, tree) if target.startswith(".") else _workspace_package(base, target, tree):
            return found
    return None


# Workspaces


def _workspace(base: str, package: str, tree: _Tree) -> str | None:
    """Folder of the package of that name in the nearest enclosing workspace that has one."""
    homes = _homes(tree.probe.manifests("package")).get(package, ())
    if not homes:
        return None
    for folder in _folders(base):
        globs = _workspace_globs(folder, tree)
        if globs and (members := [home for home in homes if _is_member(folder, home, globs)]):
            return members[0]
    return None


_last_homes: list[tuple[_Manifests, dict[str, list[str]]]] = []


def _homes(manifests: _Manifests) -> dict[str, list[str]]:
    """Package name → folders, sorted. The last answer is kept: every bare import asks for the same tree."""
    if not _last_homes or (_last_homes[0][0] is not manifests and _last_homes[0][0] != manifests):
        homes: dict[str, list[str]] = {}
        for path, manifest in manifests:
            if "node_modules" not in path.split("/"):
                homes.setdefault(values(manifest).get("name", ""), []).append(dirname(path))
        _last_homes[:] = [(manifests, homes)]
    return _last_homes[0][1]


def _workspace_globs(folder: str, tree: _Tree) -> list[str]:
    root = tree.probe.manifest("package", _in(folder, "package.json"))
    globs: list[str] = list(values(root).get("workspaces", ())) if root is not None else []
    for name in ("pnpm-workspace.yaml", "pnpm-workspace.yml"):
        if (pnpm := tree.probe.manifest("pnpm-workspace", _in(folder, name))) is not None:
            globs += values(pnpm).get("workspaces", ())
    return globs


def _is_member(folder: str, home: str, globs: list[str]) -> bool:
    if home == folder:
        return True
    if not home.startswith(_in(folder, "")):
        return False
    inside = home[len(folder) :].lstrip("/")
    wanted = [glob for g in globs if not g.startswith("!") for glob in _globs_of(g)]
    unwanted = [glob for g in globs if g.startswith("!") for glob in _globs_of(g[1:])]
    return _any(wanted, inside) and not _any(unwanted, inside)


def _any(globs: list[list[str]], path: str) -> bool:
    return any(_fits(glob, path.split("/")) for glob in globs)


def _fits(glob: list[str], parts: list[str]) -> bool:
    """Whether a glob, cut at its slashes, covers the whole path. Linear, since globs come from the analysed repository."""
    reached = {0}
    for pattern in glob:
        if pattern == "**":
            reached = set(range(min(reached, default=len(parts) + 1), len(parts) + 1))
        else:
            reached = {i + 1 for i in reached if i < len(parts) and fnmatchcase(parts[i], pattern)}
    return len(parts) in reached


@lru_cache(maxsize=256)
def _globs_of(text: str) -> list[list[str]]:
    """A workspace glob (`packages/*`, `apps/**`, `{a,b}/*`) cut at its slashes, one per choice in braces."""
    choices = [text.strip("/")[:500]]
    for _ in range(3):
        choices = [e for c in choices for e in _braced(c)][:64]
    return [normpath(c).split("/") for c in choices if c]


def _braced(text: str) -> list[str]:
    found = re.search(r"\{([^{}]*)\}", text)
    return [text[: found.start()] + c + text[found.end() :] for c in found[1].split(",")] if found else [text]
