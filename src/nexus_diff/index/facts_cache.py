"""Facts of blobs, kept on disk by (blob, language, extractor version)."""

# For maintainers. One sqlite file in the index folder, shared by all branches and worktrees. It is an optimisation only: whatever is
# wrong with it (damaged pages, flipped bytes, another layout) costs parsing again and a notice, never a wrong answer and never a
# failed run. Hence: a checksum per row, over the key as well; every sqlite error but "disk full" ends in a new file. Rows remember the
# day of their last use, written at most once a day, so that a warm run does not write.

from __future__ import annotations

import re
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from nexus_diff.model.errors import StoreError

FILE_NAME = "facts.sqlite"
LAYOUT = 1
_BATCH = 500
_OUT_OF_REACH = re.compile("locked|readonly|unable to open|disk I/O|not authorized")
"""What sqlite says when the file may be fine, but not for us."""
_FAULTS = (sqlite3.Error, ValueError, OverflowError)
"""What a damaged file raises; even the text of sqlite's own message may be undecodable."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts(
    oid TEXT NOT NULL, language TEXT NOT NULL, version TEXT NOT NULL, reason TEXT NOT NULL, day INTEGER NOT NULL, crc INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY(oid, language, version));
"""

Key = tuple[str, str]
"""(blob oid, language)"""


