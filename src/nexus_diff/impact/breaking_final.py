"""Heirs of what has become final: classes below a class, overrides of a method."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case
from nexus_diff.impact.values import Symbol
from nexus_diff.languages import REGISTRY
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.graph import HERITAGE, OVERRIDES

_CERTAIN = 0.9


def heirs_of_final(case: Case) -> Iterator[BreakingCallSite]:
    """Every class that extends, and every method that overrides, what could be extended or overridden in base and cannot in head."""
    for change in case.comparison.changes:
        old, new = change.base, change.head
        if old is None or new is None or old.kind != new.kind:
            continue
        final = REGISTRY[new.node.language].final
        if final in new.definition.modifiers - old.definition.modifiers:
            yield from _heirs(case, new, final)


def _heirs(case: Case, final: Symbol, modifier: str) -> Iterator[BreakingCallSite]:
    types, verb, kind = (OVERRIDES, "overrides", "override") if final.kind == "method" else (HERITAGE, "extends", "gone")
    for relation in case.head.graph.incoming(final.node.id, types, _CERTAIN):
        node = case.head.graph.node(relation.source)
        heir = case.head.view.place(node.file_path, node.id) if node is not None else None
        index = case.head.view.file(heir.path) if heir is not None else None
        if heir is None or index is None or case.counterpart(heir) is None:
            continue
        definition, span = index.facts.definitions[heir.index], index.facts.spans[heir.index]
        word = index.language.modifier_words.get(modifier, modifier)
        text = f"`{definition.qualified}` {verb} `{final.node.qualified_name}`, which is {word} now"
        yield case.site(index, (span.line, span.line), definition.body, final.node.qualified_name, kind, text)
