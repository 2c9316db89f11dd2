r"""Section 1.2: optimal sampling makes convergence faster and more monotone, as in the experiment of Section 5.2.

u = exp is approximated by polynomials below degree 7 under the Gaussian measure, from u_1 = 0 by the quasi-projection
with the steps 2/9 t^-0.9 of Section 5.1.1. All means are exact.
"""

from __future__ import annotations

from functools import cache
from math import e, factorial

import numpy as np
from numpy.polynomial import Polynomial
from numpy.polynomial.hermite_e import HermiteE

from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import Problem, Sequence, exponential
from theorytest import at_least, at_most, claim, equal
from theorytest.approximation.measures import Gaussian
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Hermite, Monomials
from theorytest.descent.moments import scalar_gap
from theorytest.descent.steps import Power

D = 7
STEPS = Power(2 / 9, 0.9)
LATE = Sequence(lambda t: 1 / (t + 20))
TIMES = np.array([1, 2, 3, 5, 10, 30, 100, 300, 1000])


@cache
def experiment(sampler, n):
    """One panel of Figure 7."""
    return Problem(Space(Hermite(D), Gaussian()), exponential, n, sampler)


def first_step_of_plain_points(n, s):
    """X_2 from u_1 = 0: X_1 (1 - 2s) + s² ((n - 1) X_1 + ∫ K exp(2x) dρ)/n, where the integral is e² E K(Z + 2)."""
    X = e * sum(1 / factorial(k) for k in range(D))  # the coefficients of exp are √e / √k!
    K = sum(HermiteE.basis(k).convert(kind=Polynomial) ** 2 / factorial(k) for k in range(D))
    shifted = K(Polynomial([2, 1])).convert(kind=HermiteE)
    return X * (1 - 2 * s) + s**2 * ((n - 1) * X + e**2 * shifted.coef[0]) / n


@claim(
    "x:sec1.2-faster-monotone",
    kind="figure",
    says="In the Gaussian experiment the mean loss falls in every step for 1 and 7 optimal points, and rises "
    "above its start for 1, 21 and 70 plain points: after 1000 steps with 70 of them it is a million times larger than "
    "with one optimal point.",
    formula=r"\mathbb{E}\,\mathcal{L}(u_{1000})-\mathcal{L}_{\min,\mathcal{M}} = 0.062 \text{ (optimal, } n=1), \quad "
    r"2.6\cdot10^5 \text{ (plain, } n=70)",
    expected="computed",
    mutants={"plain points for both": {"better": Plain}, "optimal points for both": {"worse": Optimal}},
)
def optimal_points_are_faster_and_monotone(*, better=Optimal, worse=Plain):
    """The means under plain points are those of rare paths; under optimal points they follow the scalar recursion.

    References that do not use the package's moments: the first step of plain points in closed form, and the recursion.
    """
    losses = {n: experiment(better, n).errors(STEPS, np.arange(1, 1001)) / 2 for n in (1, 7)}
    for n, loss in losses.items():
        recursion = scalar_gap(experiment(Optimal, n).loss, n, STEPS, 999, experiment(Optimal, n).start)
        yield equal(loss, recursion, name=f"optimal, n = {n}", digits=9, symbol="the mean loss")
        yield at_most(np.diff(loss), 0.0, name=f"falling, n = {n}", digits=None, symbol="a change")
    for n in (1, 21, 70):
        plain = experiment(worse, n).errors(STEPS, TIMES)
        claimed = first_step_of_plain_points(n, 2 / 9)
        yield equal(plain[1], claimed, name=f"first step, n = {n}", digits=9, symbol="X_2")
        rise = plain[-1] / 2 / (losses[1][-1])
        yield at_least(rise, 1e6, name=f"plain, n = {n}", digits=None, symbol="plain / optimal")
        yield at_least(plain[1], plain[0], name=f"rising, n = {n}", digits=None, symbol="X_2")


def residual_where_k_is_small(space):
    """The unit target outside T that plain points see with the least noise ∫ K r² dρ."""
    p, root = FOUR_POINTS.weights, np.sqrt(FOUR_POINTS.weights)
    b = space.jets(FOUR_POINTS.points)[..., 0]
    outside = np.linalg.svd((root[:, None] * b).T)[2][space.dim :]
    values, vectors = np.linalg.eigh(outside @ np.diag(np.sum(b**2, axis=1)) @ outside.T)
    r = vectors[:, 0] @ outside / root
    return values[0], lambda x: r[np.searchsorted(FOUR_POINTS.points[:, 0], x[..., 0])], p @ r**2


@claim(
    "x:sec1.2-faster-monotone/not-always",
    label="x:sec1.2-faster-monotone",
    kind="value",
    says="Optimal points are not faster for every target: where the target differs from the class at points with "
    "a small Christoffel function, plain points have less noise and are ahead for good.",
    formula=r"\lim_t\frac{X_t^{\mathrm{plain}}}{X_t^{\mathrm{optimal}}} = "
    r"\frac{\int\mathfrak{K}|u^*-Pu^*|^2\,\mathrm{d}\rho}{d\,\|u^*-Pu^*\|^2} < 1 \quad\text{for } s_t = (t+20)^{-1}",
    expected="computed",
    mutants={
        "a target seen everywhere": {"limit": lambda noise, d: 1.0},  # noqa: ARG005 (a limit for any noise)
        "the dimension less one": {"limit": lambda noise, d: noise / (d - 1)},
    },
)
def plain_points_can_be_faster(*, limit=lambda noise, d: noise / d):
    """Lines and parabolas on four points; the ratio of the mean errors after 20,000 steps, to three digits."""
    for d in (2, 3):
        space = Space(Monomials(d), FOUR_POINTS)
        noise, target, square = residual_where_k_is_small(space)
        plain, optimal = (Problem(space, target, 1, sampler) for sampler in (Plain, Optimal))
        ratio = plain.errors(LATE, [20_000]) / optimal.errors(LATE, [20_000])
        claimed = limit(noise / square, d)
        yield equal(ratio, claimed, name=f"dimension {d}", digits=3, scale=1.0, symbol="the ratio")
        yield at_most(ratio, 0.99, name=f"dimension {d}: ahead", digits=None, symbol="the ratio")
