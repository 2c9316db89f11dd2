"""The judge judged as a whole: a small suite of known truth is run again and again, with one false-alarm budget.

Every run takes the way of `theorytest verify`: a ledger, shares of the budget, evidence, a verdict for each claim. In
one world every claim is true and tight: some claim is refuted with probability at most the false-alarm rate. In the
other exactly one claim is false by its resolution, a different one from run to run: it is refuted with probability at
least 0.99 and passes with at most its share. Two suites that break a promise on purpose show that it is seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from theorytest.calibration.rules import BUDGET, PASSES
from theorytest.calibration.suite import LIE, SENTENCES, suite
from theorytest.calibration.tallies import Calibration, KindTally, StudyTally
from theorytest.claims.ledger import Ledger
from theorytest.decisions.decision import Verdict
from theorytest.runs.budget import FALSE_ALARM, Setting, shares
from theorytest.runs.pool import RunnerError, spread
from theorytest.runs.provenance import versions
from theorytest.runs.results import Result, Task
from theorytest.runs.runner import run
from theorytest.runs.seeds import name_key

REPETITIONS = 1000
SEEN = 0.05  # a rate that a thousand runs can see
SHARP = 0.8  # one at which a thousand runs expose a single claim that is refuted three times as often as it may be
_FEWEST = 200  # runs of a suite that is broken on purpose, which is seen within fewer

ALL_TRUE = "every claim is true"
ONE_FALSE = "one claim is false"

Counts = Counter[tuple[str, ...]]


@dataclass(frozen=True)
class Study:
    """A suite at one false-alarm rate, run `runs` times in each of its worlds."""

    name: str
    false_alarm: float
    runs: int
    worlds: tuple[str, ...] = (ALL_TRUE, ONE_FALSE)
    patience: float = BUDGET
    shared: bool = True  # otherwise every claim spends the whole false-alarm rate
    broken: bool = False


@dataclass(frozen=True)
class SuiteRun:
    """One run of the whole suite, to be made anywhere."""

    study: Study
    world: str
    number: int

    @property
    def liar(self) -> str | None:
        """The claim that is false in this run."""
        return SENTENCES[self.number % len(SENTENCES)].name if self.world == ONE_FALSE else None

    def verdicts(self, seed: int) -> dict[str, Verdict]:
        """The verdict of every claim; a check that breaks ends the calibration, since it decides nothing."""
        study = self.study
        key = name_key(str(seed), study.name, str(study.false_alarm), self.world, str(self.number))
        setting = Setting(key, false_alarm=study.false_alarm)
        found = [result for part in _ledgers(study) for result in self._results(part, setting)]
        for result in found:
            if result.broken:
                raise RunnerError(f"the check of {result.task} broke: {result.broken}")
        return {result.claim: result.verdict for result in found}

    def _results(self, ledger: Ledger, setting: Setting) -> list[Result]:
        tasks = [Task(each.id, LIE if each.id == self.liar else None) for each in ledger.claims]
        return list(run(ledger, tasks, setting).values())


def studies(repetitions: int) -> list[Study]:
    """The suite at rates that can be seen and at the rate of a run, then two that are broken on purpose."""
    few = max(_FEWEST, repetitions // 5)
    return [
        Study("the suite", SEEN, repetitions),
        Study("the suite", FALSE_ALARM, max(1, repetitions // 2)),
        Study("the suite", SHARP, repetitions, (ALL_TRUE,)),
        Study("broken: every claim spends the whole rate", SEEN, few, (ALL_TRUE,), shared=False, broken=True),
        Study("broken: an eighth of the draws", SEEN, few, (ONE_FALSE,), patience=BUDGET / 8, broken=True),
    ]


def calibrate_suite(
    *,
    repetitions: int = REPETITIONS,
    seed: int = 0,
    jobs: int = 1,
    chosen: Sequence[Study] | None = None,
    observe: Callable[[], None] = lambda: None,
) -> Calibration:
    """Run all studies; `observe` is called after each run. The counts depend on the seed alone, not on the jobs."""
    if repetitions < 1:
        raise ValueError(f"repetitions must be at least 1, got {repetitions}")
    planned = studies(repetitions) if chosen is None else list(chosen)
    runs = [SuiteRun(study, world, r) for study in planned for world in study.worlds for r in range(study.runs)]
    counts = {study: Counter[tuple[str, ...]]() for study in planned}
    calls = ((each, seed) for each in runs)
    with closing(spread(_made, calls, jobs=jobs, remedy="try fewer --jobs")) as found:
        for each, verdicts in found:
            _count(counts[each.study], each, verdicts)
            observe()
    return Calibration(seed, versions(), tuple(_tally(study, counts[study]) for study in planned))


def planned_runs(repetitions: int) -> int:
    """How many runs of whole suites there will be."""
    return sum(study.runs * len(study.worlds) for study in studies(repetitions))


@cache
def _ledgers(study: Study) -> tuple[Ledger, ...]:
    """The suite as one ledger; or a ledger for each claim, so that each thinks that the whole budget is its own."""
    whole = suite(study.patience)
    if study.shared:
        return (whole,)
    return tuple(Ledger(whole.root, whole.paper, whole.files, (each,)) for each in whole.claims)


def _made(each: SuiteRun, seed: int) -> tuple[SuiteRun, dict[str, Verdict]]:
    return each, each.verdicts(seed)


def _count(counts: Counts, each: SuiteRun, verdicts: dict[str, Verdict]) -> None:
    """Add one run: in its world, whether any true claim was refuted, and what became of every claim."""
    counts["runs", each.world] += 1
    true = {claim: verdict for claim, verdict in verdicts.items() if claim != each.liar}
    counts["alarms", each.world] += Verdict.REFUTED in true.values()
    for sentence in SENTENCES:
        verdict, truth = verdicts[sentence.name], "false" if sentence.name == each.liar else "true"
        counts[sentence.kind, truth, "runs"] += 1
        counts[sentence.kind, truth, "refuted"] += verdict is Verdict.REFUTED
        counts[sentence.kind, truth, "passed"] += verdict in PASSES


def _tally(study: Study, counts: Counts) -> StudyTally:
    return StudyTally(
        study.name,
        study.false_alarm,
        study.broken,
        counts["runs", ALL_TRUE],
        counts["alarms", ALL_TRUE],
        counts["runs", ONE_FALSE],
        counts["alarms", ONE_FALSE],
        tuple(_kinds(study, counts)),
    )


def _kinds(study: Study, counts: Counts) -> Iterator[KindTally]:
    share = shares(suite().claims, study.false_alarm)
    for kind in dict.fromkeys(each.kind for each in SENTENCES):
        first, *others = (each for each in SENTENCES if each.kind == kind)
        found = {f"{t}_{what}": counts[kind, t, what] for t in ("true", "false") for what in _COUNTED}
        yield KindTally(kind, 1 + len(others), first.decision.resolution, share[first.name], **found)


_COUNTED = ("runs", "refuted", "passed")
