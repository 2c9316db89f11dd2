r"""Ensembles for the cells of Table 1, each with what is known exactly about its rate.

Row 1 runs along f_q, where the smallest squared gradient falls like S^(-2(q+1)/(q+2)) in the sum S of the steps; all
paths of its first steps are enumerated. Row 2 is quadratic, so that the exact mean is a recursion of moments. Gradient
descent has no noise: its ensemble is one path.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import numpy as np

from checks.instances.spaces import FOUR_POINTS
from checks.instances.stationary_problems import straight
from checks.section_3_2.quasi_projection import TWO_POINTS
from checks.section_4_2_1.theorem_4_8 import outside, zero
from checks.section_4_2_2.almost_surely import rare_jumps
from checks.section_4_2_2.corollary_4_10 import waves
from theorytest.approximation.enumeration import estimator_draws
from theorytest.approximation.estimators import NonProjection, QuasiProjection
from theorytest.approximation.measures import Discrete, Uniform
from theorytest.approximation.sampling import Optimal, Plain
from theorytest.approximation.spaces import Space
from theorytest.approximation.systems import Monomials
from theorytest.descent.linear import LinearDescent
from theorytest.descent.losses import Quadratic
from theorytest.descent.models.curves import Circle, CurveDescent, Spiral
from theorytest.descent.moments import by_enumeration, by_quadrature
from theorytest.descent.scheme import descend
from theorytest.descent.smooth_losses import Flat
from theorytest.descent.steps import Constant, Power
from theorytest.descent.table_1 import SMALLEST, TABLE_1, Cell

THREE_POINTS = Discrete(np.array([-1.0, 0.0, 1.0]), np.full(3, 1 / 3))
EPSILON = 0.1
LATE = np.unique(np.rint(np.geomspace(100, 1000, 16))).astype(int)
LONG = np.unique(np.rint(np.geomspace(20, 1000, 16))).astype(int)
SHORT = np.arange(1, 13)
COIL, START = 0.1, 0.1  # q of the spiral, and the angle at which gradient descent begins
STEP, CIRCLE, U = 0.3, 0.2, 2.0  # the constant steps of row 2, and the distance of the target from the circle's centre


@cache
def flat_runs():
    """The runs of the three stochastic cells of row 1, and SGD on a problem of the best case."""
    two, three, four = (Space(Monomials(2), each) for each in (TWO_POINTS, THREE_POINTS, FOUR_POINTS))
    worst, sgd = Flat(four, outside, 0.25), Flat(three, outside, 0.5)
    return {
        "best": straight(QuasiProjection(Optimal(two), 1), Flat(two, zero, 0.25), 0.0, 0.0),
        "worst": straight(QuasiProjection(Optimal(four), 1), worst, 0.5 + EPSILON, (2 * worst.floor) ** 0.5),
        "sgd": straight(NonProjection(Plain(three), 1), sgd, 0.5 + EPSILON, (2 * sgd.floor) ** 0.5),
        "sgd at its best": straight(NonProjection(Plain(three), 1), Flat(three, zero, 0.5), 0.0, 0.0),
    }


@dataclass(frozen=True, eq=False)
class Ensemble:
    """A process with the steps of a cell, the window of times, and the exact mean where it is known.

    `rate` is the tabulated exponent or contraction.
    """

    cell: Cell
    problem: str
    process: Any
    steps: Any
    times: Any
    rate: float
    exact: Callable | None = None  # (steps, times) -> E X_t

    @property
    def curve(self):
        """E X_t at the times, None where it is not known."""
        return None if self.exact is None else self.exact(self.steps, self.times)

    def paths(self, rng, size):
        """The metric of the cell along `size` paths, an array (size, times)."""
        return _paths(self, int(rng.integers(2**62)), size)

    def at(self, times):
        """The same ensemble at other times."""
        return replace(self, times=np.asarray(times))

    def with_steps(self, exponent):
        """The same ensemble with steps s_1 t^-exponent."""
        return replace(self, steps=Power(float(self.steps(1)), exponent))


@lru_cache(maxsize=32)
def _paths(ensemble, seed, size):
    """Kept: a claim and its mutants about exponents look at the same paths."""
    rng, minima = np.random.default_rng(seed), ensemble.cell.metric == SMALLEST
    n_steps = int(ensemble.times[-1]) - 1
    found = descend(ensemble.process, ensemble.steps, n_steps, rng, size, times=ensemble.times, minima=minima)
    return found.smallest_tangent**2 if minima else found.gap


def flow_exponent(q, decay=0.0):
    """2 (q + 1) / (q + 2) in the sum of the steps, which is of the order t^(1 - decay) for steps t^-decay."""
    return 2 * (q + 1) / (q + 2) * (1 - decay)


def _row_1(column, words):
    run = flat_runs()[column]
    cell, q = TABLE_1[f"x:tab1-row1-{column}"], run.process.loss.q
    return Ensemble(cell, f"{words}, q = {q}", run.process, run.steps, LATE, cell.exponent(EPSILON))


@cache
def plain_sgd():
    """SGD in the parameters of 1 and x on [-1, 1], from its minimum and one plain point each step, for the target |x|.

    The update is the gradient of ½ (θ·(1, x) - u(x))² at the point: the non-projection onto monomials.
    """
    space = Space(Monomials(2), Uniform())
    loss = Quadratic(space, lambda x: np.abs(x[..., 0]), knots=(0.0,))
    return LinearDescent(NonProjection(Plain(space), 1), loss, initial=loss.best)


@cache
def moments_of(process):
    """The exact moments of a process on a linear space."""
    discrete = isinstance(process.loss.space.measure, Discrete)
    return (by_enumeration if discrete else by_quadrature)(process.estimator, process.loss)


def _row_2(column, process, words, eps):
    """ε and the rule c t^(0.9 ε - 1) of the cell, from the minimum on."""
    cell, moments = TABLE_1[f"x:tab1-row2-{column}"], moments_of(process)
    steps = cell.rule(0.5, eps)

    def exact(rule, times):
        return moments.gap(rule, times, process.initial)

    name = f"{words}, steps t^-{steps.exponent:.2g}/2"
    return Ensemble(cell, name, process, steps, LONG, cell.exponent(eps), exact)


def _waves():
    """Both waves of frequency 1 from one point each step: the mean contracts by 1 - 2s + 2s²."""
    cell, moments = TABLE_1["x:tab1-row2-best"], waves(0.0)
    process = LinearDescent(QuasiProjection(Optimal(moments.loss.space), 1), moments.loss)
    a = 1 - 2 * STEP + 2 * STEP**2
    words = f"two waves, d = 2, n = 1, s = {STEP}"
    return Ensemble(cell, words, process, Constant(STEP), SHORT, a, moments.gap)


def _gradient_descent():
    spiral = CurveDescent(Spiral(COIL), np.zeros(2), START, sampling="exact")
    circle = CurveDescent(Circle(), np.array([U, 0.0]), 0.3, sampling="exact")
    one, two = TABLE_1["x:tab1-row1-gd"], TABLE_1["x:tab1-row2-gd"]
    a = 1 - 2 * U * (CIRCLE - CIRCLE**2 * U / 2)  # λ = U at the nearest point, L + C_R = U
    return (
        Ensemble(one, f"along a spiral, q = {COIL}, s = 1/L", spiral, Constant(1.0), LATE, 1.0),
        Ensemble(two, f"on a circle, s = {CIRCLE}", circle, Constant(CIRCLE), SHORT + 8, a),
    )


def spiral_descent(q, n_steps):
    """‖P g‖² along the spiral for s = 1, in its angle alone: a step turns by arctan(|f_q'| / r²), r² = 1 + 2 f_q.

    The target is 0, so that g = y, and y - P g is orthogonal to the tangent, which has the slope f_q' / r² to the ray.
    """
    angle, squares = START, np.empty(n_steps)
    for t in range(n_steps):
        slope, square = q * (1 + angle) ** (-q - 1), 1 + 2 * (1 + angle) ** -q
        squares[t] = slope**2 / (square + slope**2 / square)
        angle += math.atan2(slope, square)
    return squares


@cache
def ensembles():
    """One ensemble or several for every cell of Table 1, by names that start with the label of the cell."""
    row_1 = [
        _row_1("best", "f_q without orthogonal part"),
        _row_1("worst", "f_q beside the target"),
        _row_1("sgd", "f_q in the parameters of 1 and x"),
    ]
    found = {each.cell.label: each for each in (*_gradient_descent(), *row_1, _waves())}
    for eps in (0.2, 0.4):
        found[f"x:tab1-row2-worst, eps = {eps}"] = _row_2("worst", rare_jumps(), "rare jumps", eps)
        found[f"x:tab1-row2-sgd, eps = {eps}"] = _row_2("sgd", plain_sgd(), "|x| by 1 and x", eps)
    return found


def enumerated_minima(run, n_steps):
    """E min_{t ≤ τ} ‖P_t g_t‖² at τ = 1, ..., n_steps + 1 over all sequences of samples of a run of row 1."""
    loss, draws = run.process.loss, estimator_draws(run.process.estimator)
    x, chance = draws.points[:, 0], draws.probability  # one point per step
    b, u, best = loss.space.jets(x)[..., 0], loss.target(x), _best(loss)
    directions = run.process.estimator.coefficients(draws.points, np.ones((len(x), 1, 1, 1)))[..., 0]  # of the jet 1
    c, p, smallest, found = np.zeros((1, b.shape[1])), np.ones(1), np.full(1, np.inf), []
    for t in range(1, n_steps + 2):
        slope = -loss.q * (1 + np.maximum(c[:, :1], 0)) ** (-loss.q - 1)  # f_q', not as the loss has it
        tangent = np.concatenate([slope, c[:, 1:] - best[1:]], axis=1)
        smallest = np.minimum(smallest, np.sum(tangent**2, axis=1))
        found.append(p @ smallest)
        g = tangent @ b.T - (u - b @ best)  # (paths, N): the gradient at each point
        c = (c[:, None] - float(run.steps(t)) * g[..., None] * directions).reshape(-1, b.shape[1])
        p, smallest = np.outer(p, chance).ravel(), np.repeat(smallest, len(chance))
    return np.array(found)


def _best(loss):
    """The coefficients (u, b_k) of the target, sums over the points of the measure."""
    measure = loss.space.measure
    return (measure.weights * loss.target(measure.points)) @ loss.space.jets(measure.points)[..., 0]
