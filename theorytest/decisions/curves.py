r"""E X_t ≤ curve_t at every time of a grid, such as C t^-r: a rate with its constant, refuted without any assumption.

The ratios R_t = X_t / curve_t are nonnegative with mean at most 1 at every time. Along a path they depend on each
other, so nothing is multiplied over times: half of the wealth bets on the mean of R_t over the grid, half is spread
over the single times, and each bet is a product over replicas, an e-process (`eprocess`). Its level holds at every
sample size, for laws without a variance, too. The slope that a fit finds is told beside it, as a picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import finite
from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import check_support, lower_bound, ratios
from theorytest.decisions.intervals import log_mean_exp
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, pending
from theorytest.decisions.tails import tails
from theorytest.decisions.trajectories import consistent, ratio_sentence, step_gains
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import number
from theorytest.fits import pseudo_values, silence, slope_weights


@dataclass(frozen=True)
class _Seen:
    """The ratios so far, and what every bet has won: at every time, and in the last column on the mean over them."""

    chunks: tuple[Array, ...] = ()
    gains: Array | None = None


@dataclass(frozen=True, eq=False)
class _Claim:
    times: Array
    curve: Array
    knowledge: Knowledge
    name: str
    symbol: str


def curve_at_most(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    times: ArrayLike,
    curve: ArrayLike,
    upper: float = math.inf,
    kurtosis: float | None = None,
    name: str = "curve",
    symbol: str = "E X_t / curve_t",
) -> Decision:
    """E X_t ≤ curve_t at every time; `draw` returns X ≥ 0 of shape (size, n_times).

    Refuting needs no assumption. A pass needs X_t ≤ `upper` · curve_t or the `kurtosis` of X_t; it is `consistent` up
    to the last time, within the resolution.
    """
    grid, bound = finite("times", times, shape=(None,)), finite("curve", curve, shape=(None,))
    if not len(grid) or np.any(np.diff(grid) <= 0) or bound.shape != grid.shape or np.any(bound <= 0):
        raise ValueError(f"times must increase, and curve must be positive at each of them, got {grid} and {bound}")
    claim = _Claim(grid, bound, Knowledge((0.0, upper), kurtosis=kurtosis), name, symbol)

    def absorb(seen: _Seen, new: Array) -> _Seen:
        R = new / claim.curve
        check_support(R, claim.knowledge.support)
        won = step_gains(ratios(np.column_stack([R, R.mean(axis=1)]), 1.0))
        return _Seen((*seen.chunks, R), won if seen.gains is None else seen.gains + won)

    def judge(seen: _Seen, look: Look) -> Decision:
        return _judge(seen, look, plan, claim)

    start, entry = _Seen(), (len(grid),)
    return decide(
        draw,
        generators,
        plan,
        name=name,
        start=start,
        absorb=absorb,
        judge=judge,
        entry=entry,
        schedule=frequent_looks,
    )


def curve_log_wealth(gains: Array) -> float:
    """The log of ½ mean_λ Π_replicas (1 + λ (mean_t R_t - 1)) + ½ mean_{λ,t} Π_replicas (1 + λ (R_t - 1))."""
    return log_mean_exp([log_mean_exp(gains[:, -1]), log_mean_exp(gains[:, :-1].ravel())])


def _judge(seen: _Seen, look: Look, plan: Plan, claim: _Claim) -> Decision:
    assert seen.gains is not None
    R, log_wealth = np.concatenate(seen.chunks), curve_log_wealth(seen.gains)
    refuted = log_wealth >= math.log(1 / plan.alpha)
    held, reason = (False, "") if refuted else consistent(R, look, plan, claim.knowledge)
    verdict = Verdict.REFUTED if refuted else Verdict.CONSISTENT if held else Verdict.UNDECIDED
    if verdict is Verdict.UNDECIDED and not look.last:
        return pending(claim.name)
    low, where, shown = _clearest(R, claim.times, plan.alpha)
    tail = tails(shown)
    sentence = ratio_sentence(verdict, f"{claim.symbol} {where}", plan, look, claim.knowledge, tail, low, reason)
    return Decision(
        name=claim.name,
        method="e-process over replicas at every time (valid level)",
        verdict=verdict,
        sentence=f"{sentence}{fitted_words(R * claim.curve, claim.times)}",
        claimed=1.0,
        sign="≤",
        estimate=tail.mean,
        low=low,
        high=1 + plan.resolution if verdict is Verdict.CONSISTENT else math.inf,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=len(R),
        witness={"where": where, "mean_ratio": tail.mean} if refuted else None,
        statistics={**tail.statistics(), "n_times": float(len(claim.times)), "log_wealth": log_wealth},
        curves={"times": claim.times, "mean": R.mean(axis=0) * claim.curve, "reference": claim.curve},
        until=float(claim.times[-1]),
    )


def _clearest(R: Array, times: Array, alpha: float) -> tuple[float, str, Array]:
    """The larger lower bound, of the mean ratio over the grid or at its worst time; where; and the ratios there."""
    worst = int(np.argmax(R.mean(axis=0)))
    everywhere = lower_bound(R.mean(axis=1), alpha=alpha / 2)
    there = lower_bound(R[:, worst], alpha=alpha / 2 / len(times))
    if everywhere >= there:
        return everywhere, f"over {len(times)} times", R.mean(axis=1)
    return there, f"at t = {number(times[worst])}", R[:, worst]


def fitted_words(paths: Array, times: Array) -> str:
    """The slope of the log mean over the window, where there is one; its error is asymptotic and decides nothing."""
    if len(times) < 2 or times[0] <= 0 or silence(paths, times, "mean"):
        return ""
    values = pseudo_values(paths, slope_weights(np.log(times))[None], "mean")
    error = float(values.std(ddof=1)) / math.sqrt(len(paths))
    return f"; fitted slope of log E X_t: {number(float(values.mean()))}, standard error {number(error)} (asymptotic)"
