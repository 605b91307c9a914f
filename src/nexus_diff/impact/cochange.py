"""What history says about a change: files that usually change together with it and did not, and how often its files change."""

# For maintainers. Commits that touch many files (moves, reformatting, releases) say nothing about what belongs together and are left out.
# Thresholds were chosen on known regressions: see docs/owners.md.

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from nexus_diff.model.answer import CoChange

LARGEST_COMMIT = 30
"""Files; a larger commit, or change, says nothing."""
LEAST_TOGETHER = 3
LEAST_SHARE = 0.1

Commits = Sequence[Sequence[str]]
"""The files of each commit."""


def co_change(commits: Commits, changed: Iterable[str], there: Callable[[str], bool]) -> tuple[CoChange, ...]:
    """Files that changed together with one of `changed` in at least LEAST_TOGETHER commits and LEAST_SHARE of that one's commits, are not
    of the change themselves, and are still `there`. Those with the largest share first."""
    known = set(changed)
    times: Counter[str] = Counter()
    together: Counter[tuple[str, str]] = Counter()
    for files in commits:
        if len(files) > LARGEST_COMMIT:
            continue
        for file in known.intersection(files):
            times[file] += 1
            together.update((other, file) for other in set(files) - known)
    best: dict[str, CoChange] = {}
    for (other, file), number in together.items():
        row = CoChange(file=other, with_file=file, together=number, of=times[file])
        if number >= LEAST_TOGETHER and number >= LEAST_SHARE * row.of and (other not in best or _order(row) < _order(best[other])):
            best[other] = row
    return tuple(sorted((row for row in best.values() if there(row.file)), key=_order))


def churn(commits: Commits, changed: Iterable[str]) -> dict[str, int]:
    """In how many of the commits each of the files was touched."""
    known = set(changed)
    times = Counter(dict.fromkeys(known, 0))
    for files in commits:
        if len(files) <= LARGEST_COMMIT:
            times.update(known.intersection(files))
    return dict(times)


def _order(row: CoChange) -> tuple[float, int, str, str]:
    return (-row.together / row.of, -row.together, row.file, row.with_file)
