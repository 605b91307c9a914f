"""Whether an expression that meant a symbol in base surely means nothing in head."""

from __future__ import annotations

from nexus_diff.impact.breaking_case import Case, Side
from nexus_diff.impact.breaking_classes import member_of
from nexus_diff.impact.breaking_pairs import Use
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Ext, Inst, Mod, Pack, Space, Super
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE


def means_nothing(case: Case, use: Use, expr: int, was: Def) -> bool:
    """Whether the callee or name at `expr` of head, for which the linker finds nothing, can mean nothing. `was`: what it meant in base."""
    e = use.new.facts.exprs[expr]
    if isinstance(e, x.Attr):
        holder = case.head.view.sole(use.new, e.value)
        if isinstance(holder, (Mod, Pack, Space)):
            return not _new_sources(case, use)
        if isinstance(holder, (Inst, Def, Super)):
            cls = Def(holder.path, holder.index)
            extended = use.new.language.extension_methods and e.name in use.new.language.builtin_methods
            return closed(case.head, cls, e.name) and member_of(case.head.view, cls, e.name) is None and not extended
        owner = _owner(case.base, was)
        return holder is None and owner is not None and _is_gone(case, owner) and means_nothing(case, use, e.value, owner)
    if not isinstance(e, x.Name) or bound(case.head, use.new, e) or _new_sources(case, use):
        return False
    owner = _owner(case.base, was)
    return owner is None or all(closed(case.head, cls, e.name) for cls in around(case.head, use.new, e))


def _is_gone(case: Case, cls: Def) -> bool:
    """Whether a class of base has no counterpart in head, or one of another name."""
    now = case.successor(cls)
    was, there = case.base.view.definition(cls), case.head.view.definition(now) if now is not None else None
    return was is not None and (there is None or there.qualified != was.qualified or now is None or now.path != cls.path)


def closed(side: Side, cls: Def, name: str = "") -> bool:
    """Whether all that a class inherits stands in the repository, or comes from types of a library whose members are known and have not
    this name."""
    classes = side.view.context.classes
    index = side.view.file(cls.path)
    known = index.language.library_bases if index is not None else {}
    for here in classes.mro(cls):
        if isinstance(here, Ext):
            members = known.get(here.name.rpartition(".")[2].rpartition(":")[2])
            if members is None or name in members:
                return False
            continue
        index = side.view.file(here.path)
        if index is None:
            return False
        written = [base for base in index.facts.definitions[here.index].bases if not base.keyword]
        if len(classes.bases(here)) < len(written):
            return False
    return True


def _owner(side: Side, function: Def) -> Def | None:
    """The class that a function is a member of."""
    index = side.view.file(function.path)
    if index is None:
        return None
    scope = index.facts.definitions[function.index].scope
    outside = side.view.context.members.owner_of(index, function.index) if function.index in index.attached else None
    return side.view.context.evaluator.class_of_scope(index, scope) or outside


def around(side: Side, index: FileIndex, e: x.Name) -> list[Def]:
    """The classes around a name, those of methods that stand outside of theirs included."""
    found, scope = [], index.facts.points[e.point].scope
    while scope > 0:
        cls = side.view.context.evaluator.class_of_scope(index, scope)
        if cls is not None and cls not in found:
            found.append(cls)
        scope = index.facts.scopes[scope].parent
    return found


def bound(side: Side, index: FileIndex, e: x.Name) -> bool:
    """Whether any scope around binds the name, though what it means is not known. Imports that lead nowhere bind nothing."""
    scope, scopes = index.facts.points[e.point].scope, index.facts.scopes
    while scope >= 0:
        here = scopes[scope]
        bindings = [b for _, b in index.names(scope).get(e.name, ())] if here.kind != "class" else []
        if index.parameter(scope, e.name) != NONE or any(b.imported == NONE or leads(side, index, b.imported) for b in bindings):
            return True
        if here.definition != NONE and any(p.name == e.name for p in index.facts.definitions[here.definition].type_params):
            return True
        scope = here.parent
    return e.name in index.language.builtin_names


def leads(side: Side, index: FileIndex, imported: int) -> bool:
    """Whether an import leads to anything in the repository."""
    return any(not isinstance(value, Ext) for value in side.view.imported(index, index.facts.imports[imported]))


def _new_sources(case: Case, use: Use) -> bool:
    """Whether the change gives the file another import, from which the name may come."""
    before = {(imp.source, imp.name) for imp in use.old.facts.imports}
    if any((imp.source, imp.name) not in before for imp in use.new.facts.imports):
        return True
    return use.new.language.includes and case.new_includes
