"""Blobs → facts in the cache; only what the cache does not hold is read and parsed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from nexus_diff.git import MissingBlob, Snapshot
from nexus_diff.index import worker
from nexus_diff.index.content import Task
from nexus_diff.index.facts_cache import FactsCache, Key, Row
from nexus_diff.index.pool import parse_all
from nexus_diff.index.progress import Progress

_STORE_EVERY = 2_000_000


class Parsed:
    """What came of parsing. `reasons`: per key, "" if there are facts. `fresh`: keys that were parsed now, not found in the cache."""

    def __init__(self) -> None:
        self.reasons: dict[Key, str] = {}
        self.fresh: list[Key] = []


def parse(
    keys: Iterable[Key], snapshot: Snapshot, cache: FactsCache, *, workers: int, progress: Progress, notice: Callable[[str], None]
) -> Parsed:
    """Sees to it that the cache holds a row for every key."""
    wanted = list(dict.fromkeys(keys))
    done = Parsed()
    done.reasons = cache.known(wanted)
    missing = [key for key in wanted if key not in done.reasons]
    progress.phase("parse", len(missing))
    if not missing:
        return done
    snapshot.prefetch(oid for oid, _ in missing)
    size = sum(max(0, snapshot.size_of(oid)) for oid, _ in missing)
    tasks = _tasks(missing, snapshot, done)
    for row in _kept(parse_all(tasks, count=len(missing), size=size, workers=workers, notice=notice), cache):
        key = (row.oid, row.language)
        done.reasons[key] = row.reason
        done.fresh.append(key)
        progress.at(len(done.fresh), len(missing))
    return done


def _tasks(keys: Iterable[Key], snapshot: Snapshot, done: Parsed) -> Iterator[Task]:
    for oid, language in keys:
        try:
            data = snapshot.read(oid)
        except MissingBlob as error:
            done.reasons[oid, language] = str(error)
        else:
            yield Task(oid, language, data)


def _kept(rows: Iterator[Row], cache: FactsCache) -> Iterator[Row]:
    """Hands rows on, having stored them in batches. What may go better next time is not stored."""
    batch: list[Row] = []
    size = 0
    for row in rows:
        if row.reason not in worker.PASSING:
            batch.append(row)
            size += len(row.data) + 100
        if size >= _STORE_EVERY:
            cache.store(batch)
            batch, size = [], 0
        yield row
    cache.store(batch)
