"""One `render(report, format)` in front of one file per format. Reads nothing but its own templates."""

from __future__ import annotations

from nexus_diff.report.prepare import prepare
from nexus_diff.report.registry import FORMATS, render
from nexus_diff.report.terminal import options_for
from nexus_diff.report.value import NOT_COMPUTED, UNLIMITED, Limits, Options, Report

__all__ = ["FORMATS", "NOT_COMPUTED", "UNLIMITED", "Limits", "Options", "Report", "options_for", "prepare", "render"]
