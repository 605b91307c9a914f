"""The same place in base and in head: uses of a symbol of base, each with what stands there now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from nexus_diff.impact.breaking_case import Case, called
from nexus_diff.impact.written import written
from nexus_diff.link.file_index import FileIndex
from nexus_diff.model.facts import Site
from nexus_diff.model.graph import Relation

_MOST_USES = 2000


class Both(msgspec.Struct, frozen=True):
    """A file on both sides."""

    old: FileIndex
    new: FileIndex


class Use(Both, frozen=True):
    """A relation of base to a symbol, and its place on both sides. `line`: in head, 0 where the line itself changed."""

    relation: Relation
    caller: str
    line: int


def uses(case: Case, base_id: str, types: frozenset[str]) -> Iterator[Use]:
    """Every use in base of a symbol in a file that head still has, the first 2,000."""
    found = sorted(case.base.graph.incoming(base_id, types, 0.0))
    if len(found) > _MOST_USES:
        key = f"uses searched for breaks beyond the first {_MOST_USES} of a symbol"
        case.cut[key] = max(case.cut.get(key, 0), len(found) - _MOST_USES)
    for relation in found[:_MOST_USES]:
        source = case.base.graph.node(relation.source)
        path = case.new_path(source.file_path) if source is not None else None
        if source is None or path is None:
            continue
        old, new = case.base.view.file(source.file_path), case.head.view.file(path)
        if old is not None and new is not None:
            yield Use(old, new, relation, case.new_id(relation.source), case.kept_line(path, relation.line))


def call_pairs(case: Case, use: Use) -> Iterator[tuple[Site, Site]]:
    """Calls at the place in base, each with the call in head that reads the same: on the same line, or, where the change touched that, in
    the same function."""
    if use.line:
        now = {(site.column, site.kind, written(use.new.facts, site.expr)): site for site in _calls(use.new, use.line)}
        for was in _calls(use.old, use.relation.line):
            site = now.get((was.column, was.kind, written(use.old.facts, was.expr)))
            if site is not None:
                yield was, site
        return
    texts = {written(use.old.facts, was.expr): was for was in _calls(use.old, use.relation.line)}
    for site in use.new.facts.sites:
        e = use.new.facts.exprs[site.expr]
        if called(e) is None or not case.in_diff(use.new.path, (site.line, max(site.line, site.end))):
            continue
        before = texts.get(written(use.new.facts, site.expr))
        if before is not None and _owner(use.new, site) == use.caller:
            yield before, site


def rewritten_pairs(case: Case, use: Use) -> Iterator[tuple[Site, Site]]:
    """Calls at a place in base that the change touched, each with the one call of the same name in the same function of head that it wrote
    with other arguments."""
    if use.line:
        return
    before = _by_name(use.old, _calls(use.old, use.relation.line))
    touched = (
        site
        for site in use.new.facts.sites
        if called(use.new.facts.exprs[site.expr]) is not None
        and case.in_diff(use.new.path, (site.line, max(site.line, site.end)))
        and _owner(use.new, site) == use.caller
    )
    after = _by_name(use.new, touched)
    for name, was in before.items():
        now = after.get(name, [])
        if len(was) == len(now) == 1 and written(use.old.facts, was[0].expr) != written(use.new.facts, now[0].expr):
            yield was[0], now[0]


def _by_name(index: FileIndex, sites: Iterable[Site]) -> dict[str, list[Site]]:
    found: dict[str, list[Site]] = {}
    for site in sites:
        call = called(index.facts.exprs[site.expr])
        if call is not None:
            found.setdefault(written(index.facts, call[0]), []).append(site)
    return found


def _calls(index: FileIndex, line: int) -> Iterator[Site]:
    for site in index.facts.sites:
        if site.line == line and called(index.facts.exprs[site.expr]) is not None:
            yield site


def _owner(index: FileIndex, site: Site) -> str:
    scopes, at = index.facts.scopes, site.scope
    while at > 0:
        node = index.nodes[scopes[at].definition] if scopes[at].definition >= 0 else None
        if node is not None:
            return node.id
        at = scopes[at].parent
    return f"File:{index.path}"
