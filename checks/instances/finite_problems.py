r"""What the claims of Appendix G are tried on: known projections onto T and independent quasi-projections, enumerated.

On finitely many points every draw of Q can be counted, in L² for all functions and in H¹ for all jets at the points.
Operators E → T are d × e matrices in the adapted basis of the hull, quadratic forms of g are e × e matrices.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.spaces import FOUR_POINTS
from checks.theory.christoffel import largest_eigenvalue
from theorytest.approximation import (
    Conditioned,
    Debiased,
    Discrete,
    Estimator,
    Given,
    Hull,
    LeastSquares,
    Legendre,
    Moments,
    Monomials,
    Oblique,
    Optimal,
    Plain,
    QuasiProjection,
    Space,
    TensorProduct,
    Trace,
    VolumeRescaled,
    enumerated,
    estimator_draws,
    matrices,
    total_degree,
)
from theorytest.approximation.hull import hull

Array = NDArray[Any]
FIVE_POINTS = Discrete(
    np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.5], [0.5, -1.0]]), np.array([0.3, 0.1, 0.2, 0.15, 0.25])
)
SAMPLERS: dict[str, Any] = {"plain": Plain, "optimal": Optimal, "trace": Trace}


@dataclass(frozen=True, eq=False)
class Problem:
    """A known P̃, a quasi-projection Q with the points of its own, and the hull that they are matrices on."""

    hull: Hull
    projection: Estimator
    correction: Any  # an unbiased estimator; most of them are quasi-projections

    @property
    def d(self) -> int:
        return self.hull.space.dim

    @cached_property
    def P(self) -> Array:
        """The orthogonal projection."""
        return np.eye(self.d, self.hull.dim)

    @cached_property
    def tilted(self) -> Any:
        """P̃."""
        return matrix_of(self.projection, self.hull)

    @cached_property
    def left(self) -> Any:
        """I - P̃ as a matrix of E."""
        return np.eye(self.hull.dim) - self.P.T @ self.tilted

    @cached_property
    def draws(self) -> tuple[Array, Array]:
        """The probabilities (R,) and matrices (R, d, e) of Q."""
        every = estimator_draws(self.correction)
        return every.probability, matrices(self.correction, self.hull, every.points)

    @property
    def tilde(self) -> float:
        """c_var2(P̃), ‖P̃(I - P)‖² for a known P̃."""
        return float(np.linalg.norm(self.tilted[:, self.d :], 2) ** 2)

    @cached_property
    def B(self) -> float:
        """‖P̃‖."""
        return float(np.linalg.norm(self.tilted, 2))

    @cached_property
    def onto(self) -> bool:
        """Whether P̃ is the identity on T."""
        return bool(np.allclose(self.tilted[:, : self.d], np.eye(self.d), atol=1e-9))

    @property
    def saturated(self) -> bool:
        """Whether w K = k everywhere and L² make the variance bound of Q an equality."""
        return self.hull.space.jet_size == 1 and isinstance(self.correction.sampler, Optimal)

    @cached_property
    def second_moment(self) -> Any:
        """E_Q ‖P̄v‖² from the draws of Q, as a quadratic form."""
        p, Q = self.draws
        operators = self.tilted + Q @ self.left
        return np.tensordot(p, sandwich(operators, operators), 1)

    def estimate(self, tilt: float, normal: float) -> Any:
        """‖Pv‖² + tilt ‖P̃(I - P)v‖² + normal ‖(I - P)v‖² as a quadratic form."""
        N = np.eye(self.hull.dim) - self.P.T @ self.P
        rest = self.tilted @ N
        return sandwich(self.P, self.P) + tilt * sandwich(rest, rest) + normal * N

    @cached_property
    def debiased(self) -> Moments:
        """A and S of P̄, by the code that others use."""
        return enumerated(Debiased(self.projection, self.correction), self.hull)

    @cached_property
    def pairs(self) -> list[tuple[float, float]]:
        """(c_var1, c_var2) of Q: those of Table 2, and from its frontier the one with twice the smallest c_var2."""
        c2 = 2 * self.moments.c_var2
        return [quasi_constants(k_of(self.correction), self.correction.n_samples), (self.moments.c_var1_with(c2), c2)]

    @cached_property
    def moments(self) -> Moments:
        """A and S of Q, from its draws."""
        p, Q = self.draws
        return Moments(np.einsum("r,rij->ij", p, Q), np.einsum("r,rki,rkj->ij", p, Q, Q))


class RandomProblem(Problem):
    """The same with a P̃ that is drawn."""

    @cached_property
    def random(self) -> Moments:
        """A and S of P̃."""
        return enumerated(self.projection, self.hull)

    @cached_property
    def onto(self) -> bool:
        """Whether every draw of P̃ is the identity on T."""
        return all(each.onto for each in self.given)

    @property
    def tilde(self) -> float:
        """c_var2(P̃)."""
        return self.random.c_var2

    @cached_property
    def probability(self) -> Array:
        """The probabilities of the draws of P̃."""
        return estimator_draws(self.projection).probability

    @cached_property
    def given(self) -> list[Problem]:
        """The problems with known projections, one for each draw of P̃."""
        points = estimator_draws(self.projection).points
        return [Problem(self.hull, Given(self.projection, x), self.correction) for x in points]


def matrix_of(projection: Estimator, hull: Hull) -> Any:
    """The matrix of a known projection on the hull."""
    return matrices(projection, hull, estimator_draws(projection).points)[0]


def quasi_constants(k: float, n: int) -> tuple[float, float]:
    """c_var1 and c_var2 of a quasi-projection."""
    return (n - 1 + k) / n, k / n


def k_of(correction: Any) -> float:
    """k = sup w K, over the points."""
    space, x = correction.space, correction.space.measure.points
    K = largest_eigenvalue(space, x)
    return float(np.max(correction.sampler.weight(x)[K > 0] * K[K > 0]))


@cache
def hulls() -> dict[str, Any]:
    """Lines and planes with everything that the points can tell apart."""
    plane = TensorProduct((Legendre(2), Legendre(2)), total_degree(2, 1))
    return {
        "lines on four points": hull(Space(Monomials(2), FOUR_POINTS), 0),
        "H1 lines on four points": hull(Space(Monomials(2), FOUR_POINTS, "H1"), 6),
        "planes on five points": hull(Space(plane, FIVE_POINTS), 0),
    }


@cache
def known_projections() -> dict[str, dict[str, Any]]:
    """By hull: the orthogonal projection, tilted ones and least squares from earlier points."""
    rng = np.random.default_rng(7)
    found: dict[str, dict[str, Any]] = {}
    for name, E in hulls().items():
        X = rng.standard_normal((E.space.dim, E.complement_dim))
        earlier = E.space.measure.points[: E.space.dim]
        found[name] = {
            "orthogonal": Oblique(E, 0 * X),
            "tilted": Oblique(E, X),
            "tilted by 40": Oblique(E, 40 * X / np.linalg.norm(X, 2)),
            "least squares": Given(LeastSquares(Plain(E.space), len(earlier)), earlier),
        }
    return found


@cache
def problems() -> dict[str, Problem]:
    """All of them, by name."""
    return {
        f"{name}, {word}, {sampler} n = {n}": Problem(E, projection, QuasiProjection(SAMPLERS[sampler](E.space), n))
        for name, E in hulls().items()
        for word, projection in known_projections()[name].items()
        for sampler, n in (("plain", 1), ("optimal", 2), ("trace", 3))
    }


@cache
def random_problems() -> dict[str, RandomProblem]:
    """Least squares onto T with points that make it one, and quasi-projections with new points."""
    flat, sobolev, plane = (E for E in hulls().values())
    choices = {
        "lines, conditioned": (flat, LeastSquares(Conditioned(Optimal(flat.space), 0.9), 4)),
        "lines, volume-rescaled": (flat, LeastSquares(VolumeRescaled(flat.space), 3)),
        "H1 lines, conditioned": (sobolev, LeastSquares(Conditioned(Optimal(sobolev.space), 0.9), 3)),
        "planes, volume-rescaled": (plane, LeastSquares(VolumeRescaled(plane.space), 3)),
    }
    return {
        f"{name}, {sampler} n = {n}": RandomProblem(E, P, QuasiProjection(SAMPLERS[sampler](E.space), n))
        for name, (E, P) in choices.items()
        for sampler, n in (("plain", 1), ("optimal", 2))
    }


@cache
def onto_less() -> dict[str, Problem]:
    """Projections onto a line of T only: least squares from one earlier point."""
    flat = {name: E for name, E in hulls().items() if E.space.jet_size == 1}
    return {
        f"{name}, one earlier point": Problem(E, _from_one_point(E.space), QuasiProjection(Optimal(E.space), 2))
        for name, E in flat.items()
    }


def _from_one_point(space: Any) -> Given:
    """The point is given d times, since fewer than d points are refused."""
    d = space.dim
    return Given(LeastSquares(Plain(space), d), np.repeat(space.measure.points[:1], d, axis=0))


@cache
def no_projections() -> dict[str, Problem]:
    """Linear maps into T that are not idempotent: quasi-projections from one earlier point."""
    return {
        f"{name}, no projection": Problem(
            E, Given(QuasiProjection(Plain(E.space), 1), E.space.measure.points[:1]), QuasiProjection(Plain(E.space), 2)
        )
        for name, E in hulls().items()
    }


def sandwich(A: Array, B: Array) -> Any:
    """v ↦ (A v, B v) as a symmetric matrix."""
    M = np.swapaxes(A, -1, -2) @ B
    return (M + np.swapaxes(M, -1, -2)) / 2
