"""Tasks through joblib: the results are the same for any number of workers and in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from theorytest.claims.claim import Claim
from theorytest.claims.ledger import Ledger
from theorytest.claims.loading import claims_in, load_module
from theorytest.runs.budget import Setting, shares
from theorytest.runs.carried import Chain, States
from theorytest.runs.journal import Journal
from theorytest.runs.pool import spread
from theorytest.runs.results import Result, Task, judge

Observer = Callable[[Result], None]


def run(
    ledger: Ledger,
    tasks: Sequence[Task],
    setting: Setting,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    journal: Journal | None = None,
    observe: Observer | None = None,
    chain: Chain | None = None,
) -> dict[Task, Result]:
    """The results of the tasks, those of the journal included; each new one is journaled, then observed.

    They are computed by `jobs` processes of this machine, or by the cluster of a Dask scheduler. In a chain of runs
    claims carry on what earlier ones found out.
    """
    known = journal.results if journal else {}
    found = {task: known[task] for task in tasks if task in known}
    todo = [task for task in dict.fromkeys(tasks) if task not in found]
    with closing(_results(ledger, todo, setting, jobs, scheduler, chain)) as results:
        for result in results:
            if journal:
                journal.append(result)
            found[result.task] = result
            if observe:
                observe(result)
    return {task: found[task] for task in tasks}


def _results(
    ledger: Ledger, tasks: Sequence[Task], setting: Setting, jobs: int, scheduler: str | None, chain: Chain | None
) -> Generator[Result]:
    share = shares(ledger.claims, setting.false_alarm)
    carried = {task.claim: chain.of(task.claim) if chain else None for task in tasks}
    if scheduler is None and (jobs <= 1 or len(tasks) <= 1):  # one claim alone: its chunks are spread over the workers
        for task in tasks:
            name = task.claim
            yield perform(ledger[name], task, share[name], setting, carried=carried[name], workers=jobs)
        return
    calls = ((ledger.root, ledger.files[t.claim], t, share[t.claim], setting, carried[t.claim]) for t in tasks)
    yield from spread(_perform_elsewhere, calls, jobs=min(jobs, len(tasks)), scheduler=scheduler)


def perform(
    claim: Claim, task: Task, share: float, setting: Setting, *, carried: States | None = None, workers: int = 1
) -> Result:
    """One task, here and now."""
    mutant = next((each for each in claim.mutants if each.name == task.mutant), None)
    if task.mutant is not None and mutant is None:
        raise LookupError(f"{task.claim} has no mutant called {task.mutant!r}")
    return judge(claim, mutant, share, setting, workers=workers, carried=carried)


def _perform_elsewhere(
    root: Path, file: Path, task: Task, share: float, setting: Setting, carried: States | None
) -> Result:
    """One task in a worker, which imports the check itself: functions do not travel, names do."""
    claim = next(each for each in claims_in(load_module(root, file)) if each.id == task.claim)
    return perform(claim, task, share, setting, carried=carried)
