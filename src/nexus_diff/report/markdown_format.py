"""Markdown for a pull request: the first screen says what matters, everything else is folded."""

# For maintainers. The template (templates/report.md.j2) formats and does not decide. Its blocks are the sections. The size limit is met by
# showing fewer rows first, then by leaving out whole sections, the least important first, and saying which. A template of the repository
# never runs in this process (`apart`), and whatever goes wrong with it, the page is made with ours.

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import msgspec

from nexus_diff.report.apart import render_apart
from nexus_diff.report.commands import test_command
from nexus_diff.report.escape import Markdown, blob_url, md_code, md_link
from nexus_diff.report.mermaid import MOST_NODES, draw, flowchart
from nexus_diff.report.prepare import prepare
from nexus_diff.report.templates import BadTemplateError, Blocks, own_blocks
from nexus_diff.report.value import Limits, Options, Report
from nexus_diff.report.words import count, foreign_files, quiet_lines

SECTIONS: Mapping[str, str] = {
    "head": "",
    "breaking": "breaking call sites",
    "violations": "new violations",
    "cycles": "new cycles",
    "changed": "changed symbols",
    "graph": "graph of the blast radius",
    "impacted": "blast radius",
    "flows": "processes touched",
    "callees": "what the changed code calls",
    "tests": "tests",
    "gaps": "changed code without a test",
    "co_change": "files that usually change along",
    "dead": "newly dead code",
    "skipped": "files that were not analysed",
    "notices": "notices",
    "timings": "timings",
    "footer": "",
}
"""Blocks of the template in the order of the page, and how to name them when they are left out."""

_SILENT = ("silent", "skipped", "notices", "timings", "footer")
_KEEP_FIRST = (
    *("silent", "head", "footer", "breaking", "violations", "cycles", "tests", "gaps", "changed", "impacted", "flows", "graph", "callees"),
    *("dead", "co_change", "notices", "skipped", "timings"),
)
_TIGHTER = (2, 4, 8)
_ROOM_FOR_NOTE = 300
FIRST_SCREEN = 12
"""Lines before the first fold."""
_ADDRESS = re.compile(r"https?://[A-Za-z0-9._~:/?=%-]+")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_FOLD = re.compile(r"(?m)^<details><summary>(.*)</summary>$|^</details>$")


def render(report: Report, options: Options) -> str:
    """A page of at most `options.max_chars` characters, from the template of the repository if there is one that works."""
    if options.template:
        try:
            return render_apart(report, options)
        except BadTemplateError as refusal:
            report = _with_notice(report, f"the report template of this repository was not used: {refusal}")
    return page(report, options, own_blocks())


def page(report: Report, options: Options, blocks: Blocks) -> str:
    """The page from these blocks. Raises BadTemplateError if they cannot make one that is short enough."""
    for limits in _tighter(report.limits):
        smaller = report if limits == report.limits else prepare(report.answer, limits, range=report.range)
        if blocks.whole:
            text = blocks.page(context(smaller, options))
            text = text if options.folded else _unfolded(text)
        else:
            sections = _sections(smaller, options, blocks)
            text = "\n".join(filter(None, sections.values()))
        if len(text) <= options.max_chars:
            return text
    if blocks.whole:
        raise BadTemplateError(f"its page has more than {options.max_chars} characters")
    return _without_some(sections, options, blocks)


def _tighter(limits: Limits) -> Iterator[Limits]:
    """These limits, then smaller and smaller ones."""
    yield limits
    usual = limits.within(Limits())
    if usual != limits:
        yield usual
    yield from (usual.divided(by) for by in _TIGHTER)


def _with_notice(report: Report, notice: str) -> Report:
    answer = msgspec.structs.replace(report.answer, notices=(notice, *report.answer.notices))
    return prepare(answer, report.limits, range=report.range)


def _sections(report: Report, options: Options, blocks: Blocks) -> dict[str, str]:
    values = context(report, options)
    sections = {name: blocks.block(name, values) for name in (_SILENT if report.silent else SECTIONS)}
    if "head" in sections:
        sections["head"] = _first_screen(sections["head"])
    return sections if options.folded else {name: _unfolded(text) for name, text in sections.items()}


def context(report: Report, options: Options) -> dict[str, object]:
    """Everything that a template may use (docs/report.md)."""
    drawing = draw(report.answer, MOST_NODES if options.graph else 0)
    return {
        "report": report,
        "tests_title": "Tests to run first" if report.tests_selected else "Tests reached",
        "command": test_command(report.answer),
        "quiet": list(quiet_lines(report)),
        "foreign": Markdown(foreign_files(report, md_code)) if report.foreign else "",
        "violations": [("New violations", report.violations), ("Architecture warnings", report.warnings)],
        "reached": sum(not symbol.in_tests for symbol in report.answer.reached),
        "graph": Markdown(flowchart(report.answer, drawing)),
        "graph_left_out": drawing.left_out,
        "place": _places(report, options),
        "full_report": Markdown(options.full_report) if _ADDRESS.fullmatch(options.full_report) else "",
        "switch_off": options.switch_off,
        "max_chars": options.max_chars,
    }


def _places(report: Report, options: Options) -> Callable[..., Markdown]:
    """`file:line` as a code span, with a link if it is known where the file can be looked at."""
    heads = options.link_head or report.answer.head
    root = options.link_base if _ADDRESS.fullmatch(options.link_base) else ""

    def place(file: str, line: int = 0, old: bool = False) -> Markdown:
        revision = report.answer.base if old else heads
        shown = f"{file}:{line}" if line else file
        if not root or not _COMMIT.fullmatch(revision):
            return md_code(shown)
        return md_link(shown, blob_url(root, revision, file, line))

    return place


def _first_screen(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= FIRST_SCREEN:
        return text
    shown = lines[: FIRST_SCREEN - 1]
    return "\n".join([*shown, f"- and {count(len(lines) - len(shown), 'more point')}, see below"]) + "\n"


def _unfolded(text: str) -> str:
    """The section with headings in place of folds. Only our own lines consist of a fold alone."""
    depth = 0

    def heading(match: re.Match[str]) -> str:
        nonlocal depth
        depth += -1 if match[1] is None else 1
        if match[1] is None:
            return ""
        return f"#### {match[1]}" if depth == 1 else f"**{match[1]}**"

    return re.sub(r"\n{3,}", "\n\n", _FOLD.sub(heading, text)).rstrip("\n") + "\n" if text else ""


def _without_some(sections: Mapping[str, str], options: Options, blocks: Blocks) -> str:
    """As many whole sections as fit, the most important first, in the order of the page."""
    room = options.max_chars - _ROOM_FOR_NOTE
    kept: set[str] = set()
    for name in _KEEP_FIRST:
        if sections.get(name) and len(sections[name]) + 1 <= room:
            room -= len(sections[name]) + 1
            kept.add(name)
    left_out = [SECTIONS.get(name) or "summary" for name, text in sections.items() if text and name not in kept]
    note = blocks.block("left_out", {"left_out": left_out, "max_chars": options.max_chars})
    return "\n".join([*(text for name, text in sections.items() if name in kept), note])[: options.max_chars]
