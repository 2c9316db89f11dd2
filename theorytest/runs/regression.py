"""Two runs compared statistically: what moved, by how many standard errors, under one false-alarm budget.

Every measured quantity is a sample with its sufficient statistics, so that a baseline and a new run are two samples: a
mean moved when Welch's statistic says so, a probability when Fisher's exact test does. Runs stop once draws decide,
so a p-value pays for the looks k and l at which the two runs stopped: it is multiplied by k (k + 1) l (l + 1). A run
with a stated drift draws on until it would show, and pays nothing; what cannot show it is named.
Holm's procedure keeps the probability of any alarm without a change below the budget. An exact number is no sample: it
moves when it differs by more than rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from theorytest.decisions.decision import Verdict
from theorytest.decisions.gauges import detectable
from theorytest.decisions.sequential import Plan, frequent_looks
from theorytest.runs.baseline import Baseline, Quantity

FALSE_ALARM = 1e-4
_ROUNDING = 1e-7  # of an exact number's scale: beyond what another order of additions explains


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