class Row(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What extraction said of one blob. `reason`: why there are no facts, "" if there are; `data`: packed facts (see `pack`)."""

    oid: str
    language: str
    reason: str
    data: bytes = b""


def pack(encoded: bytes) -> bytes:
    """Facts as they are stored: compressed, since a cold run writes and a warm run reads them from disk."""
    return zlib.compress(encoded, 1)


def unpack(data: bytes) -> bytes:
    return zlib.decompress(data)


class FactsCache:
    """The cache in `folder`, None for one that lives in memory. `notice` is told, once, when it had to be rebuilt or cannot be written."""

    def __init__(self, folder: Path | None, version: str, notice: Callable[[str], None]) -> None:
        self._path = None if folder is None else folder / FILE_NAME
        self._version = version
        self._notice = notice
        self._day = int(time.time() // 86_400)
        self._stale: set[Key] = set()
        self._damaged = 0
        self._db = self._open()

    def known(self, keys: Iterable[Key]) -> dict[Key, str]:
        """Those keys that the cache holds → reason."""
        found: dict[Key, str] = {}
        for language, oids in _by_language(keys).items():
            for batch in _batches(oids):
                marks = ",".join("?" * len(batch))
                query = f"SELECT oid, reason, day, crc FROM facts WHERE language=? AND version=? AND oid IN ({marks})"
                for oid, reason, day, crc in self._read(query, (language, self._version, *batch)):
                    if reason != "" and not self._sound(oid, language, reason, crc, b""):
                        continue
                    found[oid, language] = reason
                    if day != self._day:
                        self._stale.add((oid, language))
        return found

    def load(self, oid: str, language: str) -> bytes | None:
        """Encoded facts of a blob, None if they are not here, or not as they were written."""
        query = "SELECT reason, crc, data FROM facts WHERE oid=? AND language=? AND version=?"
        for reason, crc, data in self._read(query, (oid, language, self._version)):
            if self._sound(oid, language, reason, crc, data):
                return None if reason else unpack(data)
            self._forget(oid, language)
        return None

    def store(self, rows: Iterable[Row]) -> None:
        """Keeps rows; all of them or, when the process dies, none."""
        values = [(row.oid, row.language, self._version, row.reason, self._day, self._crc(row), row.data) for row in rows]
        if values:
            self._write("INSERT OR REPLACE INTO facts VALUES(?,?,?,?,?,?,?)", values)

    def prune(self, max_bytes: int, max_age_days: float | None = None) -> None:
        """Removes rows of other extractor versions and those not used for so many days, then, least recently used first, until about
        max_bytes remain; what was used today stays."""
        self.flush()
        self._write("DELETE FROM facts WHERE version<>?", [(self._version,)])
        if max_age_days is not None:
            self._write("DELETE FROM facts WHERE day<?", [(int(self._day - max_age_days),)])
        sizes = list(self._read("SELECT day, SUM(LENGTH(data)) FROM facts GROUP BY day ORDER BY day DESC", ()))
        total = 0
        for day, size in sizes:
            total += size
            if total > max_bytes and day != self._day:
                self._write("DELETE FROM facts WHERE day<=?", [(day,)])
                break

    def shrink(self) -> None:
        """Gives the room of removed rows back to the disk."""
        for query in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            self._read(query, ())

    def flush(self) -> None:
        """Notes that rows were used today, if it is the first time today."""
        if self._stale:
            values = [(self._day, oid, language, self._version) for oid, language in sorted(self._stale)]
            self._stale = set()
            self._write("UPDATE facts SET day=? WHERE oid=? AND language=? AND version=?", values)

    def close(self) -> None:
        """Lets go of the file; the cache must not be used afterwards."""
        try:
            self.flush()
            self._db.close()
        except (*_FAULTS, StoreError):
            pass

    def _sound(self, oid: str, language: str, reason: Any, crc: Any, data: Any) -> bool:
        return isinstance(reason, str) and isinstance(data, bytes) and crc == self._crc(Row(oid, language, reason, data))

    def _crc(self, row: Row) -> int:
        return zlib.crc32(row.data, zlib.crc32(f"{row.oid} {row.language} {self._version} {row.reason}".encode("utf-8", "surrogatepass")))

    def _open(self) -> sqlite3.Connection:
        if self._path is None:
            return _connect(":memory:")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(str(self._path))
        except OSError as error:
            return self._unwritable(error)
        except _FAULTS as error:
            return self._unwritable(error) if _OUT_OF_REACH.search(str(error)) else self._rebuild()

    def _unwritable(self, error: Exception) -> sqlite3.Connection:
        _raise_if_full(error, self._path)
        self._notice(f"the facts cache {self._path} cannot be used ({error}); parsing without it")
        self._path = None
        return _connect(":memory:")

    def _rebuild(self) -> sqlite3.Connection:
        self._notice("the facts cache was damaged or of another version; it is rebuilt")
        assert self._path is not None
        try:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{self._path}{suffix}").unlink(missing_ok=True)
            return _connect(str(self._path))
        except (OSError, *_FAULTS) as error:
            return self._unwritable(error)

    def _recover(self, error: Exception) -> None:
        """After an error in the middle: a new file, or memory when the file cannot be written."""
        _raise_if_full(error, self._path)
        self._db.close()
        self._db = self._unwritable(error) if _OUT_OF_REACH.search(str(error)) else self._rebuild()

    def _read(self, query: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except _FAULTS as error:
            self._recover(error)
            return []

    def _write(self, query: str, values: Sequence[tuple[object, ...]]) -> None:
        for _ in range(2):
            try:
                with self._db:
                    self._db.executemany(query, values)
                return
            except _FAULTS as error:
                self._recover(error)

    def _forget(self, oid: str, language: str) -> None:
        if not self._damaged:
            self._notice("the facts cache held damaged entries; they are parsed again")
        self._damaged += 1
        self._write("DELETE FROM facts WHERE oid=? AND language=? AND version=?", [(oid, language, self._version)])


def _connect(where: str) -> sqlite3.Connection:
    db = sqlite3.connect(where, timeout=30)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        (layout,) = db.execute("PRAGMA user_version").fetchone()
        if layout == 0:
            db.executescript(f"{_SCHEMA}PRAGMA user_version={LAYOUT};")
        elif layout != LAYOUT:
            raise sqlite3.DatabaseError(f"layout {layout}")
        db.execute("SELECT oid, language, version, reason, day, crc FROM facts LIMIT 1").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _raise_if_full(error: Exception, path: Path | None) -> None:
    if "full" in str(error) or getattr(error, "errno", 0) == 28:
        raise StoreError(f"no space left for the facts cache {path}; free some, or choose another place with --index-dir") from None


def _by_language(keys: Iterable[Key]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for oid, language in keys:
        groups.setdefault(language, []).append(oid)
    return groups


def _batches(items: list[str]) -> Iterator[list[str]]:
    for start in range(0, len(items), _BATCH):
        yield items[start : start + _BATCH]
