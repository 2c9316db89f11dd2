r"""Statements along trajectories: maximal inequalities and drift inequalities.

Maximal: P(sup_t Y_t ≥ K) ≤ bound/K, by exact binomial intervals over replicas. A finite horizon can refute it, but
supports it only up to that horizon, so a pass is `consistent`.
Drift: E[R_t | past] ≤ 1 for nonnegative ratios R_t = Y_{t+1} / bound_t. Given the past of all replicas the bets
1 + λ (R_t - 1) have mean at most 1, so their products over steps and replicas are e-processes; half of the wealth
bets on all steps together, half is spread over the single steps, so that one bad step is not diluted by many good ones.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from theorytest.decisions.assumptions import Knowledge
from theorytest.decisions.decision import Decision
from theorytest.decisions.eprocess import check_support, ratios
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.intervals import log_mean_exp
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.ratio_claims import RatioClaim, Seen, judge_ratios, step_gains
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, shaped
from theorytest.decisions.watched import Array, Draw


def maximal_inequality(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    level: float,
    bound: float,
    name: str = "maximal inequality",
    symbol: str = "P(sup Y >= K)",
) -> Decision:
    """P(sup_t Y_t ≥ level) ≤ bound / level; `draw` returns trajectories of shape (size, n_times)."""
    if not 0 < level < math.inf or not 0 <= bound < math.inf:
        raise ValueError(f"level must be positive and bound nonnegative, both finite, got level={level}, bound={bound}")

    def event(rng: np.random.Generator, size: int) -> Array:
        paths = shaped(draw(rng, size), size=size, entry=(None,))
        usable = np.isfinite(paths).all(axis=1)
        return np.where(usable, np.max(paths, axis=1) >= level, math.nan)

    decision = probability_at_most(event, generators, plan, bound=bound / level, name=name, symbol=symbol)
    return finite_horizon(decision)


def drift_at_most(
    draw: Draw,
    generators: Generators,
    plan: Plan,
    *,
    upper: float = math.inf,
    variance: float | None = None,
    kurtosis: float | None = None,
    name: str = "drift inequality",
    symbol: str = "E[Y_t+1 | past] / bound_t",
) -> Decision:
    """E[R_t | past] ≤ 1 at every step; `draw` returns ratios R ≥ 0 of shape (size, n_steps), one row per replica.

    A pass says that at every step the mean ratio over replicas is below 1 + δ under the stated knowledge; a mean over
    states is not every state, so it is called `consistent`.
    """
    knowledge = Knowledge((0.0, upper), variance, kurtosis)
    method = "conditional e-process over steps and replicas"
    claim = RatioClaim(name, symbol, method, knowledge, drift_log_wealth, np.ravel, _places)

    def absorb(seen: Seen, new: Array) -> Seen:
        check_support(new, knowledge.support)
        return seen.and_then(new, step_gains(ratios(new, 1.0)))

    def judge(seen: Seen, look: Look) -> Decision:
        found = judge_ratios(seen, look, plan, claim)
        return found if found.claimed is None else _drawn(found, np.concatenate(seen.chunks))

    return decide(
        draw,
        generators,
        plan,
        name=name,
        start=Seen(),
        absorb=absorb,
        judge=judge,
        entry=(None,),
        schedule=frequent_looks,
    )


def _places(worst: int, n_steps: int) -> tuple[str, str]:
    return f"over all {n_steps} steps", f"at step {worst} of {n_steps}"


def _drawn(found: Decision, ratio: Array) -> Decision:
    """With the mean ratio at every step."""
    statistics = {**found.statistics, "n_steps": float(ratio.shape[1])}
    return replace(found, statistics=statistics, curves={"mean_ratio": ratio.mean(axis=0)})


def drift_log_wealth(gains: Array) -> float:
    """The log of ½ mean_λ Π_t Π_replicas + ½ mean_{λ,t} Π_replicas of 1 + λ (R - 1)."""
    return log_mean_exp([log_mean_exp(gains.sum(axis=1)), log_mean_exp(gains.ravel())])
