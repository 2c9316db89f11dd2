r"""Section 6 [x:sec6-step-sizes-like-deterministic]: steps that the scheme and exact gradient descent allow.

For least squares, L = 1, exact descent on T multiplies ‖e‖² by (1 - s)², below one for s < 2. With an estimate and a
target in T the worst factor of E‖e‖² is λ*(I - s (A + Aᵀ) + s² S), A = E P^n and S = E P^n' P^n on T.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from checks.hypotheses import jets_of_estimator, least_squares_loss, no_orthogonal_part
from checks.instances.spaces import FOUR_POINTS, ZERO_AT_A_POINT
from theorytest import claim, equal, family
from theorytest.approximation import Conditioned, LeastSquares, Monomials, Optimal, QuasiProjection, Space, enumerated
from theorytest.approximation.hull import hull


@dataclass(frozen=True)
class Case:
    """An estimator for d dimensions from n points, and the space that it projects onto."""

    estimator: object
    d: int
    n: int
    projects: bool  # least squares on stable samples


# No region: every estimator is enumerated by the package, sample by sample.
def estimators():
    """Quasi-projections in L² and H¹ of four points, and least squares projections on stable samples."""
    found = {}
    for d, n in ((1, 1), (2, 1), (2, 4), (3, 1), (3, 6)):
        quasi = QuasiProjection(Optimal(Space(Monomials(d), FOUR_POINTS)), n)
        found[f"quasi-projection, d = {d}, n = {n}"] = Case(quasi, d, n, projects=False)
    for n in (1, 4):
        zero = QuasiProjection(Optimal(ZERO_AT_A_POINT), n)
        found[f"quasi-projection onto x and x², n = {n}"] = Case(zero, 2, n, projects=False)
    for d, n in ((2, 4), (3, 6)):
        stable = Conditioned(Optimal(Space(Monomials(d), FOUR_POINTS)), 0.9)
        found[f"least squares, d = {d}, n = {n}"] = Case(LeastSquares(stable, n), d, n, projects=True)
    for d, n in ((2, 1), (3, 1)):
        quasi = QuasiProjection(Optimal(Space(Monomials(d), FOUR_POINTS, "H1")), n)
        found[f"quasi-projection in H¹, d = {d}, n = {n}"] = Case(quasi, d, n, projects=False)
    return found


def longest_step(case):
    """2 for projections, and 2n/(n - 1 + d) for quasi-projections."""
    return 2.0 if case.projects else 2 * case.n / (case.n - 1 + case.d)


def longest(estimator):
    """The step from which on the largest E‖e_{t+1}‖²/‖e_t‖² over e in T is one, all samples counted."""
    d, found = estimator.space.dim, enumerated(estimator, hull(estimator.space, 0))
    A, S = found.A[:, :d], found.S[:d, :d]
    return brentq(lambda s: np.linalg.eigvalsh(S * s**2 - s * (A + A.T))[-1], 1e-3, 4.0, xtol=1e-13)


@claim(
    "x:sec6-step-sizes-like-deterministic",
    says="In many cases the requirements on the step sizes are similar to those of deterministic descent.",
    formula=r"\sup_{u_t\in\mathcal{T}}\frac{\mathbb{E}\|u_{t+1}-u\|^2}{\|u_t-u\|^2} < 1 \iff 0 < s < 2, "
    r"\qquad 0 < s < \tfrac{2n}{n-1+d}",
    forall={"Pⁿ": family(estimators, "estimators")},
    given=[least_squares_loss, no_orthogonal_part, jets_of_estimator],
    reading="Least squares, a target in T and constant steps: E‖u_t - u‖² contracts exactly for s < 2 with stable "
    "projections, like exact descent, and for s < 2n/(n-1+d) with optimal quasi-projections. Otherwise the scheme "
    "needs decreasing steps, and exact descent does not.",
    tight="attained: longer steps do not contract",
    premises=["x:sec4.2.1-constant-step"],
    mutants={
        "the same for quasi-projections": {"claimed": lambda _: 2.0},
        "n/(n + d)": {"claimed": lambda case: 2.0 if case.projects else 2 * case.n / (case.n + case.d)},
    },
)
def constant_steps_as_for_exact_descent(case, *, claimed=longest_step):
    return equal(longest(case.estimator), claimed(case), digits=9, symbol="the longest step")
