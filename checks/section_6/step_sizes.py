r"""Section 6 [x:sec6-step-sizes-like-deterministic]: steps that the scheme and exact gradient descent allow.

For least squares, L = 1, exact descent on T multiplies ‖e‖² by (1 - s)², below one for s < 2. With an estimate and a
target in T the worst factor of E‖e‖² is λ*(I - s (A + Aᵀ) + s² S), A = E P^n and S = E P^n' P^n on T.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from checks.instances.spaces import FOUR_POINTS
from theorytest import claim, equal
from theorytest.approximation.estimators import LeastSquares, QuasiProjection
from theorytest.approximation.hull import hull
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Monomials

STEPS = (0.3, 1.0, 1.5)
SIZES = ((1, 1), (2, 1), (2, 4), (3, 1), (3, 6))


def factor(estimator):
    """The largest E‖e_{t+1}‖²/‖e_t‖² over e in T as a function of s, all samples counted."""
    d, found = estimator.space.dim, enumerated(estimator, hull(estimator.space, 0))
    A, S = found.A[:, :d], found.S[:d, :d]
    return lambda s: np.linalg.eigvalsh(np.eye(d) - s * (A + A.T) + s**2 * S)[-1]


def longest(factor_of):
    """The step from which on the factor is one."""
    return brentq(lambda s: factor_of(s) - 1, 1e-3, 4.0, xtol=1e-13)


def quasi(d, n):
    return QuasiProjection(Optimal(Space(Monomials(d), FOUR_POINTS)), n)


def least_squares(d, n):
    return LeastSquares(Conditioned(Optimal(Space(Monomials(d), FOUR_POINTS)), 0.9), n)


def unconditioned(d, n):
    return LeastSquares(Optimal(Space(Monomials(d), FOUR_POINTS)), n)


@claim(
    "x:sec6-step-sizes-like-deterministic",
    kind="constant",
    says="Read for the best case, where nothing is left outside of T: constant steps are allowed as for exact "
    "gradient descent, up to the same 2/L for least squares on stable samples, and up to n/(n - 1 + d) times it for "
    "quasi-projections with optimal points.",
    formula=r"\sup_{e\in\mathcal{T}}\frac{\mathbb{E}\|e_{t+1}\|^2}{\|e_t\|^2} < 1 \iff 0 < s < \tfrac2L, "
    r"\qquad 0 < s < \tfrac{2}{L}\,\tfrac{n}{n-1+d}",
    expected="computed",
    tight="attained: longer steps do not contract",
    premises=["x:sec4.2.1-constant-step"],
    mutants={
        "share x 0.99": {"share": 0.99},
        "the same for quasi-projections": {"shrunk": lambda d, n: 1 + 0 * d * n},
        "n / (n + d)": {"shrunk": lambda d, n: n / (n + d)},
        "every sample": {"projection": unconditioned},
    },
)
def constant_steps_as_for_exact_descent(*, share=1.0, shrunk=lambda d, n: n / (n - 1 + d), projection=least_squares):
    """All samples enumerated. In the worst case the likeness ends: exact descent needs no decreasing steps there, and
    the scheme needs those of Robbins and Monro (`x:sec4.2.1-robbins-monro`).
    """
    for d, n in SIZES:
        claimed = share * 2 * shrunk(d, n)
        yield equal(longest(factor(quasi(d, n))), claimed, name=f"quasi, d = {d}, n = {n}", digits=9)
    for d, n in ((2, 4), (3, 6)):
        found, name = factor(projection(d, n)), f"least squares, d = {d}, n = {n}"
        yield equal(longest(found), 2 * share, name=name, digits=9)
        factors = [found(s) for s in STEPS]
        exact = [(1 - s) ** 2 for s in STEPS]
        yield equal(factors, exact, name=f"{name}: factor", digits=9, symbol="the factor")
