"""Versions of the code that makes facts and graphs: what another version made is not trusted.

Taken from the sources themselves, so that no change of a language or of the linker can forget to raise a number.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import nexus_diff

_EXTRACTION = ("model", "config", "languages", "extract")
_INDEXING = (*_EXTRACTION, "programs", "git", "link", "analysis", "index", "store")
"""Everything that `index` imports: which files are looked at and which are tests is decided by code of `git` and `config`."""
_GRAMMARS = ("c", "c-sharp", "cpp", "go", "java", "javascript", "python", "rust", "typescript")
_PARSERS = ("tree-sitter", *(f"tree-sitter-{name}" for name in _GRAMMARS))
_LIBRARIES = (*_PARSERS, "igraph", "pathspec")


@cache
def facts_version() -> str:
    """Names the code that turns a blob into facts, parsers included."""
    return _digest(_EXTRACTION, _PARSERS)


@cache
def graph_version() -> str:
    """Names the code that turns blobs into a graph."""
    return _digest(_INDEXING, _LIBRARIES)


def _digest(packages: tuple[str, ...], libraries: tuple[str, ...]) -> str:
    found = hashlib.sha256(nexus_diff.__version__.encode())
    top = Path(nexus_diff.__file__).parent
    for package in packages:
        for file in sorted((top / package).rglob("*.py")):
            found.update(file.relative_to(top).as_posix().encode())
            found.update(file.read_bytes())
    for name in libraries:
        try:
            found.update(f"{name} {version(name)}".encode())
        except PackageNotFoundError:
            continue
    return f"{nexus_diff.__version__}+{found.hexdigest()[:12]}"


if __name__ == "__main__":
    print(graph_version())
