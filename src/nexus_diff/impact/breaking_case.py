"""What the rules about breaking call sites share: both sides, who became what, and which lines the change itself touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from nexus_diff.impact.lines import Range, kept_lines, new_lines, overlap
from nexus_diff.impact.values import Comparison
from nexus_diff.impact.written import written
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.nodes import file_id
from nexus_diff.link.values import Def
from nexus_diff.link.view import View
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.changes import FileChange
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import HERITAGE, IMPORTS, GraphReader

MOST_FILES = 400
"""Files that are searched for uses of what one file no longer offers."""
_WIDTH = 80


class Side(msgspec.Struct, frozen=True):
    """One revision: its graph, and its files."""

    graph: GraphReader
    view: View


class Pair(msgspec.Struct, frozen=True):
    """A class in base and what it is in head. `owners`: the classes of base whose members it no longer has for being itself: its own
    former self, and ancestors that it no longer extends."""

    old: Def
    new: Def
    name: str
    owners: tuple[Def, ...]


class Case:
    """One comparison. `cut`: what a limit left out → how many."""

    def __init__(self, comparison: Comparison, base: Side, head: Side, files: Iterable[FileChange]) -> None:
        self.comparison = comparison
        self.base = base
        self.head = head
        self.files = sorted(files, key=lambda change: (change.path, change.old_path))
        self.cut: dict[str, int] = {}
        self._old_id = {new: old for old, new in comparison.renames.items()}
        self._new_path = {f.old_path: f.path for f in self.files if f.status != "deleted" and f.old_path}
        self._old_path = {f.path: f.old_path for f in self.files if f.status not in ("added", "deleted")}
        self._gone = {f.old_path or f.path for f in self.files if f.status == "deleted"}
        self._touched = {f.path: [lines for hunk in f.hunks if (lines := new_lines(hunk))] for f in self.files}
        self._hunks = {f.path: f.hunks for f in self.files}
        self._new_includes: bool | None = None
        self._sites: dict[str, dict[int, list[Site]]] = {}

    # Who became what

    def new_id(self, base_id: str) -> str:
        """Id in head of a node of base, whether or not it is there."""
        return self.comparison.renames.get(base_id, base_id)

    def old_id(self, head_id: str) -> str:
        """The id in base of a symbol of head, its own when it has none there."""
        return self._old_id.get(head_id, head_id)

    def new_path(self, base_path: str) -> str | None:
        """Where a file of base stands in head, None when it is gone."""
        return None if base_path in self._gone else self._new_path.get(base_path, base_path)

    def old_path(self, head_path: str) -> str:
        """Where a file of head stands in base, its own path when it is new."""
        return self._old_path.get(head_path, head_path)

    def kept_line(self, head_path: str, base_line: int) -> int:
        """The line in head of a line of the same file in base, 0 when the change touched it."""
        return next((new for _, new in kept_lines(self._hunks.get(head_path, ()), [base_line])), 0)

    @property
    def new_includes(self) -> bool:
        """Whether a changed file includes something that no changed file included before."""
        if self._new_includes is None:
            sides = [(self.base, [f.old_path for f in self.files]), (self.head, [f.path for f in self.files])]
            before, after = (
                {imp.source for path in paths if (i := side.view.file(path)) for imp in i.facts.imports} for side, paths in sides
            )
            self._new_includes = not after <= before
        return self._new_includes

    def counterpart(self, value: Def) -> Def | None:
        """The definition in base that became a definition of head."""
        head_id = self.head.view.id_of(value)
        return self.base.view.place(self.old_path(value.path), self.old_id(head_id)) if head_id else None

    def successor(self, value: Def) -> Def | None:
        """The definition in head that a definition of base became."""
        base_id, path = self.base.view.id_of(value), self.new_path(value.path)
        if not base_id:
            return None
        there = self.head.graph.node(self.new_id(base_id))
        return self.head.view.place(there.file_path, there.id) if there is not None and path is not None else None

    def compiled(self, head_path: str) -> bool:
        """Whether a compiler looks up every name of a file of head."""
        index = self.head.view.file(head_path)
        return index is not None and index.language.compiled

    def misread(self, base_path: str) -> bool:
        """Whether a file of a compiled language could be read less well in head than in base, or macros may define things there that are
        not seen; of others, whether it could not be read in full."""
        was, path = self.base.view.file(base_path), self.new_path(base_path)
        now = self.head.view.file(path) if path is not None else None
        if now is None:
            return False
        known = len(was.facts.problems) if was is not None and now.language.compiled else 0
        nested = bool(now.facts.problems) and was is not None and bool(_nested(now) - _nested(was))
        return len(now.facts.problems) > known or nested or _made_by_macros(now)

    # Sites of head

    def in_diff(self, path: str, lines: Range) -> bool:
        """Whether the change itself touched one of the lines."""
        return any(overlap(lines, touched) for touched in self._touched.get(path, ()))

    def sites(self, index: FileIndex, line: int) -> list[Site]:
        """Sites that start on a line of a file of head."""
        known = self._sites.get(index.path)
        if known is None:
            known = self._sites[index.path] = {}
            for site in index.facts.sites:
                known.setdefault(site.line, []).append(site)
        return known.get(line, [])

    def importers(self, path: str) -> Iterator[str]:
        """Files of head that imported a file of base, and all files that changed."""
        found = [node.file_path for r in self.base.graph.incoming(file_id(path), IMPORTS, 0.0) if (node := self.base.graph.node(r.source))]
        yield from self.in_head(found)

    def in_head(self, base_paths: Iterable[str]) -> list[str]:
        """The files of head that these files of base became, and the changed ones, at most MOST_FILES."""
        kept = {new for path in base_paths if (new := self.new_path(path)) is not None}
        changed = [change.path for change in self.files if change.status != "deleted"]
        found = list(dict.fromkeys([*changed, *sorted(kept)]))
        if len(found) > MOST_FILES:
            key = f"files searched for breaking uses beyond the first {MOST_FILES}"
            self.cut[key] = max(self.cut.get(key, 0), len(found) - MOST_FILES)
        return found[:MOST_FILES]

    def site(self, index: FileIndex, lines: Range, scope: int, callee: str, kind: str, message: str) -> BreakingCallSite:
        """A finding at lines of a file of head."""
        return BreakingCallSite(
            file=index.path,
            line=lines[0],
            caller=caller_of(index, scope),
            callee=callee,
            kind=kind,
            message=message,
            in_diff=self.in_diff(index.path, lines),
        )


_MOST_HEIRS = 200


def heirs(side: Side, cls: Def) -> list[Def]:
    """Classes below, at most 200."""
    found: dict[str, Def] = {}
    todo = [side.view.id_of(cls)]
    while todo and len(found) < _MOST_HEIRS:
        for relation in side.graph.incoming(todo.pop(), HERITAGE, 0.0):
            node = side.graph.node(relation.source)
            place = side.view.place(node.file_path, node.id) if node is not None else None
            if place is not None and relation.source not in found:
                found[relation.source] = place
                todo.append(relation.source)
    return list(found.values())


def _nested(index: FileIndex) -> set[str]:
    """Names of functions within functions: a brace that is missed puts one method into another."""
    functions = {one.qualified for one in index.facts.definitions if one.kind in ("function", "method")}
    return {one.name for one in index.facts.definitions if one.qualified in functions and one.qualified.rpartition(".")[0] in functions}


def caller_of(index: FileIndex, scope: int) -> str:
    """Qualified name of the innermost definition around a scope, else the file."""
    scopes = index.facts.scopes
    while scope > 0:
        here = scopes[scope]
        if here.definition != NONE and index.nodes[here.definition] is not None:
            return index.facts.definitions[here.definition].qualified
        scope = here.parent
    return index.path


def text_of(index: FileIndex, expr: int) -> str:
    """An expression as code, cut to a readable length."""
    text = written(index.facts, expr)
    return f"`{text if len(text) <= _WIDTH else text[: _WIDTH - 1] + '…'}`"


def span_of(site: Site) -> Range:
    """First and last line of a site."""
    return site.line, max(site.line, site.end)


def called(e: x.Expr) -> tuple[int, tuple[x.Arg, ...]] | None:
    """What a call calls, and with what."""
    if isinstance(e, x.Call):
        return e.func, e.args
    return (e.type, e.args) if isinstance(e, x.New) else None


def _defines_there(index: FileIndex, scope: int) -> bool:
    """Whether definitions of a module or a class stand in a scope, rather than code that runs."""
    scopes = index.facts.scopes
    while scope > 0:
        if scopes[scope].kind in ("function", "lambda"):
            return False
        if scopes[scope].kind in ("class", "namespace"):
            return True
        scope = scopes[scope].parent
    return True


def _made_by_macros(index: FileIndex) -> bool:
    """Whether a macro is called where definitions stand: in Rust, what it makes is known only for macros of the same file."""
    facts = index.facts
    for site in facts.sites:
        e = facts.exprs[site.expr]
        if site.kind != "call" or not isinstance(e, x.Call) or not _defines_there(index, site.scope):
            continue
        func = facts.exprs[e.func]
        if isinstance(func, x.Name) and not e.args and func.name in index.names(0):
            continue  # a macro of the file, which is handed nothing: it makes what it says
        if isinstance(func, x.Name | x.Attr) and func.name.endswith("!") and func.name not in index.language.builtin_names:
            return True
    return False
