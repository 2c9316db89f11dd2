r"""Section 1.3: many cheap quasi-projection steps against one least squares projection, by the points that they use.

The best steps with one point each, X_t/(d X_t + v) with v = d‖u* - Pu*‖², obey 1 = ((d - 1) X_t + v)(1/X_{t+1} - 1/X_t)
and X_t/X_{t+1} ≤ d/(d - 1): they reach X within v/X + ln(X_1/X)/ln(d/(d - 1)) steps.
"""

from functools import cache

import numpy as np

from checks.hypotheses import (
    LINEAR_LEAST_SQUARES,
    fixed_steps,
    optimal_points,
    possible_event,
    scalar,
    several_dimensions,
)
from checks.instances.best_step_problems import CHEAP
from theorytest import at_most, claim, family, integers
from theorytest.approximation import Conditioned, LeastSquares, Optimal
from theorytest.descent import by_enumeration


@cache
def least_squares_excess(problem, level, n):
    """E‖P^n (u* - Pu*)‖² over all stable samples."""
    moments = by_enumeration(LeastSquares(Conditioned(Optimal(problem.space), level), n), problem.loss)
    return float(np.trace(moments.second[0, :, 0, :]))


def enough(problem, X):
    """v/X + ln(X_1/X)/ln(d/(d - 1))."""
    d = problem.space.dim
    return problem.noise / X + np.log(problem.start / X) / np.log(d / (d - 1))


@claim(
    "x:sec1.3-cheap-steps",
    kind="rate",
    says="Multiple cheap quasi-projection steps can achieve the rate of a single expensive least squares projection.",
    formula=r"t - 1 \ge \tfrac vX + \tfrac{\ln(X_1/X)}{\ln(d/(d-1))} \implies X_t \le X = \mathbb{E}\|P^Nr\|^2, \ r = "
    r"u^*-Pu^*",
    forall={
        "T, u*, δ": CHEAP,
        "N": family((8, 16, 32), "numbers of points of least squares", search=integers(4, 24), effort=10),
    },
    given=[*LINEAR_LEAST_SQUARES, scalar, optimal_points, fixed_steps, several_dimensions, possible_event.stated],
    reading="Counted in points: steps with one point each reach the mean excess X of least squares from N stable "
    "points with v/X and a logarithm, which is about N where X is about v/N; least squares may be better than that.",
    premises=["x:sec1-sgd-rate"],
    mutants={
        "no logarithm": {"points": lambda problem, X: problem.noise / X},
        "five per cent fewer": {"points": lambda problem, X: 0.95 * enough(problem, X)},
    },
)
def cheap_steps_reach_least_squares(world, n, *, points=enough):
    """All samples of least squares; exact moments of the steps."""
    problem, level = world
    X = least_squares_excess(problem, level, n)
    t = 1 + int(np.ceil(max(points(problem, X), 0)))
    reached = problem.errors(problem.best_steps(t)[0], [t])[0]
    return at_most(reached / X, 1.0, digits=9, symbol="X_t / excess of least squares")
