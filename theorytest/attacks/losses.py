"""Regions of losses with their constants: quadratic ones, and smooth ones on the line whose curvature jumps.

quadratic           ½ (v - v*)ᵀ A (v - v*) with all eigenvalues of A in [λ, L]
piecewise           in one dimension: slopes of the derivative in [λ, L], which change at given points
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from theorytest.attacks.numbers import Number, Sizes, vectors
from theorytest.attacks.ranges import Range
from theorytest.attacks.region import Parameters, Region, same_size
from theorytest.attacks.structured import with_spectrum


@dataclass(frozen=True, eq=False)
class Quadratic:
    """½ (v - v*)ᵀ A (v - v*), whose least value is 0."""

    A: Any
    target: Any

    def __call__(self, v: Any) -> Any:
        """The loss at v."""
        return (v - self.target) @ self.A @ (v - self.target) / 2

    def gradient(self, v: Any) -> Any:
        """A (v - v*)."""
        return self.A @ (v - self.target)


@dataclass(frozen=True, eq=False)
class Piecewise:
    """A loss on R whose derivative vanishes at 0, is continuous, and has the slopes given, from left to right."""

    knots: tuple[Any, ...]
    slopes: tuple[Any, ...]

    def gradient(self, v: Any) -> Any:
        """The integral of the slopes from 0 to v."""
        return self._integral(v, lambda a, b, slope: slope * (b - a))

    def __call__(self, v: Any) -> Any:
        """∫₀ᵛ (v - x) f''(x) dx, since f(0) = f'(0) = 0."""
        return self._integral(v, lambda a, b, slope: slope * ((v - a) ** 2 - (v - b) ** 2) / 2)

    def _integral(self, v: Any, piece: Any) -> Any:
        low, high, sign = (0, v, 1) if v >= 0 else (v, 0, -1)
        inside = sorted(k for k in self.knots if low < k < high)
        ends = [low, *inside, high]
        parts = [piece(a, b, self._slope((a + b) / 2)) for a, b in pairwise(ends)]
        return sign * sum(parts)

    def _slope(self, v: Any) -> Any:
        return self.slopes[sum(bool(v > k) for k in self.knots)]


def quadratics(sizes: Sizes, low: Number, high: Number) -> Region:
    """Quadratic losses with the spectrum in [low, high] and any minimiser."""
    return same_size(with_spectrum(sizes, low, high), vectors(sizes)).map(Quadratic, says="quadratic losses")


def piecewise(pieces: Sizes, low: Number, high: Number) -> Region:
    """Losses on R with their curvature in [low, high], which may jump at the knots."""
    counts = (pieces,) if isinstance(pieces, int) else tuple(pieces)
    bounds, anywhere = Range(low, high), Range()

    def build(n: int, x: Parameters) -> Piecewise:
        return Piecewise(tuple(sorted(x[: n - 1])), tuple(x[n - 1 :]))

    return Region(counts, lambda n: [anywhere] * (n - 1) + [bounds] * n, build, says="smooth losses on the line")


def descending(loss: Any, start: Any, steps: Sequence[Any]) -> Any:
    """Gradient descent from the start, with these steps."""
    v = start
    for s in steps:
        v = v - s * loss.gradient(v)
    return v
