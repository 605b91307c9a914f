"""Parses many blobs in several processes; survives what single blobs do to them."""

# For maintainers. Not concurrent.futures: a process that dies takes its whole pool along there, without a word about which of its tasks
# was to blame, and it needs pickle, semaphores and a __main__ that can be imported. Here a worker answers blob by blob, so when it dies or
# stalls the first blob without an answer is the culprit; it is skipped with the reason, the rest goes to a new worker.

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator

import msgspec

from nexus_diff.index import worker
from nexus_diff.index.content import Task
from nexus_diff.index.facts_cache import Row

CHUNK_BYTES = 256_000
STALL_SECONDS = 3 * worker.SECONDS
"""Time of the clock without an answer, after which a process is given up."""
MOST_STILLBORN = 4
"""Processes that may end before they began to work until we do without."""
FEW_TASKS = 40
FEW_BYTES = 1_000_000
_BOOT = "import sys; sys.path[:] = sys.argv[1:]; from nexus_diff.index.worker import main; main()"


def cpu_count() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def parse_all(tasks: Iterable[Task], *, count: int, size: int, workers: int, notice: Callable[[str], None]) -> Iterator[Row]:
    """A row for every task, in any order. `count`, `size`: of all tasks together; when they are few, no process is started."""
    if workers < 1 or (count < FEW_TASKS and size < FEW_BYTES):
        return map(worker.guarded_row, tasks)
    return _Pool(_chunks(tasks), min(workers, max(1, size // CHUNK_BYTES)), notice).rows()


class _Worker:
    """A child process and the tasks that it has yet to answer."""

    def __init__(self) -> None:
        path = [entry for entry in sys.path if entry]
        command = [sys.executable, "-I", "-c", _BOOT, *path]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/", bufsize=-1
        )
        self.pending: deque[Task] = deque()
        self._buffer = bytearray()
        self.ready = False
        self.heard = time.monotonic()

    def give(self, chunk: list[Task]) -> None:
        assert self.process.stdin is not None
        self.pending.extend(chunk)
        self.heard = time.monotonic()
        try:
            worker.send(self.process.stdin, chunk)
        except OSError:
            self.process.kill()  # it died meanwhile; the end of its output tells

    def hear(self) -> list[Row] | None:
        """The rows that have arrived, None when the process is gone. Call it when its output is readable."""
        assert self.process.stdout is not None
        data = os.read(self.process.stdout.fileno(), 1 << 20)
        if not data:
            return None
        self.heard = time.monotonic()
        self._buffer += data
        messages = list(worker.messages(self._buffer))
        if messages and not self.ready:
            self.ready = True
            del messages[0]
        for _ in messages:
            self.pending.popleft()
        return [msgspec.msgpack.decode(message, type=Row) for message in messages]

    def end(self) -> int:
        """Ends the process; its exit code."""
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass
        return self.process.wait()


class _Pool:
    def __init__(self, chunks: Iterator[list[Task]], size: int, notice: Callable[[str], None]) -> None:
        self._chunks = chunks
        self._again: list[list[Task]] = []
        self._size = size
        self._notice = notice
        self._selector = selectors.DefaultSelector()
        self._workers: set[_Worker] = set()
        self._stillborn = 0

    def rows(self) -> Iterator[Row]:
        try:
            for _ in range(self._size):
                if not self._start():
                    break
            if not self._workers:
                yield from self._rows_here()
            while self._workers:
                yield from self._turn()
                if not self._workers:
                    yield from self._rows_here()
        finally:
            for child in self._workers:
                child.end()
            self._selector.close()

    def _rows_here(self) -> Iterator[Row]:
        while (chunk := self._next_chunk()) is not None:
            yield from map(worker.guarded_row, chunk)

    def _next_chunk(self) -> list[Task] | None:
        return self._again.pop() if self._again else next(self._chunks, None)

    def _start(self) -> bool:
        """One more worker, at work. False when there is no work, or no process to be had."""
        chunk = self._next_chunk()
        if chunk is None:
            return False
        try:
            child = _Worker()
        except OSError as error:
            self._again.append(chunk)
            if not self._workers:
                self._notice(f"no parser process can be started ({error}); parsing in this one")
            return False
        self._workers.add(child)
        assert child.process.stdout is not None
        self._selector.register(child.process.stdout, selectors.EVENT_READ, child)
        child.give(chunk)
        return True

    def _turn(self) -> Iterator[Row]:
        for key, _ in self._selector.select(timeout=1.0):
            child: _Worker = key.data
            rows = child.hear()
            if rows is None:
                yield from self._bury(child, "")
                continue
            yield from rows
            if not child.pending:
                self._feed(child)
        for child in [child for child in self._workers if time.monotonic() - child.heard > STALL_SECONDS]:
            yield from self._bury(child, worker.TOO_LONG)

    def _feed(self, child: _Worker) -> None:
        chunk = self._next_chunk()
        if chunk is not None:
            child.give(chunk)
        else:
            self._drop(child)

    def _drop(self, child: _Worker) -> int:
        self._selector.unregister(child.process.stdout)  # type: ignore[arg-type]
        self._workers.discard(child)
        return child.end()

    def _bury(self, child: _Worker, reason: str) -> Iterator[Row]:
        """Ends a worker that is gone or stalls: its first unanswered blob is given up, the others go to a new worker."""
        code = self._drop(child)
        if child.ready:
            culprit = child.pending.popleft()
            yield Row(culprit.oid, culprit.language, reason or f"the parser crashed ({_cause(code)})")
        else:
            self._stillborn += 1  # no blob is to blame
        if child.pending:
            self._again.append(list(child.pending))
        if self._stillborn < MOST_STILLBORN:
            self._start()
        elif not self._workers:
            self._notice(f"parser processes do not start ({_cause(code)}); parsing in this one")


def _cause(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _chunks(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    chunk: list[Task] = []
    size = 0
    for task in tasks:
        chunk.append(task)
        size += len(task.data) + 200
        if size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
