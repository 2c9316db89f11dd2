r"""Statements along trajectories: maximal inequalities and drift inequalities.

Maximal: P(sup_t Y_t ≥ K) ≤ bound/K, by exact binomial intervals over replicas. A finite horizon can refute it, but
supports it only up to that horizon, so a pass is `consistent`.
Drift: E[R_t | past] ≤ 1 for nonnegative ratios R_t = Y_{t+1} / bound_t. Given the past of all replicas the bets
1 + λ (R_t - 1) have mean at most 1, so their products over steps and replicas are e-processes; half of the wealth
bets on all steps together, half is spread over the single steps, so that one bad step is not diluted by many good ones.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import check_support, log_gains, lower_bound, ratios
from theorytest.decisions.horizon import finite_horizon
from theorytest.decisions.intervals import log_mean_exp
from theorytest.decisions.probability import probability_at_most
from theorytest.decisions.sequential import Generators, Look, Plan, decide, frequent_looks, pending, shaped, shortfall
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array, Draw
from theorytest.decisions.wording import budget, measured, number


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

    def absorb(state: _Ratios, new: Array) -> _Ratios:
        check_support(new, knowledge.support)
        won = step_gains(ratios(new, 1.0))
        return _Ratios((*state.chunks, new), won if state.gains is None else state.gains + won)

    def judge(state: _Ratios, look: Look) -> Decision:
        return _judge(state, look, plan, knowledge, (name, symbol))

    return decide(
        draw,
        generators,
        plan,
        name=name,
        start=_Ratios(),
        absorb=absorb,
        judge=judge,
        entry=(None,),
        schedule=frequent_looks,
    )


@dataclass(frozen=True)
class _Ratios:
    """The ratios so far, and what every bet has won at every step."""

    chunks: tuple[Array, ...] = ()
    gains: Array | None = None


def step_gains(ratio: Array) -> Array:
    """Log gains of shape (λ, step), which add up over replicas; R is (n_replicas, n_steps)."""
    return log_gains(np.ascontiguousarray(ratio.T))


def drift_log_wealth(gains: Array) -> float:
    """The log of ½ mean_λ Π_t Π_replicas + ½ mean_{λ,t} Π_replicas of 1 + λ (R - 1)."""
    return log_mean_exp([log_mean_exp(gains.sum(axis=1)), log_mean_exp(gains.ravel())])


def _judge(state: _Ratios, look: Look, plan: Plan, knowledge: Knowledge, names: tuple[str, str]) -> Decision:
    assert state.gains is not None
    ratio, log_wealth = np.concatenate(state.chunks), drift_log_wealth(state.gains)
    refuted = log_wealth >= math.log(1 / plan.alpha)
    held, reason = (False, "") if refuted else consistent(ratio, look, plan, knowledge)
    verdict = Verdict.REFUTED if refuted else Verdict.CONSISTENT if held else Verdict.UNDECIDED
    if verdict is Verdict.UNDECIDED and not look.last:
        return pending(names[0])
    low, where, shown = _clearest(ratio, plan.alpha)
    tail = tails(shown)
    return Decision(
        name=names[0],
        method="conditional e-process over steps and replicas",
        verdict=verdict,
        sentence=ratio_sentence(verdict, f"{names[1]} {where}", plan, look, knowledge, tail, low, reason),
        claimed=1.0,
        sign="≤",
        estimate=tail.mean,
        low=low,
        high=1 + plan.resolution if verdict is Verdict.CONSISTENT else math.inf,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=len(ratio),
        witness={"where": where, "mean_ratio": tail.mean} if refuted else None,
        statistics={
            **tail.statistics(),
            "n_steps": float(ratio.shape[1]),
            "log_wealth": log_wealth,
        },
        curves={"mean_ratio": ratio.mean(axis=0)},
    )


def _clearest(ratio: Array, alpha: float) -> tuple[float, str, Array]:
    """The larger lower bound, of the mean ratio over all steps or at the worst step; where; and the ratios there."""
    n_steps = ratio.shape[1]
    worst = int(np.argmax(ratio.mean(axis=0)))
    everywhere = lower_bound(ratio.ravel(), alpha=alpha / 2)
    there = lower_bound(ratio[:, worst], alpha=alpha / 2 / n_steps)
    if everywhere >= there:
        return everywhere, f"over all {n_steps} steps", ratio.ravel()
    return there, f"at step {worst} of {n_steps}", ratio[:, worst]


def consistent(ratio: Array, look: Look, plan: Plan, knowledge: Knowledge) -> tuple[bool, str]:
    """Whether the mean ratio is below 1 + δ at every step, each at the level α / n_steps; if not, why."""
    each = replace(plan, alpha=plan.alpha / ratio.shape[1])
    threshold = math.log(1 / (each.alpha * (1 - VARIANCE_SHARE)))
    for column in ratio.T:
        tail = tails(column)
        knowledge.check(column, each, look)
        evidence = knowledge.evidence(column, each, tail, (1.0, plan.resolution), plan.first_look)
        if evidence(1 + plan.resolution, -1) < threshold:
            return False, knowledge.silence(-1, tail) or shortfall(plan, look, each.needed(tail.variation))
    return True, ""


def ratio_sentence(
    verdict: Verdict,
    symbol: str,
    plan: Plan,
    look: Look,
    knowledge: Knowledge,
    tail: Tails,
    low: float,
    reason: str,
) -> str:
    """A mean ratio, its bounds and what they rest on."""
    high = 1 + plan.resolution if verdict is Verdict.CONSISTENT else math.inf
    details = [budget(look.draws, plan.alpha, "replicas")]
    if verdict is Verdict.CONSISTENT:
        details += [knowledge.words(-1, tail), f"resolution {number(plan.resolution)} of 1"]
    if verdict is Verdict.UNDECIDED:
        details.append(reason)
    found = measured(symbol, tail.mean, low, high)
    return f"{verdict}: {found} against the claimed ≤ 1 ({', '.join(details)}){tail.words()}"
