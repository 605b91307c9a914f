"""What a change does: changed symbols, and what reaches them. Pure: no file, no git, no database; same input, same output.

base, head = {path: file_symbols(file_node, nodes, facts, marks), …}, {…}      the changed files of either side
comparison = compare(base, head, file_changes)                                 kinds of change, both sides of each symbol
reach = blast_radius(base_graph, head_graph, comparison.seeds, comparison.renames, limits)
broken = breaking_call_sites(comparison, BreakingSide(base_graph, View(…)), BreakingSide(head_graph, View(…)), file_changes)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nexus_diff.model.lazy import lazily

if TYPE_CHECKING:
    from nexus_diff.impact.breaking import Broken, breaking_call_sites
    from nexus_diff.impact.changed import compare
    from nexus_diff.impact.symbols import file_symbols
    from nexus_diff.impact.values import CHANGE_ORDER, Change, Comparison, FileSymbols, Limits, Reach, Seed, Symbol
    from nexus_diff.impact.walk import blast_radius

__all__ = [
    "CHANGE_ORDER",
    "Broken",
    "Change",
    "Comparison",
    "FileSymbols",
    "Limits",
    "Reach",
    "Seed",
    "Symbol",
    "blast_radius",
    "breaking_call_sites",
    "compare",
    "file_symbols",
]

_HOMES = {
    "Broken": "breaking",
    "CHANGE_ORDER": "values",
    "Change": "values",
    "Comparison": "values",
    "FileSymbols": "values",
    "Limits": "values",
    "Reach": "values",
    "Seed": "values",
    "Symbol": "values",
    "blast_radius": "walk",
    "breaking_call_sites": "breaking",
    "compare": "changed",
    "file_symbols": "symbols",
}
"""Name → module."""

__getattr__ = lazily(__name__, _HOMES)
