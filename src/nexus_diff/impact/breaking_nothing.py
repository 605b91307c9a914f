"""Whether an expression that meant a symbol in base surely means nothing in head."""

from __future__ import annotations

from nexus_diff.impact.breaking_case import Case, Side
from nexus_diff.impact.breaking_classes import last_name, member_of
from nexus_diff.impact.breaking_pairs import Both
from nexus_diff.languages.base import Language
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Ext, Inst, Mod, Pack, Space, Super
from nexus_diff.model import expr as x
from nexus_diff.model.facts import NONE


def means_nothing(case: Case, use: Both, expr: int, was: Def) -> bool:
    """Whether the callee or name at `expr` of head, for which the linker finds nothing, can mean nothing. `was`: what it meant in base."""
    e = use.new.facts.exprs[expr]
    if isinstance(e, x.Attr):
        holder = case.head.view.sole(use.new, e.value)
        if isinstance(holder, (Mod, Pack, Space)):
            return not _new_sources(case, use)
        if isinstance(holder, (Inst, Def, Super)):
            cls = Def(holder.path, holder.index)
            extended = use.new.language.extension_methods and e.name in use.new.language.builtin_methods
            static = isinstance(holder, Def)
            return closed(case.head, cls, e.name, static) and member_of(case.head.view, cls, e.name) is None and not extended
        owner = _owner(case.base, was)
        return holder is None and owner is not None and _is_gone(case, owner) and means_nothing(case, use, e.value, owner)
    if not isinstance(e, x.Name) or bound(case.head, use.new, e) or _new_sources(case, use) or _promised(case.head, use.new, e.name):
        return False
    owner = _owner(case.base, was)
    if use.new.language.path_roots:
        return True  # members are never meant by a bare name
    return owner is None or all(closed(case.head, cls, e.name) for cls in around(case.head, use.new, e))


def _is_gone(case: Case, cls: Def) -> bool:
    """Whether a class of base has no counterpart in head, or one of another name."""
    now = case.successor(cls)
    was, there = case.base.view.definition(cls), case.head.view.definition(now) if now is not None else None
    return was is not None and (there is None or there.qualified != was.qualified or now is None or now.path != cls.path)


def closed(side: Side, cls: Def, name: str = "", static: bool = False) -> bool:
    """Whether all that a class inherits stands in the repository, or comes from types of a library that give it no members, or are known
    and have not this name. `static`: it is used by its own name."""
    classes = side.view.context.classes
    own = side.view.file(cls.path)
    if own is None:
        return False
    an_interface = own.facts.definitions[cls.index].kind == "interface"
    for here in classes.mro(cls):
        if isinstance(here, Ext):
            derefs = here.name.rpartition(".")[2] in own.language.instance_bases
            if derefs and (static or _is_plain_behind(side, cls, name)):
                continue
            if _may_give(own.language, here, name, an_interface):
                return False
            continue
        index = side.view.file(here.path)
        if index is None or len(classes.bases(here)) < len(_written(index, here.index)):
            return False
    return True


def _is_plain_behind(side: Side, cls: Def, name: str) -> bool:
    """Whether what an instance stands for (`Deref`) is a type of the language or a trait of its library that has no such member."""
    for part in side.view.context.members.parts(cls):
        index = side.view.file(part.path)
        body = index.facts.definitions[part.index].body if index is not None else NONE
        for definition in index.facts.definitions if index is not None and body != NONE else ():
            if index is not None and definition.scope == body and definition.name == "Target":
                return definition.value != NONE and _lacks(side, index, definition.value, name)
    return False


def _lacks(side: Side, index: FileIndex, type_: int, name: str) -> bool:
    """Whether a type, or each of several together, is known and has no member of that name."""
    e, language = index.facts.exprs[type_], index.language
    if isinstance(e, x.Union):
        return all(_lacks(side, index, item, name) for item in e.items)
    e = index.facts.exprs[e.type] if isinstance(e, x.Apply) else e
    if isinstance(e, x.Name) and e.name in language.deref_members:
        own = language.own_methods.get(e.name, frozenset())
        others = frozenset[str]().union(*(found for kind, found in language.own_methods.items() if kind != e.name))
        return name not in language.deref_members[e.name] | own | (language.builtin_methods - others)
    values = side.view.value(index, type_)
    known = [language.library_bases.get(v.name.rpartition(".")[2]) if isinstance(v, Ext) else None for v in values]
    return bool(known) and all(members is not None and name not in members for members in known)


def _may_give(language: Language, base: Ext, name: str, an_interface: bool) -> bool:
    """Whether a base of a library may give a class, or an interface, a member of that name."""
    last = base.name.rpartition(".")[2].rpartition(":")[2]
    prefix = language.interface_prefix
    if prefix and not an_interface and last.startswith(prefix) and last[len(prefix) :][:1].isupper():
        return False
    members = language.library_bases.get(last)
    return members is None or name in members


def _written(index: FileIndex, cls: int) -> set[int | str]:
    """The bases of a class as they are written, those with type arguments by their name alone."""
    found: set[int | str] = set()
    for base in index.facts.definitions[cls].bases:
        e = index.facts.exprs[base.expr]
        name = last_name(index.facts.exprs, e.type if isinstance(e, x.Apply) else base.expr)
        if not base.keyword:
            found.add(name or base.expr)
    return found


def _owner(side: Side, function: Def) -> Def | None:
    """The class that a function is a member of."""
    index = side.view.file(function.path)
    if index is None:
        return None
    scope = index.facts.definitions[function.index].scope
    outside = side.view.context.members.owner_of(index, function.index) if function.index in index.attached else None
    return side.view.context.receivers.owner(index, scope) or outside


def around(side: Side, index: FileIndex, e: x.Name) -> list[Def]:
    """The classes around a name, those of methods that stand outside of theirs included."""
    found, scope = [], index.facts.points[e.point].scope
    while scope > 0:
        cls = side.view.context.receivers.owner(index, scope)
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


def _promised(side: Side, index: FileIndex, name: str) -> bool:
    """Whether the file, or one that it includes, says that there is a type of that name somewhere."""
    if not index.language.includes:
        return False
    files = (side.view.file(path) for path in sorted(side.view.context.includes.reached(index.path)))
    sites = ((here, site) for here in files if here is not None for site in here.facts.sites if site.kind == "forward")
    return any(isinstance(e := here.facts.exprs[site.expr], x.Name) and e.name == name for here, site in sites)


def _new_sources(case: Case, use: Both) -> bool:
    """Whether the change gives the file another import, from which the name may come."""
    before = {(imp.source, imp.name) for imp in use.old.facts.imports}
    if any((imp.source, imp.name) not in before for imp in use.new.facts.imports):
        return True
    return use.new.language.includes and case.new_includes
