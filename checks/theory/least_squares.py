"""Least squares over every ordered sample of finitely many points, written out apart from the code that is judged.

The rows are √(w(x_i)/n) L_{x_i} e_k for an orthonormal basis e of E = T ⊕ C whose first d members span T. With B the
first d columns, Ĝ = BᵀB, the moments are Bᵀ·rows, and P^n = Ĝ⁺ Bᵀ·rows [eq:least-squares-projection].
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.theory.christoffel import largest_eigenvalue
from theorytest.approximation import Discrete, Functions, Monomials, Optimal, Plain, Space
from theorytest.approximation.hull import hull

SINGULAR = 1e-9  # eigenvalues of Ĝ below this part of the largest are rounding
GRID = 1e-9  # deviations closer than this are one deviation


@dataclass(frozen=True, eq=False)
class Finite:
    """A space on finitely many points, how they are drawn (w optimal, or w = 1), and how much of C is looked at."""

    space: Space
    plain: bool = False
    extra: int = 0

    @cached_property
    def weight(self):
        """w at the points: 1, or ∫K dρ / K."""
        K = largest_eigenvalue(self.space, self.space.measure.points)
        return np.ones(len(K)) if self.plain else (self.space.measure.weights @ K) / K

    @cached_property
    def k(self):
        """sup w K."""
        return float(np.max(self.weight * largest_eigenvalue(self.space, self.space.measure.points)))

    @cached_property
    def hull(self):
        """E: all functions in L², some more polynomials in H¹."""
        return hull(self.space, self.extra)

    @property
    def sampler(self):
        """The sampler of the package with this weight."""
        return Plain(self.space) if self.plain else Optimal(self.space)


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples with their probabilities (N,) and rows (N, n l, e); the first `dim` columns belong to T."""

    probability: np.ndarray
    rows: np.ndarray
    dim: int

    @cached_property
    def gramian(self):
        """Ĝ, (N, d, d)."""
        B = self.rows[..., : self.dim]
        return np.swapaxes(B, -1, -2) @ B

    @cached_property
    def moments(self):
        """ζ̂_k = (g, b_k)_n for g in the basis of E, (N, d, e)."""
        return np.swapaxes(self.rows[..., : self.dim], -1, -2) @ self.rows

    @cached_property
    def operators(self):
        """P^n on E, (N, d, e)."""
        return np.linalg.pinv(self.gramian, rcond=SINGULAR, hermitian=True) @ self.moments

    @cached_property
    def deviation(self):
        """‖I - Ĝ‖, (N,)."""
        return np.linalg.norm(np.eye(self.dim) - self.gramian, ord=2, axis=(-2, -1))

    def where(self, chosen):
        """Some of the samples, with their unconditioned probabilities."""
        return replace(self, probability=self.probability[chosen], rows=self.rows[chosen])

    def stable(self, delta):
        """The samples in S_δ."""
        return self.where(self.deviation <= delta)

    @cached_property
    def regular(self):
        """Which samples have a regular Ĝ."""
        return np.linalg.matrix_rank(self.gramian, tol=SINGULAR, hermitian=True) == self.dim


def levels(deviations):
    """Every δ < 1 at which an event {deviation ≤ δ} grows, rounded up: between two only factors 1/(1 - δ) change."""
    values = np.unique(np.ceil(deviations / GRID + 1e-3)) * GRID
    return values[values < 1 - 10 * GRID]


def indices(problem, n):
    """Which points each ordered sample holds, (N, n)."""
    return np.array(list(itertools.product(range(len(problem.space.measure.points)), repeat=n)))


def drawn(problem, n):
    """The points of each ordered sample, (N, n, D)."""
    return problem.space.measure.points[indices(problem, n)]


def samples_of(problem, chosen, orders=1.0):
    """The samples of these points (N, n), drawn with probability μ = ρ/w each, in so many orders."""
    x, w, n = problem.space.measure.points, problem.weight, chosen.shape[1]
    jets, mu = np.swapaxes(problem.hull.jets(x), -1, -2), problem.space.measure.weights / w
    rows = np.sqrt(w / n)[:, None, None] * jets
    stacked = rows[chosen].reshape(len(chosen), -1, jets.shape[-1])
    return Samples(orders * np.prod(mu[chosen], axis=1), stacked, problem.space.dim)


