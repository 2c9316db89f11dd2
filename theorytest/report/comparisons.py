"""What a decision compared: the value found, the value printed, and how close one came to the other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from theorytest.decisions.decision import Verdict
from theorytest.decisions.wording import number
from theorytest.report.book import Entry
from theorytest.runs.record import StoredDecision

_SIDES = {"<": "≤", ">": "≥"}
ATTAINED = 1e-9  # relative distance at which a bound counts as attained


@dataclass(frozen=True)
class Comparison:
    """One number against another. `relation` is what the claim says about the found one: ≤, ≥ or =."""

    name: str
    relation: str
    claimed: float
    estimate: float
    low: float
    high: float
    verdict: Verdict
    sampled: bool
    ours: bool = False  # the other number is a threshold of ours

    @property
    def ratio(self) -> float:
        """Found over printed: 1 where the bound is attained."""
        return self.estimate / self.claimed

    @property
    def equal(self) -> bool:
        """Whether it is an equality that holds: what then differs is rounding, however small both sides are."""
        return self.relation == "=" and self.verdict.holds and not self.sampled

    @property
    def distance(self) -> float:
        """How far the found value is from the claimed one, on its own side; negative on the wrong one."""
        if self.equal:
            return 0.0
        return {"≤": 1 - self.ratio, "≥": self.ratio - 1, "=": -abs(self.ratio - 1)}[self.relation]


def comparisons(entry: Entry) -> list[Comparison]:
    """The decisions of a claim that compare a number with a positive printed one."""
    return comparisons_of(entry.result.evidence)


def comparisons_of(evidence: Iterable[StoredDecision]) -> list[Comparison]:
    """The same of decisions without a record."""
    found = (_comparison(decision) for decision in evidence)
    return [each for each in found if each is not None]


def tightest(found: list[Comparison]) -> Comparison | None:
    """The comparison with the least to spare, or the one that fails most."""
    return min(found, key=lambda each: each.distance, default=None)


def closeness(each: Comparison) -> str:
    """How close, in words."""
    away = abs(each.ratio - 1)
    if away <= ATTAINED:
        return "attained"
    if each.equal:
        return "equal up to rounding"
    near = f"{number(each.ratio)} times" if away > 1e-3 else f"within {away:.1e} of"
    return f"{near} what it is compared with"


def claimed_side(each: Comparison) -> str:
    """The claimed side of the claimed value: `≤ 2`."""
    sign = "" if each.relation == "=" else f"{each.relation} "
    return f"{sign}{number(each.claimed)}" + " (a threshold of ours)" * each.ours


def _comparison(decision: StoredDecision) -> Comparison | None:
    numbers = [_number(each) for each in (decision.claimed, decision.estimate, decision.low, decision.high)]
    claimed, estimate, low, high = numbers
    if not (0 < claimed < math.inf) or not math.isfinite(estimate):
        return None
    return Comparison(
        name=decision.name,
        relation=_SIDES.get(decision.sign, decision.sign),
        ours=bool(decision.statistics.get("ours")),
        claimed=claimed,
        estimate=estimate,
        low=estimate if math.isnan(low) else low,
        high=estimate if math.isnan(high) else high,
        verdict=decision.verdict,
        sampled=decision.draws > 0,
    )


def _number(value: float | str | None) -> float:
    return math.nan if value is None else float(value)
