"""Uses of what has become private: it is there, and cannot be seen from where it is used."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Pair, Side, caller_of, span_of
from nexus_diff.impact.breaking_classes import member_of
from nexus_diff.impact.breaking_inside import within
from nexus_diff.impact.breaking_members import classes_of_change, users
from nexus_diff.impact.breaking_pairs import Use, uses
from nexus_diff.impact.breaking_rejected import suspects
from nexus_diff.impact.values import Symbol
from nexus_diff.link.confidence import is_named
from nexus_diff.link.file_index import FileIndex
from nexus_diff.link.values import Def, Inst
from nexus_diff.model import expr as x
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE, Definition
from nexus_diff.model.graph import CALLS, HERITAGE, REFERENCES, Node, Relation

_USES = CALLS | REFERENCES | HERITAGE


def hidden_uses(case: Case) -> Iterator[BreakingCallSite]:
    """Every use in head of a symbol that could be used there in base and cannot any more."""
    for suspect in suspects(case):
        base, head = suspect.change.base, suspect.change.head
        if base is None or head is None or base.node.id != suspect.id:
            continue
        old, new = _reach(case.base, base), _reach(case.head, head)
        if not new or old == new:
            continue
        for use in uses(case, suspect.id, _USES):
            certain = use.line and _is_certain(use.relation) and _still_means(case, use, head.node)
            seen_before = certain and _within(case.base, old, base, use.old, use.relation.source)
            if seen_before and not _within(case.head, new, head, use.new, use.caller):
                text = f"`{suspect.name}` cannot be used here any more: it is {_WORDS[new]}"
                yield case.site(use.new, (use.line, use.line), _scope(case, use), suspect.name, "gone", text)


_CERTAIN, _NAMED = 0.9, 0.8
_WORDS = {
    "outermost": "private to its class now",
    "class": "private to its class now",
    "package": "seen by its own package only now",
    "module": "private to its module now",
}


def hidden_fields(case: Case) -> Iterator[BreakingCallSite]:
    """Every use in head of a field that could be used there in base and cannot any more."""
    for pair in classes_of_change(case):
        old, new = case.base.view.file(pair.old.path), case.head.view.file(pair.new.path)
        if old is None or new is None or not new.language.reach or case.misread(pair.old.path):
            continue
        before, after = _fields(old, pair.old.index), _fields(new, pair.new.index)
        narrowed = {n: after[n] for n in before.keys() & after.keys() if after[n] in _WORDS and before[n] != after[n]}
        for path in users(case, pair, old, narrowed) if narrowed else ():
            index = case.head.view.file(path)
            if index is not None:
                yield from _fields_used(case, pair, narrowed, index)


def _is_certain(relation: Relation) -> bool:
    """Whether the source of a relation surely means its target: it is measured to be so, or names it."""
    return relation.confidence >= (_NAMED if is_named(relation.reason) else _CERTAIN)


def _fields(index: FileIndex, cls: int) -> dict[str, str]:
    """The fields in the body of a class → from where they can be used."""
    definitions, reach = index.facts.definitions, index.language.reach
    body = definitions[cls].body
    inside = [d for d in definitions if d.scope == body and d.kind == "field"] if body != NONE else []
    return {d.name: next((where for name, where in reach.items() if name in d.modifiers), reach.get("", "")) for d in inside}


def _fields_used(case: Case, pair: Pair, narrowed: dict[str, str], index: FileIndex) -> Iterator[BreakingCallSite]:
    head = case.head
    owner = head.view.definition(pair.new)
    home = head.view.file(pair.new.path)
    seen: set[tuple[int, str]] = set()
    for site in index.facts.sites:
        for expr in within(index, site):
            e = index.facts.exprs[expr]
            if not isinstance(e, x.Attr) or e.name not in narrowed or (site.line, e.name) in seen or owner is None or home is None:
                continue
            value = head.view.sole(index, e.value)
            meant = Def(value.path, value.index) if isinstance(value, (Inst, Def)) else None
            if meant is None or member_of(head.view, meant, e.name) != pair.new:
                continue
            if _sees(narrowed[e.name], home, owner, index, caller_of(index, site.scope)):
                continue
            seen.add((site.line, e.name))
            text = f"`{owner.qualified}.{e.name}` cannot be used here any more: it is {_WORDS[narrowed[e.name]]}"
            yield case.site(index, span_of(site), site.scope, f"{pair.name}.{e.name}", "gone", text)


def _sees(reach: str, home: FileIndex, cls: Definition, index: FileIndex, caller: str) -> bool:
    """Whether a place inside of `caller` can see a member of a class."""
    if reach == "package":
        package_of = home.language.package_of
        return package_of is None or package_of(home.path, home.facts) == package_of(index.path, index.facts)
    if reach == "module":
        return _in_module(home, cls.scope, index.path)
    around = _outermost(home, cls) if reach == "outermost" else cls.qualified
    return index.path == home.path and f"{caller}.".startswith(f"{around}.")


def _outermost(index: FileIndex, cls: Definition) -> str:
    """The name of the outermost class around a class."""
    scopes, found, scope = index.facts.scopes, cls.qualified, cls.scope
    while scope > 0:
        if scopes[scope].kind == "class":
            found = index.facts.definitions[scopes[scope].definition].qualified
        scope = scopes[scope].parent
    return found


def _reach(side: Side, symbol: Symbol) -> str:
    index = side.view.file(symbol.node.file_path)
    reach = index.language.reach if index is not None else {}
    modifiers = symbol.definition.modifiers
    return next((where for name, where in reach.items() if name in modifiers), reach.get("", ""))


def _still_means(case: Case, use: Use, node: Node) -> bool:
    found = case.head.graph.outgoing(use.caller, frozenset({use.relation.type}), 0.0)
    return any(relation.target == node.id and relation.line == use.line for relation in found)


def _within(side: Side, reach: str, symbol: Symbol, index: FileIndex, caller: str) -> bool:
    """Whether a place can see what has this reach; True where that cannot be told."""
    home = side.view.file(symbol.node.file_path)
    node = side.graph.node(caller)
    if home is None or node is None or not reach:
        return True
    if reach == "package":
        package_of = home.language.package_of
        return package_of is None or package_of(home.path, home.facts) == package_of(index.path, index.facts)
    if reach == "module":
        return _in_module(home, symbol.definition.scope, index.path)
    owner = symbol.node.qualified_name.rpartition(".")[0]
    around = owner.partition(".")[0] if reach == "outermost" else owner
    same = index.path == home.path or reach == "class"
    return not owner or (same and f"{node.qualified_name}.".startswith(f"{around}."))


def _in_module(home: FileIndex, inside: int, path: str) -> bool:
    """Whether a file belongs to the module of another, or to one below it. What stands in a module within a file is not told."""
    scope = home.facts.scopes[inside]
    while scope.parent != NONE:
        if scope.kind == "namespace":
            return True
        scope = home.facts.scopes[scope.parent]
    folder, _, name = home.path.rpartition("/")
    stem = name.partition(".")[0]
    below = folder if name in home.language.package_files or stem in ("lib", "main", "mod") else f"{folder}/{stem}".lstrip("/")
    return path == home.path or path.startswith(f"{below}/" if below else "")


def _scope(case: Case, use: Use) -> int:
    return next((site.scope for site in case.sites(use.new, use.line)), 0)
