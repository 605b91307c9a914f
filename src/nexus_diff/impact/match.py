"""Renamed and moved symbols: matches between what is left after the same names in the same files are paired.

Strict on purpose: a wrong rename misleads more than "deleted" and "added" do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher

from nexus_diff.impact.lines import kept_lines, same_hunk
from nexus_diff.impact.pairing import Matching, Side, trivial
from nexus_diff.impact.values import Symbol

_NAME_ALIKE = 0.6
_LINES_ALIKE = 0.6
_CHILDREN_ALIKE = 0.5


def match_rest(matching: Matching) -> None:
    """Pairs renamed and moved symbols, the surest first."""
    _equal(matching, containers=True)
    _containers_by_children(matching)
    _equal(matching, containers=False)
    _same_name_next_to_a_match(matching)
    _kept_lines(matching)
    _neighbours(matching)


def _alone(
    matching: Matching, base: Iterable[Symbol], head: Iterable[Symbol], key: Callable[[Side, Symbol], object]
) -> list[tuple[Symbol, Symbol]]:
    """Pairs that are the only ones on either side with their key."""
    old: dict[object, list[Symbol]] = {}
    new: dict[object, list[Symbol]] = {}
    for symbol in base:
        old.setdefault(key(matching.base, symbol), []).append(symbol)
    for symbol in head:
        new.setdefault(key(matching.head, symbol), []).append(symbol)
    return [(old[one][0], new[one][0]) for one in old if len(old[one]) == 1 and len(new.get(one, ())) == 1]


def _equal(matching: Matching, *, containers: bool) -> None:
    """Same body and same declaration but for the name: under the same qualified name, the same name, then any."""

    def exact(side: Side, symbol: Symbol) -> tuple[object, ...]:
        return (symbol.kind, symbol.span.body_hash, side.signature(symbol))

    ranks: tuple[Callable[[Side, Symbol], object], ...] = (
        lambda side, symbol: (symbol.node.qualified_name, exact(side, symbol)),
        lambda side, symbol: (symbol.node.name, exact(side, symbol)),
        exact,
    )
    for rank in ranks:
        base = [s for s in matching.free_base() if bool(matching.base.children.get(s.node.id)) == containers]
        head = [s for s in matching.free_head() if bool(matching.head.children.get(s.node.id)) == containers]
        for old, new in _alone(matching, base, head, rank):
            if matching.free(old, new) and _convincing(matching, old, new):
                matching.add(old, new)


def _convincing(matching: Matching, old: Symbol, new: Symbol) -> bool:
    """Whether an equal body and declaration are enough here."""
    small, hunks = trivial(old) or trivial(new), matching.file_hunks(old, new)
    same_name = old.node.name == new.node.name
    if hunks is None:
        if old.node.qualified_name == new.node.qualified_name:
            top = not matching.base.depth(old) and old.kind != "constant" and not old.node.name.startswith("__")
            return not small or (top and matching.distinctive(old))
        return not small and matching.distinctive(old)
    if same_name:
        return not small or matching.distinctive(old)
    if not matching.distinctive(old):
        return False
    near = old.kind != "constant" and same_hunk(hunks, (old.span.start, old.span.end), (new.span.start, new.span.end))
    return not small or near or _names_alike(old, new)


def _names_alike(old: Symbol, new: Symbol) -> bool:
    return SequenceMatcher(None, old.node.name.lower(), new.node.name.lower(), autojunk=False).ratio() >= _NAME_ALIKE


def _containers_by_children(matching: Matching) -> None:
    """Containers of one kind that share at least half of their members, and at least two, body for body."""

    def members(side: Side, symbol: Symbol) -> Counter[tuple[str, str, str]]:
        return Counter((s.node.name, s.kind, s.span.body_hash) for s in side.children.get(symbol.node.id, ()) if not trivial(s))

    head = [(symbol, members(matching.head, symbol)) for symbol in matching.free_head() if matching.head.children.get(symbol.node.id)]
    by_member: dict[tuple[str, str, str], list[int]] = {}
    for place, (_, found) in enumerate(head):
        for member in found:
            by_member.setdefault(member, []).append(place)
    scores: dict[tuple[str, str], float] = {}
    for old in matching.free_base():
        mine = members(matching.base, old)
        for place in {place for member in mine for place in by_member.get(member, ())}:
            new, theirs = head[place]
            common = (mine & theirs).total()
            share = common / max(len(matching.base.children[old.node.id]), len(matching.head.children[new.node.id]))
            if new.kind == old.kind and common >= 2 and share >= _CHILDREN_ALIKE:
                scores[old.node.id, new.node.id] = share
    _add_best(matching, scores)


def _add_best(matching: Matching, scores: Mapping[tuple[str, str], float]) -> None:
    """Pairs those that are each other's best, with no other as good."""
    ranks: dict[tuple[bool, str], list[float]] = {}
    for (old, new), score in scores.items():
        ranks.setdefault((False, old), []).append(score)
        ranks.setdefault((True, new), []).append(score)
    best = {key: max(found) if found.count(max(found)) == 1 else math.inf for key, found in ranks.items()}
    for (old, new), score in sorted(scores.items()):
        if score == best[False, old] == best[True, new]:
            matching.add(matching.base.symbols[old], matching.head.symbols[new])


