"""What one side of a comparison says about the files of a change: their symbols, their problems, and why some were not parsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nexus_diff.impact import FileSymbols, file_symbols
from nexus_diff.index.indexer import Side
from nexus_diff.index.scan import EXCLUDED
from nexus_diff.languages import REGISTRY, by_suffix, names_for_people
from nexus_diff.link.nodes import file_id, file_node, nodes_of
from nexus_diff.model.answer import SkippedFile
from nexus_diff.model.changes import FileChange

MOST_PROBLEMS = 20
_SAID = {
    "syntax": "syntax error; what could be read around it was analysed",
    "encoding": "not valid UTF-8; the bytes in question count as unknown characters",
    "too deep": "nested too deeply; the innermost parts were left out",
    "truncated": "only a part of it was analysed",
}


def symbols_of(side: Side, paths: Iterable[str]) -> dict[str, FileSymbols]:
    """Symbols of those files that were parsed on this side."""
    found = {}
    for path in dict.fromkeys(paths):
        facts = side.tree.facts(path)
        if facts is None:
            continue
        entry = side.tree.files()[path]
        node = side.reader.node(file_id(path)) or file_node(entry, facts.line_count)
        found[path] = file_symbols(node, nodes_of(entry, facts, REGISTRY[entry.language]), facts, entry.marks)
    return found


def skipped_in(base: Side, head: Side, changes: Iterable[FileChange]) -> tuple[SkippedFile, ...]:
    """Files of the change that were not parsed, each with the reason: as they are in head, in base when they are gone."""
    found = {}
    for change in changes:
        side, path = (base, change.old_path) if change.status == "deleted" else (head, change.path)
        entry = side.tree.files().get(path)
        if entry is not None and entry.skipped:
            found[path] = entry.skipped
    return tuple(SkippedFile(file=path, reason=reason) for path, reason in sorted(found.items()))


def problem_notices(side: Side, paths: Iterable[str]) -> Iterator[str]:
    """One line per file of the change that could be parsed only in part."""
    count = 0
    for path in sorted(set(paths)):
        facts = side.tree.facts(path)
        if facts is None or not facts.problems:
            continue
        count += 1
        if count <= MOST_PROBLEMS:
            problem = facts.problems[0]
            place = f"{path}:{problem.line}" if problem.line else path
            more = f" (and {len(facts.problems) - 1} more)" if len(facts.problems) > 1 else ""
            yield f"{place}: {_SAID.get(problem.kind, problem.kind)}{more}"
    if count > MOST_PROBLEMS:
        yield f"{count - MOST_PROBLEMS} more files of this change have syntax errors or undecodable bytes"


def unparsed_notice(base: Side, head: Side) -> Iterator[str]:
    """What is not in the graph although it looks like code, and whether there is code at all."""
    entries = list(head.tree.files().values())
    if not any(entry.language in REGISTRY for entry in (*entries, *base.tree.files().values())):
        yield f"no file in a supported language ({', '.join(names_for_people())})"
    skipped = sum(1 for entry in entries if entry.skipped and entry.skipped != EXCLUDED and by_suffix(entry.path) is not None)
    if skipped:
        what = "1 file of the repository was" if skipped == 1 else f"{skipped} files of the repository were"
        yield f"{what} not parsed; `nexus-diff status` lists the reasons"
