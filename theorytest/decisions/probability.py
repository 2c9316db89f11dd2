r"""Decisions about the probability of an event: P(A) = p, ≤ p, ≥ p, by bets that may be looked at after every chunk.

Against P(A) ≤ m the wealth is Σ_λ w_λ (1 + λ(1/m - 1))^k (1 - λ)^(n-k) after k events in n draws, a supermartingale
whatever the probability below m is; the shares w favour the λ that suits a violation of the size that is looked for.
A claim is refuted and confirmed as a mean is (see `means`); an interval holds what the bets leave. A plan of at most
one batch gives half of alpha to the exact (Clopper-Pearson) test of all its draws: few draws have nothing to spare.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import scipy

from theorytest.decisions.bets import weights
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import counted
from theorytest.decisions.intervals import SIDES, Evidence, log_sum_exp, outside
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, pending, shortfall
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number

_BETS: Array = 2.0 ** np.arange(-3.0, 14.0)  # in units of the best one: the truth may be far from the claim
_ALL_IN = 0.99  # what never happens is best bet on with nearly everything


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
    low = scipy.special.betaincinv(successes, n - successes + 1, alpha) if successes else 0.0
    high = scipy.special.betainccinv(successes + 1, n - successes, alpha) if successes < n else 1.0
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

    return decide(
        event, generators, plan, name=claim.name, start=0, absorb=absorb, judge=judge, schedule=frequent_looks
    )


def event_evidence(successes: int, n: int, target: tuple[float, float]) -> Evidence:
    """Log evidence that the probability lies above m (side +1) or below it (-1), planned for a distance from p."""
    p, delta = target

    def evidence(m: float, side: int) -> float:
        hits, odds = (successes, m) if side > 0 else (n - successes, 1 - m)
        if odds <= 0:
            return math.inf if hits else -math.inf  # what has probability 0 has happened, or nothing bets against it
        best = delta / max(1 - p if side > 0 else p, delta)  # λ = δ / (1 - m) is the best bet at m + δ
        lambdas = np.append(best * _BETS[best * _BETS < _ALL_IN / 1.5], _ALL_IN)
        hit, miss = np.log1p(lambdas * (1 / odds - 1)), np.log1p(-lambdas)
        return log_sum_exp(hits * hit + (n - hits) * miss + weights(lambdas, best))

    return evidence


def _judge(successes: int, look: Look, plan: Plan, claim: _Claim) -> Decision:
    n, delta, short = look.draws, plan.resolution * claim.unit, plan.max_draws <= plan.first_batch
    level = plan.alpha / len(SIDES[claim.relation]) / (2 if short else 1)
    evidence = event_evidence(successes, n, (claim.p, delta))
    verdict = _verdict(evidence, claim, delta, math.log(1 / level))
    exact = clopper_pearson(successes, n, alpha=level) if short and look.last else (0.0, 1.0)
    if verdict is Verdict.UNDECIDED:
        verdict = _by_interval(*exact, claim, delta)
    if verdict is Verdict.CONFIRMED and not look.last and outside(claim.relation, successes / n, claim.p):
        verdict = Verdict.UNDECIDED
    if verdict is Verdict.UNDECIDED and not look.last:
        return pending(claim.name)
    ends = _ends(evidence, successes / n, level)
    low, high = max(ends[0], exact[0]), min(ends[1], exact[1])
    return Decision(
        name=claim.name,
        method="betting e-process",
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


def _verdict(evidence: Evidence, claim: _Claim, delta: float, threshold: float) -> Verdict:
    sides, p = SIDES[claim.relation], claim.p
    if max(evidence(p, side) for side in sides) >= threshold:
        return Verdict.REFUTED
    inside = all(_is_beyond(p + side * delta) or evidence(p + side * delta, -side) >= threshold for side in sides)
    return Verdict.CONFIRMED if inside and not claim.blurred(delta) else Verdict.UNDECIDED


def _by_interval(low: float, high: float, claim: _Claim, delta: float) -> Verdict:
    """The same by an interval whose ends have the level of one side each."""
    sides, p = SIDES[claim.relation], claim.p
    if (+1 in sides and low > p) or (-1 in sides and high < p):
        return Verdict.REFUTED
    inside = (+1 not in sides or high <= p + delta) and (-1 not in sides or low >= p - delta)
    return Verdict.CONFIRMED if inside and not claim.blurred(delta) else Verdict.UNDECIDED


def _is_beyond(m: float) -> bool:
    """Whether no probability lies on the far side of m."""
    return not 0 < m < 1


def _ends(evidence: Evidence, estimate: float, level: float) -> tuple[float, float]:
    """What the bets leave of [0, 1], each end with its level."""
    return _end(evidence, +1, estimate, level), _end(evidence, -1, estimate, level)


def _end(evidence: Evidence, side: int, estimate: float, level: float) -> float:
    """Between the estimate, against which nothing is won, and 0 or 1; rounded outward."""

    def excess(m: float) -> float:
        return evidence(m, side) - math.log(1 / level)

    edge, farthest = (1e-15, 0.0) if side > 0 else (1 - 1e-15, 1.0)
    if excess(edge) < 0:
        return farthest
    nearest = min(max(estimate, 1e-15), 1 - 1e-15)
    found = float(scipy.optimize.brentq(excess, *sorted((edge, nearest)), xtol=1e-14, rtol=1e-12))
    return min(max(found - side * 1e-11 * found, 0.0), 1.0)


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
    return f"{verdict}: {measured(claim.symbol, *measurement)} against {printed} ({', '.join(details)})"
