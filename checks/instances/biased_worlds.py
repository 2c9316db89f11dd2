"""Estimators with c_bias2 > 0: least squares on lines, operators by their outcomes, points drawn from another law."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.smooth_problems import vector
from checks.instances.spaces import FOUR_POINTS
from theorytest import approximation as lab
from theorytest import family, frames, product, simplex, vectors
from theorytest import positive as above_zero
from theorytest.approximation.hull import Hull, hull
from theorytest.attacks.exact import sqrt

Array = NDArray[Any]

# P g = (a t + b c) e_1 for g = (t, c) with two equally likely (a, b). E a = 1 and E b = -1/2 are c_bias1 and -c_bias2;
# E a² = 5, E b² = 5/2 = E ab put (15/2, 5) on the frontier (c_var1 - 5)(c_var2 - 5/2) = 25/4, attained at t = c.
BIASED = ((3, 1), (-1, -2))
BIASED_CONSTANTS = (Fraction(1), Fraction(1, 2), Fraction(15, 2), Fraction(5))


def worlds() -> tuple[lab.LeastSquares, Hull, Array, dict[str, Array]]:
    """The least squares projection of Section 3.3 onto lines, and residuals that feel its bias."""
    space = lab.Space(lab.Monomials(2), FOUR_POINTS)
    estimator, E = lab.LeastSquares(lab.Conditioned(lab.Optimal(space), 0.9), 4), hull(space, 0)
    moments = lab.enumerated(estimator, E)
    A12 = moments.A[:, 2:]
    _, _, V = np.linalg.svd(A12)
    return estimator, E, A12, {"worst": V[0], "least": V[1], "generic": np.array([0.3, -1.1])}


def target_with(E: Hull, residual: Array, tangent: Sequence[float] = (1.0, -2.0)) -> Callable[[Array], Array]:
    """The function with these coordinates in the orthonormal basis of T and its complement."""
    coordinates = np.concatenate([tangent, residual])
    return lambda x: np.asarray(E.jets(x)[..., 0] @ coordinates)


HALF = Fraction(1, 2)


@dataclass(frozen=True, eq=False)
class OnARay:
    """Finitely many points with masses, u - Pu and a unit vector e of T_t, both by their values at the points."""

    masses: Any
    residual: Any
    unit: Any

    def square(self, values: Any) -> Any:
        """‖v‖²."""
        return self.masses @ values**2

    def relative_error(self, a: Any) -> Any:
        """‖u - u_t‖² / ‖u - Pu‖² for u_t = Pu + a ‖u - Pu‖ e, where ‖P g_t‖ = a ‖(I - P) g_t‖."""
        distance = sqrt(self.square(self.residual))
        return self.square(self.residual - a * distance * self.unit) / distance**2


ON_RAYS = family(
    {"constants on two points, u = (1, −1)": OnARay(vector(HALF, HALF), vector(1, -1), vector(1, 1))},
    "targets outside of linear spaces, and u_t on a ray from P_tu in T_t",
    search=product(frames([(2, 2), (3, 2)]), above_zero()).map(
        lambda Q, distance: OnARay(0 * Q[:, 0] + 1, distance * Q[:, 0], Q[:, 1])
    ),
)


@dataclass(frozen=True)
class BiasedMean:
    """Constants on three points of equal mass, one point drawn from μ: u_{t+1} - Pu = (r(x_1) + ... + r(x_t))/t."""

    residual: Any
    mu: Any = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))

    @property
    def c_bias2(self) -> Any:
        """The best one, ‖3μ - 1‖."""
        return sum((3 * q - 1) ** 2 / 3 for q in self.mu) ** 0.5

    @property
    def residual_square(self) -> Any:
        """‖u - Pu‖²."""
        return sum(r**2 for r in self.residual) * Fraction(1, 3)

    @property
    def bias_square(self) -> Any:
        """‖b‖²."""
        return sum(q * r for q, r in zip(self.mu, self.residual, strict=True)) ** 2

    def projected_square(self, t: Any) -> Any:
        """E‖P g_t‖² for s_t = 1/t: the moments go from step to step, all three draws counted.

        k c_{k+1} = (k - 1) c_k + r has no quotients; both moments are those of (t - 1) c_t.
        """
        mean, second, draws = 0, 0, list(zip(self.mu, self.residual, strict=True))
        for _ in range(1, t):
            second = sum(q * (second + 2 * r * mean + r**2) for q, r in draws)
            mean = sum(q * (mean + r) for q, r in draws)
        return second * Fraction(1, max(t - 1, 1) ** 2)


TARGETS = family(
    {"(0, 1, −1), which the bias does not move": BiasedMean((0, 1, -1)), "(2, −1, −1)": BiasedMean((2, -1, -1))},
    "targets outside of M, for estimators with c_bias,2 > 0: here constants on three points, one draw",
    search=product(vectors(2), simplex(3))
    .where(lambda r, _: any(r != 0))
    .map(lambda r, mu: BiasedMean((*r, -r[0] - r[1]), mu)),
)
