"""Changed code that no test looks at."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from nexus_diff.impact.tests import is_test
from nexus_diff.impact.tests_callers import Callers
from nexus_diff.languages import REGISTRY
from nexus_diff.model.answer import ChangedSymbol, TestGap
from nexus_diff.model.graph import CALL_THRESHOLD, REFERENCES

_TESTABLE = frozenset({"function", "method", "class", "constant"})
_REAL = frozenset({"added", "signature", "modified"})
UNREACHED = "no test reaches it"
UNCHANGED = "no test changed with it"


def gaps(head: Callers, changed: Iterable[ChangedSymbol]) -> tuple[TestGap, ...]:
    """Changed production symbols that no test reaches; and those that one does, when no test changed at all. None where no test is known:
    of code that is tested by other means, or not at all, nothing can be said."""
    symbols = list(changed)
    tested = any(head.layouts.in_tests(symbol.file) and symbol.change != "comment" for symbol in symbols)
    search = _Search(head)
    found = []
    for symbol in symbols:
        special = symbol.kind == "constant" and symbol.name.startswith("__")
        if symbol.kind not in _TESTABLE or special or _REAL.isdisjoint(symbol.changes) or head.layouts.in_tests(symbol.file):
            continue
        if symbol.kind == "constant" and not _used(head, symbol):
            continue
        why = UNREACHED if not search.reached(_parts(head, symbol)) else "" if tested else UNCHANGED
        if why:
            found.append(TestGap(id=symbol.id, file=symbol.file, name=symbol.qualified_name, why=why))
    if not found or not _any_tests(head, {gap.file for gap in found}):
        return ()
    return tuple(sorted(found, key=lambda gap: (gap.why != UNREACHED, gap.file, gap.name, gap.id)))


def _any_tests(head: Callers, files: Container[str]) -> bool:
    """Whether any file with tests is known, or tests may stand beside the code in one of these files."""
    known = (entry for entry in head.graph.files() if entry.language in REGISTRY)
    return any("test" in entry.marks or (entry.path in files and REGISTRY[entry.language].tests_anywhere) for entry in known)


def _used(head: Callers, constant: ChangedSymbol) -> bool:
    """Whether any code names a constant: what only `#if` asks for is no code that a test could run."""
    return any(True for _ in head.links(constant.id, 0))


def _parts(head: Callers, symbol: ChangedSymbol) -> list[str]:
    """A symbol, and what stands in it if it is a class: who calls a method reaches the class. One without anything in it is reached with
    the functions that name it."""
    if symbol.kind != "class":
        return [symbol.id]
    inside = [node.id for node in head.graph.nodes_in(symbol.file) if node.qualified_name.startswith(f"{symbol.qualified_name}.")]
    named = () if inside else head.graph.incoming(symbol.id, REFERENCES, CALL_THRESHOLD)
    return [symbol.id, *inside, *(relation.source for relation in named if not relation.source.startswith("File:"))]


class _Search:
    """Whether some test depends on a symbol: a depth-first walk that remembers what it has learnt."""

    def __init__(self, callers: Callers) -> None:
        self._callers = callers
        self._good: set[str] = set()

    def reached(self, starts: Sequence[str]) -> bool:
        """Whether one of them is. Stops at the first test, or at anything that is known to lead to one."""
        parents: dict[str, str] = dict.fromkeys(starts, "")
        stack = [(start, 0) for start in reversed(starts)]
        while stack:
            key, distance = stack.pop()
            node = self._callers.graph.node(key)
            if key in self._good or (node is not None and is_test(self._callers, node)):
                while key:
                    self._good.add(key)
                    key = parents[key]
                return True
            for link in self._callers.links(key, distance):
                if link.source not in parents:
                    parents[link.source] = key
                    stack.append((link.source, distance + 1))
        return False
