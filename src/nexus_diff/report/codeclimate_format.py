"""Code Climate's JSON as GitLab reads it for Code Quality: one array, one entry for each thing that the change breaks or brings."""

# For maintainers. GitLab compares the fingerprints of two pipelines: one without a line keeps a finding the same when lines shift, and
# equal ones would collapse into one entry. Paths are those of the repository, without `./` (GitLab matches them with its own).

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from nexus_diff.report.escape import short, visible
from nexus_diff.report.json_format import decodable, printable_json
from nexus_diff.report.sarif_findings import SarifFinding, findings, fingerprints
from nexus_diff.report.value import Options, Report
from nexus_diff.report.words import count

MOST_FINDINGS = 5_000
"""Nobody reads on in a list of thousands; what is left out is counted in a last entry."""
_MOST_CHARS = 1_000
_SEVERITIES = {"error": "critical", "warning": "major", "note": "minor"}


def render(report: Report, options: Options) -> str:
    """A JSON array of findings, most severe first; what was accepted is left out. Empty when the change brings nothing."""
    found = findings(report.answer, accepted=False)
    shown = found[:MOST_FINDINGS]
    entries = [_entry(finding, mark) for finding, mark in zip(shown, fingerprints(shown), strict=True)]
    if len(found) > len(shown):
        entries.append(_rest(shown[-1], len(found) - len(shown)))
    return printable_json(msgspec.json.format(msgspec.json.encode(decodable(entries)), indent=2).decode())


def _entry(finding: SarifFinding, mark: str) -> dict[str, Any]:
    return {
        "description": short(visible(finding.text), _MOST_CHARS).strip() or finding.rule.title,
        "check_name": f"nexus-diff/{finding.rule.id}",
        "fingerprint": hashlib.sha256(mark.encode()).hexdigest(),
        "severity": _SEVERITIES.get(finding.level, "info"),
        "location": {"path": finding.file or ".", "lines": {"begin": max(1, finding.line)}},
    }


def _rest(last: SarifFinding, left: int) -> dict[str, Any]:
    """What stands for findings beyond the limit, where the list ends."""
    return {
        "description": f"{count(left, 'more finding')} not in this list; the JSON output has all.",
        "check_name": "nexus-diff/left-out",
        "fingerprint": hashlib.sha256(b"left-out").hexdigest(),
        "severity": "info",
        "location": {"path": last.file, "lines": {"begin": max(1, last.line)}},
    }
