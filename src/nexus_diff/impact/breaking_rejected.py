"""Uses that a compiler rejects since the change, in languages whose compilers look every name up: calls that nothing fits any more, and
names that are gone."""

# For maintainers. Each use is judged on its own, in base and in head: it surely meant the symbol in base, and it surely means nothing in
# head. What means something else now (another overload, a method of a base class, a library's function that a new import may bring) is
# no finding, nor is what cannot be told: a class with a base from a library may have any member.

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nexus_diff.impact.breaking_args import misfit, shifted
from nexus_diff.impact.breaking_case import Case, Side, called, span_of, text_of
from nexus_diff.impact.breaking_nothing import means_nothing
from nexus_diff.impact.breaking_pairs import Use, call_pairs, rewritten_pairs, uses
from nexus_diff.impact.breaking_refused import refused
from nexus_diff.impact.values import Change
from nexus_diff.languages import REGISTRY
from nexus_diff.link.alike import FUNCTIONS
from nexus_diff.link.classes import CLASS_KINDS
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Bound, Def, Ext, Inst, Slot, Super, Value
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import Definition, Param, Site
from nexus_diff.model.graph import CALLS

Takers = list[tuple[FileIndex, tuple[Param, ...]]]
"""Files of functions, and their parameters."""
_CHANGES = frozenset({"deleted", "renamed", "moved", "signature"})


class Suspect(msgspec.Struct, frozen=True):
    """A symbol of base that is gone, or that is declared in another way. `id`: the node whose users are judged."""

    id: str
    old: Def
    name: str
    change: Change


def rejected_calls(case: Case) -> Iterator[BreakingCallSite]:
    """Every call in head that meant a symbol in base and fits nothing now."""
    for suspect in suspects(case):
        for use in uses(case, suspect.id, CALLS):
            for was, now in call_pairs(case, use):
                if wrong := _wrong(case, suspect, use, was, now):
                    kind, message = wrong
                    yield case.site(use.new, span_of(now), now.scope, suspect.name, kind, f"{text_of(use.new, now.expr)} {message}")
            for was, now in rewritten_pairs(case, use):
                if problem := _too_few_or_many(case, suspect, use, was, now):
                    message = f"{text_of(use.new, now.expr)} does not fit `{suspect.name}`: {problem}"
                    yield case.site(use.new, span_of(now), now.scope, suspect.name, "arguments", message)


def suspects(case: Case) -> Iterator[Suspect]:
    """The symbols of base whose uses are judged: also classes that had no constructor of their own and get one."""
    seen: set[str] = set()
    for change in case.comparison.changes:
        old, new = change.base, change.head
        if old is not None and not _CHANGES.isdisjoint(change.symbol.changes) and _compiled(case.base, old.node.file_path):
            seen.add(old.node.id)
            yield Suspect(old.node.id, Def(old.node.file_path, old.index), old.node.qualified_name, change)
        elif old is None and new is not None and new.definition.kind == "constructor" and new.parent not in seen:
            seen.add(new.parent)
            yield from _constructed(case, change, new.parent)


def _constructed(case: Case, change: Change, head_id: str) -> Iterator[Suspect]:
    base_id = case.old_id(head_id)
    node = case.base.graph.node(base_id)
    place = case.base.view.place(node.file_path, node.id) if node is not None else None
    if node is not None and place is not None and _compiled(case.base, node.file_path):
        yield Suspect(base_id, place, node.qualified_name, change)


def _compiled(side: Side, path: str) -> bool:
    index = side.view.file(path)
    return index is not None and index.language.compiled


# One call


def _wrong(case: Case, suspect: Suspect, use: Use, was: Site, now: Site) -> tuple[str, str] | None:
    """What is wrong with a call of head that meant the symbol in base: kind and words."""
    before = _meant(case, suspect, use, was)
    if before is None:
        return None
    func, args = _parts(use.new, now)
    found = _raw(case.head, use.new, func)
    if all(isinstance(value, Ext) for value in found):
        if case.misread(suspect.old.path) or not means_nothing(case, use, func, suspect.old):
            return None
        return "gone", gone(suspect)
    every = _candidates(case.head, use.new, found)
    if not every or _spreads(use.new, args):
        return None
    problems = [misfit(params, args) or refused(case.head, use.new, there, params, args) for there, params in every]
    if not all(problems):
        before_them = _of_function(case.base, use.old, suspect.old, before.receiver if isinstance(before, Bound) else None)
        moved = [shifted(old, params, args) for _, old in before_them for _, params in every]
        touched = case.in_diff(use.new.path, span_of(now))
        return ("arguments", f"does not fit `{suspect.name}`: {moved[0]}") if moved and all(moved) and not touched else None
    wrong = (
        problems[0] if len(problems) == 1 else next((p for p in problems if "takes something else" not in p), "nothing takes these types")
    )
    return "arguments", f"does not fit `{suspect.name}`: {wrong}"


def _too_few_or_many(case: Case, suspect: Suspect, use: Use, was: Site, now: Site) -> str:
    """What is wrong with a call that the change wrote anew: only how many arguments there are, since nothing shows that their types are
    understood; "" if nothing surely is."""
    if _meant(case, suspect, use, was) is None:
        return ""
    func, args = _parts(use.new, now)
    every = _candidates(case.head, use.new, _raw(case.head, use.new, func))
    problems = [misfit(params, args) for _, params in every]
    return "" if not every or _spreads(use.new, args) or not all(problems) else problems[0]


def _meant(case: Case, suspect: Suspect, use: Use, was: Site) -> Def | Bound | None:
    """What a call of base meant, if that was the symbol and the call fitted it."""
    found = _chosen(case.base, use.old, was)
    if found is None or Def(found.path, found.index) != suspect.old:
        return None
    return found if _fitted(case.base, use.old, was, found) else None


