"""What has data or calls in common with a change, where no call joins the two: fields, constants, functions called. Listed last."""

# For maintainers. A fifth of real regressions break at a distance: one function sets a field otherwise than before, another one reads it.
# What few functions share tells much, what everybody touches (`data`, `name`) tells nothing: the fewer they are the surer each is, and
# several things in common add up. Fields that are set otherwise than before come first. Fields are told apart by name alone: what two types
# call alike is taken for one. A call that is gone or new counts likewise: who else calls the function relied on, or lacks, the same.

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

import msgspec

from nexus_diff.impact.guesses import SURE, FieldUse, Named
from nexus_diff.impact.paths import hop, impacted, shown_confidence
from nexus_diff.impact.values import Seed
from nexus_diff.model.answer import Impacted
from nexus_diff.model.graph import CALL_THRESHOLD, CALLS, REFERENCES, Node, Relation

DATA, CALL = "shared-data", "shared-call"
"""Reasons: both touch a field or name a constant; both call, or called, a function."""
MOST_SHARERS = 20
"""Functions that share a field from which on it says nothing."""
FEW_SHARERS = 4
"""Those of a field that is set otherwise, up to which their own callers count too: the value decides whether they call."""
MOST_CALLERS = 8
"""Functions that name a constant or call a function from which on that says nothing."""
MOST_SHARED = 10
"""Functions that are listed for a change. On real regressions the first ten held most of what there was to find."""
_UNUSED = FieldUse()


class _Common(msgspec.Struct, gc=False):
    """One thing that a changed symbol has in common with functions: a relation to each. `few`: so few share it that their callers count."""

    relations: list[Relation]
    weight: float
    reason: str = DATA
    few: bool = False


class _Share(msgspec.Struct, gc=False):
    """How much a function has in common with a changed symbol, and what says most of it."""

    weight: float
    relation: Relation
    best: float
    few: bool


def sharing(base: Named, head: Named, seeds: Iterable[Seed], known: Container[str]) -> tuple[list[Impacted], int]:
    """Production code that shares fields with changed symbols, surest first, without what is `known`; how many were left out."""
    told = [one for seed in seeds for one in _of_seed(base, head, seed) if one.id not in known and not one.in_tests]
    listed = _best(told)
    return listed[:MOST_SHARED], max(0, len(listed) - MOST_SHARED)


def _of_seed(base: Named, head: Named, seed: Seed) -> list[Impacted]:
    old, new = base.graph.node(seed.base) if seed.base else None, head.graph.node(seed.head) if seed.head else None
    start = new or old
    if start is None or start.is_test or start.label in ("File", "Folder"):
        return []
    common = [*_fields(base, head, old, new)]
    if new is not None and new.label in ("Function", "Method"):
        common += _constants(head, new)
        common += _calls(base, head, old, new) if old is not None else ()
    return [one for share in _added_up(common, start).values() for one in _told(head, share, seed.via)]


def _fields(base: Named, head: Named, old: Node | None, new: Node | None) -> Iterator[_Common]:
    """Fields that the symbol sets or reads, or, of a type, has got or lost."""
    start = new or old
    was: Mapping[str, FieldUse] = base.guesses.fields(old) if old is not None else {}
    now: Mapping[str, FieldUse] = head.guesses.fields(new) if new is not None else {}
    for name in sorted(was.keys() | now.keys()) if start is not None else ():
        before, after = was.get(name, _UNUSED), now.get(name, _UNUSED)
        sets = bool(before.sets or after.sets)
        if start is None or (before == after and start.label not in ("Function", "Method")):
            continue
        touching = [r for r in head.guesses.touching(start, name) if r.source != start.id]
        many = len(touching)
        if before.sets != after.sets and many <= MOST_SHARERS:
            yield _Common(touching, SURE, few=many <= FEW_SHARERS)
        elif (sets or before != after) and many <= MOST_SHARERS:
            yield _Common(touching, SURE / max(many, 1))
        elif many <= FEW_SHARERS:
            yield _Common(touching, SURE / max(2 * many, 1))


def _constants(head: Named, new: Node) -> Iterator[_Common]:
    """Constants that the function names."""
    for target in sorted({r.target for r in head.graph.outgoing(new.id, REFERENCES, 0.0) if r.reason == "constant"}):
        others = [r for r in head.graph.incoming(target, REFERENCES, 0.0) if r.source != new.id]
        many = len({r.source for r in others})
        if 0 < many <= MOST_CALLERS:
            yield _Common(others, SURE / many)


def _calls(base: Named, head: Named, old: Node, new: Node) -> Iterator[_Common]:
    """Functions that are called no longer, or now: they have other callers."""
    was = {base.renames.get(r.target, r.target) for r in base.graph.outgoing(old.id, CALLS, CALL_THRESHOLD)}
    now = {r.target for r in head.graph.outgoing(new.id, CALLS, CALL_THRESHOLD)}
    for target in sorted(was ^ now):
        others = [r for r in head.graph.incoming(target, CALLS, CALL_THRESHOLD) if r.source != new.id]
        many = len({r.source for r in others})
        if 0 < many <= MOST_CALLERS:
            yield _Common(others, SURE / many, CALL)


def _added_up(common: Iterable[_Common], start: Node) -> dict[str, _Share]:
    """Function → what it shares with the changed symbol."""
    shares: dict[str, _Share] = {}
    for one in common:
        for source, relation in {r.source: r for r in reversed(one.relations)}.items():
            told = msgspec.structs.replace(relation, target=start.id, type="REFERENCES", reason=one.reason)
            share = shares.setdefault(source, _Share(0.0, told, 0.0, False))
            share.weight = min(SURE, share.weight + one.weight)
            share.few = share.few or one.few
            if one.weight > share.best:
                share.best, share.relation = one.weight, told
    return shares


def _told(head: Named, share: _Share, via: str) -> Iterator[Impacted]:
    """The function itself, and its callers where the field is its own business."""
    relation = msgspec.structs.replace(share.relation, confidence=share.weight)
    node = head.graph.node(relation.source)
    if node is None:
        return
    last = hop(relation, node.file_path, head.name)
    yield msgspec.structs.replace(impacted(head.graph, node, 1, shown_confidence(share.weight), via, (last,)), possible=True)
    for call in head.graph.incoming(node.id, CALLS, CALL_THRESHOLD) if share.few else ():
        caller = head.graph.node(call.source)
        if caller is not None and caller.file_path == node.file_path and caller.label in ("Function", "Method"):
            path = (hop(call, caller.file_path, head.name), last)
            confidence = shown_confidence(share.weight * call.confidence)
            yield msgspec.structs.replace(impacted(head.graph, caller, 2, confidence, via, path), possible=True)


def _best(told: Iterable[Impacted]) -> list[Impacted]:
    """Each once, surest first."""
    best: dict[str, Impacted] = {}
    for one in sorted(told, key=_order):
        best.setdefault(one.id, one)
    return list(best.values())


def _order(one: Impacted) -> tuple[float, int, str, int]:
    """Surest first, where the file of the change counts double."""
    home = one.via.split(":", 2)[1] == one.file
    return (-one.confidence * (2 if home else 1), one.distance, one.id, one.path[0].line)
