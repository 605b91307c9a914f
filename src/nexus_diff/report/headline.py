"""The first line of every report."""

from __future__ import annotations

from collections.abc import Sequence

from nexus_diff.model.answer import Answer
from nexus_diff.report.flows import new_cycles
from nexus_diff.report.value import TestRow
from nexus_diff.report.words import count


def headline(answer: Answer, changed: int, violations: int, warnings: int, tests: Sequence[TestRow]) -> str:
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
