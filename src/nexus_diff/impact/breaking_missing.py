"""Types, constants and imports that a compiler does not find any more."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_arity import another, arity, arity_of, given, open_name
from nexus_diff.impact.breaking_case import Case, span_of, text_of
from nexus_diff.impact.breaking_inside import named
from nexus_diff.impact.breaking_nothing import leads, means_nothing
from nexus_diff.impact.breaking_pairs import Use, uses
from nexus_diff.impact.breaking_rejected import Suspect, became, gone, suspects
from nexus_diff.link.values import Def
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.expr import Name
from nexus_diff.model.graph import CALLS, HERITAGE, REFERENCES

_NAMED = REFERENCES | HERITAGE


def missing_names(case: Case) -> Iterator[BreakingCallSite]:
    """Every name in head that meant a type, a constant or a function in base and means nothing now; imports of such."""
    for suspect in suspects(case):
        base, head = suspect.change.base, suspect.change.head
        count = arity(case.base, suspect.old)
        there = head is not None and base is not None and head.node.id == base.node.id and count == arity_of(case.head, head.node)
        if base is None or there or case.misread(suspect.old.path):
            continue
        yield from _imports(case, suspect)
        for use in uses(case, suspect.id, _NAMED):
            if use.line and not _found(case, use, base.node.name, count):
                yield from _names(case, suspect, use, base.node.name, count)


def _found(case: Case, use: Use, name: str, count: int | None) -> bool:
    """Whether what stands on the line in head uses something of that name there: the caller, or, where functions changed places, another
    one. `count`: its type parameters, where they tell types apart."""
    around = (node.id for node in case.head.graph.nodes_in(use.new.path) if node.start_line <= use.line <= node.end_line)
    for caller in (use.caller, *around):
        for relation in case.head.graph.outgoing(caller, _NAMED | CALLS, 0.0):
            node = case.head.graph.node(relation.target) if relation.line == use.line else None
            if node is not None and node.name == name and (count is None or arity_of(case.head, node) in (None, count)):
                return True
    return False


def _names(case: Case, suspect: Suspect, use: Use, name: str, count: int | None) -> Iterator[BreakingCallSite]:
    for site in case.sites(use.new, use.line):
        for expr in named(use.new, site, name):
            if count is not None and (given(use.new, site, expr) != count or another(case.head, use.new, expr, count)):
                continue
            if means_nothing(case, use, expr, suspect.old):
                plain = isinstance(use.new.facts.exprs[expr], Name)
                called = open_name(name, count)
                text = f"`{called}` is gone{became(suspect)}" if plain else f"{text_of(use.new, expr)} {gone(suspect)}"
                yield case.site(use.new, span_of(site), site.scope, suspect.name, "gone", text)
                return


def _imports(case: Case, suspect: Suspect) -> Iterator[BreakingCallSite]:
    """Imports that led to the symbol and lead nowhere now."""
    for path in case.importers(suspect.old.path):
        index, old = case.head.view.file(path), case.base.view.file(case.old_path(path))
        if index is None or old is None or not index.language.compiled:
            continue
        name = suspect.name.rpartition(".")[2]
        written = {(imp.source, imp.name): imp for imp in old.facts.imports if imp.name == name}
        for position, imp in enumerate(index.facts.imports):
            was = written.get((imp.source, imp.name))
            if was is None or case.base.view.imported(old, was) != (Def(suspect.old.path, suspect.old.index),):
                continue
            if not leads(case.head, index, position):
                line = index.facts.import_lines[position]
                text = f"imports `{imp.name}` from `{imp.source}`, where it is gone{became(suspect)}"
                yield case.site(index, (line, line), imp.scope, suspect.name, "import", text)
