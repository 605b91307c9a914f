"""Extraction: the bytes of one file in, its facts out. Pure: no path, no clock, no state but cached parsers."""

from __future__ import annotations

from bisect import bisect_left

from tree_sitter import Node

from nexus_diff.extract.builder import Walker
from nexus_diff.extract.hashing import Outline, hashes, nested_ranges
from nexus_diff.extract.parser import Tables, tables
from nexus_diff.extract.survey import Survey, survey
from nexus_diff.languages.base import Language
from nexus_diff.languages.parsing import parsed
from nexus_diff.model.facts import FileFacts, Span

FUNCTIONS = frozenset({"function", "method", "constructor", "property"})

__all__ = ["extract"]


def extract(blob: bytes, language: Language) -> FileFacts:
    """All facts of one blob. Never raises because of what the blob holds: what went wrong stands in `problems`."""
    language = (language.dialect(blob) if language.dialect is not None else None) or language
    ready = tables(language)
    source = language.prepare(blob) if language.prepare is not None else blob
    root = parsed(ready.parser, source).root_node
    seen = survey(root, ready, source)
    if seen.errors and language.mend is not None:
        source, root, seen = _mended(source, root, seen, ready)
    walker = Walker(source, ready)
    _note_encoding(walker, blob)
    for line in seen.errors:
        walker.problem("syntax", line)
    walker.visit(root)
    _decide_exports(walker, language)
    return _facts(walker, seen, language)


def _mended(blob: bytes, root: Node, seen: Survey, ready: Tables) -> tuple[bytes, Node, Survey]:
    """The same file as the language can rewrite it for its grammar, where that leaves fewer errors."""
    mended = ready.language.mend(blob) if ready.language.mend is not None else blob
    if mended == blob or len(mended) != len(blob):
        return blob, root, seen
    again = parsed(ready.parser, mended).root_node
    better = survey(again, ready, mended)
    return (mended, again, better) if len(better.errors) < len(seen.errors) else (blob, root, seen)


def _note_encoding(walker: Walker, blob: bytes) -> None:
    try:
        blob.decode("utf-8")
    except UnicodeDecodeError as error:
        walker.problem("encoding", blob.count(b"\n", 0, error.start) + 1, "not UTF-8")


def _decide_exports(walker: Walker, language: Language) -> None:
    """Names in an export list are exported; an explicit `__all__` decides over the naming rule, when all of it is known."""
    listed = frozenset([local for _, local in walker.exports])
    for made in walker.definitions if listed else ():
        if made.scope == 0 and made.name in listed:
            made.modifiers.add("exported")
    if walker.names_unknown:
        walker.explicit_names = None
    if not language.exports_by_default or walker.explicit_names is None:
        return
    names = frozenset(walker.explicit_names)
    for made in walker.definitions:
        if made.scope == 0:
            made.modifiers.discard("exported")
            if made.name in names:
                made.modifiers.add("exported")


def _facts(walker: Walker, seen: Survey, language: Language) -> FileFacts:
    source = walker.source
    names = walker.explicit_names
    outline = Outline(source, seen, [made.extent for made in walker.definitions], walker.marks, language)
    outer = nested_ranges(walker.definitions, 0, len(source) + 1)
    return FileFacts(
        language=language.name,
        line_count=source.count(b"\n") + (not source.endswith(b"\n") and bool(source)),
        file_hash=outline.rest(0, None, outer),
        scopes=tuple([scope.fact() for scope in walker.scopes]),
        definitions=tuple([made.fact() for made in walker.definitions]),
        imports=tuple(walker.imports),
        import_lines=tuple(walker.import_lines),
        bindings=tuple(walker.bindings),
        exports=tuple(walker.exports),
        blocks=tuple(walker.blocks),
        block_groups=tuple(walker.block_groups),
        points=tuple(walker.points),
        exprs=tuple(walker.exprs),
        spans=_spans(walker, seen, outline),
        sites=tuple(walker.sites),
        all_names=None if names is None else tuple(dict.fromkeys(names)),
        problems=tuple(walker.problems),
        package=walker.package_name,
    )


def _spans(walker: Walker, seen: Survey, outline: Outline) -> tuple[Span, ...]:
    spans = []
    complexities = _complexities(walker, seen)
    for index, made in enumerate(walker.definitions):
        extent = made.extent
        body, signature, own = hashes(outline, walker.definitions, index)
        start = extent.start_row + 1
        doc = seen.doc_row(extent.start_row) + 1
        spans.append(Span(start, extent.end_row + 1, extent.name_row + 1, doc, body, signature, own, complexities[index]))
    return tuple(spans)


def _complexities(walker: Walker, seen: Survey) -> list[int]:
    """Branches within each function, less those of functions inside it, plus one; 1 for all else."""
    definitions = walker.definitions
    totals = [1] * len(definitions)
    open_functions: list[int] = []
    for index, made in enumerate(definitions):
        if made.kind not in FUNCTIONS or made.body < 0:
            continue
        extent = made.extent
        inside = bisect_left(seen.branches, extent.end) - bisect_left(seen.branches, extent.body_start)
        totals[index] += inside
        while open_functions and definitions[open_functions[-1]].extent.end <= extent.start:
            open_functions.pop()
        if open_functions:
            totals[open_functions[-1]] -= inside
        open_functions.append(index)
    return totals
