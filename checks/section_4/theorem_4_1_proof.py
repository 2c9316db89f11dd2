r"""The proof of Theorem 4.1, display by display, and its bound sorted by powers of s [thm:descent_quasi_projection].

Every draw is counted, as for the theorem.
"""

from __future__ import annotations

import itertools

import sympy as sp

from checks.instances.one_step import estimates, least_squares, losses, moved, parts, radial
from checks.scaling import scaled
from checks.section_4.theorem_4_1 import BETA, C_R, printed_change
from theorytest import at_least, at_most, claim, equal

STEPS = (0.01, 0.5, 2.0)


def expected(estimate, values):
    """E over the draws."""
    return estimate.probability @ values


def squared_step(estimate, g):
    """E‖P^n g‖²."""
    return estimate.mean_square(g)


@claim(
    "eq:retracted_empirical_step",
    kind="inequality",
    says="Retracting the step costs at most C_R/2 times its mean squared length plus beta.",
    formula=r"\mathbb{E}[\mathcal{L}(R_t(\bar u_{t+1}))\mid\mathcal{F}_t] \le \mathbb{E}[\mathcal{L}(\bar u_{t+1})\mid"
    r"\mathcal{F}_t] + \tfrac{C_R}{2}s_t^2\mathbb{E}[\|P_t^ng_t\|^2\mid\mathcal{F}_t] + \beta_t",
    expected="computed",
    tight="attained by the radial retraction",
    premises=["eq:C-retraction/corrected"],
    mutants={
        "constant x 0.99": {"constant": scaled(C_R, 0.99)},
        "the projected gradient": {"square": lambda estimate, g: parts(estimate, g)[0] ** 2},
        "no square of the step": {"power": 1},
        "no beta": {"beta": 0.0},
    },
)
def retraction_costs_its_bound(*, constant=C_R, square=squared_step, power=2, beta=BETA):
    """With equality for the radial retraction, which uses up (CR) at every point."""
    loss, retraction = least_squares(), radial(C_R, BETA)
    for name, estimate in estimates().items():
        found, bounds = [], []
        for g, s in itertools.product(estimate.worst(), STEPS):
            linear, steps = moved(estimate, g, s, g)
            found.append(expected(estimate, loss.value(retraction(linear, steps))))
            rise = constant / 2 * s**power * square(estimate, g) + beta
            bounds.append(expected(estimate, loss.value(linear)) + rise)
        options = {"digits": 12, "symbol": "E L(R(u-bar))"}
        yield at_most(found, bounds, name=name, **options)
        yield equal(found, bounds, name=f"{name}: attained", **options)


@claim(
    "eq:L-smooth_expectation",
    also=["eq:Lsmooth_empirical_step"],
    kind="inequality",
    says="Smoothness bounds the expected risk of the linear update by its first two moments.",
    formula=r"\mathbb{E}[\mathcal{L}(u_t-s_tP_t^ng_t)\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - s_t\mathbb{E}[(g_t, "
    r"P_t^ng_t)\mid\mathcal{F}_t] + s_t^2\tfrac L2\mathbb{E}[\|P_t^ng_t\|^2\mid\mathcal{F}_t]",
    expected="computed",
    tight="attained by least squares",
    premises=["eq:L-smooth"],
    mutants={
        "smoothness x 0.99": {"smoothness": lambda L: 0.99 * (L)},
        "the projected gradient for the estimate": {"product": lambda estimate, g: parts(estimate, g)[0] ** 2},
        "twice the first term": {"product": lambda estimate, g: 2 * estimate.mean_product(g)},
    },
)
def linear_update_is_bounded(*, smoothness=lambda L: L, product=lambda estimate, g: estimate.mean_product(g)):
    """For every row of Table 2 and three losses; least squares attains it."""
    for name, estimate in estimates().items():
        for word, loss in losses(*estimate.matrices.shape[1:]).items():
            found, bounds = [], []
            for g, s in itertools.product(estimate.worst(), STEPS):
                u = loss.state(g)
                found.append((expected(estimate, loss.value(moved(estimate, g, s, u)[0])) - loss.value(u)) / s)
                bounds.append(-product(estimate, g) + s * smoothness(loss.L) / 2 * estimate.mean_square(g))
            options = {"digits": 10, "symbol": "the change per step"}
            yield at_most(found, bounds, name=f"{name}, {word}", **options)


