"""Renamed and moved symbols: matches between what is left after the same names in the same files are paired.

Strict on purpose: a wrong rename misleads more than "deleted" and "added" do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from nexus_diff.impact.lines import kept, same_hunk
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
    small, hunks = trivial(old), matching.file_hunks(old, new)
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
    for old in matching.free_base():
        mine = members(matching.base, old)
        scores: list[tuple[float, int]] = []
        for place in sorted({place for member in mine for place in by_member.get(member, ())}):
            new, theirs = head[place]
            common = (mine & theirs).total()
            share = common / max(len(matching.base.children[old.node.id]), len(matching.head.children[new.node.id]))
            if new.kind == old.kind and common >= 2 and share >= _CHILDREN_ALIKE and matching.free(old, new):
                scores.append((share, place))
        _add_best(matching, old, [(share, head[place][0]) for share, place in scores])


def _add_best(matching: Matching, old: Symbol, scores: list[tuple[float, Symbol]]) -> None:
    """Pairs with the best candidate, unless two are equally good."""
    scores.sort(key=lambda item: -item[0])
    if scores and (len(scores) == 1 or scores[0][0] > scores[1][0]):
        matching.add(old, scores[0][1])


def _same_name_next_to_a_match(matching: Matching) -> None:
    """Same qualified name in another file, body or declaration equal, when something else of substance moved between these two files."""
    ways = set()
    for old_id, new_id in matching.head_of.items():
        old, new = matching.base.symbols.get(old_id), matching.head.symbols.get(new_id)
        if old and new and not trivial(old) and old.span.body_hash == new.span.body_hash:
            ways.add((old.node.file_path, new.node.file_path))
    base, head = matching.free_base(), matching.free_head()
    for old, new in _alone(matching, base, head, lambda _, symbol: (symbol.kind, symbol.node.qualified_name)):
        same_body = old.span.body_hash == new.span.body_hash
        same_face = old.kind != "constant" and matching.base.signature(old) == matching.head.signature(new)
        if (same_body or same_face) and (old.node.file_path, new.node.file_path) in ways:
            matching.add(old, new)


def _candidates(matching: Matching) -> Iterable[tuple[Symbol, list[Symbol]]]:
    """Unmatched symbols of base, each with the unmatched ones of its kind in the same container of the same file in head."""
    places: dict[tuple[str, str], list[Symbol]] = {}
    for new in matching.free_head():
        places.setdefault((new.parent, new.kind), []).append(new)
    for old in matching.free_base():
        parent = matching.head_of.get(old.parent)
        if parent is not None:
            news = [new for new in places.get((parent, old.kind), ()) if matching.free(old, new)]
            if news and matching.file_hunks(old, news[0]) is not None:
                yield old, news


def _kept_lines(matching: Matching) -> None:
    """Most of the lines stand unchanged, under another name in the same container."""
    for old, news in _candidates(matching):
        was, scores = (old.span.start, old.span.end), []
        for new in news:
            now = (new.span.start, new.span.end)
            lines = kept(matching.file_hunks(old, new) or (), was, now)
            share = lines / max(was[1] - was[0] + 1, now[1] - now[0] + 1)
            if lines >= 2 and (share >= _LINES_ALIKE or (share >= 0.5 and matching.base.signature(old) == matching.head.signature(new))):
                scores.append((share, new))
        _add_best(matching, old, scores)


def _neighbours(matching: Matching) -> None:
    """Alike in name, declaration and size, and next to the same neighbour: such as a function that calls itself by its new name."""
    for old in matching.free_base():
        alike = {new.node.id: new for new in _beside(matching, old) if matching.free(old, new) and _alike(matching, old, new)}
        if len(alike) == 1:
            matching.add(old, next(iter(alike.values())))


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
