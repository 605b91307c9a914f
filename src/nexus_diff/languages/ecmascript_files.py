"""Files, folders and package entries as TypeScript and JavaScript name them."""

# For maintainers. The order is TypeScript's (bundler resolution), with two liberties: an implementation wins over a declaration
# file beside it, since the graph is about code that runs; and what package.json says about build output (`dist/index.js`) is
# mapped back to the source it was built from. Every question goes through the probe, which records it.

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from posixpath import dirname, normpath
from typing import Any, NamedTuple

from nexus_diff.languages.base import Probe
from nexus_diff.languages.manifests import values

TS_ORDER = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts")
JS_ORDER = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".d.mts", ".d.cts")
_REWRITES = {".js": (".ts", ".tsx", ".d.ts"), ".jsx": (".tsx", ".d.ts"), ".mjs": (".mts", ".d.mts"), ".cjs": (".cts", ".d.cts")}
_DECLARATION = re.compile(r"\.d(\.[cm]?ts)$")
_SCRIPT = re.compile(r"\.[cm]?[jt]sx?$")
_OUTPUT = frozenset(
    {"dist", "build", "out", "lib", "es", "esm", "cjs", "umd", "types", "output", "_dist", "dist-types", "module", "commonjs"}
)
_GENERATED = frozenset({"dist", "build", "out", "output", "_dist", "dist-types"})
_CONDITIONS = ("source", "development", "import", "module", "default", "node", "require", "browser", "worker", "types")
_ENTRY_FIELDS = ("source", "module", "main", "types", "typings")


class Tree(NamedTuple):
    """The tree to look in, and the order in which extensions are tried for this importer."""

    probe: Probe
    order: tuple[str, ...]


def join(base: str, relative: str) -> str | None:
    """`relative` seen from the folder `base`; None when it leaves the repository."""
    joined = normpath(f"{base}/{relative}" if base else relative or ".")
    if joined == ".":
        return ""
    return None if joined == ".." or joined.startswith(("../", "/")) else joined


def folders(base: str) -> Iterator[str]:
    """`base` and the folders around it, from inside out, the root last."""
    while base:
        yield base
        base = dirname(base)
    yield ""


def inside(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def path_of(target: str | None, tree: Tree) -> str | None:
    """The file that a path without a promise about its extension names: exact, with an extension, or a folder's entry."""
    if target is None:
        return None
    return file_of(target, tree) or _folder(target, tree)


def file_of(target: str, tree: Tree) -> str | None:
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
    if order is JS_ORDER or not rewrites:
        yield target
        yield from rewrites
    else:
        yield from (r for r in rewrites if not _DECLARATION.search(r))
        yield target
        yield from (r for r in rewrites if _DECLARATION.search(r))
    if not declared:
        for suffix in order:
            yield target + suffix


def _folder(target: str, tree: Tree) -> str | None:
    if not tree.probe.directory(target):
        return None
    manifest = tree.probe.manifest("package", inside(target, "package.json"))
    if manifest is not None and (found := package_entry(target, values(manifest), tree)):
        return found
    return file_of(inside(target, "index"), tree)


def package_entry(home: str, manifest: Mapping[str, Any], tree: Tree) -> str | None:
    fields = [manifest[f] for f in _ENTRY_FIELDS if isinstance(manifest.get(f), str)]
    targets = [*fields[:1], *exported(manifest.get("exports"), "."), *fields[1:]] if "source" in manifest else None
    for target in targets if targets is not None else [*exported(manifest.get("exports"), "."), *fields]:
        if found := source_of(home, target, tree):
            return found
    return None


def source_of(home: str, target: str, tree: Tree) -> str | None:
    """The source file behind a path of package.json, which may name build output that is not in the repository."""
    relative = join("", target)
    if not relative:
        return None
    parts = relative.split("/")
    built = list(_unbuilt(home, parts, tree)) if parts[0] in _OUTPUT else []
    exact = path_of(inside(home, relative), tree)
    if exact is not None and not (built and parts[0] in _GENERATED):
        return exact
    return built[0] if built else None


def _unbuilt(home: str, parts: list[str], tree: Tree) -> Iterator[str]:
    count = 1 + (len(parts) > 2 and parts[1] in _OUTPUT)
    for dropped in range(count, 0, -1):
        rest = "/".join(parts[dropped:])
        stem = _SCRIPT.sub("", _DECLARATION.sub(r"\1", rest))
        for prefix in ("src", "source", "") if stem else ("src", "source"):  # without either it is the package that asks
            if found := path_of(inside(home, inside(prefix, stem)), tree):
                yield found


def exported(exports: object, subpath: str) -> list[str]:
    """Targets that an `exports` map gives for `subpath` (`.` or `./x`), best condition first."""
    if not isinstance(exports, dict) or not any(isinstance(k, str) and k.startswith((".", "#")) for k in exports):
        return _targets(exports, "") if subpath == "." else []
    for pattern, star in matches(exports, subpath):
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


def matches(patterns: Mapping[str, Any], source: str) -> list[tuple[str, str]]:
    """Patterns with at most one `*` that `source` fits, exact ones first, then longest prefix, with what the star stands for."""
    found = [(pattern, "") for pattern in patterns if pattern == source]
    stars = []
    for pattern in patterns:
        prefix, star, suffix = pattern.partition("*")
        if star and len(source) >= len(prefix) + len(suffix) and source.startswith(prefix) and source.endswith(suffix):
            stars.append((-len(prefix), -len(suffix), pattern, source[len(prefix) : len(source) - len(suffix)]))
    return found + [(pattern, text) for _, _, pattern, text in sorted(stars)]


def split(source: str) -> tuple[str, str]:
    """Package name and subpath of a bare import."""
    parts = source.split("/")
    count = 2 if source.startswith("@") else 1
    return "/".join(parts[:count]), "/".join(parts[count:])
