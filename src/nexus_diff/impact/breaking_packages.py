"""Imports of a package whose folder is gone."""

from __future__ import annotations

from collections.abc import Iterator

from nexus_diff.impact.breaking_case import Case
from nexus_diff.model.answer import BreakingCallSite


def lost_packages(case: Case) -> Iterator[BreakingCallSite]:
    """Every import in head that led to a folder in base and leads to nothing now."""
    gone: dict[str, list[str]] = {}
    for change in case.files:
        folder = change.old_path.rpartition("/")[0]
        if change.status in ("deleted", "renamed") and not case.head.view.world.directory(folder):
            gone.setdefault(folder, []).append(change.old_path)
    for path in dict.fromkeys(p for paths in gone.values() for old in paths for p in case.importers(old)):
        index, before = case.head.view.file(path), case.base.view.file(case.old_path(path))
        if index is None or before is None:
            continue
        for position, imp in enumerate(index.facts.imports):
            was = case.base.view.context.modules.resolve(before, imp.source)
            now = case.head.view.context.modules.resolve(index, imp.source)
            if was.kind == "directory" and was.path in gone and now.kind in ("external", "missing"):
                line = index.facts.import_lines[position]
                yield case.site(index, (line, line), imp.scope, imp.source, "import", f"imports `{imp.source}`, which is gone")
