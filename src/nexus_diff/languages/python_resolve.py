"""Where a Python import leads, by the files of the tree alone."""

# For maintainers. What `sys.path` will hold is unknown, so every folder that could be on it and holds the top-level name is a
# candidate: the importing file's own folder and those around it first (tests, scripts, a `src` layout's own code), then `src` and `lib`,
# then any other place if there is but one. A folder that is itself a package is no root: `import json` inside `pkg/` does not mean
# `pkg/json.py`. A folder without an init file is a (namespace) package only where nothing better is found, and never far away, because
# a folder that happens to be called like an installed library must not stand for it.

from __future__ import annotations

from collections.abc import Iterable

from nexus_diff.languages.base import Probe, Resolved
from nexus_diff.languages.python_names import STANDARD_MODULES

PACKAGE_FILES = ("__init__.py", "__init__.pyi")
SUFFIXES = (".py", ".pyi", ".pyw")
USUAL_ROOTS = ("src", "lib")
MOST_OTHER_ROOTS = 20
"""With more folders than this that hold the name, none of them is looked at."""


def resolve(path: str, source: str, probe: Probe) -> Resolved:
    """Where `import source` in the file at `path` leads."""
    folder = path.rpartition("/")[0]
    names = source.lstrip(".")
    dots = len(source) - len(names)
    if dots:
        return _relative(folder, names, dots, probe)
    return _absolute(folder, names.split("."), probe) or Resolved("external")


def _relative(folder: str, names: str, dots: int, probe: Probe) -> Resolved:
    steps = folder.split("/") if folder else []
    if dots - 1 > len(steps):
        return Resolved("missing")
    base = _join("/".join(steps[: len(steps) - (dots - 1)]), names.replace(".", "/"))
    return _module(base, probe) or _folder(base, probe) or Resolved("missing")


def _absolute(folder: str, names: list[str], probe: Probe) -> Resolved | None:
    top = names[0]
    holders = probe.roots(top)
    near = sorted((root for root in holders if _around(root, folder)), key=len, reverse=True)
    if top in STANDARD_MODULES:
        near = [root for root in near if not _inside_package(root, probe)]
        return _first(near, names, probe)
    near = [root for root in near if not _is_package(root, probe)]
    near += [root for root in USUAL_ROOTS if root in holders and root not in near and not _is_package(root, probe)]
    found = _first(near, names, probe)
    if found is not None:
        return found
    other = _only_other([root for root in holders if root not in near and not _around(root, folder)], top, probe)
    if other is not None:
        found = _first([other], names, probe)
    return found or next((found for root in near if (found := _folder(_join(root, "/".join(names)), probe))), None)


def _first(roots: Iterable[str], names: list[str], probe: Probe) -> Resolved | None:
    inside = "/".join(names)
    return next((found for root in roots if (found := _module(_join(root, inside), probe))), None)


def _only_other(roots: list[str], top: str, probe: Probe) -> str | None:
    if len(roots) > MOST_OTHER_ROOTS:
        return None
    fitting = [root for root in roots if not _is_package(root, probe) and _module(_join(root, top), probe)]
    return fitting[0] if len(fitting) == 1 else None


def _around(root: str, folder: str) -> bool:
    return root in ("", folder) or folder.startswith(f"{root}/")


def _is_package(folder: str, probe: Probe) -> bool:
    return folder != "" and any(probe.file(f"{folder}/{name}") for name in PACKAGE_FILES)


def _inside_package(folder: str, probe: Probe) -> bool:
    """Whether the folder or one around it is a package."""
    while folder:
        if _is_package(folder, probe):
            return True
        folder = folder.rpartition("/")[0]
    return False


def _module(base: str, probe: Probe) -> Resolved | None:
    """The package (which wins) or module at `base`, without suffix."""
    files = [_join(base, name) for name in PACKAGE_FILES]
    if base:
        files += [base + suffix for suffix in SUFFIXES]
    return next((Resolved("file", file) for file in files if probe.file(file)), None)


def _folder(base: str, probe: Probe) -> Resolved | None:
    return Resolved("directory", base) if not base or probe.directory(base) else None


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder and name else folder or name
