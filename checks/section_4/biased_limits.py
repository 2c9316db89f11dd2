r"""Section 4 [x:sec4-stationary-impossible]: where the scheme with a biased estimator ends.

For a linear class and least squares let e_t = u_t - Pu and r = u - Pu. An estimator that is a projection has
    E[e_{t+1} | F_t] = (1 - s_t) e_t + s_t b,   b = E P^n r,
so that the mean tends to the stationary point Pu if and only if b = 0; c_bias2 > 0 says b ≠ 0 for some r only.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.combinations import Combinations
from theorytest.approximation.estimators import LeastSquares
from theorytest.approximation.hull import hull
from theorytest.approximation.measures import Discrete
from theorytest.approximation.moments import enumerated
from theorytest.approximation.sampling import Optimal
from theorytest.approximation.spaces import Space
from theorytest.approximation.stability import Conditioned
from theorytest.approximation.systems import Monomials
from theorytest.descent.losses import Quadratic
from theorytest.descent.moments import by_enumeration
from theorytest.descent.steps import Constant, Power

# Constants on points of equal mass, the residual r of the target at the points, and the probabilities of the points.
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
WRONG_MEASURE = ((0, 1, -1), (HALF, QUARTER, QUARTER))  # the best c_bias2 is the norm of 3 μ - 1, √2/4
FELT = (2, -1, -1)  # a residual that the bias of the wrong measure moves


def projected_square(residual, mu, t):
    """E‖P g_{t+1}‖² for P¹g = g(x) and the steps 1/t, from any u_1: the mean of all values seen so far.

    All draws are counted: u_{t+1} - Pu = (r(x_1) + ... + r(x_t))/t.
    """
    law = {Fraction(0): Fraction(1)}
    for k in range(1, t + 1):
        new = {}
        for (e, p), (value, q) in itertools.product(law.items(), zip(residual, mu, strict=True)):
            moved = e - Fraction(1, k) * (e - value)
            new[moved] = new.get(moved, 0) + p * q
        law = new
    return sum(p * e**2 for e, p in law.items())


def even_functions():
    """The least squares projection of Section 3.3 onto span{1, x²} on five symmetric points: all samples of S_δ."""
    points = Discrete(np.array([-1.0, -0.5, 0.0, 0.5, 1.0]), np.array([0.1, 0.2, 0.4, 0.2, 0.1]))
    space = Space(Combinations(Monomials(3), np.eye(3)[:, [0, 2]]), points)
    return LeastSquares(Conditioned(Optimal(space), 0.9), 4)


def odd(x):
    return x[..., 0] + 3 * x[..., 0] ** 3


@claim(
    "x:sec4-stationary-impossible",
    kind="remark",
    says="Read for every target outside of the class: with c_bias2 > 0 the scheme cannot converge to a stationary "
    "point.",
    formula=r"c_{\mathrm{bias},2} > 0,\ u\notin\mathcal{M} \implies \mathbb{E}\|P_tg_t\|^2 \not\to 0",
    expected="refuted",
    gravity="wrong statement",
    premises=["x:sec4-condition-eventually"],
)
def scheme_cannot_converge_as_printed(*, floor=1e-6):
    """Points from the wrong measure have c_bias2 = √2/4, but u = (0, 1, -1) does not feel it: E‖P g_{t+1}‖² = 1/(2t).

    Nor does the least squares projection of Section 3.3 onto even functions move for an odd target, although c_bias2 is
    positive. Read as `not guaranteed`, or for some target, the sentence is true.
    """
    residual, mu = WRONG_MEASURE
    bias = sum(q * value for value, q in zip(FELT, mu, strict=True))
    yield at_least(bias, QUARTER, name="biased", symbol="E P^1 of another residual")
    times, at = (1, 2, 4, 8, 16, 32), 10**9
    squares = [projected_square(residual, mu, t) for t in times]
    rate = [HALF / t for t in times]
    yield equal(squares, rate, name="the rate", symbol="E|P g|^2")
    yield at_least(HALF / at, floor, name="limit", digits=None, symbol=f"E|P g|^2 at {at} steps")
    estimator = even_functions()
    c_bias2 = enumerated(estimator, hull(estimator.space, 0)).c_bias2
    yield at_least(c_bias2, 0.01, name="even functions: biased", digits=None, symbol="c_bias2")
    gap = by_enumeration(estimator, Quadratic(estimator.space, odd)).gap(Power(1.0, 1.0), [2, 101, 10_001])
    yield equal(gap[1:], gap[0] / [100, 10_000], name="even functions: the rate", digits=9)


def worlds():
    """The least squares projection of Section 3.3 onto lines, and residuals that feel its bias."""
    space = Space(Monomials(2), FOUR_POINTS)
    estimator, E = LeastSquares(Conditioned(Optimal(space), 0.9), 4), hull(space, 0)
    moments = enumerated(estimator, E)
    A12 = moments.A[:, 2:]
    _, _, V = np.linalg.svd(A12)
    return estimator, E, A12, {"worst": V[0], "least": V[1], "generic": np.array([0.3, -1.1])}


def target_with(E, residual, tangent=(1.0, -2.0)):
    """The function with these coordinates in the orthonormal basis of T and its complement."""
    coordinates = np.concatenate([tangent, residual])
    return lambda x: E.jets(x)[..., 0] @ coordinates


TIMES = [1, 2, 3, 10, 40]
RULES = {"constant": Constant(0.5), "1/t": Power(1.0, 1.0)}


def contraction(steps):
    """Π_{i < t} (1 - s_i) at the times."""
    return np.array([np.prod(1 - steps(np.arange(1, t))) if t > 1 else 1.0 for t in TIMES])


@repair(
    "x:sec4-stationary-impossible/corrected",
    "x:sec4-stationary-impossible",
    kind="identity",
    says="With the least squares projection the mean of the iterates tends to Pu + E P^n(u - Pu), which is "
    "stationary if and only if the bias does not see the residual; it is off by up to c_bias2 times the best error.",
    formula=r"\mathbb{E}[u_{t+1}] - Pu - b = \prod_{i\le t}(1-s_i)\,(u_1 - Pu - b), \quad b = \mathbb{E}P^n(u-Pu), "
    r"\quad \sup_u \tfrac{\|b\|}{\|u-Pu\|} = c_{\mathrm{bias},2}",
    expected="computed",
    mutants={
        "no bias": {"limit": 0.0},
        "one per cent less": {"limit": 0.99},
        "the bias with the other sign": {"limit": -1.0},
    },
)
def mean_tends_to_the_biased_point(*, limit=1.0):
    """The exact ensemble of the scheme from u_1 = 0, all samples in S_δ counted, against the formula."""
    estimator, E, A12, residuals = worlds()
    for (name, residual), (word, steps) in itertools.product(residuals.items(), RULES.items()):
        loss = Quadratic(estimator.space, target_with(E, residual))
        Z = by_enumeration(estimator, loss).second_moments(steps, TIMES)
        b = limit * A12 @ residual
        claimed = b + contraction(steps)[:, None] * (-loss.best - b)
        options = {"digits": 10, "scale": 1.0}
        yield equal(Z[:, 0, 1:], claimed, name=f"{name}, {word}", symbol="E(u_t - Pu)", **options)
    largest = np.linalg.norm(limit * A12 @ residuals["worst"])
    best = enumerated(estimator, E).c_bias2
    yield at_least(largest, best, name="up to c_bias2", digits=10, symbol="the bias")
    yield at_most(1e-3, best, name="there is a bias", digits=None, symbol="a small number")
