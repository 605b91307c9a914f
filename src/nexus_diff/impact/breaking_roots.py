"""Types that are gone and stand where no relation tells: at the beginning of a path (`Type::function()`), in an operand."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, span_of
from nexus_diff.impact.breaking_inside import within
from nexus_diff.impact.breaking_members import users_of_file
from nexus_diff.impact.breaking_nothing import means_nothing
from nexus_diff.impact.breaking_pairs import Both
from nexus_diff.impact.breaking_rejected import Suspect, became, suspects
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Ext
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.expr import Name

_TYPES = (*CLASS_KINDS, "type")


def lost_roots(case: Case) -> Iterator[BreakingCallSite]:
    """Every name in head of a type that is gone, in files where all names like it meant that type in base."""
    for suspect in suspects(case):
        base, head = suspect.change.base, suspect.change.head
        definition, there = case.base.view.definition(suspect.old), case.base.view.file(suspect.old.path)
        if base is None or definition is None or there is None or definition.kind not in _TYPES:
            continue
        if base.node.id != suspect.id or (head is not None and head.node.id == suspect.id) or case.misread(suspect.old.path):
            continue
        for path in users_of_file(case, there):
            old, new = case.base.view.file(case.old_path(path)), case.head.view.file(path)
            if old is not None and new is not None and new.language.compiled and _meant(case, old, suspect, definition.name):
                yield from _uses(case, Both(old, new), suspect, definition.name)


def _meant(case: Case, old: FileIndex, suspect: Suspect, name: str) -> bool:
    """Whether the file has such names, and each means the type."""
    named = [number for number, e in enumerate(old.facts.exprs) if isinstance(e, Name) and e.name == name]
    return bool(named) and all(case.base.view.sole(old, number) == suspect.old for number in named)


def _uses(case: Case, both: Both, suspect: Suspect, name: str) -> Iterator[BreakingCallSite]:
    seen: set[int] = set()
    for site in both.new.facts.sites:
        for expr in within(both.new, site) if site.line not in seen else ():
            e = both.new.facts.exprs[expr]
            if isinstance(e, Name) and e.name == name and _is_gone(case, both, expr, suspect):
                seen.add(site.line)
                text = f"`{name}` is gone{became(suspect)}"
                yield case.site(both.new, span_of(site), site.scope, suspect.name, "gone", text)
                break
    for position, binding in both.new.attached.items():
        e = both.new.facts.exprs[binding.attr_of]
        line = both.new.facts.spans[position].line
        if isinstance(e, Name) and e.name == name and line not in seen and _is_gone(case, both, binding.attr_of, suspect):
            text = f"`{name}` is gone{became(suspect)}"
            yield case.site(both.new, (line, line), binding.scope, suspect.name, "gone", text)


def _is_gone(case: Case, both: Both, expr: int, suspect: Suspect) -> bool:
    found = case.head.view.value(both.new, expr)
    return all(isinstance(value, Ext) for value in found) and means_nothing(case, both, expr, suspect.old)
