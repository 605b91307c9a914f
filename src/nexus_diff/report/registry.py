"""The formats, by name. A format is one module with one `render(report, options) -> str`; it is imported when it is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from nexus_diff.model.errors import NexusDiffError
from nexus_diff.report.value import Options, Report


def _json(report: Report, options: Options) -> str:
    from nexus_diff.report import json_format

    return json_format.render(report, options)


def _markdown(report: Report, options: Options) -> str:
    from nexus_diff.report import markdown_format

    return markdown_format.render(report, options)


def _summary(report: Report, options: Options) -> str:
    """Markdown with nothing folded, for a job summary: at most 1 MiB, whatever its characters, unless the caller sets the limit."""
    import msgspec

    from nexus_diff.report import markdown_format

    unsaid = options.max_chars == Options().max_chars
    return markdown_format.render(
        report, msgspec.structs.replace(options, folded=False, max_chars=SUMMARY_CHARS if unsaid else options.max_chars)
    )


def _text(report: Report, options: Options) -> str:
    from nexus_diff.report import text_format

    return text_format.render(report, options)


def _sarif(report: Report, options: Options) -> str:
    from nexus_diff.report import sarif_format

    return sarif_format.render(report, options)


def _html(report: Report, options: Options) -> str:
    from nexus_diff.report import html_format

    return html_format.render(report, options)


def _brief(report: Report, options: Options) -> str:
    from nexus_diff.report import brief_format

    return brief_format.render(report, options)


def _codeclimate(report: Report, options: Options) -> str:
    from nexus_diff.report import codeclimate_format

    return codeclimate_format.render(report, options)


def _junit(report: Report, options: Options) -> str:
    from nexus_diff.report import junit_format

    return junit_format.render(report, options)


def _stat(report: Report, options: Options) -> str:
    from nexus_diff.report import stat_format

    return stat_format.render(report, options)


def _names(report: Report, options: Options) -> str:
    from nexus_diff.report import names_format

    return names_format.render(report, options)


SUMMARY_CHARS = 262_144
"""Of `summary`, unless said otherwise: at four bytes each, what GitHub takes for the summary of a step."""
FORMATS: Mapping[str, Callable[[Report, Options], str]] = {
    "text": _text,
    "markdown": _markdown,
    "summary": _summary,
    "json": _json,
    "sarif": _sarif,
    "codeclimate": _codeclimate,
    "html": _html,
    "brief": _brief,
    "junit": _junit,
    "stat": _stat,
    "names": _names,
}
"""What `--format` accepts."""


def render(report: Report, format: str = "text", options: Options | None = None) -> str:
    """The report as text in one of FORMATS, ending in a newline. Same report and options, same characters."""
    known = FORMATS.get(format)
    if known is None:
        near = difflib.get_close_matches(format, FORMATS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(FORMATS)}"
        raise NexusDiffError(f"unknown format {format[:40]!r}; {hint}")
    return known(report, options or Options())
