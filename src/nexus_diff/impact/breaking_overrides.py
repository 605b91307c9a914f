"""Overrides that no longer match what they override, and classes that no longer implement what they promise."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_args import POSITIONAL, positional, required, taken
from nexus_diff.impact.breaking_case import Case, Side, heirs
from nexus_diff.impact.breaking_classes import undecorated
from nexus_diff.impact.breaking_members import classes_of_change, given, members
from nexus_diff.impact.breaking_nothing import closed
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Ext
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import Definition
from nexus_diff.model.graph import OVERRIDES


def unmatched_overrides(case: Case) -> Iterator[BreakingCallSite]:
    """Overrides that took every call of the method they override, and do not since it changed."""
    for change in case.comparison.changes:
        old, new = change.base, change.head
        if (
            old is None
            or new is None
            or new.definition.kind not in ("method", "signature")
            or old.definition.params == new.definition.params
        ):
            continue
        was, now = Def(old.node.file_path, old.index), Def(new.node.file_path, new.index)
        if not (undecorated(case.base.view, was) and undecorated(case.head.view, now)):
            continue
        if _stands_alone(case, now):
            continue
        for relation in case.head.graph.incoming(new.node.id, OVERRIDES, 0.0):
            node = case.head.graph.node(relation.source)
            place = case.head.view.place(node.file_path, node.id) if node is not None else None
            if place is not None:
                yield from unmatched(case, was, now, place, new.node.qualified_name)


def _stands_alone(case: Case, method: Def) -> bool:
    """Whether each class has its own of these: constructors, hooks for subclasses, private methods (in Python `__own` ones)."""
    index = case.head.view.file(method.path)
    if index is None:
        return True
    definition, language = index.facts.definitions[method.index], index.language
    name = definition.name
    hidden = "private" in definition.modifiers if language.receiver == "this" else name.startswith("__") and not name.endswith("__")
    return hidden or name in (*language.constructors, *language.protocols.get("subclass", ()), "__post_init__")


def unmatched(case: Case, was: Def, now: Def, override: Def, name: str) -> Iterator[BreakingCallSite]:
    """What is said of an override that took every call of a method before the change, and does not now."""
    before = case.counterpart(override)
    index = case.head.view.file(override.path)
    if before is None or index is None or not index.language.checks_arguments or not undecorated(case.head.view, override):
        return
    if refuses(case.base, before, was) or not (wrong := refuses(case.head, override, now)):
        return
    span = index.facts.spans[override.index]
    definition = index.facts.definitions[override.index]
    text = f"`{definition.qualified}` overrides `{name}`, whose signature changed: {wrong}"
    yield case.site(index, (span.line, span.line), definition.body, name, "override", text)


def refuses(side: Side, override: Def, method: Def) -> str:
    """Which calls of a method its override does not take, "" if it takes all."""
    index = side.view.file(override.path)
    own, other = side.view.definition(override), side.view.definition(method)
    if index is None or own is None or other is None:
        return ""
    mine, theirs = taken(own, index.language, "instance"), taken(other, index.language, "instance")
    needed = [p for p in positional(mine) if required(p)]
    if len(needed) > (len(positional(theirs)) if index.language.fewer_in_overrides else sum(map(required, positional(theirs)))):
        return f"it needs `{needed[-1].name}`"
    if index.language.fewer_in_overrides:
        return ""
    for position, (own_param, param) in enumerate(zip(positional(mine), positional(theirs), strict=False)):
        later = [p.name for p in positional(mine)[position + 1 :]]
        if own_param.name != param.name and param.name in later:
            return f"it takes `{own_param.name}` where `{param.name}` is given"
    rest, keywords = any(p.kind == "*" for p in mine), any(p.kind == "**" for p in mine)
    if len(positional(mine)) < len(positional(theirs)) and not rest:
        return f"it does not take `{positional(theirs)[len(positional(mine))].name}`"
    names = {p.name for p in mine if p.kind in ("pos", "kwonly")}
    for param in theirs:
        if param.kind == "kwonly" and param.name not in names and not keywords:
            return f"it does not take `{param.name}`"
    for param in mine:
        if param.kind == "kwonly" and required(param) and param.name not in {p.name for p in theirs if p.kind not in POSITIONAL}:
            return f"it needs `{param.name}`"
    return ""


# Interfaces and abstract classes


def unimplemented(case: Case) -> Iterator[BreakingCallSite]:
    """Classes that implemented all that their interfaces and abstract bases ask for, and do not since one asks for more, or since they
    lost a member."""
    seen: set[Def] = set()
    for pair in classes_of_change(case):
        for cls in [pair.new, *heirs(case.head, pair.new)]:
            if cls not in seen:
                seen.add(cls)
                yield from _unimplemented(case, cls)


def _unimplemented(case: Case, cls: Def) -> Iterator[BreakingCallSite]:
    index, before = case.head.view.file(cls.path), case.counterpart(cls)
    definition = case.head.view.definition(cls)
    if index is None or before is None or definition is None or definition.kind != "class" or "abstract" in definition.modifiers:
        return
    if any(d.scope == definition.body and "abstract" in d.modifiers for d in index.facts.definitions) or not _enforced(case.head, cls):
        return
    was = open_members(case.base, before)
    for name, owner in open_members(case.head, cls).items():
        if was or name in was or (_stays_abstract(index) and heirs(case.head, cls)):
            return
        there = case.head.view.definition(owner)
        span = index.facts.spans[cls.index]
        text = f"class `{definition.qualified}` does not implement `{name}`, which `{there.qualified if there else ''}` asks for"
        yield case.site(index, (span.line, span.line), definition.scope, definition.qualified, "unimplemented", text)


def _stays_abstract(index: FileIndex) -> bool:
    """Whether a class may leave members to classes below without saying so (Python, C++)."""
    return index.language.receiver == "first-param" or index.language.includes


def _enforced(side: Side, cls: Def) -> bool:
    """Whether an abstract member makes a difference: in Python, whether some ancestor is an ABC."""
    index = side.view.file(cls.path)
    if index is None or index.language.receiver == "this":
        return index is not None and index.language.checks_arguments
    return any(
        isinstance(one, Ext) and one.name.rpartition(".")[2] in ("ABC", "Protocol") for one in side.view.context.classes.mro(cls)
    ) and all(
        isinstance(one, Def) or one.name.rpartition(".")[2] in ("ABC", "Protocol", "Generic") for one in side.view.context.classes.mro(cls)
    )


def open_members(side: Side, cls: Def) -> dict[str, Def]:
    """Members that an ancestor asks for and no class provides → who asks."""
    found: dict[str, Def] = {}
    classes = side.view.context.classes
    mro = [one for one in classes.mro(cls) if isinstance(one, Def)]
    here = side.view.file(cls.path)
    compiled = here is not None and here.language.compiled
    if not compiled and any(isinstance(one, Ext) for one in classes.mro(cls)) and not _enforced(side, cls):
        return found
    for asking in mro[1:]:
        index = side.view.file(asking.path)
        for definition in asked_for(index, asking.index) if index is not None else ():
            if compiled and not closed(side, cls, definition.name):
                continue
            if not any(_provides(side, one, definition.name) for one in mro):
                found.setdefault(definition.name, asking)
    return found


def asked_for(index: FileIndex, cls: int) -> Iterator[Definition]:
    """Members that a class or interface leaves to others."""
    owner = index.facts.definitions[cls]
    for definition in index.facts.definitions:
        if definition.scope != owner.body or "optional" in definition.modifiers:
            continue
        if index.language.compiled and (definition.kind == "field" or "static" in definition.modifiers):
            continue
        if "abstract" in definition.modifiers or (owner.kind == "interface" and definition.kind in ("signature", "field")):
            yield definition


def _provides(side: Side, cls: Def, name: str) -> bool:
    """Whether a class has the member with something behind it."""
    index = side.view.file(cls.path)
    if index is None:
        return True
    owner = index.facts.definitions[cls.index]
    if owner.kind == "interface":
        return False
    if name not in members(index, cls.index):
        return index.language.outside_members and name in given(side, (cls,))
    return not any(d.scope == owner.body and d.name == name and "abstract" in d.modifiers for d in index.facts.definitions)
