"""Methods that say that they override something, and override nothing since the change."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Side, heirs
from nexus_diff.impact.breaking_classes import last_name
from nexus_diff.impact.breaking_members import classes_of_change
from nexus_diff.impact.breaking_nothing import closed
from nexus_diff.impact.written import written
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import Definition

Types = tuple[str, ...]
"""The types of a method's parameters, as they are written."""


def idle_overrides(case: Case) -> Iterator[BreakingCallSite]:
    """Every method in head that is marked as an override, did override a method of the repository, and has none of that name that takes as
    many arguments above it now."""
    seen: set[Def] = set()
    for pair in classes_of_change(case):
        index = case.head.view.file(pair.new.path)
        if index is None or not index.language.override_marks or case.misread(pair.old.path):
            continue
        for cls in [pair.new, *heirs(case.head, pair.new)]:
            if cls not in seen:
                seen.add(cls)
                yield from _idle(case, cls)


def _idle(case: Case, cls: Def) -> Iterator[BreakingCallSite]:
    index, before = case.head.view.file(cls.path), case.counterpart(cls)
    if index is None or before is None or index.facts.definitions[cls.index].kind not in CLASS_KINDS:
        return
    old = case.base.view.file(before.path)
    was = {(d.name, len(d.params)) for _, d in _marked(old, before)} if old is not None else set()
    for position, definition in _marked(index, cls):
        name = definition.name
        if (name, len(definition.params)) not in was or not _overrides_none(case, before, cls, name, _types(index, definition)):
            continue
        if not closed(case.head, cls, name):
            continue
        line = index.facts.spans[position].line
        text = f"`{definition.qualified}` is marked as an override, and no base has such a `{name}` any more"
        yield case.site(index, (line, line), definition.scope, definition.qualified, "override", text)


def _marked(index: FileIndex, cls: Def) -> Iterator[tuple[int, Definition]]:
    """The methods in the body of a class that are marked as overrides."""
    marks, body = index.language.override_marks, index.facts.definitions[cls.index].body
    for position, definition in enumerate(index.facts.definitions):
        if definition.scope != body or body < 0 or definition.kind == "field" or not definition.name.isidentifier():
            continue
        decorators = (last_name(index.facts.exprs, one) for one in definition.decorators)
        if not marks.isdisjoint(definition.modifiers) or not marks.isdisjoint(decorators):
            yield position, definition


def _overrides_none(case: Case, before: Def, cls: Def, name: str, types: Types) -> bool:
    """Whether a method that takes these types overrode one of an ancestor in base, and overrides none in head: none takes as many, or the
    only ones that do are overloads that took other types in base already."""
    old, new = list(_above(case.base, before, name, types)), list(_above(case.head, cls, name, types))
    return bool(old) and (not new or (types in old and types not in new and None not in new and set(new) <= set(old)))


def _above(side: Side, cls: Def, name: str, types: Types) -> Iterator[Types | None]:
    """The types that members of that name take which ancestors in the repository have, if they take as many, None for any number."""
    for here in side.view.context.classes.mro(cls):
        for one in side.view.context.alike.of_class(here, name) if isinstance(here, Def) and here != cls else ():
            index, definition = side.view.file(one.path), side.view.definition(one)
            if index is None or definition is None:
                continue
            if any(p.kind == "*" for p in definition.params):
                yield None
            elif len(definition.params) == len(types):
                yield _types(index, definition)


def _types(index: FileIndex, definition: Definition) -> Types:
    return tuple(written(index.facts, p.type) for p in definition.params)