L, CR, s, beta, t, c = sp.symbols("L C_R s beta t c", positive=True)
constants = sp.symbols("c_bias1 c_bias2 c_var1 c_var2", nonnegative=True)
product_, square_ = sp.symbols("product square", real=True)


def before_bias_and_variance():
    """(14) inserted into (13), without L(u_t): -s E(g, P^n g) + s² L/2 E‖P^n g‖² + C_R/2 s² E‖P^n g‖² + β."""
    return -s * product_ + s**2 * L / 2 * square_ + CR / 2 * s**2 * square_ + beta


def bounded_moments():
    """The two lines of (BBV) for E(g, P^n g) and E‖P^n g‖²."""
    b1, b2, v1, v2 = constants
    return {product_: b1 * t**2 - b2 * t * c, square_: v1 * t**2 + v2 * c**2}


@claim(
    "x:thm4.1-combine",
    kind="identity",
    says="Both displays with the bounds of bias and variance inserted are the bound of the theorem; for positive "
    "steps they may be inserted.",
    formula=r"-s_t(c_{\mathrm{bias},1}t^2 - c_{\mathrm{bias},2}tc) + s_t^2\tfrac{L+C_R}2(c_{\mathrm{var},1}t^2 + "
    r"c_{\mathrm{var},2}c^2) + \beta_t = \text{(12)} - \mathcal{L}(u_t)",
    premises=["eq:retracted_empirical_step", "eq:L-smooth_expectation", "eq:bbv"],
    mutants={
        "a step backwards": {"sign": -1},
        "the larger of L and C_R": {"smoothness": sp.Max(L, CR)},
        "bias without the normal part": {"moments": lambda: bounded_moments() | {product_: constants[0] * t**2}},
    },
)
def displays_combine(*, sign=1, smoothness=L + CR, moments=bounded_moments):
    """A lower bound may replace E(g, P^n g) where its coefficient is negative, an upper one where it is positive."""
    sum_ = before_bias_and_variance()
    slopes = [sp.diff(sum_, symbol).subs({s: sign, L: 2, CR: 1}) for symbol in (product_, square_)]
    yield at_most(int(2 * slopes[0]), -1, name="the product falls", symbol="twice the slope")
    yield at_least(int(2 * slopes[1]), 1, name="the square rises", symbol="twice the slope")
    rest = sp.expand(sum_.subs(moments()) - printed_change(constants, smoothness, s, t, c, beta))
    yield equal(_size(rest), 0, name="as in (12)", symbol="the difference")


def _size(difference):
    """0 for the zero polynomial, otherwise the size at a point without symmetry."""
    values = dict(zip((L, CR, s, beta, t, c, *constants), sp.primerange(30), strict=True))
    return abs(float(difference.subs(values))) if difference != 0 else 0


def sorted_by_powers(constants, smoothness, step, tangent, normal, beta):
    """The second line: -s (c_bias1 t² - c_bias2 t c) + s² (L + C_R)/2 (c_var1 t² + c_var2 c²) + β."""
    b1, b2, v1, v2 = constants
    linear = b1 * tangent**2 - b2 * tangent * normal
    return -step * linear + step**2 * smoothness / 2 * (v1 * tangent**2 + v2 * normal**2) + beta


@claim(
    "x:display-descent-expression",
    kind="identity",
    says="The change that the theorem guarantees, sorted by powers of the step size.",
    formula=r"-(c_{\mathrm{bias},1}s - s^2\tfrac{L+C_R}2c_{\mathrm{var},1})t^2 + sc_{\mathrm{bias},2}tc + "
    r"s^2\tfrac{L+C_R}2c_{\mathrm{var},2}c^2 + \beta = -s(c_{\mathrm{bias},1}t^2 - c_{\mathrm{bias},2}tc) + "
    r"s^2\tfrac{L+C_R}2(c_{\mathrm{var},1}t^2 + c_{\mathrm{var},2}c^2) + \beta",
    mutants={
        "the bias with the other sign": {"second": lambda k, *rest: sorted_by_powers((k[0], -k[1], *k[2:]), *rest)},
        "no half": {"second": lambda k, smoothness, *rest: sorted_by_powers(k, 2 * smoothness, *rest)},
    },
)
def bound_is_sorted(*, second=sorted_by_powers):
    difference = sp.expand(printed_change(constants, L + CR, s, t, c, beta) - second(constants, L + CR, s, t, c, beta))
    yield equal(_size(difference), 0, name="as polynomials", symbol="the difference")
