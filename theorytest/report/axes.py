"""Axes: from numbers to places on a picture, and the round numbers beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
HIGHEST = 1e100  # beyond, a curve has left the picture
_MOST = 7  # labels on one axis


@dataclass(frozen=True)
class Axis:
    """Numbers from `low` to `high` on the places from `start` to `stop`."""

    low: float
    high: float
    start: float
    stop: float
    logarithmic: bool

    def __call__(self, values: ArrayLike) -> NDArray[np.float64]:
        """The places; numbers that the axis cannot show have none."""
        position = self._position(np.asarray(values, dtype=float))
        low, high = self._position(np.array([self.low, self.high]))
        return np.asarray(self.start + (position - low) / (high - low) * (self.stop - self.start))

    def _position(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        seen = np.where(visible(values, self.logarithmic), values, np.nan)
        return np.log10(seen) if self.logarithmic else seen

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Round numbers in the range, with their words."""
        return _decades(self.low, self.high) if self.logarithmic else _round_numbers(self.low, self.high)


def axis(values: ArrayLike, start: float, stop: float, *, logarithmic: bool) -> Axis:
    """The axis that shows the numbers, with a little air at both ends."""
    array = np.asarray(values, dtype=float)
    seen = array[visible(array, logarithmic)]
    low, high = (float(seen.min()), float(seen.max())) if len(seen) else (1.0, 10.0)
    if logarithmic:
        air = max(0.04 * math.log10(high / low), 0.05)
        return Axis(low / 10**air, high * 10**air, start, stop, True)
    air = 0.04 * (high - low) or 0.05 * abs(high) or 1.0
    return Axis(low - air, high + air, start, stop, False)


def visible(values: NDArray[np.float64], logarithmic: bool) -> NDArray[np.bool_]:
    """What an axis can show."""
    with np.errstate(invalid="ignore"):
        bounded = np.abs(values) < HIGHEST
        return bounded & (values > 1 / HIGHEST) if logarithmic else bounded


def _decades(low: float, high: float) -> list[tuple[float, str]]:
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    if last - first < 1:  # less than a decade of labels: round numbers instead
        return [(tick, word) for tick, word in _round_numbers(low, high) if tick > 0]
    step = math.ceil((last - first + 1) / _MOST)
    return [(10.0**k, power_of_ten(k)) for k in range(first, last + 1) if k % step == 0]


def power_of_ten(k: int) -> str:
    """10⁻³; 1 and 10 as they are."""
    return {0: "1", 1: "10"}.get(k, f"10{str(k).translate(_SUPERSCRIPT)}")


def _round_numbers(low: float, high: float) -> list[tuple[float, str]]:
    rough = (high - low) / (_MOST - 1)
    size = 10.0 ** math.floor(math.log10(rough))
    step = size * next(factor for factor in (1, 2, 5, 10) if factor * size >= rough * (1 - 1e-9))
    multiples = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return [(k * step, f"{k * step:.6g}") for k in multiples]
