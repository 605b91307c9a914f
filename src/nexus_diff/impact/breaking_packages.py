"""Names that a package no longer offers, in languages whose files see one another's names: uses of them, and imports of a package that is
gone."""

# For maintainers. A name that moved to another file of its package is no loss. As with modules, a wrong "no" becomes a wrong finding: files
# that did not parse, imports of all names and names that mean anything else in head end in silence.

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nexus_diff.impact.breaking_case import Case, span_of, text_of
from nexus_diff.impact.breaking_names import became, bound, reads
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.types import children
from nexus_diff.link.values import Space
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import HERITAGE

_NAMED = frozenset({"function", "class", "interface", "enum", "type", "variable"})
_USES = frozenset({"CALLS", "REFERENCES"}) | HERITAGE


class _Gone(msgspec.Struct, frozen=True):
    """A name of `package` that base had in `path` and head has nowhere; `node_id` in base."""

    package: str
    name: str
    path: str
    node_id: str


def lost_in_packages(case: Case) -> Iterator[BreakingCallSite]:
    """Every use in head of a name that its package has lost."""
    users: dict[str, list[_Gone]] = {}
    for gone in _lost(case):
        sources = [case.base.graph.node(r.source) for r in case.base.graph.incoming(gone.node_id, _USES, 0.0)]
        for path in case.in_head([node.file_path for node in sources if node is not None]):
            users.setdefault(path, []).append(gone)
    for path, names in sorted(users.items()):
        index = case.head.view.file(path)
        if index is not None and not index.facts.problems:
            yield from _uses(case, {gone.name: gone for gone in names}, index)
    yield from _imports(case)


def _lost(case: Case) -> Iterator[_Gone]:
    for change in case.files:
        old = case.base.view.file(change.old_path) if change.status != "added" else None
        package = case.base.view.context.packages.prefix(old) if old is not None and old.language.qualified_imports is False else None
        if old is None or package is None or not old.language.outside_members:
            continue
        new = case.head.view.file(change.path) if change.status != "deleted" else None
        if new is not None and new.facts.problems:
            continue
        bound_names = old.names(0)
        for position, definition in enumerate(old.facts.definitions):
            node = old.nodes[position]
            if node is None or definition.scope != 0 or definition.kind not in _NAMED or definition.name not in bound_names:
                continue
            if not case.head.view.context.packages.all_named(old.language.group, joined(package, definition.name)):
                yield _Gone(package, definition.name, old.path, node.id)


def _uses(case: Case, names: dict[str, _Gone], index: FileIndex) -> Iterator[BreakingCallSite]:
    seen: set[tuple[int, str]] = set()
    for site, read in reads(index):
        for expr in _leaves(index, site, site.expr if site.kind in ("type", "base") else read):
            gone = _named(case, names, index, expr)
            if gone is not None and (site.line, gone.name) not in seen:
                seen.add((site.line, gone.name))
                shown = text_of(index, expr if site.kind in ("type", "base") else site.expr)
                text = f"{shown} uses `{gone.name}`, which is gone{became(case, gone.path, gone.name)}"
                yield case.site(index, span_of(site), site.scope, gone.name, "gone", text)


def _leaves(index: FileIndex, site: Site, expr: int) -> list[int]:
    """The names in what a site is about: of a type, all that it is made of; else what stands at its start, and what is read of that."""
    e = index.facts.exprs[expr]
    if site.kind in ("type", "base"):
        found, todo = [], [expr]
        while todo:
            here = todo.pop()
            e = index.facts.exprs[here]
            if isinstance(e, (x.Name, x.Attr)):
                found.append(here)
            else:
                todo.extend(part for part in children(e) if part != NONE)
        return found
    found = []
    while isinstance(e, (x.Name, x.Attr, x.Call, x.New, x.Apply)):
        if isinstance(e, (x.Name, x.Attr)):
            found.append(expr)
        expr = e.value if isinstance(e, x.Attr) else e.func if isinstance(e, x.Call) else NONE if isinstance(e, x.Name) else e.type
        if expr == NONE:
            break
        e = index.facts.exprs[expr]
    return found


def _named(case: Case, names: dict[str, _Gone], index: FileIndex, expr: int) -> _Gone | None:
    """What is gone of the names that an expression may mean, None when it means something else."""
    e = index.facts.exprs[expr]
    gone = names.get(e.name) if isinstance(e, (x.Name, x.Attr)) else None
    if gone is None:
        return None
    if isinstance(e, x.Attr):
        value = case.head.view.sole(index, e.value)
        return gone if isinstance(value, Space) and value.name == gone.package else None
    if not isinstance(e, x.Name) or index.star_imports or e.name in index.language.builtin_names or bound(index, e):
        return None
    if case.head.view.context.packages.prefix(index) != gone.package:
        return None
    return gone if not case.head.view.value(index, expr) else None


def _imports(case: Case) -> Iterator[BreakingCallSite]:
    """Imports of a package whose folder is gone."""
    gone: dict[str, list[str]] = {}
    for change in case.files:
        folder = change.old_path.rpartition("/")[0]
        if change.status in ("deleted", "renamed") and not case.head.view.world.directory(folder):
            gone.setdefault(folder, []).append(change.old_path)
    for path in dict.fromkeys(p for paths in gone.values() for old in paths for p in case.importers(old)):
        index, before = case.head.view.file(path), case.base.view.file(case.old_path(path))
        if index is None or before is None:
            continue
        for position, imp in enumerate(index.facts.imports):
            was = case.base.view.context.modules.resolve(before, imp.source)
            now = case.head.view.context.modules.resolve(index, imp.source)
            if was.kind == "directory" and was.path in gone and now.kind in ("external", "missing"):
                line = index.facts.import_lines[position]
                yield case.site(index, (line, line), imp.scope, imp.source, "import", f"imports `{imp.source}`, which is gone")
