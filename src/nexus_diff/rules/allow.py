"""Exceptions: edges that a rule is told to let pass, with who used them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nexus_diff.config.architecture import Allow
from nexus_diff.rules.parts import SymbolPattern, compiled

Name = tuple[str, str]
"""File and dotted name of one end of an edge; for an edge between files, the name is the file's."""


class Allowances:
    """The exceptions that hold. `used`: those that let something pass."""

    def __init__(self, entries: Iterable[Allow]) -> None:
        self._by_rule: dict[str, list[tuple[Allow, _End, _End]]] = {}
        self.entries = tuple(entries)
        for entry in self.entries:
            self._by_rule.setdefault(entry.rule, []).append((entry, _End(entry.source), _End(entry.target)))
        self.used: set[Allow] = set()

    def of(self, rule: str) -> bool:
        """Whether a rule has any."""
        return rule in self._by_rule

    def allowed(self, rule: str, source: Name, target: Name) -> bool:
        """Whether the rule lets this edge pass."""
        passes = False
        for entry, start, end in self._by_rule.get(rule, ()):
            if start.matches(source) and end.matches(target):
                self.used.add(entry)
                passes = True
        return passes


class _End:
    def __init__(self, text: str) -> None:
        self._path: re.Pattern[str] | None = compiled(text) if "/" in text else None
        names = text.split(".")
        around = [names[:-1], names[:-2] if names[-2:-1] and names[-2][:1].isupper() else []]
        self._names = [SymbolPattern(".".join(part)) for part in (names, *around) if part]

    def matches(self, name: Name) -> bool:
        """Whether it means this end. The name of a function or method means its file too: the import belongs to the call."""
        path, dotted = name
        if self._path is not None:
            return self._path.fullmatch(path) is not None
        return any(pattern.matches(dotted) for pattern in self._names)
