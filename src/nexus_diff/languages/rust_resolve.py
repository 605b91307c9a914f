"""Where the modules and crates of Rust lie: `crate`, `super`, `mod x;`, names of crates."""

from __future__ import annotations

import posixpath

from nexus_diff.languages.base import Probe, Resolved
from nexus_diff.languages.manifests import values
from nexus_diff.languages.rust_names import CRATES

MISSING = Resolved("missing")
MANIFEST = "cargo"
_ROOT_FILES = ("src/lib.rs", "src/main.rs")
_OWN_FILES = frozenset({"mod.rs", "lib.rs", "main.rs", "build.rs"})
_GATHERING = ("main.rs", "mod.rs", "lib.rs", "tests.rs", "all.rs", "it.rs", "integration.rs")
"""Usual names of a test that takes in the files beside it."""
_ROOT_FOLDERS = frozenset({"tests", "examples", "benches", "bin"})
"""Folders whose files are crates of their own."""


def resolve(path: str, source: str, probe: Probe) -> Resolved:
    """Where a source leads from the file at `path`: "crate", "super", "mod a/x" (module x below the inline module a), "path a.rs", or
    the name of a crate. Whether anything is found there is for the linker to say."""
    if source == "crate":
        return _found(crate_roots(path, probe))
    if source == "super":
        return _found(parents(path, probe))
    if source.startswith("mod "):
        return _module(path, source[4:], probe)
    if source.startswith("path "):
        return _file(posixpath.normpath(posixpath.join(posixpath.dirname(path), source[5:])), probe)
    return _crate(path, source, probe)


def _found(paths: tuple[str, ...]) -> Resolved:
    return Resolved("file", paths[0], paths[1:]) if paths else MISSING


def _file(path: str, probe: Probe) -> Resolved:
    return Resolved("file", path) if not path.startswith("..") and probe.file(path) else MISSING


def _module(path: str, name: str, probe: Probe) -> Resolved:
    """`mod name;`: beside a file that stands for its folder, else below a folder called after the file."""
    folder, _, base = path.rpartition("/")
    own = posixpath.join(folder, base.removesuffix(".rs"))
    places = (folder, own) if base in _OWN_FILES or folder.rpartition("/")[2] in _ROOT_FOLDERS else (own, folder)
    for place in places:
        for candidate in (posixpath.join(place, f"{name}.rs"), posixpath.join(place, name, "mod.rs")):
            if candidate != path and probe.file(candidate):
                return Resolved("file", candidate)
    return MISSING


def package_of(path: str, probe: Probe) -> str | None:
    """The folder of the nearest Cargo.toml that has a package; None without one."""
    folder = posixpath.dirname(path)
    while True:
        facts = probe.manifest(MANIFEST, posixpath.join(folder, "Cargo.toml"))
        if facts is not None and values(facts).get("package"):
            return folder
        if not folder:
            return None
        folder = posixpath.dirname(folder)


def crate_roots(path: str, probe: Probe) -> tuple[str, ...]:
    """The root files of the crates that a file may belong to."""
    package = package_of(path, probe)
    if package is None:
        package = _folder_above_src(path)
    inside = path[len(package) :].lstrip("/") if package else path
    first, _, rest = inside.partition("/")
    if first in _ROOT_FOLDERS:
        return _root_in_folder(path, posixpath.join(package, first), rest, probe)
    if inside.startswith("src/bin/"):
        return _root_in_folder(path, posixpath.join(package, "src/bin"), inside[len("src/bin/") :], probe)
    if "/" not in inside and probe.file(path) and inside == "build.rs":
        return (path,)
    return roots_of_package(package, probe) or (path,)


def _root_in_folder(path: str, folder: str, rest: str, probe: Probe) -> tuple[str, ...]:
    """Root of a test, example or program: a file in the folder, or `main.rs` one folder down."""
    if "/" not in rest:
        return (path, *_gathering(path, folder, probe))
    first = posixpath.join(folder, rest.partition("/")[0])
    return next(((root,) for root in (f"{first}/main.rs", f"{first}.rs") if probe.file(root)), (path,))


def _gathering(path: str, folder: str, probe: Probe) -> tuple[str, ...]:
    """Files beside a test that may take it in as a module: the tests that Cargo.toml names, or one of a usual name."""
    package = package_of(path, probe) or ""
    facts = probe.manifest(MANIFEST, posixpath.join(package, "Cargo.toml"))
    named = values(facts).get("test_paths", ()) if facts is not None else ()
    usual = [posixpath.join(folder, name) for name in _GATHERING]
    full = [posixpath.normpath(posixpath.join(package, where)) for where in named]
    return tuple(found for found in dict.fromkeys([*full, *usual]) if found != path and probe.file(found))


def _folder_above_src(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[: parts.index("src")]) if "src" in parts[:-1] else posixpath.dirname(path)


def roots_of_package(package: str, probe: Probe) -> tuple[str, ...]:
    """The library of a package first, then its programs."""
    facts = probe.manifest(MANIFEST, posixpath.join(package, "Cargo.toml"))
    known = values(facts) if facts is not None else {}
    paths = [known.get("lib_path") or _ROOT_FILES[0], _ROOT_FILES[1], *known.get("bin_paths", ())]
    full = dict.fromkeys(posixpath.normpath(posixpath.join(package, path)) for path in paths)
    return tuple(path for path in full if probe.file(path))


def parents(path: str, probe: Probe) -> tuple[str, ...]:
    """The files that declare the module which the file at `path` is."""
    folder, _, base = path.rpartition("/")
    if base == "mod.rs":
        folder, _, base = folder.rpartition("/")
    elif base in _OWN_FILES:
        return ()
    if not folder:
        return tuple(p for p in ("lib.rs", "main.rs") if probe.file(p))
    candidates = [f"{folder}/mod.rs", f"{folder}.rs", f"{folder}/lib.rs", f"{folder}/main.rs"]
    found = tuple(p for p in candidates if p != path and probe.file(p))
    if folder.rpartition("/")[2] in _ROOT_FOLDERS:
        return tuple(dict.fromkeys([*found, *_gathering(path, folder, probe)]))
    return found or (crate_roots(path, probe) if folder.rpartition("/")[2] == "src" else ())


def _crate(path: str, name: str, probe: Probe) -> Resolved:
    """A crate by name: of this workspace, a dependency, or the standard library's."""
    if name in CRATES:
        return Resolved("external")
    package = package_of(path, probe)
    if package is None:
        return MISSING
    facts = probe.manifest(MANIFEST, posixpath.join(package, "Cargo.toml"))
    known = values(facts) if facts is not None else {}
    if name == known.get("lib_name"):
        return _found(roots_of_package(package, probe)[:1])
    dependency = known.get("dependencies", {}).get(name)
    if dependency is None:
        return MISSING
    local = _local(package, dependency, probe)
    return _found(roots_of_package(local, probe)[:1]) if local is not None else Resolved("external")


def _local(package: str, dependency: dict[str, object], probe: Probe) -> str | None:
    """The folder of a dependency that lies in the repository."""
    where = dependency.get("path")
    if isinstance(where, str):
        folder = posixpath.normpath(posixpath.join(package, where))
        return None if folder.startswith("..") else "" if folder == "." else folder
    if not dependency.get("workspace"):
        return None
    wanted = dependency.get("package")
    for path, facts in probe.manifests(MANIFEST):
        if values(facts).get("package") == wanted:
            return posixpath.dirname(path)
    return None
