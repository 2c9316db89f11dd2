"""A process that is a copy of this one: it has imported what this one has, at no cost."""

from __future__ import annotations

import os
import subprocess
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.util import MAXFD
from signal import SIGKILL

CAN_FORK = hasattr(os, "fork")
_PAUSE = 0.001  # seconds between two looks


@dataclass
class Forked:
    """The process, with the part of `subprocess.Popen` that its parent needs."""

    pid: int
    status: int | None = None

    def poll(self) -> int | None:
        """How it ended, None while it lives."""
        if self.status is None:
            with suppress(ChildProcessError):
                found, status = os.waitpid(self.pid, os.WNOHANG)
                self.status = os.waitstatus_to_exitcode(status) if found else None
        return self.status

    def wait(self, timeout: float = float("inf")) -> int:
        """Its exit code, as soon as it has one."""
        deadline = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("fork", timeout)
            time.sleep(_PAUSE)
        return status

    def kill(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, SIGKILL)


def forked(work: Callable[[int], None], handle: int) -> Forked:
    """A copy of this process, which has one thread, at work on this handle; it keeps no other file open."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()  # Ctrl-C is for the parent
            _keep_only(handle)
            work(handle)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)  # work that ends as it should has left before
    return Forked(pid)


def _keep_only(handle: int) -> None:
    """Nothing is read or said, but errors. An empty range from 0 would close all: its end wraps around."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.closerange(3, handle)
    os.closerange(handle + 1, MAXFD)
