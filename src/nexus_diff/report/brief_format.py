"""A few lines for a hook or a log: what breaks, what violates, which tests to run; nothing when there is nothing to say."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.report.escape import short, visible
from nexus_diff.report.value import Options, Report

_LONGEST = 200


def render(report: Report, options: Options) -> str:
    """A few lines for a hook: what breaks, what to run; nothing for a silent report."""
    lines = [] if report.silent else list(_lines(report))
    text = "".join(f"{line}\n" for line in lines)
    return text if options.unicode else text.encode("ascii", "backslashreplace").decode()


def _lines(report: Report) -> Iterator[str]:
    yield f"{_show(f'{report.range}:')} {report.headline}" if report.range else report.headline
    for site in report.breaking.rows:
        yield f"  {_show(f'{site.file}:{site.line}')}: breaks: {_show(site.message)}"
    if report.breaking.cut:
        yield f"  and {report.breaking.cut} more breaking call sites"
    for violation in report.violations.rows:
        yield f"  violates {_show(violation.rule)}: {_show(violation.message)}"
    if report.violations.cut:
        yield f"  and {report.violations.cut} more violations"
    if report.test_files.rows:
        more = f" and {report.test_files.cut} more files" if report.test_files.cut else ""
        yield f"  tests to run first: {', '.join(map(_show, report.test_files.rows))}{more}"


def _show(text: str) -> str:
    return short(visible(text), _LONGEST)
