r"""Remark 4.18 [rmk:adaptivity]: whether a larger space pays off when κ_t is large.

With the best step and least squares the expected loss falls by the factor 1 - (E(g, P^n g))² / (‖g‖² E‖P^n g‖²).
"""

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, claim, less_than, threshold
from theorytest.approximation import Monomials, Optimal, QuasiProjection, Space, estimator_draws


def parabola(x):
    """Hardly seen by lines: κ = 21.0."""
    return x**2 - 1.5 * x - 0.3


def best_factor(d, gradient):
    """κ and the smallest E L(u_{t+1}) / L(u_t) over all steps for one optimal point, all draws counted."""
    space = Space(Monomials(d), FOUR_POINTS)
    every = estimator_draws(QuasiProjection(Optimal(space), 1))
    x, p = every.points[:, 0], every.probability
    found = (Optimal(space).weight(x) * gradient(x[:, 0]))[:, None] * space.jets(x)[..., 0]
    mean, square = p @ found, FOUR_POINTS.weights @ gradient(FOUR_POINTS.points[:, 0]) ** 2
    tangent = float(mean @ mean)  # P g, as the estimate has no bias
    return square / tangent, 1 - tangent**2 / (square * float(p @ np.sum(found**2, axis=1)))


@claim(
    "rmk:adaptivity",
    says="Enlarging the space may be favourable when κ_t is large: on four points, one optimal point has a smaller "
    "best factor with parabolas than with lines.",
    formula=r"\min_s a_t(\mathcal{T}') < \min_s a_t(\mathcal{T}), \quad "
    r"\mathcal{T}\subset\mathcal{T}'",
    expected="computed",
    reading="An example is enough for 'may be favourable'. The factor is min_s E L(u_{t+1})/L(u_t); with lines κ_t is "
    "21.",
    premises=["x:display-thm4.16-one-step"],
    mutants={
        "nearly a line": {"gradient": lambda x: 1 + x + 0.1 * x**2},
        "from constants to lines": {"sizes": (1, 2)},
    },
)
def larger_spaces_may_pay_off(*, gradient=parabola, sizes=(2, 3)):
    """From constants to lines, where κ falls from 22.2 to 21.0 only, it does not pay."""
    (kappa, small), (_, large) = (best_factor(d, gradient) for d in sizes)
    yield at_least(kappa, threshold(20), "a large κ", symbol="κ")
    yield less_than(large, small, "the factor", symbol="the best factor of the larger space")