def gone(suspect: Suspect) -> str:
    """That a symbol is gone, and what it is now, in words."""
    owner, _, name = suspect.name.rpartition(".")
    function = suspect.change.base is not None and suspect.change.base.node.label == "Method"
    lost = f"`{owner}` no longer has" if function and owner else "is gone"
    return f"uses `{name}`, which {lost}{became(suspect)}"


def became(suspect: Suspect) -> str:
    """What a symbol of base is in head, in words."""
    old, new = suspect.change.base, suspect.change.head
    if old is None or new is None or (old.node.qualified_name, old.node.file_path) == (new.node.qualified_name, new.node.file_path):
        return ""
    place = f" in `{new.node.file_path}`" if new.node.file_path != old.node.file_path else ""
    return f": it is `{new.node.qualified_name}`{place} now"


def _parts(index: FileIndex, site: Site) -> tuple[int, tuple[x.Arg, ...]]:
    call = called(index.facts.exprs[site.expr])
    assert call is not None
    e = index.facts.exprs[call[0]]
    return (e.type if isinstance(e, x.Apply) else call[0]), call[1]


def _chosen(side: Side, index: FileIndex, site: Site) -> Def | Bound | None:
    """The one function or class that a call means."""
    e = index.facts.exprs[site.expr]
    func, args = _parts(index, site)
    types = len(e.type_args) if isinstance(e, x.Call) else 0
    found = [v for v in side.view.context.overloads.callees(index, func, args, types) if not isinstance(v, Slot)]
    meant = {(v.path, v.index): v for v in found if isinstance(v, (Def, Bound))}
    return next(iter(meant.values())) if len(meant) == 1 and all(isinstance(v, (Def, Bound)) for v in found) else None


def _fitted(side: Side, index: FileIndex, site: Site, value: Def | Bound) -> bool:
    definition = side.view.definition(Def(value.path, value.index))
    there = side.view.file(value.path)
    if definition is None or there is None:
        return False
    if definition.kind in CLASS_KINDS:
        return True
    receiver = value.receiver if isinstance(value, Bound) else None
    return not misfit(side.view.context.ratings.params(there, definition, receiver), _parts(index, site)[1])


def _raw(side: Side, index: FileIndex, func: int) -> tuple[Value, ...]:
    """What a callee may mean before arguments choose."""
    found = tuple(v for v in side.view.context.evaluator.callee(index, func) if not isinstance(v, Slot))
    e = index.facts.exprs[func]
    if index.language.overloads and not any(isinstance(v, (Def, Bound)) for v in found):
        return side.view.context.overloads.methods(index, e) or found
    return found


def _candidates(side: Side, index: FileIndex, found: Sequence[Value]) -> Takers:
    """The parameters of everything that a call may mean; none where that cannot be told."""
    every: Takers = []
    for value in found:
        mine = _of_value(side, index, value)
        if not mine:
            return []
        every += mine
    return every


def _of_value(side: Side, index: FileIndex, value: Value) -> Takers:
    alike, classes = side.view.context.alike, side.view.context.classes
    if isinstance(value, Super):
        bases = [base for base, _ in classes.bases(Def(value.path, value.index))]
        return [p for base in bases if isinstance(base, Def) for p in _of_value(side, index, base)] if all(
            isinstance(base, Def) for base in bases
        ) else []  # fmt: skip
    if isinstance(value, Inst):
        value = Def(value.path, value.index)
    if not isinstance(value, (Def, Bound)):
        return []
    function = Def(value.path, value.index)
    definition = side.view.definition(function)
    if definition is None:
        return []
    if definition.kind in CLASS_KINDS:
        made = [d for c in classes.constructors(function) for d in alike.named(c, None)]
        return [p for d in made for p in _of_function(side, index, d, None)]
    if definition.kind not in FUNCTIONS or (definition.decorators and not index.language.marking_decorators):
        return []
    receiver = value.receiver if isinstance(value, Bound) else None
    every = dict.fromkeys((*alike.named(function, receiver), *_declared(side, function)))
    return [p for d in every for p in _of_function(side, index, d, receiver)]


def _declared(side: Side, function: Def) -> Iterator[Def]:
    """Other declarations of a function: they may give its parameters defaults."""
    there, definition = side.view.file(function.path), side.view.definition(function)
    context = side.view.context
    if there is None or definition is None or not there.language.includes:
        return
    owner = context.members.owner_of(there, function.index) if function.index in there.attached else None
    prefix = context.packages.prefix(there)
    if owner is not None:
        yield from (d for d in context.alike.of_class(owner, definition.name) if context.alike.is_function(d))
    elif prefix is not None:
        found = context.packages.all_named(there.language.group, joined(prefix, definition.qualified))
        yield from (d for d in found if context.alike.is_function(d))


def _of_function(side: Side, index: FileIndex, function: Def, receiver: Value | None) -> Takers:
    there, definition = side.view.file(function.path), side.view.definition(function)
    if there is None or definition is None or _any_arguments(index, definition):
        return []
    return [(there, side.view.context.ratings.params(there, definition, receiver))]


def _any_arguments(index: FileIndex, definition: Definition) -> bool:
    """Whether a function without parameters takes any (C before 2023)."""
    return REGISTRY[index.facts.language].unlisted_params and not definition.params


def _spreads(index: FileIndex, args: Sequence[x.Arg]) -> bool:
    """Whether the one argument may be several results."""
    return index.language.spreads_results and len(args) == 1 and isinstance(index.facts.exprs[args[0].value], x.Call)
