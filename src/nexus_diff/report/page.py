"""The terminal page as lines of styled spans, before anything is known about the terminal."""

# For maintainers. What happened stands on the first lines, then evidence, nearest and surest first. Every text of the repository passes
# `_show`. A line may be folded only before a span of the style "step", so that evidence is never cut and a `file:line` never broken.

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from nexus_diff.model.answer import BreakingCallSite, CoChange, CycleChange, DeadCode, LayerViolation, SkippedFile, TestGap
from nexus_diff.report.escape import short, visible
from nexus_diff.report.flows import ring as members_of
from nexus_diff.report.people import together, who
from nexus_diff.report.prepare import has_moved
from nexus_diff.report.value import ChangedRow, FlowRow, ImpactedRow, Package, Report, Ring, Shown, Step, T
from nexus_diff.report.violations import end, relation, symbol
from nexus_diff.report.words import count, foreign_files, of_tests, quiet_lines

Span = tuple[str, str]
"""A text and the name of its style."""
Line = list[Span]

_LIMIT = 200
MOST_CUTS = 3
_WIDEST_COLUMN = 44


def page(report: Report) -> Iterator[Line]:
    """The whole report, line by line."""
    if report.silent:
        yield from _silent(report)
    else:
        yield [*_range(report), *_base(report)]
        yield [(report.headline, "bad" if report.breaking.total or report.violations.total else "head")]
        yield from _people(report)
        yield from _section("Breaking call sites", report.breaking, map(_breaking, report.breaking.rows), "bad")
        yield from _section("New violations", report.violations, chain.from_iterable(map(_violation, report.violations.rows)), "bad")
        yield from _section("Architecture warnings", report.warnings, chain.from_iterable(map(_violation, report.warnings.rows)))
        yield from _section("New cycles", report.cycles, map(_cycle, report.cycles.rows), "bad")
        yield from _section("Changed", report.changed, _changed(report.changed.rows, report.test_count))
        yield from _quiet(report)
        for ring in report.rings:
            if not ring.folded:
                yield from _ring(ring)
        yield from _farther(report)
        yield from _section("Processes touched", report.flows, map(_flow, report.flows.rows))
        yield from _section("What the changed code calls", report.callees, map(_callee, report.callees.rows))
        title = "Tests to run first" if report.tests_selected else "Tests reached"
        yield from _tests(f"{title} ({report.test_count})", report)
        yield from _section("Changed without a test", report.gaps, map(_gap, report.gaps.rows))
        yield from _section("Newly dead code", report.dead, map(_dead, report.dead.rows))
        yield from _section("Usually changed along but not now", report.co_change, map(_co_change, report.co_change.rows))
    yield from _notes(report)


def _people(report: Report) -> Iterator[Line]:
    """How risky it is and why, and who should look: a line each."""
    if report.risk:
        yield [("Risk: ", "title"), (_show(report.risk, 400), "")]
    if report.owners.total:
        names = ", ".join(f"{_show(owner.owner)} ({who(owner)})" for owner in report.owners.rows)
        yield [("Who should look: ", "title"), (f"{names}{f' and {report.owners.cut} more' if report.owners.cut else ''}", "")]


def _co_change(row: CoChange) -> Line:
    return [("  ", ""), (_show(row.file), "place"), (f"  {together(row)} {_show(row.with_file)}", "dim")]


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
    where = _show(f"{site.file}:{site.line}")
    return [("  ", ""), (where, "place"), (f"  {_show(site.message)}", ""), ("  in this diff" if site.in_diff else "", "dim")]


def _violation(violation: LayerViolation) -> Iterator[Line]:
    yield [("  ", ""), (_show(violation.rule), "name"), (f"  {_show(violation.message)}", "")]
    if violation.path:
        steps = [(f"{_place(hop.file, hop.line)} {_show(symbol(hop.id))} -[{_show(relation(hop))}]→ ", "step") for hop in violation.path]
        yield [("    ", ""), *steps, (_show(end(violation)), "step")]


