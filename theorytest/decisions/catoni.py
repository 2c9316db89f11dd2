r"""Catoni's confidence sequences: bounds for a mean that need two moments and nothing else, or one of order p < 2.

With φ(x) = sign(x) log(1 + |x| + x²/2), exp(±φ(x)) ≤ 1 ± x + x²/2, so Π_s exp(±φ(λ (X_s - μ)) - λ² v/2) is a
nonnegative supermartingale whenever Var X ≤ v, and a mixture over fixed λ is an e-process for both sides. So it is
with |x|^p/p for x²/2 and λ^p v/p for λ² v/2 whenever E|X - μ|^p ≤ v, 1 < p ≤ 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from theorytest.decisions.eprocess import EProcess
from theorytest.decisions.sequential import Plan
from theorytest.decisions.watched import Array

_BLOCK = 4096
_SIZES = 5  # of samples that variance bounds are made for, by factors of 4 from the largest down


def lambdas_around(best: float, largest: float) -> Array:
    """Bets from half of the best one on by factors of 2, up to the largest that is of use."""
    count = max(2, 2 + math.ceil(math.log2(max(largest / best, 1.0))))
    return np.asarray(best / 2 * 2.0 ** np.arange(count))


def lambdas_for(plan: Plan, variance: float) -> Array:
    """The best bets λ = sqrt(2 log(1/α) / (n v)) for n from the first to the last look, by factors of 4."""
    sizes = plan.pilot * 4.0 ** np.arange(math.ceil(math.log(plan.max_draws / plan.pilot, 4)) + 1)
    return np.asarray(np.sqrt(2 * math.log(1 / plan.alpha) / (sizes * variance)))


def variance_bound(draws: Array, *, kurtosis: float, alpha: float, most: int) -> float:
    r"""An upper bound for σ² when E(X - μ)⁴ ≤ κ σ⁴, valid however often one looks; inf while draws are few for κ.

    Y = (X - X')²/2 over disjoint pairs has mean σ² and E Y² ≤ q σ⁴, q = (κ + 3)/2 (see `lower_tail_slack`).
    """
    squares = _half_squares(draws)
    slack = lower_tail_slack(len(squares), ratio=(kurtosis + 3) / 2, alpha=alpha, most=most // 2)
    return float(np.mean(squares)) / (1 - slack) if slack < 1 else math.inf


def lower_tail_slack(n: int, *, ratio: float, alpha: float, most: int) -> float:
    r"""s with P(mean of n Y ≤ (1 - s) E Y for some n) ≤ α, for Y ≥ 0 with E Y² ≤ q (E Y)².

    Of all such Y with mean 1 the one in {0, q} has the largest E exp(-c Y) = M(c) = 1 - (1 - exp(-c q))/q: the parabola
    through exp(-c y) at 0 that touches it at q lies above it. So exp(-c Σ Y)/M(c)^n is a supermartingale for each c,
    and 1 - s = max_c (-log M(c) - log(K/α)/n)/c over K bets c, which share the level.
    """
    if n < 1:
        return math.inf
    costs = math.log(_SIZES / alpha) / n
    return float(1 - max((-_log_moment(c, ratio) - costs) / c for c in _lower_tail_bets(ratio, alpha, most)))


def _log_moment(c: Any, ratio: float) -> Any:
    """log M(c)."""
    return np.log1p(np.expm1(-c * ratio) / ratio)


@cache
def _lower_tail_bets(ratio: float, alpha: float, most: int) -> tuple[float, ...]:
    """The best c for most, most/4, ... draws; fixed before anything is drawn."""
    bets = np.geomspace(1e-6, 64, 512) / ratio
    sizes = [max(most, 1) / 4.0**k for k in range(_SIZES)]
    gains = [(-_log_moment(bets, ratio) - math.log(_SIZES / alpha) / size) / bets for size in sizes]
    return tuple(float(bets[np.argmax(each)]) for each in gains)


def check_variance(draws: Array, variance: float, *, alpha: float) -> None:
    """A stated variance is tested: bets against E (X - X')²/2 ≤ v win 1/α with probability at most α if it is true."""
    if EProcess(variance).update(_half_squares(draws)).rejects(alpha):
        raise ValueError(
            f"variance is stated as {variance:.6g}, but the draws contradict it (theirs is {draws.var():.6g}, "
            f"error rate {alpha:.2g}): correct the bound"
        )


def check_moment(draws: Array, p: float, bound: float, *, alpha: float) -> None:
    """E|X - μ|^p ≤ v is tested by its consequence E|X - X'|^p ≤ 2v (von Bahr and Esseen, 1 ≤ p ≤ 2)."""
    if EProcess(2 * bound).update((2 * _half_squares(draws)) ** (p / 2)).rejects(alpha):
        found = float(np.mean(np.abs(draws - draws.mean()) ** p))
        raise ValueError(
            f"the moment of order {p:g} is stated as at most {bound:.6g}, but the draws contradict it "
            f"(theirs is {found:.6g}, error rate {alpha:.2g}): correct the bound"
        )


def check_kurtosis(draws: Array, kurtosis: float, variance: float, *, alpha: float) -> None:
    """κ is tested on draws that come after those which bound σ² ≤ v: E ((X - X')²/2)² = (κ + 3)/2 σ⁴."""
    if EProcess((kurtosis + 3) / 2 * variance**2).update(_half_squares(draws) ** 2).rejects(alpha):
        raise ValueError(
            f"kurtosis is assumed to be at most {kurtosis:.6g}, but the draws contradict it "
            f"(error rate {alpha:.2g}): correct the assumption"
        )


def _half_squares(draws: Array) -> Array:
    """(X - X')²/2 over disjoint pairs of draws."""
    pairs = len(draws) // 2
    halves = draws[: 2 * pairs].reshape(pairs, 2)
    return np.asarray((halves[:, 0] - halves[:, 1]) ** 2 / 2)


def influences(centred: Array, lambdas: Array) -> Array:
    """Σ_s φ(λ (X_s - m)) for every λ, φ(x) = sign(x) log(1 + |x| + x²/2), in blocks that fit the processor's cache."""
    return _summed(lambda x, size: np.copysign(np.log1p(size + size * size / 2), x), centred, lambdas)


def moment_influences(centred: Array, lambdas: Array, p: float) -> Array:
    """The same with φ(x) = sign(x) log(1 + |x| + |x|^p/p), for which exp(±φ(x)) ≤ 1 ± x + |x|^p/p, too."""
    return _summed(lambda x, size: np.copysign(np.log1p(size + size**p / p), x), centred, lambdas)


def _summed(influence: Callable[[Array, Array], Array], centred: Array, lambdas: Array) -> Array:
    total: Array = np.zeros(len(lambdas))
    for i in range(0, len(centred), _BLOCK):
        x = np.multiply.outer(lambdas, centred[i : i + _BLOCK])
        total += influence(x, np.abs(x)).sum(axis=1)
    return total
