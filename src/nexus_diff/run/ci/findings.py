"""Findings as annotations, on lines that the change itself added or edited: nothing else is shown where the change is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from nexus_diff.git import MissingBlob, Repository, commit_snapshot
from nexus_diff.git.changes import compare, hunks_between
from nexus_diff.link.nodes import printable
from nexus_diff.model.answer import Answer, BreakingCallSite, ChangedSymbol, LayerViolation
from nexus_diff.model.changes import Hunk
from nexus_diff.publish import Annotation
from nexus_diff.publish.value import LEVELS
from nexus_diff.report.escape import lines_visible, visible

MOST_SITES = 10
Lines = Mapping[str, Mapping[int, int]]
"""Path → changed line of the analysed commit → the same line in the commit that findings belong to."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """`annotations`: gravest first. `elsewhere`: findings that no changed line tells of."""

    annotations: tuple[Annotation, ...] = ()
    elsewhere: int = 0


def changed_lines(repo: Repository, base: str, head: str, tells: str) -> Lines:
    """The lines that the change added or edited. Where `head` is the merge of `tells`, lines are counted as in `tells`; those that only the
    merge has are left out."""
    here = commit_snapshot(repo, head)
    there = commit_snapshot(repo, tells) if tells != head and repo.has(tells) else here
    found: dict[str, dict[int, int]] = {}
    for change in compare(commit_snapshot(repo, base), here).changes:
        lines = {line: line for hunk in change.hunks for line in range(hunk.new_start, hunk.new_start + hunk.new_count)}
        other = there.get(change.path)
        if not lines or other is None:
            continue
        if other.oid != change.new_oid:
            try:
                lines = _moved(lines, hunks_between(here.read(change.new_oid), there.read(other.oid)))
            except MissingBlob:
                continue
        found[printable(change.path)] = lines
    return found


def _moved(lines: Mapping[int, int], hunks: Sequence[Hunk]) -> dict[int, int]:
    """The lines as they are counted after some hunks; those inside a hunk are gone."""
    found = {}
    for line in lines:
        shift = 0
        for hunk in hunks:
            if line < hunk.old_start:
                break
            if line < hunk.old_start + hunk.old_count:
                shift = -line
                break
            shift += hunk.new_count - hunk.old_count
        if line + shift > 0:
            found[line] = line + shift
    return found


def annotations_of(answer: Answer, lines: Lines, gate: str = "never") -> Found:
    """Breaking call sites and new violations. A finding that fails the run (`gate`, as in --fail-on) is a failure, else a warning."""
    sites = [site for site in answer.breaking_call_sites if not site.accepted]
    ours = (one for one in answer.layer_violations if one.judged_by == "base")
    violations = [one for one in ours if one.status == "new" and not one.accepted]
    near = [site for site in sites if site.line in lines.get(site.file, {})]
    level = "failure" if "breaking" in gate else "warning"
    found = [_at_site(site, lines, level) for site in near]
    far = [site for site in sites if site.line not in lines.get(site.file, {})]
    told, left = _at_definitions(far, answer.changed_symbols, lines, level)
    found += told
    for violation in violations:
        one = _violation(violation, lines, "violation" in gate)
        if one is None:
            left += 1
        else:
            found.append(one)
    found.sort(key=lambda one: (LEVELS.index(one.level), one.path, one.start_line, one.title, one.message))
    return Found(annotations=tuple(found), elsewhere=left)


def _at_site(site: BreakingCallSite, lines: Lines, level: str) -> Annotation:
    line = lines[site.file][site.line]
    return _annotation(site.file, line, level, "Breaking call site", visible(site.message), (site.caller, site.callee, site.kind))


def _at_definitions(
    sites: Sequence[BreakingCallSite], symbols: Iterable[ChangedSymbol], lines: Lines, level: str
) -> tuple[list[Annotation], int]:
    """Call sites that the change does not show are told where it changes what they call; the number of those that have no such place."""
    by_callee: dict[str, list[BreakingCallSite]] = {}
    for site in sites:
        by_callee.setdefault(site.callee, []).append(site)
    found = []
    for symbol in symbols:
        mine = by_callee.get(symbol.qualified_name) or by_callee.get(symbol.id)
        line = _first_line(symbol, lines)
        if not mine or not line:
            continue
        by_callee = {name: rest for name, rest in by_callee.items() if rest is not mine}
        shown = [visible(f"{site.file}:{site.line} {site.message}") for site in mine[:MOST_SITES]]
        if len(mine) > MOST_SITES:
            shown.append(f"and {len(mine) - MOST_SITES} more")
        title = f"Breaks {len(mine)} call {'site' if len(mine) == 1 else 'sites'}"
        found.append(_annotation(symbol.file, line, level, title, "\n".join(shown), ("breaks", symbol.id)))
    return found, sum(map(len, by_callee.values()))


def _first_line(symbol: ChangedSymbol, lines: Lines) -> int:
    """The first changed line of a symbol, as the commit that findings belong to counts it; 0 for none."""
    if symbol.change == "deleted":
        return 0
    return next((there for here, there in sorted(lines.get(symbol.file, {}).items()) if symbol.start_line <= here <= symbol.end_line), 0)


def _violation(violation: LayerViolation, lines: Lines, gated: bool) -> Annotation | None:
    for hop in _hops(violation):
        if hop[1] in lines.get(hop[0], {}):
            level = {"error": "failure" if gated else "warning", "warning": "warning"}.get(violation.severity, "notice")
            key = (violation.rule, violation.source, violation.target)
            return _annotation(hop[0], lines[hop[0]][hop[1]], level, f"Layer rule {violation.rule}", visible(violation.message), key)
    return None


def _hops(violation: LayerViolation) -> Iterator[tuple[str, int]]:
    for hop in violation.path:
        if hop.side == "head":
            yield hop.file, hop.line


def _annotation(path: str, line: int, level: str, title: str, message: str, key: tuple[str, ...]) -> Annotation:
    """Texts of the repository made harmless on their way out."""
    shown = lines_visible(message) or visible(title)
    return Annotation(path=path, start_line=line, end_line=line, level=level, title=visible(title), message=shown, key=key)
