"""Tasks through joblib: the results are the same for any number of workers and in any order."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed, parallel_config
from joblib.externals.loky.process_executor import TerminatedWorkerError

from theorytest.verdicts.budget import Setting, shares
from theorytest.verdicts.claims import Claim
from theorytest.verdicts.cluster import on_cluster
from theorytest.verdicts.journal import Journal
from theorytest.verdicts.ledger import Ledger
from theorytest.verdicts.loading import claims_in, load_module
from theorytest.verdicts.results import Result, Task, judge

Observer = Callable[[Result], None]


class RunnerError(RuntimeError):
    """A run that cannot go on, in one sentence."""


def run(
    ledger: Ledger,
    tasks: Sequence[Task],
    setting: Setting,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    observe: Observer | None = None,
) -> dict[Task, Result]:
    """The results of the tasks, those of the journal included; each new one is journaled, then observed.

    They are computed by `jobs` processes of this machine, or by the cluster of a Dask scheduler.
    """
    known = journal.results if journal else {}
    found = {task: known[task] for task in tasks if task in known}
    todo = [task for task in dict.fromkeys(tasks) if task not in found]
    with closing(_results(ledger, todo, setting, jobs, scheduler)) as results:
        for result in results:
            if journal:
                journal.append(result)
            found[result.task] = result
            if observe:
                observe(result)
    return {task: found[task] for task in tasks}


def _results(
    ledger: Ledger, tasks: Sequence[Task], setting: Setting, jobs: int, scheduler: str | None
) -> Generator[Result]:
    share = shares(ledger.claims, setting.false_alarm)
    if scheduler is None and (jobs <= 1 or len(tasks) <= 1):  # one claim alone: its chunks are spread over the workers
        for task in tasks:
            yield perform(ledger[task.claim], task, share[task.claim], setting, workers=jobs)
        return
    remote, parent = delayed(_perform_elsewhere), None if scheduler else os.getpid()
    calls = [remote(parent, ledger.root, ledger.files[t.claim], t, share[t.claim], setting) for t in tasks]
    yield from streamed(calls, min(jobs, len(tasks)), scheduler, remedy="try fewer --jobs with --resume")


def streamed(calls: Sequence[Any], jobs: int, scheduler: str | None = None, *, remedy: str) -> Generator[Any]:
    """What the delayed calls return, each as soon as it is there; `remedy` is what to do when a worker dies."""
    with _workers(jobs, scheduler) as count:
        # One task at a time, so that a finished task never waits for others on its way to the journal.
        pool = Parallel(n_jobs=count, return_as="generator_unordered", batch_size=1, pre_dispatch="2*n_jobs")
        with _workers_ignore_interrupts():
            stream = pool(calls)
        try:
            for result in stream:  # noqa: UP028 - `yield from` would close the stream before the end of this block
                yield result
        except TerminatedWorkerError as error:
            raise RunnerError(f"a worker process died, perhaps out of memory: {remedy}") from error
        finally:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # joblib finds it wasteful to stop early; who stops early knows
                stream.close()


@contextmanager
def _workers(jobs: int, scheduler: str | None) -> Iterator[int]:
    """Where joblib sends the tasks, and how many workers there are."""
    if scheduler is not None:
        with on_cluster(scheduler) as count:
            yield count
        return
    # One thread per worker: the order of additions inside a matrix product may depend on the number of threads.
    with parallel_config(backend="loky", inner_max_num_threads=1):
        yield jobs


def perform(claim: Claim, task: Task, share: float, setting: Setting, *, workers: int = 1) -> Result:
    """One task, here and now."""
    mutant = next((each for each in claim.mutants if each.name == task.mutant), None)
    if task.mutant is not None and mutant is None:
        raise LookupError(f"{task.claim} has no mutant called {task.mutant!r}")
    return judge(claim, mutant, share, setting, workers=workers)


def _perform_elsewhere(
    parent: int | None, root: Path, file: Path, task: Task, share: float, setting: Setting
) -> Result:
    """One task in a worker, which imports the check itself: functions do not travel, names do."""
    if parent is not None:
        belong_to(parent)
    claim = next(each for each in claims_in(load_module(root, file)) if each.id == task.claim)
    return perform(claim, task, share, setting)


@cache
def belong_to(parent: int) -> None:
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
