"""What a change breaks that was not broken before: both sides judged by the same rules, findings matched without line numbers."""

# For maintainers. What a rule finds in one file depends on that file's own dependencies and on places, which depend on paths. So files
# whose links and relations are the same on both sides are judged once. Chains and cycles are judged on the imports of either whole side.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from nexus_diff.config.architecture import InferredConfig, Rule
from nexus_diff.model.answer import LayerViolation, ViolationHop
from nexus_diff.rules.cycles import cycles, introduced
from nexus_diff.rules.inferred import inferred
from nexus_diff.rules.kind import CHAIN, Kind
from nexus_diff.rules.moves import Moves
from nexus_diff.rules.registry import kinds_of
from nexus_diff.rules.settle import moved_imports
from nexus_diff.rules.values import Edge, Finding
from nexus_diff.rules.view import View

_ORDER = {"new": 0, "fixed": 1, "unchanged": 2}
Judged = tuple[str, Finding]
"""Status and finding."""


class Change(msgspec.Struct, frozen=True):
    """How base became head. `renames`: base node id → head node id. `touched`: files (of either side) whose dependencies may differ."""

    renames: Mapping[str, str] = {}
    touched: frozenset[str] = frozenset()


def judge(base: View, head: View, rules: Sequence[Rule], change: Change) -> list[LayerViolation]:
    """Violations of both sides with their status, new ones first."""
    moves = Moves(change.renames)
    found: list[Judged] = []
    for kind in kinds_of(rules):
        before, after, shared = _both(kind, base, head, change.touched)
        found += [("unchanged", finding) for finding in shared]
        found += _matched(base, head, moves, before, after, shared)
        found += _circles(kind, base, head, moves)
    folded = fold(found, base, head)
    return [_violation(status, finding, base, head, moves) for status, finding in folded]


def judge_packages(base: View, head: View, settings: InferredConfig, change: Change) -> list[LayerViolation]:
    """What is new among packages, without any rule."""
    moves = Moves(change.renames)
    return [_violation("new", finding, base, head, moves) for finding in inferred(base, head, settings, moves)]


def check(view: View, rules: Sequence[Rule]) -> list[LayerViolation]:
    """All violations of one revision."""
    found: list[Judged] = []
    for kind in kinds_of(rules):
        found += [("unchanged", finding) for path in view.files() for finding in kind.local(view, path)]
        found += [("unchanged", finding) for finding in kind.whole(view)]
        found += [("unchanged", one) for name, groups in kind.circles(view) for one in cycles(view, kind.rule, name, groups)]
    return [_violation(status, finding, view, view, Moves({})) for status, finding in fold(found, view, view)]


def _both(kind: Kind, base: View, head: View, touched: frozenset[str]) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """Findings of base, of head, and of the files that are the same on both."""
    shared = [finding for path in head.files() if path not in touched for finding in kind.local(head, path)]
    before = [finding for path in base.files() if path in touched for finding in kind.local(base, path)]
    after = [finding for path in head.files() if path in touched for finding in kind.local(head, path)]
    return [*before, *kind.whole(base)], [*after, *kind.whole(head)], shared


def _matched(
    base: View, head: View, moves: Moves, before: Iterable[Finding], after: Sequence[Finding], shared: Iterable[Finding]
) -> list[Judged]:
    labels = moves.groups(base.files(), head.files(), lambda path: base.place(path).label, lambda path: head.place(path).label)
    old = {_key_in_head(finding, moves, labels): finding for finding in before}
    known = {*old, *(finding.key for finding in shared)}
    connected = {_pair(base, finding, labels) for finding in (*before, *shared) if finding.edges}
    moved = moved_imports(base, head, moves, list(old.values()), [finding for finding in after if finding.key not in known])
    found: list[Judged] = []
    for finding in after:
        is_chain = finding.key[1] == CHAIN
        same = finding.key in known or finding.key in moved or (is_chain and finding.key[2:] in connected)
        found.append(("unchanged" if same else "new", finding))
    gone = set(old) - {finding.key for finding in after} - set(moved.values())
    pairs = {_pair(head, finding, {}) for finding in after if finding.edges}
    found += [("fixed", old[key]) for key in sorted(gone) if key[1] != CHAIN or key[2:] not in pairs]
    return found


