"""How risky a change is: a few named factors, each with its value and its threshold, and a level that follows from how many are raised."""

# For maintainers. The rule is meant to be read and argued with (docs/risk.md), so there is no score: a factor is raised or it is not.
# Thresholds were set on commits that broke something against ordinary commits of the same repositories (benchmarks/risk.py).

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from nexus_diff.impact.tests_gaps import UNREACHED
from nexus_diff.languages import by_suffix
from nexus_diff.model.answer import Answer, ChangedSymbol, LayerViolation, Risk, RiskFactor

NONE, LOW, MEDIUM, HIGH, UNKNOWN = "none", "low", "medium", "high", "unknown"
LEAST_RESOLVED = 0.3
"""Below this share of resolved calls in the changed files too little is known to name a level."""
FEW_CALLS = 10
"""With fewer calls than that a share means nothing."""
MANY_RAISED = 3
"""So many raised factors make a high risk."""

_API = frozenset({"deleted", "signature", "renamed", "moved"})
_OPENED = frozenset({"is no longer private", "is no longer protected"})


class Grounds(msgspec.Struct, frozen=True):
    """What the answer does not hold itself. `exported`: whether other files can use a changed symbol. `calls`, `resolved`: call sites of
    the files with changed code, tests left out, and those whose target is known. `churn`: commits that touched each changed file lately,
    None if not known. `read`, `unread`: changed files of code that were parsed, and that were not. `other`: changed files that are
    neither code nor prose."""

    exported: Callable[[ChangedSymbol], bool]
    calls: int
    resolved: int
    churn: Mapping[str, int] | None
    read: int = 0
    unread: int = 0
    other: int = 0


class Gauge(msgspec.Struct, frozen=True):
    """One factor: raised from `least` on. `decides`: it makes a high risk by itself. `words`: what its value counts."""

    name: str
    least: int
    words: str
    decides: bool = False


GAUGES = (
    Gauge("breaking_call_sites", 1, "breaking call sites", decides=True),
    Gauge("new_violations", 1, "new violations of severity error", decides=True),
    Gauge("public_api", 1, "exported symbols deleted, renamed, moved or with another signature"),
    Gauge("callers", 5, "direct users of what changed, tests left out"),
    Gauge("packages", 3, "other folders in the blast radius, tests left out"),
    Gauge("untested", 5, "changed symbols that no test reaches"),
    Gauge("churn", 40, "recent commits on the most changed file"),
    Gauge("size", 5, "changed symbols, tests left out"),
)
"""In the order in which they are shown."""


def risk(answer: Answer, grounds: Grounds) -> Risk:
    """The level, and all factors with their values."""
    changed = [symbol for symbol in answer.changed_symbols if symbol.change != "comment" and not symbol.is_test]
    values = _values(answer, changed, grounds)
    factors = [_factor(gauge, values[gauge.name]) for gauge in GAUGES if values[gauge.name] is not None]
    factors.append(_resolved(grounds))
    return Risk(level=_level(changed, grounds, factors), factors=tuple(factors))


def _values(answer: Answer, changed: Sequence[ChangedSymbol], grounds: Grounds) -> dict[str, int | None]:
    files = {symbol.file for symbol in changed} | {symbol.old.file for symbol in changed if symbol.old is not None}
    users = [symbol for symbol in answer.reached if not symbol.is_test]
    folders = {_folder(symbol.file) for symbol in users} - {_folder(file) for file in files}
    return {
        "breaking_call_sites": sum(not site.accepted for site in answer.breaking_call_sites),
        "new_violations": sum(map(_counts, answer.layer_violations)),
        "public_api": sum(_other_for_users(symbol) and grounds.exported(symbol) for symbol in changed),
        "callers": sum(symbol.distance == 1 for symbol in users),
        "packages": len(folders),
        "untested": sum(gap.why == UNREACHED and not gap.accepted for gap in answer.test_gaps),
        "churn": None if grounds.churn is None else max((grounds.churn.get(file, 0) for file in files), default=0),
        "size": len(changed),
    }


def _other_for_users(symbol: ChangedSymbol) -> bool:
    """Whether code that uses a symbol meets something else than before."""
    opened = symbol.change == "signature" and bool(symbol.details) and _opened(symbol).issuperset(symbol.details)
    return not opened and not _API.isdisjoint(symbol.changes)


def _opened(symbol: ChangedSymbol) -> frozenset[str]:
    """Details of a declaration that more code may use than before."""
    language = by_suffix(symbol.file)
    return _OPENED | {f"is now {language.modifier_words.get('exported', 'exported')}"} if language is not None else _OPENED


def _counts(violation: LayerViolation) -> bool:
    return violation.brought and violation.severity == "error" and not violation.accepted


def _factor(gauge: Gauge, value: int | None) -> RiskFactor:
    raised = (value or 0) >= gauge.least
    why = f"{gauge.words}; raised from {gauge.least} on{', which alone means high' if gauge.decides else ''}"
    return RiskFactor(name=gauge.name, value=float(value or 0), why=why, raised=raised)


def _resolved(grounds: Grounds) -> RiskFactor:
    share = round(grounds.resolved / grounds.calls, 4) if grounds.calls else 1.0
    why = f"share of resolved calls in the files whose code changed; below {LEAST_RESOLVED} the level is unknown"
    return RiskFactor(name="resolved_calls", value=share, why=why)


def _level(changed: Iterable[ChangedSymbol], grounds: Grounds, factors: Sequence[RiskFactor]) -> str:
    decisive = {gauge.name for gauge in GAUGES if gauge.decides}
    raised = [factor.name for factor in factors if factor.raised]
    if not decisive.isdisjoint(raised) or len(raised) >= MANY_RAISED:
        return HIGH
    if grounds.unread > grounds.read:
        return UNKNOWN
    if not any(changed):
        return LOW if grounds.other else NONE
    if grounds.calls >= FEW_CALLS and grounds.resolved < LEAST_RESOLVED * grounds.calls:
        return UNKNOWN
    return MEDIUM if raised else LOW


def _folder(file: str) -> str:
    return file.rpartition("/")[0]
