r"""The scheme of Corollary 4.6 in fractions: M = T_t linear, R_t = I, least squares, quasi-projections, u_1 = 0.

With values r_t = u_t - u at finitely many points, r_{t+1} = (I - s Q) r_t for the matrix Q of the drawn P^n, so that
E[r_t r_tᵀ] is a finite sum over all draws at every step: nothing of the theory enters.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import factorial, prod
from typing import Any

import numpy as np

from checks.instances.spaces import PLANE
from checks.theory.rational_volume import ANY_SPACE, FOUR, THIRDS, Array, Points, any_space, fractions, rounded
from theorytest import Region, choices, family, integers, product, vectors
from theorytest.approximation import (
    Gaussian,
    Hermite,
    Legendre,
    Optimal,
    QuasiProjection,
    Space,
    TensorProduct,
    Uniform,
    total_degree,
)
from theorytest.attacks.numbers import parametric
from theorytest.descent import Constant, ExactDescent, Quadratic, by_quadrature

LINES = Points(THIRDS, ((1, -1), (1, 0), (1, 2)))
PARABOLAS = Points(FOUR, ((1, -1, 1), (1, 0, 0), (1, 1, 1), (1, 2, 4)))
CONSTANTS = Points(THIRDS, ((1,), (1,), (1,)))


@dataclass(frozen=True, eq=False)
class Scheme:
    """n points per step with weight w (default: optimal), drawn with probabilities p / w; the target by its values."""

    points: Points
    target: tuple[int, ...]
    n: int
    step: Fraction | None = None  # default: the optimal n / (n + d - 1)
    weight: tuple[int, ...] | None = None

    @property
    def d(self) -> int:
        return self.points.dim

    @property
    def c(self) -> Fraction:
        """c = n / (d - 1)."""
        return Fraction(self.n, self.d - 1)

    @cached_property
    def w(self) -> Array:
        return self.points.weight if self.weight is None else fractions(self.weight)

    @property
    def k(self) -> Any:
        """k = max w K."""
        return max(self.w * self.points.K)

    @property
    def optimal(self) -> bool:
        """Whether w K = d wherever K > 0."""
        return all(w * K in (0, self.d) for w, K in zip(self.w, self.points.K, strict=True))

    @property
    def full_support(self) -> bool:
        """Whether K > 0 everywhere."""
        return all(self.points.K)

    jet_size, digits = 1, None

    @cached_property
    def u(self) -> Array:
        return fractions(self.target)

    @property
    def size(self) -> Any:
        """‖u‖²."""
        return self.square(self.u)

    def square(self, values: Array) -> Any:
        """‖v‖²."""
        return sum(self.points.p * values**2)

    @cached_property
    def best(self) -> Any:
        """‖u - Pu‖²."""
        return self.square(self.u - self.points.projection @ self.u)

    @cached_property
    def draws(self) -> list[tuple[Fraction, Array]]:
        """The probability and the matrix I - s Q of every draw, as multisets."""
        s = Fraction(self.n, self.n + self.d - 1) if self.step is None else Fraction(self.step)
        m = len(self.points.p)
        mu = [p / w if w else Fraction(0) for p, w in zip(self.points.p, self.w, strict=True)]
        found = []
        for x in itertools.combinations_with_replacement([i for i in range(m) if mu[i]], self.n):
            counts = Counter(x)
            orders = Fraction(factorial(self.n), prod(factorial(count) for count in counts.values()))
            share = fractions([counts[i] * self.w[i] / self.n for i in range(m)])
            probability = orders * prod(mu[i] for i in x)
            found.append((probability, fractions(np.eye(m, dtype=int)) - s * self.points.kernel * share))
        return found

    @cached_property
    def _known(self) -> list[Array]:
        return [np.outer(self.u, self.u)]

    def moments(self, n_steps: int) -> list[Array]:
        """E[r_t r_tᵀ] for t = 1, ..., n_steps + 1."""
        while len(self._known) <= n_steps:
            R = self._known[-1]
            self._known.append(sum(q * (B @ R @ B.T) for q, B in self.draws))
        return self._known[: n_steps + 1]

    def errors(self, n_steps: int) -> Any:
        """E‖u - u_t‖² for t = 1, ..., n_steps + 1."""
        return [sum(self.points.p * np.diagonal(R)) for R in self.moments(n_steps)]

    def distances(self, n_steps: int) -> Any:
        """E‖Pu - u_t‖² for t = 1, ..., n_steps + 1."""
        P = self.points.projection
        return [sum(self.points.p * np.diagonal(P @ R @ P.T)) for R in self.moments(n_steps)]


@dataclass(frozen=True, eq=False)
class Ensemble:
    """The same scheme on a continuous measure, by quadrature: quasi-projections with n optimal points."""

    loss: Quadratic
    n: int
    optimal, full_support, digits = True, True, 9

    @property
    def d(self) -> int:
        return self.loss.space.dim

    @property
    def jet_size(self) -> int:
        return self.loss.space.jet_size

    @property
    def k(self) -> Any:
        """d, which sup wK does not exceed; it is less for some vector jets."""
        return self.d

    @property
    def c(self) -> Fraction:
        return Fraction(self.n, self.d - 1)

    @property
    def best(self) -> Any:
        """‖u - Pu‖²."""
        return 2 * self.loss.floor

    @property
    def size(self) -> Any:
        """‖u‖²."""
        return self.best + self.loss.best @ self.loss.best

    def distances(self, n_steps: int) -> Any:
        """E‖Pu - u_t‖² for t = 1, ..., n_steps + 1."""
        step = Constant(self.n / (self.n + self.d - 1))
        return 2 * _exact(self.loss, self.n).gap(step, range(1, n_steps + 2))

    def errors(self, n_steps: int) -> Any:
        """E‖u - u_t‖² for t = 1, ..., n_steps + 1."""
        return self.best + self.distances(n_steps)


@cache
def _exact(loss: Quadratic, n: int) -> ExactDescent:
    return by_quadrature(QuasiProjection(Optimal(loss.space), n), loss)


def _cubic(x: Array) -> Array:
    return np.stack([x[..., 0] ** 3 + 1, 3 * x[..., 0] ** 2], axis=-1)


def _line(x: Array) -> Array:
    return np.stack([1 + x[..., 0], 1 + 0 * x[..., 0]], axis=-1)


def _losses() -> dict[str, Quadratic]:
    plane = TensorProduct((Legendre(2), Hermite(2)), total_degree(2, 1))
    sobolev = Space(Legendre(3), Uniform(), "H1")
    return {
        "Legendre 3": Quadratic(Space(Legendre(3), Uniform()), lambda x: np.abs(x[..., 0]), knots=(0.0,)),
        "Hermite 4": Quadratic(Space(Hermite(4), Gaussian()), lambda x: x[..., 0] ** 4 / 10 + x[..., 0]),
        "two dimensions": Quadratic(Space(plane, PLANE), lambda x: x[..., 0] + x[..., 0] * x[..., 1] / 2),
        "H1 Legendre 3": Quadratic(sobolev, _cubic),
        "H1 Legendre 3, in the class": Quadratic(sobolev, _line),
    }


def targets(points: Points) -> dict[str, tuple[int, ...]]:
    """A function of the class, one across it, and one that is mostly residual."""
    m = len(points.p)
    inside = tuple(row[-1] for row in points.features)
    return {"in the class": inside, "generic": (3, -1, 2, 5)[:m], "rough": (1, -9, 10, -8)[:m]}


def plain(points: Points, target: tuple[int, ...], n: int) -> Scheme:
    """Plain points, w = 1, with the step n/(n + k - 1) that is best for their k."""
    return Scheme(points, target, n, n / (n + max(points.K) - 1), (1,) * len(points.p))


ZERO = Points(FOUR, ((1, 1), (-1, -1), (0, 2), (0, 0)))  # a point without features
CELLS = Points((Fraction(1, 3), Fraction(2, 3)), ((1, 0), (0, 1)))  # K is 3 and 3/2, hence k = 3 for w = 1
WORDS = {
    CONSTANTS: "constants",
    LINES: "lines",
    PARABOLAS: "parabolas",
    ZERO: "lines with a common zero",
    CELLS: "cells",
}


@cache
def finite_schemes() -> dict[str, Scheme]:
    """By name, the smallest first: d = 1, 2 and 3, with optimal and with plain points."""
    sizes = ((CONSTANTS, (1, 2)), (LINES, (1, 2, 3)), (ZERO, (2,)), (PARABOLAS, (1, 2, 4)))
    exact = {
        f"{WORDS[points]}, n = {n}, {word}": Scheme(points, target, n)
        for points, numbers in sizes
        for n, (word, target) in itertools.product(numbers, targets(points).items())
    }
    drawn = {
        f"{WORDS[points]}, plain, n = {n}, {word}": plain(points, target, n)
        for points, n in ((CELLS, 1), (LINES, 2), (PARABOLAS, 1))
        for word, target in targets(points).items()
    }
    drawn["cells, plain, n = 1, small cell"] = plain(CELLS, (1, 0), 1)
    return exact | drawn


@cache
def schemes() -> dict[str, Scheme | Ensemble]:
    """Those and continuous measures."""
    return finite_schemes() | {
        f"{name}, n = {n}": Ensemble(loss, n) for n, (name, loss) in enumerate(_losses().items(), start=1)
    }


def _any_scheme(space: Points, target: Array, n: int, chances: Array | None) -> Scheme:
    """Points with w K = d where there are no chances, else drawn with any positive ones and the best step for them."""
    m = len(space.p)
    u = rounded(target[:m])
    if chances is None:
        return Scheme(space, tuple(u), n)
    mu = rounded(chances[:m]) + Fraction(1, 20)
    weight = space.p * sum(mu) / mu
    return Scheme(space, tuple(u), n, n / (n + max(weight * space.K) - 1), tuple(weight))


def _region(spaces: Region, chances: Region, sizes: Region) -> Region:
    every = product(spaces, vectors(3, -9, 9), sizes, chances)
    return every.map(_any_scheme).where(lambda scheme: scheme.size > 0, "u ≠ 0")


ANY_PLANE = any_space(((2, 3), (2, 2), (3, 3)))  # d ≥ 2, which most claims ask for
ANY_OPTIMAL = _region(ANY_PLANE, choices([None]), integers(1, 3))
ANY_SINGLE = _region(ANY_PLANE, choices([None]), integers(1, 1))
CHANCES = parametric(lambda given: 3 * given, lambda given, x: x if given else None, (0, 1), low=0, high=1)
ANY_WEIGHTS = _region(ANY_SPACE, CHANCES, integers(1, 3))
ANY_PLAIN = _region(ANY_PLANE, vectors(3, 0, 1), integers(1, 3))
SCHEMES = family(
    schemes,
    "linear classes, targets and points with u₁ = 0, all draws counted; d = 1 to 4, L² and H¹",
    search=ANY_OPTIMAL,
    effort=60,
)
FINITE = family(
    finite_schemes,
    "linear classes, targets, weights and sizes on finitely many points, all draws counted",
    search=ANY_WEIGHTS,
    effort=60,
)
TIMES = family([1, 2, 3, 5], "positive integers", search=integers(1, 5))
