"""A whole revision, and chains in it, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from nexus_diff.model.answer import Hop
from nexus_diff.model.audit import Audit, Chain, CommunityRow, CycleRow, DeadRow, ProcessRow
from nexus_diff.model.words import listed
from nexus_diff.report.escape import in_table, md_code, short, visible
from nexus_diff.report.ids import name_in
from nexus_diff.report.json_format import decodable, printable_json
from nexus_diff.report.words import count

FORMATS = ("text", "markdown", "json")
UNLIMITED = 10**9
_WIDEST = 160
_MOST_MEMBERS = 8
_MOST_CUTS = 5
R = TypeVar("R", CommunityRow, ProcessRow, DeadRow, CycleRow)
Cells = tuple[str, ...]
_COLUMNS = {
    "communities": ("symbols", "cohesion", "community"),
    "processes": ("kind", "steps", "process", "starts at"),
    "dead_code": ("where", "kind", "symbol"),
    "cycles": ("level", "size", "members", "cut"),
}
_TITLES = {"communities": "Communities", "processes": "Processes", "dead_code": "Dead code", "cycles": "Cycles of imports"}


def render_audit(audit: Audit, format: str, limit: int) -> str:
    """The audit in one of FORMATS; text and Markdown show `limit` rows of each section and count the rest."""
    if format == "json":
        return _json(audit)
    lay_out = _markdown if format == "markdown" else _text
    return "\n".join(line for name in audit.sections for line in lay_out(name, _rows(audit, name), limit, audit.cut)).strip("\n") + "\n"


def render_chain(chain: Chain, format: str) -> str:
    """The chain in one of FORMATS, one line per hop."""
    if format == "json":
        return _json(chain)
    show: Callable[[str], str] = md_code if format == "markdown" else visible
    bullet = "- " if format == "markdown" else "  "
    ends = f"{show(_label(chain.start))} to {show(_label(chain.end))}"
    if not chain.hops:
        same = chain.start == chain.end
        return f"{ends}: {'the same place' if same else f'no chain of {chain.kind}'}\n"
    lines = [f"{ends}: {count(len(chain.hops), chain.kind.removesuffix('s'))}"]
    targets = [*(hop.id for hop in chain.hops[1:]), chain.end]
    lines += [bullet + _hop(hop, target, show) for hop, target in zip(chain.hops, targets, strict=True)]
    return "\n".join(lines) + "\n"


def _hop(hop: Hop, target: str, show: Callable[[str], str]) -> str:
    verb = "imports" if hop.type == "IMPORTS" else "calls"
    sure = "" if hop.type == "IMPORTS" else f" ({hop.confidence:.2f} {visible(hop.reason)})"
    return f"{show(f'{hop.file}:{hop.line}')} {show(_label(hop.id))} {verb} {show(_label(target))}{sure}"


def _label(node_id: str) -> str:
    return node_id.removeprefix("File:") if node_id.startswith("File:") else name_in(node_id, "")


def _json(value: Audit | Chain) -> str:
    return printable_json(msgspec.json.format(msgspec.json.encode(decodable(msgspec.to_builtins(value))), indent=2).decode())


def _rows(audit: Audit, name: str) -> list[Cells]:
    if name == "communities":
        return [(f"{row.size}", f"{row.cohesion:.2f}", row.name) for row in audit.communities]
    if name == "processes":
        return [(row.kind, f"{len(row.steps)}", row.name, f"{row.file}:{row.line}") for row in audit.processes]
    if name == "dead_code":
        return [(f"{row.file}:{row.line}", row.kind, row.name) for row in audit.dead_code]
    return [
        (row.level, f"{len(row.members)}", listed(row.members, _MOST_MEMBERS, " ↔ "), listed(row.cut, _MOST_CUTS, ", "))
        for row in audit.cycles
    ]


def _title(name: str, rows: Sequence[Cells]) -> str:
    return f"{_TITLES[name]} ({len(rows)})"


def _text(name: str, rows: Sequence[Cells], limit: int, cut: dict[str, int]) -> Iterator[str]:
    yield ""
    yield _title(name, rows)
    shown = [tuple(short(visible(cell), _WIDEST) for cell in row) for row in rows[:limit]]
    widths = [max((len(row[at]) for row in shown), default=0) for at in range(len(_COLUMNS[name]))]
    for row in shown:
        yield "  " + "  ".join(cell.ljust(min(width, 60)) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield from (f"  {line}" for line in _left_out(name, rows, limit, cut))


def _markdown(name: str, rows: Sequence[Cells], limit: int, cut: dict[str, int]) -> Iterator[str]:
    yield ""
    yield f"#### {_title(name, rows)}"
    yield ""
    if rows:
        yield f"| {' | '.join(_COLUMNS[name])} |"
        yield "|" + "---|" * len(_COLUMNS[name])
    for row in rows[:limit]:
        yield f"| {' | '.join(in_table(md_code(cell)) for cell in row)} |"
    left = list(_left_out(name, rows, limit, cut))
    yield from ["", *left] if left else []


def _left_out(name: str, rows: Sequence[Cells], limit: int, cut: dict[str, int]) -> Iterator[str]:
    if len(rows) > limit:
        yield f"{len(rows) - limit} more; --all lists them"
    if name == "processes":
        yield from (f"left out by limits: {number} {what}" for what, number in sorted(cut.items()))
    if not rows:
        yield "none found"
