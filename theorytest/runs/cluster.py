"""The same tasks on a Dask cluster, where each is killed, limited and told about as on this machine.

The scheduler gives the tasks of a lost worker to another one, a stated number of times. A worker whose sources or
versions differ from the client's is refused, by name.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from theorytest.runs.provenance import facts

_SECONDS = 10  # that a scheduler may take to answer
_WITHOUT = 30.0  # seconds that a run waits for a cluster without a worker
LOST_CONNECTIONS = 20  # to one scheduler that a run survives; each cancels whatever was not finished
LOST_RESULTS = 10  # of one task: a worker that dies takes with it what was not fetched yet
LOST_WORKERS = 3  # that one task may survive: a task that kills its workers is the fault of its check
LOST_ANYWAY = 5  # times as many, where workers die on other tasks too: that is no evidence against this one


class ClusterError(RuntimeError):
    """A cluster that cannot be used, in one sentence."""


class LostTaskError(RuntimeError):
    """A task that lost every worker that tried it."""


@contextmanager
def on_cluster(scheduler: str) -> Iterator[int]:
    """Within it joblib works on the cluster; gives the number of workers."""
    from joblib import parallel_config

    with _client(scheduler) as client, parallel_config(backend="dask", client=client):
        yield len(_workers(client))


def answers(
    scheduler: str, work: Callable[..., Any], calls: Sequence[tuple[Any, ...]], places: Sequence[Path] = ()
) -> Generator[tuple[int, Any]]:
    """The number of each call with its result, whichever ends first, or with a LostTaskError that says why not."""
    with _client(scheduler) as client:
        known, patience = facts(*places), _Patience(client, scheduler)
        asked = _Asked(client, lambda number: (there, known, tuple(places), work, calls[number]), patience.deaths)
        asked.ask(range(len(calls)))
        while asked.numbers or asked.again:
            with suppress(Empty):
                yield from asked.answered(timeout=1)
            patience.require_life()
            if asked.again and client.status == "running":
                asked.ask_again(scheduler)


class _Asked:
    """Calls that a cluster works on: what a lost connection cancels is asked for again, a stated number of times."""

    def __init__(self, client: Any, call: Callable[[int], tuple[Any, ...]], deaths: Callable[[], int]) -> None:
        self.client, self.call, self.deaths = client, call, deaths
        self.killed = Counter[int]()  # workers that died on a task
        self.numbers: dict[Any, int] = {}
        self.futures: dict[Any, Any] = {}  # one that nobody holds is forgotten by the scheduler
        self.again: list[int] = []
        self.cut = False  # whether the connection was lost since tasks were asked for again
        self.connections, self.results = 0, Counter[int]()  # that were lost
        self.done = SimpleQueue[Any]()

    def ask(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            future = self.client.submit(*self.call(number), pure=False)
            self.numbers[future.key], self.futures[future.key] = number, future
            future.add_done_callback(self.done.put)

    def answered(self, timeout: float) -> Iterator[tuple[int, Any]]:
        """The next answer, if it is one."""
        future = self.done.get(timeout=timeout)
        number = self.numbers.pop(future.key)
        del self.futures[future.key]
        self.cut |= future.status == "cancelled"
        self.results[number] += future.status == "lost"  # with the worker that held it
        if self.results[number] > LOST_RESULTS:
            yield number, LostTaskError(f"{self.results[number]} workers of the cluster died with its result")
        elif future.status in ("cancelled", "lost"):
            self.again.append(number)
        elif _killed_workers(future):
            self.killed[number] += LOST_WORKERS + 1
            if self._is_to_blame(number):
                workers = f"{self.killed[number]} workers of the cluster died on it"
                yield number, LostTaskError(f"{workers}, one after the other")
            else:
                self.again.append(number)
        else:
            yield number, _outcome(future)

    def _is_to_blame(self, number: int) -> bool:
        """Whether hardly any worker died on other tasks, or too many on this one all the same."""
        mine = self.killed[number]
        return self.deaths() - mine < mine / 2 or mine >= LOST_ANYWAY * (LOST_WORKERS + 1)

    def ask_again(self, scheduler: str) -> None:
        """For what was lost; after a lost connection the scheduler may be another one at the same address."""
        if self.cut:
            self.cut, self.connections = False, self.connections + 1
            if self.connections > LOST_CONNECTIONS:
                many = f"the connection to {scheduler} was lost {self.connections} times"
                raise ClusterError(f"{many}: go on with --resume")
            self.client.run_on_scheduler(_allow, LOST_WORKERS)
        again, self.again = self.again, []
        self.ask(again)


def there(known: Mapping[str, str], places: tuple[Path, ...], work: Callable[..., Any], call: tuple[Any, ...]) -> Any:
    """One call in a worker, if that is made of the same sources and versions."""
    differing = _differing(tuple(sorted(known.items())), places)
    if differing:
        raise ClusterError(f"the worker {socket.gethostname()} (process {os.getpid()}) {differing}")
    return work(*call)


@cache
def _differing(known: tuple[tuple[str, str], ...], places: tuple[Path, ...]) -> str:
    here = facts(*places)
    for name, value in known:
        if here.get(name) != value:
            return f"has {name} {here.get(name)}, this run has {name} {value}: give it the same, or start it anew"
    return ""


def _killed_workers(future: Any) -> bool:
    from distributed import KilledWorker

    return isinstance(future.exception(), KilledWorker)


def _outcome(future: Any) -> Any:
    error = future.exception()
    if error is not None:
        raise error
    return future.result()


class _Patience:
    """How long a scheduler may be silent, and a cluster without a worker."""

    def __init__(self, client: Any, scheduler: str) -> None:
        self.client, self.scheduler = client, scheduler
        self.heard = self.worked = time.monotonic()
        self.seen: set[str] = set()  # workers

    def deaths(self) -> int:
        """How many workers were there and are not any more."""
        now = set(self.client.scheduler_info(n_workers=-1)["workers"])
        self.seen |= now
        return len(self.seen - now)

    def require_life(self) -> None:
        """A run that nobody works on ends with a sentence."""
        now = time.monotonic()
        if self.client.status == "running":
            self.heard = now
            self.deaths()
        if now - self.heard > _SECONDS or self.client.status == "closed":
            raise ClusterError(_ended(self.scheduler))
        if self.client.status != "running" or self.client.scheduler_info(n_workers=-1)["workers"]:
            self.worked = now
        if now - self.worked > _WITHOUT:
            raise ClusterError(f"the cluster {self.scheduler} has lost all its workers: go on with --resume")


def _ended(scheduler: str) -> str:
    return f"the scheduler {scheduler} has ended: start it again and go on with --resume"


@contextmanager
def _client(scheduler: str) -> Iterator[Any]:
    client = _connected(scheduler)
    logging.disable(logging.ERROR)  # many voices tell of a lost connection; it is told once, by us
    try:
        _workers(client)
        client.run_on_scheduler(_allow, LOST_WORKERS)
        yield client
    finally:
        client.close(timeout=1)
        logging.disable(logging.NOTSET)


def _allow(failures: int, dask_scheduler: Any = None) -> None:
    """Wherever the scheduler runs: its own configuration is that of its machine."""
    dask_scheduler.allowed_failures = failures


def _workers(client: Any) -> Mapping[str, Any]:
    """The workers, if there are any and each does one thing at a time."""
    scheduler = client.scheduler.address
    workers: Mapping[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise ClusterError(f"the cluster {scheduler} has no worker: start one with dask worker {scheduler}")
    threads = {name: worker["nthreads"] for name, worker in workers.items() if worker["nthreads"] != 1}
    if threads:
        name, count = next(iter(threads.items()))
        raise ClusterError(f"the worker {name} has {count} threads: start it with --nthreads 1, checks share state")
    return workers


def _connected(scheduler: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--backend dask needs the package distributed: pip install 'theorytest[cluster]'") from None
    _require_answer(scheduler)
    try:
        return Client(scheduler, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterError(f"no scheduler answers at {scheduler!r} ({_reason(error)})") from None


def _require_answer(scheduler: str) -> None:
    """Somebody listens there: a client that waits in vain says so at length, and late."""
    address = urlsplit(scheduler)
    try:
        if address.scheme not in ("tcp", "tls", "ws", "wss") or not address.hostname or not address.port:
            raise ValueError("an address is such as tcp://10.0.0.1:8786")
        socket.create_connection((address.hostname, address.port), timeout=_SECONDS).close()
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {scheduler!r} ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
