r"""Intervals for a mean that hold simultaneously over the whole atlas, from bets whose sizes a pilot has fixed.

Against E X ≤ m for X ≥ 0 the wealth is the mean over three λ of Π_s (1 + λ (X_s/m - 1)); every m at which it reaches
1/α lies below the mean, up to an error of probability α (Ville). The λ suit a violation δ: λ = δ/CV², its half and
its double. With these a violation δ is caught with probability 0.99 after 2y (CV/δ)² draws, y - z_β √(2y) = log(3/α).
Where X ≤ b too, the same bets on b - X bound the mean from above. Elsewhere Student's quantile does, asymptotically.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri, stdtrit

from theorytest.arguments import Array

ALPHA = 1e-7  # of one end of one interval: 10^4 of them err with probability 10^-3 together
POWER = 0.99
_SIZES = (0.5, 1.0, 2.0)
_LARGEST = 0.9  # λ: a draw X = 0 must not ruin the wealth
_ROUNDING = 1e-10
_PER_KURTOSIS = 50  # draws that Student's interval needs for each unit of kurtosis
_REACHES = (0.65, 0.8, 1.0, 1.25, 1.6, 2.5, 5.0)  # distances of the ends that are tried, in units of the resolution


def _growth() -> float:
    """Y, the expected log wealth that 0.99 of all paths need."""
    z, goal = float(ndtri(POWER)), math.log(len(_SIZES) / ALPHA)
    return ((z * math.sqrt(2) + math.sqrt(2 * z * z + 4 * goal)) / 2) ** 2


GROWTH = 1.1 * _growth()  # the largest of three λ is not the best one exactly


def needed(variation: float, delta: float) -> float:
    """The draws that catch a violation δ with probability 0.99; both are relative to the mean."""
    return 2 * GROWTH * (variation / delta) ** 2


def resolution(variation: float, n_draws: int) -> float:
    """The relative violation that so many draws catch with probability 0.99."""
    return variation * math.sqrt(2 * GROWTH / n_draws)


@dataclass(frozen=True)
class Bets:
    """The λ of bets against E X ≤ m that a pilot with this coefficient of variation suggests for a violation δ."""

    variation: float
    delta: float

    @property
    def lambdas(self) -> Array:
        """Three of them."""
        best = self.delta / max(self.variation, 1e-6) ** 2
        return np.minimum(best * np.array(_SIZES), _LARGEST)

    def log_wealth(self, draws: Array, m: float) -> float:
        """The log of the wealth of bets against E X ≤ m, for draws X ≥ 0."""
        if m <= 0:
            return math.inf if draws.max(initial=0.0) > 0 else 0.0
        excess = draws / m - 1
        logs = np.array([np.log1p(lam * excess).sum() for lam in self.lambdas])
        return float(np.logaddexp.reduce(logs)) - math.log(len(logs))

    def rejects(self, draws: Array, m: float) -> bool:
        """Whether the draws refute E X ≤ m at the level of the atlas."""
        return self.log_wealth(draws, m) >= math.log(1 / ALPHA)

    def lower(self, draws: Array) -> float:
        """A lower bound of the mean: the first of a few candidates that the bets reject; 0 if they reject none."""
        mean, step = float(draws.mean()), resolution(float(draws.std()), len(draws))
        for reach in _REACHES:
            m = mean - reach * step
            if m > 0 and self.rejects(draws, m):
                return m
        return 0.0


@dataclass(frozen=True)
class Mean:
    """A mean with its interval; `valid` says whether each end holds for every law, or only asymptotically."""

    value: float
    low: float
    high: float
    deviation: float  # of one draw
    kurtosis: float  # of the draws
    n_draws: int
    valid: tuple[bool, bool]

    @property
    def heavy(self) -> bool:
        """Whether the draws are too few for their tail: then Student's quantile says nothing."""
        return self.kurtosis * _PER_KURTOSIS > self.n_draws

    @property
    def stderr(self) -> float:
        """Of the value."""
        return self.deviation / math.sqrt(self.n_draws)


def mean_of(draws: Array, pilot: Array, delta: float, *, support: tuple[float, float] = (-math.inf, math.inf)) -> Mean:
    """The mean of the draws; bets that the pilot sized bound it at each end of the support that is finite.

    At the other ends Student's quantile does, or nothing where the tail is too heavy for it.
    """
    n, value, deviation = len(draws), float(draws.mean()), float(draws.std(ddof=1))
    size = float(np.abs(draws).max())
    if deviation <= _ROUNDING * max(size, _ROUNDING):
        return _constant(value, size, n, support)
    kurtosis = float(np.mean(((draws - value) / deviation) ** 4))
    half = math.inf if kurtosis * _PER_KURTOSIS > n else student(deviation, n)
    bets = [math.isfinite(end) for end in support]
    low = _bet(draws, pilot, delta, support[0], upper=False) if bets[0] else value - half
    high = _bet(draws, pilot, delta, support[1], upper=True) if bets[1] else value + half
    return Mean(value, min(low, value), max(high, value), deviation, kurtosis, n, (bets[0], bets[1]))


def _constant(value: float, size: float, n: int, support: tuple[float, float]) -> Mean:
    """Draws that are all equal: bets at the ends of the support know what n of them can say, nothing else does.

    Bets with λ on n equal draws at distance v from the end reject m where n log(1 + λ (v/m - 1)) = log(1/α).
    """
    share = 1 / (1 + math.expm1(math.log(1 / ALPHA) / n) / _LARGEST)
    slack = _ROUNDING * max(size, _ROUNDING)
    bets = [math.isfinite(end) for end in support]
    low = support[0] + share * max(value - support[0], 0.0) if bets[0] else value - slack
    high = support[1] - share * max(support[1] - value, 0.0) if bets[1] else value + slack
    return Mean(value, min(low, value), max(high, value), 0.0, 0.0, n, (bets[0], bets[1]))


def student(deviation: float, n: int) -> float:
    """The half-width of Student's interval at the level of the atlas."""
    return float(stdtrit(n - 1, 1 - ALPHA)) * deviation / math.sqrt(n)


def _bet(draws: Array, pilot: Array, delta: float, end: float, *, upper: bool) -> float:
    """The bound from bets on the distance to one end of the support; δ is relative to the mean of X."""
    violation = delta * abs(float(pilot.mean()))
    distances, first = (end - draws, end - pilot) if upper else (draws - end, pilot - end)
    if distances.min() < -_ROUNDING * max(abs(end), 1.0):
        raise ValueError(f"a draw lies {-distances.min():.3g} beyond the end {end:.6g} of its stated support")
    distances, first = np.maximum(distances, 0.0), np.maximum(first, 0.0)
    mean = max(float(first.mean()), 1e-300)
    found = Bets(float(first.std(ddof=1)) / mean, max(violation / mean, 1e-6)).lower(distances)
    return end - found if upper else end + found
