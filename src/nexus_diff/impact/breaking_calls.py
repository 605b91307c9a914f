"""Calls whose arguments no longer fit."""

# For maintainers. Strict on purpose. A call is judged when its callee can be one definition only, the very one that changed, reached by the
# same caller before (unless the change wrote the call), and when its arguments did fit the old signature: what did not is not understood.
# Whatever may put something else in the function's place (decorators that are not known to leave a signature alone, metaclasses, overrides
# that take the call) ends in silence.

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nexus_diff.impact.breaking_args import misfit, shifted, taken
from nexus_diff.impact.breaking_case import Case, Side, called, heirs, span_of, text_of
from nexus_diff.impact.breaking_classes import fields_as_params, plain_class, undecorated
from nexus_diff.impact.breaking_dispatch import instances
from nexus_diff.impact.breaking_operators import operated
from nexus_diff.impact.values import Symbol
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.names import joined
from nexus_diff.link.values import Bound, Def, Inst, Super
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Param, Site
from nexus_diff.model.graph import CALLS

_CALLABLE = ("function", "method", "constructor", "signature")
_DEEPEST = 20
Signatures = list[tuple[Param, ...]]


class Suspect:
    """A callable whose parameters changed. `new`: the definition in head that calls lead to (a class without a constructor of its own
    included), `old`: the one in base. `callers`: ids in head of those who called it in base."""

    def __init__(self, case: Case, old: Def, new: Def, ids: Sequence[str], name: str) -> None:
        self.old, self.new, self.ids, self.name = old, new, ids, name
        before = {case.base.view.id_of(old), *map(case.old_id, ids)}
        self.callers = {case.new_id(r.source) for one in before for r in case.base.graph.incoming(one, CALLS, 0.0)}


def misfits(case: Case) -> Iterator[BreakingCallSite]:
    """Every call in head that fitted before and does not fit now."""
    for suspect in _suspects(case):
        lines: dict[tuple[str, int], set[str]] = {}
        for node_id in suspect.ids:
            for relation in case.head.graph.incoming(node_id, CALLS, 0.0):
                source = case.head.graph.node(relation.source)
                if source is not None:
                    lines.setdefault((source.file_path, relation.line), set()).add(source.id)
        for (path, line), callers in sorted(lines.items()):
            index = case.head.view.file(path)
            if index is not None:
                yield from _on_line(case, suspect, index, line, known=not callers.isdisjoint(suspect.callers))


def _suspects(case: Case) -> Iterator[Suspect]:
    for change in case.comparison.changes:
        old, new = change.base, change.head
        if old is None or new is None or case.compiled(new.node.file_path):
            continue
        before, after = Def(old.node.file_path, old.index), Def(new.node.file_path, new.index)
        if new.kind == "class":
            if fields_as_params(case.base.view, before) != fields_as_params(case.head.view, after):
                ids = [new.node.id, f"Method:{new.node.id[6:]}.__post_init__"]
                yield Suspect(case, before, after, ids, new.node.qualified_name)
        elif _takes_others(old, new) and undecorated(case.base.view, before) and undecorated(case.head.view, after):
            ids = [new.node.id, *_made_by(case, new, after)]
            yield Suspect(case, before, after, ids, new.node.qualified_name)


def _made_by(case: Case, new: Symbol, constructor: Def) -> Iterator[str]:
    """Ids of classes that inherit a constructor, where calls lead to the class."""
    there = case.head.graph.node(new.parent) if new.definition.kind == "constructor" else None
    owner = case.head.view.place(there.file_path, there.id) if there is not None else None
    for heir in heirs(case.head, owner) if owner is not None else ():
        if case.head.view.context.classes.method(heir, new.definition.name) == constructor:
            yield case.head.view.id_of(heir)


def _takes_others(old: Symbol, new: Symbol) -> bool:
    """Whether both are callable and their parameters differ in a way that a caller could notice."""
    callable_ = old.definition.kind in _CALLABLE and new.definition.kind in _CALLABLE
    return callable_ and _shape(old.definition.params) != _shape(new.definition.params)


def _shape(params: Sequence[Param]) -> list[tuple[str, str, bool, bool]]:
    return [(param.name, param.kind, param.default == NONE, param.optional) for param in params]


def _on_line(case: Case, suspect: Suspect, index: FileIndex, line: int, known: bool) -> Iterator[BreakingCallSite]:
    """`known`: whether who calls it there called it in base."""
    for site in case.sites(index, line):
        if not (known or case.in_diff(index.path, span_of(site))):
            continue
        for how, cls, args in _calls(case, suspect, index, site):
            if wrong := _wrong(case, suspect, index, site, how, args):
                if _answered_elsewhere(case, suspect, cls, args):
                    continue
                callee = suspect.name
                message = f"{text_of(index, site.expr)} does not fit `{callee}`: {wrong}"
                yield case.site(index, span_of(site), site.scope, callee, "arguments", message)


def _calls(case: Case, suspect: Suspect, index: FileIndex, site: Site) -> Iterator[tuple[str, Def | None, tuple[x.Arg, ...]]]:
    """How a site calls the suspect, on an instance of which class, and with what."""
    if site.kind == "op":
        for args in operated(case.head, index, site, suspect.new):
            yield "operator", None, args
    call = called(index.facts.exprs[site.expr]) if site.kind == "call" else None
    if call is None:
        return
    how = _how(case, suspect.new, index, call[0])
    if how:
        value = case.head.view.sole(index, call[0])
        receiver = value.receiver if isinstance(value, Bound) else None
        inexact = isinstance(receiver, Inst) and not receiver.exact and index.language.receiver != "this"
        yield how, Def(receiver.path, receiver.index) if isinstance(receiver, Inst) and inexact else None, call[1]


