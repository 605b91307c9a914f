"""What a change breaks for certain: calls, imports and classes in head that no longer fit what they use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from nexus_diff.impact.breaking_blocks import stray_members, unfinished_blocks, unmatched_members
from nexus_diff.impact.breaking_calls import misfits
from nexus_diff.impact.breaking_case import Case, Side
from nexus_diff.impact.breaking_final import heirs_of_final
from nexus_diff.impact.breaking_handed import misplaced_functions
from nexus_diff.impact.breaking_hidden import hidden_fields, hidden_uses
from nexus_diff.impact.breaking_inactive import Inactive
from nexus_diff.impact.breaking_marked import idle_overrides
from nexus_diff.impact.breaking_members import lost_members
from nexus_diff.impact.breaking_missing import missing_names
from nexus_diff.impact.breaking_names import lost_names
from nexus_diff.impact.breaking_objects import lost_properties
from nexus_diff.impact.breaking_outgrown import outgrown
from nexus_diff.impact.breaking_overrides import unimplemented, unmatched_overrides
from nexus_diff.impact.breaking_packages import lost_packages
from nexus_diff.impact.breaking_rejected import rejected_calls
from nexus_diff.impact.breaking_roots import lost_roots
from nexus_diff.impact.values import Comparison
from nexus_diff.model.answer import BreakingCallSite
from nexus_diff.model.changes import FileChange

RULES: tuple[Callable[[Case], Iterator[BreakingCallSite]], ...] = (
    misfits,
    lost_names,
    lost_packages,
    rejected_calls,
    misplaced_functions,
    missing_names,
    lost_roots,
    hidden_uses,
    hidden_fields,
    lost_members,
    lost_properties,
    unmatched_overrides,
    idle_overrides,
    heirs_of_final,
    unimplemented,
    unfinished_blocks,
    outgrown,
    stray_members,
    unmatched_members,
)


class Broken(msgspec.Struct, frozen=True):
    """What `breaking_call_sites` finds, ordered by (file, line, callee). `cut`: what a limit left out → how many."""

    sites: tuple[BreakingCallSite, ...] = ()
    cut: dict[str, int] = {}


def breaking_call_sites(comparison: Comparison, base: Side, head: Side, files: Iterable[FileChange]) -> Broken:
    """Every place in head that surely does not work any more, and did before. `comparison`: from `compare`."""
    case = Case(comparison, base, head, files)
    found: dict[tuple[str, int, str, str], BreakingCallSite] = {}
    inactive = Inactive(case)
    for rule in RULES:
        for site in (one for one in rule(case) if not inactive.holds(one)):
            found.setdefault((site.file, site.line, site.callee, site.kind), site)
    return Broken(tuple(site for _, site in sorted(found.items()) if not _follows(site, found)), case.cut)


def _follows(site: BreakingCallSite, found: Mapping[tuple[str, int, str, str], BreakingCallSite]) -> bool:
    """Whether a member is gone where its type is said to be gone: `new T()` and `T.m()` on a line that names T."""
    owner = site.callee.rpartition(".")[0]
    return site.kind == "gone" and (site.file, site.line, owner, "gone") in found
