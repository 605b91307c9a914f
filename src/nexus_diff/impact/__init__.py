"""What a change does: changed symbols, and what reaches them. Pure: no file, no git, no database; same input, same output.

base, head = {path: file_symbols(file_node, nodes, facts, marks), …}, {…}      the changed files of either side
comparison = compare(base, head, file_changes)                                 kinds of change, both sides of each symbol
reach = blast_radius(base_graph, head_graph, comparison.seeds, comparison.renames, limits)
"""

from nexus_diff.impact.changed import compare
from nexus_diff.impact.symbols import file_symbols
from nexus_diff.impact.values import CHANGE_ORDER, Change, Comparison, FileSymbols, Limits, Reach, Seed, Symbol
from nexus_diff.impact.walk import blast_radius

__all__ = [
    "CHANGE_ORDER",
    "Change",
    "Comparison",
    "FileSymbols",
    "Limits",
    "Reach",
    "Seed",
    "Symbol",
    "blast_radius",
    "compare",
    "file_symbols",
]
