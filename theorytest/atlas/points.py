"""Estimators that are means over independent points: what one point says of E‖P^n g‖² for every n.

Where P^n g = (1/n) Σ_i Z_i with independent Z_i of one law, E‖P^n g‖² = E‖Z‖²/n + (1 - 1/n) ‖E Z‖². For every vector u
    f = ‖Z‖²/n + (1 - 1/n) (2 (u, Z) - ‖u‖²)   has   E f = E‖P^n g‖² - (1 - 1/n) ‖E Z - u‖² ≤ E‖P^n g‖²,
so that lower bounds of E f are lower bounds of the variance whatever u is; u = E Z loses nothing. What ‖P^n g‖² has in
addition, products of different points, has no mean and most of the variance. That P^n is such a mean is not assumed:
it is compared with the estimator's own P^n at the points of the pilot. For quasi- and non-projections Z g is w b (L g)
with the basis b and the weight w of the estimator's space and sampler, and this comparison is what its own code has to
do with it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, is_dataclass, replace

import numpy as np
from numpy.random import Generator

from theorytest.approximation import Debiased, Estimator, Hull, LeastSquares, NonProjection, QuasiProjection, matrices
from theorytest.approximation.empirical import evaluated
from theorytest.arguments import Array
from theorytest.atlas.subjects import Subject
from theorytest.atlas.vectors import Dense, Products, Vectors

_COMPARED = (16, 1024)  # samples and points, at least, at which P^n and the mean over its points must agree
_EQUAL = 1e-9  # relative to the largest entry


@dataclass(frozen=True, eq=False)
class Singles:
    """Z = P̃ + P^1 (I - P̃) on E for one point at a time; P̃ is what a debiased projection corrects, 0 elsewhere."""

    one: Estimator
    hull: Hull
    offset: Array  # (d, e)
    rest: Array  # (e, e)

    def at(self, x: Array, gradients: Array) -> Vectors:
        """Z g for the columns g of `gradients` at points (N, D)."""
        return self.weighted(x, gradients)[0]

    def weighted(self, x: Array, gradients: Array) -> tuple[Vectors, Array | None]:
        """Z g, and the weights w (N) of the sampler where they are at hand, infinite where all of T_t vanishes.

        One point of a quasi-projection gives w Σ_c (L b)_c (L g)_c, one of a non-projection Φ times that of its system.
        """
        x, gradients, moved = x[:, None], self.rest @ gradients, self.offset @ gradients
        offset = moved if moved.any() else None
        if type(self.one) not in (QuasiProjection, NonProjection):
            Z = along(self.one, self.hull, x, gradients)
            return Dense(Z if offset is None else Z + offset), None
        of_system = isinstance(self.one, NonProjection)
        functions, w = evaluated(self.one.sampler, x, system=of_system)  # type: ignore[attr-defined]
        w = w[:, 0]
        vectors = np.moveaxis(functions[:, 0], -1, 0) * w[:, None]
        if of_system:
            vectors = vectors @ self.hull.space.system_in_basis.T
        found = Products(vectors, np.moveaxis(_jets(self.hull, x, gradients)[:, 0], 1, 0), offset)
        return found, np.where(w > 0, w, np.inf)

    def sample(self, rng: Generator, n_replicas: int, n: int) -> Array:
        """Points of R samples of n, (R n, D), those of one sample after the other."""
        sampler = self.one.sampler  # type: ignore[attr-defined]
        return np.asarray(sampler.sample(rng, n_replicas, n).reshape(-1, self.hull.space.ndim))


def along(estimator: Estimator, hull: Hull, x: Array, gradients: Array) -> Array:
    """P^n g for the columns g of `gradients` at points (R, n, D), an array (R, d, m)."""
    jets = _jets(hull, x, gradients)
    if isinstance(estimator, NonProjection):  # its own sum over the system, as a product of matrices
        return np.asarray(hull.space.system_in_basis @ estimator.parameters(x, jets))
    return estimator.coefficients(x, jets)


def _jets(hull: Hull, x: Array, gradients: Array) -> Array:
    """L g for the columns g of `gradients` at points (R, n, D), an array (R, n, l, m)."""
    combination = hull.larger.coefficients @ hull.in_larger @ gradients
    functions = hull.larger.system_jets(x)  # (R, n, e, l)
    *axes, size, l = functions.shape  # noqa: E741 (the paper's letter)
    flat = functions.reshape(-1, size, l)
    return np.stack([flat[:, :, c] @ combination for c in range(l)], axis=-2).reshape(*axes, l, -1)


def singles_of(it: Subject, x: Array) -> Singles | None:
    """The points of a cell one by one, where P^n is their mean at the samples x (R, n, D) and they are independent."""
    whole, n = it.estimator, it.cell.n
    part = whole.correction if isinstance(whole, Debiased) else whole
    if not _independent(it) or not is_dataclass(part) or (isinstance(part, LeastSquares) and not it.is_certain):
        return None
    d, e = it.hull.space.dim, it.hull.dim
    offset = np.zeros((d, e))
    if isinstance(whole, Debiased):
        offset = matrices(whole.projection, it.hull, whole.projection.sample(np.random.default_rng(0), 1))[0]
    rest = np.eye(e) - np.pad(offset, ((0, e - d), (0, 0)))
    found = Singles(replace(part, n_samples=1), it.hull, offset, rest)
    samples, at_least = _COMPARED
    x = x[: max(samples, at_least // n)]
    mean = found.at(x[:, -n:].reshape(-1, it.hull.space.ndim), np.eye(e)).means(n)
    own = matrices(whole, it.hull, x)
    return found if np.abs(own - mean).max() <= _EQUAL * np.abs(own).max() else None


def _independent(it: Subject) -> bool:
    """Whether the points are: by their sampler, or because an event that is certain changes nothing."""
    return bool(getattr(it.sampler, "independent", True)) or it.is_certain


@dataclass(frozen=True, eq=False)
class Means:
    """Vectors u, one for each gradient, and the number n of points."""

    u: Array  # (d, m)
    n: int

    def f(self, Z: Vectors) -> Array:
        """‖Z‖²/n + (1 - 1/n) (2 (u, Z) - ‖u‖²) for Z (N, d, m), an array (N, m)."""
        return self.raw(Z) - self.constant

    def raw(self, Z: Vectors) -> Array:
        """‖Z‖²/n + 2 (1 - 1/n) (u, Z), what of f depends on Z."""
        square = Z.square / self.n
        if self.n == 1 or not self.u.any():
            return square
        return np.asarray(square + Z.along(2 * (1 - 1 / self.n) * self.u))

    @property
    def constant(self) -> Array:
        """(1 - 1/n) ‖u‖²."""
        return np.asarray((1 - 1 / self.n) * np.sum(self.u**2, axis=0))

    def floor(self, *, positive: bool, factor: float = 1.0) -> Array:
        """The smallest f of any Z, where what depends on Z is multiplied by at most `factor`.

        Of a Z with (u, Z) ≥ 0 where that is known; otherwise Z = -(n - 1) u is the smallest.
        """
        return -self.constant * (1.0 if positive else 1 + factor * (self.n - 1))

    def lost(self, mean: Array, scatter: Array, quantile: float, n_points: int) -> Array:
        """At most (1 - 1/n) ‖E Z - u‖², from the mean (d, m) of Z and its scatter E‖Z - E Z‖²."""
        off = np.linalg.norm(mean - self.u, axis=0) + quantile * np.sqrt(scatter) / math.sqrt(n_points)
        return np.asarray((1 - 1 / self.n) * off**2)
