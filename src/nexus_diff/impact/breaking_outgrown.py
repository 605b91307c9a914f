"""Places where something is handed over as an interface that asks for more since the change, in languages where nobody says that a type
implements an interface (Go)."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, called, text_of
from nexus_diff.impact.breaking_classes import member_of
from nexus_diff.impact.breaking_members import classes_of_change, members, users_of_file
from nexus_diff.impact.breaking_nothing import closed
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Bound, Def, Inst
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Site

Place = tuple[int, int, int]
"""Line, scope and the expression of what is handed over."""
_FUNCTIONS = ("function", "method")


def outgrown(case: Case) -> Iterator[BreakingCallSite]:
    """Every place in head that needs a type of the repository to implement an interface which it surely implements no longer."""
    for pair in classes_of_change(case):
        old, new = case.base.view.file(pair.old.path), case.head.view.file(pair.new.path)
        if old is None or new is None or not new.language.structural_interfaces or case.misread(pair.old.path):
            continue
        body, known = new.facts.definitions[pair.new.index].body, members(old, pair.old.index)
        if new.facts.definitions[pair.new.index].kind != "interface":
            continue
        grown = sorted(d.name for d in new.facts.definitions if d.scope == body and d.kind == "signature" and d.name not in known)
        for path in users_of_file(case, old) if grown else ():
            index = case.head.view.file(path)
            if index is not None and not index.facts.problems:
                yield from _in_file(case, index, pair.new, pair.name, grown)


def _in_file(case: Case, index: FileIndex, wanted: Def, name: str, grown: list[str]) -> Iterator[BreakingCallSite]:
    seen: set[int] = set()
    for line, scope, value in (*_declared(case, index, wanted), *_given(case, index, wanted), *_returned(case, index, wanted)):
        cls = _class(case, index, value)
        if cls is None or line in seen or not line:
            continue
        missing = [one for one in grown if closed(case.head, cls, one) and member_of(case.head.view, cls, one) is None]
        definition = case.head.view.definition(cls)
        if missing and definition is not None:
            seen.add(line)
            text = f"{text_of(index, value)} is used as `{name}`: `{definition.qualified}` does not implement `{missing[0]}`"
            yield case.site(index, (line, line), scope, name, "unimplemented", text)


def _class(case: Case, index: FileIndex, value: int) -> Def | None:
    """The struct that a value surely is of, a pointer to it included."""
    e = index.facts.exprs[value]
    if isinstance(e, x.Call) and isinstance(pointer := index.facts.exprs[e.func], x.Deref):  # `(*T)(nil)`
        found = case.head.view.sole(index, pointer.value)
    else:
        found = case.head.view.sole(index, value)
    cls = Def(found.path, found.index) if isinstance(found, (Inst, Def)) else None
    definition = case.head.view.definition(cls) if cls is not None else None
    if cls is None or definition is None or definition.kind != "class":
        return None
    return cls if case.counterpart(cls) is not None else None


def _asks(case: Case, index: FileIndex, type_: int, wanted: Def) -> bool:
    values = case.head.view.context.types.instances(index, type_) if type_ != NONE else ()
    return len(values) == 1 and isinstance(values[0], Inst) and Def(values[0].path, values[0].index) == wanted


def _declared(case: Case, index: FileIndex, wanted: Def) -> Iterator[Place]:
    """`var x I = v`; of the module also `var _ I = v`, which binds nothing."""
    for binding in index.facts.bindings:
        if binding.value != NONE and _asks(case, index, binding.type, wanted):
            yield _line(index, binding.value), binding.scope, binding.value
    functions = {s.line for s, d in zip(index.facts.spans, index.facts.definitions, strict=True) if d.kind in _FUNCTIONS}
    asking: dict[int, Site] = {}
    for site in index.facts.sites:
        if site.scope == 0 and site.kind == "type" and _asks(case, index, site.expr, wanted) and site.line not in functions:
            asking.setdefault(site.line, site)
        elif site.kind in ("new", "call") and site.scope == 0 and site.line in asking and site.column > asking[site.line].column:
            yield site.line, 0, site.expr


def _given(case: Case, index: FileIndex, wanted: Def) -> Iterator[Place]:
    """`f(v)` where `f` takes an I."""
    for site in index.facts.sites:
        call = called(index.facts.exprs[site.expr]) if site.kind == "call" else None
        if call is None or not call[1]:
            continue
        value = case.head.view.sole(index, call[0])
        there = case.head.view.file(value.path) if isinstance(value, (Def, Bound)) else None
        definition = case.head.view.definition(Def(value.path, value.index)) if isinstance(value, (Def, Bound)) else None
        if there is None or definition is None or definition.kind not in _FUNCTIONS:
            continue
        params = [p for p in definition.params if p.kind == "pos"]
        for param, arg in zip(params, call[1], strict=False):
            if _asks(case, there, param.type, wanted):
                yield site.line, site.scope, arg.value


def _returned(case: Case, index: FileIndex, wanted: Def) -> Iterator[Place]:
    """`return v` in a function that gives an I."""
    for number, scope in enumerate(index.facts.scopes):
        definition = index.facts.definitions[scope.definition] if scope.definition != NONE else None
        if definition is not None and scope.kind == "function" and scope.returns and _asks(case, index, definition.returns, wanted):
            for value in scope.returns:
                yield _line(index, value), number, value


def _line(index: FileIndex, value: int) -> int:
    """Where a value stands, 0 where that cannot be told."""
    e = index.facts.exprs[value]
    inner = {value, e.value} if isinstance(e, x.AddressOf) else {value}
    lines = [site.line for site in index.facts.sites if site.expr in inner and site.kind != "type"]
    return lines[-1] if lines else 0
