"""Tasks in processes of their own: the results are the same for any number of workers and in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import cache

from theorytest.claims.ledger import Ledger
from theorytest.claims.reading import unchanged
from theorytest.runs.budget import Setting, shares
from theorytest.runs.carried import Chain
from theorytest.runs.children import OneByOne, judged
from theorytest.runs.journal import Journal
from theorytest.runs.nurseries import nursery
from theorytest.runs.orders import Order, perform
from theorytest.runs.pool import RunnerError
from theorytest.runs.results import Result, Task, broken

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
    found = {task: known[task] for task in tasks if task in known and not _again(ledger, known[task], setting)}
    todo = [task for task in dict.fromkeys(tasks) if task not in found]
    with closing(_results(ledger, todo, setting, jobs, scheduler, chain)) as results:
        for result in results:
            if journal:
                journal.append(result)
            found[result.task] = result
            if observe:
                observe(result)
    silent = [str(task) for task in tasks if task not in found]
    if silent:
        raise RunnerError(f"{len(silent):,} tasks did not answer, such as {silent[0]}: go on with --resume")
    return {task: found[task] for task in tasks}


def _again(ledger: Ledger, result: Result, setting: Setting) -> bool:
    """Whether a file that the check read has changed, or limits that are others now or a kill from outside broke it."""
    return result.circumstance not in ("", setting.limits) or not unchanged(result.read, ledger.root.parent)


def _results(
    ledger: Ledger, tasks: Sequence[Task], setting: Setting, jobs: int, scheduler: str | None, chain: Chain | None
) -> Generator[Result]:
    share = shares(ledger.claims, setting.false_alarm)
    carried = {task.claim: chain.of(task.claim) if chain else None for task in tasks}
    _require_mutants(ledger, tasks)
    for task in (each for each in tasks if each.claim not in ledger.files):  # made here, and importable nowhere
        yield perform(ledger[task.claim], task, share[task.claim], setting, carried=carried[task.claim])
    workers = jobs if len(tasks) == 1 else 1  # one task alone: its chunks are spread over the workers
    orders = [
        Order(
            *(ledger.root, ledger.files[task.claim], task, share[task.claim], setting, carried[task.claim], workers),
            check=id(ledger[task.claim].check),
        )
        for task in tasks
        if task.claim in ledger.files
    ]
    if scheduler is not None:
        yield from _on_cluster(ledger, orders, scheduler)
    elif orders:
        yield from judged(orders, jobs=jobs, nursery=nursery())


def _require_mutants(ledger: Ledger, tasks: Sequence[Task]) -> None:
    for task in tasks:
        if task.mutant is not None and task.mutant not in {each.name for each in ledger[task.claim].mutants}:
            raise LookupError(f"{task.claim} has no mutant called {task.mutant!r}")


def _on_cluster(ledger: Ledger, orders: Sequence[Order], scheduler: str) -> Generator[Result]:
    from theorytest.runs.cluster import LostTaskError, answers  # slow to import

    places = (ledger.root, *ledger.read)
    with closing(answers(scheduler, _judged_there, [(order,) for order in orders], places)) as found:
        for number, result in found:
            lost = isinstance(result, LostTaskError)
            yield broken(orders[number].task, str(result), circumstance="lost") if lost else result


def _judged_there(order: Order) -> Result:
    """One task in a process that a worker of a cluster starts, and can kill."""
    return _one_by_one().result(order)


@cache
def _one_by_one() -> OneByOne:
    """That of a worker, which ends with it."""
    return OneByOne(nursery())
