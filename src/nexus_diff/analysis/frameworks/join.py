"""Records of all files → entry points: which object each route is put on, and by which prefixes that is reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from nexus_diff.analysis.frameworks.records import ELSEWHERE, Alias, Entry, Mount, Program, Record, Route, Thing
from nexus_diff.analysis.frameworks.registry import Framework
from nexus_diff.analysis.frameworks.styles import joined, shown
from nexus_diff.analysis.values import EntryPoint

MOST_PREFIXES = 24
"""Ways to one object that are told apart."""
_DEEPEST = 24
_MOST_STEPS = 2000
_LOOSE = "express"
"""What routes on objects that nobody can tell are taken to be, where the tree has such applications at all."""


def join(files: Iterable[tuple[str, Iterable[Record]]], frameworks: Mapping[str, Framework]) -> tuple[EntryPoint, ...]:
    """All entry points, sorted, each once."""
    routes: list[tuple[str, Route]] = []
    found: set[EntryPoint] = set()
    objects = _Objects(frameworks)
    for path, records in files:
        for record in records:
            if isinstance(record, Route):
                routes.append((path, record))
            elif isinstance(record, Entry):
                found.add(EntryPoint(record.handler, record.kind, _printable(record.name), record.framework, path, record.line))
            else:
                objects.add(record)
    for path, route in routes:
        for name, framework in objects.names(route):
            found.add(EntryPoint(route.handler, frameworks[framework].kind, _printable(name), framework, path, route.line))
    return tuple(sorted(found, key=lambda e: (e.file, e.line, e)))


def _printable(text: str) -> str:
    """Names come from strings of the repository: one line, nothing that steers a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in text)


class _Objects:
    """What routes are put on, and how that is reached."""

    def __init__(self, frameworks: Mapping[str, Framework]) -> None:
        self._frameworks = frameworks
        self._things: dict[str, list[Thing]] = {}
        self._above: dict[str, list[Mount]] = {}
        self._aliases: dict[str, list[str]] = {}
        self._programs: dict[str, set[str]] = {}
        self._kinds: set[str] = set()
        self._prefixes: dict[tuple[str, str], list[str]] = {}

    def add(self, record: Thing | Mount | Alias | Program) -> None:
        """Takes in one record of any file."""
        if isinstance(record, Thing):
            self._things.setdefault(record.key, []).append(record)
            self._kinds.add(record.kind)
        elif isinstance(record, Program):
            self._programs.setdefault(record.key, set()).add(record.name)
        elif isinstance(record, Mount):
            self._above.setdefault(record.child, []).append(record)
        else:
            self._aliases.setdefault(record.key, []).append(record.of)

    def names(self, route: Route) -> Iterator[tuple[str, str]]:
        """(name, framework) of the entry points that a route makes."""
        told: set[str] = set()
        for key in route.keys:
            for kind in sorted(self._kinds_of(key) or ({route.hint} if route.hint else set())):
                if kind in self._frameworks and (not route.wants or kind in route.wants):
                    told.add(kind)
                    yield from self._named(route, kind, self.prefixes(key, kind))
        if told or route.keys:
            known = bool(told) or any(self._kinds_of(key) for key in route.keys)
            if known or not route.loose:
                return
        kind = route.hint or (_LOOSE if route.loose and _LOOSE in self._kinds else "")
        if kind in self._frameworks and (not route.wants or kind in route.wants):
            yield from self._named(route, kind, [""])

    def _named(self, route: Route, kind: str, prefixes: Iterable[str]) -> Iterator[tuple[str, str]]:
        style = self._frameworks[kind].style
        for prefix in prefixes:
            path = shown(style, joined(style, prefix, route.path))
            for verb in route.verbs or ("",):
                yield (f"{verb} {path}" if verb else path), kind

    def _real(self, key: str) -> list[str]:
        """The objects that a key stands for: those handed to a parameter, through any number of calls; itself when there are none."""
        found: dict[str, None] = {}
        todo, seen = [key], {key}
        while todo:
            here = todo.pop()
            given = self._aliases.get(here, ())
            if not given or here in self._things or here in self._above:
                found[here] = None
            for other in given:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return list(found)

    def _kinds_of(self, key: str) -> set[str]:
        """Frameworks of an object: its own, else those of what it is reached through."""
        kinds: set[str] = set()
        todo = self._real(key)
        seen: set[str] = set()
        while todo and len(seen) < 1000:
            here = todo.pop()
            if here in seen:
                continue
            seen.add(here)
            own = {thing.kind for thing in self._things.get(here, ()) if thing.kind}
            kinds |= own
            if not own:
                todo.extend(other for mount in self._above.get(here, ()) for other in self._real(mount.parent))
        return kinds

    def prefixes(self, key: str, kind: str) -> list[str]:
        """All that may stand before a path put on an object, sorted."""
        found = self._prefixes.get((key, kind))
        if found is None:
            found = self._prefixes[key, kind] = sorted(self._ways(key, self._frameworks[kind].style))
        return found

    def _ways(self, key: str, style: str) -> set[str]:
        """Prefixes of all ways up from an object to one that is mounted nowhere. Cycles are not gone round."""
        found: set[str] = set()
        todo: list[tuple[str, str, tuple[str, ...]]] = [(here, "", ()) for here in self._real(key)]
        steps = 0
        while todo and steps < _MOST_STEPS and len(found) < MOST_PREFIXES:
            here, below, around = todo.pop()
            steps += 1
            up = list(self._up(here, below, (*around, here), style)) if len(around) < _DEEPEST else []
            todo.extend(up)
            if not up:
                found.update(joined(style, own, below) for own in self._own(here))
        return found

    def _up(self, here: str, below: str, around: tuple[str, ...], style: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """One step up: (object, what follows its own prefix, objects on the way)."""
        for mount in sorted(set(self._above.get(here, ()))):
            for parent in self._real(mount.parent):
                if parent not in around:
                    for own in [""] if mount.instead else self._own(here):
                        yield parent, joined(style, mount.prefix, joined(style, own, below)), around

    def _own(self, key: str) -> list[str]:
        programs = self._programs.get(key)
        known = {thing.prefix for thing in self._things.get(key, ())} - ({ELSEWHERE} if key in self._above else set())
        prefixes = programs or known or {""}
        return sorted(prefixes - {""} or prefixes)
