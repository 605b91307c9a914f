"""Members that a class has lost, used by their bare names: in its own methods, in those of classes below and inside."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Pair, span_of, text_of
from nexus_diff.impact.breaking_classes import member_of
from nexus_diff.impact.breaking_inside import within
from nexus_diff.impact.breaking_nothing import around, bound, closed
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Ext
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite


def bare_uses(case: Case, pair: Pair, gone: frozenset[str], index: FileIndex) -> Iterator[BreakingCallSite]:
    """Every bare name of the file that meant one of the lost members in base and means nothing in head."""
    if not (index.language.compiled and index.language.implicit_members):
        return
    seen: set[tuple[int, str]] = set()
    for site in index.facts.sites:
        for expr in within(index, site):
            e = index.facts.exprs[expr]
            if isinstance(e, x.Name) and e.name in gone and (site.line, e.name) not in seen and _lost(case, pair, index, e):
                seen.add((site.line, e.name))
                text = f"{_shown(index, site.expr, e.name)} uses `{e.name}`, which `{pair.name}` no longer has"
                yield case.site(index, span_of(site), site.scope, f"{pair.name}.{e.name}", "gone", text)


def _shown(index: FileIndex, expr: int, name: str) -> str:
    """The expression as code; of what initializes a field, its name."""
    e = index.facts.exprs[expr]
    made = isinstance(e, x.New) and isinstance(index.facts.exprs[e.type], x.Union)
    return f"`{name}(…)`" if made else text_of(index, expr)


def _lost(case: Case, pair: Pair, index: FileIndex, e: x.Name) -> bool:
    """Whether the name meant the member of the pair's class, and no class around has it or may have it now."""
    classes = around(case.head, index, e)
    found = case.head.view.context.scoping.global_name(index, e.name, None, index.facts.points[e.point].scope)
    if not classes or bound(case.head, index, e) or not all(isinstance(value, Ext) for value in found):
        return False
    if not all(closed(case.head, cls, e.name) and member_of(case.head.view, cls, e.name) is None for cls in classes):
        return False
    before = [case.counterpart(cls) for cls in classes]
    return any(cls is not None and member_of(case.base.view, cls, e.name) in pair.owners for cls in before)
