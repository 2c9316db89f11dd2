"""Two runs compared statistically: what moved, by how many standard errors, under one false-alarm budget.

Every measured quantity is a sample with its sufficient statistics, so that a baseline and a new run are two samples: a
mean moved when Welch's statistic says so, a probability when Fisher's exact test does. Runs stop once draws decide,
so a p-value pays for the looks k and l at which the two runs stopped: it is multiplied by k (k + 1) l (l + 1). A run
with a stated drift draws on until it would show, and pays nothing; what cannot show it is named.
Holm's procedure keeps the probability of any alarm without a change below the budget. An exact number is no sample: it
moves when it differs by more than rounding.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from theorytest.decisions.decision import Verdict
from theorytest.decisions.gauges import detectable
from theorytest.decisions.sequential import Plan, frequent_looks
from theorytest.encoding import dumps
from theorytest.runs.files import replace_file
from theorytest.runs.record import Judged, Record, StoredDecision
from theorytest.runs.records import RecordError, checksum

SCHEMA = 2
_WITHOUT_CHECKSUM = 1  # the schema before, which is still read
FALSE_ALARM = 1e-4
_ROUNDING = 1e-7  # of an exact number's scale: beyond what another order of additions explains
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
    replace_file(path, (dumps({**data, "sha256": checksum(data)}, indent=1) + "\n").encode())


def read_baseline(path: Path) -> Baseline:
    """The baseline in a file, or one sentence about what is wrong with it."""
    try:
        data = json.loads(path.read_bytes())
    except OSError as error:
        raise RecordError(f"the baseline {path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise RecordError(f"{path} is not a baseline: it is not JSON, perhaps cut short") from None
    version = data.get("schema") if isinstance(data, dict) else None
    if version == SCHEMA and data.pop("sha256", None) != _checksum(data):
        raise RecordError(f"the baseline {path} was changed after it was written: its checksum differs")
    if version not in (SCHEMA, _WITHOUT_CHECKSUM):
        raise RecordError(
            f"{path} is not a baseline of schema {SCHEMA}: write it anew with theorytest regress --update"
        )
    try:
        quantities = {name: _read_quantity(name, q) for name, q in data["quantities"].items()}
        return Baseline(dict(data["verdicts"]), quantities, dict(data["run"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"{path} is an incomplete baseline ({type(error).__name__}: {error})") from None


def _checksum(data: Mapping[str, Any]) -> str:
    try:
        return checksum(data)
    except (ValueError, RecursionError):  # a number such as 1e400, which no baseline holds
        return ""


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


@dataclass(frozen=True)
class Change:
    """One quantity in both runs: how far it moved, and how surprising that is if nothing changed."""

    name: str
    before: Quantity
    now: Quantity
    distance: float  # in standard errors with its sign; inf for an exact number that moved
    p_value: float
    moved: bool = False

    def resolution(self, alpha: float) -> float | None:
        """The relative drift that this comparison shows with probability 0.99; an exact number shows any."""
        if self.now.kind == "exact number":
            return None
        level = min(alpha / (_price(self.before) * _price(self.now)), 0.5)
        sizes, spreads = (self.before.n, self.now.n), (self.before.spread, self.now.spread)
        return detectable(spreads, sizes, self.before.value, alpha=level)

    @property
    def sentence(self) -> str:
        """What moved, from where to where."""
        relative = f", {100 * (self.now.value / self.before.value - 1):+.2g} %" if self.before.value else ""
        if self.now.kind == "exact number":
            return f"{self.name}: its distance from the claim was {self.before.value:.9g} and is {self.now.value:.9g}"
        far = f"{self.distance:+.1f} standard errors{relative}, p = {self.p_value:.1g}"
        return f"{self.name}: {self.now.kind} {self.before.value:.6g} -> {self.now.value:.6g} ({far})"


@dataclass(frozen=True)
class Comparison:
    """All that a comparison found."""

    verdicts: Mapping[str, tuple[str, str]]  # changed, before and now
    changes: tuple[Change, ...]
    new: tuple[str, ...]
    vanished: tuple[str, ...]  # quantities that claims of both runs no longer have
    not_run: tuple[str, ...]  # claims that this run does not have
    not_compared: Mapping[str, str]
    false_alarm: float

    def blind(self, drift: float) -> dict[str, float]:
        """The sampled quantities that a drift of this size need not move, with the drift that each would show."""
        sampled = [each for each in self.changes if each.now.n]
        seen = {each.name: each.resolution(self.false_alarm / len(sampled)) for each in sampled}
        return {name: shown for name, shown in seen.items() if shown is not None and not shown <= drift}

    @property
    def moved(self) -> tuple[Change, ...]:
        """What moved beyond chance, the most surprising first."""
        return tuple(sorted((each for each in self.changes if each.moved), key=lambda each: each.p_value))

    @property
    def drifted(self) -> bool:
        """Whether a verdict changed or a quantity moved."""
        return bool(self.verdicts or self.moved)


def compare(before: Baseline, now: Baseline, *, false_alarm: float = FALSE_ALARM) -> Comparison:
    """Every quantity that both runs have, with one false-alarm budget for all of them together."""
    if not 0 < false_alarm < 1:
        raise ValueError(f"false_alarm must lie in (0, 1), got {false_alarm!r}")
    both = [name for name in now.quantities if name in before.quantities]
    alike = all(before.run.get(key) == now.run.get(key) for key in ("seed", "budget"))
    reasons = {name: _reason(before.quantities[name], now.quantities[name], alike) for name in both}
    left_open = dict(_left_open(before, now))
    changes = [_change(name, before.quantities[name], now.quantities[name]) for name in both if not reasons[name]]
    verdicts = {
        name: (before.verdicts[name], verdict)
        for name, verdict in now.verdicts.items()
        if before.verdicts.get(name, verdict) != verdict and name not in left_open
    }
    return Comparison(
        verdicts,
        tuple(_holm(changes, false_alarm)),
        tuple(name for name in now.quantities if name not in before.quantities),
        tuple(name for name in before.quantities if name not in now.quantities and _claim(name) in now.verdicts),
        tuple(name for name in before.verdicts if name not in now.verdicts),
        left_open | {name: reason for name, reason in reasons.items() if reason},
        false_alarm,
    )


def _claim(quantity: str) -> str:
    """The claim to which a quantity belongs: names are "claim: decision"."""
    return quantity.partition(": ")[0]


def _left_open(before: Baseline, now: Baseline) -> Iterator[tuple[str, str]]:
    """Claims that one of two budgets leaves undecided: that is no change of what is true."""
    budgets = [each.run.get("budget") for each in (before, now)]
    for name, verdict in now.verdicts.items():
        pair = (before.verdicts.get(name, verdict), verdict)
        if budgets[0] != budgets[1] and pair[0] != pair[1] and Verdict.UNDECIDED in pair:
            yield name, f"was {pair[0]} with the {budgets[0]} budget, is {pair[1]} with the {budgets[1]} one"


def _reason(before: Quantity, now: Quantity, alike: bool) -> str:
    """Why two quantities cannot be compared, or nothing; `alike` runs have one seed and one budget."""
    if before.kind != now.kind:
        return f"was measured as {before.kind}, is now {now.kind}"
    if now.drawn and not alike:
        return "its instances are drawn, with another seed or budget"
    return "rare draws decide where its mean lies" if before.too_heavy or now.too_heavy else ""


def _change(name: str, before: Quantity, now: Quantity) -> Change:
    difference = now.value - before.value
    if now.kind == "exact number":
        moved = abs(difference) > _ROUNDING * max(before.scale, now.scale)
        return Change(name, before, now, math.copysign(math.inf, difference) if moved else 0.0, 0.0 if moved else 1.0)
    distance, p_value = (_fisher if now.kind == "probability" else _welch)(before, now)
    return Change(name, before, now, distance, min(1.0, p_value * _price(before) * _price(now)))


def _price(quantity: Quantity) -> int:
    """k (k + 1) for the k-th of the looks at which a run may have stopped: together they then spend what one would.

    Draws that were planned for the gate have no such looks.
    """
    if quantity.planned:
        return 1
    k = sum(1 for _ in frequent_looks(Plan(alpha=0.5, resolution=1.0, max_draws=quantity.n)))
    return k * (k + 1)


def _welch(before: Quantity, now: Quantity) -> tuple[float, float]:
    """The distance in standard errors and its p-value by Welch's test; equal constants have not moved."""
    from scipy.stats import ttest_ind_from_stats

    spread = [math.sqrt(each.variance or 0.0) for each in (now, before)]
    if max(spread) == 0:
        same = math.isclose(now.value, before.value, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
        return (0.0, 1.0) if same else (math.copysign(math.inf, now.value - before.value), 0.0)
    unit = max(spread)  # fourth powers of a deviation of 1e100 would overflow, and a p-value of nan raises no alarm
    means, deviations = ([x / unit for x in row] for row in ((now.value, before.value), spread))
    found = ttest_ind_from_stats(means[0], deviations[0], now.n, means[1], deviations[1], before.n, equal_var=False)
    return float(found.statistic), float(found.pvalue)


def _fisher(before: Quantity, now: Quantity) -> tuple[float, float]:
    """The distance in pooled standard errors, and the p-value of Fisher's exact test."""
    from scipy.stats import fisher_exact

    table = [[each.successes or 0, each.n - (each.successes or 0)] for each in (now, before)]
    pooled = (table[0][0] + table[1][0]) / (now.n + before.n)
    error = math.sqrt(pooled * (1 - pooled) * (1 / now.n + 1 / before.n))
    return (now.value - before.value) / error if error else 0.0, float(fisher_exact(table).pvalue)


def _holm(changes: list[Change], false_alarm: float) -> Iterator[Change]:
    """The changes, those marked that Holm's procedure rejects; exact numbers spend nothing."""
    from statsmodels.stats.multitest import multipletests

    sampled = [each for each in changes if each.now.kind != "exact number"]
    rejected = multipletests([each.p_value for each in sampled], alpha=false_alarm, method="holm")[0] if sampled else []
    alarms = {each.name for each, alarm in zip(sampled, rejected, strict=True) if alarm}
    for each in changes:
        moved = each.p_value == 0.0 if each.now.kind == "exact number" else each.name in alarms
        yield Change(each.name, each.before, each.now, each.distance, each.p_value, bool(moved))