def _same_name_next_to_a_match(matching: Matching) -> None:
    """Same qualified name in another file, body or declaration equal, when something else of substance moved between these two files."""
    ways = set()
    for old_id, new_id in matching.head_of.items():
        old, new = matching.base.symbols.get(old_id), matching.head.symbols.get(new_id)
        if old and new and not (trivial(old) or trivial(new)) and old.span.body_hash == new.span.body_hash:
            ways.add((old.node.file_path, new.node.file_path))
    base, head = matching.free_base(), matching.free_head()
    for old, new in _alone(matching, base, head, lambda _, symbol: (symbol.kind, symbol.node.qualified_name)):
        same_body = old.span.body_hash == new.span.body_hash
        same_face = old.kind != "constant" and matching.base.signature(old) == matching.head.signature(new)
        if (same_body or same_face) and (old.node.file_path, new.node.file_path) in ways:
            matching.add(old, new)


def _kept_lines(matching: Matching) -> None:
    """Most of the lines stand unchanged, under another name in the same container."""
    scores: dict[tuple[str, str], float] = {}
    for (old_id, new_id), lines in _shared_lines(matching).items():
        old, new = matching.base.symbols[old_id], matching.head.symbols[new_id]
        share = lines / max(old.span.end - old.span.start + 1, new.span.end - new.span.start + 1)
        if lines >= 2 and (share >= _LINES_ALIKE or (share >= 0.5 and matching.base.signature(old) == matching.head.signature(new))):
            scores[old_id, new_id] = share
    _add_best(matching, scores)


def _shared_lines(matching: Matching) -> Counter[tuple[str, str]]:
    """How many lines stand unchanged in both, for pairs without partners, of one kind, in the same container of the same file."""
    shared: Counter[tuple[str, str]] = Counter()
    base, head = _covered(matching.base, matching.free_base()), _covered(matching.head, matching.free_head())
    for (old_file, new_file), hunks in matching.hunks.items():
        lines, others = base.get(old_file, {}), head.get(new_file, {})
        for line, other in kept_lines(hunks, sorted(lines)):
            for old in lines[line]:
                for new in others.get(other, ()):
                    if old.kind == new.kind and matching.same_parent(old, new):
                        shared[old.node.id, new.node.id] += 1
    return shared


def _covered(side: Side, symbols: Iterable[Symbol]) -> dict[str, dict[int, list[Symbol]]]:
    """File id → line → those of the symbols that it belongs to."""
    found: dict[str, dict[int, list[Symbol]]] = {}
    for symbol in symbols:
        lines = found.setdefault(side.home[symbol.node.id].file.id, {})
        for line in range(symbol.span.start, symbol.span.end + 1):
            lines.setdefault(line, []).append(symbol)
    return found


def _neighbours(matching: Matching) -> None:
    """Alike in name, declaration and size, and next to the same neighbour: such as a function that calls itself by its new name."""
    found: dict[tuple[str, str], float] = {}
    for old in matching.free_base():
        for new in _beside(matching, old):
            if matching.free(old, new) and _alike(matching, old, new):
                found[old.node.id, new.node.id] = 1.0
    _add_best(matching, found)


def _beside(matching: Matching, old: Symbol) -> Iterable[Symbol]:
    """What stands in head next to the partners of its neighbours, on the same side of them."""
    for step in (-1, 1):
        neighbour = matching.base.sibling(old, step)
        partner = matching.head.symbols.get(matching.head_of.get(neighbour.node.id, "")) if neighbour else None
        new = matching.head.sibling(partner, -step) if partner else None
        if new is not None and matching.same_parent(old, new):
            yield new


def _alike(matching: Matching, old: Symbol, new: Symbol) -> bool:
    sizes = sorted((old.span.end - old.span.start + 1, new.span.end - new.span.start + 1))
    return (
        old.kind == new.kind != "constant"
        and not (old.node.is_test or new.node.is_test)
        and old.span.complexity == new.span.complexity
        and sizes[1] <= 2 * sizes[0]
        and matching.base.signature(old) == matching.head.signature(new)
        and _names_alike(old, new)
    )
