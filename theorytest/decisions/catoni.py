r"""Catoni's confidence sequences: bounds for a mean that need two moments and nothing else.

With φ(x) = sign(x) log(1 + |x| + x²/2), exp(±φ(x)) ≤ 1 ± x + x²/2, so Π_s exp(±φ(λ (X_s - μ)) - λ² v/2) is a
nonnegative supermartingale whenever Var X ≤ v, and a mixture over fixed λ is an e-process for both sides.
"""

from __future__ import annotations

import math

import numpy as np

from theorytest.decisions.eprocess import EProcess
from theorytest.decisions.intervals import Evidence, log_mean_exp
from theorytest.decisions.sequential import Plan
from theorytest.decisions.watched import Array

_BLOCK = 4096


def catoni_evidence(draws: Array, *, variance: float, lambdas: Array) -> Evidence:
    """Log evidence about the mean of X with Var X ≤ variance."""
    costs = len(draws) * lambdas**2 * variance / 2

    def evidence(m: float, side: int) -> float:
        return log_mean_exp(side * _influences(draws - m, lambdas) - costs)

    return evidence


def lambdas_for(plan: Plan, variance: float) -> Array:
    """The best bets λ = sqrt(2 log(1/α) / (n v)) for n from the first to the last look, by factors of 4."""
    sizes = plan.pilot * 4.0 ** np.arange(math.ceil(math.log(plan.max_draws / plan.pilot, 4)) + 1)
    return np.asarray(np.sqrt(2 * math.log(1 / plan.alpha) / (sizes * variance)))


def variance_bound(draws: Array, *, kurtosis: float, alpha: float) -> float:
    r"""An upper confidence bound for σ² when E(X - μ)⁴ ≤ κ σ⁴; inf when there are too few draws for κ.

    Y = (X - X')²/2 over disjoint pairs has mean σ² and E Y² ≤ q σ⁴, q = (κ + 3)/2. As exp(-y) ≤ 1 - y + y²/2 for
    y ≥ 0, P(mean Y ≤ σ² (1 - sqrt(2 q log(1/α) / pairs))) ≤ α.
    """
    squares = _half_squares(draws)
    slack = math.sqrt((kurtosis + 3) * math.log(1 / alpha) / len(squares)) if len(squares) else math.inf
    if slack >= 1:
        return math.inf
    return float(np.mean(squares)) / (1 - slack)


def check_variance(draws: Array, variance: float, *, alpha: float) -> None:
    """A stated variance is tested: bets against E (X - X')²/2 ≤ v win 1/α with probability at most α if it is true."""
    if EProcess(variance).update(_half_squares(draws)).rejects(alpha):
        raise ValueError(
            f"variance is stated as {variance:.6g}, but the draws contradict it (theirs is {draws.var():.6g}, "
            f"error rate {alpha:.2g}): correct the bound"
        )


def _half_squares(draws: Array) -> Array:
    """(X - X')²/2 over disjoint pairs of draws."""
    pairs = len(draws) // 2
    halves = draws[: 2 * pairs].reshape(pairs, 2)
    return np.asarray((halves[:, 0] - halves[:, 1]) ** 2 / 2)


def _influences(centred: Array, lambdas: Array) -> Array:
    """Σ_s φ(λ (X_s - m)) for every λ, in blocks that fit the processor's cache."""
    total: Array = np.zeros(len(lambdas))
    for i in range(0, len(centred), _BLOCK):
        x = np.multiply.outer(lambdas, centred[i : i + _BLOCK])
        size = np.abs(x)
        total += np.copysign(np.log1p(size + size * size / 2), x).sum(axis=1)
    return total