def _changed(rows: Sequence[ChangedRow], tests: int) -> Iterator[Line]:
    kinds = max((len(row.symbol.change) for row in rows), default=0)
    places = _column(_place(row.symbol.file, row.symbol.start_line) for row in rows)
    for row in rows:
        symbol = row.symbol
        style = "bad" if symbol.change in ("deleted", "signature") else ""
        place = _place(symbol.file, symbol.start_line)
        reached = f"  → {row.reached} reached, at most {count(row.farthest, 'hop')} away" if row.reached else ""
        if row.symbol.tests and row.symbol.tests < tests:
            reached += f"{',' if reached else '  →'} {count(row.symbol.tests, 'test')}"
        name = f"  {_show(symbol.qualified_name)}"
        yield [(f"  {_show(symbol.change):<{kinds}}  ", style), (f"{place:<{places}}", "place"), (name, "name"), (reached, "dim")]
        yield from _details(row, " " * (kinds + 4))


def _quiet(report: Report) -> Iterator[Line]:
    """Changes that are counted, below those that are listed."""
    lines = list(quiet_lines(report))
    if lines and not report.changed.total:
        yield []
        yield [("Changed", "title")]
    yield from ([(f"  {line}", "dim")] for line in lines)


def _details(row: ChangedRow, indent: str) -> Iterator[Line]:
    old = row.symbol.old
    if old is not None and has_moved(row.symbol):
        yield [(f"{indent}was {_show(old.name)} at {_place(old.file, old.start_line)}", "dim")]
    for detail in row.symbol.details[:3]:
        yield [(f"{indent}{_show(detail)}", "dim")]
    if len(row.symbol.details) > 3:
        yield [(f"{indent}… {len(row.symbol.details) - 3} more details", "dim")]


def _ring(ring: Ring) -> Iterator[Line]:
    yield []
    tests = of_tests(ring)
    if not ring.total:
        yield [(ring.title, "title"), (f"  {tests} only", "dim")]
        return
    yield [(f"{ring.title} ({ring.total})", "title"), (f"  and {tests}" if tests else "", "dim")]
    for package in ring.packages:
        yield from _package(package)
    if ring.importers.total:
        more = f" and {ring.importers.cut} more" if ring.importers.cut else ""
        files = ", ".join(_show(file) for file in ring.importers.rows)
        yield [(f"  imported by {count(ring.importers.total, 'file')}: {files}{more}", "dim")]
    if ring.cut:
        yield [(f"  … {ring.cut} more; --format json has all", "dim")]


def _package(package: Package) -> Iterator[Line]:
    if package.name:
        yield [(f"  {_show(package.name)} ({len(package.rows)})", "dim")]
    places = _column(_place(row.symbol.file, row.symbol.start_line) for row in package.rows)
    for row in package.rows:
        symbol = row.symbol
        place = _place(symbol.file, symbol.start_line)
        yield [
            (f"  {symbol.confidence:.2f}  ", _certainty(symbol.confidence)),
            (f"{place:<{places}}", "place"),
            (f"  {_show(symbol.qualified_name)}", "name"),
            (f"  {row.effect}" if row.effect else "", "dim"),
        ]
        yield list(_path(row))


def _callee(row: ImpactedRow) -> Line:
    symbol, step = row.symbol, row.steps[-1]
    place = _place(symbol.file, symbol.start_line)
    called = f"  called at {_place(step.file, step.line)} ({step.confidence:.2f} {_show(step.reason)})"
    return [("  ", ""), (place, "place"), (f"  {_show(symbol.qualified_name)}", "name"), (called, "dim")]


def _farther(report: Report) -> Iterator[Line]:
    """What is further away, or possible only: numbers only."""
    rings = [ring for ring in report.rings if ring.folded and ring.distance and ring.total]
    if rings:
        counts = ", ".join(f"{ring.total} at {ring.distance}" for ring in rings)
        yield []
        yield [
            (f"Further away ({sum(ring.total for ring in rings)})", "title"),
            (f"  by distance: {counts}; --format json has all", "dim"),
        ]
    for ring in report.rings:
        if not ring.distance:
            yield []
            yield [(f"{ring.title} ({ring.total})", "title"), ("  --format json has all", "dim")]


