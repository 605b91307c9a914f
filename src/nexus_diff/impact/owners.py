"""Who owns what a change touches and what it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nexus_diff.model.answer import Owner

OwnersOf = Callable[[str], "tuple[str, ...] | None"]
"""Owners of a path; None when that can no longer be said."""

UNKNOWN = "files whose owners were not looked up: too many patterns in CODEOWNERS"


def owners(changed: Iterable[str], impacted: Iterable[str], owners_of: OwnersOf) -> tuple[tuple[Owner, ...], dict[str, int]]:
    """Per owner the changed and the impacted files, those with the most changed, then impacted files first; and what was cut. A file that
    changed does not count as impacted as well."""
    files: dict[str, tuple[list[str], list[str]]] = {}
    unknown = 0
    done = sorted(set(changed))
    reached = sorted(set(impacted).difference(done))
    for side, paths in enumerate((done, reached)):
        for path in paths:
            found = owners_of(path)
            unknown += found is None
            for owner in found or ():
                files.setdefault(owner, ([], []))[side].append(path)
    rows = [Owner(owner=name, files=(*mine, *near), changed=len(mine), impacted=len(near)) for name, (mine, near) in files.items()]
    rows.sort(key=lambda row: (-row.changed, -row.impacted, row.owner))
    return tuple(rows), {UNKNOWN: unknown} if unknown else {}
