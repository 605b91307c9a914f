"""Two revisions side by side: which symbols are matched so far, and the sure matches (same file, same name, same place)."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import accumulate, takewhile

from nexus_diff.impact.lines import Range
from nexus_diff.impact.values import FileSymbols, Symbol
from nexus_diff.impact.written import signature
from nexus_diff.model.changes import FileChange, Hunk

_TRIVIAL_LINES = 3


class Side:
    """The symbols of the changed files of one revision, by node id."""

    def __init__(self, files: Iterable[FileSymbols]) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.home: dict[str, FileSymbols] = {}
        self.children: dict[str, list[Symbol]] = {}
        self.place: dict[str, int] = {}
        for file in files:
            self.children.setdefault(file.file.id, [])
            for symbol in file.symbols:
                self.symbols[symbol.node.id] = symbol
                self.home[symbol.node.id] = file
                siblings = self.children.setdefault(symbol.parent, [])
                self.place[symbol.node.id] = len(siblings)
                siblings.append(symbol)
        self.bodies = Counter((symbol.kind, symbol.span.body_hash) for symbol in self.symbols.values())
        self.names = Counter((symbol.node.file_path, symbol.node.qualified_name) for symbol in self.symbols.values())
        self._ordered: dict[str, tuple[list[Symbol], list[int]]] = {}
        self._signatures: dict[str, tuple[object, ...]] = {}

    def depth(self, symbol: Symbol) -> int:
        """How many symbols stand around it."""
        parent = self.symbols.get(symbol.parent)
        return 0 if parent is None else 1 + self.depth(parent)

    def signature(self, symbol: Symbol) -> tuple[object, ...]:
        """What callers see of it, without its name."""
        found = self._signatures.get(symbol.node.id)
        if found is None:
            found = self._signatures[symbol.node.id] = signature(self.home[symbol.node.id].facts, symbol.definition)
        return found

    def by_name(self, container: str) -> dict[str, list[Symbol]]:
        """Symbols directly in a container by their names as seen from there: those of members that stand outside of their class begin
        with its name."""
        found: dict[str, list[Symbol]] = {}
        for symbol in self.children.get(container, ()):
            found.setdefault(self.name_inside(symbol), []).append(symbol)
        return found

    def name_inside(self, symbol: Symbol) -> str:
        """The name of a symbol as seen from its container: with the namespaces or the class in between that are no symbols there."""
        around = self.symbols.get(symbol.parent)
        return symbol.definition.qualified.removeprefix(f"{around.definition.qualified}." if around is not None else "")

    def inside(self, container: str, lines: Range | None) -> list[Symbol]:
        """Symbols directly in a container (a symbol or file) that have some of the lines, their doc comments included."""
        if lines is None:
            return []
        known = self._ordered.get(container)
        if known is None:
            symbols = sorted(self.children.get(container, ()), key=lambda symbol: (symbol.span.doc, symbol.span.end))
            known = self._ordered[container] = (symbols, list(accumulate((symbol.span.end for symbol in symbols), max)))
        symbols, ends = known
        found = takewhile(lambda symbol: symbol.span.doc <= lines[1], symbols[bisect_left(ends, lines[0]) :])
        return [symbol for symbol in found if symbol.span.end >= lines[0]]

    def sibling(self, symbol: Symbol, step: int) -> Symbol | None:
        """The symbol `step` places further in the same container."""
        siblings, place = self.children[symbol.parent], self.place[symbol.node.id] + step
        return siblings[place] if 0 <= place < len(siblings) else None


class Matching:
    """Pairs of base and head symbols. A pair brings its children of the same name along."""

    def __init__(self, base: Side, head: Side) -> None:
        self.base, self.head = base, head
        self.head_of: dict[str, str] = {}
        self.base_of: dict[str, str] = {}
        self.hunks: dict[tuple[str, str], Sequence[Hunk]] = {}

    def add_files(self, base: FileSymbols, head: FileSymbols, change: FileChange) -> None:
        """The two sides of one changed file."""
        self.hunks[base.file.id, head.file.id] = change.hunks
        self._link(base.file.id, head.file.id)

    def add(self, base: Symbol, head: Symbol) -> bool:
        """Pairs two symbols, unless one has a partner already."""
        if base.node.id in self.head_of or head.node.id in self.base_of:
            return False
        self._link(base.node.id, head.node.id)
        return True

    def _link(self, base: str, head: str) -> None:
        self.head_of[base], self.base_of[head] = head, base
        old, new = self.base.by_name(base), self.head.by_name(head)
        for name, symbols in old.items():
            for one, other in _pairs(symbols, new.get(name, [])):
                self.add(one, other)

    def free_base(self) -> list[Symbol]:
        """Symbols of base without a partner, outermost first."""
        return _sorted(self.base, (symbol for key, symbol in self.base.symbols.items() if key not in self.head_of))

    def free_head(self) -> list[Symbol]:
        """Symbols of head without a partner, outermost first."""
        return _sorted(self.head, (symbol for key, symbol in self.head.symbols.items() if key not in self.base_of))

    def free(self, base: Symbol, head: Symbol) -> bool:
        """Whether neither has a partner."""
        return base.node.id not in self.head_of and head.node.id not in self.base_of

    def same_parent(self, base: Symbol, head: Symbol) -> bool:
        """Whether their containers are partners (or the two sides of one file)."""
        return self.head_of.get(base.parent) == head.parent

    def file_hunks(self, base: Symbol, head: Symbol) -> Sequence[Hunk] | None:
        """The hunks between their files when these are the two sides of one file."""
        key = self.base.home[base.node.id].file.id, self.head.home[head.node.id].file.id
        return self.hunks.get(key)

    def distinctive(self, base: Symbol) -> bool:
        """Whether no other symbol of its revision among the changed files has the same body, on either side."""
        key = (base.kind, base.span.body_hash)
        return self.base.bodies[key] <= 1 and self.head.bodies[key] <= 1


def trivial(symbol: Symbol) -> bool:
    """Whether so little stands in it that an equal body proves nothing."""
    span = symbol.span
    return span.end - span.line + 1 <= _TRIVIAL_LINES and span.complexity <= 1


def _sorted(side: Side, symbols: Iterable[Symbol]) -> list[Symbol]:
    return sorted(symbols, key=lambda symbol: (side.depth(symbol), symbol.node.file_path, symbol.span.start, symbol.node.id))


_ALIKE: tuple[Callable[[Symbol], Hashable], ...] = (
    lambda s: (s.kind, s.definition.modifiers, s.span.body_hash, s.span.signature_hash),
    lambda s: (s.kind, s.span.body_hash),
    lambda s: (s.kind, s.definition.modifiers, s.span.signature_hash),
    lambda s: (s.kind, s.definition.modifiers),
    lambda s: s.kind,
    lambda s: 0,
)
"""From most to least alike: how symbols that share a name are told apart."""


def _pairs(base: list[Symbol], head: list[Symbol]) -> list[tuple[Symbol, Symbol]]:
    if len(base) == 1 and len(head) == 1:
        return [(base[0], head[0])]
    found: list[tuple[Symbol, Symbol]] = []
    for key in _ALIKE:
        waiting: dict[Hashable, list[Symbol]] = {}
        for symbol in reversed(head):
            waiting.setdefault(key(symbol), []).append(symbol)
        for symbol in list(base):
            same = waiting.get(key(symbol))
            if same:
                other = same.pop()
                found.append((symbol, other))
                base = [one for one in base if one is not symbol]
                head = [one for one in head if one is not other]
    return found
