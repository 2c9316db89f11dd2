"""Work spread over processes through joblib: this machine's, or those of a Dask cluster with the same call."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from theorytest.runs.provenance import facts

Found = TypeVar("Found")


class RunnerError(RuntimeError):
    """A run that cannot go on, in one sentence."""


def spread(
    work: Callable[..., Found],
    calls: Iterable[tuple[Any, ...]],
    *,
    jobs: int,
    scheduler: str | None = None,
    remedy: str = "try fewer --jobs with --resume",
) -> Generator[Found]:
    """`work(*call)` for every call, whichever ends first; `work` travels by its name, so it belongs to a module.

    `remedy` is what to do when a worker dies.
    """
    if scheduler is None and jobs == 1:
        yield from (work(*call) for call in calls)
        return
    from joblib import Parallel, delayed  # slow to import, and one claim alone needs no pool
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    remote, parent = delayed(_elsewhere), None if scheduler else os.getpid()
    known = facts() if scheduler else None
    with workers(jobs, scheduler) as count:
        # One call at a time, so that what is finished never waits for others on its way to the journal.
        pool = Parallel(n_jobs=count, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
        with _workers_ignore_interrupts():
            stream = pool(remote(parent, known, work, call) for call in calls)
        try:
            for found in stream:  # noqa: UP028 - `yield from` would close the stream before the end of this block
                yield found
        except TerminatedWorkerError as error:
            raise RunnerError(f"a worker process died, perhaps out of memory: {remedy}") from error
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib finds it wasteful to stop early; who stops early knows
                stream.close()


@contextmanager
def workers(jobs: int, scheduler: str | None) -> Iterator[int]:
    """Where joblib sends the work, and how many workers there are."""
    if scheduler is not None:
        from theorytest.runs.cluster import on_cluster  # slow to import

        with on_cluster(scheduler) as count:
            yield count
        return
    from joblib import parallel_config

    # One thread per worker: the order of additions inside a matrix product may depend on the number of threads.
    with parallel_config(backend="loky", inner_max_num_threads=1):
        yield jobs


def _elsewhere(
    parent: int | None, known: dict[str, str] | None, work: Callable[..., Found], call: tuple[Any, ...]
) -> Found:
    if parent is not None:
        _belong_to(parent)
    if known is None:
        return work(*call)
    from theorytest.runs.cluster import there

    found: Found = there(known, (), work, call)
    return found


@cache
def _belong_to(parent: int) -> None:
    """Leave Ctrl-C to the parent, and end with it: an orphan must not compete with the resumed run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.2)
        os._exit(1)

    if os.name == "posix":
        threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _workers_ignore_interrupts() -> Iterator[None]:
    """Workers inherit an ignored Ctrl-C from the moment in which they are started."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
