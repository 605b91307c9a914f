"""Markdown for a pull request: the first screen says what matters, everything else is folded."""

# For maintainers. The template (templates/report.md.j2) formats and does not decide. Its blocks are the sections. Whatever it prints
# without a filter becomes a code span (`_finalize`), so a forgotten filter looks odd and is harmless. The size limit is met by showing
# fewer rows first, then by leaving out whole sections, the least important first, and saying which.

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from nexus_diff.report.escape import Markdown, in_table, md_code, md_prose
from nexus_diff.report.prepare import has_moved, prepare
from nexus_diff.report.value import Options, Report
from nexus_diff.report.words import count, foreign_files, quiet_lines

if TYPE_CHECKING:
    from jinja2 import Template

SECTIONS: Mapping[str, str] = {
    "head": "",
    "breaking": "breaking call sites",
    "violations": "new violations",
    "changed": "changed symbols",
    "impacted": "blast radius",
    "callees": "what the changed code calls",
    "tests": "tests",
    "gaps": "changed code without a test",
    "skipped": "files that were not analysed",
    "notices": "notices",
}
"""Blocks of the template in the order of the page, and how to name them when they are left out."""

_KEEP_FIRST = ("head", "breaking", "violations", "tests", "gaps", "changed", "impacted", "callees", "notices", "skipped")
_TIGHTER = (1, 2, 4, 8)
_ROOM_FOR_NOTE = 300


def render(report: Report, options: Options) -> str:
    text = ""
    for by in _TIGHTER:
        smaller = report if by == 1 else prepare(report.answer, report.limits.divided(by), range=report.range)
        sections = _sections(smaller)
        text = "\n".join(filter(None, sections.values()))
        if len(text) <= options.max_chars:
            return text
    return _without_some(sections, options)


def _sections(report: Report) -> dict[str, str]:
    names = ["silent", "skipped", "notices"] if report.silent else list(SECTIONS)
    tests_title = "Tests to run first" if report.tests_selected else "Tests reached"
    words = {
        "tests_title": tests_title,
        "quiet": list(quiet_lines(report)),
        "foreign": foreign_files(report, md_code) if report.foreign else "",
        "reached": sum(not symbol.is_test for symbol in report.answer.impacted),
    }
    return {name: _block(name, report=report, **words) for name in names}


def _without_some(sections: Mapping[str, str], options: Options) -> str:
    """As many whole sections as fit, the most important first, in the order of the page."""
    room = options.max_chars - _ROOM_FOR_NOTE
    kept: set[str] = set()
    for name in ("silent", *_KEEP_FIRST):
        if sections.get(name) and len(sections[name]) + 1 <= room:
            room -= len(sections[name]) + 1
            kept.add(name)
    left_out = [SECTIONS.get(name) or "summary" for name, text in sections.items() if text and name not in kept]
    note = _block("left_out", left_out=left_out, max_chars=options.max_chars)
    return "\n".join([*(text for name, text in sections.items() if name in kept), note])[: options.max_chars]


def _block(name: str, **context: object) -> str:
    template = _template()
    text = "".join(template.blocks[name](template.new_context(context))).strip("\n")
    return text + "\n" if text else ""


@lru_cache(maxsize=1)
def _template() -> Template:
    """Our own template only: templates of the analysed repository are not trusted."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_template_folder()),
        undefined=StrictUndefined,
        finalize=_finalize,
        autoescape=False,
        keep_trailing_newline=True,
    )
    environment.filters = {**_FILTERS, "length": len}
    return environment.get_template("report.md.j2")


def _template_folder() -> Path:
    """`nexus_diff/templates` of the installed package, or `templates` at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent.parent / "templates"


def _finalize(value: object) -> object:
    if isinstance(value, (Markdown, int)):
        return value
    return in_table(md_code(str(value)))


_FILTERS: dict[str, Callable[..., object]] = {
    "code": md_code,
    "cell": lambda text: in_table(md_code(text)),
    "prose": md_prose,
    "prose_cell": lambda text: in_table(md_prose(text)),
    "words": Markdown,
    "decimals": lambda number: Markdown(f"{number:.2f}"),
    "moved": has_moved,
    "tests": lambda number: Markdown(count(number, "test")),
    "files": lambda number: Markdown(count(number, "file")),
}
"""`words` is for our own words alone, never for text of the repository."""
