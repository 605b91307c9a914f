"""For a pull request."""

from __future__ import annotations

from nexus_diff.report.value import Options, Report


def render(report: Report, options: Options) -> str:
    return report.headline + "\n"
