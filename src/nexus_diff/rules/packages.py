"""Packages without configuration: the first folder or module below each source root."""

# For maintainers. A Python root is the outermost folder of a chain of folders with `__init__.py`; else the root is the folder of the
# nearest package.json (its `src` or `lib`, if the file lies there, else the innermost folder that holds all code below it), or the top
# of the repository. The file that stands for a root
# (`__init__.py`, `index.ts`) is a package of its own, named like the root, for other roots only: within its root it re-exports.

from __future__ import annotations

from collections.abc import Iterable
from posixpath import commonpath

_PYTHON = (".py", ".pyi", ".pyw")
_SOURCE = ("src", "lib")
_FACADES = frozenset({"__init__", "index", "mod"})


class Packages:
    """Packages of one revision."""

    def __init__(self, files: Iterable[str], manifests: Iterable[str]) -> None:
        files = list(files)
        self._scripts = [path for path in files if not path.endswith(_PYTHON)]
        self._common: dict[str, str] = {}
        self._inits = {path.rpartition("/")[0] for path in files if path.rpartition("/")[2].partition(".")[0] == "__init__"}
        self._homes = {path.rpartition("/")[0] for path in manifests if path.rpartition("/")[2] == "package.json"}
        self._roots: dict[str, str | None] = {}
        self._found: dict[str, tuple[str, str]] = {}

    def of(self, path: str) -> tuple[str, str]:
        """(root, package) of a file: the package is "" for the file that stands for its root, the root is "-" where there is none."""
        found = self._found.get(path)
        if found is None:
            found = self._found[path] = self._find(path)
        return found

    def _find(self, path: str) -> tuple[str, str]:
        folder = path.rpartition("/")[0]
        root = self._python_root(folder) if path.endswith(_PYTHON) else self._script_root(folder)
        if root is None:
            return "-", ""
        inside = path[len(root) + 1 :] if root else path
        first, deeper, _ = inside.partition("/")
        name = first if deeper else first.partition(".")[0]
        if not deeper and name in _FACADES:
            return root, ""
        return root, f"{root}/{name}" if root else name

    def _python_root(self, folder: str) -> str | None:
        if folder not in self._roots:
            outer = folder.rpartition("/")[0]
            above = self._python_root(outer) if folder else None
            self._roots[folder] = above if above is not None else (folder if folder in self._inits and folder else None)
        return self._roots[folder]

    def _script_root(self, folder: str) -> str:
        home = folder
        while home and home not in self._homes:
            home = home.rpartition("/")[0]
        inside = (folder[len(home) + 1 :] if home else folder).partition("/")[0]
        return _join(home, inside) if inside in _SOURCE else self._shared(home)

    def _shared(self, home: str) -> str:
        """The innermost folder that holds all code below `home`: where there is but one folder, its own folders are the packages."""
        if home not in self._common:
            start = f"{home}/" if home else ""
            folders = [path.rpartition("/")[0] for path in self._scripts if path.startswith(start) and "/" in path]
            flat = any("/" not in path[len(start) :] for path in self._scripts if path.startswith(start))
            self._common[home] = home if flat or not folders else commonpath(folders)
        return self._common[home]

    def edge(self, source: str, target: str) -> tuple[str, str] | None:
        """The packages that an import between two files connects, None when it stays inside one or passes the face of its own root."""
        (root, start), (other, end) = self.of(source), self.of(target)
        if "-" in (root, other) or start == end:
            return None
        if root == other:
            return (start, end) if start and end else None
        return start or root, end or other


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
