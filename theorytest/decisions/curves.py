r"""E X_t ≤ curve_t at every time of a grid, such as C t^-r: a rate with its constant, refuted without any assumption.

The ratios R_t = X_t / curve_t are nonnegative with mean at most 1 at every time. Along a path they depend on each
other, so nothing is multiplied over times: half of the wealth bets on the mean of R_t over the grid, half is spread
over the single times, and each bet is a product over replicas, an e-process (`eprocess`). Its level holds at every
sample size, for laws without a variance, too. The slope that a fit finds is told beside it, as a picture.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from theorytest.arguments import finite
from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.decision import Decision
from theorytest.decisions.eprocess import check_support, ratios
from theorytest.decisions.intervals import log_mean_exp
from theorytest.decisions.ratio_claims import RatioClaim, Seen, judge_ratios, step_gains
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import number
from theorytest.fits import pseudo_values, silence, slope_weights


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
    knowledge = Knowledge((0.0, upper), kurtosis=kurtosis)

    def places(worst: int, n_times: int) -> tuple[str, str]:
        return f"over {n_times} times", f"at t = {number(grid[worst])}"

    method = "e-process over replicas at every time (valid level)"
    claim = RatioClaim(name, symbol, method, knowledge, curve_log_wealth, _over_times, places)

    def absorb(seen: Seen, new: Array) -> Seen:
        R = new / bound
        check_support(R, knowledge.support)
        return seen.and_then(R, step_gains(ratios(np.column_stack([R, _over_times(R)]), 1.0)))

    def judge(seen: Seen, look: Look) -> Decision:
        found = judge_ratios(seen, look, plan, claim)
        return found if found.claimed is None else _drawn(found, np.concatenate(seen.chunks) * bound, grid, bound)

    return decide(
        draw,
        generators,
        plan,
        name=name,
        start=Seen(),
        absorb=absorb,
        judge=judge,
        entry=(len(grid),),
        schedule=frequent_looks,
    )


def _over_times(R: Array) -> Array:
    return np.asarray(R.mean(axis=1))


def _drawn(found: Decision, paths: Array, times: Array, curve: Array) -> Decision:
    """With the slope that a fit finds, and the means beside the curve."""
    return replace(
        found,
        sentence=f"{found.sentence}{fitted_words(paths, times)}",
        statistics={**found.statistics, "n_times": float(len(times))},
        curves={"times": times, "mean": paths.mean(axis=0), "reference": curve},
        until=float(times[-1]),
    )


def curve_log_wealth(gains: Array) -> float:
    """The log of ½ mean_λ Π_replicas (1 + λ (mean_t R_t - 1)) + ½ mean_{λ,t} Π_replicas (1 + λ (R_t - 1))."""
    return log_mean_exp([log_mean_exp(gains[:, -1]), log_mean_exp(gains[:, :-1].ravel())])


def fitted_words(paths: Array, times: Array) -> str:
    """The slope of the log mean over the window, where there is one; its error is asymptotic and decides nothing."""
    if len(times) < 2 or times[0] <= 0 or silence(paths, times, "mean"):
        return ""
    values = pseudo_values(paths, slope_weights(np.log(times))[None], "mean")
    error = float(values.std(ddof=1)) / math.sqrt(len(paths))
    return f"; fitted slope of log E X_t: {number(float(values.mean()))}, standard error {number(error)} (asymptotic)"
