"""The graph engine: its tables, and how it is opened."""

# For maintainers. The primary key is the node's number in the side file, not its id: Kuzu looks both ends of every loaded relation up by
# primary key, and with text keys that takes five times as long (4.1 s against 0.8 s for 350k relations). A look-up by `id` scans one
# column: 3 ms in 60k nodes. Kuzu is imported only here, when something is opened: importing it costs more than most runs need.

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from nexus_diff.model.graph import LABELS

HUB = "Hub"
CANDIDATE = "CANDIDATE"
"""Type of the relations from a Hub to its members."""

FAN = ("dispatch:", "param:", "slot:", "member:")
"""Hubs whose ids start so are expanded when loaded; all others are Hub nodes."""

COMMUNITY, PROCESS = "Community", "Process"
"""Tables of what is computed from a whole tree."""
MEMBERS = ("Function", "Method", "Class", "Interface")
STEPS = ("File", *MEMBERS)

NODE_PROPERTIES = ("id", "name", "qualifiedName", "filePath", "startLine", "endLine", "language", "isExported", "isTest")

PAIRS = (
    *((a, b) for a in LABELS for b in LABELS),
    *((a, HUB) for a in LABELS),
    *((HUB, b) for b in LABELS),
    *((a, COMMUNITY) for a in MEMBERS),
    *((a, PROCESS) for a in STEPS),
)

THREADS = 2
"""Of the engine, per database."""
_MEGABYTE = 1 << 20
_BUFFER = 256 * _MEGABYTE
_LARGEST = 1 << 40


def ddl() -> list[str]:
    """Statements that make the tables."""
    columns = "no INT64 PRIMARY KEY, id STRING, name STRING, qualifiedName STRING, filePath STRING, startLine INT64, endLine INT64, "
    columns += "language STRING, isExported BOOLEAN, isTest BOOLEAN"
    made = [f"CREATE NODE TABLE `{label}`({columns})" for label in LABELS]
    made.append(
        f"CREATE NODE TABLE `{HUB}`(no INT64 PRIMARY KEY, id STRING, name STRING, kind STRING, k INT64, confidence DOUBLE, cut INT64)"
    )
    made.append(f"CREATE NODE TABLE `{COMMUNITY}`(no INT64 PRIMARY KEY, id STRING, name STRING, cohesion DOUBLE, symbolCount INT64)")
    made.append(
        f"CREATE NODE TABLE `{PROCESS}`(no INT64 PRIMARY KEY, id STRING, name STRING, processType STRING, stepCount INT64, "
        "entryPointId STRING, terminalId STRING)"
    )
    pairs = ", ".join(f"FROM `{a}` TO `{b}`" for a, b in PAIRS)
    made.append(f"CREATE REL TABLE CodeRelation({pairs}, type STRING, confidence DOUBLE, reason STRING, k INT64, step INT64, line INT64)")
    return made


def buffer_size(expected_bytes: int) -> int:
    """Memory that the engine may use for a graph of this size: at least 256 MB, at most a quarter of the machine's."""
    quarter = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4
    return max(_BUFFER, min(quarter, 3 * expected_bytes))


@contextmanager
def opened(path: Path, *, read_only: bool, size: int) -> Iterator[Any]:
    """A connection, closed with its database at the end. `size`: bytes that the file has or will have, about."""
    import kuzu

    ballast = None if read_only else _Ballast(path.with_name(f"{path.name}.ballast"))
    database = kuzu.Database(
        str(path),
        read_only=read_only,
        buffer_pool_size=buffer_size(size),
        max_db_size=_LARGEST,
        max_num_threads=THREADS,
        auto_checkpoint=False,
    )
    try:
        connection = kuzu.Connection(database)
        try:
            yield connection
        except BaseException:
            if ballast is not None:
                ballast.drop()
            raise
        finally:
            connection.close()
    finally:
        database.close()
        if ballast is not None:
            ballast.drop()


class _Ballast:
    """Room kept for closing a database after the disk ran full: the engine still writes its log then, and ends the process if it cannot."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("wb") as file:
            file.write(bytes(_MEGABYTE))

    def drop(self) -> None:
        self._path.unlink(missing_ok=True)


def prepare(connection: Any, text: str) -> Any:
    """One prepared statement. (The engine calls preparing deprecated; nothing else runs one statement many times at once.)"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return connection.prepare(text)


def engine_version() -> str:
    """The version of the engine that would read and write here."""
    return version("kuzu")
