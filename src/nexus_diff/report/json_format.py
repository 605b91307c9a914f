"""The Answer itself, as JSON (docs/json.md)."""

from __future__ import annotations

import msgspec

from nexus_diff.report.value import Options, Report


def render(report: Report, options: Options) -> str:
    return msgspec.json.format(msgspec.json.encode(report.answer, order="deterministic"), indent=2).decode() + "\n"
