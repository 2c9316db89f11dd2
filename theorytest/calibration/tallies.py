"""What the calibration of a suite counted, beside what was promised; it is published as one file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from theorytest.decisions.probability import clopper_pearson
from theorytest.decisions.sequential import POWER
from theorytest.encoding import dumps
from theorytest.runs.files import replace_file
from theorytest.runs.records import signed
from theorytest.runs.sealed import Seal

SCHEMA = 1
FILE = "calibration.json"
COMMAND = f"theorytest calibrate --suite --json reports/{FILE}"
SEAL = Seal("a calibration", SCHEMA, f"make it anew with {COMMAND}")
CONFIDENCE = 0.99  # of every interval by itself
LEVEL = 1e-6  # a promise that is only just kept is called broken with this probability


@dataclass(frozen=True)
class Rate:
    """How often something happened in independent runs, and the promise about it: at most or at least `promised`."""

    event: str
    relation: str
    promised: float
    count: int
    runs: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.runs:
            raise ValueError(f"{self.event} in {self.count} of {self.runs} runs is no count")

    @property
    def measured(self) -> float:
        """The share of the runs; nothing was seen in no run."""
        return self.count / self.runs if self.runs else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The exact binomial (Clopper-Pearson) interval."""
        return clopper_pearson(self.count, self.runs, alpha=(1 - CONFIDENCE) / 2) if self.runs else (0.0, 1.0)

    @property
    def p_value(self) -> float:
        """The probability of a count at least as bad if the promise were only just kept."""
        from scipy.stats import binom  # dear to load, and needed here only

        if self.relation == "≤":
            return float(binom.sf(self.count - 1, self.runs, self.promised))
        return float(binom.cdf(self.count, self.runs, self.promised))

    @property
    def holds(self) -> bool:
        """Whether the count does not contradict the promise."""
        return self.p_value >= LEVEL

    @property
    def word(self) -> str:
        """Kept, when the whole interval keeps the promise; few runs only fail to contradict it."""
        low, high = self.interval
        kept = high <= self.promised if self.relation == "≤" else low >= self.promised
        return "kept" if kept else "not contradicted" if self.holds else "broken"

    def plain(self) -> dict[str, Any]:
        """As JSON has it, with what follows from the counts."""
        low, high = self.interval
        return asdict(self) | {"low": low, "high": high, "p_value": self.p_value, "promise": self.word}


@dataclass(frozen=True)
class KindTally:
    """The claims of one kind: their runs when they were true and when one was false by its resolution."""

    kind: str
    claims: int
    resolution: float
    share: float  # of the false-alarm budget, for each of the claims
    true_runs: int = 0
    true_refuted: int = 0
    true_passed: int = 0
    false_runs: int = 0
    false_refuted: int = 0
    false_passed: int = 0

    @property
    def alarms(self) -> Rate:
        """Refuted though true."""
        return Rate(f"{self.kind} refuted though true", "≤", self.share, self.true_refuted, self.true_runs)

    @property
    def power(self) -> Rate:
        """Refuted when false."""
        return Rate(f"{self.kind} refuted when false", "≥", POWER, self.false_refuted, self.false_runs)


@dataclass(frozen=True)
class StudyTally:
    """One suite at one false-alarm rate: in how many runs any true claim was refuted, and every kind by itself."""

    name: str
    false_alarm: float
    broken: bool  # on purpose: its promises must not hold
    all_true_runs: int  # every claim is true
    all_true_alarms: int
    one_false_runs: int  # exactly one claim is false
    one_false_alarms: int
    kinds: tuple[KindTally, ...]

    @property
    def promises(self) -> tuple[Rate, ...]:
        """What is promised about the whole suite, as far as it was run."""
        refuted, passed = (
            sum(getattr(each, name) for each in self.kinds) for name in ("false_refuted", "false_passed")
        )
        largest = max((each.share for each in self.kinds), default=0.0)
        found = (
            Rate("any claim refuted, all true", "≤", self.false_alarm, self.all_true_alarms, self.all_true_runs),
            Rate(
                "any true claim refuted, one false", "≤", self.false_alarm, self.one_false_alarms, self.one_false_runs
            ),
            Rate("the false claim refuted", "≥", POWER, refuted, self.one_false_runs),
            Rate("the false claim passed", "≤", largest, passed, self.one_false_runs),
        )
        return tuple(rate for rate in found if rate.runs)

    @property
    def rates(self) -> tuple[Rate, ...]:
        """The promises about the suite and about every kind."""
        single = (rate for each in self.kinds for rate in (each.alarms, each.power) if rate.runs)
        return (*self.promises, *single)

    @property
    def broken_promises(self) -> tuple[Rate, ...]:
        """Those that the counts contradict."""
        return tuple(rate for rate in self.rates if not rate.holds)

    @property
    def as_it_must_be(self) -> bool:
        """Whether the promises hold, or are exposed where they are broken on purpose."""
        return bool(self.broken_promises) is self.broken


@dataclass(frozen=True)
class Calibration:
    """All studies of one calibration, and where its numbers come from."""

    seed: int
    versions: Mapping[str, str]
    studies: tuple[StudyTally, ...]

    @property
    def holds(self) -> bool:
        """Whether every study is as it must be."""
        return all(each.as_it_must_be for each in self.studies)

    @property
    def runs(self) -> int:
        """The runs of whole suites."""
        return sum(each.all_true_runs + each.one_false_runs for each in self.studies)

    def plain(self) -> dict[str, Any]:
        """As JSON has it, with the promises and intervals that follow from the counts."""
        studies = [asdict(each) | {"promises": [rate.plain() for rate in each.promises]} for each in self.studies]
        return {"schema": SCHEMA, "seed": self.seed, "versions": dict(self.versions), "studies": studies}


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write the file whole or not at all."""
    data = json.loads(dumps(calibration.plain()))
    replace_file(path, signed(data))


def published(*folders: Path) -> Calibration | None:
    """The calibration in the first of the folders that holds one."""
    found = next((path for folder in folders if (path := folder / FILE).exists()), None)
    return read_calibration(found) if found else None


def read_calibration(path: Path) -> Calibration:
    """The calibration in a file, or one sentence about what is wrong with it."""
    data = SEAL.open(path)
    try:
        return Calibration(int(data["seed"]), dict(data["versions"]), tuple(map(_study, data["studies"])))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SEAL.incomplete(path, error) from None


def _study(value: Mapping[str, Any]) -> StudyTally:
    kinds = tuple(KindTally(**_typed(KindTally, each)) for each in value["kinds"])
    study = StudyTally(**_typed(StudyTally, {**value, "kinds": kinds}))
    if not kinds or not study.rates:  # asking for the rates refuses counts that cannot be
        raise ValueError(f"nothing was counted of {study.name!r}")
    return study


def _typed(tally: type[KindTally] | type[StudyTally], value: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a tally, each of the type that its annotation names, and no number below 0."""
    found = {each.name: value[each.name] for each in fields(tally)}
    for each in fields(tally):
        given = found[each.name]
        named = str(each.type).split("[", maxsplit=1)[0]
        if type(given).__name__ != named or (named in ("int", "float") and given < 0):
            raise ValueError(f"{each.name} is {given!r}")
    return found
