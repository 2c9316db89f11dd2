r"""Section 6 [x:sec6-independent-steps]: bias and variance bounds that are known in advance, and steps that are random.

The bounds (BBV) average over the points of a step. For a random step s that is independent of P^n they give
    E s (g, P^n g) ≥ E s (c_bias1 ‖Pg‖² - c_bias2 ‖Pg‖ ‖(I-P)g‖)   and
    E s² ‖P^n g‖² ≤ E s² (c_var1 ‖Pg‖² + c_var2 ‖(I-P)g‖²).
The quasi-projection with optimal points has the constants 1, 0, (n - 1 + d)/n and d/n.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from checks.instances.spaces import FOUR_POINTS, ZERO_AT_A_POINT
from theorytest import at_least, at_most, claim, equal, family
from theorytest.approximation import (
    Christoffel,
    Conditioned,
    LeastSquares,
    Monomials,
    Optimal,
    QuasiProjection,
    Space,
    estimator_draws,
    matrices,
    stable_draws,
)
from theorytest.approximation.hull import hull
from theorytest.proof import inner, mean, nonnegative, square, statement, use, vector

SHORT, LONG = 0.2, 0.6


def of_a_coin(x, K):
    """P(s = LONG) for every sample: a coin that knows no point."""
    return np.full(len(x), 0.5) + 0 * K


def of_small_values(x, K):
    """Long steps where the Christoffel function is small at the drawn points."""
    return (np.mean(K) >= K).astype(float) + 0 * x[:, 0, 0]


def of_the_first_point(x, K):
    """Long steps where the first drawn point lies to the right."""
    return (x[:, 0, 0] > 0).astype(float) + 0 * K


@dataclass(frozen=True)
class Case:
    """An estimator with its row of Table 2: c_bias1, c_bias2, c_var1 and c_var2."""

    estimator: object
    constants: tuple


def estimators():
    """Quasi-projections, and the projection of Section 3.3, which is biased, from optimal points on four points."""
    found = {}
    for d, n in ((1, 1), (2, 1), (3, 1), (3, 2)):
        quasi = QuasiProjection(Optimal(Space(Monomials(d), FOUR_POINTS)), n)
        found[f"quasi-projection, d = {d}, n = {n}"] = Case(quasi, (1.0, 0.0, (n - 1 + d) / n, d / n))
    zero = QuasiProjection(Optimal(ZERO_AT_A_POINT), 2)
    found["quasi-projection onto x and x², n = 2"] = Case(zero, (1.0, 0.0, 3 / 2, 1.0))
    for d, n, delta in ((2, 4, 0.9), (3, 6, 0.9)):
        stable = Conditioned(Optimal(Space(Monomials(d), FOUR_POINTS)), delta)
        p = stable_draws(stable, n).total
        factor = 1 / ((1 - delta) ** 2 * p)
        row = (1.0, (factor * d / n) ** 0.5, factor * (n - 1 + d) / n, factor * d / n)
        found[f"least squares, d = {d}, n = {n}"] = Case(LeastSquares(stable, n), row)
    return found


def step_moments(estimator, chance):
    """E s P^n and E s² P^n' P^n over all samples and steps, with E s and E s²."""
    every = estimator_draws(estimator)
    P, p = matrices(estimator, hull(estimator.space, 0), every.points), every.probability
    long = chance(every.points, np.sum(Christoffel(estimator.space)(every.points), axis=-1))
    s, s2 = (SHORT**k + long * (LONG**k - SHORT**k) for k in (1, 2))
    A = np.einsum("r,rij->ij", p * s, P)
    S = np.einsum("r,rki,rkj->ij", p * s2, P, P)
    return A, S, p @ s, p @ s2


def for_every_law(*, chance=of_a_coin):
    """The mean of a product of independent numbers is the product of the means; then (BBV) times E s and E s²."""
    c1, c2, v1, v2, a, b = nonnegative("c_bias1 c_bias2 c_var1 c_var2 ‖Pg‖ ‖(I−P)g‖")
    s, g, estimate = nonnegative("s", random=True), vector("g"), vector("Pⁿg", random=True)
    drift, spread = inner(g, estimate), square(estimate)
    bias, variance = c1 * a**2 - c2 * a * b, v1 * a**2 + v2 * b**2
    products = {
        "independent: s": equal(mean(s * drift), mean(s) * mean(drift)),
        "independent: s²": equal(mean(s**2 * spread), mean(s**2) * mean(spread)),
    }
    bounds = {"(BBV): bias": at_least(mean(drift), bias), "(BBV): variance": at_most(mean(spread), variance)}
    return statement(
        [at_least(mean(s * drift), mean(s) * bias), at_most(mean(s**2 * spread), mean(s**2) * variance)],
        given=bounds | (products if chance is of_a_coin else {}),
        by=[
            [use("independent: s"), use("(BBV): bias", mean(s))],
            [use("independent: s²"), use("(BBV): variance", mean(s**2))],
        ]
        if chance is of_a_coin
        else None,
    )


@claim(
    "x:sec6-independent-steps",
    says="If s_t ≥ 0 is independent of P_tⁿ, then E s_t(g, P_tⁿg) and E s_t²‖P_tⁿg‖² satisfy (BBV) with the "
    "factors E s_t and E s_t².",
    formula=r"s_t \perp P_t^n \implies \mathbb{E}\,s_t^2\|P_t^ng\|^2 \le \mathbb{E}\,s_t^2\,"
    r"(c_{\mathrm{var},1}\|P_tg\|^2+c_{\mathrm{var},2}\|(I-P_t)g\|^2)",
    forall={"Pⁿ, s_t": family(estimators, "estimators and steps; here 0.2 or 0.6 with equal chances")},
    reading="All given F_t; (BBV) with the rows of Table 2. The paper says that steps should be independent; the "
    "mutants are steps that are not.",
    tight="attained in one dimension",
    proof=for_every_law,
    mutants={
        "long steps for small Christoffel functions": {"chance": of_small_values},
        "long steps for large Christoffel functions": {"chance": lambda x, K: 1 - of_small_values(x, K)},
        "long steps to the right": {"chance": of_the_first_point},
    },
)
def independent_steps_keep_the_bounds(case, *, chance=of_a_coin):
    """All samples and both steps; the worst g by eigenvalues."""
    c_bias1, c_bias2, *c_var = case.constants
    d = case.estimator.space.dim
    A, S, mean, square = step_moments(case.estimator, chance)
    drift = np.linalg.eigvalsh((A[:, :d] + A[:, :d].T) / 2)[0]
    yield at_least(drift, c_bias1 * mean, "drift", digits=9, symbol="the least eigenvalue of E sPⁿ on T")
    off = np.linalg.norm(A[:, d:], 2)
    yield at_most(off, c_bias2 * mean, "bias", digits=9, scale=1.0, symbol="‖E sPⁿ‖ off T")
    bound = np.where(np.arange(len(S)) < d, *c_var)
    rest = np.linalg.eigvalsh(np.diag(square * bound) - S)[0]
    yield at_least(rest, 0.0, "variance", digits=9, scale=1.0, symbol="the bound minus E s²Pⁿ*Pⁿ")
