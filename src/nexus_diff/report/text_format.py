"""For a terminal, and for a reader who has one minute."""

# For maintainers. Plain output joins the spans of the page; rich, which takes a tenth of a second to import, is asked only for colours and
# for the width of characters. Spans reach it as literal text, so rich markup in a name means nothing.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from nexus_diff.report.page import Line, page
from nexus_diff.report.terminal import ASCII
from nexus_diff.report.value import Options, Report

STYLES = {
    "head": "bold",
    "title": "bold cyan",
    "bad": "bold red",
    "name": "bold",
    "place": "cyan",
    "sure": "green",
    "likely": "yellow",
    "unsure": "red",
    "dim": "dim",
    "step": "dim",
}
_FOLD_INDENT = " " * 10


def render(report: Report, options: Options) -> str:
    """The page for terminals, folded and coloured as the options say."""
    lines: Iterable[Line] = page(report)
    if not options.unicode:
        lines = map(_ascii, lines)
    if options.width:
        lines = (folded for line in lines for folded in _fold(line, options.width, measure()))
    return colored(lines) if options.color else "".join(map(_plain, lines))


def _plain(line: Line) -> str:
    return "".join(text for text, _ in line).rstrip() + "\n"


def _ascii(line: Line) -> Line:
    return [(text.translate(ASCII).encode("ascii", "backslashreplace").decode(), style) for text, style in line]


def measure() -> Callable[[str], int]:
    """How many columns of a terminal a text takes."""
    from rich.cells import cell_len

    return lambda text: len(text) if text.isascii() else cell_len(text)


def _fold(line: Line, width: int, measure: Callable[[str], int]) -> Iterator[Line]:
    """The line, continued on a new one before each step that would not fit."""
    current: Line = []
    used = 0
    for text, style in line:
        size = measure(text)
        if style == "step" and used > len(_FOLD_INDENT) and used + len(text.rstrip()) > width:
            yield current
            current, used = [(_FOLD_INDENT, "")], len(_FOLD_INDENT)
        current.append((text, style))
        used += size
    yield current


def colored(lines: Iterable[Line]) -> str:
    """The lines with their styles as ANSI sequences."""
    import io

    from rich.console import Console
    from rich.text import Text

    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=True,
        color_system="standard",
        width=80,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
        _environ={},
    )
    for line in lines:
        text = Text()
        for part, style in line:
            text.append(part, STYLES.get(style, ""))
        text.rstrip()
        console.print(text, soft_wrap=True)
    return out.getvalue()
