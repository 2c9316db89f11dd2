r"""The proof of Theorem 4.1, display by display, and its bound sorted by powers of s [thm:descent_quasi_projection]."""

import itertools
from fractions import Fraction

import sympy as sp

from checks.instances.known_steps import ESTIMATES, LOSSES, RETRACTIONS
from checks.instances.one_step import least_squares, moved
from checks.theory import symbolic_step as one
from checks.theory.unbiased_step import printed_change
from theorytest import at_most, claim, equal, symbol
from theorytest.proof import as_checked, compared, mean, statement, use

STEPS = (0.01, 0.5, 2.0)


def cost_on_symbols(*, square=lambda estimate, g: estimate.mean_square(g), power=2, offset=lambda beta: beta):
    """(CR) in the mean."""
    rise = one.C_R / 2 * one.s**power * square(one.Estimate(), one.g) + offset(one.beta)
    bound = at_most(mean(one.after), mean(one.moved) + rise)
    return statement(bound, given={"(CR)": one.retracted()}, by=[use("(CR)", mean=True)])


def cost_at(estimate, retraction):
    (retract, constant, beta), value = retraction, least_squares().value
    for g, s in itertools.product(estimate.worst(), STEPS):
        linear, steps = moved(estimate, g, s, g)
        yield {
            **{one.s: s, one.C_R: constant, one.beta: beta, one.Estimate().mean_square(g): estimate.mean_square(g)},
            mean(one.moved): estimate.probability @ value(linear),
            mean(one.after): estimate.probability @ value(retract(linear, steps)),
        }


@claim(
    "eq:retracted_empirical_step",
    says="If (CR) holds with β_t, retracting raises the expected risk by at most (C_R/2) s_t² E‖P_tⁿg_t‖² + β_t.",
    formula=r"\mathbb{E}[\mathcal{L}(R_t(\bar u_{t+1}))\mid\mathcal{F}_t] \le \mathbb{E}[\mathcal{L}(\bar u_{t+1})\mid"
    r"\mathcal{F}_t] + \tfrac{C_R}{2}s_t^2\mathbb{E}[\|P_t^ng_t\|^2\mid\mathcal{F}_t] + \beta_t",
    forall={"P_tⁿ": ESTIMATES, "R_t": RETRACTIONS},
    tight="attained by the radial retraction, which uses up (CR) at every point",
    premises=["eq:C-retraction/corrected"],
    proof=compared(cost_on_symbols, cost_at),
    mutants={
        "the projected gradient": {"square": lambda estimate, g: estimate.parts(g)[0] ** 2},
        "two per cent less of E‖Pⁿg‖²": {"square": lambda estimate, g: Fraction(49, 50) * estimate.mean_square(g)},
        "no square of the step": {"power": 1},
        "no beta": {"offset": lambda _: 0.0},
    },
)
def retraction_costs_its_bound(
    estimate, retraction, *, square=lambda estimate, g: estimate.mean_square(g), power=2, offset=lambda beta: beta
):
    (retract, constant, beta), loss = retraction, least_squares()
    found, bounds = [], []
    for g, s in itertools.product(estimate.worst(), STEPS):
        linear, steps = moved(estimate, g, s, g)
        found.append(estimate.probability @ loss.value(retract(linear, steps)))
        rise = constant / 2 * s**power * square(estimate, g) + offset(beta)
        bounds.append(estimate.probability @ loss.value(linear) + rise)
    return at_most(found, bounds, digits=12, symbol="E L(R_t(ū_{t+1}))")


def linear_update_on_symbols(*, smoothness=lambda L: L, product=lambda estimate, g: estimate.mean_product(g)):
    """(LS) in the mean."""
    square = one.Estimate().mean_square(one.g)
    bound = one.now - one.s * product(one.Estimate(), one.g) + one.s**2 * smoothness(one.L) / 2 * square
    return statement(at_most(mean(one.moved), bound), given={"(LS)": one.smooth()}, by=[use("(LS)", mean=True)])


def linear_update_at(estimate, loss):
    known, made = one.Estimate(), loss(*estimate.matrices.shape[1:])
    for g, s in itertools.product(estimate.worst(), STEPS):
        u = made.state(g)
        yield {
            **{one.s: s, one.L: made.L, one.now: made.value(u)},
            **{known.mean_product(g): estimate.mean_product(g), known.mean_square(g): estimate.mean_square(g)},
            mean(one.moved): estimate.probability @ made.value(moved(estimate, g, s, u)[0]),
        }


