"""Points of a wider law, for means that few of a cell's own points decide.

With x ~ μ = ρ/w, the sampler's law, y ~ ν, and r = dμ/d((μ + ν)/2) = 2/(1 + w dν/dρ), which is at most 2,
    E ½ (r(x) φ(x) + r(y) φ(y)) = E_μ φ   for every φ.
ν does not look at φ, so that nothing that is measured enters its density. Every coordinate has the optimal law of the
first m polynomials, dν/dρ = Π_i K_m(x_i)/m, where m - 1 is the degree of a product of functions of T_t and of E: for
plain points ‖Z g‖² is a sum of squares of polynomials p of that degree, and p² ≤ ‖p‖² Π_i K_m(x_i), so that no draw
exceeds the mean by more than the factor 2 m^D. On finitely many points ν has the probabilities w K up to a factor,
since ρ g² ≤ ‖g‖² at every point.
The mean over y rests on the sampler's law being ρ/w: what is drawn by the sampler alone tests that, in the same row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.random import Generator

from theorytest.approximation import (
    Discrete,
    Fourier,
    Gaussian,
    Hermite,
    Histogram,
    Hull,
    Indicators,
    Legendre,
    Measure,
    Optimal,
    Product,
    Sampler,
    Space,
    TensorProduct,
)
from theorytest.approximation.christoffel import Christoffel
from theorytest.arguments import Array
from theorytest.atlas.numbers import Pairs
from theorytest.atlas.points import Singles
from theorytest.atlas.vectors import Vectors

WIDEST = 2.0  # sup r


class _Law(Protocol):
    """A law on some of the coordinates."""

    @property
    def ndim(self) -> int:
        """Their number."""
        ...

    def sample(self, rng: Generator, size: int) -> Array:
        """Independent points, an array (size, ndim)."""
        ...

    def density(self, x: Array) -> Array:
        """Relative to ρ, at points (N, ndim)."""
        ...


@dataclass(frozen=True, eq=False)
class _OnLine:
    """The optimal law of the first m polynomials."""

    optimal: Optimal

    @property
    def ndim(self) -> int:
        return 1

    def sample(self, rng: Generator, size: int) -> Array:
        return self.optimal.sample(rng, size, 1)[:, 0]

    def density(self, x: Array) -> Array:
        return Christoffel(self.optimal.space)(x) / self.optimal.space.dim


@dataclass(frozen=True, eq=False)
class _OnPoints:
    """Other probabilities of the points of a discrete measure."""

    measure: Discrete
    probabilities: Array

    @property
    def ndim(self) -> int:
        return self.measure.ndim

    def sample(self, rng: Generator, size: int) -> Array:
        chosen = np.searchsorted(np.cumsum(self.probabilities)[:-1], rng.random(size), side="right")
        return self.measure.points.reshape(-1, self.ndim)[chosen]

    def density(self, x: Array) -> Array:
        return Indicators(self.measure).values(x) @ (self.probabilities / self.measure.weights)


@dataclass(frozen=True, eq=False)
class Wide:
    """ν, as the laws of its coordinates, beside the sampler of a cell."""

    sampler: Sampler
    coordinates: tuple[_Law, ...]

    def sample(self, rng: Generator, size: int) -> Array:
        """Independent points of ν, an array (size, D)."""
        return np.concatenate([law.sample(rng, size) for law in self.coordinates], axis=-1)

    def density(self, x: Array) -> Array:
        """dν/dρ at points (N, D)."""
        found, start = np.ones(len(x)), 0
        for law in self.coordinates:
            found *= law.density(x[:, start : start + law.ndim])
            start += law.ndim
        return found

    def ratio(self, x: Array, w: Array | None = None) -> Array:
        """R = 2/(1 + w dν/dρ) at points (N, D), with the weights of the sampler there if they are at hand."""
        w = self.sampler.weight(x) if w is None else w
        return np.asarray(WIDEST / (1 + w * self.density(x)))


def wide_of(sampler: Sampler, hull: Hull) -> Wide | None:
    """The wider law of a cell; None for waves and histograms, where plain points are optimal in L²."""
    measure, system = hull.space.measure, hull.larger.system
    if isinstance(measure, Discrete):
        return Wide(sampler, (_on_points(sampler, hull.space, measure),))
    if isinstance(system, Fourier | Histogram):
        return None
    factors = measure.factors if isinstance(measure, Product) else (measure,)
    m = _degree(hull.space) + _degree(hull.larger) + 1
    return Wide(sampler, tuple(_on_line(factor, m) for factor in factors))


def _degree(space: Space) -> int:
    """Of its polynomials; one less than their number for what is none."""
    system = space.system
    return int(system.indices.sum(axis=1).max()) if isinstance(system, TensorProduct) else space.dim - 1


def _on_line(measure: Measure, m: int) -> _OnLine:
    return _OnLine(Optimal(Space((Hermite if isinstance(measure, Gaussian) else Legendre)(m), measure)))


def _on_points(sampler: Sampler, space: Space, measure: Discrete) -> _OnPoints:
    x = measure.points.reshape(-1, measure.ndim)
    K = Christoffel(space)(x)
    score = np.where(K > 0, sampler.weight(x), 0.0) * K
    return _OnPoints(measure, score / score.sum())


@dataclass(frozen=True, eq=False)
class Points:
    """Z g at a chunk of points, and where a wider law is used these and its own with their ratios r (N)."""

    Z: Vectors
    pairs: Pairs | None = None

    def part(self, columns: slice) -> Points:
        """Some of the gradients."""
        own = self.Z.part(columns)
        if self.pairs is None:
            return Points(own)
        (_, r), (Y, q) = self.pairs
        return Points(own, ((own, r), (Y.part(columns), q)))

    def sums(self) -> tuple[Array, Array]:
        """Of vectors V whose mean is E Z g, (d, m), and of a bound of ‖V‖², (m)."""
        pairs = self.pairs or ((self.Z, np.ones(len(self.Z))),)
        first, square = sum(Z.total(r) for Z, r in pairs), sum(r**2 @ Z.square for Z, r in pairs)
        return np.asarray(first) / len(pairs), np.asarray(square) / len(pairs)


def points_at(singles: Singles, wide: Wide | None, x: Array, y: Array | None, gradients: Array) -> Points:
    """Z g at points x of the sampler and y of the wider law, both (N, D)."""
    Z, w = singles.weighted(x, gradients)
    if wide is None or y is None:
        return Points(Z)
    Y, v = singles.weighted(y, gradients)
    return Points(Z, ((Z, wide.ratio(x, w)), (Y, wide.ratio(y, v))))