@cache
def every_sample(problem, n):
    """All ordered samples of n points."""
    return samples_of(problem, indices(problem, n))


@cache
def multisets(size, n):
    """Samples of n points without their order (N, n), their counts of each point (N, size) and of orders (N,)."""
    chosen = np.array(list(itertools.combinations_with_replacement(range(size), n)))
    counts = np.sum(chosen[:, :, None] == np.arange(size), axis=1)
    orders = [math.factorial(n) // math.prod(math.factorial(count) for count in row) for row in counts.tolist()]
    return chosen, counts, np.array(orders, dtype=float)


@cache
def every_multiset(problem, n):
    """The same with samples of one order put together, for many points."""
    chosen, _, orders = multisets(len(problem.space.measure.points), n)
    return samples_of(problem, chosen, orders)


def mean(probability, matrices):
    """The expectation over the samples, given that one of them occurs."""
    return np.tensordot(probability / probability.sum(), matrices, 1)


def tabulated(masses, *functions):
    """The span of functions that are given by their values at points 0, 1, 2, ... of these masses."""
    tables = [np.array(values, dtype=float) for values in functions]
    points = np.arange(float(len(masses)))
    lookups = tuple(lambda x, table=table: table[x[..., 0].astype(int)] for table in tables)
    return Space(Functions(lookups), Discrete(points, np.array(masses, dtype=float)))


def rarely_stable(probability, first=1.0, far=1 + 1e-7, base=1 - 1e-7):
    """b² = `first`, `far`, `base` at three points drawn plainly, the first of them with this probability.

    With n points and n - first = (n - 1) base, Ĝ is 1 for samples of one first point and n - 1 base points, and for no
    others if `far` is no such sum: S_δ with a small δ is about n times as probable as the first point.
    """
    second = (1 - base - probability * (first - base)) / (far - base)  # such that ∫ b² dρ = 1
    masses = (probability, second, 1 - probability - second)
    return Finite(tabulated(masses, np.sqrt([first, far, base])), plain=True)


def almost_singular(probability=1e-4, size=0.1):
    """A plane on two heavy points and two rare ones, at which its features are small and alike; drawn plainly.

    A rare and a heavy point have λ_min(Ĝ) = size², about, whichever they are.
    """
    rare, heavy = [probability] * 2, [0.5 - probability] * 2
    small = [size] * 2
    return Finite(tabulated((*rare, *heavy), (*small, 1, 0), (*small, 0, 1)), plain=True)


@cache
def finite_problems():
    """Name to problem and the numbers of points that are enumerated."""
    two = Discrete(np.array([-1.0, 1.0]), np.array([0.25, 0.75]))
    three = Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.5, 0.25, 0.25]))
    return {
        "constants": (Finite(Space(Monomials(1), two)), (1, 2)),
        "one function, plain points": (Finite(tabulated((0.25, 0.75), np.sqrt([3, 1 / 3])), plain=True), (1, 2, 3)),
        "lines": (Finite(Space(Monomials(2), three)), (2, 3, 4)),
        "lines, plain points": (Finite(Space(Monomials(2), three), plain=True), (2, 3, 4)),
        "parabolas": (Finite(Space(Monomials(3), FOUR_POINTS)), (3, 4, 5)),
        "parabolas, plain points": (Finite(Space(Monomials(3), FOUR_POINTS), plain=True), (4, 5)),
        "H1 lines": (Finite(Space(Monomials(2), FOUR_POINTS, "H1"), extra=4), (1, 2, 4)),
        "H1 lines, plain points": (Finite(Space(Monomials(2), FOUR_POINTS, "H1"), plain=True, extra=4), (1, 2, 4)),
    }


def problems():
    """Every problem with every number of points, named."""
    return {f"{name}, n = {n}": (each, n) for name, (each, numbers) in finite_problems().items() for n in numbers}
