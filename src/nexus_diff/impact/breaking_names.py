"""Names that a module no longer offers: imports of them, uses through the module, uses in the module itself."""

# For maintainers. A name counts as lost when base surely offered it and head surely does not: stars, `__getattr__`, submodules, CommonJS
# and whatever else may offer a name that is not written down is taken to offer it. So nothing here depends on what a name stands for.

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nexus_diff.impact.breaking_case import Case, called, span_of, text_of
from nexus_diff.impact.breaking_offers import common_js, computed, offers
from nexus_diff.impact.lines import Range
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Mod
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Import, Site


class _Lost(msgspec.Struct, frozen=True):
    """A file of base with the names that it offered and head does not. `gone`: the file itself is gone."""

    path: str
    names: frozenset[str]
    gone: bool = False


def lost_names(case: Case) -> Iterator[BreakingCallSite]:
    """Every import and use in head of a name that its module has lost."""
    for lost in _lost(case):
        for path in case.importers(lost.path):
            index = case.head.view.file(path)
            if index is not None:
                yield from _imports(case, lost, index)
                if not lost.gone:
                    yield from _attributes(case, lost, index)
        here = case.head.view.file(case.new_path(lost.path) or "")
        if here is not None and not lost.gone:
            yield from _own_uses(case, lost, here)


def _lost(case: Case) -> Iterator[_Lost]:
    for change in case.files:
        old = case.base.view.file(change.old_path) if change.status != "added" else None
        if old is None or old.language.compiled:
            continue
        names = frozenset(name for name in ("default", *old.names(0), *old.exports, *common_js(old)) if not name.startswith("module."))
        if change.status == "deleted" or change.old_path != change.path:
            if change.old_path not in case.head.view.world.files:
                yield _Lost(change.old_path, names, gone=True)
            continue
        new = case.head.view.file(change.path)
        if new is None or new.facts.problems:
            continue
        gone = frozenset(n for n in names if offers(case.base, old.path, n) is True and offers(case.head, new.path, n) is False)
        kept_inside = frozenset(n for n in names - gone if n in old.names(0) and n not in new.names(0))
        if gone or kept_inside:
            yield _Lost(old.path, gone | kept_inside)


# Imports


def _imports(case: Case, lost: _Lost, index: FileIndex) -> Iterator[BreakingCallSite]:
    for position, imp in enumerate(index.facts.imports):
        if "attempted" in imp.flags or not _leads_to(case, lost, index, imp):
            continue
        line = index.facts.import_lines[position]
        if lost.gone:
            if _gone_with(case, lost, index, imp):
                source = imp.source if case.base.view.module(index, imp.source) == lost.path else f"{imp.source}.{imp.name}"
                text = f"imports `{source}`, which is gone{became(case, lost.path, '')}{_static(imp)}"
                yield case.site(index, (line, line), imp.scope, source, "import", text)
        elif _lacks(case, lost, imp.name):
            where = became(case, lost.path, imp.name)
            text = f"imports `{imp.name}` from `{imp.source}`, where it is gone{where}{_used(index, imp)}{_static(imp)}"
            yield case.site(index, (line, line), imp.scope, imp.name, "import", text)


def _lacks(case: Case, lost: _Lost, name: str) -> bool:
    """Whether others got the name from the file in base, and do not in head."""
    there = case.new_path(lost.path)
    if name not in lost.names or there is None:
        return False
    return offers(case.head, there, name) is False and offers(case.base, lost.path, name) is True


def _leads_to(case: Case, lost: _Lost, index: FileIndex, imp: Import) -> bool:
    """Whether the import led to the file in base."""
    if imp.source and not (imp.name or imp.alias) and not lost.gone:
        return False
    if case.base.view.module(index, imp.source) == lost.path:
        return True
    return lost.gone and imp.name not in ("", "*", "=", "default") and case.base.view.imported(index, imp) == (Mod(lost.path),)


def _gone_with(case: Case, lost: _Lost, index: FileIndex, imp: Import) -> bool:
    """Whether head has nothing for the import that led to a file which is gone."""
    if case.base.view.module(index, imp.source) == lost.path:
        return case.head.view.context.modules.resolve(index, imp.source).kind in ("external", "missing")
    package = case.head.view.module(index, imp.source)
    return package is not None and offers(case.head, package, imp.name) is False


def became(case: Case, path: str, name: str) -> str:
    """What became of a name of a file, or of the file, as far as the comparison says."""
    for change in case.comparison.changes:
        old, symbol = change.symbol.old, change.symbol
        if old is None or old.file != path or (old.name != name if name else symbol.kind != "file"):
            continue
        if not name:
            return f": it is `{symbol.file}` now"
        place = f" in `{symbol.file}`" if symbol.file != path else ""
        return f": it is `{symbol.qualified_name}`{place} now"
    return ""


