"""One task as an order that can travel to another process: functions do not travel, names do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from theorytest.claims.claim import Claim
from theorytest.claims.defaults import defaults_of
from theorytest.claims.loading import claims_in, load_module
from theorytest.claims.reading import hashes, watched
from theorytest.runs.budget import Setting
from theorytest.runs.carried import States
from theorytest.runs.results import Result, Task, judge


@dataclass(frozen=True)
class Order:
    """A task, where its check is, and what it is judged with."""

    root: Path
    file: Path
    task: Task
    share: float
    setting: Setting
    carried: States | None = None
    workers: int = 1  # processes that may draw chunks of this one task at the same time
    check: int | None = None  # which function, as the one who gives the orders tells them apart

    @property
    def home(self) -> tuple[Path, str | int]:
        """What shares a process, one after the other: claims on one function, which may share what it keeps."""
        return self.file, self.task.claim if self.check is None else self.check


@cache
def claims_at(root: Path, file: Path) -> dict[str, Claim]:
    """The claims of a file by their ids; it is imported once."""
    defaults = defaults_of(root)
    return {each.id: replace(each, defaults=defaults) for each in claims_in(load_module(root, file))}


def carry_out(order: Order) -> Result:
    """The task in this process, which imports the check itself."""
    claim = claims_at(order.root, order.file)[order.task.claim]
    with watched() as files:
        found = perform(claim, order.task, order.share, order.setting, carried=order.carried, workers=order.workers)
    return replace(found, read=hashes(files, order.root))


def perform(
    claim: Claim, task: Task, share: float, setting: Setting, *, carried: States | None = None, workers: int = 1
) -> Result:
    """One task, here and now."""
    mutant = next((each for each in claim.mutants if each.name == task.mutant), None)
    if task.mutant is not None and mutant is None:
        raise LookupError(f"{task.claim} has no mutant called {task.mutant!r}")
    return judge(claim, mutant, share, setting, workers=workers, carried=carried)
