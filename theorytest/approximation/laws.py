"""How to draw from the measure f ρ, f ≥ 0: finite sums and inverse distribution functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.random import Generator

from theorytest.approximation.distribution import Distribution
from theorytest.approximation.measures import GAUSSIAN_REACH, Discrete, Gaussian, Measure
from theorytest.approximation.piecewise import resolve
from theorytest.arguments import Array, finite

_GAUSSIAN_STEPS = np.arange(-GAUSSIAN_REACH, GAUSSIAN_REACH + 1.0)


class Law(Protocol):
    """Something to draw points from."""

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size, D)."""
        ...


@dataclass(frozen=True, eq=False)
class FiniteLaw:
    """Points with probabilities proportional to `masses`."""

    points: Array
    masses: Array

    @property
    def mass(self) -> float:
        """∫ f dρ."""
        return float(self.masses.sum())

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size, D)."""
        return self.points[rng.choice(len(self.points), size=size, p=self.masses / self.masses.sum())]


@dataclass(frozen=True)
class LineLaw:
    """A distribution on the line; `distribution` has its density and distribution function."""

    distribution: Distribution

    @property
    def mass(self) -> float:
        """∫ f dρ."""
        return self.distribution.mass

    def draw(self, rng: Generator, size: int) -> Array:
        """Independent draws, shape (size, 1)."""
        return self.distribution.draw(rng, size)[:, None]


def univariate(f: Callable[[Array], Array], measure: Measure, knots: Sequence[float] = ()) -> LineLaw | FiniteLaw:
    """The law f ρ / ∫ f dρ on the line or on finitely many points, for f from points (N, D) to values (N,)."""
    factor = measure.factors[0]
    if isinstance(factor, Discrete):
        return FiniteLaw(factor.points, finite("f(x)", f(factor.points)) * factor.weights)
    edges = line_edges(factor, knots)
    density = resolve(lambda t: f(t[:, None]) * factor.density(t[:, None]), edges)
    return LineLaw(Distribution(density, tuple(knots)))


def line_edges(factor: Measure, knots: Sequence[float]) -> Array:
    """The ends of the support and the knots inside; a Gaussian is cut where a double no longer sees it."""
    ends = factor.mean + factor.std * _GAUSSIAN_STEPS if isinstance(factor, Gaussian) else np.array(factor.support)  # type: ignore[attr-defined]
    inside = [t for t in knots if ends[0] < t < ends[-1]]
    return np.unique([*ends, *inside])
