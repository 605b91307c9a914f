"""Plain text of what the smaller commands say. Everything from the repository is made visible first."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from nexus_diff.report.escape import short, visible

if TYPE_CHECKING:
    from nexus_diff.model.graph import Hub
    from nexus_diff.run.explain import Explained
    from nexus_diff.run.snapshots import Indexed, Table
    from nexus_diff.run.status import Status
    from nexus_diff.run.verify import Verdict

WIDEST_CELL = 80
MOST_SKIPPED = 20
MOST_MEMBERS = 12


def indexed_text(found: Indexed) -> str:
    """One line: what is indexed now."""
    what = "indexed" if found.made else "already indexed"
    counts = ", ".join(f"{found.counts[name]:,} {name}" for name in ("files", "nodes", "relations") if name in found.counts)
    commit = f"{found.commit[:12]} " if found.commit else ""
    return f"{what} {commit}(tree {found.tree[:12]}): {counts}; {found.parsed:,} parsed\n"


def table_text(table: Table) -> str:
    """Columns side by side, then the number of rows."""
    rows = [[_cell(value) for value in row] for row in table.rows]
    lines = list(_aligned([[_cell(column) for column in table.columns], *rows]))
    if len(lines) > 1:
        lines.insert(1, "-" * min(max(map(len, lines)), 200))
    count = len(table.rows)
    return "\n".join([*lines, f"({count} row{'' if count == 1 else 's'})"]) + "\n"


def table_json(table: Table) -> str:
    """A list with one object per row."""
    objects = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return msgspec.json.format(msgspec.json.encode(objects, enc_hook=str), indent=2).decode() + "\n"


def status_text(status: Status, verbose: bool) -> str:
    """The state of the index, most useful first."""
    return "\n".join(_status_lines(status, verbose)) + "\n"


def verdict_text(verdict: Verdict) -> str:
    """Equal, or where the two graphs part."""
    checked = f"{verdict.checked} commit{'' if verdict.checked == 1 else 's'}"
    found = verdict.difference
    if found is None:
        return f"equal: {checked} of {visible(verdict.label)}: the updated index equals a fresh one, byte for byte\n"
    lines = [f"DIFFERENT at commit {found.commit} ({found.file}, {found.count} rows), after {checked}:"]
    lines += [f"  only after an update:  {visible(row)}" for row in found.only_updated]
    lines += [f"  only from nothing:     {visible(row)}" for row in found.only_fresh]
    return "\n".join(lines) + "\n"


def explained_text(found: Explained) -> str:
    """Each site of the line: what its parts were found to be, and where it leads."""
    if not found.sites:
        return f"{visible(found.file)}:{found.line}: no call stands there\n"
    lines: list[str] = []
    for site in found.sites:
        lines.append(f"{visible(found.file)}:{found.line}  {site.kind}  {visible(site.text)}")
        lines += [f"    {visible(step.text)}  is  {visible(step.value)}" for step in site.steps]
        led = [f"  → {r.type} {visible(r.target)}  {r.confidence:.2f} {r.reason}" for r in site.relations]
        for use in site.hubs:
            hub = found.hubs.get(use.hub)
            if hub is not None and (hub.members or hub.cut):
                led += _hub_lines(use.type, use.reason, hub)
        lines += led or [f"  → not resolved: {visible(site.reason)}"]
    return "\n".join(lines) + "\n"


def _hub_lines(kind: str, reason: str, hub: Hub) -> Iterator[str]:
    """A group of targets: how many, how sure, and the first of them."""
    count = len(hub.members) or hub.cut
    yield f"  → {kind} {reason}: {count} of {visible(hub.id)}, {hub.confidence:.2f} each"
    yield from (f"      {visible(member)}" for member in hub.members[:MOST_MEMBERS])
    if count > MOST_MEMBERS:
        yield f"      … and {count - min(MOST_MEMBERS, len(hub.members))} more"


def _status_lines(status: Status, verbose: bool) -> Iterator[str]:
    yield f"nexus-diff {status.version} (facts {status.facts_version}, graph {status.graph_version})"
    yield f"index folder  {visible(status.folder)}"
    yield f"facts cache   {_size(status.facts_bytes)}"
    yield f"HEAD          {status.head[:12] or '(no commit)'}, {_head_state(status)}"
    yield ""
    yield f"{len(status.snapshots)} snapshot{'' if len(status.snapshots) == 1 else 's'}"
    rows = [["", "tree", "config", "made", "size", "files", "nodes", "relations", "engine"]]
    for line in status.snapshots:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(line.created))
        counts = [f"{line.counts.get(name, 0):,}" for name in ("files", "nodes", "relations")]
        engine = " ".join(f"{name} {version}" for name, version in sorted(line.engines.items()))
        rows.append(["*" if line.head else "", line.tree[:12], line.config, made, _size(line.bytes), *counts, engine])
    if status.snapshots:
        yield from _aligned(rows)
    if status.described:
        yield ""
        yield from _contents(status, verbose)


def _contents(status: Status, verbose: bool) -> Iterator[str]:
    yield f"contents of tree {status.described[:12]}"
    rows = [["language", "files", "call sites", "resolved", "cut"]]
    for line in status.languages:
        share = f"{100 * line.resolved / line.calls:.1f} %" if line.calls else "-"
        rows.append([line.language, f"{line.files:,}", f"{line.calls:,}", share, f"{line.cut:,}"])
    yield from _aligned(rows)
    if status.unsupported:
        most = ", ".join(f"{visible(suffix)} {count:,}" for suffix, count in list(status.unsupported.items())[:8])
        most += ", …" if len(status.unsupported) > 8 else ""
        yield f"not in a supported language: {sum(status.unsupported.values()):,} files ({most})"
    if status.skipped:
        yield f"skipped: {len(status.skipped):,}"
        shown = status.skipped if verbose else status.skipped[:MOST_SKIPPED]
        for item in shown:
            yield f"  {visible(item.file)}: {visible(item.reason)}"
        if len(shown) < len(status.skipped):
            yield f"  and {len(status.skipped) - len(shown):,} more; --verbose lists them all"


def _head_state(status: Status) -> str:
    return "indexed" if any(line.head for line in status.snapshots) else "not indexed: run `nexus-diff index`"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows and rows[0] else []
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _cell(value: Any) -> str:
    text = value if isinstance(value, str) else "" if value is None else str(value)
    return short(visible(text), WIDEST_CELL)


def _size(count: int) -> str:
    value = float(count)
    for unit in ("B", "kB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1000
    return f"{value:.1f} GB"
