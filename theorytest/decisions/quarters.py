r"""Kinds of growth by four numbers: the increments Q_1, ..., Q_4 over quarters of the doublings of time.

Of J doublings, with D = J/4 in a quarter, the later quarters compare like
    Q_3/Q_2, Q_4/Q_3 = 1, 1 for log t;   2^(pD) twice for t^p;   1.67, 1.4 for (log t)²;   0.58, 0.71 for log log t;
    2^(-rD) twice for C - c t^(-r);   0.33, 0.5 for C - c/log t.
The first quarter is left to transients. Each number may be an interval: a kind is seen when every choice from the
intervals belongs to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from theorytest.decisions.growth import Growth, doubling

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

FALLING = 0.4  # Q_3 of a bounded sequence is at most this share of Q_2, and Q_4 its square
ALIKE = 1.25  # quarters of a logarithm agree up to this factor
_STRAIGHT = 0.9  # Q_4 Q_2 / Q_3² is 1 for a power of t, 0.84 for (log t)² and less for higher powers of it


def quartered(times: ArrayLike) -> Array:
    """The times, if their doublings can be cut into quarters."""
    t = doubling(times)
    if (len(t) - 1) % 4:
        raise ValueError(f"times must span a multiple of 4 doublings, got {len(t) - 1}")
    return t


def increments(paths: Array) -> Array:
    """Q_1, ..., Q_4 of every row."""
    quarter = (paths.shape[1] - 1) // 4
    return np.diff(paths[:, ::quarter], axis=1)


@dataclass(frozen=True)
class Quarters:
    """Ends of intervals for Q_1, ..., Q_4 along the last axis; `doublings` in a quarter."""

    low: Array
    high: Array
    doublings: int

    def _upwards(self) -> tuple[Array, Array, Flags]:
        """Both ends with the sign that makes later quarters positive, and whether all of Q_2, Q_3, Q_4 have it."""
        falls = np.asarray((self.high[..., 1:] < 0).all(axis=-1))[..., None]
        low, high = np.where(falls, -self.high, self.low), np.where(falls, -self.low, self.high)
        return low, high, np.asarray((low[..., 1:] > 0).all(axis=-1))

    def bounded(self, slack: float) -> Flags:
        """Later quarters fall fast beside the second one, or add at most `slack` per doubling."""
        largest = np.maximum(np.abs(self.low), np.abs(self.high))[..., 2:]
        second = np.maximum(self.low[..., 1], -self.high[..., 1])  # at least so far from 0
        allowed = np.multiply.outer(np.maximum(second, 0.0), np.array([FALLING, FALLING**2]))
        return np.asarray((largest <= np.maximum(allowed, slack * self.doublings)).all(axis=-1))

    def logarithmic(self) -> Flags:
        """Q_2, Q_3, Q_4 have one sign and agree up to the factor."""
        least, most, told = self._ratios()
        return np.asarray(told & (least >= 1 / ALIKE).all(axis=-1) & (most <= ALIKE).all(axis=-1))

    def power(self) -> Flags:
        """Q_2, Q_3, Q_4 grow by one factor, which no power of log t does."""
        low, high, told = self._upwards()
        with np.errstate(divide="ignore", invalid="ignore"):
            straight = low[..., 3] * low[..., 1] / high[..., 2] ** 2 >= _STRAIGHT
        return np.asarray(told & straight & (self._ratios()[0] > ALIKE).all(axis=-1))

    def exponents(self) -> tuple[Array, Array]:
        """The smallest and the largest exponent that the ratios of the quarters allow; infinite where there is none."""
        least, most, told = self._ratios()
        with np.errstate(divide="ignore", invalid="ignore"):
            low, high = np.log2(least.min(axis=-1)) / self.doublings, np.log2(most.max(axis=-1)) / self.doublings
        return np.where(told, low, -np.inf), np.where(told, high, np.inf)

    def _ratios(self) -> tuple[Array, Array, Flags]:
        """The smallest and the largest Q_3/Q_2 and Q_4/Q_3."""
        low, high, told = self._upwards()
        with np.errstate(divide="ignore", invalid="ignore"):
            return low[..., 2:] / high[..., 1:3], high[..., 2:] / low[..., 1:3], told

    def kind(self, slack: float) -> NDArray[np.object_]:
        """The kind that is seen, as an array of `Growth`; BETWEEN where several are possible."""
        kinds = [self.bounded(slack), self.logarithmic(), self.power()]
        names = [Growth.BOUNDED, Growth.LOGARITHMIC, Growth.POWER]
        return np.asarray(np.select(kinds, np.array(names, dtype=object), Growth.BETWEEN))


def told_from_log(exponent: float, start: float) -> float:
    """The time from which t^p is no longer taken for log t: 2^(pD) exceeds the factor."""
    return start * 2.0 ** (4 * max(2, math.floor(math.log2(ALIKE) / exponent) + 1))


def hidden_exponent(doublings: int) -> float:
    """Powers below it look like a logarithm when a quarter has so many doublings."""
    return math.log2(ALIKE) / doublings
