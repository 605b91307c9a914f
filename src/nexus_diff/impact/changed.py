"""Which symbols a change adds, deletes, renames, moves or edits, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nexus_diff.impact.values import Comparison, FileSymbols
from nexus_diff.model.changes import FileChange


def compare(base: Mapping[str, FileSymbols], head: Mapping[str, FileSymbols], files: Iterable[FileChange]) -> Comparison:
    """How the symbols of the changed files differ. `base`, `head`: by path, at least the parsed files among `files` on that side; a file that
    is missing there although it exists was not parsed: its symbols are not compared."""
    raise NotImplementedError
