"""A limit of time around a piece of work: an exception when it is up, and an end of the process should even that not help."""

# For maintainers. A timer thread sends a signal, whose handler raises in the main thread; a system call that waits is interrupted, an
# engine that computes is not, until it returns. The alarm clock is not free: parsing uses it for single files. Off the main thread there
# are no signals, so there is no limit.

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from nexus_diff.model.errors import NexusDiffError


class OutOfTimeError(NexusDiffError):
    """The time for a piece of work is up."""


@contextmanager
def limited(seconds: float, last: Callable[[], None] | None = None, grace: float = 30.0) -> Iterator[None]:
    """Raises OutOfTimeError inside after so many seconds; 0 for no limit. `last` is called, on another thread, when the work has not ended
    `grace` seconds after that."""
    if seconds <= 0 or not hasattr(signal, "SIGUSR2") or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = threading.Event()

    def stop(signum: int, frame: FrameType | None) -> None:
        if not over.is_set():
            over.set()
            raise OutOfTimeError(f"the time budget of {seconds:g} s is used up")

    before = signal.signal(signal.SIGUSR2, stop)
    timers = [threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGUSR2))]
    if last is not None:
        timers.append(threading.Timer(seconds + grace, last))
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        yield
    finally:
        over.set()
        for timer in timers:
            timer.cancel()
        signal.signal(signal.SIGUSR2, before)