@claim(
    "eq:L-smooth_expectation",
    also=["eq:Lsmooth_empirical_step"],
    says="If (LS) holds, E L(u_t − s_tP_tⁿg_t) is at most L(u_t) − s_t E(g_t, P_tⁿg_t) + (L/2) s_t² E‖P_tⁿg_t‖².",
    formula=r"\mathbb{E}[\mathcal{L}(u_t-s_tP_t^ng_t)\mid\mathcal{F}_t] \le \mathcal{L}(u_t) - s_t\mathbb{E}[(g_t, "
    r"P_t^ng_t)\mid\mathcal{F}_t] + s_t^2\tfrac L2\mathbb{E}[\|P_t^ng_t\|^2\mid\mathcal{F}_t]",
    forall={"P_tⁿ": ESTIMATES, "L": LOSSES},
    tight="attained by least squares",
    premises=["eq:L-smooth"],
    proof=compared(linear_update_on_symbols, linear_update_at, per=one.s),
    mutants={
        "the projected gradient for the estimate": {"product": lambda estimate, g: estimate.parts(g)[0] ** 2},
        "five per cent less of L": {"smoothness": lambda L: 0.95 * L},
    },
)
def linear_update_is_bounded(
    estimate, loss, *, smoothness=lambda L: L, product=lambda estimate, g: estimate.mean_product(g)
):
    made, found, bounds, sizes = loss(*estimate.matrices.shape[1:]), [], [], [1e-300]
    for g, s in itertools.product(estimate.worst(), STEPS):
        u = made.state(g)
        sizes.append(float(made.value(u)) / s)  # what is subtracted: a short step vanishes beside it in floating point
        found.append((estimate.probability @ made.value(moved(estimate, g, s, u)[0]) - made.value(u)) / s)
        bounds.append(-product(estimate, g) + s * smoothness(made.L) / 2 * estimate.mean_square(g))
    scale = float(max(*sizes, *map(abs, bounds)))
    return at_most(found, bounds, digits=13, scale=scale, symbol="the change per step")


L, CR, s, beta, t, c = sp.symbols("L C_R s beta t c", positive=True)
constants = sp.symbols("c_bias1 c_bias2 c_var1 c_var2", nonnegative=True)
SYMBOLS = {
    "s_t, L, C_R, β_t, ‖P_tg_t‖, ‖(I−P_t)g_t‖": symbol("positive numbers"),
    "c_bias,1, …, c_var,2": symbol("nonnegative numbers"),
}


def sorted_by_powers(constants, smoothness, step, tangent, normal, beta):
    """The second line: -s (c_bias1 t² - c_bias2 t c) + s² (L + C_R)/2 (c_var1 t² + c_var2 c²) + β."""
    b1, b2, v1, v2 = constants
    linear = b1 * tangent**2 - b2 * tangent * normal
    return -step * linear + step**2 * smoothness / 2 * (v1 * tangent**2 + v2 * normal**2) + beta


@claim(
    "x:display-descent-expression",
    says="The change that (12) allows is, sorted by powers of s_t, the second line of the display.",
    formula=r"-(c_{\mathrm{bias},1}s - s^2\tfrac{L+C_R}2c_{\mathrm{var},1})t^2 + sc_{\mathrm{bias},2}tc + "
    r"s^2\tfrac{L+C_R}2c_{\mathrm{var},2}c^2 + \beta = -s(c_{\mathrm{bias},1}t^2 - c_{\mathrm{bias},2}tc) + "
    r"s^2\tfrac{L+C_R}2(c_{\mathrm{var},1}t^2 + c_{\mathrm{var},2}c^2) + \beta",
    forall=SYMBOLS,
    proof=as_checked(),
    mutants={
        "the bias with the other sign": {"second": lambda k, *rest: sorted_by_powers((k[0], -k[1], *k[2:]), *rest)},
        "two per cent more of L + C_R": {
            "second": lambda k, smoothness, *rest: sorted_by_powers(k, sp.Rational(51, 50) * smoothness, *rest)
        },
    },
)
def bound_is_sorted(*, second=sorted_by_powers):
    first = printed_change(constants, L + CR, s, t, c, beta)
    return equal(first, second(constants, L + CR, s, t, c, beta), symbol="the first line")
