r"""Estimators with c_bias2 > 0: least squares on lines, and operators given by their outcomes."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from checks.instances.spaces import FOUR_POINTS
from theorytest.approximation import (
    Conditioned,
    LeastSquares,
    Monomials,
    Optimal,
    Space,
    enumerated,
)
from theorytest.approximation.hull import Hull, hull

Array = NDArray[Any]

# P g = (a t + b c) e_1 for g = (t, c) with two equally likely (a, b). E a = 1 and E b = -1/2 are c_bias1 and -c_bias2;
# E a² = 5, E b² = 5/2 = E ab put (15/2, 5) on the frontier (c_var1 - 5)(c_var2 - 5/2) = 25/4, attained at t = c.
BIASED = ((3, 1), (-1, -2))
BIASED_CONSTANTS = (Fraction(1), Fraction(1, 2), Fraction(15, 2), Fraction(5))


def worlds() -> tuple[LeastSquares, Hull, Array, dict[str, Array]]:
    """The least squares projection of Section 3.3 onto lines, and residuals that feel its bias."""
    space = Space(Monomials(2), FOUR_POINTS)
    estimator, E = LeastSquares(Conditioned(Optimal(space), 0.9), 4), hull(space, 0)
    moments = enumerated(estimator, E)
    A12 = moments.A[:, 2:]
    _, _, V = np.linalg.svd(A12)
    return estimator, E, A12, {"worst": V[0], "least": V[1], "generic": np.array([0.3, -1.1])}


def target_with(E: Hull, residual: Array, tangent: Sequence[float] = (1.0, -2.0)) -> Callable[[Array], Array]:
    """The function with these coordinates in the orthonormal basis of T and its complement."""
    coordinates = np.concatenate([tangent, residual])
    return lambda x: np.asarray(E.jets(x)[..., 0] @ coordinates)
