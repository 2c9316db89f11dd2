r"""Intervals for a mean that hold simultaneously over the whole atlas, from bets whose sizes a pilot has fixed.

Against E X ≤ m for X ≥ 0 the wealth is the mean over three λ of Π_s (1 + λ (X_s/m - 1)); every m at which it reaches
1/α lies below the mean, up to an error of probability α (Ville). The λ suit a violation δ: λ = δ/CV², its half and
its double, and at most 0.9. With λ the log wealth of N draws has about the mean N (λ δ - λ² CV²/2) and the variance
N λ² CV²: that gives the N at which a violation δ is caught with probability 0.99.
Where X ≥ L instead, the same bets on X - L bound the mean; where X ≤ b, those on b - X do so from above. Elsewhere
Student's quantile does, asymptotically.
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
_FARTHEST = 8.0  # where the search for an end begins, in units of the resolution
_HALVINGS = 9  # of that distance: the end is found to 0.02 of the resolution
_SPARE = 1.15  # the largest of three λ is not the best one exactly, and laws are skewed


def needed(variation: float, delta: float, share: float = 1.0) -> float:
    """The draws that catch a violation δ with probability 0.99; both are relative to the mean.

    `share` is that of the mean in its distance to the end of the support, 1 where that end is 0.
    """
    cv, delta, goal, z = variation * share, delta * share, math.log(len(_SIZES) / ALPHA), float(ndtri(POWER))
    lam = min(delta / max(cv, 1e-9) ** 2, _LARGEST)
    rate, spread = lam * delta - (lam * cv) ** 2 / 2, z * lam * cv
    return _SPARE * ((spread + math.sqrt(spread**2 + 4 * rate * goal)) / (2 * rate)) ** 2


def resolution(variation: float, n_draws: float, share: float = 1.0) -> float:
    """The relative violation that so many draws catch with probability 0.99: where `needed` is their number."""
    cv, n = variation * share, n_draws / _SPARE
    goal, z = math.log(len(_SIZES) / ALPHA), float(ndtri(POWER))
    delta = cv * (z + math.sqrt(z * z + 2 * goal)) / math.sqrt(n)
    if delta >= _LARGEST * cv**2:  # the best λ is beyond the largest
        delta = goal / (n * _LARGEST) + z * cv / math.sqrt(n) + _LARGEST * cv**2 / 2
    return delta / share


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
        """A lower bound of the mean: the largest m that the bets reject, by halving; 0 if they reject none."""
        mean = float(draws.mean())
        far = _FARTHEST * resolution(float(draws.std()) / mean, len(draws)) if mean > 0 else 0.0
        low, high = max(mean * (1 - far), 0.0), mean
        if low > 0 and not self.rejects(draws, low):
            low, high = 0.0, low
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if middle > 0 and self.rejects(draws, middle) else (low, middle)
        return low


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
    return student_quantile(n) * deviation / math.sqrt(n)


def student_quantile(n: int) -> float:
    """Student's quantile for n draws at the level of the atlas."""
    return float(stdtrit(n - 1, 1 - ALPHA))


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
