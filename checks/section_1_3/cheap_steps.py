r"""Section 1.3: many cheap quasi-projection steps against one least squares projection, by the points that they use.

The best steps with one point each, X_t/(d X_t + v) with v = d‖u* - Pu*‖², obey 1 = ((d - 1) X_t + v)(1/X_{t+1} - 1/X_t)
and X_t/X_{t+1} ≤ d/(d - 1): they reach X within v/X + ln(X_1/X)/ln(d/(d - 1)) steps.
"""

from functools import cache

import numpy as np

from checks.hypotheses import LINEAR_LEAST_SQUARES, optimal_points, scalar, several_dimensions
from checks.instances.spaces import FOUR_POINTS, tabulated
from checks.theory.best_steps import FIXED_STEPS, Problem
from theorytest import at_most, claim, family, integers
from theorytest.approximation import Conditioned, LeastSquares, Monomials, Optimal, Space
from theorytest.descent import by_enumeration


@cache
def worlds():
    """A problem, started at 0 with one point a step, and the level δ of stability of least squares.

    On the light points least squares from eight stable points has 0.58 of the excess v/N. No sample lies at a level.
    """
    spaces = {f"polynomials on four points, d = {d}": Space(Monomials(d), FOUR_POINTS) for d in (1, 2, 3)}
    found = {name: (Problem(space, lambda x: 1 + np.abs(x[..., 0] - 0.25)), 0.9) for name, space in spaces.items()}
    light = tabulated(np.array([61, 9.5, 9.5, 4]) / 84, (1, 1, 1, 0), (0, 2, -2, 1))
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
        "T, u*, δ": family(worlds, "spaces on points, targets outside, levels of stability"),  # not searched: slow
        "N": family((8, 16, 32), "numbers of points of least squares", search=integers(4, 24), effort=10),
    },
    given=[*LINEAR_LEAST_SQUARES, scalar, optimal_points, FIXED_STEPS, several_dimensions],
    reading="Counted in points: steps with one point each reach the mean excess X of least squares from N stable "
    "points with v/X and a logarithm, which is about N where X is about v/N; least squares may be better than that.",
    premises=["x:sec1-sgd-rate"],
    mutants={"no logarithm": {"points": lambda problem, X: problem.noise / X}},
)
def cheap_steps_reach_least_squares(world, n, *, points=enough):
    """All samples of least squares; exact moments of the steps."""
    problem, level = world
    X = least_squares_excess(problem, level, n)
    t = 1 + int(np.ceil(max(points(problem, X), 0)))
    reached = problem.errors(problem.best_steps(t)[0], [t])[0]
    return at_most(reached / X, 1.0, digits=9, symbol="X_t / excess of least squares")
