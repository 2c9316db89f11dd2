r"""Section 4: for which gradients Theorem 4.1 guarantees descent with some step size, in rational numbers.

The theorem guarantees descent when its expression is negative [x:display-descent-expression]. Steps are powers 4^-j, so
that perturbations like s^(3/2) and s / (1 + log_4(1/s)), which are o(s), stay rational.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

from checks.instances.smooth_problems import HALF_TANGENTS, arc, axes, least_squares, vector
from checks.section_2.bias_and_variance import TINY
from checks.section_4.theorem_4_1 import printed_change
from theorytest import at_least, at_most, claim, equal, repair
from theorytest.approximation.moments import Moments

QUASI = ((1, 0, 3, 3), (1, 0, 2, Fraction(3, 2)))  # d = k = 3 with n = 1 and n = 2
PERTURBATIONS = {
    "none": lambda _: 0,
    "s squared": lambda j: Fraction(1, 16**j),
    "s to the 3/2": lambda j: Fraction(1, 8**j),
    "s over its logarithm": lambda j: Fraction(1, 4**j * (1 + j)),
}


def lowest(constants, tangent, normal, perturbation, powers=range(1, 130)):
    """The smallest guaranteed change per step, over the steps 4^-j, for L + C_R = 1."""
    steps = [(j, Fraction(1, 4**j)) for j in powers]
    return min(printed_change(constants, Fraction(1), s, tangent, normal, perturbation(j)) / s for j, s in steps)


def some_step_descends(states, perturbations=PERTURBATIONS, constants=QUASI, **options):
    for (tangent, normal), (word, perturbation), known in itertools.product(states, perturbations.items(), constants):
        value = lowest(known, Fraction(tangent), Fraction(normal), perturbation, **options)
        name = f"tangent {tangent}, normal {normal}, c_var1 = {known[2]}, perturbation {word}"
        yield at_most(value, -TINY, name=name, digits=None, symbol="the change per step")


NOT_STATIONARY = ((1, 0), (1, 1), (Fraction(1, 10), 100))


@claim(
    "x:sec4-unbiased-descent-possible",
    kind="remark",
    says="Without bias and with a perturbation of smaller order than the step, some step always guarantees descent.",
    formula=r"c_{\mathrm{bias},2} = 0,\ \beta_t(s)\in o(s) \implies \exists s > 0: "
    r"-s c_{\mathrm{bias},1}\|P_tg_t\|^2 + s^2\tfrac{L+C_R}2(\dots) + \beta_t(s) < 0",
    expected="refuted",
    gravity="misprint",
    premises=["x:display-descent-expression"],
)
def some_step_descends_as_printed(*, states=((0, 1), *NOT_STATIONARY)):
    """At a stationary point of the class, P_t g_t = 0, the expression is s² (L + C_R)/2 c_var2 ‖g_t‖² + β_t > 0."""
    yield from some_step_descends(states)


@repair(
    "x:sec4-unbiased-descent-possible/corrected",
    "x:sec4-unbiased-descent-possible",
    kind="remark",
    says="Without bias, with such a perturbation and away from stationary points, some step guarantees descent.",
    formula=r"c_{\mathrm{bias},2} = 0,\ \beta_t(s)\in o(s),\ \|P_tg_t\| > 0 \implies \exists s > 0: "
    r"-s c_{\mathrm{bias},1}\|P_tg_t\|^2 + s^2\tfrac{L+C_R}2(\dots) + \beta_t(s) < 0",
    expected="computed",
    premises=["x:display-descent-expression"],
    mutants={
        "a stationary point": {"states": ((0, 1),)},
        "a perturbation of the order of the step": {"perturbations": {"s": lambda j: Fraction(4) ** -j}},
        "with bias": {"constants": ((1, Fraction(1, 100), 3, 3),)},
        "no step below 1/4^5": {"powers": range(1, 6)},
    },
)
def some_step_descends_off_stationary_points(
    *, states=NOT_STATIONARY, perturbations=PERTURBATIONS, constants=QUASI, powers=range(1, 130)
):
    yield from some_step_descends(states, perturbations, constants, powers=powers)


WRONG_MEASURE = (Fraction(2, 3), Fraction(1, 3))


def reaches(ratio, residual, mu, n_steps=6, step=Fraction(2, 5)):
    """P(‖P g_t‖ ≤ ratio ‖(I - P) g_t‖ for some t ≤ n_steps), over all draws.

    Two points of mass 1/2 drawn with probabilities mu, T the constants, u = residual (1, -1), u_1 = 1: the draw x
    moves the constant u_t = a to (1 - s) a + s u(x), and ‖P g_t‖ = |a|.
    """
    alive, reached = {Fraction(1): Fraction(1)}, Fraction(0)
    for _ in range(n_steps):
        new = {}
        for (a, p), (value, q) in itertools.product(alive.items(), zip((residual, -residual), mu, strict=True)):
            b = (1 - step) * a + step * value
            if abs(b) <= ratio * abs(residual):
                reached += p * q
            else:
                new[b] = new.get(b, 0) + p * q
        alive = new
    return reached


@claim(
    "x:sec4-biased-ratio",
    kind="remark",
    says="With bias there may be a step at which the gradient ratio has fallen to that of the bias constants.",
    formula=r"c_{\mathrm{bias},2} > 0:\quad \mathbb{P}\Bigl(\exists t: "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|}\Bigr) > 0",
    mutants={
        "without bias": {"ratio": 0, "mu": (Fraction(1, 2), Fraction(1, 2))},
        "a target in the class": {"residual": 0},
    },
)
def ratio_can_fall(*, ratio=Fraction(1, 3), residual=1, mu=WRONG_MEASURE):
    """The sample mean with points from the wrong measure has c_bias1 = 1 and c_bias2 = 1/3, by `eq:bbv`."""
    yield at_least(reaches(ratio, residual, mu), Fraction(1, 2), name="two points", symbol="P")


def unfavourable(problem, u, basis, ratio):
    """ratio² ‖(I - P_t) g‖² - ‖P_t g‖²: not negative where the ratio of the bias constants is at least that of g."""
    g = problem.gradient(u)
    tangent = problem.project(basis, g)
    return ratio**2 * problem.inner(g - tangent, g - tangent) - problem.inner(tangent, tangent)


RATIO = Fraction(1, 3)


@claim(
    "x:sec4-near-stationary",
    kind="remark",
    says="Close to a point that is stationary in the class but not in the space the ratio is unfavourable.",
    formula=r"P_*g_* = 0,\ g_*\ne 0,\ \|u_t-u_*\| \text{ small} \implies "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|}",
    expected="refuted",
    gravity="misprint",
)
def ratio_is_unfavourable_near_stationary_points_as_printed(*, distances=(Fraction(1, 10), Fraction(1, 1000))):
    """Sparse vectors, both axes of R², target (0, 1): the origin with the first axis for T_t is stationary.

    All points (0, ε) are close to it, but their T_t is the second axis: ‖P_t g_t‖ = 1 - ε and (I - P_t) g_t = 0.
    """
    sparse, (first, second) = least_squares(vector(0, 1), (), 0, vector(0, 1)), axes(2, 0, 1)
    at_origin = sparse.project((first,), sparse.gradient(vector(0, 0)))
    yield equal(at_origin, [0, 0], name="the origin", symbol="P_* g_*")
    for epsilon in distances:
        rest = unfavourable(sparse, epsilon * second, (second,), RATIO)
        yield at_least(rest, 0, name=f"at (0, {epsilon})", symbol="what is left")


def slope_of_waves(x, power):
    """The derivative of x^p sin(1/x), which is 0 at x = 0 for p > 1."""
    return power * x ** (power - 1) * np.sin(1 / x) - x ** (power - 2) * np.cos(1 / x)


@repair(
    "x:sec4-near-stationary/corrected",
    "x:sec4-near-stationary",
    kind="remark",
    says="If projection and gradient depend continuously on the point, the ratio is unfavourable near such a "
    "point; on a linear class with least squares up to c_bias2/c_bias1 times the best error and no further.",
    formula=r"u_t\mapsto P_t,\ u_t\mapsto g_t \text{ continuous}:\quad u_t\to u_*,\ P_*g_* = 0 \ne g_* \implies "
    r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|} \text{ eventually}",
    expected="computed",
    mutants={
        "one per cent farther": {"radius": Fraction(101, 100)},
        "stationary in the space": {"distances": (1,)},
        "a quarter turn away": {"near": (Fraction(1, 2),)},
        "a gradient that jumps": {"power": 2},
    },
)
def ratio_is_unfavourable_near_stationary_points(
    *, radius=1, distances=(Fraction(1, 2), 4), near=HALF_TANGENTS[:2], power=3
):
    """A plane beside the target, in two directions and just beyond the distance, and the circle near (1, 0).

    Then x³ sin(1/x) + y on {y = 0} near 0, at x = 1/(2πk). With x² the slope is -1 at each of them, but 0 at x = 0.
    """
    plane, basis = least_squares(vector(0, 0, 2), (), 2, vector(0, 0, 0)), axes(3, 0, 1)
    for direction in (vector(1, 0, 0), vector(Fraction(3, 5), Fraction(-4, 5), 0)):
        at, beyond = (
            unfavourable(plane, 2 * RATIO * a * direction, basis, RATIO) for a in (radius, Fraction(101, 100))
        )
        yield at_least(at, 0, name=f"plane, {direction}", symbol="what is left")
        yield at_most(beyond, -TINY, name=f"beyond, {direction}", digits=None, symbol="what is left")
    for distance, m in itertools.product(distances, near):
        circle = arc(distance)
        u = vector((1 - m**2) / (1 + m**2), 2 * m / (1 + m**2))
        rest = unfavourable(circle, u, (vector(-u[1], u[0]),), RATIO)
        yield at_least(rest, 0, name=f"circle {distance}, {m}", symbol="what is left")
    rests = float(RATIO) ** 2 - slope_of_waves(1 / (2 * np.pi * np.array([1, 10, 1000])), power) ** 2
    yield at_least(rests, 0.0, name="waves", digits=None, symbol="what is left")


# P g = (a t + b c) e_1 for g = (t, c) as in the attained bound, here with E b = -1: the constants (1, 1, 6, 3) hold,
# since (6 - E a²)(3 - E b²) = (6 - 5)(3 - 2) = (E ab)².
STUBBORN = ((3, 0), (-1, -2))
STUBBORN_CONSTANTS = (1, 1, 6, 3)


def moments_of(outcomes):
    """A and S of two equally likely outcomes."""
    rows = np.array(outcomes, dtype=float)
    return Moments(rows.mean(axis=0)[None], rows.T @ rows / 2)


@claim(
    "x:sec4-no-step-guarantees",
    kind="inequality",
    says="Where the ratio is unfavourable, with equality included, no step is guaranteed to descend: the bound is "
    "not negative, and some estimator with these constants makes every step rise.",
    formula=r"\tfrac{c_{\mathrm{bias},2}}{c_{\mathrm{bias},1}} \ge \tfrac{\|P_tg_t\|}{\|(I-P_t)g_t\|} \implies "
    r"\text{the expression is} \ge 0 \text{ for all } s > 0",
    expected="computed",
    tight="no word: a sign for all steps, which equality of both ratios keeps",
    premises=["x:display-descent-expression", "thm:descent_quasi_projection/attained"],
    mutants={
        "a ratio one per cent better": {"share": Fraction(101, 100)},
        "less bias": {"outcomes": ((3, 1), (-1, -2))},
    },
)
def no_step_is_guaranteed(*, share=1, outcomes=STUBBORN):
    """At equality the linear term vanishes, so the printed condition is the exact one."""
    steps = [Fraction(4) ** -j for j in range(-5, 40)]
    for c_bias2, normal in itertools.product((Fraction(1, 3), 1, 7), (1, Fraction(1, 50))):
        tangent = share * c_bias2 * normal
        low = min(printed_change((1, c_bias2, 3, 3), Fraction(1), s, tangent, normal) / s for s in steps)
        yield at_least(low, 0, name=f"{c_bias2}, {normal}", symbol="the change per step")
    slack = moments_of(outcomes).slack(*STUBBORN_CONSTANTS[2:])
    yield at_least(slack, 0.0, name="the variance constants hold", digits=12, scale=1.0)
    rises = [sum((1 - s * (a + b)) ** 2 - 1 for a, b in outcomes) / s for s in steps]
    yield at_least(min(rises), TINY, name="every step rises", digits=None, symbol="the rise per step")
