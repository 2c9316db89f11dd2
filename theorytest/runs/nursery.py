"""The process from which the processes of checks are forked: it has their modules loaded and runs none of them.

Every claim is judged in a fork of its own. Whatever a check does to its process (another folder, another error state,
replaced functions, threads, memory that is gone) ends with the claim, and a start takes milliseconds.
"""

from __future__ import annotations

import faulthandler
import importlib
import os
import pickle
import resource
import select
import signal
import socket
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, NoReturn

from theorytest.claims.claim import claim
from theorytest.claims.reading import latest_module, modules_since
from theorytest.decisions.relations import Relation, equal
from theorytest.garbage import importing
from theorytest.runs.budget import Setting
from theorytest.runs.isolation import environment
from theorytest.runs.orders import Order, carry_out, claims_at
from theorytest.runs.replaced import the_judge
from theorytest.runs.results import Result, judge

GIGABYTE = 1024**3
LIBRARIES = ("theorytest", "numpy", "scipy", "sympy", "mpmath", "flint")  # whose import changes nothing else


@dataclass(frozen=True)
class Place:
    """What the parent is in, and its children too."""

    folder: str
    variables: dict[str, str]
    path: list[str]
    modules: tuple[str, ...] = ()  # that earlier children had to import

    def settle(self) -> None:
        """Be where the parent is."""
        if os.getcwd() != self.folder:
            os.chdir(self.folder)
        if environment() != self.variables:
            os.environ.clear()
            os.environ.update(self.variables)
        if sys.path != self.path:
            sys.path[:] = self.path


@dataclass(frozen=True)
class Birth:
    """A process is wanted for this order and those that follow it; its connection and its output follow."""

    order: Order
    place: Place | None  # None where it is the one of the last birth


class Born(NamedTuple):
    """Its number, or why there is none."""

    pid: int
    problem: str = ""


@dataclass(frozen=True)
class Answer:
    """Of a child to one order."""

    result: Result
    imported: tuple[str, ...] = ()  # modules of libraries that were not there yet


class Ended(NamedTuple):
    """The process has ended, with what the system says about its end."""

    pid: int
    status: int


def told(news: Born | Ended) -> bytes:
    """A few bytes: what a pickle needs lies on fifty pages, each of which a fork makes dear."""
    return b"%s %d %s" % (type(news).__name__.encode(), news.pid, str(news[1]).encode("utf-8", "replace"))


def heard(news: bytes) -> Born | Ended:
    """What was told."""
    kind, pid, rest = news.split(b" ", 2)
    return Born(int(pid), rest.decode()) if kind == b"Born" else Ended(int(pid), int(rest))


def main(handle: int) -> None:
    """Fork on demand and tell who ended, until the parent closes the connection or ends."""
    faulthandler.enable()  # in the children, whose errors go to the parent
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    woken, waker = socket.socketpair()
    for end in (woken, waker):
        end.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    mothers = Mothers(Connection(handle), socket.socket(fileno=os.dup(handle)))
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    waiting.register(woken, select.POLLIN)
    with suppress(EOFError, OSError):
        while True:
            ready = [each for each, _ in waiting.poll()]
            if woken.fileno() in ready:
                with suppress(BlockingIOError):
                    woken.recv(4096)
                mothers.tell_ended()
            if handle in ready:
                mothers.bear()
    for pid in mothers.children:
        _end_group(pid)
    os._exit(0)  # nothing here is worth a slow goodbye


@dataclass
class Mothers:
    """The processes that live, and the line to the parent."""

    control: Connection
    line: socket.socket  # the same, for handles
    place: Place | None = None
    children: set[int] = field(default_factory=set)

    def tell_ended(self) -> None:
        """Every child that has ended, after whatever it started has ended too."""
        with suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                if found[0] in self.children:
                    self.children.remove(found[0])
                    _end_group(found[0])
                    self.control.send_bytes(told(Ended(*found)))

    def bear(self) -> None:
        """The child that is wanted, or why there is none."""
        wanted: Birth = self.control.recv()
        _, (connection, output), _, _ = socket.recv_fds(self.line, 1, 2)
        self.place = wanted.place or self.place
        try:
            self.control.send_bytes(told(self._born(wanted.order, connection, output)))
        finally:
            os.close(connection)
            os.close(output)

    def _born(self, order: Order, connection: int, output: int) -> Born:
        try:
            if self.place is not None:
                self.place.settle()
            taken = _load(order.root, order.file, self.place.modules if self.place else ())
            pid = os.fork()
            if pid == 0:
                self.control.close()
                self.line.close()
                _live(connection, output, order, taken)
            os.setpgid(pid, pid)
            self.children.add(pid)
            return Born(pid)
        except Exception as error:
            return Born(0, f"{type(error).__name__}: {error}")


def _end_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


@cache
def _load(root: Path, file: Path, modules: tuple[str, ...]) -> int:
    """Have everything loaded that a child would load, once for all of them; gives the bytes that this takes."""
    with importing():
        for name in modules:
            with suppress(Exception):  # a name that only its library can give to a module
                importlib.import_module(name)
        claims_at(root, file)
        _warm_up()
        the_judge().look_again()
    return _taken()


@claim("warm", says="One is one.", expected="exact")
def _one_is_one() -> Relation:
    return equal(1, 1)


@cache
def _warm_up() -> None:
    """Judge a claim of no paper, and tell of it: what that makes once is then there for all children."""
    (warm,) = _one_is_one.__claims__  # type: ignore[attr-defined]
    pickle.dumps(Answer(judge(warm, None, 0.0, Setting())))


def _taken() -> int:
    """The address space of this process, 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux, where an address space cannot be limited reliably
        return 0


def _live(connection: int, output: int, order: Order, taken: int) -> NoReturn:
    """A child: orders come in, results go out, what it prints goes to the parent."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(output, 1)
        os.dup2(output, 2)
        _limit_memory(order.setting.memory_limit, taken)
        _answer(Connection(os.dup(connection)), order)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _answer(orders: Connection, order: Order) -> None:
    mine = os.getpid()
    with suppress(EOFError, ConnectionError):
        while True:
            before = latest_module()
            result = carry_out(order)
            if os.getpid() != mine:
                return  # a fork that the check made and that came back here: only one may answer
            with suppress(ValueError):  # closed by the check
                sys.stdout.flush()
                sys.stderr.flush()
            imported = (name for name in modules_since(before) if name.split(".")[0] in LIBRARIES)
            orders.send(Answer(result, tuple(imported)))
            order = orders.recv()


def _limit_memory(gigabytes: float, taken: int) -> None:
    """Beyond what is taken already an allocation fails."""
    if not taken:
        return
    limit = taken + int(gigabytes * GIGABYTE)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
