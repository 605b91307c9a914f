"""The answer to "what does this change reach": the JSON output, field for field (docs/json.md)."""

from __future__ import annotations

import msgspec

SCHEMA_VERSION = "1.0"


class _Part(msgspec.Struct, frozen=True):
    pass


class Tool(_Part, frozen=True, kw_only=True):
    name: str = "nexus-diff"
    version: str


class RiskFactor(_Part, frozen=True, kw_only=True):
    """`raised`: whether the value reaches the threshold that `why` names."""

    name: str
    value: float
    why: str
    raised: bool = False


class Risk(_Part, frozen=True, kw_only=True):
    level: str = "unknown"
    factors: tuple[RiskFactor, ...] = ()


class Summary(_Part, frozen=True, kw_only=True):
    """Counts of the sections below (`impacted` without what is only `possible`), the share of call sites that resolved, and the risk.
    Accepted findings count in `accepted` alone."""

    files_changed: int = 0
    changed_symbols: int = 0
    impacted: int = 0
    impacted_files: int = 0
    possible: int = 0
    breaking_call_sites: int = 0
    layer_violations: int = 0
    layer_violations_fixed: int = 0
    layer_violations_unchanged: int = 0
    affected_tests: int = 0
    processes: int = 0
    accepted: int = 0
    resolved_call_share: float | None = None
    risk: Risk = Risk()


class OldPlace(_Part, frozen=True, kw_only=True):
    file: str
    name: str
    start_line: int
    end_line: int


class ChangedSymbol(_Part, frozen=True, kw_only=True):
    """`kind`: function, method, class, interface, constant, type, file … `change`: the first that holds of deleted | added | moved |
    renamed | signature | modified | comment. `changes`: all that hold. Lines in head; in base for deleted symbols. `is_test`: stands in a
    test file. `community`: its community in base, of a new symbol that of most of its neighbours, "" for none.
    `tests`: how many of the affected tests reach it, None where that was not counted."""

    id: str
    kind: str
    name: str
    qualified_name: str
    file: str
    start_line: int
    end_line: int
    change: str
    changes: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    old: OldPlace | None = None
    is_test: bool = False
    community: str = ""
    tests: int | None = None


class Hop(_Part, frozen=True, kw_only=True):
    """One step of a path: from symbol `id`, at `file:line` on `side`, by a relation of `type`."""

    id: str
    file: str
    line: int
    side: str
    type: str
    confidence: float
    reason: str


class Impacted(_Part, frozen=True, kw_only=True):
    """`path`: from this symbol to a changed one, one hop per relation, never empty. `confidence`: product along the path. `via`: id of the
    changed symbol that it ends in. `possible`: by name alone, at the end of the list. `is_test`: it is a test; `in_tests`: it stands in a
    test file, or in a module for tests."""

    id: str
    kind: str
    name: str
    qualified_name: str
    file: str
    start_line: int
    end_line: int
    distance: int
    confidence: float
    via: str
    is_test: bool
    path: tuple[Hop, ...]
    in_tests: bool = False
    possible: bool = False


class BreakingCallSite(_Part, frozen=True, kw_only=True):
    """`accepted`, here and in the other findings: why it was accepted, "" for one that counts."""

    file: str
    line: int
    caller: str
    callee: str
    kind: str
    message: str
    in_diff: bool
    accepted: str = ""


class ProcessChange(_Part, frozen=True, kw_only=True):
    id: str
    name: str
    entry: str
    change: str
    touched_step: str | None = None
    steps: tuple[str, ...] = ()


class ViolationHop(Hop, frozen=True, kw_only=True):
    """One dependency of a chain. `target`: where it leads (a circle of packages may go on from another file of a package). `added`: the
    change brings it."""

    target: str = ""
    added: bool = False


class LayerViolation(_Part, frozen=True, kw_only=True):
    """`judged_by`: whose rules say so, "base" or, where the change edits the rules, "head"; only base's count."""

    rule: str
    status: str
    severity: str
    source: str
    target: str
    message: str
    path: tuple[ViolationHop, ...] = ()
    accepted: str = ""
    judged_by: str = "base"

    @property
    def brought(self) -> bool:
        """Whether the change brings it, by rules that it did not write itself."""
        return self.status == "new" and self.judged_by == "base"


class AffectedTest(_Part, frozen=True, kw_only=True):
    id: str
    file: str
    name: str
    start_line: int
    reason: str
    distance: int
    confidence: float


class TestGap(_Part, frozen=True, kw_only=True):
    id: str
    file: str
    name: str
    why: str
    accepted: str = ""


class Owner(_Part, frozen=True, kw_only=True):
    owner: str
    files: tuple[str, ...]
    changed: int
    impacted: int


class CoChange(_Part, frozen=True, kw_only=True):
    """`file` changed in `together` of the `of` commits that changed `with_file`, and did not change now."""

    file: str
    with_file: str
    together: int
    of: int


class CycleChange(_Part, frozen=True, kw_only=True):
    status: str
    level: str
    members: tuple[str, ...]
    cut: tuple[str, ...] = ()
    accepted: str = ""


class DeadCode(_Part, frozen=True, kw_only=True):
    status: str
    id: str
    file: str
    name: str
    accepted: str = ""


class SkippedFile(_Part, frozen=True, kw_only=True):
    file: str
    reason: str


class Answer(_Part, frozen=True, kw_only=True):
    """Everything one run has to say. A section that was not computed is named in `notices`, so an empty list means none found."""

    schema_version: str = SCHEMA_VERSION
    tool: Tool
    base: str
    head: str
    base_kind: str
    notices: tuple[str, ...] = ()
    summary: Summary = Summary()
    changed_symbols: tuple[ChangedSymbol, ...] = ()
    breaking_call_sites: tuple[BreakingCallSite, ...] = ()
    impacted: tuple[Impacted, ...] = ()
    callees: tuple[Impacted, ...] = ()
    processes: tuple[ProcessChange, ...] = ()
    layer_violations: tuple[LayerViolation, ...] = ()
    affected_tests: tuple[AffectedTest, ...] = ()
    test_gaps: tuple[TestGap, ...] = ()
    owners: tuple[Owner, ...] = ()
    co_change: tuple[CoChange, ...] = ()
    cycles: tuple[CycleChange, ...] = ()
    dead_code: tuple[DeadCode, ...] = ()
    skipped: tuple[SkippedFile, ...] = ()
    cut: dict[str, int] = {}
    timings: dict[str, float] = {}

    @property
    def reached(self) -> tuple[Impacted, ...]:
        """What is impacted by more than its name."""
        return tuple(symbol for symbol in self.impacted if not symbol.possible)
