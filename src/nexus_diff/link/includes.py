"""Which definitions a file sees by including files, and which of several of one name it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.link.alike import parameter_names
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import ANYWHERE, LOCAL, OPENED
from nexus_diff.link.values import Def, Mod, Value, Values
from nexus_diff.model.facts import Definition

if TYPE_CHECKING:
    from nexus_diff.link.context import Context

INCLUDES = "@includes"
"""Part of a file: what it includes."""
INCLUDE = "include"
"""Kind of such imports."""
MOST_FILES = 3000
"""Files that are followed from one file."""


class Includes:
    """What files include, directly and through others."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world

    def reached(self, path: str) -> frozenset[str]:
        """The file and all that it includes."""
        return self.world.session.ask(("included", path), lambda: self._reached(path), frozenset((path,)))

    def _reached(self, path: str) -> frozenset[str]:
        seen = {path}
        todo = [path]
        while todo and len(seen) < MOST_FILES:
            index = self.world.index(todo.pop())
            if index is None:
                continue
            self.world.part(index.path, "", INCLUDES)
            for imp in index.facts.imports:
                if imp.kind != INCLUDE:
                    continue
                for module in self.context.modules.target(index, imp.source):
                    if isinstance(module, Mod) and module.path not in seen:
                        seen.add(module.path)
                        todo.append(module.path)
        return frozenset(seen)

    def local(self, index: FileIndex, full: str) -> Values:
        """What is local to the file, in another block of the namespace, or to files that it includes."""
        candidates = self.world.candidates(f"{index.language.group}{LOCAL}", full)
        own = [c for c in candidates if c.startswith(f"{index.path}\t")]
        reached = self.reached(index.path) if candidates and not own else frozenset()
        found = (self.context.packages.named(c) for c in own or candidates if own or c.rpartition("\t")[0] in reached)
        return tuple(d for d in found if d is not None)

    def opened(self, index: FileIndex) -> tuple[str, ...]:
        """Namespaces that macros open which the file sees: what stands in them by their names may be meant anywhere, as no text says where
        the macros are used."""
        return self.world.session.ask(("opened", index.path), lambda: self._opened(index), ())

    def _opened(self, index: FileIndex) -> tuple[str, ...]:
        candidates = self.world.candidates(f"{index.language.group}{OPENED}", ANYWHERE)
        reached = self.reached(index.path) if candidates else frozenset()
        return tuple(sorted({full for path, _, full in (c.rpartition("\t") for c in candidates) if path in reached}))

    def macros(self, found: Values) -> bool:
        """Whether these are macros only: a function of their name may stand behind them."""
        definitions = [self._definition(v) for v in found if isinstance(v, Def)]
        return bool(found) and len(definitions) == len(found) and all(d is not None and "macro" in d.modifiers for d in definitions)

    def meant(self, index: FileIndex, found: Values) -> Values:
        """Of several definitions of one name those that the file means: what it includes, definitions of what is declared there, else the
        nearest by path."""
        defs = [v for v in found if isinstance(v, Def)]
        if len(defs) < 2 or len(defs) < len(found):
            return found
        reached = self.reached(index.path)
        seen = [d for d in defs if d.path in reached]
        outside = [d for d in defs if d.path not in reached and not self._is_declaration(d)]
        if not seen:
            return self._nearest(index.path, outside or defs)
        kept: dict[Value, None] = {}
        for d in seen:
            if not self._is_declaration(d):
                kept[d] = None
                continue
            same = [other for other in outside if self._takes(other) == self._takes(d)] or outside
            bodies = [other for other in seen if not self._is_declaration(other) and self._takes(other) == self._takes(d)]
            kept.update(dict.fromkeys(bodies or self._nearest(d.path, same) or (d,)))
        return tuple(kept)

    def _definition(self, d: Def) -> Definition | None:
        there = self.world.index(d.path)
        return there.facts.definitions[d.index] if there is not None else None

    def _is_declaration(self, d: Def) -> bool:
        definition = self._definition(d)
        return definition is not None and definition.kind == "signature"

    def _takes(self, d: Def) -> tuple[str, ...]:
        there = self.world.index(d.path)
        if there is None:
            return ()
        self.world.part(d.path, there.qualified(d.index), "()")
        return parameter_names(there, there.facts.definitions[d.index])

    def _nearest(self, path: str, defs: list[Def]) -> tuple[Def, ...]:
        """Those whose files have most folders, and then the name, in common with the file at `path`."""
        ranks = {d: _rank(path, d.path) for d in defs}
        best = max(ranks.values(), default=None)
        return tuple(d for d in defs if ranks[d] == best)


def _rank(one: str, other: str) -> tuple[int, bool]:
    shared = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        shared += 1
    return shared, one.rpartition("/")[2].partition(".")[0] == other.rpartition("/")[2].partition(".")[0]
