r"""Remark 4.18 [rmk:adaptivity]: whether a larger space pays off when κ_t is large.

With the best step a_t = 1 - λ c_bias1² / ((L + C_R) κ (c_var1 + c_var2 (κ - 1))). For the quasi-projection with n
optimal points onto a space of dimension d it is 1 - n / (κ (n - 1 + d κ)) for least squares: a larger space has a
smaller κ and a larger d.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimators import QuasiProjection
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials

GRADIENTS = {
    "a parabola": lambda x: x**2 - 1.5 * x - 0.3,  # hardly seen by constants and lines: κ = 22.2 and 21.0
    "nearly a line": lambda x: 1.0 + x + 0.1 * x**2,
    "a cubic": lambda x: x**3 - x,
}


def estimates(d, n, gradient):
    """‖g‖², and for every draw its probability and the coefficients of P^n g, from the definition."""
    space = Space(Monomials(d), FOUR_POINTS)
    every = estimator_draws(QuasiProjection(Optimal(space), n))
    basis = space.jets(every.points)[..., 0]  # (N, n, d)
    w = Optimal(space).weight(every.points.reshape(-1, 1)).reshape(basis.shape[:2])
    found = np.einsum("rn,rnk,rn->rk", w, basis, gradient(every.points[..., 0])) / n
    g = gradient(FOUR_POINTS.points[:, 0])
    return float(FOUR_POINTS.weights @ g**2), every.probability, found


@cache
def best_factor(d, n, name):
    """κ and the smallest E L(u_{t+1}) / L(u_t) over all steps: 1 - (E(g, P^n g))² / (‖g‖² E‖P^n g‖²)."""
    square, p, c = estimates(d, n, GRADIENTS[name])
    mean = p @ c  # P g, as the estimate has no bias
    tangent = float(mean @ mean)
    return square / tangent, 1 - tangent**2 / (square * float(p @ np.sum(c**2, axis=1)))


def formula(d, n, kappa):
    """1 - n / (κ (n - 1 + d κ))."""
    return 1 - n / (kappa * (n - 1 + d * kappa))


PAYS = {("a parabola", 2): True, ("a parabola", 1): False, ("nearly a line", 2): False}  # one more dimension, n = 1


@claim(
    "rmk:adaptivity",
    kind="remark",
    says="A larger space has a smaller kappa, and it is favourable if and only if kappa (n - 1 + d kappa) falls: "
    "large kappa does not decide it, and near 1 it never pays.",
    formula=r"\min_s a_t = 1-\frac{n}{\kappa_t(n-1+d\kappa_t)}",
    expected="computed",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "without the dimension": {"best": lambda _, n, kappa: 1 - n / (kappa * (n - 1 + kappa))},
        "without kappa in the variance": {"best": lambda d, n, kappa: 1 - n / (kappa * (n - 1 + d))},
        "always favourable": {"always": True},
    },
)
def larger_spaces_may_pay_off(*, best=formula, always=False):
    """Constants, lines and parabolas on four points, all draws counted, the best step found from the moments."""
    for name in GRADIENTS:
        for n in (1, 3):
            rows = [(d, *best_factor(d, n, name)) for d in (1, 2, 3)]
            claimed = [best(d, n, kappa) for d, kappa, _ in rows]
            found = [factor for *_, factor in rows]
            yield equal(found, claimed, name=f"{name}, n = {n}", digits=12, symbol="min E gap / gap")
            kappas = [kappa for _, kappa, _ in rows]
            yield at_least(-np.diff(kappas), 0, name=f"{name}, n = {n}: kappa", digits=12, scale=1.0)
    sides = (at_most, at_least)
    for (name, d), pays in PAYS.items():
        gain = best_factor(d, 1, name)[1] - best_factor(d + 1, 1, name)[1]
        word = f"{name}, from dimension {d}"
        yield sides[pays or always](gain, 0.0, name=word, digits=None, symbol="the gain")