def _path(row: ImpactedRow) -> Iterator[Span]:
    yield ("        ", "")
    for number, step in enumerate(row.steps):
        yield (("→ " if number else "") + _step(step), "step")


def _step(step: Step) -> str:
    side = " in base" if step.old else ""
    return f"{_place(step.file, step.line)}{side} {_show(step.verb)} {_show(step.target)} ({step.confidence:.2f} {_show(step.reason)}) "


def _tests(title: str, report: Report) -> Iterator[Line]:
    if report.test_count:
        yield []
        yield [(title, "title")]
    for test in report.tests.rows:
        yield [("  ", ""), (_place(test.file, test.line), "place"), (f"  {_show(test.name)}", "name"), (f"  {_show(test.why)}", "dim")]
        if test.alike:
            yield [(f"    … and {count(test.alike, 'test')} in {count(test.files, 'file')} for the same reason", "dim")]
    if report.tests.cut:
        yield [(f"  … {report.tests.cut} more; --format json has all", "dim")]


def _cycle(cycle: CycleChange) -> Line:
    members = [(f"{' ↔ ' if at else '  '}{_show(name)}", "step" if at else "name") for at, name in enumerate(members_of(cycle))]
    return [*members, *((f"  cut {_show(edge)}", "step") for edge in cycle.cut[:MOST_CUTS])]


def _flow(row: FlowRow) -> Line:
    more = f" and {row.more} more from there" if row.more else ""
    return [(f"  {_show(row.name)}", "name"), (f"  {_show(row.said)} {_show(row.step)}{more}", "step")]


def _dead(dead: DeadCode) -> Line:
    return [(f"  {_show(dead.name)}", "name"), (f"  {_show(dead.file)}", "dim"), ("  nothing uses it", "step")]


def _gap(gap: TestGap) -> Line:
    return [("  ", ""), (_show(gap.file), "place"), (f"  {_show(gap.name)}", "name"), (f"  {_show(gap.why)}", "dim")]


def _notes(report: Report) -> Iterator[Line]:
    """What was skipped, cut or not computed: never silent, but at the end and dim."""
    yield from _section("Skipped", report.skipped, map(_skipped, report.skipped.rows), "dim")
    if report.foreign and not report.silent:
        yield []
        yield [(f"note: {foreign_files(report, _show)}", "dim")]
    notes = [f"note: {_show(notice, 400)}" for notice in report.notices.rows]
    if report.notices.cut:
        notes.append(f"note: … {report.notices.cut} more notices; --format json has all")
    if report.violations_ledger:
        notes.append(f"note: violations of rules: {report.violations_ledger}")
    if report.accepted:
        notes.append(f"note: {count(report.accepted, 'finding')} accepted")
    if report.cut:
        notes.append("cut by limits: " + ", ".join(f"{_show(what)}: {number}" for what, number in report.cut))
    if report.not_computed and not report.silent:
        notes.append("not computed: " + ", ".join(_show(what, 400) for what in report.not_computed))
    if notes and not (report.silent or report.foreign):
        yield []
    for note in notes:
        yield [(note, "dim")]


def _skipped(file: SkippedFile) -> Line:
    return [(f"  {_show(file.file)}  {_show(file.reason)}", "dim")]


def _place(file: str, line: int) -> str:
    return _show(f"{file}:{line}" if line else file)


def _show(text: str, limit: int = _LIMIT) -> str:
    return short(visible(text), limit)


def _column(texts: Iterable[str]) -> int:
    return min(max(map(len, texts), default=0), _WIDEST_COLUMN)


def _certainty(confidence: float) -> str:
    return "sure" if confidence >= 0.9 else "likely" if confidence >= 0.7 else "unsure"
