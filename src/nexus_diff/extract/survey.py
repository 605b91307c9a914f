"""One pass of a tree-sitter query over the tree: what hashes, doc comments, complexity and problems need.

It finds these nodes wherever they stand, also where no handler looks (comments inside an argument list).
"""

from __future__ import annotations

from dataclasses import dataclass

import tree_sitter
from tree_sitter import Node

from nexus_diff.extract.parser import Tables
from nexus_diff.languages.base import Language

DEEPEST = 60_000
"""Where nodes are looked for. tree-sitter keeps the depth of a match in 16 bits, and needs quadratic time for those beyond; no handler goes
nearly as deep, and that is among the problems of the file."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Nodes by role. Byte ranges are half-open and sorted. `root`: id of the file's own node."""

    root: int
    comments: list[tuple[int, int]]
    strings: list[tuple[int, int]]
    blocks: list[Node]
    branches: list[int]
    errors: list[int]
    """1-based lines of syntax errors, sorted."""
    edits: dict[tuple[int, int], bytes]
    """Byte range → what stands there in the canonical layout."""
    doc_rows: dict[int, int]
    """Last row → first row of each comment that has its lines to itself."""

    def doc_row(self, row: int) -> int:
        """First row of the comments directly above `row`; `row` when there are none."""
        while row - 1 in self.doc_rows:
            row = self.doc_rows[row - 1]
        return row


def survey(root: Node, tables: Tables, source: bytes) -> Survey:
    """Collect the nodes that matter for more than their own handler."""
    cursor = tree_sitter.QueryCursor(tables.query)
    cursor.set_max_start_depth(DEEPEST)
    found = cursor.captures(root)
    comments = found.get("comment", [])
    edits = _edits(found.get("layout", []), tables.language)
    edited = {start for start, end in edits if end > start}
    return Survey(
        root=root.id,
        comments=sorted(node.byte_range for node in comments),
        strings=_outermost(sorted(node.byte_range for node in found.get("string", []) if node.start_byte not in edited)),
        blocks=found.get("block", []),
        branches=sorted(node.start_byte for node in found.get("branch", [])),
        errors=sorted({node.start_point[0] + 1 for node in found.get("error", []) if not _spared(node, tables.language)}),
        edits=edits,
        doc_rows=_doc_rows(comments, source),
    )


def _spared(node: Node, language: Language) -> bool:
    return node.is_missing and language.spared is not None and language.spared(node)


def _edits(nodes: list[Node], language: Language) -> dict[tuple[int, int], bytes]:
    layout = language.layout
    return {(start, end): text for node in nodes for start, end, text in layout[node.type](node)}


def _outermost(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    last = 0
    for start, end in ranges:
        if start >= last:
            kept.append((start, end))
            last = end
    return kept


def _doc_rows(comments: list[Node], source: bytes) -> dict[int, int]:
    rows = {}
    for node in comments:
        row, column = node.start_point
        start = node.start_byte
        if not column or source[start - column : start].isspace():
            end_row, end_column = node.end_point
            rows[end_row if end_column else end_row - 1] = row
    return rows
