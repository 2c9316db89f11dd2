"""The verdicts and the measured quantities of one run, as a small file that later runs are compared with.

A quantity is a sample with its sufficient statistics, or an exact number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from theorytest.runs.files import replace_file
from theorytest.runs.record import Judged, Record, StoredDecision
from theorytest.runs.records import signed
from theorytest.runs.sealed import Seal

SCHEMA = 2
SEAL = Seal("a baseline", SCHEMA, "write it anew with theorytest regress --update", before=1)
_DRAWS_PER_KURTOSIS = 50  # below, rare draws decide where a mean lies, and no normal limit can be trusted


@dataclass(frozen=True)
class Quantity:
    """What one decision measured: an exact number (n = 0), a proportion (`successes`), or a mean (`variance`)."""

    value: float
    scale: float = 1.0
    n: int = 0
    successes: int | None = None
    variance: float | None = None
    kurtosis: float | None = None
    drawn: float | None = None  # 1 for an exact number about things that were drawn
    planned: float | None = None  # 1 where the number of draws was planned for the gate, and no look stopped it

    @property
    def kind(self) -> str:
        """How it can be compared."""
        return "exact number" if not self.n else "mean" if self.successes is None else "probability"

    @property
    def spread(self) -> float:
        """The variance of one draw."""
        return self.variance or 0.0 if self.successes is None else self.value * (1 - self.value)

    @property
    def too_heavy(self) -> bool:
        """Whether rare draws decide where the mean lies."""
        return self.kind == "mean" and self.n < _DRAWS_PER_KURTOSIS * (self.kurtosis or math.inf)


@dataclass(frozen=True)
class Baseline:
    """The verdicts and the quantities of one run, small enough to be committed."""

    verdicts: Mapping[str, str]
    quantities: Mapping[str, Quantity]
    run: Mapping[str, Any] = field(default_factory=dict)

    def under(self, renamed: Mapping[str, str]) -> Baseline:
        """The same with claims under their new names; what was given up, or has a name that was taken already, goes."""
        names = {old: new for old, new in renamed.items() if new and new not in self.verdicts}
        gone = set(renamed) - set(names)

        def new_name(quantity: str) -> str:
            claim, colon, rest = quantity.partition(": ")
            return names.get(claim, claim) + colon + rest

        verdicts = {names.get(name, name): verdict for name, verdict in self.verdicts.items() if name not in gone}
        kept = {name: q for name, q in self.quantities.items() if name.partition(": ")[0] not in gone}
        return replace(self, verdicts=verdicts, quantities={new_name(name): q for name, q in kept.items()})

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        shown = {name: {k: v for k, v in asdict(q).items() if v is not None} for name, q in self.quantities.items()}
        return {"schema": SCHEMA, "run": dict(self.run), "verdicts": dict(self.verdicts), "quantities": shown}


def baseline_of(record: Record) -> Baseline:
    """What a record says, without what a comparison does not need."""
    quantities = dict(item for judged in record.verdicts for item in _quantities(judged))
    run = {"seed": record.run.seed, "budget": record.run.budget, "commit": record.run.commit}
    return Baseline({judged.id: judged.verdict.value for judged in record.verdicts}, quantities, run)


def _quantities(judged: Judged) -> Iterator[tuple[str, Quantity]]:
    for decision in judged.evidence:
        found = _quantity(decision)
        if found is not None:
            yield f"{judged.id}: {decision.name}", found


def _quantity(decision: StoredDecision) -> Quantity | None:
    """The measurement behind a decision; None where there is no finite number."""
    numbers = {name: x for name, x in decision.statistics.items() if not isinstance(x, str)}
    if "value" in decision.statistics:
        value, claimed = numbers.get("value"), decision.claimed
        if value is None or claimed is None or isinstance(claimed, str):
            return None
        # the distance from the claim: the worst of many entries may be another one, at the same distance
        return Quantity(value - claimed, max(1.0, abs(claimed), abs(value)), drawn=numbers.get("drawn"))
    if "mean" not in numbers or numbers.get("n", 0) < 2:
        return None
    if "gate_n" in numbers:
        return _gauged(numbers, is_event="successes" in numbers)
    n = int(min(numbers["n"], decision.draws))  # steps of one trajectory are not counted as independent
    if "successes" in numbers:
        return Quantity(numbers["mean"], n=n, successes=int(numbers["successes"]))
    if "variance" not in numbers:
        return None
    return Quantity(numbers["mean"], n=n, variance=numbers["variance"], kurtosis=numbers["kurtosis"])


def _gauged(numbers: Mapping[str, float], *, is_event: bool) -> Quantity:
    """What was drawn for the gate: its number of draws does not depend on where the mean lies."""
    n, mean = int(numbers["gate_n"]), numbers["gate_mean"]
    if is_event:
        return Quantity(mean, n=n, successes=round(mean * n), planned=1.0)
    return Quantity(mean, n=n, variance=numbers["gate_variance"], kurtosis=numbers["gate_kurtosis"], planned=1.0)


def write_baseline(baseline: Baseline, path: Path) -> None:
    """Write the file whole or not at all."""
    data = baseline.plain()
    replace_file(path, signed(data))


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file, or one sentence about what is wrong with it."""
    data = SEAL.open(path)
    try:
        quantities = {name: _read_quantity(name, q) for name, q in data["quantities"].items()}
        return Baseline(dict(data["verdicts"]), quantities, dict(data["run"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SEAL.incomplete(path, error) from None


def _read_quantity(name: str, stored: Mapping[str, Any]) -> Quantity:
    """A quantity of a baseline; what no run can measure would never be found to have moved."""
    known = {each.name for each in fields(Quantity)} & set(stored)
    for key in sorted(known):
        whole = key in ("n", "successes")
        if type(stored[key]) is not int if whole else type(stored[key]) not in (int, float):
            raise ValueError(f"{key} of {name} is {stored[key]!r}")
        if not math.isfinite(stored[key]) or (key != "value" and stored[key] < 0):
            raise ValueError(f"{key} of {name} is {stored[key]!r}")
    found = Quantity(**{key: stored[key] for key in known})
    if found.successes is not None and found.successes > found.n:
        raise ValueError(f"{name} has {found.successes} successes in {found.n} draws")
    return found
