"""Claims as pytest items, and what a pytest run knows about them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from theorytest.claims.claim import Claim
from theorytest.claims.index import remembered_ledger
from theorytest.claims.ledger import Ledger
from theorytest.claims.mutants import ClaimError
from theorytest.inert import inert
from theorytest.runs.budget import setting, shared_out, shares
from theorytest.runs.children import OneByOne
from theorytest.runs.nurseries import nursery
from theorytest.runs.orders import Order
from theorytest.runs.outcome import as_expected, outcome, passes, tasks_of
from theorytest.runs.record import Timings
from theorytest.runs.recording import build_record
from theorytest.runs.records import state_folder, write_record
from theorytest.runs.results import Result, Task
from theorytest.terminal import mutant_lines, verdict_line

Whose = list[Any]  # [root, claim, mutant]: what xdist can carry


class Session:
    """The ledgers, the selected tasks and the results of one pytest run."""

    def __init__(self, config: pytest.Config) -> None:
        option = config.option
        self.config = config
        self.setting = setting(option.theorytest_seed, option.theorytest_budget, option.theorytest_false_alarm)
        self.mutants = bool(option.mutants)
        self.lines: list[str] = []
        self.collected: list[Whose] = []
        self.deselected: list[Whose] = []
        self.lost: dict[str, None] = {}  # claims that were asked for, and that somebody took away
        self.judge = OneByOne(nursery())
        self._started, self._clock = datetime.now(UTC), time.monotonic()
        self._ledgers: dict[Path, Ledger | None] = {}
        self._shares: dict[Path, dict[str, float]] = {}
        self._selected: dict[tuple[str, Task], None] = {}
        self._results: dict[tuple[str, Task], Result] = {}

    def ledger(self, root: Path) -> Ledger | None:
        """The ledger of a folder, or None when its problems were told already."""
        if root not in self._ledgers:
            self._ledgers[root] = None
            self._ledgers[root] = remembered_ledger(root, state_folder)
        return self._ledgers[root]

    def share(self, ledger: Ledger, claim: str) -> float:
        """The part of the false-alarm rate that a claim may spend."""
        if ledger.root not in self._shares:
            self._shares[ledger.root] = shares(ledger.claims, self.setting.false_alarm)
        return self._shares[ledger.root][claim]

    def collector(self, root: Path, path: Path, parent: pytest.Collector) -> pytest.Collector:
        """The collector of one file of claims."""
        file: ClaimFile = ClaimFile.from_parent(parent, path=path)
        file.root, file.known = root, self
        return file

    def expect(self, selected: Iterable[Whose]) -> None:
        """These tasks must have a result in the end."""
        self._selected.update(dict.fromkeys((root, Task(*task)) for root, *task in selected))

    @property
    def selected(self) -> list[Whose]:
        """The tasks that must have a result in the end."""
        return [[root, *task] for root, task in self._selected]

    def look_for_lost(self, asked_for: Callable[[Path], bool]) -> None:
        """Claims that are neither selected nor deselected in the open, or whose file was not collected."""
        known = {(root, Task(*task)) for root, *task in self.deselected} | set(self._selected)
        collected = {(root, Task(*task)) for root, *task in self.collected}
        gone = [str(task) for root, task in collected if (root, task) not in known]
        for root, ledger in self._ledgers.items():
            if ledger and asked_for(root):
                gone += [each.id for each in ledger.claims if (str(root), Task(each.id)) not in collected]
        self.lost.update(dict.fromkeys(sorted(gone)))

    def keep(self, payload: Mapping[str, Any]) -> None:
        """Take a result that arrived with a report."""
        result = Result.from_plain(payload["result"])
        self._results[payload["root"], result.task] = result

    def finish(self) -> bool:
        """Write the record and the closing lines; whether every task that was asked for is as expected."""
        missing = [str(task) for root, task in self._selected if (root, task) not in self._results]
        roots = list(dict.fromkeys(root for root, _ in self._results))
        as_registered = [self._conclude(Path(root)) for root in roots]
        if self.lost:
            self.lines.append(f"asked for and not run, since a plugin took it away: {', '.join(self.lost)}")
        if missing:
            self.lines.append(f"no verdict although selected: {', '.join(missing)}")
        if self.config.option.theorytest_record and len(roots) > 1:
            self.lines.append("no record: it holds one paper, so run pytest once per folder of checks")
            return False
        return all(as_registered) and not missing and not self.lost

    def _conclude(self, root: Path) -> bool:
        ledger = self._ledgers.get(root) or remembered_ledger(root, state_folder)
        mine = {task: result for (where, task), result in self._results.items() if where == str(root)}
        results = {task: mine[task] for task in tasks_of(ledger.claims, mutants=True) if task in mine}
        jobs = getattr(self.config.option, "numprocesses", None) or 1
        timings = Timings(self._started.isoformat(), time.monotonic() - self._clock, jobs)
        record = build_record(ledger, self.setting, results, timings)
        self.lines.append(shared_out(ledger.claims, self.setting.false_alarm).replace("it", "the false-alarm rate", 1))
        for judged in record.verdicts:
            self.lines += [inert(line.plain) for line in (verdict_line(judged), *mutant_lines(judged))]
        found = outcome(ledger.claims, results)
        self.lines.append(found.sentence)
        if self.config.option.theorytest_record:
            write_record(record, Path(self.config.option.theorytest_record))
        return found.exit_code == 0


class ClaimFile(pytest.File):
    """One file of a folder of checks."""

    root: Path
    known: Session

    def collect(self) -> Iterator[ClaimItem]:
        """The claims of the file, and with `--mutants` the mutants of each."""
        try:
            ledger = self.known.ledger(self.root.resolve())
        except ClaimError as error:
            raise self.CollectError(str(error)) from None
        if ledger is None:
            return
        file = self.path.resolve()
        here = [each for each in ledger.claims if ledger.files[each.id] == file]
        for task in tasks_of(here, mutants=self.known.mutants):
            yield ClaimItem.make(self, ledger[task.claim], task, self.known.share(ledger, task.claim))


class WrongVerdict(Exception):  # noqa: N818 - it is a finding, not an error of the program
    """A verdict that is not the registered one, or a mutant that survived."""


class ClaimItem(pytest.Item):
    """One claim, or one of its mutants."""

    claim: Claim
    task: Task
    share: float
    file: ClaimFile
    payload: dict[str, Any]

    @classmethod
    def make(cls, parent: ClaimFile, claim: Claim, task: Task, share: float) -> ClaimItem:
        """The item of a task, with everything that can select it."""
        item: ClaimItem = cls.from_parent(parent, name=str(task))
        item.claim, item.task, item.share, item.file = claim, task, share, parent
        item.extra_keyword_matches.update((*claim.labels, claim.kind.value, claim.voice.value))
        item.add_marker("claim" if task.mutant is None else "mutant")
        return item

    @property
    def whose(self) -> Whose:
        """The task in the words that xdist can carry."""
        return [str(self.file.root.resolve()), *self.task]

    def runtest(self) -> None:
        """Run the check; a verdict other than the registered one fails."""
        root, known = self.file.root.resolve(), self.file.known
        order = Order(root, self.path.resolve(), self.task, self.share, known.setting, check=id(self.claim.check))
        result = known.judge.result(order)
        if result.printed:
            self.add_report_section("call", "stdout", result.printed)
        self.payload = {"root": self.whose[0], "result": result.plain()}
        self.user_properties += _properties(result, self.claim)
        if self.task.mutant is None and not as_expected(self.claim, result):
            raise WrongVerdict(f"{result.sentence} (expected: {self.claim.expected})", result.trace)
        variant = next((each for each in self.claim.mutants if each.name == self.task.mutant), None)
        if variant and not passes(variant, result):
            word = "the control does not hold" if variant.must_hold else "the mutant survived"
            raise WrongVerdict(f"{word}: {result.sentence}", result.trace)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A wrong verdict is a sentence, with the traceback of the check when it broke."""
        if isinstance(excinfo.value, WrongVerdict):
            return "\n".join(filter(None, excinfo.value.args))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the claim is; pytest wants a line before it can skip an item."""
        return self.path, self.claim.line - 1, self.name


def _properties(result: Result, claim: Claim) -> Sequence[tuple[str, object]]:
    """What junit readers see of a claim."""
    names = ("verdict", "sentence", "resolution", "alpha", "draws")
    return [("claim", claim.id), ("registered", claim.expected.value), *((n, str(getattr(result, n))) for n in names)]
