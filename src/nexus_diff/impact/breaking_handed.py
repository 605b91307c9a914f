"""Functions that are put into a field which asks for another number of parameters since the change."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, text_of
from nexus_diff.impact.breaking_inside import within
from nexus_diff.impact.breaking_pairs import Use, uses
from nexus_diff.impact.breaking_rejected import Suspect, suspects
from nexus_diff.link.values import Def
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Definition
from nexus_diff.model.graph import CALLS, REFERENCES


def misplaced_functions(case: Case) -> Iterator[BreakingCallSite]:
    """Every function that is given to a field where an instance is made, fitted the field's type and does not any more."""
    for suspect in suspects(case):
        old, new = suspect.change.base, suspect.change.head
        if old is None or new is None or len(old.definition.params) == len(new.definition.params):
            continue
        for use in uses(case, suspect.id, REFERENCES | CALLS):
            if use.line and use.new.language.literal_fields:
                yield from _given(case, suspect, use, Def(new.node.file_path, new.index), len(old.definition.params))


def _given(case: Case, suspect: Suspect, use: Use, function: Def, before: int) -> Iterator[BreakingCallSite]:
    seen: set[str] = set()
    view = case.head.view
    here = {
        expr for site in case.sites(use.new, use.line) for expr in within(use.new, site) if not isinstance(use.new.facts.exprs[expr], x.New)
    }
    for site in use.new.facts.sites:
        e = use.new.facts.exprs[site.expr]
        if not isinstance(e, x.New) or not site.line <= use.line <= max(site.line, site.end):
            continue
        for arg in e.args:
            inner = use.new.facts.exprs[arg.value] if arg.keyword else None
            value = inner.type if isinstance(inner, x.Apply) else arg.value
            if inner is None or arg.keyword in seen or value not in here or view.sole(use.new, value) != function:
                continue
            if _asked(case, view.sole(use.new, e.type), arg.keyword) == before:
                seen.add(arg.keyword)
                text = f"{text_of(use.new, value)} is given as `{arg.keyword}`, which takes another number of arguments"
                yield case.site(use.new, (use.line, use.line), site.scope, suspect.name, "arguments", text)


def _asked(case: Case, cls: object, name: str) -> int:
    """How many parameters the type of a field asks for, -1 where it is no function type."""
    index = case.head.view.file(cls.path) if isinstance(cls, Def) else None
    if index is None or not isinstance(cls, Def):
        return NONE
    body = index.facts.definitions[cls.index].body
    fields: list[Definition] = [d for d in index.facts.definitions if d.scope == body and d.name == name and body != NONE]
    types = [d.type for d in fields] + [b.type for _, b in index.names(body).get(name, ()) if body != NONE]
    asked = [e for type_ in types if type_ != NONE and isinstance(e := index.facts.exprs[type_], x.FuncType)]
    return len(asked[0].params) if asked else NONE
