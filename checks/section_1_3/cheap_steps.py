r"""Section 1.3: many cheap quasi-projection steps against one least squares projection, by the points that they use.

One least squares projection from N stable optimal points has the mean excess E‖P^N r‖², r = u* - P u*, about v/N with
v = d‖r‖². The best steps with one point each, X_t/(d X_t + v), obey 1 = ((d - 1) X_t + v)(1/X_{t+1} - 1/X_t), and
X_t/X_{t+1} ≤ d/(d - 1): they reach X within v/X + ln(X_1/X)/ln(d/(d - 1)) steps.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.theory.best_steps import Problem
from theorytest import at_least, at_most, claim
from theorytest.approximation.estimators import LeastSquares
from theorytest.approximation.measures import Discrete
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Monomials
from theorytest.descent.moments import by_enumeration

THREE_POINTS = Discrete(np.array([-1.0, 0.0, 2.0]), np.array([0.3, 0.5, 0.2]))
SIZES = (8, 16, 32)


@cache
def problems():
    """Spaces of two and three dimensions with a target outside; the last one is far from its start and near to u*."""
    spaces = {
        "lines on three points": Space(Monomials(2), THREE_POINTS),
        "lines on four points": Space(Monomials(2), FOUR_POINTS),
        "parabolas on four points": Space(Monomials(3), FOUR_POINTS),
    }
    return {name: Problem(space, lambda x: 1 + np.abs(x[..., 0] - 0.25)) for name, space in spaces.items()}


@cache
def least_squares_excess(name, n):
    """E‖P^n r‖² over all samples."""
    problem = problems()[name]
    moments = by_enumeration(LeastSquares(Conditioned(Optimal(problem.space), 0.9), n), problem.loss)
    return float(np.trace(moments.second[0, :, 0, :]))


def enough(problem, X):
    """v/X + ln(X_1/X)/ln(d/(d - 1))."""
    d = problem.space.dim
    return problem.noise / X + np.log(problem.start / X) / np.log(d / (d - 1))


def only_as_many(problem, X):
    """v/X."""
    return problem.noise / X


@claim(
    "x:sec1.3-cheap-steps",
    kind="rate",
    says="Steps with one optimal point each reach the mean error of one least squares projection from N points "
    "with about N points as well: N and a logarithm of the initial error.",
    formula=r"X_t \le X \text{ for } t - 1 \ge \frac vX + \frac{\ln(X_1/X)}{\ln(d/(d-1))}, \qquad "
    r"\mathbb{E}\|P^N(u^*-Pu^*)\|^2 \ge \frac vN, \quad v = d\,\|u^*-Pu^*\|^2",
    expected="computed",
    tight="approached for many points",
    premises=["x:sec1-sgd-rate"],
    mutants={
        "no logarithm": {"points": only_as_many},
        "two thirds of the points": {"points": lambda problem, X: 2 * enough(problem, X) / 3},
        "a better least squares": {"gain": 0.9},
    },
)
def cheap_steps_reach_least_squares(*, points=enough, gain=1.0):
    """All samples of least squares; exact moments of the steps. 36 points match 32 for lines, 56 for parabolas.

    The logarithm is the way from the start, which least squares does not have to go: it matters for small N only.
    """
    for name, problem in problems().items():
        for n in SIZES:
            X = gain * least_squares_excess(name, n)
            where = f"{name}, N = {n}"
            yield at_least(n * X / problem.noise, 1.0, name=where, digits=9, symbol="N times excess")
            t = 1 + int(np.ceil(points(problem, X)))
            reached = problem.errors(problem.best_steps(t)[0], [t])[0]
            yield at_most(reached / X, 1.0, name=f"{where}: steps", digits=9, symbol="X_t / excess")
        X = problem.noise / 1e5
        reached = problem.best_steps(1 + int(np.ceil(points(problem, X))))[1][-1]
        yield at_most(reached / X, 1.0, name=f"{name}: N = 10^5", digits=9, symbol="X_t / (v/N)")
