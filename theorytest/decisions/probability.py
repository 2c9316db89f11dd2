r"""Decisions about the probability of an event: P(A) = p, ≤ p, ≥ p, by exact binomial (Clopper-Pearson) intervals.

Look k uses the level α / (k (k + 1)), so that all looks together err with probability at most α.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import betainccinv, betaincinv

from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import counted
from theorytest.decisions.intervals import SIDES, outside
from theorytest.decisions.sequential import Generators, Look, Plan, decide, shortfall
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number


@dataclass(frozen=True)
class _Claim:
    relation: str
    p: float
    scale: float | None
    name: str
    symbol: str

    def __post_init__(self) -> None:
        if not (0 <= self.p <= 1 or (self.relation != "=" and math.isfinite(self.p))):
            raise ValueError(f"the claimed probability must lie in [0, 1], got {self.p}")
        if self.scale is not None and not 0 < self.scale < math.inf:
            raise ValueError(f"scale must be positive and finite, got {self.scale}")

    @property
    def vacuous(self) -> bool:
        """Whether every probability satisfies the claim."""
        return (self.relation == "≤" and self.p >= 1) or (self.relation == "≥" and self.p <= 0)

    def blurred(self, delta: float) -> bool:
        """Whether every probability satisfies the claim up to δ: then nothing is evidence for it."""
        return (self.relation == "≥" or self.p + delta >= 1) and (self.relation == "≤" or self.p <= delta)

    @property
    def unit(self) -> float:
        """The scale of the resolution: p itself, and 1 when p = 0."""
        return self.scale if self.scale is not None else (self.p or 1.0)


def probability_at_most(
    event: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: float,
    name: str = "probability",
    symbol: str = "P(A)",
    scale: float | None = None,
) -> Decision:
    """P(A) ≤ bound; `event(rng, size)` returns zeros and ones."""
    return _decide(event, generators, plan, _Claim("≤", bound, scale, name, symbol))


def probability_at_least(
    event: Draw,
    generators: Generators,
    plan: Plan,
    *,
    bound: float,
    name: str = "probability",
    symbol: str = "P(A)",
    scale: float | None = None,
) -> Decision:
    """P(A) ≥ bound."""
    return _decide(event, generators, plan, _Claim("≥", bound, scale, name, symbol))


def probability_equals(
    event: Draw,
    generators: Generators,
    plan: Plan,
    *,
    value: float,
    name: str = "probability",
    symbol: str = "P(A)",
    scale: float | None = None,
) -> Decision:
    """P(A) = value: refuted by either side at α/2, confirmed when the interval lies within value ± δ."""
    return _decide(event, generators, plan, _Claim("=", value, scale, name, symbol))


def clopper_pearson(successes: int, n: int, *, alpha: float) -> tuple[float, float]:
    """The exact interval for p whose two ends err with probability at most α each (beta quantiles)."""
    low = betaincinv(successes, n - successes + 1, alpha) if successes else 0.0
    high = betainccinv(successes + 1, n - successes, alpha) if successes < n else 1.0
    return float(low), float(high)


def _decide(event: Draw, generators: Generators, plan: Plan, claim: _Claim) -> Decision:
    if claim.vacuous:
        return _vacuous(claim, plan)

    def absorb(successes: int, new: Array) -> int:
        if not np.all((new == 0) | (new == 1)):
            raise ValueError("an event must be drawn as zeros and ones (or booleans)")
        return successes + int(new.sum())

    def judge(successes: int, look: Look) -> Decision:
        return _judge(successes, look, plan, claim)

    return decide(event, generators, plan, name=claim.name, start=0, absorb=absorb, judge=judge)


def _judge(successes: int, look: Look, plan: Plan, claim: _Claim) -> Decision:
    sides, n = SIDES[claim.relation], look.draws
    low, high = clopper_pearson(successes, n, alpha=plan.spend(look.number) / len(sides))
    verdict = _verdict(low, high, claim, plan.resolution * claim.unit)
    if verdict is Verdict.CONFIRMED and not look.last and outside(claim.relation, successes / n, claim.p):
        verdict = Verdict.UNDECIDED
    return Decision(
        name=claim.name,
        method="Clopper-Pearson with spending over looks",
        verdict=verdict,
        sentence=_sentence(verdict, claim, plan, look, (successes / n, low, high)),
        claimed=claim.p,
        sign=claim.relation,
        estimate=successes / n,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=n,
        witness={"successes": successes, "n": n, "low": low, "high": high} if verdict is Verdict.REFUTED else None,
        statistics={"n": float(n), "successes": float(successes), "mean": successes / n, **_bets(successes, n, claim)},
    )


def _bets(successes: int, n: int, claim: _Claim) -> dict[str, float]:
    """What bets have won against the claim: not used here, but later runs carry them on."""
    sides = SIDES[claim.relation]
    return {name: x for side in sides for name, x in counted(successes, n, claim.p, side).to_numbers(side).items()}


def _vacuous(claim: _Claim, plan: Plan) -> Decision:
    return Decision(
        name=claim.name,
        method="none: the claim is vacuous",
        verdict=Verdict.UNDECIDED,
        sentence=f"undecided: {claim.symbol} {claim.relation} {number(claim.p)} holds for every event",
        claimed=claim.p,
        sign=claim.relation,
        alpha=plan.alpha,
        resolution=plan.resolution,
    )


def _verdict(low: float, high: float, claim: _Claim, delta: float) -> Verdict:
    sides, p = SIDES[claim.relation], claim.p
    if (+1 in sides and low > p) or (-1 in sides and high < p):
        return Verdict.REFUTED
    inside = (+1 not in sides or high <= p + delta) and (-1 not in sides or low >= p - delta)
    return Verdict.CONFIRMED if inside and not claim.blurred(delta) else Verdict.UNDECIDED


def _open(claim: _Claim, plan: Plan, look: Look) -> str:
    """Why the evidence is not enough."""
    if claim.blurred(plan.resolution * claim.unit):
        return f"with the resolution {number(plan.resolution)} of {number(claim.unit)} every probability would pass"
    return shortfall(plan, look, plan.needed(math.sqrt(claim.p * (1 - claim.p)) / claim.unit))


def _sentence(verdict: Verdict, claim: _Claim, plan: Plan, look: Look, measurement: tuple[float, float, float]) -> str:
    printed = number(claim.p) if claim.relation == "=" else f"{claim.relation} {number(claim.p)}"
    details = [budget(look.draws, plan.alpha)]
    if verdict is Verdict.CONFIRMED:
        details.append(f"resolution {number(plan.resolution)} of {number(claim.unit)}")
    if verdict is Verdict.UNDECIDED:
        details.append(_open(claim, plan, look))
    return f"{verdict}: {measured(claim.symbol, *measurement)} against the claimed {printed} ({', '.join(details)})"
