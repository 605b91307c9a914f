"""The files that a change affects, one path a line."""

from __future__ import annotations

from nexus_diff.model.answer import Answer
from nexus_diff.report.escape import visible
from nexus_diff.report.value import Options, Report


def render(report: Report, options: Options) -> str:
    """The affected files, on a line each, in order. What cannot stand on a line is escaped; for programs there is `--name-only -z`."""
    text = "".join(f"{visible(path)}\n" for path in affected_files(report.answer))
    return text if options.unicode else text.encode("ascii", "backslashreplace").decode()


def affected_files(answer: Answer) -> list[str]:
    """Files that changed (as they are called now; deleted ones too), that hold a symbol which the change reaches (more than by its name
    alone), a breaking call site, or an affected test. Sorted, each once."""
    found = {symbol.file for symbol in answer.changed_symbols} | {file.file for file in answer.skipped}
    found |= {symbol.file for symbol in answer.reached}
    found |= {site.file for site in answer.breaking_call_sites} | {test.file for test in answer.affected_tests}
    return sorted(found)
