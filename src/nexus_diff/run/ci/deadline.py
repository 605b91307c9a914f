"""A limit of time around a piece of work."""

# For maintainers. A timer thread sends a signal, whose handler raises in the main thread; a system call that waits is interrupted, an
# engine that computes is not, until it returns. The alarm clock is not free: hooks use it. Off the main thread there
# are no signals, so there is no limit.

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTimeError(BaseException):
    """The time for a piece of work is up. Not an Exception: whoever catches those to carry on with the next file must not catch this."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises OutOfTimeError inside after so many seconds; 0 for no limit. One limit may stand in another: whichever ends first counts."""
    if seconds <= 0 or not hasattr(signal, "SIGUSR2") or threading.current_thread() is not threading.main_thread():
        yield
        return
    over = threading.Event()
    outer = signal.getsignal(signal.SIGUSR2)

    def stop(signum: int, frame: FrameType | None) -> None:
        if not over.is_set() and time.monotonic() >= ends:
            over.set()
            raise OutOfTimeError(f"the time budget of {seconds:g} s is used up")
        if callable(outer):
            outer(signum, frame)

    ends = time.monotonic() + seconds
    signal.signal(signal.SIGUSR2, stop)
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGUSR2))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        over.set()
        timer.cancel()
        signal.signal(signal.SIGUSR2, outer)
