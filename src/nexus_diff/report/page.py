"""The terminal page as lines of styled spans, before anything is known about the terminal."""

# For maintainers. What happened stands on the first lines, then evidence, nearest and surest first. Every text of the repository passes
# `_show`. A line may be folded only before a span of the style "step", so that evidence is never cut and a `file:line` never broken.

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nexus_diff.model.answer import BreakingCallSite, LayerViolation, SkippedFile, TestGap
from nexus_diff.report.escape import short, visible
from nexus_diff.report.prepare import count, has_moved
from nexus_diff.report.value import ChangedRow, ImpactedRow, Report, Ring, Shown, Step, T, TestRow

Span = tuple[str, str]
"""A text and the name of its style."""
Line = list[Span]

_LIMIT = 200
_WIDEST_COLUMN = 44


def page(report: Report) -> Iterator[Line]:
    """The whole report, line by line."""
    if report.silent:
        yield from _silent(report)
    else:
        yield [*_range(report), *_base(report)]
        yield [(report.headline, "bad" if report.breaking.total or report.violations.total else "head")]
        yield from _section("Breaking call sites", report.breaking, map(_breaking, report.breaking.rows), "bad")
        yield from _section("New violations", report.violations, map(_violation, report.violations.rows), "bad")
        yield from _section("Changed", report.changed, _changed(report.changed.rows))
        if report.comment_only:
            yield [(f"  {count(report.comment_only, 'symbol')} with changes to comments or formatting only", "dim")]
        for ring in report.rings:
            if not ring.folded:
                title = "Reached directly" if ring.distance == 1 else f"Reached at distance {ring.distance}"
                yield from _section(title, ring.shown, _ring(ring))
        yield from _farther(report)
        title = "Tests to run first" if report.tests_selected else "Tests reached"
        yield from _section(title, report.tests, map(_test, report.tests.rows))
        yield from _section("Changed without a test", report.gaps, map(_gap, report.gaps.rows))
    yield from _notes(report)


def _silent(report: Report) -> Iterator[Line]:
    """One line; a second one names what changed without reaching anything."""
    yield [*_range(report), (f"{report.headline}  ", "head"), *_base(report)]
    if report.changed.total:
        names = ", ".join(f"{_show(row.symbol.qualified_name)} ({_show(row.symbol.change)})" for row in report.changed.rows[:3])
        more = report.changed.total - len(report.changed.rows[:3])
        yield [(f"  {names}{f' and {more} more' if more else ''}", "dim")]


def _range(report: Report) -> Line:
    return [(f"{_show(report.range)}  ", "head")] if report.range else []


def _base(report: Report) -> Line:
    style = "bad" if report.answer.base_kind == "approximate" else "dim"
    return [(f"base {_show(report.base)} ({_show(report.base_kind)})", style), (f" → {_show(report.head)}", "dim")]


def _section(title: str, shown: Shown[T], rows: Iterable[Line], style: str = "title") -> Iterator[Line]:
    if not shown.total:
        return
    yield []
    yield [(f"{title} ({shown.total})", style)]
    yield from rows
    if shown.cut:
        yield [(f"  … {shown.cut} more; --format json has all", "dim")]


def _breaking(site: BreakingCallSite) -> Line:
    where = f"{_show(site.file)}:{site.line}"
    return [("  ", ""), (where, "place"), (f"  {_show(site.message)}", ""), ("  in this diff" if site.in_diff else "", "dim")]


def _violation(violation: LayerViolation) -> Line:
    return [("  ", ""), (_show(violation.rule), "name"), (f"  {_show(violation.message)}", "")]


def _changed(rows: Sequence[ChangedRow]) -> Iterator[Line]:
    kinds = max((len(row.symbol.change) for row in rows), default=0)
    places = _column(_place(row.symbol.file, row.symbol.start_line) for row in rows)
    for row in rows:
        symbol = row.symbol
        style = "bad" if symbol.change in ("deleted", "signature") else ""
        place = _place(symbol.file, symbol.start_line)
        reached = f"  → {row.reached} reached, at most {count(row.farthest, 'hop')} away" if row.reached else ""
        name = f"  {_show(symbol.qualified_name)}"
        yield [(f"  {_show(symbol.change):<{kinds}}  ", style), (f"{place:<{places}}", "place"), (name, "name"), (reached, "dim")]
        yield from _details(row, " " * (kinds + 4))


