r"""How single paths grow: almost surely bounded, like c log t, like c t^p, from the maxima over dyadic windows.

Each path is sorted by its own increments over quarters of the doublings, and the share of paths of the claimed kind
gets an exact binomial interval: no moment is assumed. A finite horizon shows no null set, so what passes is consistent
with "almost surely" up to a share of paths, the resolution.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from theorytest.decisions.claimed_growth import GrowthClaim
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.growth import Growth
from theorytest.decisions.probability import clopper_pearson
from theorytest.decisions.quarters import Quarters, increments, quartered
from theorytest.decisions.sequential import Generators, Look, Plan, decide
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, percent


@dataclass(frozen=True)
class _Counted:
    """How many paths are of the claimed kind, how many of another admitted one, of all."""

    supported: int = 0
    contradicted: int = 0
    n: int = 0


def paths_bounded(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    slack: float = 0.0,
    among: Collection[Growth] = (),
    name: str = "growth of paths",
    symbol: str = "sup X",
) -> Decision:
    """sup_t |X_t| < ∞ almost surely; `draw` returns |X| or its maxima over dyadic windows, shape (size, n_times).

    A path that adds at most `slack` per doubling to its supremum counts as bounded.
    """
    if not 0 <= slack < math.inf:
        raise ValueError(f"slack must be at least 0 and finite, got {slack}")
    claim = GrowthClaim(Growth.BOUNDED, quartered(times), frozenset(among), name, symbol)
    return _decide(draw, generators, plan, claim, slack)


def paths_grow_like_log(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    against: float,
    among: Collection[Growth] = (),
    name: str = "growth of paths",
    symbol: str = "sup X",
) -> Decision:
    """sup_{s ≤ t} |X_s| ~ c log t along almost every path, told from t^against."""
    claim = GrowthClaim(Growth.LOGARITHMIC, quartered(times), frozenset(among), name, symbol, against=against)
    return _decide(draw, generators, plan, claim, 0.0)


def paths_grow_like_power(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    exponent: float,
    near: float = 0.05,
    among: Collection[Growth] = (),
    name: str = "growth of paths",
    symbol: str = "sup X",
) -> Decision:
    """sup_{s ≤ t} |X_s| ~ c t^exponent along almost every path, up to `near`."""
    claim = GrowthClaim(Growth.POWER, quartered(times), frozenset(among), name, symbol, exponent, near)
    return _decide(draw, generators, plan, claim, 0.0)


def _decide(draw: Draw, generators: Generators, plan: Plan, claim: GrowthClaim, slack: float) -> Decision:
    def absorb(counted: _Counted, new: Array) -> _Counted:
        rows = increments(np.maximum.accumulate(np.abs(new), axis=1))
        quarters = Quarters(rows, rows, claim.doublings)
        good, bad = (int(flags.sum()) for flags in _flags(claim, quarters, slack))
        return _Counted(counted.supported + good, counted.contradicted + bad, counted.n + len(new))

    def judge(counted: _Counted, look: Look) -> Decision:
        return _judge(counted, look, plan, claim)

    entry = (len(claim.times),)
    return decide(draw, generators, plan, name=claim.name, start=_Counted(), absorb=absorb, judge=judge, entry=entry)


def _flags(claim: GrowthClaim, quarters: Quarters, slack: float) -> tuple[Array, Array]:
    return claim.supported(quarters, slack), claim.contradicted(quarters, slack)


def _judge(counted: _Counted, look: Look, plan: Plan, claim: GrowthClaim) -> Decision:
    """At least 1 - resolution of the paths are as claimed, or are otherwise: noise may make any path look otherwise."""
    n, level = counted.n, plan.spend(look.number) / 2
    low, high = clopper_pearson(counted.supported, n, alpha=level)
    otherwise = clopper_pearson(counted.contradicted, n, alpha=level)[0]
    verdict = claim.verdict(low >= 1 - plan.resolution, otherwise >= 1 - plan.resolution)
    return Decision(
        name=claim.name,
        method="paths sorted by their increments over quarters of the doublings, Clopper-Pearson",
        verdict=verdict,
        sentence=_sentence(verdict, claim, plan, look, (counted.supported / n, low, high)),
        estimate=counted.supported / n,
        low=low,
        high=high,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=n,
        witness={"otherwise": counted.contradicted, "n": n} if verdict is Verdict.REFUTED else None,
        statistics={"n": float(n), "successes": float(counted.supported), "mean": counted.supported / n},
        until=float(claim.times[-1]),
    )


def _sentence(
    verdict: Verdict, claim: GrowthClaim, plan: Plan, look: Look, measurement: tuple[float, float, float]
) -> str:
    details = [budget(look.draws, plan.alpha, "paths"), *claim.limits(verdict)]
    if verdict is Verdict.CONSISTENT:
        details.append(f"except for a share of at most {percent(plan.resolution)}")
    if verdict is Verdict.UNDECIDED and not claim.early:
        details.append(f"{'too few' if look.last else 'so far too few'} paths are of one kind")
    share = measured("share of paths", *measurement)
    return f"{verdict}: {claim.words()} along paths up to t = {claim.times[-1]:,.6g}, {share} ({', '.join(details)})"
