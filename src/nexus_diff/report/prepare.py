"""From an Answer to a Report: order, cuts, headline, and whether there is anything to say. Everything that formats must not decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from nexus_diff.model.answer import Answer, ChangedSymbol, Hop, Impacted
from nexus_diff.report.flows import flow_rows, new_cycles, newly_dead
from nexus_diff.report.fold import apart, by_package, by_reason, foreign, only_imports, rows_by_distance
from nexus_diff.report.people import owners_to_show, risk_line, usual
from nexus_diff.report.value import NOT_COMPUTED, ChangedRow, ImpactedRow, Limits, Report, Ring, Shown, Step, TestRow
from nexus_diff.report.violations import ledger
from nexus_diff.report.words import count

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

OWN_RULES = "this change "
"""How a notice begins that says what the change does to the rules it is judged by."""
_MOST_BANNERS = 2
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
    whole, answer = answer, _unaccepted(answer)
    possible = [symbol for symbol in answer.impacted if symbol.possible]
    answer = msgspec.structs.replace(answer, impacted=answer.reached)
    listed, quiet = apart(answer.changed_symbols)
    skipped, endings = foreign(answer)
    names = names_of(whole)
    in_tests = {symbol.id for symbol in answer.changed_symbols if symbol.is_test}
    new = [violation for violation in answer.layer_violations if violation.status == "new" and violation.judged_by == "base"]
    errors = [violation for violation in new if violation.severity == "error"]
    tests = _tests(answer)
    plain, not_computed = _notices(answer.notices)
    return Report(
        answer=whole,
        limits=limits,
        range=range,
        base=_revision(answer.base) if answer.base else "the empty tree",
        head=_revision(answer.head),
        base_kind=BASE_KINDS.get(answer.base_kind, answer.base_kind),
        headline=_headline(answer, len(answer.changed_symbols) - quiet.comments, len(errors), len(new) - len(errors), tests),
        silent=not (
            whole.impacted or answer.breaking_call_sites or new or answer.affected_tests or new_cycles(answer) or newly_dead(answer)
        ),
        changed=_first(_changed_rows(listed, answer.impacted), limits.changed),
        quiet=quiet,
        rings=(*_rings(answer, limits.impacted, names), *_possible(possible, limits.possible, names)),
        callees=_first(
            [_callee(symbol, names) for symbol in answer.callees if not (symbol.in_tests or symbol.via in in_tests)], limits.callees
        ),
        breaking=_first(answer.breaking_call_sites, limits.breaking),
        violations=_first(errors, limits.violations),
        warnings=_first([violation for violation in new if violation not in errors], limits.violations),
        violations_ledger=ledger(answer),
        cycles=_first(new_cycles(answer), limits.cycles),
        flows=_first(flow_rows(answer.processes, lambda node_id: names.get(node_id) or name_in(node_id, "")), limits.flows),
        dead=_first(newly_dead(answer), limits.dead),
        accepted=whole.summary.accepted,
        tests=_first(by_reason(tests), limits.tests),
        test_count=len(tests),
        test_files=_first(list(dict.fromkeys(test.file for test in tests)), _FIRST_SCREEN_FILES),
        tests_selected=bool(answer.affected_tests),
        gaps=_first(answer.test_gaps, limits.gaps),
        risk=risk_line(answer.summary.risk),
        owners=_first(owners_to_show(answer), limits.owners),
        co_change=_first(usual(answer.co_change), limits.co_change),
        skipped=_first(skipped, limits.skipped),
        foreign=endings,
        notices=_first(plain, limits.notices),
        banners=tuple(_banners(answer, plain, len(skipped))),
        not_computed=tuple(not_computed),
        cut=tuple(sorted(answer.cut.items())),
    )


def _unaccepted(answer: Answer) -> Answer:
    """The answer without the findings that were accepted: of these only the number is shown."""
    return msgspec.structs.replace(
        answer,
        breaking_call_sites=tuple(site for site in answer.breaking_call_sites if not site.accepted),
        layer_violations=tuple(violation for violation in answer.layer_violations if not violation.accepted),
        test_gaps=tuple(gap for gap in answer.test_gaps if not gap.accepted),
        cycles=tuple(cycle for cycle in answer.cycles if not cycle.accepted),
        dead_code=tuple(dead for dead in answer.dead_code if not dead.accepted),
    )


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


def _headline(answer: Answer, changed: int, violations: int, warnings: int, tests: Sequence[TestRow]) -> str:
    """One line that a reviewer can act on; numbers and our own words only, never text of the repository. Tests are not among what is
    reached: they have a number of their own."""
    reached = [symbol for symbol in answer.impacted if not symbol.in_tests]
    if not answer.changed_symbols:
        subject = "No symbol changed"
    elif not changed:
        subject = f"Only comments or formatting changed ({count(len(answer.changed_symbols), 'symbol')})"
    elif reached:
        files = len({symbol.file for symbol in reached})
        subject = f"{count(changed, 'changed symbol')} {'reaches' if changed == 1 else 'reach'} "
        subject += f"{count(len(reached), 'symbol')} in {count(files, 'file')}"
    else:
        rest = "nothing but tests is impacted" if answer.impacted else "nothing else is impacted"
        subject = f"{count(changed, 'changed symbol')}, {rest}"
    parts = [subject]
    if answer.breaking_call_sites:
        parts.append(count(len(answer.breaking_call_sites), "breaking call site"))
    if violations:
        parts.append(count(violations, "new violation"))
    if warnings:
        parts.append(count(warnings, "architecture warning"))
    if cycles := new_cycles(answer):
        parts.append(count(len(cycles), "new cycle"))
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


def names_of(answer: Answer) -> dict[str, str]:
    """Id → qualified name of every symbol that the answer tells of."""
    names = {symbol.id: symbol.qualified_name for symbol in (*answer.impacted, *answer.callees)}
    names.update((symbol.id, symbol.qualified_name) for symbol in answer.changed_symbols)
    return names


def _rings(answer: Answer, limit: int, names: Mapping[str, str]) -> tuple[Ring, ...]:
    """The blast radius by distance, surest first; the limit is spent from the nearest ring outwards. Direct neighbours stand in two
    rings: those that call, and those that are touched otherwise. An import goes without saying where its file uses what it imports."""
    rings: list[Ring] = []
    for distance, symbols in rows_by_distance(answer.impacted):
        users = {symbol.file for symbol in symbols if not only_imports(symbol)}
        code = [symbol for symbol in symbols if not (symbol.in_tests or (only_imports(symbol) and symbol.file in users))]
        aside = [symbol for symbol in symbols if symbol.in_tests and symbol.kind != "file"]
        parts = [("Direct callers", [symbol for symbol in code if not _effect(symbol)])]
        if distance == 1:
            parts.append(("Touched without a call", [symbol for symbol in code if _effect(symbol)]))
        else:
            parts = [(f"Reached at distance {distance}", code)]
        for number, (title, members) in enumerate(parts):
            if members or (aside and not number):
                ring = _ring(title, distance, members, () if number else aside, limit, names)
                limit -= sum(len(package.rows) for package in ring.packages)
                rings.append(ring)
    return tuple(rings)


def _ring(title: str, distance: int, code: Sequence[Impacted], aside: Sequence[Impacted], limit: int, names: Mapping[str, str]) -> Ring:
    importers = [symbol.file for symbol in code if only_imports(symbol)]
    listed = [symbol for symbol in code if not only_imports(symbol)]
    rows = [_row(symbol, names) for symbol in listed[:limit]]
    return Ring(
        title=title,
        distance=distance,
        packages=by_package(rows),
        cut=len(listed) - len(rows),
        importers=_first(importers, _FIRST_SCREEN_FILES),
        tests=sum(symbol.is_test for symbol in aside),
        helpers=sum(not symbol.is_test for symbol in aside),
        folded=distance > NEAR,
    )


def _possible(symbols: Sequence[Impacted], limit: int, names: Mapping[str, str]) -> list[Ring]:
    """What may be impacted, by name alone: folded, after everything else."""
    if not symbols:
        return []
    ring = _ring("Possible users, by name only", 0, symbols, (), limit, names)
    return [msgspec.structs.replace(ring, folded=True)]


def _row(symbol: Impacted, names: Mapping[str, str]) -> ImpactedRow:
    return ImpactedRow(symbol=symbol, steps=_steps(symbol, names, symbol.via), effect=_effect(symbol))


def _callee(symbol: Impacted, names: Mapping[str, str]) -> ImpactedRow:
    """A symbol that changed code calls: its path leads to it."""
    return ImpactedRow(symbol=symbol, steps=_steps(symbol, names, symbol.id))


def _effect(symbol: Impacted) -> str:
    """What a direct neighbour is to the change, if it does not just call it."""
    last = symbol.path[-1] if symbol.distance == 1 and symbol.path else None
    if last is None:
        return ""
    if last.type == "REFERENCES":
        return {"type": "names it as a type", "import": "imports it"}.get(last.reason, "uses it as a value")
    return EFFECTS.get(last.type, "")


def _steps(symbol: Impacted, names: Mapping[str, str], end: str) -> tuple[Step, ...]:
    followers = [*((hop.id, hop.file) for hop in symbol.path[1:]), (end, "")]
    return tuple(_step(hop, names.get(node) or name_in(node, file)) for hop, (node, file) in zip(symbol.path, followers, strict=True))


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


def name_in(node_id: str, file: str) -> str:
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


def _banners(answer: Answer, notices: Sequence[str], skipped: int) -> Iterator[str]:
    """What puts the rest into doubt: a base that is a guess, a change to our own configuration, files that were not looked at."""
    if answer.base_kind == "approximate":
        yield "the base is approximate: this clone lacks the merge base, so changes of others may be among these"
    yield from [notice for notice in notices if notice.startswith(OWN_RULES)][:_MOST_BANNERS]
    if skipped:
        yield f"{count(skipped, 'file')} of this change {'was' if skipped == 1 else 'were'} not analysed, see below"


def _notices(notices: Sequence[str]) -> tuple[list[str], list[str]]:
    plain = [notice for notice in notices if not notice.startswith(NOT_COMPUTED)]
    missing = [notice[len(NOT_COMPUTED) :] for notice in notices if notice.startswith(NOT_COMPUTED)]
    return plain, missing
