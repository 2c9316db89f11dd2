"""The process from which the processes of checks are forked: it has their modules loaded and runs none of them.

Every claim is judged in a fork of its own. Whatever a check does to its process (another folder, another error state,
replaced functions, threads, memory that is gone) ends with the claim, and a start takes milliseconds.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import resource
import signal
import socket
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import recv_handle
from pathlib import Path
from typing import NoReturn

from theorytest.runs.orders import carry_out, claims_at

GIGABYTE = 1024**3


@dataclass(frozen=True)
class Birth:
    """A process is wanted for the claims of this file; its connection and its output follow."""

    root: Path
    file: Path
    memory: float  # gigabytes that it may take beyond what the libraries do
    folder: str  # the parent's, as the environment and the path of imports are
    variables: dict[str, str]
    path: list[str]

    def settle(self) -> None:
        """Be where the parent is."""
        os.chdir(self.folder)
        if os.environ != self.variables:
            os.environ.clear()
            os.environ.update(self.variables)
        if sys.path != self.path:
            sys.path[:] = self.path


@dataclass(frozen=True)
class Born:
    """Its number, or why there is none."""

    pid: int
    problem: str = ""


@dataclass(frozen=True)
class Ended:
    """The process has ended, with what the system says about its end."""

    pid: int
    status: int


def main(handle: int) -> None:
    """Fork on demand and tell who ended, until the parent closes the connection or ends."""
    control, children = Connection(handle), set[int]()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    woken, waker = socket.socketpair()
    for end in (woken, waker):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    with suppress(EOFError, OSError):
        while True:
            if woken in wait([control, woken]):
                with suppress(BlockingIOError):
                    woken.recv(4096)
                _tell_ended(control, children)
            if control.poll():
                control.send(_born(control, children))
    for pid in children:
        _end_group(pid)
    os._exit(0)  # nothing here is worth a slow goodbye


def _tell_ended(control: Connection, children: set[int]) -> None:
    """Every child that has ended, after whatever it started has ended too."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            if found[0] in children:
                children.remove(found[0])
                _end_group(found[0])
                control.send(Ended(*found))


def _end_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _born(control: Connection, children: set[int]) -> Born:
    wanted: Birth = control.recv()
    connection, output = recv_handle(control), recv_handle(control)
    try:
        wanted.settle()
        _load(wanted.root, wanted.file)
        pid = os.fork()
        if pid == 0:
            control.close()
            _live(connection, output, wanted.memory)
        os.setpgid(pid, pid)
        children.add(pid)
        return Born(pid)
    except Exception as error:
        return Born(0, f"{type(error).__name__}: {error}")
    finally:
        os.close(connection)
        os.close(output)


def _load(root: Path, file: Path) -> None:
    known = len(sys.modules)
    claims_at(root, file)
    if len(sys.modules) != known:
        gc.collect()
        gc.freeze()  # or every collection of a child would copy the pages that it shares with the others


def _live(connection: int, output: int, memory: float) -> NoReturn:
    """A child: orders come in, results go out, what it prints goes to the parent."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(output, 1)
        os.dup2(output, 2)
        faulthandler.enable()
        _limit_memory(memory)
        _answer(Connection(os.dup(connection)))
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _answer(orders: Connection) -> None:
    mine = os.getpid()
    with suppress(EOFError, ConnectionError):
        while True:
            result = carry_out(orders.recv())
            if os.getpid() != mine:
                return  # a fork that the check made and that came back here: only one may answer
            sys.stdout.flush()
            sys.stderr.flush()
            orders.send(result)


def _limit_memory(gigabytes: float) -> None:
    """Beyond what is taken already an allocation fails."""
    try:
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux, where an address space cannot be limited reliably
        return
    limit = taken + int(gigabytes * GIGABYTE)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
