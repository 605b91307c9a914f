"""Properties that an object of a module has lost: `app.use = function …` on an object that the module fills."""

# For maintainers. An object may get properties in ways that are not written as `object.name = …`. What hands the object to a call
# (`Object.assign(app, …)`, `mixin(app, …)`) ends in silence, and so does a computed assignment that the change itself brings.

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Side, called, span_of, text_of
from nexus_diff.impact.breaking_names import became, reads
from nexus_diff.impact.lines import Range
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Shape, Slot
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE

_USES = frozenset({"CALLS", "REFERENCES"})
_EXPORTS = ("exports", "module", "module.exports", "this")


def lost_properties(case: Case) -> Iterator[BreakingCallSite]:
    """Every use in head of a function that the change took from an object of a module."""
    for change in case.files:
        old = case.base.view.file(change.old_path) if change.status != "added" else None
        new = case.head.view.file(change.path) if change.status != "deleted" else None
        if old is None or new is None or new.facts.problems or not new.language.module_objects:
            continue
        for (scope, name), properties in sorted(old.objects.items()):
            kept = new.objects.get((0, name), {})
            gone = {one for one, bindings in properties.items() if one not in kept and all(b.definition != NONE for b in bindings)}
            if gone and scope == 0 and name not in _EXPORTS and not name.endswith(".prototype") and not _open(old, new, name):
                yield from _uses(case, old, new, name, gone)


def _open(old: FileIndex, new: FileIndex, name: str) -> bool:
    """Whether the object may have got properties that are not written."""
    for e in new.facts.exprs:
        call = called(e)
        if call is not None and any(new.dotted(arg.value) == name for arg in call[1]):
            return True
    return _computed(new, name) > _computed(old, name)


def _computed(index: FileIndex, name: str) -> int:
    """How often the file says `object[…]`."""
    return sum(1 for e in index.facts.exprs if isinstance(e, x.Index) and index.dotted(e.value) == name)


def _uses(case: Case, old: FileIndex, new: FileIndex, name: str, gone: set[str]) -> Iterator[BreakingCallSite]:
    lost = [node.id for node in old.nodes if node is not None and node.qualified_name in {f"{name}.{one}" for one in gone}]
    sources = {r.source for node_id in lost for r in case.base.graph.incoming(node_id, _USES, 0.0)}
    for path in case.in_head(node.file_path for source in sources if (node := case.base.graph.node(source)) is not None):
        index = case.head.view.file(path)
        seen: set[tuple[Range, str]] = set()
        for site, expr in reads(index) if index is not None else ():
            assert index is not None
            e = index.facts.exprs[expr]
            if not isinstance(e, x.Attr) or e.name not in gone or site.kind == "attr_set" or (span_of(site), e.name) in seen:
                continue
            if _is_object(case.head, index, e.value, new, name) and not case.head.view.value(index, expr):
                seen.add((span_of(site), e.name))
                text = f"{text_of(index, site.expr)} uses `{e.name}`, which `{name}` no longer has{became(case, old.path, e.name)}"
                yield case.site(index, span_of(site), site.scope, f"{name}.{e.name}", "gone", text)


def _is_object(side: Side, index: FileIndex, expr: int, home: FileIndex, name: str) -> bool:
    """Whether an expression surely is the object."""
    values = [value for value in side.view.value(index, expr) if not isinstance(value, Slot)]
    if len(values) != 1:
        return False
    value = values[0]
    if isinstance(value, Shape):
        return value.path == home.path and (0, name) in home.names_of_literal(value.expr, value.scope)
    definition = side.view.definition(value) if isinstance(value, Def) and value.path == home.path else None
    return definition is not None and definition.scope == 0 and definition.name == name
