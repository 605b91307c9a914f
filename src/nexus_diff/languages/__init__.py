"""Languages by name, by file suffix, and by the first line of a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from nexus_diff.languages.base import Language

_HOMES = {
    "python": ("python", "PYTHON"),
    "typescript": ("typescript", "TYPESCRIPT"),
    "tsx": ("typescript", "TSX"),
    "javascript": ("typescript", "JAVASCRIPT"),
    "java": ("java", "JAVA"),
    "go": ("go", "GO"),
    "c": ("c_family", "C"),
    "cpp": ("c_family", "CPP"),
    "csharp": ("csharp", "CSHARP"),
    "rust": ("rust", "RUST"),
}
"""Language → module and name of its value. Modules are loaded when their language is asked for: most runs need one or two."""

SUFFIXES = {
    **dict.fromkeys((".py", ".pyi", ".pyw"), "python"),
    **dict.fromkeys((".ts", ".mts", ".cts"), "typescript"),
    ".tsx": "tsx",
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), "javascript"),
    ".java": "java",
    ".go": "go",
    **dict.fromkeys((".c", ".h"), "c"),
    **dict.fromkeys((".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tcc"), "cpp"),
    ".cs": "csharp",
    ".rs": "rust",
}
"""File suffix → language: what the languages say themselves."""


class _Registry(Mapping[str, Language]):
    """Languages by name, each loaded at its first use."""

    def __init__(self) -> None:
        self._loaded: dict[str, Language] = {}

    def __getitem__(self, name: str) -> Language:
        found = self._loaded.get(name)
        if found is None:
            module, value = _HOMES[name]
            found = self._loaded[name] = getattr(import_module(f"{__name__}.{module}"), value)
        return found

    def __contains__(self, name: object) -> bool:
        return name in _HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


REGISTRY: Mapping[str, Language] = _Registry()
"""Every language that can be analysed, by name."""

INTERPRETERS = {
    "python": "python",
    "pypy": "python",
    "node": "javascript",
    "nodejs": "javascript",
    "deno": "typescript",
    "bun": "typescript",
}
"""Program named in a `#!` line, without its version → language."""

_TITLES = {"csharp": "C#", "cpp": "C++", "typescript": "TypeScript", "javascript": "JavaScript", "tsx": "TypeScript"}

__all__ = ["REGISTRY", "by_suffix", "language_of", "names_for_people"]


def names_for_people() -> list[str]:
    """The languages as people write them, in order."""
    return sorted({_TITLES.get(name, name.capitalize()) for name in REGISTRY})


def by_suffix(path: str) -> Language | None:
    """The language of the path's longest known suffix (".d.ts" before ".ts")."""
    name = path.rpartition("/")[2]
    start = name.find(".", 1)
    while start >= 0:
        language = SUFFIXES.get(name[start:].lower())
        if language is not None:
            return REGISTRY[language]
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
