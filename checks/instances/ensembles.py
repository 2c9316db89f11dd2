r"""Schemes for the cells of Table 1.

Row 1 runs along f_q(z) = (1 + z)^-q, where the smallest squared gradient of the flow falls like S^(-2(q+1)/(q+2)) in
the sum S of the steps, and no strong PL condition holds. Row 2 is quadratic, so that the exact mean is a recursion.
"""

from functools import cache
from typing import Any

import numpy as np

from checks.instances.spaces import FOUR_POINTS, TWO_POINTS
from checks.instances.stationary_problems import Run, straight
from checks.instances.stationary_runs import outside, runs, zero
from theorytest import family, horizon
from theorytest.approximation import Discrete, Monomials, NonProjection, Optimal, Plain, QuasiProjection, Space, Uniform
from theorytest.descent import ExactDescent, Flat, LinearDescent, Quadratic, by_enumeration, by_quadrature

THIRDS = Discrete(np.array([-1.0, 0.0, 1.0]), np.full(3, 1 / 3))
EPSILON = 0.1


@cache
def flat_runs() -> dict[str, Run]:
    """The runs of the three stochastic cells of row 1, and SGD on a problem of the best case."""
    two, three, four = (Space(Monomials(2), each) for each in (TWO_POINTS, THIRDS, FOUR_POINTS))
    worst, sgd = Flat(four, outside, 0.25), Flat(three, outside, 0.5)
    return {
        "best": straight(QuasiProjection(Optimal(two), 1), Flat(two, zero, 0.25), 0.0, 0.0),
        "worst": straight(QuasiProjection(Optimal(four), 1), worst, 0.5 + EPSILON, (2 * worst.floor) ** 0.5),
        "sgd": straight(NonProjection(Plain(three), 1), sgd, 0.5 + EPSILON, (2 * sgd.floor) ** 0.5),
        "sgd at its best": straight(NonProjection(Plain(three), 1), Flat(three, zero, 0.5), 0.0, 0.0),
    }


@cache
def plain_sgd() -> LinearDescent:
    """SGD in the parameters of 1 and x on [-1, 1], from its minimum and one plain point each step, for the target |x|.

    The update is the gradient of ½ (θ·(1, x) - u(x))² at the point: the non-projection onto monomials.
    """
    space = Space(Monomials(2), Uniform())
    loss = Quadratic(space, lambda x: np.abs(x[..., 0]), knots=(0.0,))
    return LinearDescent(NonProjection(Plain(space), 1), loss, initial=loss.best)


@cache
def moments_of(process: LinearDescent) -> ExactDescent:
    """The exact moments of a process on a linear space."""
    assert isinstance(process.loss, Quadratic)  # no other loss has exact moments
    discrete = isinstance(process.loss.space.measure, Discrete)
    return (by_enumeration if discrete else by_quadrature)(process.estimator, process.loss)


def cells(column: Any, words: Any, others: Any = (), exponent: Any = 0.5 - EPSILON) -> Any:
    """The domains of a cell: a flat loss, which is the hardest, and runs of Theorem 4.8 with the same steps."""

    def instances() -> Any:
        found = {words: flat_runs()[column]} | {name: runs()[name] for name in others}
        return {name: (run, exponent) for name, run in found.items()}

    # not searched: paths are sampled
    return {"L, M, Pⁿ, ε": family(instances, "losses, classes, estimators, ε"), "τ": horizon}
