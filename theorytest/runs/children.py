"""Tasks in processes that can be killed: one for each check at a time, with its limits kept from outside.

A check that ends its interpreter, dies of a signal, hangs in compiled code or takes too much memory is broken, with a
sentence, and reaches no other claim.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from collections import deque
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from theorytest.runs.forked import CAN_FORK
from theorytest.runs.limits import GRACE, TimeLimitError
from theorytest.runs.nurseries import Child, Nursery
from theorytest.runs.nursery import Answer
from theorytest.runs.orders import Order, carry_out
from theorytest.runs.results import Result, broken

Home = tuple[Path, str | int]
Waiting = dict[Home, deque[Order]]
_LONGEST = 86_400.0  # seconds of one wait
_READS = 16  # one after the other of what a check prints: it may print without end
_KEPT = 4000  # characters of what a check prints


@dataclass
class Busy:
    """A child at work on an order."""

    child: Child
    order: Order
    deadline: float
    printed: str = ""
    mute: bool = False  # the check has closed what it prints to

    def listen(self) -> None:
        """Take what the check has printed, as much as is kept."""
        with suppress(BlockingIOError):
            for _ in range(_READS):
                said = os.read(self.child.output, 65536)
                self.printed = (self.printed + said.decode("utf-8", "replace"))[:_KEPT]
                self.mute = not said
                if self.mute:
                    break


def judged(orders: Iterable[Order], *, jobs: int, nursery: Nursery) -> Generator[Result]:
    """The results of the orders, whichever ends first; claims on one function, with their mutants, share a process."""
    if not CAN_FORK:
        yield from map(carry_out, orders)
        return
    waiting, busy = _by_home(orders), list[Busy]()
    try:
        while waiting or busy:
            results = _fill(busy, waiting, jobs, nursery)
            for each, result in _events(busy, nursery):
                busy.remove(each)
                if each.child.alive and each.order.home in waiting:
                    busy.append(_begin(each.child, _next(waiting, each.order.home)))
                else:
                    each.child.close()
                results.append(result)
            results += _fill(busy, waiting, jobs, nursery)  # so that nobody is idle while results are put on disk
            yield from results
    finally:
        for each in busy:
            each.child.kill()
            each.child.close()


def _fill(busy: list[Busy], waiting: Waiting, jobs: int, nursery: Nursery) -> list[Result]:
    """Let as many work as may; the results of those who could not be born."""
    unborn = []
    while len(busy) < jobs and waiting:
        order = _next(waiting)
        child = nursery.child(order)
        if child.problem:
            unborn.append(_unborn(child, order))
        else:
            busy.append(_at_work(child, order))
    return unborn


@dataclass
class OneByOne:
    """One order after the other; a process lives as long as orders for its function follow each other."""

    nursery: Nursery
    child: Child | None = None
    home: Home | None = None

    def result(self, order: Order) -> Result:
        """Of one order."""
        if not CAN_FORK:
            return carry_out(order)
        if self.child is None or not self.child.alive or self.home != order.home:
            self.close()
            self.child, self.home = self.nursery.child(order), order.home
            if self.child.problem:
                return _unborn(self.child, order)
            busy = _at_work(self.child, order)
        else:
            busy = _begin(self.child, order)
        found = list[tuple[Busy, Result]]()
        while not found:
            found = _events([busy], self.nursery)
        return found[0][1]

    def close(self) -> None:
        """End the process that is kept."""
        if self.child:
            self.child.close()


def _unborn(child: Child, order: Order) -> Result:
    child.close()
    return broken(order.task, f"the check cannot be loaded in a process of its own: {child.problem}")


def _by_home(orders: Iterable[Order]) -> Waiting:
    found: Waiting = {}
    for order in orders:
        found.setdefault(order.home, deque()).append(order)
    return found


def _next(waiting: Waiting, home: Home | None = None) -> Order:
    """The next order of this function; else the first of one that nobody has begun, or what is left of one."""
    home = home or next(iter(waiting))
    order = waiting[home].popleft()
    rest = waiting.pop(home)
    if rest:
        waiting[home] = rest  # behind those that nobody has begun
    return order


def _begin(child: Child, order: Order) -> Busy:
    child.connection.send(order)
    return _at_work(child, order)


def _at_work(child: Child, order: Order) -> Busy:
    return Busy(child, order, time.monotonic() + order.setting.time_limit + GRACE)


def _events(busy: list[Busy], nursery: Nursery) -> list[tuple[Busy, Result]]:
    """Wait for something to happen: results, ends and limits."""
    if not busy:
        return []
    patience = max(0.0, min(each.deadline for each in busy) - time.monotonic())
    ends, outputs = _ready(busy, patience)
    for each in outputs:
        each.listen()
    found = [(each, _answer(each, nursery)) for each in ends]
    late = [each for each in busy if time.monotonic() > each.deadline and all(each is not done for done, _ in found)]
    return found + [(each, _too_late(each, nursery)) for each in late]


def _ready(busy: list[Busy], patience: float) -> tuple[list[Busy], list[Busy]]:
    """Who has answered or ended, and who has printed, after so many seconds at most."""
    waiting = select.poll()
    ends = {each.child.connection.fileno(): each for each in busy}
    outputs = {each.child.output: each for each in busy if each.child.alive and not each.mute}
    for handle in (*ends, *outputs):
        waiting.register(handle, select.POLLIN)
    ready = [handle for handle, _ in waiting.poll(math.ceil(1000 * min(patience, _LONGEST)))]
    return [ends[each] for each in ready if each in ends], [outputs[each] for each in ready if each in outputs]


def _answer(busy: Busy, nursery: Nursery) -> Result:
    try:
        answer: Answer = busy.child.connection.recv()
        nursery.learn(answer.imported)
        result = answer.result
    except Exception:  # cut short by the end of the process, or no result at all
        result = _died(busy, nursery)
    busy.listen()
    return replace(result, printed=busy.printed) if busy.printed else result


def _died(busy: Busy, nursery: Nursery) -> Result:
    """The sentence of an end without an answer."""
    busy.child.alive = False
    status = nursery.status_of(busy.child)
    if status is None:
        return broken(busy.order.task, "the process of the check was lost", circumstance="lost")
    if os.WIFEXITED(status):
        code = os.WEXITSTATUS(status)
        return broken(busy.order.task, f"the check ended its process with exit code {code} instead of answering")
    number = os.WTERMSIG(status)
    name = f"signal {number}, {signal.strsignal(number)}"
    if number == signal.SIGKILL:
        why = f"the process of the check was killed ({name}), perhaps because memory ran out"
        return broken(busy.order.task, why, circumstance="killed")
    return broken(busy.order.task, f"the process of the check died ({name})")


def _too_late(busy: Busy, nursery: Nursery) -> Result:
    busy.child.kill()
    busy.child.alive = False
    nursery.status_of(busy.child)
    busy.listen()
    limit = busy.order.setting
    why = f"{TimeLimitError.__name__}: it took longer than {limit.time_limit:g} s"
    return replace(broken(busy.order.task, why, circumstance=limit.limits), printed=busy.printed)