def _details(row: ChangedRow, indent: str) -> Iterator[Line]:
    old = row.symbol.old
    if old is not None and has_moved(row.symbol):
        yield [(f"{indent}was {_show(old.name)} at {_place(old.file, old.start_line)}", "dim")]
    for detail in row.symbol.details[:3]:
        yield [(f"{indent}{_show(detail)}", "dim")]
    if len(row.symbol.details) > 3:
        yield [(f"{indent}… {len(row.symbol.details) - 3} more details", "dim")]


def _ring(ring: Ring) -> Iterator[Line]:
    places = _column(_place(row.symbol.file, row.symbol.start_line) for row in ring.shown.rows)
    for row in ring.shown.rows:
        symbol = row.symbol
        place = _place(symbol.file, symbol.start_line)
        yield [
            (f"  {symbol.confidence:.2f}  ", _certainty(symbol.confidence)),
            (f"{place:<{places}}", "place"),
            (f"  {_show(symbol.qualified_name)}", "name"),
            ("  test" if symbol.is_test else "", "dim"),
            (f"  {row.effect}" if row.effect else "", "dim"),
        ]
        yield list(_path(row))


def _farther(report: Report) -> Iterator[Line]:
    """What is further away: numbers only."""
    rings = [ring for ring in report.rings if ring.folded]
    if rings:
        counts = ", ".join(f"{ring.shown.total} at {ring.distance}" for ring in rings)
        yield []
        yield [
            (f"Further away ({sum(ring.shown.total for ring in rings)})", "title"),
            (f"  by distance: {counts}; --format json has all", "dim"),
        ]


def _path(row: ImpactedRow) -> Iterator[Span]:
    yield ("        ", "")
    for number, step in enumerate(row.steps):
        yield (("→ " if number else "") + _step(step), "step")


def _step(step: Step) -> str:
    side = " in base" if step.old else ""
    return f"{_place(step.file, step.line)}{side} {_show(step.verb)} {_show(step.target)} ({step.confidence:.2f} {_show(step.reason)}) "


def _test(test: TestRow) -> Line:
    return [("  ", ""), (_place(test.file, test.line), "place"), (f"  {_show(test.name)}", "name"), (f"  {_show(test.why)}", "dim")]


def _gap(gap: TestGap) -> Line:
    return [("  ", ""), (_show(gap.file), "place"), (f"  {_show(gap.name)}", "name"), (f"  {_show(gap.why)}", "dim")]


def _notes(report: Report) -> Iterator[Line]:
    """What was skipped, cut or not computed: never silent, but at the end and dim."""
    yield from _section("Skipped", report.skipped, map(_skipped, report.skipped.rows), "dim")
    notes = [f"note: {_show(notice, 400)}" for notice in report.notices.rows]
    if report.notices.cut:
        notes.append(f"note: … {report.notices.cut} more notices; --format json has all")
    if report.violations_fixed:
        notes.append(f"note: {count(report.violations_fixed, 'violation')} fixed")
    if report.cut:
        notes.append("cut by limits: " + ", ".join(f"{_show(what)} {number}" for what, number in report.cut))
    if report.not_computed and not report.silent:
        notes.append("not computed: " + ", ".join(_show(what, 400) for what in report.not_computed))
    if notes and not report.silent:
        yield []
    for note in notes:
        yield [(note, "dim")]


def _skipped(file: SkippedFile) -> Line:
    return [(f"  {_show(file.file)}  {_show(file.reason)}", "dim")]


def _place(file: str, line: int) -> str:
    return f"{_show(file)}:{line}" if line else _show(file)


def _show(text: str, limit: int = _LIMIT) -> str:
    return short(visible(text), limit)


def _column(texts: Iterable[str]) -> int:
    return min(max(map(len, texts), default=0), _WIDEST_COLUMN)


def _certainty(confidence: float) -> str:
    return "sure" if confidence >= 0.9 else "likely" if confidence >= 0.7 else "unsure"
