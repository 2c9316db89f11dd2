"""A file that is put on disk beside the work: to wait for the disk after every line would take as long as the work."""

from __future__ import annotations

import os
import threading


class Disk:
    """Where what was written to a file goes. An error of the disk is raised by the next call."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._wanted = threading.Semaphore(0)
        self._thread: threading.Thread | None = None
        self._error: OSError | None = None
        self._ended = False

    def sync(self) -> None:
        """Put on disk what was written so far, soon."""
        self._raise()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="theorytest-disk", daemon=True)
            self._thread.start()
        self._wanted.release()

    def finish(self) -> None:
        """Wait until all is on disk."""
        if self._thread is not None:
            self._ended = True
            self._wanted.release()
            self._thread.join()
            self._thread = None
        self._raise()

    def _work(self) -> None:
        last = False
        while not last:
            self._wanted.acquire()
            while self._wanted.acquire(blocking=False):  # several lines, one turn
                pass
            last = self._ended  # whatever is written then is written by now
            try:
                os.fsync(self._handle)
            except OSError as error:
                self._error = error

    def _raise(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error
