"""Languages by name, by file suffix, and by the first line of a script."""

from __future__ import annotations

from nexus_diff.languages.base import Language
from nexus_diff.languages.c_family import CPP, C
from nexus_diff.languages.csharp import CSHARP
from nexus_diff.languages.go import GO
from nexus_diff.languages.java import JAVA
from nexus_diff.languages.python import PYTHON
from nexus_diff.languages.rust import RUST
from nexus_diff.languages.typescript import JAVASCRIPT, TSX, TYPESCRIPT

_ALL = (
    PYTHON,
    TYPESCRIPT,
    TSX,
    JAVASCRIPT,
    JAVA,
    GO,
    C,
    CPP,
    CSHARP,
    RUST,
)

REGISTRY: dict[str, Language] = {language.name: language for language in _ALL}
"""Every language that can be analysed, by name."""

SUFFIXES: dict[str, Language] = {suffix: language for language in REGISTRY.values() for suffix in language.suffixes}

INTERPRETERS = {
    "python": "python",
    "pypy": "python",
    "node": "javascript",
    "nodejs": "javascript",
    "deno": "typescript",
    "bun": "typescript",
}
"""Program named in a `#!` line, without its version → language."""

__all__ = ["REGISTRY", "by_suffix", "language_of"]


def by_suffix(path: str) -> Language | None:
    """The language of the path's longest known suffix (".d.ts" before ".ts")."""
    name = path.rpartition("/")[2]
    start = name.find(".", 1)
    while start >= 0:
        language = SUFFIXES.get(name[start:].lower())
        if language is not None:
            return language
        start = name.find(".", start + 1)
    return None


def language_of(path: str, first_bytes: bytes) -> Language | None:
    """The language of a file, by its suffix, else (for a file without one) by its `#!` line; None when it is not analysed."""
    language = by_suffix(path)
    if language is not None or "." in path.rpartition("/")[2] or not first_bytes.startswith(b"#!"):
        return language
    words = first_bytes[2:].split(b"\n", 1)[0].decode("ascii", "replace").split()
    programs = [word.rpartition("/")[2] for word in words if not word.startswith("-") and "=" not in word]
    program = next((name for name in programs if name != "env"), "").rstrip("0123456789.")
    return REGISTRY.get(INTERPRETERS.get(program, ""))
