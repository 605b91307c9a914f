"""The risk of one comparison: what the rule needs to know beyond the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from nexus_diff.impact.risk import Grounds, risk
from nexus_diff.index.indexer import Side
from nexus_diff.index.scan import EXCLUDED
from nexus_diff.languages import REGISTRY
from nexus_diff.model.answer import Answer, ChangedSymbol
from nexus_diff.model.changes import FileChange

_PROSE_ENDINGS = """
    md markdown rst txt adoc asciidoc org tex po pot mo pdf png jpg jpeg gif svg ico webp woff woff2 ttf
    license authors changelog codeowners
"""
_CODE_ENDINGS = """
    c h cc cpp cxx hh hpp hxx m mm cs fs vb go rs java kt kts scala groovy clj swift dart rb php pl pm lua r jl ex exs erl hs ml mli sh bash
    ps1 sql py pyi pyx ts tsx mts cts js jsx mjs cjs vue svelte asm s f90 zig nim sol proto
"""
PROSE = frozenset(_PROSE_ENDINGS.split())
"""Endings of files that do nothing when the program runs (or whole names, of files without one)."""
CODE = frozenset(_CODE_ENDINGS.split())
"""Endings of code, in languages that are analysed or not."""
LEFT_OUT = frozenset({EXCLUDED, "vendored", "generated"})
"""Why files are not parsed although they could be."""


def with_risk(answer: Answer, base: Side, head: Side, changes: Sequence[FileChange], churn: Mapping[str, int] | None) -> Answer:
    """The answer with its risk. Called last: accepted findings do not count."""
    calls, resolved = _calls(answer, base, head)
    read, unread, other = _kinds(base, head, changes)
    grounds = Grounds(_Exported(base, head), calls, resolved, churn, read, unread, other)
    return msgspec.structs.replace(answer, summary=msgspec.structs.replace(answer.summary, risk=risk(answer, grounds)))


def _calls(answer: Answer, base: Side, head: Side) -> tuple[int, int]:
    """Call sites of the files whose code changed, and how many of them resolve: in head, in base for what is gone."""
    symbols = [symbol for symbol in answer.changed_symbols if symbol.change != "comment" and not symbol.is_test]
    places = sorted({(symbol.file, symbol.change == "deleted") for symbol in symbols})
    outputs = [(base if gone else head).reader.output(file) for file, gone in places if not (gone and (file, False) in places)]
    return sum(output.calls for output in outputs if output), sum(output.resolved for output in outputs if output)


def _kinds(base: Side, head: Side, changes: Sequence[FileChange]) -> tuple[int, int, int]:
    """Changed files that were parsed, that are code and were not, and that are neither code nor prose. What the configuration leaves out
    is none of them."""
    read = unread = other = 0
    for change in changes:
        side, path = _where(base, head, change)
        entry = side.tree.files().get(path)
        ending = path.rpartition("/")[2].rpartition(".")[2].lower()
        if entry is not None and entry.language in REGISTRY:
            read += 1
        elif entry is not None and entry.skipped in LEFT_OUT:
            continue
        elif ending in CODE:
            unread += 1
        elif ending not in PROSE:
            other += 1
    return read, unread, other


def _where(base: Side, head: Side, change: FileChange) -> tuple[Side, str]:
    return (base, change.old_path) if change.status == "deleted" else (head, change.path)


class _Exported:
    """Whether other files can use a symbol: it is exported itself, or it is a public member of what is."""

    def __init__(self, base: Side, head: Side) -> None:
        self._base = base
        self._head = head
        self._names: dict[tuple[bool, str], dict[str, bool]] = {}

    def __call__(self, symbol: ChangedSymbol) -> bool:
        gone = symbol.change == "deleted"
        reader = (self._base if gone else self._head).reader
        node = reader.node(symbol.id)
        if node is None or (not node.is_exported and node.name.startswith(("_", "#"))):
            return False
        key = gone, node.file_path
        if key not in self._names:
            self._names[key] = {other.qualified_name: other.is_exported for other in reader.nodes_in(node.file_path)}
        owner = self._names[key].get(node.qualified_name.rpartition(".")[0])
        if owner is None:
            return node.is_exported
        language = REGISTRY.get(node.language)
        return owner and (node.is_exported or language is None or not language.exports_members)
