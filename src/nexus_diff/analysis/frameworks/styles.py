"""How prefixes and paths are put together: each framework has its own way with slashes."""

from __future__ import annotations

from collections.abc import Callable

MOST_TEXT = 500


def joined(style: str, prefix: str, path: str) -> str:
    """`path` below `prefix`, at most MOST_TEXT characters."""
    return STYLES[style](prefix, path)[:MOST_TEXT]


_OPEN = ("", "/", "*", "(", "…")
"""What a path of Node's frameworks starts with that is whole as it is."""


def shown(style: str, path: str) -> str:
    """A whole path as users know it."""
    if style == "words":
        return path or "(default)"
    if style == "node":
        return "/" + path if path[:1] not in _OPEN else path or "/"
    return "/" + path if style == "django" and not path.startswith("/") else path or "/"


def _slashed(prefix: str, path: str) -> str:
    """One slash in between; a path of nothing adds nothing."""
    if not path or not prefix:
        return path or prefix
    return prefix.rstrip("/") + "/" + path.lstrip("/")


def _loose(prefix: str, path: str) -> str:
    """As Node's frameworks match: a trailing slash makes no difference."""
    found = _slashed(prefix, path)
    return found.rstrip("/") or "/" if path == "/" and prefix else found


def _plain(prefix: str, path: str) -> str:
    return prefix + path


def _words(prefix: str, path: str) -> str:
    return f"{prefix} {path}".strip()


STYLES: dict[str, Callable[[str, str], str]] = {"flask": _slashed, "node": _loose, "plain": _plain, "django": _plain, "words": _words}
"""Way of joining by name."""
