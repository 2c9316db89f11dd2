r"""Ratios with mean at most 1 at every step: what refutes them, what a pass rests on, and the decision that says so.

Drift inequalities and curves bet in their own ways; how the wealth and the ratios become a verdict is the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from theorytest.decisions.assumptions import VARIANCE_SHARE, Knowledge
from theorytest.decisions.decision import Decision, Verdict
from theorytest.decisions.eprocess import log_gains, lower_bound
from theorytest.decisions.sequential import Look, Plan, pending, shortfall
from theorytest.decisions.tails import Tails, tails
from theorytest.decisions.watched import Array
from theorytest.decisions.wording import budget, measured, number


@dataclass(frozen=True)
class Seen:
    """The ratios so far, and what every bet has won at every step."""

    chunks: tuple[Array, ...] = ()
    gains: Array | None = None

    def and_then(self, ratio: Array, won: Array) -> Seen:
        """With the ratios of a chunk and what was won on them."""
        return Seen((*self.chunks, ratio), won if self.gains is None else self.gains + won)


@dataclass(frozen=True, eq=False)
class RatioClaim:
    """E R ≤ 1 at every step, what is known of R, and how the two places are called: all steps together, and one."""

    name: str
    symbol: str
    method: str
    knowledge: Knowledge
    log_wealth: Callable[[Array], float]  # of the gains
    pooled: Callable[[Array], Array]  # the ratios whose mean is bet on for all steps together
    places: Callable[[int, int], tuple[str, str]]  # (worst step, number of steps) -> "over all ...", "at ..."


def step_gains(ratio: Array) -> Array:
    """Log gains of shape (λ, step), which add up over replicas; R is (n_replicas, n_steps)."""
    return log_gains(np.ascontiguousarray(ratio.T))


def judge_ratios(seen: Seen, look: Look, plan: Plan, claim: RatioClaim) -> Decision:
    """Refuted by wealth at any look, consistent where the knowledge bounds the mean ratio at every step."""
    assert seen.gains is not None
    ratio, log_wealth = np.concatenate(seen.chunks), claim.log_wealth(seen.gains)
    refuted = log_wealth >= math.log(1 / plan.alpha)
    held, reason = (False, "") if refuted else consistent(ratio, look, plan, claim.knowledge)
    verdict = Verdict.REFUTED if refuted else Verdict.CONSISTENT if held else Verdict.UNDECIDED
    if verdict is Verdict.UNDECIDED and not look.last:
        return pending(claim.name)
    low, where, shown = _clearest(ratio, plan.alpha, claim)
    tail = tails(shown)
    return Decision(
        name=claim.name,
        method=claim.method,
        verdict=verdict,
        sentence=_sentence(verdict, f"{claim.symbol} {where}", plan, look, claim.knowledge, tail, low, reason),
        claimed=1.0,
        sign="≤",
        estimate=tail.mean,
        low=low,
        high=1 + plan.resolution if verdict is Verdict.CONSISTENT else math.inf,
        alpha=plan.alpha,
        resolution=plan.resolution,
        draws=len(ratio),
        witness={"where": where, "mean_ratio": tail.mean} if refuted else None,
        statistics={**tail.statistics(), "log_wealth": log_wealth},
    )


def _clearest(ratio: Array, alpha: float, claim: RatioClaim) -> tuple[float, str, Array]:
    """The larger lower bound, of the mean ratio over all steps or at the worst step; where; and the ratios there."""
    worst, n_steps = int(np.argmax(ratio.mean(axis=0))), ratio.shape[1]
    together, single = claim.places(worst, n_steps)
    everywhere = lower_bound(claim.pooled(ratio), alpha=alpha / 2)
    there = lower_bound(ratio[:, worst], alpha=alpha / 2 / n_steps)
    return (everywhere, together, claim.pooled(ratio)) if everywhere >= there else (there, single, ratio[:, worst])


def consistent(ratio: Array, look: Look, plan: Plan, knowledge: Knowledge) -> tuple[bool, str]:
    """Whether the mean ratio is below 1 + δ at every step, each at the level α / n_steps; if not, why."""
    if knowledge.untried(look):
        return False, "more draws may contradict what is stated of their spread"
    each = replace(plan, alpha=plan.alpha / ratio.shape[1])
    threshold = math.log(1 / (each.alpha * (1 - VARIANCE_SHARE)))
    for column in ratio.T:
        tail = tails(column)
        knowledge.check(column, each, look)
        evidence = knowledge.evidence(column, each, tail, (1.0, plan.resolution), plan.first_look)
        if evidence(1 + plan.resolution, -1) < threshold:
            return False, knowledge.silence(-1, tail) or shortfall(plan, look, each.needed(tail.variation))
    return True, ""


def _sentence(
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
    return f"{verdict}: {found} against ≤ 1 ({', '.join(details)}){tail.words()}"
