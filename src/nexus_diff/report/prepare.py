"""From an Answer to a Report: order, cuts, headline, and whether there is anything to say. Everything that formats must not decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from nexus_diff.model.answer import Answer, ChangedSymbol, Hop, Impacted
from nexus_diff.report.value import NOT_COMPUTED, ChangedRow, ImpactedRow, Limits, Report, Ring, Shown, Step, TestRow

T = TypeVar("T")

VERBS = {
    "CALLS": "calls",
    "EXTENDS": "extends",
    "IMPLEMENTS": "implements",
    "OVERRIDES": "overrides",
    "REFERENCES": "uses",
    "IMPORTS": "imports",
    "DEFINES": "defines",
    "CONTAINS": "contains",
    "MEMBER_OF": "is a member of",
}
BASE_KINDS = {"merge-base": "merge base", "direct": "compared as it is", "approximate": "APPROXIMATE, the merge base is missing"}
_WORKING_TREE = {"": "working tree", "index": "staged changes", "patch": "patch"}

_FIRST_SCREEN_FILES = 5
NEAR = 2
"""Distance beyond which the blast radius is folded."""
EFFECTS = {
    "EXTENDS": "extends the changed class",
    "IMPLEMENTS": "implements the changed interface",
    "OVERRIDES": "overrides the changed method",
    "IMPORTS": "imports the changed module code",
}


def prepare(answer: Answer, limits: Limits | None = None, *, range: str = "") -> Report:
    """What is shown of the answer. `range`: how the user named it."""
    limits = limits or Limits()
    real = [symbol for symbol in answer.changed_symbols if symbol.change != "comment"]
    new = [violation for violation in answer.layer_violations if violation.status == "new"]
    tests = _tests(answer)
    plain, not_computed = _notices(answer.notices)
    return Report(
        answer=answer,
        limits=limits,
        range=range,
        base=_revision(answer.base) if answer.base else "the empty tree",
        head=_revision(answer.head),
        base_kind=BASE_KINDS.get(answer.base_kind, answer.base_kind),
        headline=_headline(answer, real, len(new), tests),
        silent=not (answer.impacted or answer.breaking_call_sites or new or answer.affected_tests),
        changed=_first(_changed_rows(real, answer.impacted), limits.changed),
        comment_only=len(answer.changed_symbols) - len(real),
        rings=_rings(answer, limits.impacted),
        breaking=_first(answer.breaking_call_sites, limits.breaking),
        violations=_first(new, limits.violations),
        violations_fixed=sum(violation.status == "fixed" for violation in answer.layer_violations),
        tests=_first(tests, limits.tests),
        test_files=_first(list(dict.fromkeys(test.file for test in tests)), _FIRST_SCREEN_FILES),
        tests_selected=bool(answer.affected_tests),
        gaps=_first(answer.test_gaps, limits.gaps),
        skipped=_first(answer.skipped, limits.skipped),
        notices=_first(plain, limits.notices),
        not_computed=tuple(not_computed),
        cut=tuple(sorted(answer.cut.items())),
    )


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `2 files`, `2 classes`."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def has_moved(symbol: ChangedSymbol) -> bool:
    """Whether it had another name or stood in another file."""
    old = symbol.old
    return old is not None and (old.file != symbol.file or old.name not in (symbol.name, symbol.qualified_name))


def _first(rows: Sequence[T], limit: int) -> Shown[T]:
    return Shown(tuple(rows[:limit]), max(0, len(rows) - limit))


def _revision(name: str) -> str:
    if len(name) == 40 and all(char in "0123456789abcdef" for char in name):
        return name[:12]
    return _WORKING_TREE.get(name, name)


def _headline(answer: Answer, changed: Sequence[ChangedSymbol], violations: int, tests: Sequence[TestRow]) -> str:
    """One line that a reviewer can act on; numbers and our own words only, never text of the repository."""
    comments = len(answer.changed_symbols) - len(changed)
    if not answer.changed_symbols:
        subject = "No symbol changed"
    elif not changed:
        subject = f"Only comments or formatting changed ({count(comments, 'symbol')})"
    elif answer.impacted:
        files = len({symbol.file for symbol in answer.impacted})
        reach = "reaches" if len(changed) == 1 else "reach"
        subject = f"{count(len(changed), 'changed symbol')} {reach} {count(len(answer.impacted), 'symbol')} in {count(files, 'file')}"
    else:
        subject = f"{count(len(changed), 'changed symbol')}, nothing else is impacted"
    parts = [subject]
    if answer.breaking_call_sites:
        parts.append(count(len(answer.breaking_call_sites), "breaking call site"))
    if violations:
        parts.append(count(violations, "new violation"))
    if answer.processes:
        parts.append(count(len(answer.processes), "process", "processes"))
    if tests:
        parts.append(f"{count(len(tests), 'test')} {'to run' if answer.affected_tests else 'reached'}")
    if answer.summary.risk.level in ("low", "medium", "high"):
        parts.append(f"{answer.summary.risk.level} risk")
    return ", ".join(parts)


def _changed_rows(symbols: Sequence[ChangedSymbol], impacted: Sequence[Impacted]) -> list[ChangedRow]:
    reached: dict[str, int] = {}
    farthest: dict[str, int] = {}
    for other in impacted:
        reached[other.via] = reached.get(other.via, 0) + 1
        farthest[other.via] = max(farthest.get(other.via, 0), other.distance)
    return [ChangedRow(symbol=symbol, reached=reached.get(symbol.id, 0), farthest=farthest.get(symbol.id, 0)) for symbol in symbols]


def _rings(answer: Answer, limit: int) -> tuple[Ring, ...]:
    """The blast radius by distance, surest first; the limit is spent from the nearest ring outwards."""
    names = {symbol.id: symbol.qualified_name for symbol in answer.impacted}
    names.update((symbol.id, symbol.qualified_name) for symbol in answer.changed_symbols)
    rings = []
    ordered = sorted(answer.impacted, key=lambda symbol: (symbol.distance, -symbol.confidence, symbol.file, symbol.start_line, symbol.id))
    for distance, group in groupby(ordered, key=lambda symbol: symbol.distance):
        symbols = list(group)
        rows = [ImpactedRow(symbol=symbol, steps=_steps(symbol, names), effect=_effect(symbol)) for symbol in symbols[:limit]]
        limit -= len(rows)
        rings.append(Ring(distance=distance, shown=Shown(tuple(rows), len(symbols) - len(rows)), folded=distance > NEAR))
    return tuple(rings)


def _effect(symbol: Impacted) -> str:
    """What a direct neighbour is to the change, if it does not just call it."""
    last = symbol.path[-1] if symbol.distance == 1 and symbol.path else None
    if last is None:
        return ""
    if last.type == "REFERENCES":
        return {"type": "names it as a type", "import": "imports it"}.get(last.reason, "uses it as a value")
    return EFFECTS.get(last.type, "")


def _steps(symbol: Impacted, names: Mapping[str, str]) -> tuple[Step, ...]:
    followers = [*((hop.id, hop.file) for hop in symbol.path[1:]), (symbol.via, "")]
    return tuple(_step(hop, names.get(node) or _name_in(node, file)) for hop, (node, file) in zip(symbol.path, followers, strict=True))


def _step(hop: Hop, target: str) -> Step:
    return Step(
        file=hop.file,
        line=hop.line,
        verb=VERBS.get(hop.type, hop.type.lower()),
        target=target,
        confidence=hop.confidence,
        reason=hop.reason,
        old=hop.side == "base",
    )


def _name_in(node_id: str, file: str) -> str:
    """The qualified name in an id `Label:path:qualified.name`."""
    rest = node_id.split(":", 1)[-1]
    if file and rest.startswith(file + ":"):
        return rest[len(file) + 1 :]
    return rest.split(":", 1)[-1] or node_id


def _tests(answer: Answer) -> list[TestRow]:
    """The selected tests, best first; until a selection was computed, the tests in the blast radius."""
    if answer.affected_tests:
        return [TestRow(file=test.file, name=test.name, line=test.start_line, why=test.reason) for test in answer.affected_tests]
    return [
        TestRow(file=symbol.file, name=symbol.qualified_name, line=symbol.start_line, why=f"distance {symbol.distance}")
        for symbol in answer.impacted
        if symbol.is_test
    ]


def _notices(notices: Sequence[str]) -> tuple[list[str], list[str]]:
    plain = [notice for notice in notices if not notice.startswith(NOT_COMPUTED)]
    missing = [notice[len(NOT_COMPUTED) :] for notice in notices if notice.startswith(NOT_COMPUTED)]
    return plain, missing
