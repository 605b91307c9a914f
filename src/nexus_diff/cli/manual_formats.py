"""The manual as Markdown (docs/cli.md) and in the language of `man` (docs/nexus-diff.1)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from nexus_diff import __version__
from nexus_diff.cli.manual import NAME, WHAT, Page, Rows, common, pages, title_of
from nexus_diff.cli.table import GROUPS, TABLE
from nexus_diff.cli.topics import TOPICS, Topic

_FIRST = ("ranges", "formats")
_LAST = ("exit-codes", "environment", "files")
_DATE = "2026-11-30"
"""Of the last change that somebody who reads the manual should know of."""
_MEANT = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"})
_ABOUT = (
    "Answers the question what a range of commits, the working tree or a patch reaches in a repository, and what it can break: changed"
    " symbols, everything that depends on them with a path of file:line, breaking call sites, affected tests, processes, violations of"
    " architecture rules, owners and risk. It runs on this machine; no code leaves it, and none of it is run."
)


def markdown() -> str:
    """docs/cli.md."""
    found = list(pages())
    lines = ["# Command line", "", "Written by `nexus-diff help --write docs`; `man -l docs/nexus-diff.1` shows the same.", ""]
    lines += ["## NAME", "", f"{NAME}: {WHAT}", "", "## SYNOPSIS", "", "```", *(page.synopsis for page in found), "```", ""]
    lines += ["## DESCRIPTION", "", _md(_ABOUT), "", *_md_commands()]
    for name in _FIRST:
        lines += _md_topic(name, TOPICS[name])
    lines += ["## OPTIONS", "", "Of every command:", "", *_md_table(row for _, rows in common() for row in rows), ""]
    lines += ["## COMMANDS", ""]
    for page in found:
        lines += _md_page(page)
    for name in _LAST:
        lines += _md_topic(name, TOPICS[name])
    lines += ["## EXAMPLES", "", "Every command above ends with its own. The first three of the main job:", "", "```sh"]
    lines += [*(example.line for example in found[0].examples[:3]), "```", ""]
    return "\n".join(lines).rstrip() + "\n"


def _md_commands() -> Iterator[str]:
    for group in GROUPS:
        yield f"**{group}**"
        yield ""
        yield from _md_table(
            ((f"[{title_of(name)}](#{_anchor(title_of(name))})", entry.summary) for name, entry in TABLE.items() if entry.group == group),
            code=False,
        )
        yield ""


def _anchor(title: str) -> str:
    return title.replace(" ", "-")


def _md_page(page: Page) -> Iterator[str]:
    yield from (f"### {title_of(page.name)}", "", _md(page.description), "", "```", page.synopsis, "```", "")
    rows = [row for _, group in page.options for row in group if not row[0].startswith("-h,")]
    if rows:
        yield from _md_table(rows)
        yield ""
    yield "```sh"
    width = max((len(example.line) for example in page.examples if example.says), default=0)
    for example in page.examples:
        yield f"{example.line:{width}}  # {example.says}" if example.says else example.line
    yield from ("```", "")


def _md_topic(name: str, topic: Topic) -> Iterator[str]:
    yield from (f"## {topic.title}", "", f"`nexus-diff help {name}`", "", _md(topic.paragraphs[0]), "")
    yield from _md_table(topic.rows)
    for paragraph in topic.paragraphs[1:]:
        yield from ("", _md(paragraph))
    yield ""


def _md_table(rows: Iterable[tuple[str, str]], *, code: bool = True) -> Iterator[str]:
    yield from ("| | |", "|---|---|")
    for term, says in rows:
        shown = f"`{term}`" if code else term
        yield f"| {shown.replace('|', chr(92) + '|')} | {_md(says).replace('|', chr(92) + '|')} |"


def _md(text: str) -> str:
    return re.sub(r"([<>*_\[\]])", r"\\\1", text)


def roff() -> str:
    """docs/nexus-diff.1."""
    found = list(pages())
    lines = [
        f'.TH NEXUS-DIFF 1 "{_DATE}" "nexus-diff {__version__}" "User Commands"',
        ".SH NAME",
        f"{_r(NAME)} \\- {_r(WHAT)}",
        ".SH SYNOPSIS",
    ]
    for page in found:
        lines += [".nf" if page is found[0] else "", _r(page.synopsis)]
    lines = [line for line in lines if line]
    lines += [".fi", ".SH DESCRIPTION", *_prose(_ABOUT)]
    for group in GROUPS:
        lines += [".PP", f"{_r(group)}:", *_tp((title_of(name), entry.summary) for name, entry in TABLE.items() if entry.group == group)]
    for name in _FIRST:
        lines += _r_topic(TOPICS[name])
    lines += [".SH OPTIONS", "Of every command:", *_tp(row for _, rows in common() for row in rows)]
    lines += [".SH COMMANDS"]
    for page in found:
        lines += _r_page(page)
    for name in _LAST:
        lines += _r_topic(TOPICS[name])
    lines += [
        ".SH EXAMPLES",
        "Every command above ends with its own. The first three of the main job:",
        *_code(e.line for e in found[0].examples[:3]),
    ]
    lines += [".SH SEE ALSO", ".BR git\\-diff (1),", ".BR gitrevisions (7),", ".BR git\\-config (1)"]
    return "\n".join(lines) + "\n"


def _r_page(page: Page) -> Iterator[str]:
    yield from (f'.SS "{_r(title_of(page.name))}"', *_prose(page.description), ".PP", *_code([page.synopsis]))
    rows: Rows = tuple(row for _, group in page.options for row in group if not row[0].startswith("-h,"))
    yield from _tp(rows)
    yield ".PP"
    yield "Examples:"
    for example in page.examples:
        if example.says:
            yield from (".PP", *_prose(f"{example.says[0].upper()}{example.says[1:]}:"))
        yield from _code([example.line])


def _r_topic(topic: Topic) -> Iterator[str]:
    yield from (f'.SH "{topic.title}"', *_prose(topic.paragraphs[0]), *_tp(topic.rows))
    for paragraph in topic.paragraphs[1:]:
        yield from (".PP", *_prose(paragraph))


def _tp(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, says in rows:
        yield from (".TP", f"\\fB{_r(term)}\\fR", *_prose(says))


def _prose(text: str) -> Iterator[str]:
    return map(_r, textwrap.wrap(text, 64, break_long_words=False, break_on_hyphens=False))


def _code(lines: Iterable[str]) -> Iterator[str]:
    yield from (".RS 4", ".nf", *map(_r, lines), ".fi", ".RE")


def _r(text: str) -> str:
    """Text that means nothing to roff: backslashes, hyphens that are typed as such, signs that begin a request."""
    text = text.translate(_MEANT)
    return "\\&" + text if text.startswith(".") else text
