"""Markdown for a pull request: the first screen says what matters, everything else is folded."""

# For maintainers. The template (templates/report.md.j2) formats and does not decide. Its blocks are the sections. Whatever it prints
# without a filter becomes a code span (`_finalize`), so a forgotten filter looks odd and is harmless. The size limit is met by showing
# fewer rows first, then by leaving out whole sections, the least important first, and saying which.

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from nexus_diff.report.commands import test_command
from nexus_diff.report.escape import Markdown, blob_url, in_table, md_code, md_link, md_prose, md_words
from nexus_diff.report.mermaid import draw, flowchart
from nexus_diff.report.prepare import has_moved, prepare
from nexus_diff.report.value import Options, Report
from nexus_diff.report.violations import end, relation, symbol
from nexus_diff.report.words import count, foreign_files, quiet_lines

if TYPE_CHECKING:
    from jinja2 import Environment, Template

SECTIONS: Mapping[str, str] = {
    "head": "",
    "breaking": "breaking call sites",
    "violations": "new violations",
    "changed": "changed symbols",
    "graph": "graph of the blast radius",
    "impacted": "blast radius",
    "callees": "what the changed code calls",
    "tests": "tests",
    "gaps": "changed code without a test",
    "skipped": "files that were not analysed",
    "notices": "notices",
    "timings": "timings",
    "footer": "",
}
"""Blocks of the template in the order of the page, and how to name them when they are left out."""

_SILENT = ("silent", "skipped", "notices", "timings", "footer")
_KEEP_FIRST = (
    *("silent", "head", "footer", "breaking", "violations", "tests", "gaps", "changed", "impacted", "graph", "callees"),
    *("notices", "skipped", "timings"),
)
_TIGHTER = (1, 2, 4, 8)
_ROOM_FOR_NOTE = 300
FIRST_SCREEN = 12
"""Lines before the first fold."""
_ADDRESS = re.compile(r"https?://[A-Za-z0-9._~:/?=%-]+")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_FOLD = re.compile(r"(?m)^<details><summary>(.*)</summary>$|^</details>$")


def render(report: Report, options: Options) -> str:
    """A page of at most `options.max_chars` characters."""
    text = ""
    for by in _TIGHTER:
        smaller = report if by == 1 else prepare(report.answer, report.limits.divided(by), range=report.range)
        sections = _sections(smaller, options)
        text = "\n".join(filter(None, sections.values()))
        if len(text) <= options.max_chars:
            return text
    return _without_some(sections, options)


def _sections(report: Report, options: Options) -> dict[str, str]:
    values = context(report, options)
    sections = {name: _block(name, values) for name in (_SILENT if report.silent else SECTIONS)}
    if "head" in sections:
        sections["head"] = _first_screen(sections["head"])
    return sections if options.folded else {name: _unfolded(text) for name, text in sections.items()}


def context(report: Report, options: Options) -> dict[str, object]:
    """Everything that a template may use (docs/report.md)."""
    drawing = draw(report.answer)
    return {
        "report": report,
        "tests_title": "Tests to run first" if report.tests_selected else "Tests reached",
        "command": test_command(report.answer),
        "quiet": list(quiet_lines(report)),
        "foreign": Markdown(foreign_files(report, md_code)) if report.foreign else "",
        "reached": sum(not symbol.is_test for symbol in report.answer.reached),
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


def _without_some(sections: Mapping[str, str], options: Options) -> str:
    """As many whole sections as fit, the most important first, in the order of the page."""
    room = options.max_chars - _ROOM_FOR_NOTE
    kept: set[str] = set()
    for name in _KEEP_FIRST:
        if sections.get(name) and len(sections[name]) + 1 <= room:
            room -= len(sections[name]) + 1
            kept.add(name)
    left_out = [SECTIONS.get(name) or "summary" for name, text in sections.items() if text and name not in kept]
    note = _block("left_out", {"left_out": left_out, "max_chars": options.max_chars})
    return "\n".join([*(text for name, text in sections.items() if name in kept), note])[: options.max_chars]


def _block(name: str, values: Mapping[str, object]) -> str:
    template = _template()
    text = "".join(template.blocks[name](template.new_context(dict(values)))).strip("\n")
    return text + "\n" if text else ""


@lru_cache(maxsize=1)
def _template() -> Template:
    """Our own template: templates of the analysed repository are not trusted."""
    return environment().get_template("report.md.j2")


def environment() -> Environment:
    """What templates are rendered in: nothing can be reached but the values handed in, and every value is made harmless."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    found = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_template_folder()),
        undefined=StrictUndefined,
        finalize=_finalize,
        autoescape=False,
        keep_trailing_newline=True,
    )
    found.filters = {**_FILTERS, "length": len}
    return found


def _template_folder() -> Path:
    """`nexus_diff/templates` of the installed package, or `templates` at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent.parent / "templates"


def _finalize(value: object) -> object:
    if isinstance(value, (Markdown, int)):
        return value
    return in_table(md_code(str(value)))


def _cell(value: object) -> Markdown:
    return in_table(value if isinstance(value, Markdown) else md_code(str(value)))


def _code(value: object) -> Markdown:
    return value if isinstance(value, Markdown) else md_code(str(value))


_FILTERS: dict[str, Callable[..., object]] = {
    "code": _code,
    "cell": _cell,
    "command": lambda text: md_code(text, 400),
    "prose": md_prose,
    "prose_cell": lambda text: in_table(md_prose(text)),
    "words": md_words,
    "decimals": lambda number: Markdown(f"{number:.2f}"),
    "moved": has_moved,
    "symbol": symbol,
    "relation": relation,
    "end": end,
    "tests": lambda number: Markdown(count(number, "test")),
    "files": lambda number: Markdown(count(number, "file")),
}
