r"""Bets about a mean as sources of evidence whose gains add up over draws, so that a look costs only its new draws.

A source turns draws into log gains, one for each of its bets λ, against "the mean is at most m" (side +1) or "at
least m" (side -1). The first draws, the pilot, are bet on with all λ alike; they show how far the law spreads, and the
money is then moved to the bets that suit a violation of the size that is looked for. Moving it is a predictable choice,
so the mixture stays a nonnegative supermartingale.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from theorytest.decisions.catoni import influences, moment_influences
from theorytest.decisions.eprocess import LAMBDAS, log_gains, ratios
from theorytest.decisions.intervals import log_mean_exp, log_sum_exp
from theorytest.decisions.watched import Array

_KEPT = 0.2  # of the money stays spread over all bets: the truth may be far inside or far outside of the claim
_WIDTH = 0.6  # of the rest around the best bet, in doublings of λ


class Source(Protocol):
    """Evidence that one piece of knowledge allows."""

    def gains(self, draws: Array, m: float, side: int) -> Array:
        """Numbers that add up over draws."""

    def value(self, first: Array, later: Array, n: int, side: int) -> float:
        """The log of the e-value from the gains of the pilot, those of the later draws, and how many these are."""


def weights(lambdas: Array, best: float) -> Array:
    """Logs of shares of the money: most of it near the best bet."""
    distance = np.log2(lambdas / min(max(best, float(lambdas.min())), float(lambdas.max())))
    near = np.exp(-(distance**2) / (2 * _WIDTH**2))
    return np.asarray(np.log((1 - _KEPT) * near / near.sum() + _KEPT / len(lambdas)))


@dataclass(frozen=True)
class Betting:
    """1 + λ (R - 1) with R = (X - end)/(m - end), for the end of the support on the far side of m."""

    support: tuple[float, float]
    logs: Mapping[int, Array] = field(default_factory=dict)  # of the shares after the pilot, by side

    def end(self, side: int) -> float:
        """Where R is 0."""
        return self.support[0] if side > 0 else self.support[1]

    def planned(self, pilot: Array, value: float, delta: float) -> Betting:
        """The same after a pilot, for violations of δ: the best bet on a mean R = 1 + d is λ = d / (Var R + d²)."""
        logs = {}
        for side in (+1, -1):
            unit = abs(value - self.end(side))
            if 0 < unit < math.inf:
                d, spread = delta / unit, float(pilot.var()) / unit**2
                logs[side] = weights(LAMBDAS, d / (spread + d * d))
        return Betting(self.support, logs)

    def gains(self, draws: Array, m: float, side: int) -> Array:
        """Σ log(1 + λ (R - 1))."""
        end = self.end(side)
        return log_gains(ratios(np.maximum(side * (draws - end), 0.0), side * (m - end)))

    def value(self, first: Array, later: Array, n: int, side: int) -> float:  # noqa: ARG002
        """Uniform shares on the pilot, planned ones afterwards."""
        logs = self.logs.get(side)
        return log_mean_exp(first) + (log_mean_exp(later) if logs is None else log_sum_exp(later + logs))


@dataclass(frozen=True)
class Bernstein:
    r"""exp(±λ (X - m)/w - ψ(λ) (X - c)²/w²), ψ(λ) = -log(1 - λ) - λ, for X in an interval of width w (Howard et al.).

    The centre c is the mean of the pilot, which only later draws are measured from; they alone count.
    """

    width: float
    centre: float
    logs: Array

    @classmethod
    def planned(cls, support: tuple[float, float], pilot: Array, delta: float) -> Bernstein:
        """For violations of δ: the best bet is about λ = (δ/w) / (Var X/w²)."""
        width = support[1] - support[0]
        best = delta * width / max(float(pilot.var()), 1e-12 * width**2)
        return cls(width, float(pilot.mean()), weights(LAMBDAS, best))

    def gains(self, draws: Array, m: float, side: int) -> Array:
        """Σ ±(X - m)/w and Σ (X - c)²/w²."""
        return np.array([side * float((draws - m).sum()), float(((draws - self.centre) ** 2).sum()) / self.width])

    def value(self, first: Array, later: Array, n: int, side: int) -> float:  # noqa: ARG002
        """The mixture over λ."""
        shift, squares = later / self.width
        return log_sum_exp(LAMBDAS * shift + (np.log1p(-LAMBDAS) + LAMBDAS) * squares + self.logs)


@dataclass(frozen=True)
class Catoni:
    """exp(±φ(λ (X - m)) - λ² v/2), from Var X ≤ v; with p below 2 its form for E|X - μ|^p ≤ v.

    `skips` leaves the pilot out, where v or λ was chosen after looking at it.
    """

    bound: float
    lambdas: Array
    logs: Array
    p: float = 2.0
    skips: bool = False

    def gains(self, draws: Array, m: float, side: int) -> Array:
        """Σ ±φ(λ (X - m))."""
        found = (
            influences(draws - m, self.lambdas) if self.p == 2 else moment_influences(draws - m, self.lambdas, self.p)
        )
        return side * found

    def value(self, first: Array, later: Array, n: int, side: int) -> float:  # noqa: ARG002
        """The mixture over λ; n draws have paid."""
        costs = n * self.lambdas**self.p * self.bound / self.p
        return log_sum_exp((0 if self.skips else first) + later - costs + self.logs)
