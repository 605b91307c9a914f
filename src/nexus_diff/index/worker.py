"""A parser process: blobs come in on stdin, rows go out on stdout, one message per blob.

Started as `python -I -c …` (see pool.py), so that neither the current folder nor PYTHONPATH decides what code runs, and with no trace of
pickle. It dies with its parent: end of input is its end.
"""

from __future__ import annotations

import signal
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

import msgspec

from nexus_diff.index.content import Task, row_of
from nexus_diff.index.facts_cache import Row

SECONDS = 20
"""Time of the processor that one blob may take here; beyond it, it is skipped. Not that of the clock: what a busy machine takes longer for
is read all the same, and the clock's timer belongs to hooks."""
TOO_LONG = f"parsing took longer than {SECONDS} s"
TOO_MUCH = "parsing took too much memory"
PASSING = frozenset({TOO_LONG, TOO_MUCH})
"""Reasons that depend on the machine, too."""
MAX_MEMORY = 3 * 1024**3
LENGTH = struct.Struct(">I")
READY = None
"""The first message of a worker."""


class _TooLongError(Exception):
    pass


def send(stream: IO[bytes], message: object) -> None:
    """Writes one message."""
    data = msgspec.msgpack.encode(message)
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """Reads one message, None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def messages(buffer: bytearray) -> Iterator[bytes]:
    """Takes the complete messages off the front of `buffer`."""
    start = 0
    while len(buffer) - start >= LENGTH.size:
        (length,) = LENGTH.unpack_from(buffer, start)
        end = start + LENGTH.size + length
        if len(buffer) < end:
            break
        yield bytes(buffer[start + LENGTH.size : end])
        start = end
    del buffer[:start]


def guarded_row(task: Task) -> Row:
    """`row_of` that cannot fail: what goes wrong is the reason in the row."""
    try:
        with _time_limit():
            return row_of(task)
    except _TooLongError:
        return Row(task.oid, task.language, TOO_LONG)
    except MemoryError:
        return Row(task.oid, task.language, TOO_MUCH)
    except Exception as error:
        return Row(task.oid, task.language, f"the parser failed ({type(error).__name__}: {str(error)[:200]})")


def main() -> None:
    """Serves until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit_memory()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    send(sink, READY)
    while (data := receive(source)) is not None:
        for task in msgspec.msgpack.decode(data, type=list[Task]):
            send(sink, guarded_row(task))


@contextmanager
def _time_limit() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _on_limit)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _on_limit(signum: int, frame: object) -> None:
    raise _TooLongError


def _limit_memory() -> None:
    import resource

    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = MAX_MEMORY if hard == resource.RLIM_INFINITY else min(MAX_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    except (OSError, ValueError):
        pass
