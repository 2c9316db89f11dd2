"""A check that hangs ends with a sentence instead of holding up the run."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TIME_LIMIT = 600.0  # seconds for one task, hundreds of times what a check should take
MEMORY_LIMIT = 4.0  # gigabytes for one task, beyond what the libraries take
GRACE = 1.0  # seconds after which a process that does not end by itself is killed


class TimeLimitError(BaseException):
    """No Exception, so that a check that catches everything is ended too."""


def refuse_late(seconds: float, limit: float) -> None:
    """A check that shook off its alarm is late all the same."""
    if seconds > limit:
        raise TimeLimitError(f"it took longer than {limit:g} s")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what happens within it after so many seconds, where a signal can: in a main thread of a POSIX system.

    This shows where a check hangs. What a signal cannot end, such as a loop in compiled code, ends with its process.
    """
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (the signature of a handler)
        raise TimeLimitError(f"it took longer than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
