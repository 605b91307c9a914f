"""Next.js: routes by the place of a file: `app/**/route.ts`, `app/**/page.tsx`, `pages/**`."""

from __future__ import annotations

import re

from nexus_diff.analysis.frameworks.reading import Reading
from nexus_diff.analysis.frameworks.records import Entry
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.link.nodes import file_id

_PLACE = re.compile(r"(?P<home>(?:.*/)?)(?P<kind>app|pages)/(?P<rest>.+)\.(?:[cm]?[jt]sx?)", re.ASCII)
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
_SPECIAL = frozenset({"_app", "_document", "_error", "404", "500", "middleware"})
_CONFIGS = ("next.config.js", "next.config.mjs", "next.config.ts", "next.config.cjs", "next-env.d.ts")


def _file(reading: Reading) -> None:
    place = _PLACE.fullmatch(reading.path)
    if place is None or "test" in reading.index.entry.marks:
        return
    rest = place["rest"].split("/")
    if place["kind"] == "app" and rest[-1] in ("route", "page") and _is_next(reading, place["home"]):
        _of_app(reading, _segments(rest[:-1]), rest[-1])
    elif place["kind"] == "pages" and rest[-1] not in _SPECIAL and _is_next(reading, place["home"]):
        path = _segments(rest[:-1] if rest[-1] == "index" else rest)
        _default(reading, "ANY" if rest[0] == "api" else "GET", path)


def _is_next(reading: Reading, home: str) -> bool:
    """Whether a folder is that of a Next.js application."""
    home = home.removesuffix("src/")
    found = [reading.context.world.file(home + name) for name in _CONFIGS]
    return any(found) or any(imp.source.partition("/")[0] == "next" for imp in reading.facts.imports)


def _segments(parts: list[str]) -> str:
    """The path of a folder: groups `(x)` and slots `@x` do not count."""
    return "/" + "/".join(part for part in parts if not (part.startswith("(") and part.endswith(")")) and not part.startswith("@"))


def _of_app(reading: Reading, path: str, name: str) -> None:
    if name == "page":
        _default(reading, "GET", path)
        return
    for verb in _VERBS:
        for node, line in _exported(reading, verb):
            reading.add(Entry(node, "http", f"{verb} {path}", "nextjs", line))


def _default(reading: Reading, verb: str, path: str) -> None:
    for node, line in _exported(reading, "default"):
        reading.add(Entry(node, "http", f"{verb} {path}", "nextjs", line))


def _exported(reading: Reading, name: str) -> list[tuple[str, int]]:
    """(node id, line) of what a file exports under a name; the file itself for a function without a node."""
    values = reading.context.modules.member(reading.path, name)
    if not values:
        return []
    node = next((found for value in values if (found := reading.node(value))), file_id(reading.path))
    lines = [span.line for d, span in zip(reading.facts.definitions, reading.facts.spans, strict=True) if d.scope == 0 and d.name == name]
    return [(node, lines[0] if lines else 1)]


NEXTJS = Framework(name="nextjs", group="js", file=_file)
