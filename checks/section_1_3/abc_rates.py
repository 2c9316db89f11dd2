r"""Section 1.3: what the constant C of the ABC condition E‖ĝ‖² ≤ A (L - L_min) + B ‖∇L‖² + C says about rates.

C = 0 hides noise wherever L - L_min stays positive: at a local minimum, and on a class M that does not reach L_min.
The best steps with one point each, X_t/(d X_t + v) with v = d‖u* - Pu*‖², obey 1 = ((d - 1) X_t + v)(1/X_{t+1} - 1/X_t)
and X_t/X_{t+1} ≤ d/(d - 1): they reach X within v/X + ln(X_1/X)/ln(d/(d - 1)) steps.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from checks.hypotheses import (
    LINEAR_LEAST_SQUARES,
    LINEAR_QUASI_PROJECTION,
    fixed_steps,
    full_class,
    optimal_points,
    possible_event,
    scalar,
    several_dimensions,
    smooth_loss,
    unbiased,
)
from checks.instances.best_step_problems import CHEAP, NOISY
from checks.instances.scalar_losses import SMOOTH_ON_THE_LINE
from checks.theory.best_steps import SEEN, decay, slowest
from theorytest import at_least, at_most, claim, equal, family, horizon, integers, less_than, reals, repair
from theorytest.approximation import Conditioned, LeastSquares, Optimal
from theorytest.descent import by_enumeration
from theorytest.proof import compared, inner, mean, positive, real, square, statement, use, vector

TIMES = np.array([1, 2, 10, 100, 1000])

V = np.linspace(-7, 7, 141)


@claim(
    "x:sec1.3-abc-c-zero",
    kind="rate",
    says="In the best case C = 0, the resulting algorithm has the same convergence rate as classical gradient descent.",
    formula=r"C = 0 \implies \mathbb{E}\,\mathcal{L}(u_t)-\mathcal{L}(u_\infty) \le K a^t \text{ where this holds for "
    r"GD}",
    forall={"A": family((0, 1), "A ≥ 0; the loss is made for A ≤ 1", search=reals(0, 1))},
    given=[fixed_steps],
    reading="The condition is introduced for every A ≥ 0; the paper then goes on with A = 0. For A = 1 and all steps "
    "up to 1 the gap is at least of order 1/t, whose t-th root tends to 1: no K and no a < 1 serve.",
    gravity="missing hypothesis",
    finding="abc-rate-needs-a-zero",
    controls={"a minimum that is global": {"depth": 0}},
)
def c_zero_is_as_fast_as_printed(A, *, depth=1):
    """L = v²/2 for |v| ≤ 3 above a well with L_min = -depth, ĝ = v ± √(A (L - L_min)), v_1 = 1, B = 1.

    X_{t+1} = (1 - s)² X + s² A (X/2 + depth), and no path leaves |v| ≤ 3, as (1 - s) 3 + s √5.5 < 3 for steps up to 1.
    No steps are faster than 1/(1 + (t - 1)/(A depth)); gradient descent is 4^-t for s = 1/2.
    """
    return less_than(decay(Fraction(1), Fraction(A) * depth), 1, symbol="the limit of the t-th root of the mean gap")


def descent_on_symbols(*, step=lambda B: 1 / B, guarantee=lambda B: 1 / (2 * B)):
    """(LS) in the mean, with both moments of the estimate."""
    (L, B), now, g = positive("L B"), real("now"), vector("g")
    after, estimate, s = real("after", random=True), vector("ĝ", random=True), step(B) / L
    return statement(
        at_most(mean(after), now - guarantee(B) / L * square(g)),
        given={
            "(LS)": at_most(after, now - s * inner(g, estimate) + L / 2 * s**2 * square(estimate)),
            "unbiased": equal(mean(inner(g, estimate)), square(g)),
            "A = C = 0": at_most(mean(square(estimate)), B * square(g)),
        },
        by=[use("(LS)", mean=True), use("unbiased", s), use("A = C = 0", L / 2 * s**2)],
    )


def descent_at(loss, B):
    """Estimates as in the check, L = 1."""
    value, slope = loss[0], loss[1](V)
    spread = (B - 1) ** 0.5 * slope
    after = (value(V - (slope + spread) / B) + value(V - (slope - spread) / B)) / 2
    rows = zip(value(V), after, slope**2, strict=True)
    return [{"L": 1, "B": B, "now": now, "after": later, square(vector("g")): size} for now, later, size in rows]


@repair(
    "x:sec1.3-abc-c-zero/a-zero",
    "x:sec1.3-abc-c-zero",
    says="If A = C = 0 in the ABC condition and s = 1/(LB), one step lowers the mean loss by at least "
    "‖∇ℒ(u_t)‖²/(2LB).",
    forall={"ℒ": SMOOTH_ON_THE_LINE, "B": family((1.0, 2.0, 5.0), "B ≥ 1", search=reals(1, 100))},
    given=[full_class, smooth_loss, unbiased],
    reading="The paper goes on with A = 0. Then the mean descends as gradient descent does for the smoothness LB; the "
    "factor of an exponential rate differs.",
    tight="attained by the square",
    proof=compared(descent_on_symbols, descent_at),
    mutants={
        "the step of gradient descent": {"step": lambda _: 1},
        "two per cent more": {"guarantee": lambda B: Fraction(51, 100) / B},
    },
)
def c_zero_descends(loss, B, *, step=lambda B: 1 / B, guarantee=lambda B: 1 / (2 * B)):
    """Estimates that are a random multiple of the gradient, 1 ± √(B - 1)."""
    value, slope = loss[0], loss[1](V)
    spread = (B - 1) ** 0.5 * slope
    after = (value(V - step(B) * (slope + spread)) + value(V - step(B) * (slope - spread))) / 2
    # the right-hand side is a difference of numbers up to 7²/2
    return at_most(after, value(V) - guarantee(B) * slope**2, scale=24.5, symbol="E L(u_{t+1})")


@claim(
    "x:sec1.3-abc-c-positive",
    kind="rate",
    says="In the typical case C > 0, the algorithm follows the classical SGD rates.",
    formula=r"(\tfrac1{X_1}+\tfrac{t-1}{v})^{-1} \le \min_{s} X_t \le (\tfrac1{X_1}+\tfrac{t-1}{v+(m-1)X_1})^{-1}",
    forall={"T, n, u*": NOISY, "t": horizon},
    given=[*LINEAR_QUASI_PROJECTION, optimal_points, fixed_steps, *SEEN],
    reading="For the quasi-projection with C = v = d‖(I - P)u*‖²/n, the smallest possible, and m = (n - 1 + d)/n: with "
    "the best steps X_t is of the order 1/t.",
    premises=["x:display-abc-condition", "x:sec1-sgd-rate"],
    mutants={
        "two per cent more noise": {"noise": lambda v, _: (1.02 * v, v)},
        "two per cent less from above": {"noise": lambda v, more: (v, 0.98 * (v + more))},
    },
)
def c_positive_gives_the_rate_of_sgd(problem, *, noise=lambda v, more: (v, v + more)):
    steps, recursion = problem.best_steps(TIMES[-1])
    X, start = problem.errors(steps, TIMES), problem.start
    yield equal(X, recursion[TIMES - 1], "moments", digits=9, until=1000, symbol="X_t")
    below, above = (slowest(start, each, TIMES) for each in noise(problem.noise, (problem.m - 1) * start))
    yield at_least(X / below, 1.0, "below", digits=9, until=1000, symbol="X_t / lower bound")
    yield at_most(X / above, 1.0, "above", digits=9, until=1000, symbol="X_t / upper bound")


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
        "T, u*, δ": CHEAP,  # not searched: all samples of least squares are listed, which takes seconds for each
        "N": family((8, 16, 32), "numbers of points of least squares", search=integers(4, 24), effort=10),
    },
    given=[*LINEAR_LEAST_SQUARES, scalar, optimal_points, fixed_steps, several_dimensions, possible_event.stated],
    reading="Counted in points, for the best steps with one point each, v = d‖r‖²: they reach the mean excess X of "
    "least squares from N stable points with v/X and a logarithm. That is about N where X is about v/N; least squares "
    "may be better.",
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
