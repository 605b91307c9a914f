"""SARIF 2.1.0 for code scanning (docs/sarif.md): one result for each thing that the change breaks or brings."""

# For maintainers. GitHub knows a finding again by `primaryLocationLineHash` alone, so that holds our own fingerprint: made of what the
# finding is about, without a line. Equal ones are numbered in the order of their lines.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from nexus_diff.model.answer import Answer
from nexus_diff.report.escape import sarif_text, uri_path
from nexus_diff.report.fold import foreign
from nexus_diff.report.json_format import printable_json
from nexus_diff.report.sarif_findings import Place, SarifFinding, findings, fingerprints, first, without_place
from nexus_diff.report.sarif_rules import RULES, SarifRule
from nexus_diff.report.value import Options, Report
from nexus_diff.report.words import count

MOST_RESULTS = 5_000
"""What GitHub shows of a run; what is left out is counted in a notification."""
MOST_NOTIFICATIONS = 100
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FINGERPRINT = "nexusDiff/v1"


def render(report: Report, options: Options) -> str:
    """A SARIF 2.1.0 log with one run (docs/sarif.md)."""
    found = findings(report.answer, accepted=options.accepted)
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(report.answer, found)]}
    return printable_json(msgspec.json.format(msgspec.json.encode(log), indent=2).decode())


def _run(answer: Answer, found: Sequence[SarifFinding]) -> dict[str, Any]:
    shown = found[:MOST_RESULTS]
    return {
        "tool": {
            "driver": {
                "name": "nexus-diff",
                "version": sarif_text(answer.tool.version, 50) or "0",
                "rules": [_rule(rule) for rule in RULES],
            }
        },
        "automationDetails": {"id": "nexus-diff/"},
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The top of the repository."}}},
        "columnKind": "utf16CodeUnits",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": list(_notifications(answer, len(found) - len(shown)))}],
        "properties": {"base": sarif_text(answer.base), "head": sarif_text(answer.head), "baseKind": sarif_text(answer.base_kind)},
        "results": [_result(finding, mark) for finding, mark in zip(shown, fingerprints(shown), strict=True)],
    }


def _rule(rule: SarifRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": rule.name,
        "shortDescription": {"text": f"{rule.title}."},
        "fullDescription": {"text": rule.text},
        "help": {"text": rule.help, "markdown": rule.help},
        "defaultConfiguration": {"level": rule.level},
        "properties": {"tags": ["maintainability", "impact"], "precision": rule.precision, "problem.severity": _problem(rule.level)},
    }


def _problem(level: str) -> str:
    return {"note": "recommendation"}.get(level, level)


def _result(finding: SarifFinding, mark: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule.id,
        "ruleIndex": RULES.index(finding.rule),
        "level": "note" if finding.accepted else finding.level,
        "message": {"text": finding.message},
        "locations": [_location((finding.file, finding.line, ""))],
        "partialFingerprints": {_FINGERPRINT: mark, "primaryLocationLineHash": mark},
    }
    if finding.related:
        result["relatedLocations"] = [{"id": at, **_location(place)} for at, place in enumerate(first(finding.related), 1)]
    if finding.flow:
        steps = [{"location": _location(place)} for place in first(finding.flow)]
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    if finding.accepted:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": sarif_text(finding.accepted)}]
    return result


def _location(place: Place) -> dict[str, Any]:
    file, line, text = place
    physical = {"artifactLocation": {"uri": uri_path(file), "uriBaseId": "%SRCROOT%"}, "region": {"startLine": max(1, line)}}
    return {"physicalLocation": physical, **({"message": {"text": text}} if text else {})}


def _notifications(answer: Answer, left_out: int) -> Iterator[dict[str, Any]]:
    """What a reader of the log should know: results that were left out, files that were skipped, notices."""
    skipped, endings = foreign(answer)
    texts = [f"{file.file} was not analysed: {file.reason}" for file in skipped] + list(answer.notices)
    if endings:
        texts.append(f"{count(sum(number for _, number in endings), 'file')} in no supported language")
    unplaced = without_place(answer)
    if unplaced:
        text = f"{unplaced} violations without a line of code are not in this log; the JSON output has all."
        yield {"level": "warning", "message": {"text": text}}
    if left_out:
        yield {"level": "warning", "message": {"text": f"{left_out} more findings are not in this log; the JSON output has all."}}
    for text in texts[:MOST_NOTIFICATIONS]:
        yield {"level": "note", "message": {"text": sarif_text(text) or "-"}}
    if len(texts) > MOST_NOTIFICATIONS:
        yield {"level": "note", "message": {"text": f"{len(texts) - MOST_NOTIFICATIONS} more notices; the JSON output has all."}}