def _how(case: Case, target: Def, index: FileIndex, func: int) -> str:
    """How the callee leads to the target, "" if it does not surely lead there and nowhere else."""
    value = case.head.view.sole(index, func)
    if isinstance(value, Bound) and (value.path, value.index) == (target.path, target.index):
        if isinstance(value.receiver, Inst):
            return _through(case, index, func)
        return "class"
    if isinstance(value, Inst):
        called_by = case.head.view.context.classes.method(Def(value.path, value.index), "__call__")
        return "instance" if called_by == target else ""
    if not isinstance(value, Def) or not certain(case.head, index, func):
        return ""
    if case.head.view.context.classes.is_class(value):
        return "new" if _constructs(case, value, target) else ""
    if value != target:
        return ""
    there = case.head.view.file(target.path)
    assert there is not None
    definition = there.facts.definitions[target.index]
    return "class" if there.facts.scopes[definition.scope].kind == "class" else "plain"


def _constructs(case: Case, cls: Def, target: Def) -> bool:
    """Whether creating an instance of the class runs the target with the arguments."""
    classes = case.head.view.context.classes
    if not plain_class(case.head.view, cls):
        return False
    if cls == target:
        return True
    definition = case.head.view.definition(target)
    if definition is None or definition.name not in ("__init__", "constructor"):
        return False
    return classes.constructors(cls) == [target] or (definition.kind == "constructor" and classes.method(cls, definition.name) == target)


def _through(case: Case, index: FileIndex, func: int) -> str:
    """ "instance", "super", or "" for a `super().m` that may lead to several classes."""
    e = index.facts.exprs[func]
    for value in case.head.view.value(index, e.value) if isinstance(e, x.Attr) else ():
        if isinstance(value, Super):
            definition = case.head.view.definition(Def(value.path, value.index))
            one = definition is not None and sum(1 for base in definition.bases if not base.keyword) == 1
            return "super" if one else ""
    return "instance"


def certain(side: Side, index: FileIndex, expr: int, depth: int = 0) -> bool:
    """Whether a name has one binding only where it is read, through aliases."""
    e = index.facts.exprs[expr]
    if depth > _DEEPEST:
        return False
    if isinstance(e, x.Apply):
        return certain(side, index, e.type, depth + 1)
    if isinstance(e, x.Attr):
        return isinstance(side.view.sole(index, e.value), (Inst, Super)) or certain(side, index, e.value, depth + 1)
    if not isinstance(e, x.Name):
        return isinstance(e, x.Call)
    if e.name in ("this", "super"):
        return True
    point = index.facts.points[e.point]
    scope = index.scope_of_name(point.scope, e.name)
    bindings = [binding for _, binding in index.names(scope).get(e.name, ())]
    if index.parameter(scope, e.name) != NONE:
        return not bindings
    package = side.view.context.packages.prefix(index) if not bindings else None
    if package is not None and index.language.includes:
        return True  # declarations of one function count as several; that it is one, its value says
    if package is not None:
        return len(side.view.context.packages.all_named(index.language.group, joined(package, e.name))) == 1
    if len(bindings) != 1:
        kinds = {index.facts.definitions[b.definition].kind if b.definition != NONE else "" for b in bindings}
        return bool(bindings) and kinds <= {"signature", "function"} and "signature" in kinds
    binding = bindings[0]
    if binding.definition != NONE or binding.imported != NONE:
        return True
    return binding.value != NONE and not binding.narrow and certain(side, index, binding.value, depth + 1)


def _wrong(case: Case, suspect: Suspect, index: FileIndex, site: Site, how: str, args: Sequence[x.Arg]) -> str:
    """What is wrong with a call of the suspect, "" if nothing surely is."""
    before, after = case.base.view.file(suspect.old.path), case.head.view.file(suspect.new.path)
    if before is None or after is None or not after.language.checks_arguments or not index.language.checks_arguments:
        return ""
    if index.language.spreads_results and len(args) == 1 and isinstance(index.facts.exprs[args[0].value], x.Call):
        return ""
    touched = case.in_diff(index.path, span_of(site))
    old, new = _signatures(case.base, before, suspect.old, how), _signatures(case.head, after, suspect.new, how)
    problems = [misfit(params, args) for params in new]
    if all(misfit(params, args) for params in old):
        return ""
    if all(problems):
        return problems[0]
    if len(old) == len(new) == 1 and not touched:
        return shifted(old[0], new[0], args)
    return ""


def _signatures(side: Side, index: FileIndex, value: Def, how: str) -> Signatures:
    definition = index.facts.definitions[value.index]
    if definition.kind == "class":
        return [fields_as_params(side.view, value) or ()]
    return [taken(index.facts.definitions[one], index.language, how) for one in index.overloads(value.index)]


def _answered_elsewhere(case: Case, suspect: Suspect, cls: Def | None, args: Sequence[x.Arg]) -> bool:
    """Whether every class of which the receiver may be has an override that takes the call."""
    definition = case.head.view.definition(suspect.new)
    if cls is None or definition is None:
        return False
    for one in instances(case, cls):
        method = case.head.view.context.classes.method(one, definition.name)
        own, index = (case.head.view.definition(method), case.head.view.file(method.path)) if method is not None else (None, None)
        if own is None or index is None or method == suspect.new or misfit(taken(own, index.language, "instance"), args):
            return False
    return True
