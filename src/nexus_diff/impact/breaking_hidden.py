"""Uses of what has become private: it is there, and cannot be seen from where it is used."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case, Side
from nexus_diff.impact.breaking_pairs import Use, uses
from nexus_diff.impact.breaking_rejected import suspects
from nexus_diff.impact.values import Symbol
from nexus_diff.link.file_index import FileIndex
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.facts import NONE
from nexus_diff.model.graph import CALLS, HERITAGE, REFERENCES, Node

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
            certain = use.line and use.relation.confidence >= _CERTAIN and _still_means(case, use, head.node)
            seen_before = certain and _within(case.base, old, base, use.old, use.relation.source)
            if seen_before and not _within(case.head, new, head, use.new, use.caller):
                text = f"`{suspect.name}` cannot be used here any more: it is {_WORDS[new]}"
                yield case.site(use.new, (use.line, use.line), _scope(case, use), suspect.name, "gone", text)


_CERTAIN = 0.9
_WORDS = {
    "outermost": "private to its class now",
    "class": "private to its class now",
    "package": "seen by its own package only now",
    "module": "private to its module now",
}


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
        return _in_module(home, symbol, index.path)
    owner = symbol.node.qualified_name.rpartition(".")[0]
    around = owner.partition(".")[0] if reach == "outermost" else owner
    same = index.path == home.path or reach == "class"
    return not owner or (same and f"{node.qualified_name}.".startswith(f"{around}."))


def _in_module(home: FileIndex, symbol: Symbol, path: str) -> bool:
    """Whether a file belongs to the module of another, or to one below it. What stands in a module within a file is not told."""
    scope = home.facts.scopes[symbol.definition.scope]
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
