r"""What the claims of Appendix G are tried on: projections P̃ and independent quasi-projections, all draws counted.

On finitely many points every draw of Q can be counted, in L² for all functions and in H¹ for all jets at the points.
Operators E → T are d × e matrices in the adapted basis of the hull, quadratic forms of g are e × e matrices.

The three unbiased estimators of Table 2 for a space and n points.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.spaces import H1_LINES, LINES
from checks.theory.non_projection import largest_eigenvalue
from theorytest import approximation as lab
from theorytest import choices, family, integers, product
from theorytest.approximation.hull import hull

Array = NDArray[Any]
FIVE_POINTS = lab.Discrete(
    np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.5], [0.5, -1.0]]), np.array([0.3, 0.1, 0.2, 0.15, 0.25])
)


@dataclass(frozen=True, eq=False)
class Problem:
    """P̃, known or drawn, a quasi-projection Q with the points of its own, and the hull that they are matrices on."""

    hull: lab.Hull
    projection: lab.Estimator
    correction: Any

    @property
    def d(self) -> int:
        return self.hull.space.dim

    @cached_property
    def P(self) -> Array:
        """The orthogonal projection."""
        return np.eye(self.d, self.hull.dim)

    @cached_property
    def tilts(self) -> Any:
        """P̃, an array (R, d, e) of all its draws."""
        return lab.matrices(self.projection, self.hull, lab.estimator_draws(self.projection).points)

    @property
    def tilted(self) -> Any:
        """P̃ where it is known."""
        return self.tilts[0]

    @property
    def left(self) -> Any:
        """I - P̃ as a matrix of E."""
        return np.eye(self.hull.dim) - self.P.T @ self.tilted

    @cached_property
    def draws(self) -> tuple[Array, Array]:
        """The probabilities (R,) and matrices (R, d, e) of Q."""
        every = lab.estimator_draws(self.correction)
        return every.probability, lab.matrices(self.correction, self.hull, every.points)

    @cached_property
    def tilde(self) -> float:
        """c_var2(P̃), ‖P̃(I - P)‖² for a known P̃."""
        return lab.enumerated(self.projection, self.hull).c_var2

    @cached_property
    def B(self) -> float:
        """‖P̃‖, where it is known."""
        return float(np.linalg.norm(self.tilted, 2))

    @cached_property
    def onto(self) -> bool:
        """Whether every draw of P̃ is the identity on T."""
        return bool(np.allclose(self.tilts[..., : self.d], np.eye(self.d), atol=1e-9))

    @property
    def saturated(self) -> bool:
        """Whether w K = k where K > 0 and L² make the variance bound of Q an equality there."""
        return self.hull.space.jet_size == 1 and isinstance(self.correction.sampler, lab.Optimal)

    @cached_property
    def debiased(self) -> lab.Moments:
        """A and S of P̄, by the code that others use."""
        return lab.enumerated(lab.Debiased(self.projection, self.correction), self.hull)

    @cached_property
    def pairs(self) -> list[tuple[float, float]]:
        """(c_var1, c_var2) of Q: those of Table 2, and from its frontier the one with twice the smallest c_var2."""
        c2 = 2 * self.moments.c_var2
        return [quasi_constants(k_of(self.correction), self.correction.n_samples), (self.moments.c_var1_with(c2), c2)]

    @cached_property
    def moments(self) -> lab.Moments:
        """A and S of Q, from its draws."""
        p, Q = self.draws
        return lab.Moments(np.einsum("r,rij->ij", p, Q), np.einsum("r,rki,rkj->ij", p, Q, Q))


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
    plane = lab.TensorProduct((lab.Legendre(2), lab.Legendre(2)), lab.total_degree(2, 1))
    return {
        "lines on four points": hull(LINES, 0),
        "H1 lines on four points": hull(H1_LINES, 6),
        "planes on five points": hull(lab.Space(plane, FIVE_POINTS), 0),
    }


@dataclass(frozen=True)
class Row:
    """An estimator for a space and n, and whether it is defined in L² only."""

    make: Callable[..., Any]
    n: int
    scalar: bool = False


MAKERS = {
    "non-projection": lambda T, n: lab.NonProjection(lab.Plain(T), n),
    "quasi-projection, plain": lambda T, n: lab.QuasiProjection(lab.Plain(T), n),
    "quasi-projection, optimal": lambda T, n: lab.QuasiProjection(lab.Optimal(T), n),
    "volume-rescaled least squares": lambda T, n: lab.LeastSquares(lab.VolumeRescaled(T), max(n, T.dim)),
}


def row(word: Any, n: Any) -> Any:
    return Row(MAKERS[word], n, scalar=word.startswith("volume"))


UNBIASED = family(
    {f"{word}, n = {n}": row(word, n) for word in MAKERS for n in (1, 4)},
    "the three estimators",
    search=product(choices(list(MAKERS)), integers(1, 3)).map(row),
)
