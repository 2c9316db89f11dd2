r"""Volume sampling on finitely many points with rational masses and features: every law of Appendix F in fractions.

No orthonormal basis is needed, hence no roots: for features φ of any basis of T with Gramian G the kernel is
φ(x)ᵀ G⁻¹ φ(y), and the empirical Gramian of an orthonormal basis has the determinant det Ĝ_φ / det G.
A law is a dictionary from ordered samples, tuples of indices of points, to their probabilities.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from theorytest import Region
from theorytest.attacks import exact
from theorytest.attacks.numbers import parametric

Array = NDArray[Any]  # of fractions
Sample = tuple[int, ...]
Law = dict[Sample, Fraction]
fractions = exact.fractions  # an array of them, which numpy adds and multiplies exactly


@dataclass(frozen=True)
class Points:
    """Points with masses p and the features of a basis of T, one row for each point."""

    masses: tuple[Fraction, ...]
    features: tuple[tuple[int, ...], ...]

    @property
    def dim(self) -> int:
        return len(self.features[0])

    @cached_property
    def p(self) -> Array:
        return fractions(self.masses)

    @cached_property
    def phi(self) -> Array:
        return fractions(self.features)

    @cached_property
    def gramian(self) -> Array:
        return (self.phi.T * self.p) @ self.phi

    @cached_property
    def gramian_determinant(self) -> Any:
        return exact.determinant(self.gramian)

    @cached_property
    def kernel(self) -> Array:
        """k(x, y) = φ(x)ᵀ G⁻¹ φ(y), the kernel of the projection."""
        return self.phi @ exact.solve(self.gramian, self.phi.T)

    @cached_property
    def projection(self) -> Array:
        """The matrix of P on the values of functions."""
        return self.kernel * self.p

    @cached_property
    def K(self) -> Array:
        """K = ‖b‖², the diagonal of the kernel."""
        return np.diagonal(self.kernel)

    @cached_property
    def mu(self) -> Array:
        """The masses of μ = K ρ / d."""
        return self.p * self.K / self.dim

    @cached_property
    def weight(self) -> Array:
        """w = d / K; no point without features is ever drawn, and its weight is left at 0."""
        return fractions([Fraction(self.dim) / k if k else 0 for k in self.K])

    def estimate(self, sample: Sample, weight: Array | None = None) -> tuple[Array | None, Fraction]:
        """The matrix of P^n and det Ĝ for one sample: Φ Ĝ_φ⁻¹ Φᵀ diag(N w / n); (None, 0) where Ĝ is singular."""
        w = self.weight if weight is None else weight
        counts = Counter(sample)
        if len(counts) < self.dim:
            return None, Fraction(0)
        share = fractions([counts[i] * w[i] / len(sample) for i in range(len(self.p))])
        G = (self.phi.T * share) @ self.phi
        det = exact.determinant(G)
        P = self.phi @ exact.solve(G, self.phi.T * share) if det else None
        return P, det / self.gramian_determinant


def independent(masses: Array, n: int) -> Law:
    """n independent points."""
    return {x: prod(masses[i] for i in x) for x in itertools.product(range(len(masses)), repeat=n)}


@cache
def estimates(points: Points, n: int) -> dict[Sample, tuple[Array | None, Fraction]]:
    """The matrix of P^n and det Ĝ for every sample of n points in ascending order; no other order changes them."""
    return {x: points.estimate(x) for x in itertools.combinations_with_replacement(range(len(points.p)), n)}


@cache
def determinants(points: Points, n: int) -> dict[Sample, Fraction]:
    """det Ĝ(x) for every ordered sample."""
    return {x: estimates(points, n)[tuple(sorted(x))][1] for x in itertools.product(range(len(points.p)), repeat=n)}


def printed_factor(n: int, d: int) -> Fraction:
    """n^d (n-d)! / n!."""
    return Fraction(n**d * factorial(n - d), factorial(n))


@cache
def volume_law(points: Points, n: int, factor: Callable[[int, int], Fraction] = printed_factor) -> Law:
    """γ_n: the factor times det Ĝ(x) with respect to μ^n."""
    law, det = independent(points.mu, n), determinants(points, n)
    return {x: factor(n, points.dim) * det[x] * law[x] for x in law}


@cache
def dpp_law(points: Points) -> Law:
    """γ_d: det(BᵀB) / d! with respect to ρ^d, where B B^T is the matrix of the kernel at the points."""
    law = independent(points.p, points.dim)
    return {x: law[x] * exact.determinant(points.kernel[np.ix_(x, x)]) / factorial(points.dim) for x in law}


def unordered(law: Law) -> Law:
    """The same law for samples in ascending order."""
    found: Law = defaultdict(Fraction)
    for x, probability in law.items():
        found[tuple(sorted(x))] += probability
    return found


def mean_estimate(points: Points, law: Law, weight: Array | None = None) -> Any:
    """E P^n, summed over the samples that the law allows; it depends on the points in no order."""
    known = estimates(points, len(next(iter(law)))) if weight is None else {}
    drawn: Iterator[tuple[Any, Any]] = (
        (q, (known.get(x) or points.estimate(x, weight))[0]) for x, q in unordered(law).items()
    )
    return sum(q * P for q, P in drawn if q)


def marginal(law: Law, places: tuple[int, ...], n_points: int) -> Array:
    """The law of the points in these places, as an array."""
    table = np.full((n_points,) * len(places), Fraction(0), dtype=object)
    for x, probability in law.items():
        table[tuple(x[i] for i in places)] += probability
    return table


def rounded(x: Any) -> Array:
    """Simple fractions near the numbers: floats would make the masses sum up to nearly 1."""
    return fractions([Fraction(each).limit_denominator(20) for each in np.ravel(x)]).reshape(np.shape(x))


def _any_space(shape: tuple[int, int], x: Array) -> Points:
    """d functions at m points, any masses above 1/20 of the largest."""
    d, m = shape
    masses, features = fractions([abs(p) + Fraction(1, 20) for p in rounded(x[:m])]), rounded(x[m:]).reshape(m, d)
    return Points(tuple(masses / sum(masses)), tuple(map(tuple, features)))


def any_space(shapes: tuple[tuple[int, int], ...]) -> Region:
    """Linearly independent functions on finitely many points."""
    count: Callable[[tuple[int, int]], int] = lambda shape: shape[1] * (shape[0] + 1)  # noqa: E731
    every = parametric(count, _any_space, shapes, low=-4, high=4)
    return every.where(lambda space: space.gramian_determinant != 0, "φ is linearly independent")


ANY_SPACE = any_space(((1, 1), (1, 2), (2, 3), (1, 3), (2, 2)))  # T = H at last, where there is nothing to estimate


def shuffled(law: Law) -> Law:
    """The law after a uniformly random permutation of the points."""
    mixed: Law = defaultdict(Fraction)
    for x, probability in law.items():
        for y in itertools.permutations(x):
            mixed[y] += probability / factorial(len(x))
    return mixed


def composed(points: Points, n: int, rest: Callable[[Points], Array], order: Callable[[Law], Law]) -> Law:
    """d determinantal points followed by n - d independent ones with the masses `rest`, in this order."""
    first, others = dpp_law(points), independent(rest(points), n - points.dim)
    return order({x + y: p * q for x, p in first.items() for y, q in others.items()})
