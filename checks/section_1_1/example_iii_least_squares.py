r"""Section 1.1, example (iii): P_t g_t estimated by least squares from values of g_t at i.i.d. points of ρ.

On three points every sample of n is a vector of counts, so that the error of the estimate is a finite sum. It tends to
0 like (1/n) ∫ K |g - P g|² dρ, the first term of its expansion in 1/n.
"""

from __future__ import annotations

import numpy as np

from theorytest import at_most, claim, equal
from theorytest.approximation.enumeration import draws
from theorytest.approximation.estimators import LeastSquares, QuasiProjection
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

THREE_POINTS = Discrete(np.array([-1.0, 0.5, 2.0]), np.array([0.5, 0.3, 0.2]))
LINES = Space(Monomials(2), THREE_POINTS)
CONSTANTS = Space(Monomials(1), THREE_POINTS)
GRADIENT = np.array([1.0, -2.0, 1.5])
MANY = 160


def projected(space, g):
    """The coefficients of P g in the orthonormal basis, and the integral ∫ K |g - P g|² dρ."""
    b, p = space.jets(THREE_POINTS.points)[..., 0], THREE_POINTS.weights
    eta = b.T @ (p * g)
    return eta, p @ (np.sum(b**2, axis=1) * (g - b @ eta) ** 2)


def mean_square_error(space, n, *, estimator=LeastSquares, law=None):
    """E ‖P^n g - P g‖² over all samples of n points drawn from ρ, or from another law without a weight."""
    every = draws(Plain(space), n)
    index = np.searchsorted(THREE_POINTS.points[:, 0], every.points[..., 0])
    probability = every.probability
    if law is not None:
        probability = probability * np.prod((law / THREE_POINTS.weights)[index], axis=1)
    coefficients = estimator(Plain(space), n).coefficients(every.points, GRADIENT[index][..., None, None])[..., 0]
    return probability @ np.sum((coefficients - projected(space, GRADIENT)[0]) ** 2, axis=1)


def worst_reproduction(estimator, n=3):
    """max ‖P^n g - g‖ for a line g over all samples that see at least two of the points."""
    every = draws(Plain(LINES), n)
    x = every.points[np.ptp(every.points[..., 0], axis=1) > 0]
    basis = LINES.jets(x)
    return np.abs(estimator(Plain(LINES), n).coefficients(x, np.swapaxes(basis, -1, -2)) - np.eye(2)).max()


def limit(space, *, estimator=LeastSquares, law=None):
    """lim n E‖P^n g - P g‖² from n = 40, 80, 160: two terms of the expansion in 1/n are extrapolated away."""
    quarter, half, full = (
        n * mean_square_error(space, n, estimator=estimator, law=law) for n in (MANY // 4, MANY // 2, MANY)
    )
    return (8 * full - 6 * half + quarter) / 3


@claim(
    "x:sec1.1-example-iii",
    kind="identity",
    says="Least squares at plain points estimates the projected gradient: for constants with mean square error "
    "sigma^2/n, for lines with n times the error tending to the integral of K |g - P g|^2, here within one per cent; "
    "lines are reproduced from two points.",
    formula=r"\lim_{n\to\infty} n\,\mathbb{E}\|P_t^n g_t - P_t g_t\|^2 = "
    r"\int\mathfrak{K}_t|g_t - P_t g_t|^2\,\mathrm{d}\rho",
    expected="computed",
    mutants={
        "points from another law, no weight": {"law": np.array([0.4, 0.4, 0.2])},
        "the Gramian is not estimated": {"estimator": QuasiProjection},
        "two per cent less": {"share": lambda space: 1.0 if space is CONSTANTS else 0.98},
        "two per cent more": {"share": lambda space: 1.0 if space is CONSTANTS else 1.02},
        "one per cent more for constants": {"share": lambda space: 1.01 if space is CONSTANTS else 1.0},
    },
)
def least_squares_estimates_the_projection(*, law=None, estimator=LeastSquares, share=lambda _: 1.0):
    """Two-sided. At n = 160 itself the error for lines is five per cent above its leading term; extrapolated, 0.2."""
    options = {"estimator": estimator, "law": law}
    claimed = {space: share(space) * projected(space, GRADIENT)[1] for space in (CONSTANTS, LINES)}
    for n in (1, 2, 5):
        error = n * mean_square_error(CONSTANTS, n, **options)
        yield equal(error, claimed[CONSTANTS], name=f"constants, n = {n}", digits=11, symbol="n times the error")
    yield at_most(worst_reproduction(estimator), 1e-12, name="lines", digits=None, symbol="the defect")
    yield equal(limit(LINES, **options), claimed[LINES], name="lines: limit", digits=2, symbol="n times the error")
