"""The parent's side of a nursery: it is started once, bears children, and is replaced when it dies."""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection

from theorytest.runs.forked import CAN_FORK, Forked, forked
from theorytest.runs.isolation import environment
from theorytest.runs.nursery import Birth, Born, Ended, Place, heard, main
from theorytest.runs.orders import Order

_ERRORS = 2  # the last of the standard streams
_PATIENCE = 30.0  # seconds in which the system tells how a process ended
_IMPORTS = 600.0  # and in which the modules of a check are imported
_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]); "
    "from theorytest.threads import one_thread; one_thread(); "
    "from theorytest.runs.nursery import main; main(int(sys.argv[1]))"
)


@dataclass(eq=False)
class Child:
    """A process that judges, and the ends of its two pipes; one that could not be born has a problem instead."""

    pid: int
    connection: Connection
    output: int
    problem: str = ""
    alive: bool = True

    def kill(self) -> None:
        """It and whatever it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def close(self) -> None:
        """A child without orders ends."""
        self.connection.close()
        with suppress(OSError):
            os.close(self.output)
        self.alive = False


@dataclass
class Nursery:
    """A process that forks; it is made when it is first needed."""

    process: subprocess.Popen[bytes] | Forked | None = None
    control: Connection | None = None
    line: socket.socket | None = None  # the same, for handles
    told: Place | None = None  # where it has been told to be
    ended: dict[int, int] = field(default_factory=dict)  # statuses by number
    learned: dict[str, None] = field(default_factory=dict)  # modules that children had to import

    def start(self) -> Connection:
        """The connection, to a new process where there is none that lives."""
        if self.control is None or self.process is None or self.process.poll() is not None:
            self.close()
            self.line, theirs = socket.socketpair()
            with theirs:
                words = [*(["-B"] if sys.dont_write_bytecode else []), "-c", _START]
                self.process = subprocess.Popen(
                    [sys.executable, *words, str(theirs.fileno()), json.dumps(sys.path)],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C is for the parent
                    env={name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"},
                )
            self.control = Connection(os.dup(self.line.fileno()))
        return self.control

    def copy(self) -> None:
        """Start it as a copy of this process, where that can be had: a second import takes a quarter of a second."""
        if CAN_FORK and self.process is None and threading.active_count() == 1 and not sys.flags.optimize:
            self.line, theirs = socket.socketpair()
            if theirs.fileno() <= _ERRORS:  # this process was started without its standard streams
                self.line.close()
                theirs.close()
                return
            with theirs:
                self.process = forked(main, theirs.fileno())
            self.control = Connection(os.dup(self.line.fileno()))

    def child(self, order: Order) -> Child:
        """A new child, at work on this order."""
        for _ in range(2):  # one that died since is replaced once
            with suppress(OSError, EOFError):
                return self._child(order, Place(os.getcwd(), environment(), list(sys.path), tuple(self.learned)))
        ours, theirs = socket.socketpair()
        theirs.close()
        problem = "the process that starts the others dies on it"
        return Child(0, Connection(ours.detach()), os.open(os.devnull, os.O_RDONLY), problem, alive=False)

    def _child(self, order: Order, place: Place) -> Child:
        control = self.start()
        ours, theirs = socket.socketpair()
        output, printed = os.pipe()
        os.set_blocking(output, False)
        try:
            control.send(Birth(order, None if place == self.told else place))
            socket.send_fds(self.line, [b"2"], [theirs.fileno(), printed])  # type: ignore[arg-type]
            born = self._heard(control)
            self.told = place
        except (OSError, EOFError):
            ours.close()
            os.close(output)
            self.close()
            raise
        finally:
            theirs.close()
            os.close(printed)
        return Child(born.pid, Connection(ours.detach()), output, born.problem, alive=not born.problem)

    def _heard(self, control: Connection) -> Born:
        """The answer to a wish; who ended meanwhile is noted."""
        while control.poll(_IMPORTS):
            news = heard(control.recv_bytes())
            if isinstance(news, Born):
                return news
            self._note(news)
        raise EOFError("nothing was heard")

    def learn(self, modules: Iterable[str]) -> None:
        """What one child had to import, the next ones find there."""
        self.learned.update(dict.fromkeys(modules))

    def status_of(self, child: Child) -> int | None:
        """How a child ended, as the system says it; None where nobody knows."""
        with suppress(OSError, EOFError):
            while child.pid not in self.ended:
                if self.control is None or not self.control.poll(_PATIENCE):
                    return None
                self._note(heard(self.control.recv_bytes()))
        return self.ended.pop(child.pid, None)

    def _note(self, news: Born | Ended) -> None:
        if isinstance(news, Ended):
            self.ended[news.pid] = news.status

    def close(self) -> None:
        """End it, and with it all that it has born."""
        if self.control is not None and self.line is not None:
            self.control.close()
            self.line.close()
        if self.process is not None:
            try:
                self.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = self.control = self.line = self.told = None
        self.ended.clear()


@cache
def nursery() -> Nursery:
    """The one of this process, which serves one run after the other and ends with it."""
    made = Nursery()
    atexit.register(made.close)
    return made
