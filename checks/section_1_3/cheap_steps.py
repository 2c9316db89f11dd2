r"""Section 1.3: many cheap quasi-projection steps against one least squares projection, by the points that they use.

The best steps with one point each, X_t/(d X_t + v) with v = d‖u* - Pu*‖², obey 1 = ((d - 1) X_t + v)(1/X_{t+1} - 1/X_t)
and X_t/X_{t+1} ≤ d/(d - 1): they reach X within v/X + ln(X_1/X)/ln(d/(d - 1)) steps.
"""

from functools import cache

import numpy as np

from checks.hypotheses import (
    least_squares_loss,
    linear_class,
    no_retraction,
    optimal_points,
    scalar,
    several_dimensions_3,
)
from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import FIXED_STEPS, Problem
from theorytest import at_most, claim, family, integers
from theorytest.approximation import Conditioned, Discrete, Functions, LeastSquares, Monomials, Optimal, Space
from theorytest.descent import by_enumeration

THREE_POINTS = Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2]))
LIGHT = Discrete(np.arange(4.0), np.array([61.0, 9.5, 9.5, 4.0]) / 84)


def _tabulated(*rows):
    return Functions(tuple(lambda x, row=row: np.take(row, x[..., 0].astype(int)) for row in rows))


@cache
def worlds():
    """A problem, started at 0 with one point a step, and the level δ of stability of least squares.

    On the light points least squares from eight stable points has 0.58 of the excess v/N. No sample lies at a level.
    """
    spaces = {
        "constants on three points": Space(Monomials(1), THREE_POINTS),
        "lines on three points": Space(Monomials(2), THREE_POINTS),
        "lines on four points": Space(Monomials(2), FOUR_POINTS),
        "parabolas on four points": Space(Monomials(3), FOUR_POINTS),
    }
    found = {name: (Problem(space, lambda x: 1 + np.abs(x[..., 0] - 0.25)), 0.9) for name, space in spaces.items()}
    light = Space(_tabulated((1.0, 1, 1, 0), (0.0, 2, -2, 1)), LIGHT)
    seen = Problem(light, lambda x: 1.0 + 2 * np.isin(x[..., 0], (1.0, 2.0)) - (x[..., 0] == 3))
    return found | {"a light point": (seen, 0.32)}


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
    formula=r"t - 1 \ge \tfrac vX + \tfrac{\ln(X_1/X)}{\ln(d/(d-1))} \implies X_t \le X = \mathbb{E}\|P^Nr\|^2, \ r "
    r"= u^*-Pu^*",
    forall={
        "T, u*, δ": family(worlds, "spaces on finitely many points, targets outside, levels of stability"),
        "N": family((8, 16, 32), "numbers of points of least squares", search=integers(4, 24), effort=10),
    },
    given=[least_squares_loss, linear_class, no_retraction, scalar, optimal_points, FIXED_STEPS, several_dimensions_3],
    reading="Counted in points: steps with one point each reach the mean excess X of least squares from N stable "
    "points with v/X and a logarithm, which is about N where X is about v/N; least squares may be better than that.",
    premises=["x:sec1-sgd-rate"],
    mutants={
        "no logarithm": {"points": lambda problem, X: problem.noise / X},
        "two thirds of the points": {"points": lambda problem, X: 2 * enough(problem, X) / 3},
    },
)
def cheap_steps_reach_least_squares(world, n, *, points=enough):
    """All samples of least squares; exact moments of the steps."""
    problem, level = world
    X = least_squares_excess(problem, level, n)
    t = 1 + int(np.ceil(max(points(problem, X), 0)))
    reached = problem.errors(problem.best_steps(t)[0], [t])[0]
    return at_most(reached / X, 1.0, digits=9, symbol="X_t / excess of least squares")
