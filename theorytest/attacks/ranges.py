"""One real parameter: the interval that it ranges over, and a chart in which an optimiser moves.

A chart maps [-1, 1] onto the interval: affinely where it is bounded, by sinh where it is not, by powers of ten towards
the low end where `log` says so. Unbounded intervals are searched up to 81,000, logarithmic ones over 6 or 12 decades.
A `whole` parameter takes the whole numbers of its interval only; its chart has a cell of equal length for each.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from theorytest.attacks.errors import AttackError

WIDE = 12.0  # sinh(12) is 81,000: unbounded parameters are drawn up to that size
DECADES = 6.0  # towards an end on a logarithmic scale
SIMPLE = tuple(Fraction(word) for word in ("0", "1", "-1", "2", "-2", "1/2", "-1/2", "3", "1/3", "10", "1/10"))


@dataclass(frozen=True)
class Range:
    """low ≤ x ≤ high; `open` leaves finite ends out, `log` moves by factors towards low, `whole` takes integers."""

    low: float | Fraction = -math.inf
    high: float | Fraction = math.inf
    open: bool = False
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        if not all(isinstance(end, (int, float, Fraction, np.number)) for end in (self.low, self.high)):
            raise AttackError(f"a range goes from one number to another, got {self.low!r} and {self.high!r}")
        if self.low == math.inf or self.high == -math.inf:
            raise AttackError(f"a range must hold some finite number, got {self.low} and {self.high}: it is empty")
        if not self.low <= self.high or (self.open and self.low == self.high):
            raise AttackError(f"a range must have low ≤ high, got {self.low} and {self.high}: it is empty")
        if self.log and not math.isfinite(self.low):
            raise AttackError(f"log needs a finite low end to move towards, got {self.low}")
        if self.whole and (self.open or self.log):
            raise AttackError("a range of whole numbers is neither open nor logarithmic: its ends belong to it")
        if self.whole and any(math.isfinite(end) and end != int(end) for end in (self.low, self.high)):
            raise AttackError(f"whole numbers go from one whole number to another, got {self.low} and {self.high}")

    def value(self, u: float) -> float:
        """The point of the chart at -1 ≤ u ≤ 1."""
        u, low, high = min(1.0, max(-1.0, u)), float(self.low), float(self.high)
        if self.whole:
            cells = self.count
            return float(
                round(self._real.value(u)) if cells is None else low + min(cells - 1, int((u + 1) / 2 * cells))
            )
        if self.log:
            if self.low == self.high or (u == -1 and not self.open):
                return low
            top = 0.0 if math.isfinite(high) else DECADES
            size = high - low if math.isfinite(high) else 1.0
            return low + size * 10 ** (top + (u - 1) / 2 * (DECADES + top))
        if math.isfinite(low) and math.isfinite(high):
            inner = (1 - 1e-9) if self.open else 1.0
            return (low + high) / 2 + inner * u * (high - low) / 2
        if math.isfinite(low) or math.isfinite(high):
            away = math.sinh(WIDE * (u + 1) / 2) + (1e-9 if self.open else 0.0)
            return low + away if math.isfinite(low) else high - away
        return math.sinh(WIDE * u)

    def chart(self, x: float) -> float:
        """Where the chart has the value x, up to rounding and to its ends."""
        low, high = float(self.low), float(self.high)
        if self.low == self.high:
            return 0.0
        if self.whole and self.count is not None:
            return _clipped((2 * (x - low) + 1) / self.count - 1)
        if self.log:
            top = 0.0 if math.isfinite(high) else DECADES
            size = high - low if math.isfinite(high) else 1.0
            return -1.0 if x <= low else _clipped(1 + 2 * (math.log10((x - low) / size) - top) / (DECADES + top))
        if math.isfinite(low) and math.isfinite(high):
            return _clipped((2 * x - low - high) / (high - low))
        if math.isfinite(low) or math.isfinite(high):
            return _clipped(2 * math.asinh(x - low if math.isfinite(low) else high - x) / WIDE - 1)
        return _clipped(math.asinh(x) / WIDE)

    def holds(self, x: float | Fraction) -> bool:
        """Whether x lies in the interval."""
        if self.whole and x != int(x):
            return False
        return self.low < x < self.high if self.open else self.low <= x <= self.high

    def reaches(self, x: float | Fraction) -> bool:
        """Whether the chart goes as far as x."""
        return self.value(-1.0) <= x <= self.value(1.0) or self.value(1.0) <= x <= self.value(-1.0)

    @property
    def count(self) -> int | None:
        """How many numbers there are; None where there is no end of them."""
        if self.low == self.high:
            return 1
        ends = self.low, self.high
        return int(self.high - self.low) + 1 if self.whole and all(map(math.isfinite, ends)) else None

    @property
    def values(self) -> Iterator[float]:
        """All numbers of a finite range, the smallest first."""
        listed = [float(self.low) + k for k in range(self.count or 0)]
        return iter(sorted(listed, key=lambda x: (abs(x), x < 0)))

    @property
    def cell(self) -> float:
        """The length of a whole number's cell in the chart; 0 where every real number counts."""
        return 0.0 if not self.whole else 2 / (self.count or int(2 * WIDE))

    @property
    def _real(self) -> Range:
        return Range(self.low, self.high)

    @property
    def words(self) -> str:
        """`numbers in [0, 1]`, `whole numbers`, `numbers above 0 (searched from 10⁻⁶ to 10⁶)`."""
        return self._interval + self._reach

    @property
    def _reach(self) -> str:
        """How far an unbounded interval is searched, beyond a few probes."""
        if math.isfinite(self.low) and math.isfinite(self.high):
            return ""
        if self.log:
            return f" (searched {'from' if self.low == 0 else 'at distances from'} 10⁻⁶ to 10⁶)"
        centred = self.low in (0, 1) or self.low == -self.high
        return f" (searched up to {'' if centred else 'a distance of '}81,000)"

    @property
    def _interval(self) -> str:
        numbers = "whole numbers" if self.whole else "numbers"
        if self.low == -math.inf and self.high == math.inf:
            return numbers if self.whole else "real numbers"
        if self.high == math.inf:
            return f"{numbers} above {self.low}" if self.open else f"{numbers} of at least {self.low}"
        if self.low == -math.inf:
            return f"{numbers} below {self.high}" if self.open else f"{numbers} of at most {self.high}"
        return f"{numbers} in ({self.low}, {self.high})" if self.open else f"{numbers} in [{self.low}, {self.high}]"

    @property
    def simple(self) -> list[Fraction]:
        """Numbers that deserve a try: the ends, their neighbours at distance 1, and simple rationals."""
        return list(_simple(self))

    @property
    def simplest(self) -> list[Fraction]:
        """0, 1 and -1, as far as they are in the interval; else the first simple numbers."""
        return [x for x in SIMPLE[:3] if self.holds(x)] or self.simple[:3]

    def draw(self, rng: np.random.Generator) -> float:
        """A point at a random place of the chart, of order one, or a simple number."""
        kind = rng.random()
        if kind < 0.3:
            return float(self.simple[rng.integers(len(self.simple))])
        if kind < 0.65:
            x = float(rng.standard_normal() if self.low < 0 else rng.exponential())
            x = float(round(x)) if self.whole else x
            if self.holds(x):
                return x
        return self.value(2 * rng.random() - 1)


def _clipped(u: float) -> float:
    return min(1.0, max(-1.0, u))


@lru_cache(4096)
def _simple(one: Range) -> tuple[Fraction, ...]:
    """A region asks for them at each of its draws."""
    finite = [Fraction(end) for end in (one.low, one.high) if math.isfinite(end)]
    near = [end + k for end in finite for k in (0, 1, -1)]
    return tuple(x for x in dict.fromkeys((*near, *SIMPLE)) if one.holds(x)) or (Fraction(one.value(0.0)),)
