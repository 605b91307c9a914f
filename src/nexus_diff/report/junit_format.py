"""JUnit XML, which nearly every CI service can show: each kind of finding is a suite, each finding a test case that fails or passes."""

# For maintainers. The form is the one that the Ant task's schema (windyroad) and Jenkins' agree on: every element and attribute that one
# of them asks for, none that the other refuses (so no `file` and `line`; they stand in the text). Names of test cases hold no line
# numbers: services follow a case by its name. Time and host are constants, so that the same report is the same bytes.

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nexus_diff.model.answer import Answer
from nexus_diff.report.escape import html_text
from nexus_diff.report.sarif_findings import SarifFinding, findings
from nexus_diff.report.sarif_rules import BREAKING, RULES, VIOLATION, SarifRule
from nexus_diff.report.value import Options, Report
from nexus_diff.report.words import count

MOST_FINDINGS = 5_000
"""Nobody reads on; what is left out is counted."""
_TIME = "1970-01-01T00:00:00"
_GATES = {"breaking": BREAKING, "violation": VIOLATION}
"""What `--fail-on` names → the rule whose findings then fail, whatever their severity."""


def render(report: Report, options: Options) -> str:
    """One XML document. A finding fails when it is an error, or of a kind that `fail_on` names; an accepted one is skipped. A kind without
    findings is one case that passes, so that no suite is empty."""
    found = [*findings(report.answer), *_placeless(report.answer)]
    shown = found[:MOST_FINDINGS]
    gated = tuple(rule for name, rule in _GATES.items() if name in options.fail_on.split(","))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    for number, rule in enumerate(RULES):
        rows = [finding for finding in shown if finding.rule is rule]
        lines += _suite(number, rule, rows, sum(finding.rule is rule for finding in found[len(shown) :]), rule in gated)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _placeless(answer: Answer) -> Iterator[SarifFinding]:
    """New violations that no line of head shows: a test case needs no place."""
    for one in answer.layer_violations:
        if one.brought and not any(hop.side == "head" for hop in one.path):
            text = f"{one.message} (rule {one.rule})"
            key = (one.rule, one.source, one.target)
            yield SarifFinding(rule=VIOLATION, level=one.severity, file="", line=0, text=text, message="", key=key, accepted=one.accepted)


def _suite(number: int, rule: SarifRule, rows: Sequence[SarifFinding], left: int, gated: bool) -> Iterator[str]:
    failures = sum(_fails(row, gated) for row in rows)
    skipped = sum(bool(row.accepted) for row in rows)
    counts = f'tests="{len(rows) or 1}" failures="{failures}" errors="0" skipped="{skipped}"'
    yield (f'  <testsuite id="{number}" package="nexus-diff" name="{rule.id}" {counts} time="0" timestamp="{_TIME}" hostname="localhost">')
    yield "    <properties/>"
    if not rows:
        yield f'    <testcase classname="nexus-diff.{rule.id}" name="none" time="0"/>'
    seen: dict[str, int] = {}
    for row in rows:
        name = f"{row.file}: {row.text}" if row.file else row.text.strip() or rule.title
        seen[name] = seen.get(name, 0) + 1
        yield from _case(row, name if seen[name] == 1 else f"{name} #{seen[name]}", gated)
    passing = [_place(row) for row in rows if not row.accepted and not _fails(row, gated)]
    more = [f"{count(left, 'more finding')} not in this file; --format json has all"] if left else []
    yield f"    <system-out>{_text(chr(10).join([*passing, *more]))}</system-out>"
    yield "    <system-err/>"
    yield "  </testsuite>"


def _fails(row: SarifFinding, gated: bool) -> bool:
    return not row.accepted and (gated or row.level == "error")


def _case(row: SarifFinding, name: str, gated: bool) -> Iterator[str]:
    opening = f'    <testcase classname="nexus-diff.{row.rule.id}" name="{html_text(name, 500)}" time="0"'
    if row.accepted:
        yield f"{opening}><skipped/></testcase>"
    elif _fails(row, gated):
        yield f'{opening}><failure message="{html_text(row.text, 1_000)}" type="{row.rule.id}">{_text(_place(row))}</failure></testcase>'
    else:
        yield f"{opening}/>"


def _place(row: SarifFinding) -> str:
    return f"{row.file}:{row.line}: {row.text}" if row.file else row.text


def _text(lines: str) -> str:
    """Lines of text, each harmless."""
    return "\n".join(html_text(line, 2_000) for line in lines.split("\n"))