def _static(imp: Import) -> str:
    return " (for type checking only)" if "type_only" in imp.flags else ""


def _used(index: FileIndex, imp: Import) -> str:
    """Lines on which the name is used, for the message."""
    lines = sorted({site.line for site in index.facts.sites if (e := _root(index, site)) is not None and e.name == imp.alias})
    shown = ", ".join(map(str, lines[:5])) + (" …" if len(lines) > 5 else "")
    return f" (used on line{'s' if len(lines) > 1 else ''} {shown})" if lines and imp.alias else ""


def _root(index: FileIndex, site: Site) -> x.Name | None:
    """The name that a call, an attribute or a name begins with."""
    e = index.facts.exprs[site.expr]
    while not isinstance(e, x.Name):
        inner = (
            e.func if isinstance(e, x.Call) else e.type if isinstance(e, (x.New, x.Apply)) else e.value if isinstance(e, x.Attr) else NONE
        )
        if inner == NONE:
            return None
        e = index.facts.exprs[inner]
    return e


# Uses


def _attributes(case: Case, lost: _Lost, index: FileIndex) -> Iterator[BreakingCallSite]:
    """`module.name` where the module has lost the name."""
    seen: set[tuple[Range, str]] = set()
    for site, expr in reads(index):
        e = index.facts.exprs[expr]
        if not isinstance(e, x.Attr) or e.name not in lost.names or site.kind == "attr_set" or (span_of(site), e.name) in seen:
            continue
        if _module_of(case, index, e.value) == case.new_path(lost.path) and _lacks(case, lost, e.name):
            seen.add((span_of(site), e.name))
            gone = f"uses `{e.name}`, which `{case.new_path(lost.path)}` no longer has{became(case, lost.path, e.name)}"
            text = f"{text_of(index, site.expr)} {gone}"
            yield case.site(index, span_of(site), site.scope, e.name, "gone", text)


def _module_of(case: Case, index: FileIndex, expr: int) -> str | None:
    """Path of the module that an expression surely is."""
    if index.dotted(expr) in ("exports", "module.exports") and not index.language.exports_by_default:
        return index.path
    value = case.head.view.sole(index, expr)
    return value.path if isinstance(value, Mod) else None


def reads(index: FileIndex) -> Iterator[tuple[Site, int]]:
    """Sites with the expression that each is about: of a call, what it calls."""
    for site in index.facts.sites:
        if site.kind == "string":
            continue
        call = called(index.facts.exprs[site.expr]) if site.kind in ("call", "jsx", "decorator", "base") else None
        expr = call[0] if call is not None else site.expr
        e = index.facts.exprs[expr]
        yield site, e.type if isinstance(e, x.Apply) else expr


def _own_uses(case: Case, lost: _Lost, index: FileIndex) -> Iterator[BreakingCallSite]:
    """Uses of a name in the module that no longer binds it. Where files of a package see one another's names, see `breaking_packages`."""
    if index.language.package_of is not None:
        return
    if any(imp.kind != "reexport" for imp in map(index.facts.imports.__getitem__, index.star_imports)) or computed(index):
        return
    old = case.base.view.file(lost.path)
    seen: set[tuple[int, str]] = set()
    for site in index.facts.sites:
        e = _root(index, site)
        if e is None or e.name not in lost.names or e.name in index.language.builtin_names or (site.line, e.name) in seen:
            continue
        if bound(index, e) or old is None or not _binds_something_of_ours(case, old, e.name):
            continue
        seen.add((site.line, e.name))
        text = f"{text_of(index, site.expr)} uses `{e.name}`, which is gone{became(case, lost.path, e.name)}"
        yield case.site(index, span_of(site), site.scope, e.name, "gone", text)


def bound(index: FileIndex, e: x.Name) -> bool:
    """Whether any scope around binds the name."""
    scope = index.facts.points[e.point].scope
    scopes = index.facts.scopes
    while scope >= 0:
        here = scopes[scope]
        if e.name in index.names(scope) or index.parameter(scope, e.name) != NONE or e.name in here.globals:
            return True
        if here.definition != NONE and any(p.name == e.name for p in index.facts.definitions[here.definition].type_params):
            return True
        scope = here.parent
    return False


def _binds_something_of_ours(case: Case, old: FileIndex, name: str) -> bool:
    """Whether the name stood for something written in the repository: a library's name may have become a global one."""
    for _, binding in old.names(0).get(name, ()):
        if binding.imported != NONE:
            imp = old.facts.imports[binding.imported]
            if case.base.view.module(old, imp.source) is None:
                return False
        elif binding.block:
            return False
    return True