def _key_in_head(finding: Finding, moves: Moves, labels: Mapping[str, str]) -> tuple[str, ...]:
    rule, type_, source, target = finding.key
    if type_ == CHAIN:
        return rule, type_, labels.get(source, source), labels.get(target, target)
    return rule, type_, moves.head(source), moves.head(target)


def _pair(view: View, finding: Finding, labels: Mapping[str, str]) -> tuple[str, str]:
    """The parts that a finding connects."""
    if finding.key[1] == CHAIN:
        source, target = finding.key[2:]
    else:
        source, target = (view.place(view.path_of(node)).label for node in (finding.source, finding.target))
    return labels.get(source, source), labels.get(target, target)


def _circles(kind: Kind, base: View, head: View, moves: Moves) -> list[Judged]:
    found: list[Judged] = []
    for (name, old), (_, new) in zip(kind.circles(base), kind.circles(head), strict=True):
        renamed = moves.groups(base.files(), head.files(), old.group, new.group) if moves.files else {}
        split = moves.split(base.files(), head, old.group, new.group) if moves.files else {}
        found += introduced(base, head, kind.rule, name, (old, new), renamed, split)
    return found


def fold(found: Iterable[Judged], base: View, head: View) -> list[Judged]:
    """Without calls and inheritance of a file where an import into the same part is a finding of the same status already: one statement
    that brings three calls along is one violation. Sorted."""
    ordered = sorted(found, key=lambda judged: (_ORDER[judged[0]], judged[1].rule, judged[1].edges, judged[1].key))
    imports = {_reach(judged, base, head) for judged in ordered if len(judged[1].edges) == 1 and judged[1].key[1] == "IMPORTS"}
    return [judged for judged in ordered if not (_is_use(judged[1]) and _reach(judged, base, head) in imports)]


def _is_use(finding: Finding) -> bool:
    return len(finding.edges) == 1 and finding.key[1] in ("CALLS", "EXTENDS", "IMPLEMENTS")


def _reach(judged: Judged, base: View, head: View) -> tuple[str, str, str, str]:
    """Status, rule, and from which file into which part."""
    status, finding = judged
    view = base if status == "fixed" else head
    return status, finding.rule, finding.edges[0].file, view.place(view.path_of(finding.target)).label


def _file(node_id: str) -> str:
    return node_id.partition(":")[2]


def _violation(status: str, finding: Finding, base: View, head: View, moves: Moves) -> LayerViolation:
    view, side = (base, "base") if status == "fixed" else (head, "head")
    added = {edge for edge in finding.edges if status == "new" and not _was_there(base, moves, edge)}
    path = tuple(_hop(edge, side, edge in added) for edge in finding.edges)
    why = view.why.get(finding.rule, "")
    message = f"{finding.message} ({why})" if why else finding.message
    return LayerViolation(
        rule=finding.rule,
        status=status,
        severity=finding.severity,
        source=finding.source,
        target=finding.target,
        message=message,
        path=path,
    )


def _hop(edge: Edge, side: str, added: bool) -> ViolationHop:
    return ViolationHop(
        id=edge.source,
        file=edge.file,
        line=edge.line,
        side=side,
        type=edge.type,
        confidence=edge.confidence,
        reason=edge.reason,
        target=edge.target,
        added=added,
    )


def _was_there(base: View, moves: Moves, edge: Edge) -> bool:
    """Whether base has the edge, under the names of then."""
    source, target = moves.base(edge.source), moves.base(edge.target)
    path = base.path_of(source) if base.code.node(source) is not None else ""
    if edge.type == "IMPORTS":
        if edge.reason == "external":
            return any(external.module == _file(edge.target) for external in base.links(path).externals)
        return _file(target) in base.lines(path)
    return any(r.source == source and r.target == target and r.type == edge.type for r in base.code.relations(path))
