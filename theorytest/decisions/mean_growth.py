r"""How an expectation grows: E X_t bounded, like c log t, like c t^p, from paths at doubling times.

The means of the increments over quarters of the doublings get intervals that hold together with probability 1 - α, at
every look. A kind of growth is consistent when all values in these intervals belong to it; where the claim states
`among` which kinds there can be, it is refuted when they all belong to another one.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

import numpy as np
import scipy
from numpy.typing import ArrayLike

from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.claimed_growth import GrowthClaim
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.growth import Growth
from theorytest.decisions.intervals import interval
from theorytest.decisions.quarters import Quarters, increments, quartered
from theorytest.decisions.sequential import Generators, Look, Plan, decide
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, number

_QUARTERS = 4


def mean_bounded(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    scale: float,
    among: Collection[Growth] = (),
    support: tuple[float, float] = (-math.inf, math.inf),
    variance: float | None = None,
    kurtosis: float | None = None,
    name: str = "growth of a mean",
    symbol: str = "E X_t",
) -> Decision:
    """E X_t = O(1), up to a growth of resolution · scale per doubling; `draw` returns X of shape (size, n_times).

    `support` is that of X_t, `variance` and `kurtosis` are of its increments over a quarter of the doublings.
    """
    claim = GrowthClaim(Growth.BOUNDED, quartered(times), frozenset(among), name, symbol)
    return _decide(draw, generators, plan, claim, Knowledge(support, variance, kurtosis), _scale(scale))


def mean_grows_like_log(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    against: float,
    among: Collection[Growth] = (),
    support: tuple[float, float] = (-math.inf, math.inf),
    variance: float | None = None,
    kurtosis: float | None = None,
    name: str = "growth of a mean",
    symbol: str = "E X_t",
) -> Decision:
    """E X_t ~ c log t, told from t^against; undecided on a horizon that is too short for that."""
    claim = GrowthClaim(Growth.LOGARITHMIC, quartered(times), frozenset(among), name, symbol, against=against)
    return _decide(draw, generators, plan, claim, Knowledge(support, variance, kurtosis), 0.0)


def mean_grows_like_power(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    exponent: float,
    among: Collection[Growth] = (),
    support: tuple[float, float] = (-math.inf, math.inf),
    variance: float | None = None,
    kurtosis: float | None = None,
    name: str = "growth of a mean",
    symbol: str = "E X_t",
) -> Decision:
    """E X_t ~ c t^exponent, up to resolution · exponent."""
    near = plan.resolution * exponent
    claim = GrowthClaim(Growth.POWER, quartered(times), frozenset(among), name, symbol, exponent, near)
    return _decide(draw, generators, plan, claim, Knowledge(support, variance, kurtosis), 0.0)


def _scale(scale: float) -> float:
    if not 0 < scale < math.inf:
        raise ValueError(f"scale must be positive and finite, got {scale}")
    return scale


def _decide(
    draw: Draw, generators: Generators, plan: Plan, claim: GrowthClaim, known: Knowledge, scale: float
) -> Decision:
    low, high = known.support
    knowledge = replace(known, support=(low - high, high - low))  # of differences

    def absorb(chunks: tuple[Array, ...], new: Array) -> tuple[Array, ...]:
        return (*chunks, increments(new))

    def judge(chunks: tuple[Array, ...], look: Look) -> Decision:
        return _judge(np.concatenate(chunks), look, plan, claim, knowledge, plan.resolution * scale)

    start: tuple[Array, ...] = ()
    entry = (len(claim.times),)
    return decide(draw, generators, plan, name=claim.name, start=start, absorb=absorb, judge=judge, entry=entry)


def quarter_means(rows: Array, plan: Plan, look: Look, knowledge: Knowledge, doublings: int) -> Quarters:
    """Intervals for the four means, each with a quarter of alpha, half of it on each side."""
    each = replace(plan, alpha=plan.alpha / _QUARTERS)
    level = each.alpha * (1 - VARIANCE_SHARE) / 2
    ends = []
    for column in rows.T:
        tail = tails(column)
        knowledge.check(column, each, look)
        evidence = knowledge.evidence(column, each, tail)
        step = max(tail.variation / math.sqrt(tail.n), 1e-12 * float(np.abs(column).max()), 1e-300)
        ends.append(interval(evidence, centre=tail.mean, step=step, alphas=(level, level)))
    low, high = np.array(ends).T
    return Quarters(low, high, doublings)


def _judge(rows: Array, look: Look, plan: Plan, claim: GrowthClaim, knowledge: Knowledge, slack: float) -> Decision:
    found = quarter_means(rows, plan, look, knowledge, claim.doublings)
    told = not knowledge.untried(look)
    verdict = claim.verdict(
        told and bool(claim.supported(found, slack)), told and bool(claim.contradicted(found, slack))
    )
    tail = tails(rows[:, -1])
    power = _power(tail, slack * claim.doublings, plan.alpha / _QUARTERS / 2)
    return Decision(
        name=claim.name,
        method="intervals for the increments over quarters of the doublings",
        verdict=verdict,
        sentence=_sentence(verdict, claim, plan, look, knowledge, (rows, found, slack, power)),
        estimate=tail.mean,
        low=float(found.low[-1]),
        high=float(found.high[-1]),
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=len(rows),
        witness={"increments": rows.mean(axis=0).tolist()} if verdict is Verdict.REFUTED else None,
        statistics={**tail.statistics(), "power": power},
        until=float(claim.times[-1]),
    )


def _power(tail: Tails, shift: float, alpha: float) -> float:
    """The probability that a growth by this much over the last quarter is told from none, by the normal limit."""
    error = tail.variation / math.sqrt(tail.n)
    return float(scipy.special.ndtr(shift / error + scipy.special.ndtri(alpha))) if error > 0 else 1.0


def _sentence(
    verdict: Verdict,
    claim: GrowthClaim,
    plan: Plan,
    look: Look,
    knowledge: Knowledge,
    seen: tuple[Array, Quarters, float, float],
) -> str:
    rows, found, slack, power = seen
    quarters = ", ".join(number(float(x)) for x in rows.mean(axis=0))
    details = [f"increments over quarters of the doublings {quarters}", budget(look.draws, plan.alpha, "replicas")]
    details += claim.limits(verdict)
    if claim.kind is Growth.BOUNDED and verdict is Verdict.CONSISTENT:
        hidden = float(np.maximum(-found.low[-1], found.high[-1])) / claim.doublings
        details.append(f"growth by less than {number(hidden)} per doubling would look the same")
    elif slack:
        seen_with = f"a growth of {number(slack)} per doubling would be seen with probability {power:.3g}"
        details.append(seen_with)
    if verdict is Verdict.UNDECIDED and not claim.early:
        details.append(knowledge.silence(+1, tails(rows[:, -1])) or _open(found, claim, slack, look))
    return f"{verdict}: {claim.words()} up to t = {claim.times[-1]:,.6g} ({', '.join(details)})"


def _open(found: Quarters, claim: GrowthClaim, slack: float, look: Look) -> str:
    """What the intervals show instead of the claimed kind, if that is clear."""
    kind = found.kind(slack).item()
    if kind not in (Growth.BETWEEN, claim.kind):
        return f"it looks {kind}"
    return "the intervals fit several kinds or none" if look.last else "more draws may decide"
