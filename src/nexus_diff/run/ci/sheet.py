"""From an answer to the texts that are published, each within the size that its place has."""

from __future__ import annotations

import msgspec

from nexus_diff.model.answer import Answer
from nexus_diff.publish import Check, Comment
from nexus_diff.publish.github.check import MOST_CHARS
from nexus_diff.publish.github.comment import MOST_CHARS as MOST_COMMENT
from nexus_diff.publish.github.files import MOST_SUMMARY_BYTES
from nexus_diff.publish.sticky import room
from nexus_diff.report import UNLIMITED, Options, Report, prepare, render
from nexus_diff.report.escape import md_code, md_prose
from nexus_diff.report.words import count
from nexus_diff.run.ci.findings import Found

WHOLE = 20_000_000
"""Characters of the full report, which is a file."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """Where the host shows things. `blob`: address of files before the revision. `revision`: commit to link to. `run`: page of this run.
    `template`: the repository's own for the report. `graph`: Mermaid is drawn there. `most_comment`: characters of a comment.
    `switch_off`: how a reader gets rid of the comment."""

    blob: str = ""
    revision: str = ""
    run: str = ""
    template: str = ""
    graph: bool = True
    most_comment: int = MOST_COMMENT
    switch_off: str = ""


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to publish. `files`: name → text of the full reports. `outputs`: the step's outputs but for file names."""

    report: Report
    comment: Comment
    check: Check
    summary: str
    short_summary: str
    files: dict[str, str]
    outputs: dict[str, str]


def sheet_of(
    answer: Answer,
    *,
    label: str,
    head: str,
    found: Found,
    failing: bool,
    project: str,
    link: Link,
    sarif: bool,
    partial: bool = False,
) -> Sheet:
    """The texts for one answer. `head`: the commit that the check belongs to. `partial`: not everything was looked at, so that no finding
    does not mean success."""
    report = prepare(answer, range=label)
    text = within(report, "markdown", MOST_CHARS, link)
    check = Check(
        head=head,
        conclusion="failure" if failing else "neutral" if partial else "success",
        title=report.headline,
        summary=_check_summary(report, found),
        text="" if report.silent else text,
        annotations=found.annotations,
        details_url=link.run,
    )
    body = render(report, "markdown", _options(link, room(link.most_comment)))
    return Sheet(
        report=report,
        comment=Comment(body=body, project=project, silent=report.silent, passing=link.run),
        check=check,
        summary=within(report, "summary", MOST_SUMMARY_BYTES - 1, link),
        short_summary=report.headline + "\n",
        files=_files(answer, label, link, sarif),
        outputs=outputs_of(answer, failing),
    )


def within(report: Report, format: str, limit: int, link: Link) -> str:
    """The report in at most `limit` bytes, cut by whole sections."""
    chars = limit
    for _ in range(4):
        text = render(report, format, _options(link, chars))
        size = len(text.encode("utf-8", "backslashreplace"))
        if size <= limit:
            return text
        chars = chars * limit // (size + size // 50)
    return report.headline + "\n"


def outputs_of(answer: Answer, failing: bool) -> dict[str, str]:
    """Name → value for the jobs that come after."""
    summary = answer.summary
    tests = [*dict.fromkeys(test.file for test in answer.affected_tests)]
    return {
        "risk": summary.risk.level,
        "changed-symbols": str(summary.changed_symbols),
        "impacted": str(summary.impacted),
        "breaking-call-sites": str(summary.breaking_call_sites),
        "layer-violations": str(summary.layer_violations),
        "affected-tests": str(summary.affected_tests),
        "test-files": msgspec.json.encode(tests).decode() if _decodable(tests) else "[]",
        "base": answer.base,
        "head": answer.head,
        "base-kind": answer.base_kind,
        "failing": "true" if failing else "false",
    }


def _decodable(texts: list[str]) -> bool:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


def _files(answer: Answer, label: str, link: Link, sarif: bool) -> dict[str, str]:
    whole = prepare(answer, UNLIMITED, range=label)
    files = {"report.md": render(whole, "markdown", _options(link, WHOLE)), "report.json": render(whole, "json")}
    if sarif:  # code scanning reads no suppressions: what is accepted stays away
        files["report.sarif"] = render(whole, "sarif", Options(accepted=False))
    return files


def _options(link: Link, chars: int) -> Options:
    return Options(
        max_chars=chars,
        link_base=link.blob,
        link_head=link.revision,
        full_report=link.run,
        switch_off=link.switch_off,
        template=link.template,
        graph=link.graph,
    )


def _check_summary(report: Report, found: Found) -> str:
    """A few lines above the report."""
    lines = [f"Compared with {md_code(report.base)} ({md_prose(report.base_kind)})."]
    if found.annotations:
        lines.append(f"{count(len(found.annotations), 'finding')} on changed lines.")
    if found.elsewhere:
        lines.append(f"{count(found.elsewhere, 'finding')} on lines that this change does not touch: see the report.")
    return "\n\n".join(lines)
