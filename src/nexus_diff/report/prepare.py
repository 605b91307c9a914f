"""From an Answer to a Report: order, cuts, headline, and whether there is anything to say. Everything that formats must not decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from nexus_diff.model.answer import Answer, ChangedSymbol, Impacted
from nexus_diff.report.flows import flow_rows, new_cycles, newly_dead
from nexus_diff.report.fold import apart, by_reason, foreign
from nexus_diff.report.headline import headline
from nexus_diff.report.ids import name_in
from nexus_diff.report.namespaces import without_namespaces
from nexus_diff.report.people import owners_to_show, risk_line, usual
from nexus_diff.report.rings import FIRST_SCREEN_FILES, callee, names_of, possible_rings, rings
from nexus_diff.report.value import NOT_COMPUTED, ChangedRow, Limits, Report, TestRow, first
from nexus_diff.report.violations import ledger
from nexus_diff.report.words import count

BASE_KINDS = {"merge-base": "merge base", "direct": "compared as it is", "approximate": "APPROXIMATE, the merge base is missing"}
_WORKING_TREE = {"": "working tree", "index": "staged changes", "patch": "patch"}

OWN_RULES = "this change "
"""How a notice begins that says what the change does to the rules it is judged by."""
_MOST_BANNERS = 2


def prepare(answer: Answer, limits: Limits | None = None, *, range: str = "") -> Report:
    """What is shown of the answer. `range`: how the user named it."""
    limits = limits or Limits()
    whole, answer = answer, without_namespaces(_unaccepted(answer))
    possible = [symbol for symbol in answer.impacted if symbol.possible]
    answer = msgspec.structs.replace(answer, impacted=answer.reached)
    listed, quiet = apart(answer.changed_symbols)
    skipped, endings = foreign(answer)
    names = names_of(without_namespaces(whole))
    in_tests = {symbol.id for symbol in answer.changed_symbols if symbol.is_test}
    new = [violation for violation in answer.layer_violations if violation.brought]
    errors = [violation for violation in new if violation.severity == "error"]
    tests = _tests(answer)
    plain, not_computed = _notices(answer.notices)
    # One line per field of the report: a table rather than a procedure, so it is not cut into pieces.
    return Report(
        answer=whole,
        limits=limits,
        range=range,
        base=_revision(answer.base) if answer.base else "the empty tree",
        head=_revision(answer.head),
        base_kind=BASE_KINDS.get(answer.base_kind, answer.base_kind),
        headline=headline(answer, len(answer.changed_symbols) - quiet.comments, len(errors), len(new) - len(errors), tests),
        silent=not (
            whole.impacted or answer.breaking_call_sites or new or answer.affected_tests or new_cycles(answer) or newly_dead(answer)
        ),
        changed=first(_changed_rows(listed, answer.impacted), limits.changed),
        quiet=quiet,
        rings=(*rings(answer, limits.impacted, names), *possible_rings(possible, limits.possible, names)),
        callees=first(
            [callee(symbol, names) for symbol in answer.callees if not (symbol.in_tests or symbol.via in in_tests)], limits.callees
        ),
        breaking=first(answer.breaking_call_sites, limits.breaking),
        violations=first(errors, limits.violations),
        warnings=first([violation for violation in new if violation not in errors], limits.violations),
        violations_ledger=ledger(answer),
        cycles=first(new_cycles(answer), limits.cycles),
        flows=first(flow_rows(answer.processes, lambda node_id: names.get(node_id) or name_in(node_id, "")), limits.flows),
        dead=first(newly_dead(answer), limits.dead),
        accepted=whole.summary.accepted,
        tests=first(by_reason(tests), limits.tests),
        test_count=len(tests),
        test_files=first(list(dict.fromkeys(test.file for test in tests)), FIRST_SCREEN_FILES),
        tests_selected=bool(answer.affected_tests),
        gaps=first(answer.test_gaps, limits.gaps),
        risk=risk_line(answer.summary.risk),
        owners=first(owners_to_show(answer), limits.owners),
        co_change=first(usual(answer.co_change), limits.co_change),
        skipped=first(skipped, limits.skipped),
        foreign=endings,
        notices=first(plain, limits.notices),
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


def _revision(name: str) -> str:
    if len(name) == 40 and all(char in "0123456789abcdef" for char in name):
        return name[:12]
    return _WORKING_TREE.get(name, name)


def _changed_rows(symbols: Sequence[ChangedSymbol], impacted: Sequence[Impacted]) -> list[ChangedRow]:
    reached: dict[str, int] = {}
    farthest: dict[str, int] = {}
    for other in impacted:
        if other.in_tests:
            continue
        reached[other.via] = reached.get(other.via, 0) + 1
        farthest[other.via] = max(farthest.get(other.via, 0), other.distance)
    return [ChangedRow(symbol=symbol, reached=reached.get(symbol.id, 0), farthest=farthest.get(symbol.id, 0)) for symbol in symbols]


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
