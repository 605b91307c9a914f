"""Uses of members that a class has lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import dirname

from nexus_diff.impact.breaking_bare import bare_uses
from nexus_diff.impact.breaking_case import Case, Pair, Side, called, heirs, span_of, text_of
from nexus_diff.impact.breaking_classes import closed_class, member_of
from nexus_diff.impact.breaking_dispatch import instances
from nexus_diff.impact.breaking_inside import within
from nexus_diff.impact.breaking_nothing import closed
from nexus_diff.impact.breaking_open import computed_members, spelled
from nexus_diff.impact.lines import Range
from nexus_diff.impact.written import written
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Inst, Super, TypeParam, Value
from nexus_diff.link.view import View
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Site
from nexus_diff.model.graph import HERITAGE

_USES = frozenset({"CALLS", "REFERENCES", "OVERRIDES"})
_ASKING = frozenset({"hasattr", "getattr", "setattr"})


def classes_of_change(case: Case) -> Iterator[Pair]:
    """The classes of changed files, and those with members there, that both sides have."""
    seen: set[Def] = set()
    for change in case.files:
        old = case.base.view.file(change.old_path) if change.status != "added" else None
        for position, definition in enumerate(old.facts.definitions if old is not None else ()):
            for here in _concerned(case.base, old, position) if old is not None else ():
                there = case.successor(here) if here not in seen else None
                if there is not None:
                    seen.add(here)
                    name = case.base.view.definition(here)
                    yield Pair(here, there, (name or definition).qualified, (here, *_left(case, here, there)))


def _concerned(side: Side, index: FileIndex, position: int) -> Iterator[Def]:
    """The class that a definition is, and the one whose member it is although it stands outside."""
    if index.nodes[position] is not None and _gives_members(index, position):
        yield Def(index.path, position)
    if position in index.attached and index.language.outside_members:
        owner = side.view.context.members.owner_of(index, position)
        if owner is not None:
            yield owner
    if index.facts.definitions[position].kind == "extension":
        yield side.view.context.members.home(index, position)


def _left(case: Case, old: Def, new: Def) -> Iterator[Def]:
    """Ancestors in base that the class does not have in head."""
    was, now = case.base.view.definition(old), case.head.view.definition(new)
    before, after = case.base.view.file(old.path), case.head.view.file(new.path)
    if was is None or now is None or before is None or after is None:
        return
    bases = [[written(index.facts, base.expr) for base in d.bases] for index, d in ((before, was), (after, now))]
    if bases[0] == bases[1]:
        return
    kept = {case.counterpart(one) for one in case.head.view.context.classes.mro(new) if isinstance(one, Def)}
    yield from (one for one in case.base.view.context.classes.mro(old)[1:] if isinstance(one, Def) and one not in kept)


def _gives_members(index: FileIndex, position: int) -> bool:
    """Whether a definition is a class, or a function with a prototype."""
    kind = index.facts.definitions[position].kind
    return kind in CLASS_KINDS or (kind == "function" and index.has_prototype(position))


def members(index: FileIndex, cls: int) -> set[str]:
    """Names that a class gives its instances and itself."""
    definition = index.facts.definitions[cls]
    if definition.kind == "function":
        return {*index.objects.get((definition.scope, f"{definition.name}.prototype"), ()), *index.attributes.get(cls, ())}
    body = definition.body
    names = set(index.names(body)) if body != NONE else set()
    return names if index.language.compiled else names | set(index.attributes.get(cls, ()))


def lost_members(case: Case) -> Iterator[BreakingCallSite]:
    """Every use in head of a member that its class has lost and does not inherit."""
    for pair in classes_of_change(case):
        old, new = case.base.view.file(pair.old.path), case.head.view.file(pair.new.path)
        if old is None or new is None or case.misread(pair.old.path):
            continue
        gone = {
            name
            for name in given(case.base, pair.owners) - given(case.head, (pair.new,))
            if not (name.startswith("__") and name.endswith("__")) and member_of(case.head.view, pair.new, name) is None
        }
        for path in users(case, pair, old, gone) if gone else ():
            index = case.head.view.file(path)
            if index is not None:
                yield from _uses(case, pair, frozenset(gone), index)
                yield from bare_uses(case, pair, frozenset(gone), index)


def given(side: Side, classes: Iterable[Def]) -> set[str]:
    """Names that the classes themselves give, wherever that is written."""
    found: set[str] = set()
    for cls in (part for one in classes for part in (one, *side.view.context.members.parts(one))):
        index = side.view.file(cls.path)
        found |= members(index, cls.index) if index is not None else set()
        outside = (side.view.definition(method) for method in side.view.context.members.methods(cls))
        found |= {definition.name for definition in outside if definition is not None}
    return found


def users(case: Case, pair: Pair, old: FileIndex, names: Iterable[str]) -> list[str]:
    """Files of head that may use members of these names of the class."""
    if old.language.compiled:
        readers = case.in_head(case.base.view.readers(old.language, names))
        return list(dict.fromkeys([*users_of_file(case, old), *readers]))
    body = old.facts.definitions[pair.old.index].body
    nodes = [old.nodes[pair.old.index], *(n for d, n in zip(old.facts.definitions, old.nodes, strict=True) if d.scope == body)]
    ids = [node.id for node in nodes if node is not None]
    ids += filter(None, map(case.base.view.id_of, case.base.view.context.members.methods(pair.old)))
    sources = {r.source for one in ids for r in case.base.graph.incoming(one, _USES | HERITAGE, 0.0)}
    users = [node.file_path for source in sources if (node := case.base.graph.node(source)) is not None]
    return case.in_head(users) if len(pair.owners) == 1 else list(dict.fromkeys([*case.in_head(users), *case.importers(pair.old.path)]))


def users_of_file(case: Case, old: FileIndex) -> list[str]:
    """Files of head that may name anything of a file of base: they use something of it, import it or stand beside it."""
    nodes = [*old.nodes, *case.base.graph.nodes_in(old.path)]
    sources = {r.source for n in nodes if n is not None for r in case.base.graph.incoming(n.id, _USES | HERITAGE, 0.0)}
    using = [node.file_path for source in sources if (node := case.base.graph.node(source)) is not None]
    beside = [path for path in case.base.view.world.files if dirname(path) == dirname(old.path)]
    return list(dict.fromkeys([*case.in_head([*using, *beside]), *case.importers(old.path)]))


def _uses(case: Case, pair: Pair, gone: frozenset[str], index: FileIndex) -> Iterator[BreakingCallSite]:
    seen: set[tuple[Range, str]] = set()
    if _augments(index, pair.name):
        return
    for site in index.facts.sites:
        if index.language.literal_fields and site.kind in ("new", "call"):
            yield from _literal(case, pair, gone, index, site)
        for expr, e in _attributes(index, site, gone):
            if (span_of(site), e.name) in seen:
                continue
            value = _bound(case.head.view.sole(index, e.value, but=_is_function))
            if isinstance(value, (Inst, Def, Super)) and _has_lost(case, pair, value, e.name) and not _asked_for(index, e.name):
                seen.add((span_of(site), e.name))
                text = f"{text_of(index, expr)} uses `{e.name}`, which `{pair.name}` no longer has{_became(case, pair, e.name)}"
                yield case.site(index, span_of(site), site.scope, f"{pair.name}.{e.name}", "gone", text)


def _bound(value: Value | None) -> Value | None:
    """What a value of a type parameter has its members from: its bound, where that is one trait of the repository."""
    if isinstance(value, TypeParam) and len(value.bound) == 1 and isinstance(value.bound[0], Inst):
        return value.bound[0]
    return value


def _attributes(index: FileIndex, site: Site, names: frozenset[str]) -> Iterator[tuple[int, x.Attr]]:
    """What to show, and the members of these names that are used there: of a compiled language, those in operands too."""
    call = called(index.facts.exprs[site.expr]) if site.kind == "call" else None
    if index.language.compiled and site.kind in ("op", "value"):
        for expr in within(index, site):
            inner = index.facts.exprs[expr]
            if isinstance(inner, x.Attr) and inner.name in names:
                yield expr, inner
        return
    e = index.facts.exprs[call[0] if call is not None else site.expr]
    set_anew = site.kind == "attr_set" and index.language.receiver == "first-param" and not index.language.compiled
    if isinstance(e, x.Attr) and e.name in names and not set_anew:
        yield site.expr, e


def _literal(case: Case, pair: Pair, gone: frozenset[str], index: FileIndex, site: Site) -> Iterator[BreakingCallSite]:
    """Fields that are given where an instance is made."""
    e = index.facts.exprs[site.expr]
    names = [arg.keyword for arg in e.args if arg.keyword in gone] if isinstance(e, x.New) else []
    if isinstance(e, x.New) and names and case.head.view.sole(index, e.type) == pair.new:
        text = f"{text_of(index, site.expr)} gives `{names[0]}`, which `{pair.name}` no longer has{_became(case, pair, names[0])}"
        yield case.site(index, span_of(site), site.scope, f"{pair.name}.{names[0]}", "gone", text)


def _is_function(view: View, value: Value) -> bool:
    """Whether a value is a function: one that a decorator turns into something else has no members to ask for."""
    definition = view.definition(value) if isinstance(value, Def) else None
    return definition is not None and definition.kind in ("function", "method") and bool(definition.decorators)


def _augments(index: FileIndex, cls: str) -> bool:
    """Whether the file adds to a class of another file (`declare module './lib' { interface C … }`)."""
    return any(d.kind == "interface" and d.scope != 0 and d.name == cls for d in index.facts.definitions)


def _has_lost(case: Case, pair: Pair, value: Inst | Def | Super, name: str) -> bool:
    """Whether what has the value's class had the member from the pair's class in base, and has it from nowhere in head."""
    cls = Def(value.path, value.index)
    head, base = case.head.view, case.base.view
    there = head.file(cls.path)
    if there is None or not _gives_members(there, cls.index):
        return False
    if not (closed(case.head, cls, name, isinstance(value, Def)) if there.language.compiled else closed_class(head, cls, name)):
        return False
    behind = isinstance(value, Super)
    if member_of(head, cls, name, cls if behind else None) is not None:
        return False
    was = case.counterpart(cls)
    if was is None or member_of(base, was, name, was if behind else None) not in pair.owners:
        return False
    if not there.language.compiled and any(_may_be_computed(case, here, pair, name) for here in _line(case.head, cls)):
        return False
    declared = there.language.compiled or there.language.receiver == "this"
    exact = declared or isinstance(value, Super) or (isinstance(value, Inst) and value.exact)
    return exact or not _left_to_heirs(case, cls, name)


def _may_be_computed(case: Case, cls: Def, pair: Pair, name: str) -> bool:
    """Whether a class may compute the member: since this change, or, where it was no method before, at all."""
    was = case.counterpart(cls)
    now, before = case.head.view.file(cls.path), case.base.view.file(was.path) if was is not None else None
    if now is None or was is None or before is None:
        return True
    computed = computed_members(now, cls.index)
    if computed > computed_members(before, was.index) or spelled(now, name) > spelled(before, name):
        return True
    return computed > 0 and not any(_is_method(case.base, owner, name) for owner in pair.owners)


def _is_method(side: Side, cls: Def, name: str) -> bool:
    method = side.view.context.classes.method(cls, name)
    definition = side.view.definition(method) if method is not None else None
    return definition is not None and definition.kind in ("method", "function", "property", "constructor", "signature")


def _left_to_heirs(case: Case, cls: Def, name: str) -> bool:
    """Whether the member now belongs to classes below: the change gave it to one, or all that there may be instances of have it."""
    owners = [heir for heir in heirs(case.head, cls) if _owns(case.head, heir, name)]
    if not owners:
        return False
    if any((was := case.counterpart(heir)) is None or not _owns(case.base, was, name) for heir in owners):
        return True
    return all(any(_owns(case.head, here, name) for here in _line(case.head, one)) for one in instances(case, cls))


def _line(side: Side, cls: Def) -> list[Def]:
    return [one for one in side.view.context.classes.mro(cls) if isinstance(one, Def)]


def _owns(side: Side, cls: Def, name: str) -> bool:
    index = side.view.file(cls.path)
    if index is None:
        return False
    names = members(index, cls.index)
    return name in names or not index.language.member_hooks.isdisjoint(names)


def _asked_for(index: FileIndex, name: str) -> bool:
    """Whether the file asks whether something has the member, or gives it."""
    for e in index.facts.exprs:
        if isinstance(e, x.Call) and len(e.args) > 1 and index.literal(e.args[1].value) == name:
            func = index.facts.exprs[e.func]
            if isinstance(func, x.Name) and func.name in _ASKING:
                return True
    return False


def _became(case: Case, pair: Pair, name: str) -> str:
    for change in case.comparison.changes:
        base = change.base
        if base is not None and change.symbol.old is not None and base.node.file_path == pair.old.path and base.node.name == name:
            return f": it is `{change.symbol.qualified_name}` now"
    return ""
